// PartBuilder: what the factories of the catalogs get while a model is built, to look up bodies, markers and joints by name and
// to place their terms. It is gone once the model exists.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "invar/core/layout.h"
#include "invar/parts/body.h"
#include "invar/parts/joint.h"
#include "invar/terms/assembly.h"

namespace invar {

class Road;
class Shape;
class SignalBuilder;

class PartBuilder {
 public:
  PartBuilder();
  virtual ~PartBuilder();

  Assembly& assembly() { return *assembly_; }
  Layout& layout() { return assembly_->layout; }
  const Vector3& gravity() const { return gravity_; }
  // Whether the model gives joint coordinates of its start: bodies then need not stand where drives begin.
  bool poses_start() const { return poses_start_; }

  // Nodes with their initial values.
  int add_node(const std::string& name, NodeKind kind, Vec q, Vec v);
  void set_initial(int node, Vec q, Vec v);
  // Initial coordinates of all nodes so far.
  const Vector& q() const { return q_; }
  const Vector& v() const { return v_; }

  // References by name; `where` and `key` serve the error message.
  const Body& body(const std::string& name, const Params& params, const std::string& key) const;
  const Joint& joint(const std::string& name, const Params& params, const std::string& key) const;
  // "ground", a body, a marker, or body.marker.
  // An element as a whole is none, unless a point on it is given besides (point_follows).
  Marker place(const std::string& reference, const Params& params, const std::string& key,
               bool point_follows = false) const;
  // Nodes of a body, of the body of a marker or of a place of an element; throws ModelError about `subject`.
  std::vector<int> place_nodes(const std::string& reference, const std::string& subject) const;
  // Offers a place of an element under its name; the element owns it.
  void add_place(const Body& place) { bodies_[place.name()] = &place; }
  const Road& road(const std::string& name, const Params& params, const std::string& key) const;
  const Shape& shape(const std::string& name, const Params& params, const std::string& key) const;
  // A marker, or the origin of a body; nothing if there is no such place.
  std::optional<Marker> find_place(const std::string& reference) const;
  std::vector<std::string> place_names() const;
  // Formulas that read the state, and controllers.
  SignalBuilder& signals() { return *signals_; }
  bool is_marker(const std::string& reference) const { return markers_.count(reference) > 0; }
  // A marker on a body at a world point and orientation (of the initial configuration).
  Marker place_at(const std::string& body, const Vector3& p_W, const Matrix3& R_W, const Params& params,
                  const std::string& key) const;

  // The angle of a joint as an affine scalar (x component): directly for planar bodies; for spatial ones a scalar node
  // with its constraint is created once and shared.
  AffineVector joint_angle(const Joint& joint);
  // Adds c times the coordinate of a joint (its angle, else its displacement) to a row.
  void add_joint_coordinate(QuadraticMap& rows, int row, const Joint& joint, double c, bool angle);
  // Current value of that coordinate at the initial guess.
  double joint_coordinate(const Joint& joint, bool angle) const;

  // Placing quadratic rows and potentials: nodes and labels come from the map.
  int add_constraint(const std::string& owner, QuadraticMap rows);

 protected:
  std::shared_ptr<Assembly> assembly_;
  Vector3 gravity_ = Vector3::Zero();
  bool poses_start_ = false;
  Vector q_, v_;
  std::map<std::string, const Body*> bodies_;
  std::map<std::string, const Joint*> joints_;
  std::map<std::string, const Road*> roads_;
  std::map<std::string, const Shape*> shapes_;
  std::map<std::string, Marker> markers_;

 private:
  std::map<std::string, AffineVector> angles_;
  std::unique_ptr<Body> ground_;
  std::unique_ptr<SignalBuilder> signals_;
};

// Types of drives, forces and non-holonomic constraints: they become plain parts.
struct PartType {
  std::string name, doc, reference;
  Schema schema;
  std::function<std::unique_ptr<Part>(const std::string& name, const Params&, PartBuilder&)> make;
};

}  // namespace invar
