// Sensors and readers: rates against differences in time, the two-point form, and the chain rule through formulas that read each
// other.
#include <gtest/gtest.h>

#include <cmath>

#include "catalog/difference_checks.h"
#include "invar/model/model.h"
#include "invar/signals/sensors.h"
#include "invar/signals/signal_reader.h"

namespace invar {
namespace {

struct SensorsOfTwo {
  Layout layout;
  int a = layout.add_node("a", NodeKind::kFrame3), b = layout.add_node("b", NodeKind::kFrame3);
  Sensors sensors{layout};
  SensorsOfTwo() {
    const AffineVector A = AffineVector().add(a, 0, 1).add(a, 2, 0.3), B = AffineVector().add(b, 0, 1), d = A - B;
    sensors.add(
        "distance", [&](QuadraticMap& map, int row) { map.add_dot(row, d, d); }, true);
    sensors.add("x", [&](QuadraticMap& map, int row) { map.add_component(row, A, Vector3::UnitX()); });
    sensors.add("seen", [&](QuadraticMap& map, int row) { map.add_dot(row, AffineVector().add(b, 1, 1), d); });
    for (int axis = 0; axis < 3; ++axis) {
      sensors.add_turn(a, axis, false);
      sensors.add_turn(b, axis, true);
    }
    sensors.compile();
  }
};

TEST(Sensors, have_rates_and_second_rates_that_are_differences_in_time) {
  const SensorsOfTwo x;
  sample::Random random(3);
  const Vector q = random.vector(24), v = random.vector(24), a = random.vector(24);
  const auto at = [&](double t) -> Vector {
    const Vector qt = q + t * v + 0.5 * t * t * a, vt = v + t * a;
    const SensorValues s = x.sensors.calc(qt, vt);
    Vector all(s.s.size() + s.r.size() + s.turns.size());
    all << s.s, s.r, s.turns;
    return all;
  };
  const Vector by_t = sample::difference([&](const Vector& t) { return at(t[0]); }, Vector::Zero(1));
  const SensorValues rates = x.sensors.calc_rates(q, v, a);
  Vector given(by_t.size());
  given << rates.s, rates.r, rates.turns;
  sample::expect_near(given, by_t, 1e-9, "rates");
  EXPECT_EQ(Vector(rates.s), Vector(x.sensors.calc(q, v).r));
}

TEST(Sensors, know_the_angular_velocity_of_a_turning_frame) {
  const SensorsOfTwo x;
  const Vector3 w(0.3, -1.2, 2);
  Vector q(24), v(24);
  for (int body = 0; body < 2; ++body) {
    const Matrix3 R = Eigen::AngleAxisd(0.8 + body, Vector3(1, 2, -1).normalized()).toRotationMatrix();
    q.segment<3>(12 * body).setConstant(body);
    v.segment<3>(12 * body).setZero();
    for (int i = 0; i < 3; ++i) {
      q.segment<3>(12 * body + 3 + 3 * i) = R.col(i);
      v.segment<3>(12 * body + 3 + 3 * i) = w.cross(R.col(i));
    }
  }
  const SensorValues s = x.sensors.calc(q, v);
  const Matrix3 R = Eigen::AngleAxisd(1.8, Vector3(1, 2, -1).normalized()).toRotationMatrix();
  const Vector3 in_body = R.transpose() * w;
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(s.turns[2 * i], w[i], 1e-14);
    EXPECT_NEAR(s.turns[2 * i + 1], in_body[i], 1e-14);
  }
}

// The work of an effort is effort times increment because the rate across a step is the increment over h.
TEST(Sensors, have_means_and_increments_across_a_step) {
  const SensorsOfTwo x;
  sample::Random random(5);
  const Vector q0 = random.vector(24), q1 = random.vector(24);
  const SensorValues s0 = x.sensors.calc(q0, q0), s1 = x.sensors.calc(q1, q1), s = x.sensors.calc_across(q0, q1, 0.4);
  for (int i = 0; i < x.sensors.count(); ++i) {
    EXPECT_DOUBLE_EQ(s.s[i], 0.5 * (s0.s[i] + s1.s[i]));
    EXPECT_DOUBLE_EQ(s.r[i], (s1.s[i] - s0.s[i]) / 0.4);
  }
}

TEST(SignalNetwork, differentiates_formulas_that_read_each_other) {
  SignalNetwork network;
  const auto add = [&](const std::string& text, const std::vector<std::string>& names,
                       std::vector<SignalSource> sources) {
    return network.add({text, Expression(text, names), std::move(sources)});
  };
  using S = SignalSource;
  network.add_internal({"c", "z", "1"}, 0);
  network.set_inputs({{"inputs", "u", "1"}});
  const int first = add("sin(a)*b + t", {"a", "b", "t"}, {{S::kValue, 0}, {S::kRate, 0}, {S::kTime, 0}});
  const int second =
      add("y^2*w + z*u", {"y", "w", "z", "u"}, {{S::kSignal, first}, {S::kTurn, 0}, {S::kInternal, 0}, {S::kInput, 0}});
  add("max(x, y) - exp(0.1*x*y)", {"x", "y"}, {{S::kSignal, first}, {S::kSignal, second}});
  const Vector u = Vector::Constant(1, 0.7);
  const auto calc = [&](const Vector& x, double t = 0.3) {
    Vector y(3);
    network.calc({t, x.segment(0, 1), x.segment(1, 1), x.segment(2, 1), x.segment(3, 1), u}, y);
    return y;
  };
  sample::Random random(9);
  const Vector x = random.vector(4), rate = random.vector(4);
  Vector y(3), y_dot(3);
  Matrix y_x(3, 4);
  network.calc({0.3, x.segment(0, 1), x.segment(1, 1), x.segment(2, 1), x.segment(3, 1), u}, y, y_x);
  EXPECT_EQ(y, calc(x));
  sample::expect_near(y_x, sample::difference([&](const Vector& at) { return calc(at); }, x), 1e-10, "y_x");
  network.calc_along({0.3, x.segment(0, 1), x.segment(1, 1), x.segment(2, 1), x.segment(3, 1), u},
                     {1, rate.segment(0, 1), rate.segment(1, 1), rate.segment(2, 1), rate.segment(3, 1), {}}, y, y_dot);
  EXPECT_EQ(y, calc(x));
  sample::expect_near(
      y_dot, sample::difference([&](const Vector& s) { return calc(x + s[0] * rate, 0.3 + s[0]); }, Vector::Zero(1)),
      1e-10, "y_dot");
}

}  // namespace
}  // namespace invar
