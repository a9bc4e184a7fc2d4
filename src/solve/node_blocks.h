// NodeBlocks: the structure of KKT systems whose frames are reduced node by node (kkt_reduced.cc, double_kkt_reduced.cc).
//
// The stiffness is cut into blocks of two nodes, the constraints into blocks of a row and a node. In the reduced matrix
// the unknowns of a node, and after all nodes the multipliers of a row, stand side by side, so that each block is a few
// runs of consecutive values. A scheme with two unknowns a coordinate has two `copies` of unknowns and multipliers.
#pragma once

#include <vector>

#include "invar/system/mechanical_system.h"

namespace invar {

// A node: a frame, of which 6 unknowns a copy remain, or coordinates taken as they are.
struct NodeUnit {
  int offset = 0, size = 0;
  int reduced = 0, reduced_size = 0;  // place and number of its unknowns in the reduced system
  int row = -1;                       // first internal row of a frame
  bool turns = false;                 // its last coordinate is an angle
  int directors[3] = {-1, -1, -1};    // positions of d1, d2, d3 in the values of B and G
  bool is_frame() const { return row >= 0; }
  // The matrix of directors in the internal rows of B or G.
  Matrix3 read_directors(const Vector& values) const {
    Matrix3 D;
    for (int i = 0; i < 3; ++i) D.col(i) = values.segment<3>(directors[i]);
    return D;
  }
};

struct StiffnessBlock {
  int a, b;                 // units
  bool frames, full;        // both units are frames; no entry is zero by structure
  int first_run, last_run;  // in the values of the stiffness
  int dense;                // where its dense entries begin, stored by rows
  int target;               // index of the positions of its reduced rows
};

struct ConstraintBlock {
  int row, unit;  // row counts those that are not internal
  int first_run, last_run;
  int G_target;  // position of the first entry of its reduced row
  int B_target;  // index of the positions of its reduced column
};

class NodeBlocks {
 public:
  // Condensed multipliers are no unknowns; nodes that share a row are coupled instead.
  enum class Multipliers { kKept, kCondensed };
  NodeBlocks(const MechanicalSystem& system, int copies, Multipliers multipliers = Multipliers::kKept);

  const std::vector<NodeUnit>& units() const { return units_; }
  const std::vector<int>& rows() const { return rows_; }  // those that are not internal
  const std::vector<StiffnessBlock>& stiffness() const { return stiffness_; }
  const std::vector<ConstraintBlock>& constraints() const { return constraints_; }

  int unknowns() const { return pattern_.rows; }
  int multiplier(size_t row, int copy) const { return reduced_coordinates_ + copies_ * static_cast<int>(row) + copy; }
  const SparsePattern& pattern() const { return pattern_; }  // of the reduced matrix
  std::vector<int> nodes() const;                            // of its unknowns, -1 for multipliers
  // Positions in its values: first entries of the reduced rows of a block, entries of a reduced column of the first
  // copy, of the multipliers' own block.
  const int* stiffness_target(const StiffnessBlock& block) const { return &targets_[block.target]; }
  int G_target(const ConstraintBlock& block, int copy) const { return G_targets_[block.G_target + copy]; }
  const int* B_target(const ConstraintBlock& block) const { return &targets_[block.B_target]; }
  // Of condensed multipliers: for each row, each entry of its reduced B^T and each node of the row, the first entry of
  // their product.
  const int* product_targets() const { return product_targets_.data(); }
  int E_target(size_t row, int copy) const { return E_targets_[copies_ * row + copy]; }

  int dense_entries() const { return dense_entries_; }
  // Entries of a block by rows, those of the structure only.
  void read(const StiffnessBlock& block, const Vector& A, double* dense) const;
  // The part of a row of B or G on the node, zeros included.
  Eigen::Matrix<double, 12, 1> read(const ConstraintBlock& block, const Vector& values) const;

 private:
  struct Run {
    int place, length, position;
  };
  void make_units(const Layout& layout, const SparsePattern& G);
  void make_stiffness(const SparsePattern& K);
  void make_constraints(const SparsePattern& G);
  void make_pattern();
  void make_condensed_pattern();
  void add_stiffness(PatternBuilder& builder) const;
  void locate_stiffness();
  void add_run(int place, int position, int first_run);

  int copies_;
  std::vector<NodeUnit> units_;
  std::vector<int> unit_of_;  // unit of each coordinate
  std::vector<int> rows_;
  std::vector<StiffnessBlock> stiffness_;
  std::vector<ConstraintBlock> constraints_;
  std::vector<Run> runs_;
  std::vector<int> targets_, G_targets_, E_targets_, product_targets_;
  int reduced_coordinates_ = 0, dense_entries_ = 0;
  SparsePattern pattern_;
};

// The symmetric matrix S that internal residuals ask for: sym(D^T dD) = S.
Matrix3 make_internal_S(const Vector& residual, int row);

}  // namespace invar
