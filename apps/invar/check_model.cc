// `invar check`: what a model is before it runs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "commands.h"
#include "invar/model/catalogs.h"
#include "invar/record/recorder.h"
#include "invar/run/model_check.h"
#include "messages.h"

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
             !c.ok()                      ? " to first order, in"
             : c.freedoms > 0 || c.driven ? "; the motion is right, but reactions are not unique in"
                                          : "; reactions are not unique in");
  constexpr std::size_t kShown = 20;
  for (std::size_t i = 0; i < std::min(kShown, c.redundant.size()); ++i)
    fmt::print("               {}: {}\n", c.redundant[i].owner, joined(c.redundant[i].labels));
  if (c.redundant.size() > kShown) fmt::print("               and {} more\n", c.redundant.size() - kShown);
}

// Where the joints stand and how fast they move; a star marks what `initial` gives.
void print_joint_coordinates(const ModelCheck& c) {
  constexpr std::size_t kShown = 40;
  const std::size_t count = std::min(kShown, c.joints.size());
  std::size_t width = 0;
  for (std::size_t i = 0; i < count; ++i) width = std::max(width, c.joints[i].name.size());
  for (std::size_t i = 0; i < count; ++i) {
    const JointStart& j = c.joints[i];
    const bool degrees = j.unit == "rad";
    fmt::print("{:<15}{:<{}} {:>11.6g} {}{}{}", i == 0 ? "joints" : "", j.name, width, j.value + 0.0, j.unit,
               degrees ? fmt::format(" ({:.6g} deg)", j.value * 180 / std::numbers::pi + 0.0) : "",
               j.value_given ? " *" : "");
    if (j.rate != 0 || j.rate_given) fmt::print(", rate {:.6g} {}/s{}", j.rate + 0.0, j.unit, j.rate_given ? " *" : "");
    fmt::print("\n");
  }
  if (c.joints.size() > kShown) fmt::print("               and {} more\n", c.joints.size() - kShown);
}

// How many markers, drives, forces and so on there are.
std::string other_parts_text(const Model& model) {
  struct Sort {
    std::string one, many;
    std::size_t count = 0;
  };
  Sort sorts[] = {{"marker", "markers"},
                  {"drive", "drives"},
                  {"road", "roads"},
                  {"force", "forces"},
                  {"non-holonomic constraint", "non-holonomic constraints"},
                  {"shape", "shapes"},
                  {"contact", "contacts"},
                  {"other", "others"}};
  for (const auto& part : model.other_parts) {
    static const std::vector<std::string> sections = {"markers",      "drives", "roads",   "forces",
                                                      "nonholonomic", "shapes", "contacts"};
    ++sorts[std::find(sections.begin(), sections.end(), part->section()) - sections.begin()].count;
  }
  std::string text;
  for (const Sort& sort : sorts)
    if (sort.count) text += ", " + counted(sort.count, sort.one, sort.many);
  return text;
}

// Every channel that outputs may name, and its unit.
void print_channels(const Model& model) {
  const ChannelList offered = offer_channels(model);
  std::size_t width = 0;
  for (const Channel& channel : offered.all()) width = std::max(width, channel.name.size());
  for (const Channel& channel : offered.all()) fmt::print("{:<{}}  {}\n", channel.name, width, channel.unit);
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
  if (request.channels) {
    print_channels(*model);
    return kDone;
  }
  const ModelCheck c = check(*model);
  fmt::print("model          {}\n", model->name);
  fmt::print("parts          {}", counted(model->bodies.size(), "body", "bodies"));
  if (!model->elements.empty()) fmt::print(", {}", counted(model->elements.size(), "element", "elements"));
  fmt::print(", {}", counted(model->joints.size(), "joint", "joints"));
  fmt::print("{}\n", other_parts_text(*model));
  fmt::print("coordinates    {}\n", c.coordinates);
  fmt::print("constraints    {}", c.constraints);
  if (c.internal_constraints) fmt::print(", of them {} internal to bodies", c.internal_constraints);
  if (c.velocity_constraints) fmt::print(", {} on velocities only", c.velocity_constraints);
  fmt::print("\nfreedoms       {} ({} independent constraints)\n", c.freedoms, c.rank_nearby);
  if (c.freedoms_at_start != c.freedoms)
    fmt::print("               the start is a singular position: {} freedoms there to first order\n",
               c.freedoms_at_start);
  if (!c.ok()) fmt::print("conflicting    {}\n", c.conflict);
  for (const auto& drive : c.overruled_drives)
    fmt::print("               drive \"{}\" moves what other constraints hold fixed\n", drive);
  print_dependent_rows(c);
  fmt::print("mass           {:.6g} kg, center at ({:.6g}, {:.6g}, {:.6g}) m\n", c.mass, c.center[0] + 0.0,
             c.center[1] + 0.0, c.center[2] + 0.0);  // + 0.0 turns -0 into 0
  if (c.inertia && c.inertia->trace() > 0) fmt::print("inertia        {}\n", inertia_text(*c.inertia));
  fmt::print("energy         kinetic {:.6g} J, potential {:.6g} J\n", c.kinetic_energy, c.potential_energy);
  for (const auto& warning : c.warnings) fmt::print("warning        {}\n", warning);
  if (!c.ok()) {
    const std::string hint =
        c.overruled_drives.empty()
            ? "check positions, lengths, joints and drives"
            : fmt::format("drive \"{}\" moves what other constraints hold fixed", joined(c.overruled_drives));
    print_message("{}\n", ModelError(c.conflict_location, "", c.conflict, hint).what());
    return kBadModel;
  }
  const std::string moved = c.initial.summary(model->assembly->layout);
  if (!c.posed.empty()) fmt::print("start          {}\n", c.posed);
  if (c.posed.empty() || !moved.empty())
    fmt::print("start          {}\n", moved.empty() ? "consistent as given" : moved);
  print_joint_coordinates(c);
  return kDone;
}

}  // namespace invar::app
