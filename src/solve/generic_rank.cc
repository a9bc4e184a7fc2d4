#include "invar/solve/generic_rank.h"

#include <random>

#include "invar/solve/acceleration.h"
#include "invar/solve/initial_conditions.h"
#include "invar/system/residual_measure.h"

namespace invar {

namespace {

constexpr double kAtRest = 1e-6;  // of a random velocity, what is left where nothing can move

// To a configuration a small way along some motion that the constraints allow.
bool move_a_little(const MechanicalSystem& system, State& s) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> uniform(-1, 1);
  AccelerationSolver solver(system);
  ResidualMeasure measure(system);
  measure.begin();
  measure.add_position(s.q);
  measure.finish(0);
  Vector unit(s.q.size());  // sizes of the coordinates
  for (int i = 0; i < unit.size(); ++i) unit[i] = measure.position_size(i);
  for (const double distance : {0.1, 0.03, 0.01}) {
    State moved = s;
    moved.v = Vector::NullaryExpr(s.q.size(), [&] { return uniform(random); }).cwiseProduct(unit);
    if (!solver.project_velocity(s, moved.v)) return false;
    double speed = measure.measure_change(moved.v);
    if (!(speed > kAtRest)) {  // nothing moves but what drives do
      moved.v = s.v;
      speed = measure.measure_change(s.v);
      if (!system.rheonomic() || !(speed > 0)) return false;
      moved.t += distance / speed;
    }
    moved.q += distance / speed * moved.v;
    moved.v = s.v;
    if (assemble_positions(system, moved).status.ok() && measure.measure_change(moved.q - s.q) > 0.1 * distance) {
      s = moved;
      return true;
    }
  }
  return false;
}

}  // namespace

GenericRank find_generic_rank(const MechanicalSystem& system, const State& s) {
  GenericRank rank;
  rank.start = rank.generic = find_rank(system, s);
  State nearby = s;
  if (rank.start.rank == system.rows()) return rank;
  rank.moved = move_a_little(system, nearby);
  if (!rank.moved) return rank;
  RankReport there = find_rank(system, nearby);
  if (there.rank > rank.start.rank) rank.generic = std::move(there);
  return rank;
}

}  // namespace invar
