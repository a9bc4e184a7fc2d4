// ContactWatch: follows the contacts of a run: the deepest penetration, what damping and friction took out, and impacts that took too
// few steps. Methods that keep the energy keep it through an impact at any step; how it is shared between bodies, and when they
// part, is right only if the contact lasts some steps (docs/theory/contact.md).
#pragma once

#include <vector>

#include "invar/audit/certificate.h"
#include "invar/core/archive.h"
#include "invar/core/state.h"
#include "invar/parts/part.h"

namespace invar {

class ContactWatch {
 public:
  // Before the start; parts without contacts are of no effect.
  void follow(const Part& part) { parts_.push_back(&part); }
  void start(const State& s);
  void step(const State& s);
  void write(Certificate& certificate) const;
  void archive(Archive& a);

 private:
  // The impact that a place of contact is in, and the worst one it had.
  struct Place {
    double deepest = 0;  // of the present one [m]
    long long steps = 0;
    bool has_touched = false;  // it began during the run
    double rough_depth = 0;    // largest depth of impacts with too few steps
    long long rough = 0, least = 0;
    void archive(Archive& a) {
      a("deepest", deepest);
      a("steps", steps);
      a("has_touched", has_touched);
      a("rough_depth", rough_depth);
      a("rough", rough);
      a("least", least);
    }
  };
  void look(const State& s);

  std::vector<const Part*> parts_;
  ContactTally tally_;
  std::vector<Place> places_;
  double penetration_ = 0;
};

}  // namespace invar
