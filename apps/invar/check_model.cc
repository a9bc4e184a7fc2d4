// `invar check`: what a model is before it runs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "commands.h"
#include "invar/results/model_check.h"

namespace invar::app {

namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string counted(std::size_t count, const std::string& one, const std::string& many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

// Where rows contradict each other, the motion is not right: then their dependence alone is told.
void print_dependent_rows(const ModelCheck& c) {
  if (c.redundant.empty()) {
    if (c.ok()) fmt::print("redundant      none\n");
    return;
  }
  std::size_t rows = 0;
  for (const auto& r : c.redundant) rows += r.labels.size();
  fmt::print("{}{}{}\n", c.ok() ? "redundant      " : "dependent      ",
             counted(rows, "row follows from others", "rows follow from others"),
             c.ok() ? "; the motion is right, but reactions are not unique in" : " to first order, in");
  constexpr std::size_t kShown = 20;
  for (std::size_t i = 0; i < std::min(kShown, c.redundant.size()); ++i)
    fmt::print("               {}: {}\n", c.redundant[i].owner, joined(c.redundant[i].labels));
  if (c.redundant.size() > kShown) fmt::print("               and {} more\n", c.redundant.size() - kShown);
}

// The tensor about the center of mass; in the plane its zz component.
std::string inertia_text(const Matrix3& I) {
  const double x = I.trace() * 1e-12;
  const auto shown = [x](double value) { return std::abs(value) <= x ? 0.0 : value; };  // rounding is not shown
  if (I(0, 0) == 0 && I(1, 1) == 0) return fmt::format("{:.6g} kg m^2 about z through the center", I(2, 2));
  return fmt::format("xx {:.6g}, yy {:.6g}, zz {:.6g}, xy {:.6g}, xz {:.6g}, yz {:.6g} kg m^2 about the center",
                     I(0, 0), I(1, 1), I(2, 2), shown(I(0, 1)), shown(I(0, 2)), shown(I(1, 2)));
}

}  // namespace

int check_model(const CheckRequest& request) {
  const auto model = load_model(request.model, request.set);
  const ModelCheck c = check(*model);
  fmt::print("model          {}\n", model->name);
  fmt::print("parts          {}", counted(model->bodies.size(), "body", "bodies"));
  if (!model->elements.empty()) fmt::print(", {}", counted(model->elements.size(), "element", "elements"));
  fmt::print(", {}", counted(model->joints.size(), "joint", "joints"));
  if (!model->other_parts.empty()) fmt::print(", {}", counted(model->other_parts.size(), "other", "others"));
  fmt::print("\n");
  fmt::print("coordinates    {}\n", c.coordinates);
  fmt::print("constraints    {}", c.constraints);
  if (c.internal_constraints) fmt::print(", of them {} internal to bodies", c.internal_constraints);
  if (c.velocity_constraints) fmt::print(", {} on velocities only", c.velocity_constraints);
  fmt::print("\nfreedoms       {} ({} independent constraints)\n", c.freedoms, c.rank_nearby);
  if (c.freedoms_at_start != c.freedoms)
    fmt::print("               the start is a singular position: {} freedoms there to first order\n",
               c.freedoms_at_start);
  if (!c.ok()) fmt::print("conflicting    {}\n", c.conflict);
  print_dependent_rows(c);
  fmt::print("mass           {:.6g} kg, center at ({:.6g}, {:.6g}, {:.6g}) m\n", c.mass, c.center[0] + 0.0,
             c.center[1] + 0.0, c.center[2] + 0.0);  // + 0.0 turns -0 into 0
  if (c.inertia && c.inertia->trace() > 0) fmt::print("inertia        {}\n", inertia_text(*c.inertia));
  fmt::print("energy         kinetic {:.6g} J, potential {:.6g} J\n", c.kinetic_energy, c.potential_energy);
  for (const auto& warning : c.warnings) fmt::print("warning        {}\n", warning);
  if (!c.ok()) {
    fmt::print(stderr, "{}\n",
               ModelError(c.conflict_location, "", c.conflict, "check positions, lengths, joints and drives").what());
    return kBadModel;
  }
  const std::string moved = c.initial.summary(model->assembly->layout);
  fmt::print("start          {}\n", moved.empty() ? "consistent as given" : moved);
  return kDone;
}

}  // namespace invar::app
