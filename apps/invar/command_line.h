// The command line as it was typed, for reports.
#pragma once

#include <string>
#include <vector>

namespace invar::app {

void remember_command_line(int argc, char** argv);
// As if `invar run` had been typed with these arguments.
void remember_command_line(const std::vector<std::string>& arguments);
// The arguments behind the name of the command.
const std::vector<std::string>& command_arguments();
// Quoted for a shell; the program by its bare name.
const std::string& command_line();
// A word as a shell reads it back.
std::string shell_quoted(const std::string& word);

}  // namespace invar::app
