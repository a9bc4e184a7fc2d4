// ModelSpec: a model file as plain data. It knows names, lines and formulas, but no physics.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "invar/spec/spec_node.h"

namespace invar {

// One named entry of a section, after repeat blocks are expanded. It keeps the line of its template.
struct SpecEntry {
  std::string name;
  std::string type;  // empty in markers
  SpecNode node;     // the map; its path is "joints.hinge"
  SourceLocation name_location;
  SourceLocation type_location;
};

// A named value of a section of values; {hinge: {angle: 1}} has the name hinge.angle.
struct SpecValue {
  std::string name;
  SpecNode node;
  SourceLocation name_location;
};

struct SpecParameter {
  std::string name;
  double value = 0.0;
  SourceLocation location;
  bool overridden = false;  // by --set
};

struct ModelSpec {
  std::string file;
  std::string name;                       // key `model`; the file name without folder and ending if there is none
  std::string description;                // may be empty
  std::string reference;                  // may be empty
  std::vector<SpecParameter> parameters;  // file order

  std::vector<SpecEntry> bodies, markers, joints, drives, roads, forces, elements, nonholonomic, controllers, shapes,
      contacts, events;
  std::vector<SpecNode> outputs;  // text or maps

  // Free-form parts; a missing node if the file does not have them.
  SpecNode gravity, method, camera, measures, inputs, results;
  std::vector<SpecValue> initial;

  SpecNode root;
  ScopePtr scope;              // the parameters, and
  FunctionTablePtr functions;  // what formulas may call; may be null
};

}  // namespace invar
