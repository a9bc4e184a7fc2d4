// The catalogs: everything a model file may use, one line a type in catalogs.cc.
#pragma once

#include "invar/core/catalog.h"
#include "invar/parts/element.h"
#include "invar/parts/part_builder.h"
#include "invar/parts/road.h"

namespace invar {

const Catalog<BodyType>& body_types();
const Catalog<JointType>& joint_types();
const Catalog<PartType>& drive_types();
const Catalog<RoadType>& road_types();
const Catalog<PartType>& force_types();
const Catalog<ElementType>& element_types();
const Catalog<PartType>& nonholonomic_types();

// Markers have no types.
const Schema& marker_schema();

}  // namespace invar
