// The equations of motion of a model, for those who solve them elsewhere:
//
//   M(q) a + G^T lambda = f(t, q, v),   Phi(t, q) = 0,   G v + Phi_t = 0,   G a + bias = 0
//
// Sparse matrices are given as (values, columns, starts of rows), which scipy.sparse.csr_array takes.
#include "callables.h"
#include "invar/audit/instant.h"
#include "invar/core/error.h"
#include "invar/parts/snapshot.h"
#include "invar/record/channel_set.h"
#include "invar/run/model_start.h"
#include "invar/solve/acceleration.h"
#include "invar/solve/initial_conditions.h"
#include "invar/system/assembled_system.h"

namespace invar::python {

namespace {

class Equations {
 public:
  explicit Equations(const LoadedModel& loaded) : model_(loaded.model), system_(model_->assembly), instant_(system_) {
    start_ = find_start(*model_, system_);
    const auto report = solve_initial_conditions(system_, start_);
    if (!report.status.ok()) throw ModelError({}, model_->name, "cannot be assembled", report.status.message());
    system_.start_internals(start_);
  }

  const State& start() const { return start_; }

  nb::object mass_matrix(const State& s) {
    return sparse(system_.K_pattern(), system_.has_variable_mass() ? calc_mass(system_, s) : system_.M());
  }

  // What PointEval has at a state, by names.
  nb::dict eval(const State& s, nb::handle multipliers) {
    const Vector lambda = multipliers.is_none() ? Vector(Vector::Zero(system_.rows()))
                                                : read_vector(multipliers, "multipliers", system_.rows());
    CallbackScope callbacks;
    PointEval e;
    system_.eval(s, lambda, kEnergy | kForces | kPosition | kVelocity | kBias | kStiffness | kPower, e);
    callbacks.rethrow();
    nb::dict d;
    d["T"] = e.T;
    d["U"] = e.U;
    d["forces"] = array_of(Vector(e.Q - e.U_q));
    d["Phi"] = array_of(e.Phi);
    d["Phi_dot"] = array_of(e.Phi_dot);
    d["G"] = sparse(system_.G_pattern(), e.G);
    d["bias"] = array_of(e.bias);
    d["K"] = sparse(system_.K_pattern(), e.K);
    d["C"] = sparse(system_.K_pattern(), e.C);
    d["z_dot"] = array_of(e.z_dot.size() ? e.z_dot : Vector(Vector::Zero(s.z.size())));
    return d;
  }

  nb::tuple accelerations(const State& s) {
    AccelerationSolver solver(system_);
    Vector a, lambda;
    CallbackScope callbacks;
    const bool good = solver.solve(s, a, lambda);
    callbacks.rethrow();
    if (!good) throw ModelError({}, model_->name, "has no accelerations in this state", "the equations are singular");
    return nb::make_tuple(array_of(a), array_of(lambda));
  }

  // The nearest state that satisfies the constraints.
  State assemble(const State& s) {
    State moved = s;
    CallbackScope callbacks;
    const auto report = solve_initial_conditions(system_, moved);
    callbacks.rethrow();
    if (!report.status.ok()) throw ModelError({}, model_->name, "cannot be assembled", report.status.message());
    return moved;
  }

  nb::object channels(const State& s, const nb::list& names) {
    const ChannelList offered = offer_channels(*model_);
    CallbackScope callbacks;
    instant_.look_at(s);
    Vector values(static_cast<Eigen::Index>(nb::len(names)));
    Eigen::Index i = 0;
    for (const nb::handle name : names) {
      const Channel* channel = offered.find(nb::cast<std::string>(name));
      if (!channel) throw ModelError({}, nb::cast<std::string>(name), "is no channel of the model");
      instant_.point();
      values[i++] = channel->value(instant_.snapshot(channel->needs));
    }
    callbacks.rethrow();
    return array_of(values);
  }

 private:
  static nb::object sparse(const SparsePattern& pattern, const Vector& values) {
    const auto ints = [&](const std::vector<int>& x) {
      auto* copy = new std::vector<int>(x);
      const nb::capsule owner(copy, [](void* p) noexcept { delete static_cast<std::vector<int>*>(p); });
      return nb::cast(nb::ndarray<nb::numpy, int>(copy->data(), {copy->size()}, owner), nb::rv_policy::reference);
    };
    return nb::make_tuple(array_of(values), ints(pattern.index), ints(pattern.start),
                          nb::make_tuple(pattern.rows, pattern.cols));
  }

  std::shared_ptr<const Model> model_;
  AssembledSystem system_;
  Instant instant_;
  State start_;
};

}  // namespace

void bind_system(nb::module_& m) {
  nb::class_<Equations>(m, "Equations")
      .def(nb::init<const LoadedModel&>())
      .def_prop_ro("start", [](const Equations& e) { return State(e.start()); })
      .def("mass_matrix", &Equations::mass_matrix)
      .def("eval", &Equations::eval, nb::arg("state"), nb::arg("multipliers").none() = nb::none())
      .def("accelerations", &Equations::accelerations)
      .def("assemble", &Equations::assemble)
      .def("channels", &Equations::channels);
}

}  // namespace invar::python
