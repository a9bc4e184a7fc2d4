// `explicit`: the index-1 equations of motion with an explicit integrator, stabilized constraints and controlled energy
// ([Yoon], [Braun2012]).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/integrators/explicit/branch_watch.h"
#include "invar/integrators/explicit/energy_control.h"
#include "invar/integrators/explicit/scheme.h"
#include "invar/integrators/explicit/stabilization.h"
#include "invar/integrators/explicit/step_correction.h"
#include "invar/integrators/explicit/types.h"

namespace invar {

namespace {

// Gains that follow the step make violations decay with 1/h, or half of what the scheme follows if that is slower.
double calc_matched_rate(const Scheme& scheme) { return std::min(1.0, 0.495 * scheme.stability_limit()); }

class ExplicitIntegrator final : public Integrator {
 public:
  ExplicitIntegrator(const MechanicalSystem& system, const ExplicitOptions& given)
      : options_(resolve(given, system)),
        scheme_(make_scheme(options_.integrator)),
        motion_(system, options_.linear_solver, options_.truncation,
                make_stabilization(options_, calc_matched_rate(*scheme_)),
                make_energy_control(system, options_, scheme_->stability_limit())),
        invariants_(system),
        correction_(options_.post && options_.stabilization == "braun", options_.post && options_.energy == "braun",
                    &invariants_),
        watches_(system.rows() > 0 && scheme_->order() > 1),
        follows_branch_(watches_ && options_.post && options_.stabilization == "braun" && !motion_.depends_on_step()),
        keeps_derivative_(!motion_.depends_on_step() && (scheme_->error_needs_end() || follows_branch_)),
        needs_own_start_(options_.integrator == "ab3" && motion_.holds_terms()) {
    y0_.setZero(motion_.size());
    y1_ = end_derivative_ = y0_;
  }

  Traits traits() const override {
    const bool post = options_.post, constraints = post && options_.stabilization == "braun";
    return {.order = std::min(scheme_->order(), motion_.highest_order()),
            .is_implicit = false,
            .conserves_energy = post && options_.energy == "braun",
            .position_exact = constraints,
            .velocity_exact = constraints,
            .error_order = std::min(scheme_->error_order(), motion_.highest_order()),
            .treats_nonlinear_rows = true,
            .treats_variable_mass = true,
            .treats_internals = true,
            .corrects_start = options_.stabilization != "none"};
  }

  void reset() override {
    motion_.reset();
    scheme_->reset();
    watch_.reset();
    for (StepBegin& start : starts_) start.s.q.resize(0);
    end_.q.resize(0);
    has_derivative_ = false;
  }

  // connect() sees that a step is repeated, and schemes with history that its size changes.
  void restart() override {}

  // E0 + W goes on, and so do the other invariants, by the change of their values.
  void continue_from(const State& s, const Change& change) override {
    if (end_.q.size() == 0) return reset();
    if (change.rows) motion_.reset();
    motion_.forget_factors();
    scheme_->reset();
    watch_.reset();
    has_derivative_ = in_doubt_ = false;
    for (StepBegin& start : starts_) start.s.q.resize(0);
    if (invariants_.acts() && !same(end_, s)) invariants_.shift(end_, s);
    end_energy_ = change.energy ? end_energy_ + *change.energy : motion_.calc_energy(s);
    end_ = s;
    ends_at_change_ = true;
  }

  void archive(Archive& a) override {
    a("end", end_);
    a("end_energy", end_energy_);
    a("ends_at_change", ends_at_change_);
    a("starts", starts_);
    a("latest", latest_);
    a("last_h", last_h_);
    a("in_doubt", in_doubt_);
    a("has_derivative", has_derivative_);
    a("end_derivative", end_derivative_);
    a("invariants", invariants_);
    a("watch", watch_);
    a("scheme", *scheme_);
    a("motion", motion_);
  }

  StepReport step(const State& s0, double h, State& s1) override {
    StepReport report;
    const int before = motion_.factorizations();
    connect(s0);
    report.status = advance(s0, h, report);
    report.factorizations = motion_.factorizations() - before;
    if (!report.status.ok()) {
      has_derivative_ = false;
      end_.q.resize(0);
      return report;
    }
    const int n = motion_.coordinates();
    s1.t = s0.t + h;
    s1.q = y1_.head(n);
    s1.v = y1_.segment(n, n);
    if (motion_.internals() > 0) s1.z = y1_.segment(motion_.first_internal(), motion_.internals());
    s1.inputs = s0.inputs;
    const auto w = y1_.segment<ConstrainedMotion::kBooks>(2 * n);
    report.work_applied = w[0];
    if (motion_.driving_rows() > 0) {
      report.book_drives(drive_work_ = y1_.tail(motion_.driving_rows()));
      report.work_drives = w[1];  // what the energy control saw
    }
    report.dissipated_physical = w[2];
    if (motion_.system().has_variable_mass()) report.work_applied += motion_.calc_p_t(s1) - motion_.calc_p_t(s0);
    end_ = s1;
    ends_at_change_ = false;
    end_energy_ = start_energy_ + w[0] + w[1] - w[2];
    return report;
  }

  const Vector& lambda() const override { return motion_.lambda(); }
  std::vector<std::string> notes(double h) const override;

 private:
  // The loop rounds times to multiples of the step.
  bool same(const State& a, const State& b) const {
    const double rounding = 1e-12 * std::abs(b.t) + 1e-9 * std::abs(last_h_);
    return a.q.size() == b.q.size() && std::abs(a.t - b.t) <= rounding && a.q == b.q && a.v == b.v && a.z == b.z &&
           a.inputs.u == b.inputs.u;
  }

  // Continues from the end of the last step, repeats the last one, or begins anew.
  void connect(const State& s0) {
    if (same(end_, s0)) {
      start_energy_ = end_energy_;
      is_new_ = ends_at_change_;
    } else {
      has_derivative_ = false;
      scheme_->reset();
      const StepBegin* known = nullptr;
      for (const StepBegin& start : starts_)
        if (same(start.s, s0)) known = &start;
      if (known) {
        start_energy_ = known->energy;
        is_new_ = known->is_new;
      } else {
        reset();
        is_new_ = true;
        start_energy_ = motion_.calc_energy(s0);
        if (invariants_.acts()) invariants_.start(s0.t, s0.q, s0.v);
      }
    }
    latest_ = 1 - latest_;
    starts_[latest_].s = s0;
    starts_[latest_].energy = start_energy_;
    starts_[latest_].is_new = is_new_;
  }

  Status advance(const State& s0, double h, StepReport& report) {
    const int n = motion_.coordinates();
    last_h_ = h;
    y0_.head(n) = s0.q;
    y0_.segment(n, n) = s0.v;
    y0_.tail(motion_.size() - 2 * n).setZero();
    if (motion_.internals() > 0) y0_.segment(motion_.first_internal(), motion_.internals()) = s0.z;
    motion_.set_inputs(s0.inputs.u);
    if (Status status = motion_.begin_step(s0.t, y0_, h, start_energy_); !status.ok()) return status;
    if (is_new_ && find_limit_of_derivative(s0, h)) has_derivative_ = true;
    if (is_new_)
      if (Status status = motion_.begin_step(s0.t, y0_, h, start_energy_); !status.ok()) return status;
    if (!watches_) return take(s0.t, y0_, h, has_derivative_ ? &end_derivative_ : nullptr, y1_, report);
    if (has_derivative_) {
      start_derivative_ = end_derivative_;
    } else if (Status status = motion_.eval(s0.t, y0_, start_derivative_); !status.ok()) {
      return status;
    }
    const auto a = start_derivative_.segment(n, n);
    if (!follows_branch_ && watch_.is_new(s0.t)) {  // not a repeated step
      const bool passes = watch_.passes_singular(motion_, s0.t, h);
      in_doubt_ = !watch_.fits(motion_, s0.t, s0.q, s0.v, a) && (passes || watch_.is_singular(motion_));
      watch_.accept();
    }
    if (!follows_branch_ && in_doubt_) report.doubt = kBranchInDoubt;
    watch_.push(motion_, s0.t, s0.q, s0.v, a);
    const Status status = advance_on_branch(s0.t, y0_, h, &start_derivative_, 0, y1_, report);
    motion_.smooth_by(nullptr);
    return status;
  }

  // A step whose end does not continue the motion is repeated with smooth accelerations, and then divided: the ends and
  // stages of unequal parts lie elsewhere.
  Status advance_on_branch(double t, const Vector& y0, double h, const Vector* start, int depth, Vector& y1,
                           StepReport& report) {
    const int n = motion_.coordinates();
    const double error = report.local_error;
    const Status status = take(t, y0, h, needs_own_start_ ? nullptr : start, y1, report);
    if (!follows_branch_) return status;
    if (!status.ok() && !is_recoverable(status.code)) return status;
    if (status.ok() && watch_.fits(motion_, t + h, y1.head(n), y1.segment(n, n), end_derivative_.segment(n, n)))
      return {};
    // Singular at the end, or at the start: off the constraints the end may be regular.
    if (!(status.ok() && watch_.is_singular(motion_)) &&
        !(motion_.factor_at(t, y0.head(n), y0.segment(n, n)).ok() && watch_.is_singular(motion_))) {
      watch_.accept();
      return status;
    }
    if (depth == kMostDivisions) return branch_lost_at(t);
    report.local_error = error;
    scheme_->reset();
    motion_.smooth_by(&watch_);
    if (depth == 0) return advance_on_branch(t, y0, h, start, 1, y1, report);
    const double first = kSplit * h;
    Vector middle = y0;
    if (Status part = advance_on_branch(t, y0, first, start, depth + 1, middle, report); !part.ok()) return part;
    const Vector derivative = end_derivative_;
    scheme_->reset();
    return advance_on_branch(t + first, middle, h - first, &derivative, depth + 1, y1, report);
  }

  // One step of the scheme with its correction, and the derivative at the corrected end where it is of use.
  Status take(double t, const Vector& y0, double h, const Vector* start, Vector& y1, StepReport& report) {
    const int n = motion_.coordinates();
    const double t1 = t + h;
    if (Status status = motion_.begin_step(t, y0, h, start_energy_); !status.ok()) return status;
    if (Status status = scheme_->step(motion_, t, y0, h, start, y1); !status.ok()) return status;
    has_derivative_ = false;
    if (correction_.acts())
      if (Status status = correction_.apply(motion_, t1, y1); !status.ok()) return status;
    if (scheme_->error_needs_end() || keeps_derivative_)
      if (Status status = motion_.eval(t1, y1, end_derivative_); !status.ok()) return status;
    has_derivative_ = keeps_derivative_;
    if (scheme_->error_order() > 0) report.local_error += scheme_->calc_error(n, h, end_derivative_);
    return {};
  }

  static constexpr const char* kBranchInDoubt =
      "accelerations jump at a singular position, where motions of the mechanism meet; the run may have gone over to "
      "another "
      "of them. Use the method ep, or explicit with stabilization = braun and correction = post";

  static Status branch_lost_at(double t) {
    return {
        StatusCode::kBranchLost,
        fmt::format("accelerations jump at t = {:.6g} s, where motions of the mechanism meet; another step size or a "
                    "smaller one, or the method ep, may pass",
                    t)};
  }

  // At an exactly singular start the rank is lower than along the motion, the accelerations are those of a system with
  // more freedoms, and large steps would carry that far. Then the derivative is taken as the limit from shortly after the
  // start; true if that is so, which shows as a jump: k(0) far from k(d), k(d) close to k(2 d).
  bool find_limit_of_derivative(const State& s0, double h) {
    if (motion_.system().rows() == 0) return false;
    const double d = kShortlyAfter * h;
    motion_.release();
    if (!motion_.eval(s0.t, y0_, k_[0]).ok()) return false;
    StepCorrection onto_constraints(true, false);
    for (const int i : {1, 2}) {
      y1_ = y0_ + (i * d) * k_[0];
      if (!onto_constraints.apply(motion_, s0.t + i * d, y1_).ok()) return false;
      if (!motion_.eval(s0.t + i * d, y1_, k_[i]).ok()) return false;
    }
    const double jump = (k_[1] - k_[0]).norm(), change = (k_[2] - k_[1]).norm();
    if (!(jump > 10 * change + 1e-6 * k_[0].norm())) return false;
    end_derivative_ = 2 * k_[1] - k_[2];
    return true;
  }

  static constexpr int kMostDivisions = 7;
  static constexpr double kSplit = 0.38196601125010515;  // the golden section, as in simulate/simulation.cc
  static constexpr double kShortlyAfter = 1e-3;  // of a step: beyond the truncation, within the accuracy of a step

  ExplicitOptions options_;
  std::unique_ptr<Scheme> scheme_;
  ConstrainedMotion motion_;
  InvariantCorrection invariants_;
  BranchWatch watch_;
  StepCorrection correction_;
  Vector y0_, y1_, start_derivative_, end_derivative_, drive_work_;
  Vector k_[3];
  bool watches_;         // a step of first order is coarser than what would tell branches apart
  bool follows_branch_;  // past singular positions; else they are noticed, and the step is marked as doubtful
  bool keeps_derivative_, has_derivative_ = false;
  bool needs_own_start_;   // the scheme evaluates its first stage in another way
  bool is_new_ = true;     // the step begins a run, or goes on from a change
  bool in_doubt_ = false;  // whether the motion is still on its branch at the start of the step
  // Starts of the last two steps, with E0 + W there: step doubling repeats two.
  struct StepBegin {
    State s;
    double energy = 0;
    bool is_new = false;
    void archive(Archive& a) {
      a("s", s);
      a("energy", energy);
      a("is_new", is_new);
    }
  };
  StepBegin starts_[2];
  int latest_ = 0;
  State end_;  // of the last step
  bool ends_at_change_ = false;
  double last_h_ = 0;
  double start_energy_ = 0, end_energy_ = 0;  // E0 + W there
};

std::vector<std::string> ExplicitIntegrator::notes(double h) const {
  std::vector<std::string> notes;
  const double limit = scheme_->stability_limit();
  const auto check = [&](double rate, const std::string& gains) {
    if (rate * h > limit)
      notes.emplace_back(
          fmt::format("{} ask for a decay with {:.4g} 1/s, {:.3g} a step; {} is stable up to {:.3f} a step: "
                      "lower the gains, or take steps below {:.3g} s",
                      gains, rate, rate * h, options_.integrator, limit, limit / rate));
  };
  const auto stabilization = make_stabilization(options_, calc_matched_rate(*scheme_));
  check(stabilization->fastest_rate(h), stabilization->gains(h));
  if (options_.energy == "multiplier") check(options_.eta, fmt::format("eta = {:g} 1/s", options_.eta));
  if (options_.energy != "none" && options_.stabilization == "none" && motion_.system().rows() > 0)
    notes.emplace_back(
        "control of the energy without control of the constraints makes the motion less accurate than no control: set "
        "stabilization to braun or baumgarte, too");
  if (options_.energy == "braun" && motion_.system().rheonomic() && !invariants_.acts())
    notes.emplace_back(
        "with drives, the correction of the energy loses accuracy where the free motion passes rest: leave energy at "
        "auto");
  return notes;
}

}  // namespace

MethodType explicit_type() {
  MethodType type;
  type.name = "explicit";
  type.doc =
      "accelerations from the differentiated constraints, integrated explicitly, with control of constraints and "
      "energy; "
      "fast and of high order for systems that are not stiff";
  type.reference = "[Yoon]; [Braun2012]";
  add_explicit_options(type.schema);
  type.make = [](const MechanicalSystem& system, const Params& params) -> std::unique_ptr<Integrator> {
    return std::make_unique<ExplicitIntegrator>(system, read_explicit_options(params));
  };
  return type;
}

}  // namespace invar
