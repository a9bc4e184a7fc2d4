// Terms keep their work arrays on the stack, 74 kB a matrix, and several of them are nested: a program that was started with a
// small stack (`ulimit -s 256`) would crash. So the program brings its own.
#pragma once

#include <functional>

namespace invar::app {

// Calls `work` in a thread with a stack of its own, and gives such stacks to all threads from now on.
int run_with_own_stack(const std::function<int()>& work);

}  // namespace invar::app
