// A joint type of your own, added to a copy of the catalogs: it then works in code and in files. The example is a curved slot:
// a point of the second body stays on a circle about the axis of the first.
// Run: own_joint
#include <invar/invar.h>

#include <cstdio>

using namespace invar;

// Phi = [ d . d - r^2 ] / 2 and the axis of F . d = 0, with d from F to M. Both are quadratic in the coordinates.
JointType circular_slot_type() {
  JointType type;
  type.name = "circular_slot";
  type.doc = "a point of the second body stays on a circle about the axis of the first";
  type.schema = pair_schema();
  type.schema.number("radius", "m", "of the circle").positive().required();
  type.make = [](const std::string& name, const Params& params, PartBuilder& builder) {
    return make_pair_joint(name, "circular_slot", params, builder, {}, {.M_may_be_point = true},
                           [&](QuadraticMap& rows, const Marker& F, const Marker& M) {
                             const AffineVector d = M.point - F.point;
                             const double r = params.number("radius");
                             const int circle = rows.add_row("circle", "N/m");
                             rows.add_dot(circle, d, d, 0.5);
                             rows.add_constant(circle, -0.5 * r * r);
                             rows.add_dot(rows.add_row("plane", "N"), F.axes[2], d);
                           });
  };
  return type;
}

int main() {
  Catalogs mine = Catalogs::built_in();
  mine.joints.add(circular_slot_type());
  ModelBuilder builder(mine);
  builder.gravity({0, 0, -9.81});
  builder.add("bead", PointMassParams{.mass = 0.1, .position = {0.5, 0, 0}});
  builder.add("joints", "slot", "circular_slot",
              {{"between", {"ground", "bead"}}, {"at", {0, 0, 0}}, {"axis", {0, 1, 0}}, {"radius", 0.5}});
  const auto model = builder.finish();
  ModelSimulation sim(load_model_text(model->to_yaml(), "bead.yaml", {}, mine), EpParams{}, {.step = 0.001});
  sim.run_to(1);
  const double x = sim.value("bead.position.x"), z = sim.value("bead.position.z");
  std::printf("radius %.12f m\n", std::hypot(x, z));
}
