// ModelBuilder: a model from code. Entries are checked against the same schemas as those of a file, may come in any order, and
// finish() builds them as if they had been read.
//
//   ModelBuilder builder;
//   builder.gravity({0, 0, -9.81});
//   builder.add("arm", RigidBodyParams{.mass = 2, .inertia = {0.01, 0.17, 0.17}, .position = {0.5, 0, 0}});
//   builder.add("hinge", RevoluteParams{.between = {"ground", "arm"}, .at = {0, 0, 0}, .axis = {0, 1, 0}});
//   builder.add("forces", "spring", "torsion_spring", {{"joint", "hinge"}, {"stiffness", 20}});    // the same without a struct
//   const auto model = builder.finish();
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "invar/model/catalogs.h"
#include "invar/model/model.h"
#include "invar/model/own_term.h"
#include "invar/spec/typed_value.h"

namespace invar {

// A struct of model/params/, or one of your own for a type of your own.
template <class T>
concept PartParams = requires(const T& params) {
  {std::string(T::kSection)};
  {std::string(T::kType)};
  { params.values() } -> std::same_as<ValueMap>;
};

class ModelBuilder {
 public:
  explicit ModelBuilder(const Catalogs& catalogs = Catalogs::built_in());

  ModelBuilder& name(const std::string& text);
  ModelBuilder& description(const std::string& text);
  ModelBuilder& reference(const std::string& text);
  ModelBuilder& gravity(const Vector3& g);
  // A number, or a formula of other parameters, that values may use: {"mass", "2*m"}.
  ModelBuilder& parameter(const std::string& name, NumberValue value);
  // A coordinate or rate that the start has exactly, by the name of its channel: "hinge.angle", "hinge.angle_rate". The bodies
  // may then stand anywhere consistent.
  ModelBuilder& initial(const std::string& channel, NumberValue value);
  // What formulas may read by name (docs/model-file.md): a function of x, a number from outside with its value at the start, and a
  // formula of signals.
  ModelBuilder& function(const std::string& name, Value value);
  ModelBuilder& input(const std::string& name, double start);
  ModelBuilder& measure(const std::string& name, const std::string& formula);
  // A number of a run for its certificate: {{"max", "abs(servo.torque)"}, {"after", 2}}.
  ModelBuilder& result(const std::string& name, const ValueMap& what);
  // What happens at an instant (docs/events.md): {{"when", "panel.angle > 90*deg"}, {"do", ...}}.
  ModelBuilder& event(const std::string& name, const ValueMap& what);
  // Channels that a run records.
  ModelBuilder& output(const std::string& channel);
  // How to run it: name, step or tolerance, end, every, options, as in a file.
  ModelBuilder& method(const ValueMap& values);

  // An entry of a section (bodies, joints, drives, roads, forces, elements, nonholonomic, controllers, shapes,
  // contacts). Throws ModelError for an
  // unknown section, type or key, and for values that break a rule of the schema. Names of other entries are looked up by finish().
  ModelBuilder& add(const std::string& section, const std::string& name, const std::string& type,
                    const ValueMap& values = {});
  template <PartParams T>
  ModelBuilder& add(const std::string& name, const T& params) {
    return add(T::kSection, name, T::kType, params.values());
  }
  ModelBuilder& add_marker(const std::string& name, const ValueMap& values);

  // Terms of your own on the coordinates of the named places (model/own_term.h), without a type. They belong to the first
  // model that finish() builds.
  ModelBuilder& add_force(const std::string& name, std::vector<std::string> places, std::unique_ptr<Force> term);
  ModelBuilder& add_memory_force(const std::string& name, std::vector<std::string> places,
                                 std::unique_ptr<MemoryForce> term);
  ModelBuilder& add_potential(const std::string& name, std::vector<std::string> places,
                              std::unique_ptr<Potential> term);
  ModelBuilder& add_constraint(const std::string& name, std::vector<std::string> places,
                               std::unique_ptr<Constraint> term, std::vector<RowLabel> rows = {});

  // Builds all; throws ModelError. Without terms of your own it may be called again, also with other values of parameters.
  std::shared_ptr<const Model> finish(const Overrides& overrides = {});

 private:
  SpecNode make_tree() const;
  void check(const Schema& schema, const ValueMap& values, const std::string& path) const;
  ModelBuilder& add_own(OwnTerm term);
  ValueMap& section(const std::string& key);

  std::shared_ptr<const Catalogs> catalogs_;
  ValueMap head_, parameters_, functions_, inputs_, measures_, results_, events_, initial_, method_;
  std::vector<std::pair<std::string, ValueMap>> sections_;
  std::vector<Value> outputs_;
  std::vector<OwnTerm> terms_;
  std::string first_term_;
  bool terms_used_ = false;
};

}  // namespace invar
