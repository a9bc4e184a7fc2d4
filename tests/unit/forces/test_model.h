// A model with its system, for tests that look at accelerations and channels of the initial state.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "invar/model/model.h"
#include "invar/solve/acceleration.h"
#include "invar/system/assembled_system.h"

namespace invar {

class TestModel {
 public:
  explicit TestModel(const std::string& text, const std::string& rest = "")
      : model_(load_model_text(text + rest)), system_(model_->assembly) {
    snapshot_.q = model_->initial.q;
    snapshot_.v = snapshot_.v_raw = model_->initial.v;
    solve();
  }
  const AssembledSystem& system() const { return system_; }
  const State& initial() const { return model_->initial; }
  Snapshot& snapshot() { return snapshot_; }

  // Accelerations and multipliers at the snapshot's t, q, v.
  void solve() {
    AccelerationSolver solver(system_);
    EXPECT_TRUE(solver.solve({snapshot_.t, snapshot_.q, snapshot_.v}, snapshot_.a, snapshot_.lambda));
    snapshot_.lambda_raw = snapshot_.lambda;
  }
  double channel(const std::string& name) const {
    const ChannelList channels = model_->channels();
    for (const auto& c : channels.all())
      if (c.name == name) return c.value(snapshot_);
    ADD_FAILURE() << "no channel " << name;
    return 0;
  }
  Vector3 vector(const std::string& name) const {
    return {channel(name + ".x"), channel(name + ".y"), channel(name + ".z")};
  }

 private:
  std::shared_ptr<const Model> model_;
  AssembledSystem system_;
  Snapshot snapshot_;
};

}  // namespace invar
