// Model: an immutable list of named parts and the terms they placed, with the initial guess from the file.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "invar/core/state.h"
#include "invar/parts/body.h"
#include "invar/parts/drawing/drawing.h"
#include "invar/parts/joint.h"
#include "invar/spec/model_file.h"
#include "invar/spec/spec_node.h"
#include "invar/terms/assembly.h"

namespace invar {

struct Model {
  std::string name;
  std::string description, reference;
  std::shared_ptr<const Assembly> assembly;
  std::vector<std::unique_ptr<Body>> bodies;
  std::vector<std::unique_ptr<Body>> elements;  // flexible parts
  std::vector<std::unique_ptr<Joint>> joints;
  std::vector<std::unique_ptr<Part>> other_parts;  // markers, drives, forces, non-holonomic constraints
  Vector3 gravity = Vector3::Zero();
  State initial;    // as given, before assembly
  SpecNode method;  // the file's method block, missing if none
  struct Output {
    std::string channel;
    SourceLocation location;
  };
  std::vector<Output> outputs;  // channels asked for
  std::vector<SpecParameter> parameters;
  std::vector<std::string> notes;                   // sentences for the user: what the file says without effect
  std::map<std::string, SourceLocation> locations;  // where each part is defined

  // Channels of all parts (the run adds energy.*, constraint.* and so on).
  ChannelList channels() const;
  // The picture that all parts make together.
  Drawing drawing() const;
};

// Reads, checks and builds; throws ModelError.
std::shared_ptr<const Model> load_model(const std::string& path, const Overrides& overrides = {});
std::shared_ptr<const Model> load_model_text(const std::string& text, const std::string& file_name = "model.yaml",
                                             const Overrides& overrides = {});

}  // namespace invar
