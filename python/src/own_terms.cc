#include "own_terms.h"

#include "invar/core/vector_differences.h"
#include "invar/discrete/gonzalez.h"

namespace invar::python {

namespace {

MatOut as_column(VecOut x, Eigen::Map<Matrix>& map) {
  new (&map) Eigen::Map<Matrix>(x.data(), x.size(), 1);
  return map;
}

void add_vector(const VectorFunction& f, double t, std::initializer_list<VecView> arguments, VecOut out) {
  Eigen::Map<Matrix> map(nullptr, 0, 0);
  f.add(t, arguments, as_column(out, map));
}

std::vector<VariableInfo> infos(const std::vector<std::string>& names) {
  std::vector<VariableInfo> all;
  for (const std::string& name : names) all.push_back({"", name, "1"});
  return all;
}

class OwnForce final : public Force {
 public:
  explicit OwnForce(const OwnFunctions& f)
      : force_(f.make("force", true)),
        force_q_(f.make("force_q", true)),
        force_v_(f.make("force_v", true)),
        inputs_(f.inputs),
        dissipates_(f.dissipates) {}

  WorkAccount account() const override { return dissipates_ ? WorkAccount::kDissipated : WorkAccount::kApplied; }
  std::vector<VariableInfo> inputs() const override { return infos(inputs_); }
  void add_Q(const At& at, VecOut Q) const override {
    if (inputs_.empty())
      add_vector(*force_, at.t, {at.q, at.v}, Q);
    else
      add_vector(*force_, at.t, {at.q, at.v, at.u}, Q);
  }
  void add_Q_q(const At& at, MatOut K) const override {
    if (!force_q_) return Force::add_Q_q(at, K);
    add_matrix(*force_q_, at, K);
  }
  void add_Q_v(const At& at, MatOut C) const override {
    if (!force_v_) return Force::add_Q_v(at, C);
    add_matrix(*force_v_, at, C);
  }

 private:
  void add_matrix(const VectorFunction& f, const At& at, MatOut out) const {
    if (inputs_.empty())
      f.add(at.t, {at.q, at.v}, out);
    else
      f.add(at.t, {at.q, at.v, at.u}, out);
  }

  std::unique_ptr<VectorFunction> force_, force_q_, force_v_;
  std::vector<std::string> inputs_;
  bool dissipates_;
};

class OwnPotential final : public SmoothPotential {
 public:
  explicit OwnPotential(const OwnFunctions& f)
      : energy_(f.make("energy", false)), gradient_(f.make("gradient", false)), hessian_(f.make("hessian", false)) {}

  double U(Vec q) const override { return energy_->number({VecView(q.data(), q.size())}); }
  void add_U_q(Vec q, VecOut g) const override {
    if (gradient_) return add_vector(*gradient_, 0, {VecView(q.data(), q.size())}, g);
    Eigen::Matrix<double, 1, Eigen::Dynamic, Eigen::RowMajor, 1, kMaxLocal> row;
    row.setZero(q.size());
    Eigen::Map<Matrix, 0, Eigen::OuterStride<>> J(row.data(), 1, q.size(), Eigen::OuterStride<>(1));
    add_differences([this](Vec x, VecOut y) { y[0] += U(x); }, q, J);
    g += row.transpose();
  }
  void add_U_qq(Vec q, MatOut K) const override {
    if (!hessian_) return SmoothPotential::add_U_qq(q, K);
    hessian_->add(0, {VecView(q.data(), q.size())}, K);
  }

 private:
  std::unique_ptr<VectorFunction> energy_, gradient_, hessian_;
};

class OwnController final : public MemoryForce {
 public:
  explicit OwnController(const OwnFunctions& f)
      : force_(f.make("force", true)),
        rate_(f.make("rate", true)),
        internals_(f.internals),
        inputs_(f.inputs),
        start_(Eigen::Map<const Vector>(f.start.data(), static_cast<Eigen::Index>(f.start.size()))) {}

  WorkAccount account() const override { return WorkAccount::kApplied; }
  std::vector<VariableInfo> internals() const override { return infos(internals_); }
  std::vector<VariableInfo> inputs() const override { return infos(inputs_); }
  void set_start(const At&, VecOut z) const override { z = start_; }
  void add_Q(const At& at, VecOut Q) const override { call(*force_, at, Q); }
  void add_rate(const At& at, VecOut z_dot) const override { call(*rate_, at, z_dot); }

 private:
  void call(const VectorFunction& f, const At& at, VecOut out) const {
    if (inputs_.empty())
      add_vector(f, at.t, {at.q, at.v, at.z}, out);
    else
      add_vector(f, at.t, {at.q, at.v, at.z, at.u}, out);
  }

  std::unique_ptr<VectorFunction> force_, rate_;
  std::vector<std::string> internals_, inputs_;
  Vector start_;
};

}  // namespace

std::unique_ptr<VectorFunction> OwnFunctions::make(const std::string& which, bool with_time) const {
  const auto found = functions.find(which);
  if (found == functions.end()) return nullptr;
  return std::make_unique<VectorFunction>(found->second.get(), name + "." + which, with_time);
}

std::unique_ptr<Force> make_own_force(const OwnFunctions& f) { return std::make_unique<OwnForce>(f); }
std::unique_ptr<Potential> make_own_potential(const OwnFunctions& f) { return std::make_unique<OwnPotential>(f); }
std::unique_ptr<MemoryForce> make_own_controller(const OwnFunctions& f) { return std::make_unique<OwnController>(f); }

}  // namespace invar::python
