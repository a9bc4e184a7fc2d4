#include "reproduce/example.h"
#include "reproduce/examples/list.h"

#include <fmt/format.h>

#include "invar/core/error.h"
#include "invar/core/suggest.h"

namespace invar::reproduce {

const std::vector<Paper>& papers() {
  static const std::vector<Paper> all = {
      {"bauchau2003", "[Bauchau2003]",
       "O. A. Bauchau, A self-stabilized algorithm for enforcing constraints in multibody systems, International "
       "Journal "
       "of Solids and Structures 40 (2003) 3253\u20133271"},
      {"dopico2007", "[Dopico2007]",
       "D. Dopico, J. Cuadrado, J. C. Garc\u00eda Orden, A. Luaces, Application criteria for conserving integrators "
       "and "
       "projection methods in multibody dynamics, ASME DETC2007-35627 (2007)"},
      {"yoon", "[Yoon]", "S. Yoon, Energy constraint control in numerical simulation of constrained dynamic systems"},
      {"braun2012", "[Braun2012]",
       "D. J. Braun, M. Goldfarb, Simulation of constrained mechanical systems, Part I: an equation of motion, Journal "
       "of "
       "Applied Mechanics 79 (2012)"},
  };
  return all;
}

const std::vector<Example>& examples() {
  static const std::vector<Example> all = {
      bauchau2003_ggl(),          bauchau2003_both_levels(),
      bauchau2003_rigid_body(),   bauchau2003_universal_joint(),
      bauchau2003_wind_turbine(), dopico2007_compound_pendulum(),
      dopico2007_iltis(),         yoon_pendulum(),
      braun2012_slider_crank(),   braun2012_double_four_bar(),
  };
  return all;
}

std::vector<const Example*> find_examples(const std::string& what) {
  std::vector<const Example*> found;
  std::vector<std::string> known;
  for (const Paper& paper : papers()) known.push_back(paper.key);
  for (const Example& example : examples()) {
    if (what.empty() || what == example.paper || what == example.id()) found.push_back(&example);
    known.push_back(example.id());
  }
  if (!found.empty()) return found;
  // A wrong example of a right paper is compared with that paper's examples only.
  const size_t slash = what.find('/');
  if (slash != std::string::npos) {
    std::vector<std::string> of_paper;
    for (const Example& example : examples())
      if (example.paper == what.substr(0, slash)) of_paper.push_back(example.id());
    if (!of_paper.empty()) known = of_paper;
  }
  throw ModelError({}, "", fmt::format("there is no paper or example \"{}\"", what),
                   suggestion(what, known, known.size()));
}

}  // namespace invar::reproduce
