// All of Invar that programs use; docs/api.md says what each header gives.
#pragma once

// Vocabulary.
#include "invar/core/archive.h"
#include "invar/core/error.h"
#include "invar/core/state.h"
#include "invar/core/status.h"
#include "invar/core/version.h"
// Models: from files, from code, with types and terms of your own.
#include "invar/discrete/gonzalez.h"
#include "invar/functions/function1d_callable.h"
#include "invar/model/catalogs.h"
#include "invar/model/model.h"
#include "invar/model/model_builder.h"
#include "invar/model/params/bodies.h"
#include "invar/model/params/drives.h"
#include "invar/model/params/elements.h"
#include "invar/model/params/forces.h"
#include "invar/model/params/joints.h"
#include "invar/model/params/markers.h"
#include "invar/model/params/methods.h"
#include "invar/model/params/nonholonomic.h"
#include "invar/model/params/roads.h"
#include "invar/parts/force_part.h"
#include "invar/parts/read_places.h"
// Motion: systems, methods, steps.
#include "invar/integrators/integrator.h"
#include "invar/run/methods.h"
#include "invar/run/model_simulation.h"
#include "invar/simulate/simulation.h"
#include "invar/solve/initial_conditions.h"
#include "invar/system/assembled_system.h"
// Whole runs with a certificate.
#include "invar/audit/certificate.h"
#include "invar/audit/findings.h"
#include "invar/io/table_writer.h"
#include "invar/run/model_check.h"
#include "invar/run/run.h"
