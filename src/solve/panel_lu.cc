#include "invar/solve/panel_lu.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "invar/core/clone_for_avx2.h"

namespace invar {

namespace {

// Columns are joined to a panel if that stores at most this part of zeros: fewer, larger loops pay for them.
constexpr double kZeros = 0.15;

// y -= a x
inline void subtract_multiple(const double* __restrict a, double x, int n, double* __restrict y) {
  for (int i = 0; i < n; ++i) y[i] -= a[i] * x;
}

// y -= A x for A with n rows, stored by columns. Inlined, so that it is cloned together with its callers.
[[gnu::always_inline]] inline void subtract_product(const double* __restrict A, int stride, int n,
                                                    const double* __restrict x, int columns, double* __restrict y) {
  int k = 0;
  for (; k + 3 < columns; k += 4) {
    const double *a = A + k * stride, *b = a + stride, *c = b + stride, *d = c + stride;
    const double p = x[k], q = x[k + 1], r = x[k + 2], s = x[k + 3];
    for (int i = 0; i < n; ++i) y[i] -= a[i] * p + b[i] * q + c[i] * r + d[i] * s;
  }
  for (; k < columns; ++k) subtract_multiple(A + k * stride, x[k], n, y);
}

double dot(const double* a, const double* b, int n) {
  return Eigen::Map<const Vector>(a, n).dot(Eigen::Map<const Vector>(b, n));
}

}  // namespace

void PanelLu::analyse(const SparsePattern& pattern, const std::vector<int>& row, const std::vector<int>& column) {
  const int n = pattern.rows;
  row_ = row;
  column_ = column;
  std::vector<int> pivot_of_row(n), pivot_of_column(n);
  for (int k = 0; k < n; ++k) {
    pivot_of_row[row[k]] = k;
    pivot_of_column[column[k]] = k;
  }
  // Rows below each pivot after elimination, for the symmetric pattern: own entries and those of the children.
  std::vector<std::vector<int>> structure(n), children(n);
  for (int i = 0; i < n; ++i)
    for (int k = pattern.start[i]; k < pattern.start[i + 1]; ++k) {
      const int a = pivot_of_row[i], b = pivot_of_column[pattern.index[k]];
      if (a != b) structure[std::min(a, b)].push_back(std::max(a, b));
    }
  for (int k = 0; k < n; ++k) {
    auto& own = structure[k];
    for (const int child : children[k])
      for (const int i : structure[child])
        if (i > k) own.push_back(i);
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    if (!own.empty()) children[own.front()].push_back(k);
  }
  make_panels(structure);
  make_updates();
  at_.clear();
  for (int i = 0; i < n; ++i)
    for (int k = pattern.start[i]; k < pattern.start[i + 1]; ++k)
      at_.push_back(locate(pivot_of_row[i], pivot_of_column[pattern.index[k]]));
  x_.resize(n);
}

void PanelLu::make_panels(const std::vector<std::vector<int>>& structure) {
  const int n = static_cast<int>(structure.size());
  panels_.clear();
  rows_.clear();
  panel_of_.assign(n, 0);
  flops_ = 0;
  int size = 0;
  std::vector<int> below, joined;
  for (int first = 0; first < n;) {
    below = structure[first];
    double entries = static_cast<double>(below.size()) + 1;
    int width = 1;
    // The next column joins if it is the next row of this panel and few zeros come with it.
    while (width < kMaxWidth && !below.empty() && below.front() == first + width) {
      const auto& next = structure[first + width];
      joined.clear();
      std::set_union(below.begin() + 1, below.end(), next.begin(), next.end(), std::back_inserter(joined));
      const double more = static_cast<double>(joined.size());
      const double all = (width + 1) * (more + 0.5 * (width + 2)),
                   real = entries + static_cast<double>(next.size()) + 1;
      if (all - real > kZeros * all) break;
      below = joined;
      entries = real;
      ++width;
    }
    Panel panel{};
    panel.first = first;
    panel.width = width;
    panel.rows = static_cast<int>(below.size());
    panel.first_row = static_cast<int>(rows_.size());
    panel.D = size;
    panel.L = panel.D + width * width;
    panel.U = panel.L + width * panel.rows;
    size = panel.U + width * panel.rows;
    rows_.insert(rows_.end(), below.begin(), below.end());
    for (int k = 0; k < width; ++k) {
      panel_of_[first + k] = static_cast<int>(panels_.size());
      const double left = static_cast<double>(width - 1 - k + panel.rows);
      flops_ += left + 2 * left * left;
    }
    panels_.push_back(panel);
    first += width;
  }
  store_.resize(size);
}

void PanelLu::make_updates() {
  updates_.clear();
  places_.clear();
  int largest = 0;
  for (auto& panel : panels_) {
    const int* rows = rows_.data() + panel.first_row;
    panel.first_update = static_cast<int>(updates_.size());
    largest = std::max(largest, panel.rows);
    for (int begin = 0; begin < panel.rows;) {
      const int target = panel_of_[rows[begin]];
      const Panel& t = panels_[target];
      int end = begin;
      while (end < panel.rows && panel_of_[rows[end]] == target) ++end;
      updates_.push_back({target, begin, end, static_cast<int>(places_.size())});
      const auto first = rows_.begin() + t.first_row, last = first + t.rows;
      for (int a = begin; a < panel.rows; ++a)
        places_.push_back(a < end ? rows[a] - t.first
                                  : static_cast<int>(std::lower_bound(first, last, rows[a]) - first));
      begin = end;
    }
    panel.last_update = static_cast<int>(updates_.size());
  }
  buffer_.resize(largest);
}

int PanelLu::locate(int i, int j) const {
  const Panel& p = panels_[panel_of_[std::min(i, j)]];
  if (panel_of_[i] == panel_of_[j]) return p.D + (i - p.first) + (j - p.first) * p.width;
  const auto first = rows_.begin() + p.first_row;
  const int below = static_cast<int>(std::lower_bound(first, first + p.rows, std::max(i, j)) - first);
  return i > j ? p.L + below + (j - p.first) * p.rows : p.U + below + (i - p.first) * p.rows;
}

double PanelLu::factor(const Vector& values) {
  store_.setZero();
  for (size_t k = 0; k < at_.size(); ++k) store_[at_[k]] = values[static_cast<Eigen::Index>(k)];
  smallest_ = 1e300;
  largest_ = 0;
  for (const auto& panel : panels_) {
    if (!factor_panel(panel)) return 0;
    for (int u = panel.first_update; u < panel.last_update; ++u) subtract(panel, updates_[u]);
  }
  return std::isfinite(largest_) ? smallest_ / largest_ : 0;
}

INVAR_CLONE_FOR_AVX2
bool PanelLu::factor_panel(const Panel& panel) {
  const int w = panel.width, r = panel.rows;
  double *D = store_.data() + panel.D, *L = store_.data() + panel.L, *U = store_.data() + panel.U;
  for (int k = 0; k < w; ++k) {
    const double pivot = D[k + k * w], size = std::abs(pivot);
    if (!(size > 0)) return false;
    smallest_ = std::min(smallest_, size);
    largest_ = std::max(largest_, size);
    const double inverse = 1 / pivot;
    const int below = w - k - 1;
    double* column = D + k * w + k + 1;
    for (int i = 0; i < below; ++i) column[i] *= inverse;
    for (int j = k + 1; j < w; ++j) subtract_multiple(column, D[k + j * w], below, D + k + 1 + j * w);
  }
  for (int k = 0; k < w; ++k) {
    subtract_product(L, r, r, D + k * w, k, L + k * r);  // L21 U11 = A21
    const double inverse = 1 / D[k + k * w];
    for (int i = 0; i < r; ++i) L[i + k * r] *= inverse;
    double column[kMaxWidth] = {};
    for (int j = 0; j < k; ++j) column[j] = D[k + j * w];
    subtract_product(U, r, r, column, k, U + k * r);  // U12^T L11^T = A12^T
  }
  return true;
}

INVAR_CLONE_FOR_AVX2
void PanelLu::subtract(const Panel& panel, const Update& update) {
  const Panel& t = panels_[update.target];
  const int r = panel.rows, w = panel.width, begin = update.begin, end = update.end, rest = r - end;
  const double *L = store_.data() + panel.L, *U = store_.data() + panel.U;
  const int *places = places_.data() + update.places, *below = places + (end - begin);
  double factors[kMaxWidth];
  double* y = buffer_.data();
  for (int b = begin; b < end; ++b) {
    // Column b of L21 U12 from row `begin` on, and row b from column `end` on.
    const int column = places[b - begin];
    for (int k = 0; k < w; ++k) factors[k] = U[b + k * r];
    std::fill_n(y, r - begin, 0.0);
    subtract_product(L + begin, r, r - begin, factors, w, y);
    double *D = store_.data() + t.D + column * t.width, *target = store_.data() + t.L + column * t.rows;
    for (int a = 0; a < end - begin; ++a) D[places[a]] += y[a];
    for (int a = 0; a < rest; ++a) target[below[a]] += y[end - begin + a];
    if (rest == 0) continue;
    for (int k = 0; k < w; ++k) factors[k] = L[b + k * r];
    std::fill_n(y, rest, 0.0);
    subtract_product(U + end, r, rest, factors, w, y);
    target = store_.data() + t.U + column * t.rows;
    for (int a = 0; a < rest; ++a) target[below[a]] += y[a];
  }
}

// P A Q = L U with pivot k in row row_[k] and column column_[k].
INVAR_CLONE_FOR_AVX2
void PanelLu::solve(Vector& b) const {
  const int n = static_cast<int>(row_.size());
  double* x = x_.data();
  for (int k = 0; k < n; ++k) x[k] = b[row_[k]];
  double* y = const_cast<double*>(buffer_.data());
  for (const auto& panel : panels_) {  // L z = P b
    const int w = panel.width, r = panel.rows;
    const double *D = store_.data() + panel.D, *L = store_.data() + panel.L;
    double* z = x + panel.first;
    for (int k = 0; k < w; ++k) subtract_multiple(D + k * w + k + 1, z[k], w - k - 1, z + k + 1);
    std::fill_n(y, r, 0.0);
    subtract_product(L, r, r, z, w, y);
    const int* rows = rows_.data() + panel.first_row;
    for (int i = 0; i < r; ++i) x[rows[i]] += y[i];
  }
  for (auto p = panels_.rbegin(); p != panels_.rend(); ++p) {  // U x = z
    const int w = p->width, r = p->rows;
    const double *D = store_.data() + p->D, *U = store_.data() + p->U;
    const int* rows = rows_.data() + p->first_row;
    for (int i = 0; i < r; ++i) y[i] = x[rows[i]];
    double* z = x + p->first;
    for (int k = w - 1; k >= 0; --k) z[k] -= dot(U + k * r, y, r);
    for (int k = w - 1; k >= 0; --k) {
      z[k] /= D[k + k * w];
      subtract_multiple(D + k * w, z[k], k, z);
    }
  }
  for (int k = 0; k < n; ++k) b[column_[k]] = x[k];
}

}  // namespace invar
