#include "options.h"

#include <fmt/format.h>

#include <cmath>

#include "commands.h"
#include "invar/core/error.h"
#include "invar/functions/expression.h"
#include "invar/spec/params.h"
#include "shipped_models.h"

namespace invar::app {

void add_model(CLI::App& app, std::string& model) {
  app.add_option_function<std::string>(
         "MODEL", [&model](const std::string& name) { model = find_model(name); }, "model file (YAML)")
      ->required()
      ->type_name("FILE");
}

CLI::Option* add_assignments(CLI::App& app, const std::string& name, Overrides& values, const std::string& doc) {
  const auto read = [&values, name](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      const std::size_t equal = text.find('=');
      if (equal == std::string::npos || equal == 0 || equal + 1 == text.size()) {
        throw ModelError({name, 0, 0}, fmt::format("\"{}\"", text), "must have the form NAME=VALUE",
                         fmt::format("e.g. {} {}", name, name == "--set" ? "N=20" : "order=4"));
      }
      values.emplace_back(text.substr(0, equal), text.substr(equal + 1));
    }
  };
  // One value each time it is given: a list would swallow MODEL.
  return app.add_option_function<std::vector<std::string>>(name, read, doc)
      ->type_name("NAME=VALUE")
      ->type_size(1)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false);
}

void add_set(CLI::App& app, Overrides& set) {
  add_assignments(app, "--set", set, "a parameter of the model; may be repeated");
}

CLI::Option* add_positive(CLI::App& app, const std::string& name, std::optional<double>& value, const std::string& unit,
                          const std::string& doc) {
  const auto read = [&value, name](const std::string& text) {
    const std::optional<double> number = parse_number(text);
    if (!number) throw UsageError(fmt::format("{} {} must be a number", name, text));
    if (!std::isfinite(*number) || !(*number > 0)) {
      throw UsageError(fmt::format("{} {} must be a positive number", name, text));
    }
    value = number;
  };
  return app.add_option_function<std::string>(name, read, doc)->type_name(unit);
}

CLI::Option* add_vector3(CLI::App& app, const std::string& name, std::optional<Vector3>& value, const std::string& unit,
                         const std::string& doc) {
  const auto read = [&value, name](const std::string& text) {
    std::string list = text;
    if (!list.starts_with("[")) list = "[" + list + "]";
    const auto numbers = read_numbers(SpecNode::parse_flow(list, name), 0);
    if (numbers.size() != 3) throw UsageError(fmt::format("{} {} must be three numbers, e.g. \"0, 0, 5\"", name, text));
    value = Vector3(numbers[0], numbers[1], numbers[2]);
  };
  return app.add_option_function<std::string>(name, read, doc)->type_name(unit);
}

CLI::Option* add_count(CLI::App& app, const std::string& name, std::optional<int>& value, int least,
                       const std::string& doc) {
  const auto read = [&value, name, least](const std::string& text) {
    const std::optional<double> number = parse_number(text);
    if (!number || *number != std::floor(*number) || *number < least || *number > 1e6)
      throw UsageError(fmt::format("{} {} must be a whole number of at least {}", name, text, least));
    value = static_cast<int>(*number);
  };
  return app.add_option_function<std::string>(name, read, doc)->type_name("N");
}

CLI::Option* add_path(CLI::App& app, const std::string& name, std::optional<std::string>& path, const std::string& form,
                      const std::string& doc) {
  const auto read = [&path, name](const std::string& text) {
    if (text.empty()) throw UsageError(name + " needs the name of a file");
    path = text;
  };
  return app.add_option_function<std::string>(name, read, doc)->type_name(form);
}

}  // namespace invar::app
