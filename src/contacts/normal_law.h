// NormalLaw: the force N of a contact over its gap g, N = F(d) with the penetration d = -g, zero where d <= 0. It derives from an
// energy U, the integral of F, and its chord between two gaps
//
//   (C1)  F_bar(g0, g1) = -[U(g1) - U(g0)]/(g1 - g0)
//
// is the mean of F between them: never negative where F is not (a contact never pulls), symmetric, monotone in g1. All of it is
// evaluated without small differences of energies, so that the balance of energy closes to round-off for any two gaps.
#pragma once

#include <memory>

#include "invar/functions/function1d.h"

namespace invar {

class NormalLaw {
 public:
  virtual ~NormalLaw() = default;
  virtual double U(double g) const = 0;          // [J]
  virtual double F(double g) const = 0;          // [N]
  virtual double stiffness(double g) const = 0;  // dF/dd
  virtual double F_bar(double g0, double g1) const = 0;
  virtual double F_bar_slope(double g0, double g1) const = 0;  // dF_bar/dd1
};

// F = k d^n, n >= 1: linear, Hertz (n = 3/2), and any other. In terms of the penetrations
//
//   one in (a), one out (b)   F_bar = k/(n+1) a^(n+1)/(a - b)
//   both in                   F_bar = k/(n+1) d0^n expm1((n+1) L)/expm1(L),   L = log1p((d1 - d0)/d0)
//
// with polynomials for n = 1 and, in square roots of the penetrations, for n = 3/2.
class PowerNormalLaw final : public NormalLaw {
 public:
  PowerNormalLaw(double stiffness, double exponent) : k_(stiffness), n_(exponent) {}
  double U(double g) const override;
  double F(double g) const override;
  double stiffness(double g) const override;
  double F_bar(double g0, double g1) const override;
  double F_bar_slope(double g0, double g1) const override;

 private:
  double k_, n_;
};

// F = f(d) of a formula or table with f >= 0.
class FunctionNormalLaw final : public NormalLaw {
 public:
  explicit FunctionNormalLaw(FunctionPtr f) : f_(std::move(f)) {}
  double U(double g) const override;
  double F(double g) const override;
  double stiffness(double g) const override;
  double F_bar(double g0, double g1) const override;
  double F_bar_slope(double g0, double g1) const override;

 private:
  FunctionPtr f_;
};

using NormalLawPtr = std::shared_ptr<const NormalLaw>;

// Hertz: k of n = 3/2 for a reduced radius R (1/R = 1/R_1 + 1/R_2) and a reduced modulus E.
double calc_hertz_stiffness(double modulus, double radius);

// Time that a mass spends in a contact from touch to loss when it hits at a speed v without damping, by quadrature of the
// energy integral: T = 2 int_0^dmax dd / sqrt(v^2 - 2 U(d)/m).
double calc_contact_time(const NormalLaw& law, double mass, double speed);
// Deepest penetration of that impact.
double calc_deepest(const NormalLaw& law, double mass, double speed);

}  // namespace invar
