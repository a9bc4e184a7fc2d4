// A run on disk, as it is between two steps: what it was asked to do, which inputs it has read, and the archive of all its
// objects. The file is replaced in one move once the new one is safely on the disk: a crash at any instant leaves either the
// old or the new one.
#pragma once

#include <string>
#include <vector>

#include "invar/core/archive.h"

namespace invar {

struct Checkpoint {
  std::string program;                 // version that wrote it
  std::vector<std::string> arguments;  // of the command, as they were given
  std::string folder;                  // in which it was given
  std::vector<std::string> input_paths, input_hashes;
  std::vector<std::string> notes;  // for the user, so far
  double t = 0;                    // reached
  long long rows = 0;              // of the journal (io/row_journal.h) that belong to it
  std::string rows_hash;           // checksum of these rows
  std::string run;                 // bytes of the archive of the run

  void archive(Archive& a);
};

// Throws ModelError where it cannot be written.
void write_checkpoint(const std::string& path, Checkpoint& checkpoint);
// Whether there is a checkpoint, of whatever version, in this file.
bool is_checkpoint(const std::string& path);
// Throws ModelError for files that are no checkpoint, damaged, or of another version of the program.
Checkpoint read_checkpoint(const std::string& path);

}  // namespace invar
