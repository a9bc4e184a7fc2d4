// Motions that are known from elsewhere (closed forms, reference solutions in other coordinates), each run by some method with
// some step: what --verify estimates against the error that the run really has.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "benchmarks/model_run.h"

namespace invar::benchmarks {

// Where a node of a model is: a point, or an origin with axes (columns of R).
struct KnownPose {
  Vector3 r;
  Matrix3 R = Matrix3::Identity();
};

struct KnownMotion {
  std::string name;   // for the table
  std::string model;  // of models/, or a text
  Settings settings;
  // Of a node by its name.
  std::function<KnownPose(const std::string& node, double t)> pose;
  // How far the body of a node reaches along its axes, by hand: the ends of the axes count as points of the motion.
  std::function<Vector3(const std::string& node)> lengths = [](const std::string&) -> Vector3 {
    return Vector3::Zero();
  };
};

const std::vector<KnownMotion>& known_motions();

struct VerifiedMotion {
  std::string name, method, steps;
  double error = 0;  // largest displacement from the known motion at the end of a step [m]
  Certificate certificate;
  double ratio() const { return certificate.motion_error_estimate.value_or(0) / error; }
};

VerifiedMotion verify_motion(const KnownMotion& motion);

}  // namespace invar::benchmarks
