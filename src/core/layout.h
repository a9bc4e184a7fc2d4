// What the coordinates mean: nodes (points, frames, scalars) and their place in q, and the names of the constraint rows, of the
// internal variables z and of the inputs u.
// A Layout holds names and offsets, never values.
#pragma once

#include <string>
#include <vector>

namespace invar {

// Kinds of node. Every one of them lives in a plain vector space, which keeps all mass matrices constant.
enum class NodeKind {
  kPoint3,  // position x, y, z
  kPoint2,  // position x, y in the plane z = 0
  kFrame3,  // position r and the directors d1, d2, d3: 12 numbers, orthonormal by six internal constraints
  kFrame2,  // position x, y and angle theta in the plane z = 0
  kScalar,  // one number, e.g. the unbounded angle of a joint
};

int node_size(NodeKind kind);
const std::vector<std::string>& node_coordinate_names(NodeKind kind);

struct Node {
  std::string name;
  NodeKind kind;
  int offset;  // first coordinate in q
};

// One row of the constraints: who owns it, what it says, and whether it constrains positions or only velocities.
struct RowInfo {
  std::string owner;  // e.g. "hinge"
  std::string label;  // e.g. "axis_1"
  bool holonomic = true;
  bool internal = false;   // orthonormality of a frame
  std::string unit = "1";  // of its multiplier: a power [W] over the rate of the row
  int switch_input = -1;   // input that says whether the row holds (not 0); -1: it always does
  std::string full_name() const { return owner + "." + label; }
};

// An internal variable of a term, or an input: its place in z or u is the order in which it was added.
struct VariableInfo {
  std::string owner;  // e.g. "buffer"
  std::string label;  // e.g. "damper_length"
  std::string unit = "1";
  double start = 0;  // of inputs
  std::string full_name() const { return owner + "." + label; }
};

// A frame whose six orthonormality rows may be eliminated locally (null space of the frame).
struct InternalBlock {
  int coordinate;  // offset of the frame in q; the directors start at coordinate + 3
  int row;         // first of the six rows, ordered 11, 22, 33, 23, 13, 12
};

class Layout {
 public:
  int add_node(std::string name, NodeKind kind);
  int add_row(RowInfo row);
  int add_internal(VariableInfo variable);
  int add_input(VariableInfo variable);
  void set_switch(int row, int input) { rows_[row].switch_input = input; }
  void set_input_start(int input, double start) { inputs_[input].start = start; }
  void add_internal_block(InternalBlock block) { internal_.push_back(block); }

  int coordinates() const { return size_; }
  int rows() const { return static_cast<int>(rows_.size()); }
  const std::vector<Node>& nodes() const { return nodes_; }
  const Node& node(int i) const { return nodes_[i]; }
  const RowInfo& row(int i) const { return rows_[i]; }
  const std::vector<VariableInfo>& internals() const { return internals_; }
  const std::vector<VariableInfo>& inputs() const { return inputs_; }
  int find_input(const std::string& full_name) const;  // -1: there is none
  const std::vector<InternalBlock>& internal_blocks() const { return internal_; }
  std::string coordinate_name(int i) const;

 private:
  std::vector<Node> nodes_;
  std::vector<RowInfo> rows_;
  std::vector<VariableInfo> internals_, inputs_;
  std::vector<InternalBlock> internal_;
  int size_ = 0;
};

}  // namespace invar
