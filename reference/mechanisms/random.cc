#include <cmath>
#include <cstdio>

#include "mechanisms/model.h"

namespace invar::mechanisms {

std::uint64_t Random::next() {  // splitmix64
  std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ULL);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

double Random::uniform(double low, double high) {
  const double x = low + (high - low) * static_cast<double>(next() >> 11) / 9007199254740992.0;
  return std::round(x * 1000) / 1000;
}

int Random::below(int n) { return static_cast<int>(next() % static_cast<std::uint64_t>(n)); }

Vec3 Random::vector(double size) {
  const double x = uniform(-size, size), y = uniform(-size, size), z = uniform(-size, size);
  return {x, y, z};
}

Vec3 Random::direction() {
  while (true) {
    const Vec3 d = vector(1);
    if (d.norm() > 0.3L && d.norm() <= 1) return d;
  }
}

std::string number(Real x) {
  char text[40];
  for (const int digits : {6, 15, 17}) {
    std::snprintf(text, sizeof text, "%.*g", digits, static_cast<double>(x));
    if (std::stod(text) == static_cast<double>(x)) break;
  }
  return text;
}

std::string list(const Vec3& v, int size) {
  std::string text = "[";
  for (int i = 0; i < size; ++i) text += (i ? ", " : "") + number(v[i]);
  return text + "]";
}

Vec3 perpendicular(const Vec3& axis, const Vec3& hint) {
  const Vec3 n = axis.normalized();
  return (hint - hint.dot(n) * n).normalized();
}

Mat3 triad(const Vec3& axis, const Vec3& x_axis) {
  Mat3 R;
  const Vec3 third = axis.normalized(), first = perpendicular(axis, x_axis);
  R << first, third.cross(first), third;
  return R;
}

Function random_function_of_time(Random& r, Real start, double size) {
  const double c = static_cast<double>(start), b = r.uniform(-size, size), a = r.uniform(-size, size),
               w = r.uniform(1, 4);
  if (r.chance(0.25)) {
    const double d = r.uniform(-size, size);
    return {"{polynomial: [" + number(c) + ", " + number(b) + ", " + number(a) + ", " + number(d) + "]}",
            [=](const Jet& t) { return Jet(c) + t * (Jet(b) + t * (Jet(a) + t * Jet(d))); }};
  }
  return {number(c) + " + " + number(b) + "*t + " + number(a) + "*sin(" + number(w) + "*t)",
          [=](const Jet& t) { return Jet(c) + Jet(b) * t + Jet(a) * sin(Jet(w) * t); }};
}

Function random_rate_of_time(Random& r, double size) {
  const double b = r.uniform(-size, size), a = r.uniform(-size, size), w = r.uniform(1, 4);
  return {number(b) + " + " + number(a) + "*cos(" + number(w) + "*t)",
          [=](const Jet& t) { return Jet(b) + Jet(a) * cos(Jet(w) * t); }};
}

}  // namespace invar::mechanisms
