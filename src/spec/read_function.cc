#include "invar/spec/read_function.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "invar/core/suggest.h"
#include "invar/functions/function1d_changed.h"
#include "invar/functions/function1d_pieces.h"
#include "invar/functions/function2d.h"
#include "invar/functions/time_function.h"
#include "invar/spec/formula_names.h"
#include "invar/spec/params.h"
#include "invar/spec/read_table.h"

namespace invar {

namespace {

constexpr std::array<std::string_view, 6> kForms = {"table", "polynomial", "pieces", "file", "formula", "function"};
constexpr std::array<std::string_view, 4> kChanges = {"shift_x", "scale_x", "shift_y", "scale_y"};

FunctionTablePtr functions_of(const SpecNode& node) { return node.scope() ? node.scope()->functions() : nullptr; }

FunctionPtr read_formula(const SpecNode& node, const std::string& variable) {
  if (node.data()->number) return make_constant(node.number());
  const std::string text = node.text();
  if (parse_number(text) || text.empty()) return make_constant(node.number());
  const auto known = node.scope() ? node.scope()->names() : std::vector<std::string>{};
  refuse_dotted_names(text, node.location(), node.path(), {variable}, known);
  const FunctionTablePtr functions = functions_of(node);
  const auto names = Expression::free_names(text, node.location(), node.path(), functions.get());
  for (const auto& name : names) {
    if (name == variable || (node.scope() && node.scope()->find(name))) continue;
    std::vector<std::string> all = known;
    all.push_back(variable);
    const auto nearest = nearest_name(name, all);
    node.fail(fmt::format("has the unknown name \"{}\"", name),
              nearest ? fmt::format("did you mean \"{}\"?", *nearest) : readable_names({variable}, known));
  }
  if (std::find(names.begin(), names.end(), variable) == names.end()) return make_constant(node.number());
  if (node.scope() && node.scope()->find(variable)) {
    node.fail(fmt::format("uses {}, which is both its variable and a parameter or index", variable),
              "rename the parameter");
  }
  // Every known name is offered, so that a message about an unknown one can tell the nearest.
  Expression::Constants constants;
  if (node.scope()) {
    for (const auto& name : node.scope()->names()) constants.emplace_back(name, *node.scope()->find(name));
  }
  return make_expression(text, variable, constants, node.location(), node.path(), functions);
}

// How a table goes on outside its range; nothing if it repeats itself.
std::optional<Outside> read_outside(const SpecNode& node) {
  if (!node) return Outside::kLinear;
  const std::string value = node.text();
  if (value == "linear") return Outside::kLinear;
  if (value == "hold") return Outside::kHold;
  if (value == "error") return Outside::kError;
  if (value == "repeat") return std::nullopt;
  node.fail("must be linear, hold, repeat or error");
}

FunctionPtr read_form(const SpecNode& node, const std::string& variable, bool is_piece);

// {pieces: [{polynomial: [...], to: x1}, {...}]}: all but the last say where they end.
FunctionPtr read_pieces(const SpecNode& node, const std::string& variable) {
  if (!node.is_list() || node.size() == 0)
    node.fail("must be a list of functions, all but the last with `to`",
              "e.g. [{polynomial: [0, 100], to: 0.1}, {polynomial: [-90, 1000]}]");
  std::vector<double> breaks;
  std::vector<FunctionPtr> pieces;
  for (std::size_t i = 0; i < node.size(); ++i) {
    const SpecNode to = node[i].is_map() ? node[i].find("to") : SpecNode();
    if (bool(to) != (i + 1 < node.size()))
      node[i].fail(to ? "is the last piece and has no end" : "needs the key \"to\"", "where the next piece begins");
    if (to) breaks.push_back(to.number());
    pieces.push_back(read_form(node[i], variable, true));
  }
  return make_pieces(std::move(breaks), std::move(pieces), node.location(), node.path());
}

FunctionPtr read_table(const SpecNode& node, const SpecNode& table, const SpecNode& file) {
  const auto outside = read_outside(node.find("outside"));
  bool linear = false;
  if (const SpecNode how = node.find("interpolation")) {
    linear = how.text() == "linear";
    if (!linear && how.text() != "spline") how.fail("must be spline or linear");
  }
  TableData data;
  SourceLocation where;
  std::string subject;
  if (table) {
    data = read_table_points(table);
    where = table.location();
    subject = table.path();
  } else {
    namespace fs = std::filesystem;
    const fs::path name = file.text();
    const fs::path path = name.is_absolute() ? name : fs::path(file.location().file).parent_path() / name;
    std::vector<std::string> columns;
    if (const SpecNode given = node.find("columns")) {
      if (!given.is_list() || given.size() != 2)
        given.fail("must be a list of two headings", "e.g. columns: [time, force]");
      columns = {given[0].text(), given[1].text()};
    }
    data = read_table_file(path.string(), file.location(), file.path(), columns);
    where = {path.string(), 0, 0};
    subject = file.path();
  }
  if (!outside) return make_periodic_table(std::move(data.x), std::move(data.y), linear, where, subject);
  return (linear ? make_linear_table : make_table)(std::move(data.x), std::move(data.y), *outside, where, subject);
}

// shift_x, scale_x, shift_y, scale_y of a form.
FunctionPtr change(const SpecNode& node, FunctionPtr f) {
  FunctionChange c;
  const std::array<double*, 4> values = {&c.shift_x, &c.scale_x, &c.shift_y, &c.scale_y};
  bool any = false;
  for (std::size_t i = 0; i < kChanges.size(); ++i)
    if (const SpecNode given = node.find(kChanges[i])) {
      *values[i] = given.number();
      any = true;
      if (kChanges[i] == "scale_x" && *values[i] == 0) given.fail("must not be zero");
    }
  return any ? make_changed(std::move(f), c) : f;
}

FunctionPtr read_named(const SpecNode& node) {
  const FunctionTablePtr functions = functions_of(node);
  const int at = find_function(functions.get(), node.text());
  if (at >= 0 && (*functions)[static_cast<std::size_t>(at)].of_one)
    return (*functions)[static_cast<std::size_t>(at)].of_one;
  std::vector<std::string> names;
  if (functions)
    for (const NamedFunction& f : *functions)
      if (f.of_one) names.push_back(f.name);
  node.fail("is no function of one variable of the section functions",
            names.empty() ? "the model has none" : suggestion(node.text(), names));
}

FunctionPtr read_form(const SpecNode& node, const std::string& variable, bool is_piece) {
  if (node.is_function()) return node.data()->function;
  if (node.is_scalar()) return read_formula(node, variable);
  const std::string forms =
      "give a number, a formula of " + variable +
      ", {table: [[x, y], ...]}, {polynomial: [c0, c1, ...]}, {pieces: [...]} or {file: name.csv}";
  if (!node.is_map()) node.fail("must be a function of " + variable, forms);
  std::string form;
  for (const std::string_view key : kForms)
    if (node.has(key)) {
      if (!form.empty()) node.fail("must have exactly one of the keys table, polynomial, pieces, file, formula", forms);
      form = key;
    }
  if (form.empty()) node.fail("must have exactly one of the keys table, polynomial, pieces, file, formula", forms);
  for (std::size_t i = 0; i < node.size(); ++i) {
    const std::string& key = node.key(i);
    const bool is_change = std::find(kChanges.begin(), kChanges.end(), key) != kChanges.end();
    if (key == form || is_change || (is_piece && key == "to") ||
        ((key == "outside" || key == "interpolation") && (form == "table" || form == "file")) ||
        (key == "columns" && form == "file"))
      continue;
    throw ModelError(node.key_location(i), node.path(), fmt::format("has the unknown key \"{}\"", key), forms);
  }
  const SpecNode value = node.find(form);
  if (form == "pieces") return change(node, read_pieces(value, variable));
  if (form == "formula") return change(node, read_formula(value, variable));
  if (form == "function") return change(node, read_named(value));
  if (form != "polynomial") return change(node, read_table(node, node.find("table"), node.find("file")));
  auto coefficients = read_numbers(value, 0);
  if (coefficients.empty()) value.fail("needs 1 number or more");
  return change(node, make_polynomial(std::move(coefficients)));
}

// {x: [...], y: [...], table: [[z11, z12, ...], ...]}, one row per x; or {formula: "x*y"}.
Function2DPtr read_surface(const SpecNode& node) {
  for (std::size_t i = 0; i < node.size(); ++i)
    if (const std::string& key = node.key(i); key != "x" && key != "y" && key != "table")
      throw ModelError(node.key_location(i), node.path(), fmt::format("has the unknown key \"{}\"", key),
                       "a function of two variables has x: [...], y: [...] and table: [[...], ...], one row per x");
  const SpecNode table = node.find("table");
  if (!node.has("x") || !node.has("y") || !table)
    node.fail("needs x, y and table", "x: [...], y: [...], table: [[...], ...], one row per x");
  std::vector<std::vector<double>> z;
  if (!table.is_list()) table.fail("must be a list of rows, one per x");
  for (std::size_t i = 0; i < table.size(); ++i) z.push_back(read_numbers(table[i], 0));
  return make_surface(read_numbers(node.find("x"), 0), read_numbers(node.find("y"), 0), std::move(z), table.location(),
                      table.path());
}

}  // namespace

FunctionPtr read_function(const SpecNode& node, const std::string& variable) {
  FunctionPtr f = read_form(node, variable, false);
  return variable == "t" ? make_time_function(std::move(f)) : f;
}

bool reads_signals(const SpecNode& node, const std::string& variable) {
  if (!node.is_scalar() || node.is_function() || node.data()->number) return false;
  const std::string text = node.text();
  if (text.empty() || parse_number(text)) return false;
  std::vector<std::string> names;
  try {
    names = Expression::free_names(text, node.location(), node.path(), functions_of(node).get());
  } catch (const ModelError&) {
    return true;  // whoever connects it says what is wrong
  }
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return name != variable && !(node.scope() && node.scope()->find(name));
  });
}

FunctionTablePtr read_functions(const SpecNode& section) {
  if (!section || section.is_null()) return nullptr;
  if (!section.is_map())
    section.fail("must be a map from names to functions", "e.g. gas: {table: [[0, 1], [1, 2]], outside: repeat}");
  FunctionTable table;
  for (std::size_t i = 0; i < section.size(); ++i) {
    const std::string& name = section.key(i);
    const auto refuse = [&](const char* rule, const char* hint) {
      throw ModelError(section.key_location(i), fmt::format("functions.{}", name), rule, hint);
    };
    if (!is_identifier(name))
      refuse("is not a good name", "names have letters, digits and underscores and begin with a letter");
    if (Expression::is_built_in(name)) refuse("has the name of a built-in function or constant", "choose another name");
    if (section.scope() && section.scope()->find(name))
      refuse("has the name of a parameter", "choose another name for one of them");
    // Those before it can be called.
    const SpecNode node =
        section[i].with_scope(Scope::with_functions(section.scope(), std::make_shared<const FunctionTable>(table)));
    NamedFunction f;
    f.name = name;
    if (node.is_map() && (node.has("x") || node.has("y"))) {
      f.of_two = read_surface(node);
    } else {
      f.of_one = read_form(node, "x", false);
    }
    table.push_back(std::move(f));
  }
  return std::make_shared<const FunctionTable>(std::move(table));
}

}  // namespace invar
