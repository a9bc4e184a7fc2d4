// Every controller type on its samples: the derivatives and tangents of the term it becomes, against differences; its channels.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "catalog/controllers_samples.h"
#include "invar/model/catalogs.h"
#include "invar/model/model.h"
#include "invar/system/assembled_system.h"
#include "invar/testing/check_term.h"

namespace invar {
namespace {

class ControllerCatalog : public ::testing::TestWithParam<sample::Sample> {};

TEST_P(ControllerCatalog, has_right_derivatives_at_points_across_steps_and_along_paths) {
  const auto model = load_model_text(GetParam().model);
  const Assembly& assembly = *model->assembly;
  ASSERT_EQ(assembly.memory_forces.size() + assembly.forces.size(), 1u) << "controller and motor are one term";
  const auto& nodes = assembly.forces.empty() ? assembly.memory_forces[0].nodes : assembly.forces[0].nodes;
  Vector base(assembly.local_size(nodes));
  int at = 0;
  for (const int node : nodes) {
    const Node& n = assembly.layout.node(node);
    base.segment(at, node_size(n.kind)) = model->initial.q.segment(n.offset, node_size(n.kind));
    at += node_size(n.kind);
  }
  CheckOptions options;
  for (const int node : nodes) options.nodes.push_back(assembly.layout.node(node).kind);
  options.point = [&](std::mt19937& generator) {
    std::uniform_real_distribution<double> uniform(-0.1, 0.1);
    return Vector(base + Vector::NullaryExpr(base.size(), [&] { return uniform(generator); }));
  };
  for (const unsigned seed : {1u, 2u, 3u}) {
    options.seed = seed;
    const CheckReport report = assembly.forces.empty() ? check_memory_force(*assembly.memory_forces[0].term, options)
                                                       : check_force(*assembly.forces[0].term, options);
    EXPECT_TRUE(report.ok) << report.violation;
  }
}

TEST_P(ControllerCatalog, offers_finite_channels_named_once) {
  const auto model = load_model_text(GetParam().model);
  State start = model->initial;
  AssembledSystem(model->assembly).start_internals(start);
  Snapshot s;
  s.t = 0.4;
  s.z = start.z;
  s.u = start.inputs.u;
  s.q = start.q;
  s.v = s.v_raw = start.v;
  std::set<std::string> names;
  const ChannelList channels = model->channels();
  for (const auto& channel : channels.all()) {
    if (channel.name.rfind("c.", 0) != 0) continue;
    EXPECT_TRUE(names.insert(channel.name).second) << channel.name;
    EXPECT_TRUE(std::isfinite(channel.value(s))) << channel.name;
  }
  EXPECT_FALSE(names.empty());
}

INSTANTIATE_TEST_SUITE_P(Samples, ControllerCatalog, ::testing::ValuesIn(sample::controller_samples()),
                         [](const auto& tested) { return tested.param.type + "_" + std::to_string(tested.index); });

TEST(ControllerCatalogTable, every_type_has_a_sample_a_text_and_units) {
  std::set<std::string> sampled;
  for (const auto& s : sample::controller_samples()) sampled.insert(s.type);
  for (const auto& [name, type] : controller_types().entries()) {
    EXPECT_TRUE(sampled.count(name)) << name << " has no sample";
    EXPECT_FALSE(type.doc.empty());
    EXPECT_FALSE(type.reference.empty());
    for (const auto& p : type.schema.params()) EXPECT_FALSE(p.doc.empty()) << name << "." << p.name;
  }
}

}  // namespace
}  // namespace invar
