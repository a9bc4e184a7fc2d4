// mechanism_reference FIRST COUNT FOLDER [models]
//
// Draws COUNT random mechanisms with the seeds FIRST, FIRST + 1, ..., integrates each in long double and writes
//   FOLDER/SEED.yaml   the model for Invar
//   FOLDER/SEED.csv    channels at 6 instants; empty where a reaction is not unique
//   FOLDER/SEED.sensitivity.csv   largest change of each channel when the velocities at the start change by 1e-6, over that
//   FOLDER/SEED.facts  degrees of freedom, redundant constraints, own residuals
// Draws that pass near a singular position, that are too sensitive or whose own balance is off are replaced by the next
// one of the same seed. With `models` only the model files are written, and nothing is integrated.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <stdexcept>

#include "mechanisms/model.h"
#include "mechanisms/solve.h"

int main(int argc, char** argv) {
  using namespace invar::mechanisms;
  const bool models = argc == 5 && std::string(argv[4]) == "models";
  if (argc != 4 && !models) {
    std::fprintf(stderr, "usage: mechanism_reference FIRST COUNT FOLDER [models]\n");
    return 1;
  }
  const std::uint64_t first = std::strtoull(argv[1], nullptr, 10), count = std::strtoull(argv[2], nullptr, 10);
  const std::string folder = argv[3];
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    bool done = models && write_model(seed, folder + "/" + std::to_string(seed));
    for (int attempt = 0; attempt < 200 && !done; ++attempt) {
      std::string why;
      const auto solved = solve(seed, attempt, why);
      if (!solved) {
        if (std::getenv("MECHANISM_REFERENCE_VERBOSE"))
          std::fprintf(stderr, "%llu.%d: %s\n", static_cast<unsigned long long>(seed), attempt, why.c_str());
        continue;
      }
      write(*solved, folder + "/" + std::to_string(seed));
      done = true;
    }
    if (!done) {
      std::fprintf(stderr, "mechanism_reference: seed %llu gave no mechanism\n", static_cast<unsigned long long>(seed));
      return 1;
    }
  }
  return 0;
}
