#include "invar/system/memory_linearization.h"

#include "invar/core/gather.h"

namespace invar {

namespace {

VecView take_variables_of(const VecView& all, int first, std::size_t count) {
  return count == 0 ? VecView() : VecView(all.data() + first, static_cast<Eigen::Index>(count));
}

}  // namespace

MemoryLinearization linearize_memories(const Assembly& assembly, const At& at) {
  const Layout& layout = assembly.layout;
  const auto n = static_cast<Eigen::Index>(layout.coordinates()),
             m = static_cast<Eigen::Index>(layout.internals().size());
  MemoryLinearization out{Matrix::Zero(n, m), Matrix::Zero(m, n), Matrix::Zero(m, n), Matrix::Zero(m, m)};
  for (const auto& placed : assembly.memory_forces) {
    const auto nz = static_cast<Eigen::Index>(placed.term->internals().size());
    const LocalVector q = gather(layout, placed.nodes, at.q), v = gather(layout, placed.nodes, at.v);
    MemoryDerivatives d;
    d.set_zero(q.size(), nz);
    placed.term->add_derivatives(
        {at.t, q, v, take_variables_of(at.z, placed.first_internal, placed.term->internals().size()),
         take_variables_of(at.u, placed.first_input, placed.term->inputs().size())},
        d);
    const Eigen::Index z = placed.first_internal;
    out.f_z.block(z, z, nz, nz) = d.f_z;
    Eigen::Index local = 0;
    for (const int node : placed.nodes)
      for (int i = 0; i < node_size(layout.node(node).kind); ++i, ++local) {
        const Eigen::Index global = layout.node(node).offset + i;
        out.Q_z.block(global, z, 1, nz) += d.Q_z.row(local);
        out.f_q.block(z, global, nz, 1) += d.f_q.col(local);
        out.f_v.block(z, global, nz, 1) += d.f_v.col(local);
      }
  }
  return out;
}

}  // namespace invar
