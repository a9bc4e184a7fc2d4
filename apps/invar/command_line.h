// The command line as it was typed, for reports.
#pragma once

#include <string>

namespace invar::app {

void remember_command_line(int argc, char** argv);
// Quoted for a shell; the program by its bare name.
const std::string& command_line();
// A word as a shell reads it back.
std::string shell_quoted(const std::string& word);

}  // namespace invar::app
