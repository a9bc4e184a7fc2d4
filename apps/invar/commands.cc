#include "commands.h"

namespace invar::app {

const std::vector<Command>& commands() {
  static const std::vector<Command> all = {
      run_command(),   resume_command(),  check_command(),     list_command(), static_command(),
      modes_command(), compare_command(), reproduce_command(), view_command(), gallery_command(),
  };
  return all;
}

}  // namespace invar::app
