// Keeps outputs away from inputs and from each other, whatever names and links lead to them. To be called before anything is
// computed or written.
#pragma once

#include <string>
#include <vector>

#include "invar/spec/input_file.h"

namespace invar {

struct OutputFile {
  std::string flag;  // "--out"
  std::string path;  // need not exist
};

// Throws ModelError (exit code 2) if an output is one of the inputs, or if two outputs are the same file. Devices such as
// /dev/null may be named twice.
void check_outputs(const std::vector<OutputFile>& outputs, const std::vector<InputFile>& inputs);

// A file as it is now, for commands that read something else than a model.
InputFile find_input(const std::string& what, const std::string& path);

}  // namespace invar
