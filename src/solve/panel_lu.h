// PanelLu: LU factorization of a matrix with a fixed order of pivots, by panels of consecutive columns of equal structure.
//
// Frames have 6 or 12 unknowns that are coupled to the same neighbours, so the factors consist of small dense blocks, and
// dense loops replace the indirect ones of a general sparse code. The pattern is made symmetric: a panel s has w columns,
// r rows below them, and stores
//
//   (L1)  D = [L11 \ U11]  w x w,    L21  r x w,    U12^T  r x w
//
// Its Schur complement L21 U12 is subtracted from later panels, whose rows were located once.
#pragma once

#include <vector>

#include "invar/system/sparse_pattern.h"

namespace invar {

class PanelLu {
 public:
  // Pivots in the order (row[k], column[k]), both permutations of 0 .. n - 1.
  void analyse(const SparsePattern& pattern, const std::vector<int>& row, const std::vector<int>& column);

  double flops() const { return flops_; }  // of one factorization
  double average_width() const { return static_cast<double>(row_.size()) / static_cast<double>(panels_.size()); }

  // Ratio of smallest to largest pivot; zero if one of them vanishes or is not finite.
  double factor(const Vector& values);
  void solve(Vector& b) const;  // in place

 private:
  struct Panel {
    int first, width, rows;
    int first_row;  // in rows_
    int D, L, U;    // where the blocks begin in store_
    int first_update, last_update;
  };
  // Part of the Schur complement: its rows from `begin` on, its columns begin to end, which belong to one later panel.
  struct Update {
    int target, begin, end;
    int places;  // in places_: where the rows from `begin` on stand in the target
  };
  static constexpr int kMaxWidth = 64;

  void make_panels(const std::vector<std::vector<int>>& structure);
  void make_updates();
  int locate(int i, int j) const;
  bool factor_panel(const Panel& panel);
  void subtract(const Panel& panel, const Update& update);

  std::vector<int> row_, column_;  // pivot order
  std::vector<Panel> panels_;
  std::vector<int> panel_of_;  // of each pivot
  std::vector<int> rows_;      // pivots below the panels
  std::vector<Update> updates_;
  std::vector<int> places_;
  std::vector<int> at_;  // place of each value of the pattern
  Vector store_, buffer_;
  mutable Vector x_;
  double flops_ = 0, smallest_ = 0, largest_ = 0;
};

}  // namespace invar
