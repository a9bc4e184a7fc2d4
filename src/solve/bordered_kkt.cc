#include "invar/solve/bordered_kkt.h"

namespace invar {

BorderedKkt::BorderedKkt(const MechanicalSystem& system, std::vector<std::vector<int>> columns)
    : system_(system), columns_(std::move(columns)) {
  const SparsePattern &K = system.K_pattern(), &G = system.G_pattern();
  const int n = system.coordinates(), m = system.rows(), k = static_cast<int>(columns_.size());
  PatternBuilder builder(n + m + k, n + m + k);
  for (int i = 0; i < n; ++i)
    for (int at = K.start[i]; at < K.start[i + 1]; ++at) builder.add(i, K.index[at]);
  const auto add_both = [&](int row, int column) {
    builder.add(row, column);
    builder.add(column, row);
  };
  for (int r = 0; r < m; ++r)
    for (int at = G.start[r]; at < G.start[r + 1]; ++at) add_both(n + r, G.index[at]);
  for (int i = 0; i < k; ++i)
    for (const int j : columns_[i]) add_both(n + m + i, j);
  for (int i = n; i < n + m + k; ++i) builder.add(i, i);
  pattern_ = builder.build();
  for (int i = 0; i < n; ++i)
    for (int at = K.start[i]; at < K.start[i + 1]; ++at) of_A_.push_back(pattern_.position(i, K.index[at]));
  for (int r = 0; r < m; ++r)
    for (int at = G.start[r]; at < G.start[r + 1]; ++at) {
      of_G_.push_back(pattern_.position(n + r, G.index[at]));
      of_G_transposed_.push_back(pattern_.position(G.index[at], n + r));
    }
  of_C_.resize(k);
  of_C_transposed_.resize(k);
  for (int i = 0; i < k; ++i)
    for (const int j : columns_[i]) {
      of_C_[i].push_back(pattern_.position(n + m + i, j));
      of_C_transposed_[i].push_back(pattern_.position(j, n + m + i));
    }
  for (int i = n; i < n + m + k; ++i) of_diagonal_.push_back(pattern_.position(i, i));
  std::vector<int> nodes(static_cast<std::size_t>(n + m + k), -1);
  for (std::size_t node = 0; node < system.layout().nodes().size(); ++node) {
    const Node& info = system.layout().nodes()[node];
    for (int i = 0; i < node_size(info.kind); ++i) nodes[info.offset + i] = static_cast<int>(node);
  }
  solver_ = make_linear_solver(pattern_, nodes);
}

bool BorderedKkt::factor(const Vector& A, const Rows& rows) {
  const SparsePattern& G = system_.G_pattern();
  values_.setZero(pattern_.nonzeros());
  for (std::size_t i = 0; i < of_A_.size(); ++i) values_[of_A_[i]] = A[static_cast<Eigen::Index>(i)];
  const int m = G.rows;
  for (int r = 0; r < m; ++r) {
    const bool out = !rows.G_is_out.empty() && rows.G_is_out[r];
    values_[of_diagonal_[r]] = out ? -1 : -rows.E_G[r];
    if (out) continue;
    for (int at = G.start[r]; at < G.start[r + 1]; ++at)
      values_[of_G_[at]] = values_[of_G_transposed_[at]] = rows.G[at];
  }
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    values_[of_diagonal_[m + i]] = rows.C_is_out[i] ? -1 : -rows.E_C[static_cast<Eigen::Index>(i)];
    if (rows.C_is_out[i]) continue;
    for (std::size_t j = 0; j < columns_[i].size(); ++j)
      values_[of_C_[i][j]] = values_[of_C_transposed_[i][j]] = rows.C[i][static_cast<Eigen::Index>(j)];
  }
  return values_.allFinite() && solver_->factor(values_);
}

void BorderedKkt::solve(const Vector& r_f, const Vector& r_c, const Vector& r_e, Vector& dq, Vector& l, Vector& m) {
  b_.resize(pattern_.rows);
  b_ << -r_f, -r_c, -r_e;
  solver_->solve(b_);
  dq = b_.head(r_f.size());
  l = b_.segment(r_f.size(), r_c.size());
  m = b_.tail(r_e.size());
}

}  // namespace invar
