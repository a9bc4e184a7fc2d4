// Element types: flexible parts that make nodes of their own. As bodies they have mass and places on them.
#pragma once

#include "invar/parts/body.h"

namespace invar {

struct ElementType {
  std::string name, doc, reference;
  Schema schema;
  std::function<std::unique_ptr<Body>(const std::string& name, const Params&, PartBuilder&)> make;
};

}  // namespace invar
