#include "invar/elements/beam/section_shapes.h"

#include <cmath>
#include <numbers>

namespace invar {

namespace {

constexpr double kPi = std::numbers::pi;

// Torsion constant of a rectangle a x b, a >= b: a b^3 [1/3 - 64 b/(pi^5 a) sum tanh(n pi a/2b)/n^5], n odd.
double calc_rectangle_torsion(double a, double b) {
  if (a < b) std::swap(a, b);
  double sum = 0;
  for (int n = 1; n <= 19; n += 2) sum += std::tanh(0.5 * n * kPi * a / b) / std::pow(n, 5);
  return a * b * b * b * (1.0 / 3 - 64 * b / (std::pow(kPi, 5) * a) * sum);
}

// [Cowper1966] table 1, thin-walled box: force along the webs of height h, flanges of width b, one thickness.
double calc_box_factor(double b, double h, double nu) {
  const double m = b / h, n = b / h;
  const double top = 10 * (1 + nu) * std::pow(1 + 3 * m, 2);
  return top / (12 + 72 * m + 150 * m * m + 90 * m * m * m + nu * (11 + 66 * m + 135 * m * m + 90 * m * m * m) +
                10 * n * n * ((3 + nu) * m + 3 * m * m));
}

}  // namespace

SectionShape make_circle(double r, double nu) {
  const double I = kPi * std::pow(r, 4) / 4, k = 6 * (1 + nu) / (7 + 6 * nu);
  return {kPi * r * r, I, I, 2 * I, k, k};
}

SectionShape make_hollow_circle(double r, double t, double nu) {
  const double inner = r - t, I = kPi * (std::pow(r, 4) - std::pow(inner, 4)) / 4;
  const double m = inner / r, q = std::pow(1 + m * m, 2);
  const double k = 6 * (1 + nu) * q / ((7 + 6 * nu) * q + (20 + 12 * nu) * m * m);
  return {kPi * (r * r - inner * inner), I, I, 2 * I, k, k};
}

SectionShape make_rectangle(double w, double h, double nu) {
  const double k = 10 * (1 + nu) / (12 + 11 * nu);
  return {w * h, w * h * h * h / 12, h * w * w * w / 12, calc_rectangle_torsion(w, h), k, k};
}

SectionShape make_hollow_rectangle(double w, double h, double t, double nu) {
  const double wi = w - 2 * t, hi = h - 2 * t, wm = w - t, hm = h - t;
  SectionShape s;
  s.A = w * h - wi * hi;
  s.I2 = (w * h * h * h - wi * hi * hi * hi) / 12;
  s.I3 = (h * w * w * w - hi * wi * wi * wi) / 12;
  s.J = 2 * t * wm * wm * hm * hm / (wm + hm);  // Bredt
  s.k2 = calc_box_factor(hm, wm, nu);
  s.k3 = calc_box_factor(wm, hm, nu);
  return s;
}

}  // namespace invar
