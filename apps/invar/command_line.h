// The command line as it was typed, for reports.
#pragma once

#include <string>

namespace invar::app {

void remember_command_line(int argc, char** argv);
// Quoted for a shell; the program by its bare name.
const std::string& command_line();

}  // namespace invar::app
