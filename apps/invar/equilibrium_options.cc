#include "equilibrium_options.h"

#include <sstream>

#include "options.h"

namespace invar::app {

void add_spin(CLI::App& app, StartRequest& start) {
  StartSpec& request = start.spin;
  add_vector3(app, "--spin", request.spin, "\"X, Y, Z\"", "angular velocity of a steady spin [rad/s], world axes");
  add_vector3(app, "--about", request.about, "\"X, Y, Z\"", "a point of the axis of the spin; default: the origin");
  app.add_option("--joint", request.joint, "only what this joint carries spins, about its axis")->type_name("NAME");
  app.add_option_function<std::string>(
         "--parts",
         [&request](const std::string& text) {
           std::istringstream words(text);
           for (std::string word; std::getline(words, word, ',');) {
             word.erase(0, word.find_first_not_of(' '));
             word.erase(word.find_last_not_of(' ') + 1);
             if (!word.empty()) request.parts.push_back(word);
           }
         },
         "parts that spin; default: all")
      ->type_name("\"A, B, ...\"");
  request.where = {"--spin", 0, 0};
}

void add_start(CLI::App& app, StartRequest& request, const std::string& doc) {
  app.add_flag("--from-equilibrium", request.from_equilibrium, doc);
  app.add_flag("--at-rest", request.at_rest, "the same, and all stands still whatever velocities the file gives");
  add_spin(app, request);
}

std::optional<StartSpec> find_start(const StartRequest& request, const Model& model) {
  if (request.spin.spins()) {
    if (request.at_rest)
      throw ModelError({"--at-rest", 0, 0}, "", "cannot be combined with a spin", "leave one of them out");
    return request.spin;
  }
  if (request.spin.about || !request.spin.parts.empty())
    throw ModelError({"--spin", 0, 0}, "", "is missing: --about and --parts say what spins, but not how fast",
                     "e.g. --spin \"0, 0, 5\"");
  if (request.at_rest) return StartSpec{.where = {"--at-rest", 0, 0}};
  if (!request.from_equilibrium) return std::nullopt;
  if (model.run.start) return model.run.start;
  return StartSpec{.velocities = StartVelocities::kSteady, .where = {"--from-equilibrium", 0, 0}};
}

}  // namespace invar::app
