// The elastic part of a contact as an energy of the invariants of its gap: W = U(g(e)) (discrete/invariant_potential.h).
//
//   (C2)  dW = -F g_e,   dW_bar = -F_bar g_bar
//
// Both factors are exact chords, so the energy is kept through an impact at any step, and momenta with it.
#pragma once

#include "invar/contacts/gap_law.h"
#include "invar/contacts/normal_law.h"
#include "invar/core/local_matrix.h"
#include "invar/discrete/energy_law.h"

namespace invar {

class ContactEnergy final : public EnergyLaw {
 public:
  ContactEnergy(GapLawPtr gap, NormalLawPtr law) : gap_(std::move(gap)), law_(std::move(law)) {}

  double W(Vec e) const override { return law_->U(gap_->g(e)); }
  void add_dW(Vec e, VecOut g) const override {
    const double F = law_->F(gap_->g(e));
    if (F == 0) return;
    LocalVector g_e = Vector::Zero(e.size());
    gap_->add_g_e(e, g_e);
    g -= F * g_e;
  }
  void add_ddW(Vec e, MatOut K) const override {
    const double gap = gap_->g(e), F = law_->F(gap);
    if (!(gap < 0)) return;
    LocalVector g_e = Vector::Zero(e.size());
    gap_->add_g_e(e, g_e);
    K += law_->stiffness(gap) * g_e.lazyProduct(g_e.transpose());
    gap_->add_g_ee(e, -F, K);
  }
  void add_dW_bar(Vec e0, Vec e1, VecOut g) const override {
    const double F = law_->F_bar(gap_->g(e0), gap_->g(e1));
    if (F == 0) return;
    LocalVector g_bar = Vector::Zero(e0.size());
    gap_->add_g_bar(e0, e1, g_bar);
    g -= F * g_bar;
  }
  void add_dW_bar_tangent(Vec e0, Vec e1, MatOut K) const override {
    const double g0 = gap_->g(e0), g1 = gap_->g(e1);
    if (!(g0 < 0 || g1 < 0)) return;
    LocalVector g_bar = Vector::Zero(e0.size()), g_e = g_bar;
    gap_->add_g_bar(e0, e1, g_bar);
    gap_->add_g_e(e1, g_e);
    K += law_->F_bar_slope(g0, g1) * g_bar.lazyProduct(g_e.transpose());
    gap_->add_g_bar_tangent(e0, e1, -law_->F_bar(g0, g1), K);
  }
  bool admits(Vec e) const override { return gap_->admits(e); }

 private:
  GapLawPtr gap_;
  NormalLawPtr law_;
};

}  // namespace invar
