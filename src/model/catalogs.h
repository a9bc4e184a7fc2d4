// The catalogs: everything a model may use, one line per type in catalogs.cc. They are data: copy the built-in ones, add your
// own types, and give the copy to load_model or ModelBuilder; your types then work in files and in code.
//
//   Catalogs mine = Catalogs::built_in();
//   mine.joints.add(my_joint_type());
//   const auto model = load_model("robot.yaml", {}, mine);
#pragma once

#include <memory>

#include "invar/controllers/controller_type.h"
#include "invar/core/catalog.h"
#include "invar/parts/element.h"
#include "invar/parts/part_builder.h"
#include "invar/parts/road.h"
#include "invar/parts/shape.h"

namespace invar {

struct MethodType;

struct Catalogs {
  Catalog<BodyType> bodies{"body type", "bodies"};
  Catalog<JointType> joints{"joint type", "joints"};
  Catalog<PartType> drives{"drive type", "drives"};
  Catalog<RoadType> roads{"road type", "roads"};
  Catalog<PartType> forces{"force type", "forces"};
  Catalog<ElementType> elements{"element type", "elements"};
  Catalog<ControllerType> controllers{"controller type", "controllers"};
  Catalog<ShapeType> shapes{"shape type", "shapes"};
  Catalog<PartType> contacts{"contact type", "contacts"};
  Catalog<PartType> nonholonomic{"non-holonomic constraint type", "nonholonomic"};
  // Methods of integration; null stands for the built-in ones (run/methods.h adds to them).
  std::shared_ptr<const Catalog<MethodType>> methods;

  static const Catalogs& built_in();
};

const Catalog<BodyType>& body_types();
const Catalog<JointType>& joint_types();
const Catalog<PartType>& drive_types();
const Catalog<RoadType>& road_types();
const Catalog<PartType>& force_types();
const Catalog<ElementType>& element_types();
const Catalog<PartType>& nonholonomic_types();
const Catalog<ControllerType>& controller_types();
const Catalog<ShapeType>& shape_types();
const Catalog<PartType>& contact_types();

// Markers have no types.
const Schema& marker_schema();

}  // namespace invar
