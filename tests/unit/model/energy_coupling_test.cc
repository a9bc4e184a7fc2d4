// The channel NAME.coupling.ROW is [Yoon] eq. (20): the scalar product of the gradients of energy and row over (q, v), here
// by central differences of the whole system.
#include <gtest/gtest.h>

#include "invar/model/model.h"
#include "invar/record/recorder.h"
#include "invar/system/assembled_system.h"
#include "paths.h"

namespace invar {
namespace {

class EnergyCoupling : public ::testing::TestWithParam<const char*> {};

TEST_P(EnergyCoupling, is_the_product_of_the_gradients) {
  const auto model = load_model(source_path(std::string("models/") + GetParam() + ".yaml"), {});
  const AssembledSystem system(model->assembly);
  Snapshot s;
  s.t = model->initial.t;
  s.q = model->initial.q;
  s.v = model->initial.v;
  const int n = system.coordinates();
  for (int i = 0; i < n; ++i) s.v[i] += 0.1 * (i % 3 + 1);  // a state of no special value
  s.v_raw = s.v;
  const Vector lambda = Vector::Zero(system.rows());
  PointEval eval;
  const auto see = [&](const Vector& q, const Vector& v, double& E, Vector& rows) {
    system.eval({s.t, q, v}, lambda, kEnergy | kPosition | kVelocity, eval);
    E = eval.T + eval.U;
    rows = eval.Phi;
    for (int r = 0; r < system.rows(); ++r)
      if (!system.layout().row(r).holonomic) rows[r] = eval.Phi_dot[r];
  };
  Vector Y = Vector::Zero(system.rows()), high, low;
  for (int i = 0; i < 2 * n; ++i) {
    const double d = 1e-5;
    Vector q = s.q, v = s.v;
    double& x = i < n ? q[i] : v[i - n];
    double E_high = 0, E_low = 0;
    x += d;
    see(q, v, E_high, high);
    x -= 2 * d;
    see(q, v, E_low, low);
    Y += (E_high - E_low) / (2 * d) * (high - low) / (2 * d);
  }
  int compared = 0;
  const ChannelList offered = offer_channels(*model);
  for (int r = 0; r < system.rows(); ++r) {
    const RowInfo& row = system.layout().row(r);
    for (const Channel& channel : offered.all()) {
      if (channel.name != row.owner + ".coupling." + row.label) continue;
      EXPECT_NEAR(channel.value(s), Y[r], 1e-7 * (1 + Y.cwiseAbs().maxCoeff())) << channel.name;
      ++compared;
    }
  }
  EXPECT_GT(compared, 0);
}

INSTANTIATE_TEST_SUITE_P(Models, EnergyCoupling,
                         ::testing::Values("yoon_pendulum", "four_bar", "bicycle", "chaplygin_sleigh", "excavator"),
                         [](const auto& model) { return std::string(model.param); });

}  // namespace
}  // namespace invar
