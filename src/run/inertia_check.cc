#include "invar/run/inertia_check.h"

#include <fmt/format.h>

#include <cmath>

#include "invar/core/error.h"
#include "invar/core/max_abs.h"
#include "invar/run/run.h"
#include "invar/solve/node_mass.h"

namespace invar {

namespace {

constexpr double kNoStiffness = 1e-12;  // of a spring along the direction, relative to the largest at the node
constexpr double kAligned = 1e-6;

// Whether springs or dampers act along dq.
bool is_resisted(const AssembledSystem& system, const PointEval& eval, const MasslessDirection& d) {
  const SparsePattern& K = system.K_pattern();
  const int offset = system.layout().node(d.node).offset;
  double along = 0, largest = 0;
  for (const Vector* matrix : {&eval.K, &eval.C}) {
    if (matrix->size() == 0) continue;
    for (int i = 0; i < d.dq.size(); ++i)
      for (int k = K.start[offset + i]; k < K.start[offset + i + 1]; ++k) {
        largest = std::max(largest, std::abs((*matrix)[k]));
        const int j = K.index[k] - offset;
        if (j >= 0 && j < d.dq.size()) along += d.dq[i] * (*matrix)[k] * d.dq[j];
      }
  }
  return std::abs(along) > kNoStiffness * largest;
}

std::string axis_text(const Vector3& axis) {
  static constexpr const char* kNames[] = {"x", "y", "z"};
  for (int i = 0; i < 3; ++i)
    if (std::abs(std::abs(axis[i]) - 1) < kAligned) return fmt::format("its {} axis", kNames[i]);
  return fmt::format("the axis ({:.4g}, {:.4g}, {:.4g}) of the body", axis[0] + 0.0, axis[1] + 0.0, axis[2] + 0.0);
}

// "about its x axis", where a body cannot be accelerated; empty for nodes that have no orientation.
std::string direction_text(const AssembledSystem& system, const MasslessDirection& d, Vec q) {
  const Node& node = system.layout().node(d.node);
  if (node.kind == NodeKind::kFrame2 && std::abs(d.dq[2]) > 0) return "about its z axis";
  if (node.kind != NodeKind::kFrame3) return "";
  const Matrix3 D = Eigen::Map<const Matrix3>(q.data() + node.offset + 3);
  Vector3 turn = Vector3::Zero();  // 2 w = sum of d_j x dd_j
  for (int j = 0; j < 3; ++j) turn += D.col(j).cross(Vector3(d.dq.segment<3>(3 + 3 * j)));
  if (!(turn.norm() > 0)) return "";
  Vector3 axis = (D.transpose() * turn).normalized();
  int largest = 0;
  axis.cwiseAbs().maxCoeff(&largest);
  if (axis[largest] < 0) axis = -axis;
  return "about " + axis_text(axis);
}

}  // namespace

void check_inertia(const AssembledSystem& system, const Model& model, const State& start) {
  const std::vector<MasslessDirection> open = find_undetermined_directions(system, start.t, start.q);
  if (open.empty()) return;
  PointEval eval;
  const Vector lambda = Vector::Zero(system.rows());
  system.eval(start, lambda, kStiffness, eval);
  for (const auto& direction : open) {
    if (is_resisted(system, eval, direction)) continue;
    const std::string text = direction_text(system, direction, start.q);
    if (text.empty()) continue;  // points without mass are named by check_accelerations
    for (const auto& body : model.bodies)
      for (const int node : body->nodes())
        if (node == direction.node)
          throw ModelError(
              location_of(model, body->name()), fmt::format("\"{}\"", body->name()),
              fmt::format("has no inertia {}, and nothing holds it there, so its rotation is not determined", text),
              "give it a moment of inertia about that axis, or hold it with a joint");
  }
}

}  // namespace invar
