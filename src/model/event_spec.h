// An event of the section `events`, read and checked: when it happens, and what it does.
#pragma once

#include <string>
#include <vector>

#include "invar/core/error.h"
#include "invar/signals/block.h"

namespace invar {

// A coordinate that events may lock: a row of the system that holds where its switch is not zero (parts/held_coordinate.h).
struct Lock {
  std::string name;  // hinge.angle
  int constraint = -1, switch_input = -1, value_input = -1;
};

struct EventSpec {
  enum class Direction { kRising, kFalling, kBoth };
  struct Action {
    enum class Kind { kLock, kUnlock, kEnable, kDisable, kSet, kStop };
    Kind kind = Kind::kStop;
    std::string target;
    std::vector<int> locks;  // in Model::locks
    int input = -1;          // of enable, disable and set
    SignalText value = {};   // of set
    SourceLocation location = {};
  };

  std::string name;
  SourceLocation location;
  SignalText guard;           // the event happens where it passes zero; without text: at given times
  bool is_condition = false;  // `when` was a comparison: the guard is positive where it holds
  bool is_strict = false;     // ... and where it is zero, the condition does not hold
  Direction direction = Direction::kRising;
  double hysteresis = 0;  // in the unit of the guard
  bool once = false;
  std::vector<double> times;
  std::vector<Action> actions;
};

}  // namespace invar
