// RunSpec: what is asked of a run. The method block of a model file is read into one (Model::run); who starts the run gives
// another one, which wins. Anything absent in both has a default.
//
//   method:
//     name: ep
//     step: 0.01                  # or tolerance, max_step
//     end: 10
//     every: 0.1
//     options: {order: 4}
//     start: equilibrium          # or {equilibrium: {...}}, the keys of start_schema()
//
//   RunSpec{.method = "ep", .options = {{"order", 4}}, .step = 0.01, .end = 10}
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "invar/core/types.h"
#include "invar/spec/model_file.h"
#include "invar/spec/params.h"
#include "invar/spec/value.h"

namespace invar {

// Options of a method as they were given; they are checked once the method is known.
class MethodOptions {
 public:
  MethodOptions() = default;
  MethodOptions(const ValueMap& values) : node_(values.node("options")) {}
  MethodOptions(std::initializer_list<ValueMap::Item> values) : MethodOptions(ValueMap(values)) {}
  explicit MethodOptions(SpecNode map) : node_(std::move(map)) {}
  // Texts such as order=4.
  static MethodOptions parse(const Overrides& texts);

  // These with others, which replace those of the same name.
  MethodOptions with(const MethodOptions& others) const;
  // Throws ModelError for what the schema, which must outlive the result, does not allow.
  Params check(const Schema& schema) const { return {node_, schema}; }

 private:
  SpecNode node_;
};

// Velocities of what no spin is given for.
enum class StartVelocities {
  kRest,
  kGiven,   // those of the file
  kSteady,  // if those of the file and of drives are a steady spin, the equilibrium of that spin; else those of the file
};

// An equilibrium to start from, and the velocities with which a run leaves it.
struct StartSpec {
  std::optional<Vector3> spin = {}, about = {};  // angular velocity [rad/s], a point of its axis [m]
  std::string joint = {};                        // what it carries turns about its axis
  std::vector<std::string> parts = {};           // that turn; all if there is neither this nor a joint
  StartVelocities velocities = StartVelocities::kRest;
  SourceLocation where = {};  // for messages
  bool spins() const { return spin || !joint.empty(); }
};

struct RunSpec {
  std::optional<std::string> method = {};           // name in the catalog of methods; not checked yet
  MethodOptions options = {};                       // of that method
  std::optional<double> step = {}, tolerance = {};  // s, 1; positive; at most one of them
  std::optional<double> max_step = {};              // s; positive; of step-size control
  std::optional<double> end = {}, every = {};       // s; positive
  std::optional<StartSpec> start = {};              // none: as the bodies are given
  bool assembles = true;                            // false: starts as given, also where that violates the constraints

  // Of keys that a file gives.
  std::map<std::string, SourceLocation, std::less<>> locations = {};
  // Of such a key, or of the block.
  SourceLocation where(std::string_view key) const;
};

// The method block of a model file; throws ModelError.
RunSpec read_run_spec(const SpecNode& block);
const Schema& start_schema();

}  // namespace invar
