// Formulas over the coordinates of a model and their rates, as the rows of `pfaffian`, `velocity_constraint` and `conserved`
// are written. Coordinates are called as in the layout (board.x, board.theta, body.r.x, body.d1.z, joint.angle.value); a
// generalized coordinate may also be called by its body alone. The rate of a coordinate is its name with _rate behind it:
// board.x_rate, theta_rate. Dots may be written as underscores. A reader places the nodes that its formulas use: they are
// the local coordinates of one term.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "invar/core/layout.h"
#include "invar/core/types.h"
#include "invar/functions/expression.h"
#include "invar/spec/spec_node.h"

namespace invar {

class CoordinateReader {
 public:
  explicit CoordinateReader(const Layout& layout);

  // Short names of coordinates for these formulas: {x: board.x, theta: board.theta}; the rate of x is then x_rate or x.rate.
  void use_names(const SpecNode& map);

  struct Variable {
    int local;             // index among the local coordinates
    bool is_rate = false;  // of that coordinate
  };
  struct Formula {
    Expression expression;  // of the variables in this order, and t last
    std::vector<Variable> variables;
    Expression::Constants constants;
  };

  // Throws ModelError at the node if the formula has a name that is neither a coordinate nor, where allowed, a rate.
  Formula read(const SpecNode& node, bool with_rates);
  // Local index of a coordinate given by its dotted name.
  int coordinate(const std::string& name, const SourceLocation& where, const std::string& path);

  const std::vector<int>& nodes() const { return nodes_; }
  int size() const { return size_; }
  Vector gather(const Vector& global) const;

 private:
  int local(int global);

  const Layout& layout_;
  std::map<std::string, int> short_names_;  // of coordinates of the layout
  std::vector<std::string> names_;
  std::vector<int> nodes_;
  int size_ = 0;
};

}  // namespace invar
