// What a contact takes out: damping along the normal and friction. Its elastic part is a potential (contacts/contact_energy.h).
//
//   (L1)  N = F(d) max(0, 1 - a g')                a given, or a = A/w with A of contacts/restitution.h
//   (L2)  Q = (N - F) g_q - X^T (f + viscous N u)  friction f of contacts/friction.h, X of contacts/contact_places.h
//
// w is the speed at which the bodies touched, not less than a floor: without it a body at rest would meet a wall of damping.
// Over a step
//
//   (L3)  N = F_bar max(0, 1 - a (g1 - g0)/h),     w = (g0 - g1)/h in the step in which they touch, then as it was
//
// so that D = (F_bar - N)(g1 - g0) >= 0 and N >= 0 for any step. Between touches w follows the speed of approach with a short
// time constant, which methods that evaluate at points need; there w' = 0 while in contact.
//
// Internal variables: the bristle in axes that turn with B, w, and the energies taken out by damping and by friction since the
// start: what is booked is known for each contact, and belongs to accepted steps only.
#pragma once

#include "invar/contacts/contact_places.h"
#include "invar/contacts/friction.h"
#include "invar/contacts/gap_law.h"
#include "invar/contacts/normal_law.h"
#include "invar/discrete/quadratic_map.h"
#include "invar/terms/memory_force.h"

namespace invar {

struct ContactDamping {
  double damping = 0;           // a [s/m], constant
  double number = 0;            // A of (R1): used instead where positive
  double slowest = 0.01;        // floor of w [m/s]
  double approach_time = 1e-4;  // with which w follows [s]
  bool by_restitution() const { return number > 0; }
  bool acts() const { return damping > 0 || number > 0; }
};

class ContactLosses final : public MemoryForce {
 public:
  // `prefix` of the names of its variables, e.g. "corner_2.".
  ContactLosses(QuadraticMap map, GapLawPtr gap, NormalLawPtr law, const ContactDamping& damping,
                const FrictionLaw& friction, const ContactPlaces& places, std::string prefix = "");

  WorkAccount account() const override { return WorkAccount::kDissipated; }
  std::vector<VariableInfo> internals() const override;
  void set_start(const At& at, VecOut z) const override;
  void add_Q(const At& at, VecOut Q) const override;
  void add_rate(const At& at, VecOut z_dot) const override;
  void add_derivatives(const At& at, MemoryDerivatives& out) const override;
  double H(Vec q, Vec z) const override;
  double calc_H_rate(const At& at, Vec z_dot) const override;
  bool solve_closed(const At& at, double beta, VecOut z) const override;
  bool is_one_way() const override { return true; }
  bool acts_across_ends() const override { return true; }
  void add_Q_bar(const Across& pair, VecOut Q, VecOut z1) const override;
  void add_Q_bar_tangent(const Across& pair, MatOut K) const override;

  // For channels: at a point.
  struct Look {
    double gap = 0, gap_rate = 0, normal = 0;
    Vector3 n = Vector3::Zero(), place = Vector3::Zero(), friction = Vector3::Zero(), slip_speed = Vector3::Zero();
    bool slips = false;
  };
  Look look(const At& at) const;

  // Places of the variables in z; -1 if there is none.
  int first_bristle() const { return bristle_; }
  int dissipated_by_damping() const { return D_damping_; }
  int dissipated_by_friction() const { return D_friction_; }

 private:
  struct Normal;      // at a point
  struct NormalStep;  // across a pair
  template <class T>
  struct Sliding;
  void calc_normal(const At& at, Normal& out) const;
  void calc_normal_step(const Across& pair, NormalStep& out) const;
  template <class T>
  void calc_sliding(const T* q, const T* v, const T* z, const T& N, Sliding<T>& out) const;
  template <class T>
  void calc_sliding_step(const T* q_m, const T* dq, Vec z0, double h, const T& N, Sliding<T>& out) const;
  template <int N>
  void add_sliding_derivatives(const At& at, const Normal& normal, MemoryDerivatives& out) const;
  template <int N>
  void add_sliding_tangent(const Across& pair, const NormalStep& normal, MatOut K) const;
  LocalVector calc_e(Vec q) const;
  double calc_a(double w) const;
  bool is_rough() const { return bristle_ >= 0; }

  QuadraticMap map_;
  GapLawPtr gap_;
  NormalLawPtr law_;
  ContactDamping damping_;
  FrictionLaw friction_;
  ContactPlaces places_;
  std::string prefix_;
  int bristle_ = -1, approach_ = -1, D_damping_ = -1, D_friction_ = -1, internals_ = 0;
};

}  // namespace invar
