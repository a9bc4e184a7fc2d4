// Model: an immutable list of named parts and the terms they placed, with the initial guess from the file.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "invar/core/state.h"
#include "invar/model/event_spec.h"
#include "invar/model/run_spec.h"
#include "invar/parts/body.h"
#include "invar/parts/drawing/drawing.h"
#include "invar/parts/joint.h"
#include "invar/parts/signal_builder.h"
#include "invar/signals/block.h"
#include "invar/signals/signal_reader.h"
#include "invar/spec/model_file.h"
#include "invar/terms/assembly.h"

namespace invar {

struct Catalogs;

// A value of the section `initial`: of a channel of positions or of velocities.
struct StartValue {
  std::string channel;
  double value = 0;
  SourceLocation location;
};

// What the model was made of, kept so that nobody reads the file a second time.
struct ModelSource {
  std::string path;  // empty for a model built in code
  std::string text;  // YAML; of a model built in code, what to_yaml() writes
  Overrides overrides;
  std::string only_in_code = {};  // name of the first thing that no text can hold; empty if there is none
};

// A model points to the memory of its own parts: keep it alive as long as channels of it are in use.
struct Model {
  std::string name;
  std::string description, reference;
  std::shared_ptr<const Assembly> assembly;
  std::vector<std::unique_ptr<Body>> bodies;
  std::vector<std::unique_ptr<Body>> elements;  // flexible parts
  std::vector<std::unique_ptr<Joint>> joints;
  std::vector<std::unique_ptr<Part>> other_parts;  // markers, drives, forces, non-holonomic constraints
  Vector3 gravity = Vector3::Zero();
  State initial;  // as the bodies are placed, before assembly and before start_values: run/model_start.h poses it
  std::vector<StartValue> start_values;
  RunSpec run;  // what the file says of its runs
  struct Output {
    std::string channel;
    SourceLocation location;
    // Of a column that is a formula: `channel` is then its name.
    SignalText formula = {};
  };
  std::vector<Output> outputs;  // channels asked for
  // Formulas of channels: with names, and numbers of a run that are made of them.
  struct Measure {
    std::string name, unit;
    SignalText formula;
  };
  std::vector<Measure> measures;
  struct Result {
    enum Kind { kMin, kMax, kMean, kRms, kFinal, kTimeOfMin, kTimeOfMax };
    std::string name;
    Kind kind = kFinal;
    SignalText formula;
    double after = 0;  // what was before this time does not count [s]
  };
  std::vector<Result> results;
  std::vector<EventSpec> events;
  std::vector<Lock> locks;  // coordinates that events lock
  // Quantities of places in these formulas, and angles that are counted over turns, by their names in formulas.
  std::map<std::string, std::shared_ptr<const SignalReader>> readers;
  // All that depends on time alone: steps of a run end at its breaks.
  BreakList breaks;
  // Controllers that act at ticks.
  std::vector<SampledBlock> sampled;
  std::vector<SpecParameter> parameters;
  std::vector<std::string> notes;                   // sentences for the user: what the file says without effect
  std::map<std::string, SourceLocation> locations;  // where each part is defined
  ModelSource source;
  std::shared_ptr<const Catalogs> catalogs;  // the types it was built with

  // Channels of all parts (the run adds energy.*, constraint.* and so on). Made when they are asked for first, once, also
  // if several threads ask.
  const ChannelList& channels() const;
  // The picture that all parts make together.
  Drawing drawing() const;
  // A model file that loads (with the same catalogs) to the same model; overrides have become values of its parameters. Throws
  // ModelError for a model with functions or terms of a program.
  std::string to_yaml() const;

 private:
  struct LazyChannels {
    std::once_flag once;
    ChannelList list;
  };
  const std::unique_ptr<LazyChannels> channels_ = std::make_unique<LazyChannels>();
};

// Reads, checks and builds; throws ModelError.
std::shared_ptr<const Model> load_model(const std::string& path, const Overrides& overrides = {});
std::shared_ptr<const Model> load_model_text(const std::string& text, const std::string& file_name = "model.yaml",
                                             const Overrides& overrides = {});

// With types of your own.
std::shared_ptr<const Model> load_model(const std::string& path, const Overrides& overrides, const Catalogs& catalogs);
std::shared_ptr<const Model> load_model_text(const std::string& text, const std::string& file_name,
                                             const Overrides& overrides, const Catalogs& catalogs);

}  // namespace invar
