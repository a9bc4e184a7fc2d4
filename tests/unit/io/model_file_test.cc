// Good models: what is read, where it says it is, and that large repeats are fast.
#include "invar/spec/model_file.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>

#include "invar/spec/params.h"

namespace invar {
namespace {

ModelSpec read(const std::string& text, const Overrides& overrides = {}) {
  return read_model_text(text, "m.yaml", overrides);
}

TEST(ModelFile, the_example_of_the_header_is_read) {
  const ModelSpec spec = read(R"(model: chain
parameters: {N: 100, l: 1/N, mass: 0.1}          # numbers or formulas of each other, in any order
gravity: [0, 0, -9.81]
bodies:
  tip: {type: point_mass, mass: 2*mass, at: [1, 0, 0]}
  repeat:
    - {index: i, from: 1, to: N - 1, items: {"P_${i}": {type: point_mass, mass: mass, at: [i*l, 0, 0]}}}
joints:
  repeat:
    - {index: i, from: 2, to: N - 1, items: {"rod_${i}": {type: distance, between: ["P_${i-1}", "P_${i}"]}}}
outputs: [tip.position.x, {repeat: {index: i, from: 1, to: 3, items: ["P_${i}.position.z"]}}]
)",
                              {{"N", "5"}});
  EXPECT_EQ(spec.name, "chain");
  ASSERT_EQ(spec.bodies.size(), 5u);
  EXPECT_EQ(spec.bodies[0].name, "tip");
  EXPECT_EQ(spec.bodies[3].name, "P_3");
  EXPECT_EQ(spec.bodies[3].type, "point_mass");
  EXPECT_EQ(spec.bodies[3].node.path(), "bodies.P_3");
  EXPECT_EQ(spec.bodies[3].node.location().line, 7);
  EXPECT_DOUBLE_EQ(spec.bodies[3].node.find("at")[0].number(), 3 * 0.2);
  EXPECT_DOUBLE_EQ(spec.bodies[0].node.find("mass").number(), 0.2);
  ASSERT_EQ(spec.joints.size(), 3u);
  EXPECT_EQ(spec.joints[0].node.find("between")[0].text(), "P_1");
  EXPECT_EQ(spec.joints[0].node.find("between")[1].text(), "P_2");
  ASSERT_EQ(spec.outputs.size(), 4u);
  EXPECT_EQ(spec.outputs[3].text(), "P_3.position.z");
  EXPECT_EQ(spec.outputs[3].path(), "outputs[3]");
  EXPECT_DOUBLE_EQ(spec.gravity[2].number(), -9.81);
  EXPECT_FALSE(spec.camera);
}

TEST(ModelFile, parameters_may_refer_to_later_ones_and_be_overridden) {
  const std::string text = "parameters: {area: w*h, w: 2, h: '${w + 1}', angle: 30*deg}\n";
  const ModelSpec spec = read(text);
  EXPECT_DOUBLE_EQ(spec.parameters[0].value, 6.0);
  EXPECT_DOUBLE_EQ(spec.parameters[3].value, M_PI / 6);
  EXPECT_FALSE(spec.parameters[1].overridden);
  const ModelSpec changed = read(text, {{"w", "sqrt(h)"}, {"h", "4"}});
  EXPECT_DOUBLE_EQ(changed.parameters[0].value, 8.0);
  EXPECT_TRUE(changed.parameters[1].overridden);
  EXPECT_EQ(changed.parameters[0].name, "area");  // file order is kept
}

TEST(ModelFile, nested_repeats_see_both_indices_and_keep_the_order_of_the_file) {
  const ModelSpec spec = read(R"(
bodies:
  first: {type: a}
  repeat:
    - index: i
      from: 0
      to: 1
      items:
        row_${i}: {type: a}
        repeat:
          - index: j
            from: i
            to: 2
            items:
              p_${i}_${j}: {type: b, x: 10*i + j}
  last: {type: a}
)");
  std::string names;
  for (const auto& entry : spec.bodies) names += entry.name + " ";
  EXPECT_EQ(names, "first row_0 p_0_0 p_0_1 p_0_2 row_1 p_1_1 p_1_2 last ");
  EXPECT_DOUBLE_EQ(spec.bodies[7].node.find("x").number(), 12.0);
}

TEST(ModelFile, a_range_that_is_empty_gives_no_entries) {
  EXPECT_TRUE(read("bodies: {repeat: [{index: i, from: 1, to: 0, items: {'p_${i}': {type: a}}}]}").bodies.empty());
}

TEST(ModelFile, empty_sections_and_a_model_without_name_are_fine) {
  const ModelSpec spec = read("joints:\nbodies: {}\n");
  EXPECT_TRUE(spec.joints.empty());
  EXPECT_EQ(spec.name, "m");
}

TEST(ModelFile, anchors_and_merge_keys_work) {
  const ModelSpec spec = read(R"(
bodies:
  a: &base {type: rigid, mass: 1, at: [1, 2, 3]}
  b: {<<: *base, mass: 2}
  c: *base
)");
  EXPECT_DOUBLE_EQ(spec.bodies[1].node.find("mass").number(), 2.0);
  EXPECT_DOUBLE_EQ(spec.bodies[1].node.find("at")[2].number(), 3.0);
  EXPECT_EQ(spec.bodies[1].type, "rigid");
  EXPECT_EQ(spec.bodies[2].node.path(), "bodies.c");
  EXPECT_EQ(spec.bodies[1].node.path(), "bodies.b");
}

TEST(ModelFile, markers_need_no_type_and_free_parts_are_passed_on) {
  const ModelSpec spec = read(R"(
markers: {tip: {on: rod, at: [0, 0, 1]}}
initial: {rod: {angle: 0.5}}
method: {name: ep, step: 1e-3}
camera: {eye: [1, 1, 1]}
)");
  EXPECT_EQ(spec.markers[0].name, "tip");
  ASSERT_EQ(spec.initial.size(), 1u);
  EXPECT_EQ(spec.initial[0].name, "rod.angle");
  EXPECT_DOUBLE_EQ(spec.initial[0].node.number(), 0.5);
  EXPECT_EQ(spec.method.find("name").text(), "ep");
  EXPECT_EQ(spec.markers.size(), 1u);
}

TEST(ModelFile, values_without_whole_numbers_keep_all_digits_in_text) {
  const ModelSpec spec = read("parameters: {a: 1/3, b: 4}\ndescription: 'a=${a} b=${b} c=${2*b}'\n");
  EXPECT_EQ(spec.description, "a=0.3333333333333333 b=4 c=8");
}

TEST(ModelFile, windows_line_ends_and_a_byte_order_mark_do_no_harm) {
  const ModelSpec spec = read("\xEF\xBB\xBFmodel: x\r\nbodies:\r\n  a: {type: rigid}\r\n");
  EXPECT_EQ(spec.name, "x");
  EXPECT_EQ(spec.bodies[0].type, "rigid");
}

TEST(ModelFile, a_file_is_read_like_its_text) {
  const std::string path = ::testing::TempDir() + "invar_model_file_test.yaml";
  std::ofstream(path) << "bodies: {a: {type: rigid}}\n";
  const ModelSpec spec = read_model_file(path);
  EXPECT_EQ(spec.name, "invar_model_file_test");
  EXPECT_EQ(spec.bodies[0].node.location().file, path);
}

TEST(ModelFile, twenty_thousand_entries_are_expanded_and_checked_in_well_under_a_second) {
  const std::string text = R"(
parameters: {N: 10000, l: 1/N}
bodies:
  repeat: [{index: i, from: 0, to: N, items: {"P_${i}": {type: point_mass, mass: l*(1 + i/N), at: [i*l, 0, "${-i*l}"]}}}]
joints:
  repeat: [{index: i, from: 1, to: N, items: {"rod_${i}": {type: distance, between: ["P_${i-1}", "P_${i}"], length: l}}}]
)";
  Schema point, rod;
  point.number("mass", "kg", "mass").positive().required();
  point.vector3("at", "m", "position").required();
  rod.names_of("body", "between", "ends").size(2).required();
  rod.number("length", "m", "length").positive();
  const auto start = std::chrono::steady_clock::now();
  const ModelSpec spec = read(text);
  const auto expanded = std::chrono::steady_clock::now();
  double sum = 0.0;
  for (const auto& entry : spec.bodies) sum += Params(entry.node, point).vector3("at").x();
  std::size_t letters = 0;
  for (const auto& entry : spec.joints) letters += Params(entry.node, rod).names("between")[0].size();
  const auto done = std::chrono::steady_clock::now();
  const double reading = std::chrono::duration<double>(expanded - start).count();
  const double checking = std::chrono::duration<double>(done - expanded).count();
  RecordProperty("reading_ms", std::to_string(1e3 * reading));
  RecordProperty("checking_ms", std::to_string(1e3 * checking));
  EXPECT_EQ(spec.bodies.size(), 10001u);
  EXPECT_EQ(spec.joints.size(), 10000u);
  EXPECT_NEAR(sum, 5000.5, 1e-8);
  EXPECT_GT(letters, 40000u);
#ifdef NDEBUG
  EXPECT_LT(reading + checking, 1.0);
#endif
}

}  // namespace
}  // namespace invar
