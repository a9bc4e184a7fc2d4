// Linear system x' = A x + B u, y = C x + D u of several signals.
#include <fmt/format.h>

#include "invar/controllers/types.h"

namespace invar {

namespace {

std::vector<std::vector<double>> read_matrix(const Params& params, const char* key, std::size_t rows,
                                             std::size_t columns) {
  std::vector<std::vector<double>> matrix;
  if (!params.has(key)) return std::vector<std::vector<double>>(rows, std::vector<double>(columns, 0.0));
  const SpecNode node = params.node(key);
  if (!node.is_list() || (rows > 0 && node.size() != rows))
    params.fail(key, fmt::format("must be a list of {} rows of {} numbers", rows, columns));
  for (std::size_t i = 0; i < node.size(); ++i) matrix.push_back(read_numbers(node[i], columns));
  return matrix;
}

std::string weigh(const std::vector<double>& factors, const std::string& name) {
  std::string sum;
  for (std::size_t k = 0; k < factors.size(); ++k)
    if (factors[k] != 0) sum += fmt::format("{}({})*{}{}", sum.empty() ? "" : " + ", factors[k], name, k + 1);
  return sum;
}

std::string add(const std::string& a, const std::string& b) {
  return a.empty() && b.empty() ? "0" : a.empty() ? b : b.empty() ? a : a + " + " + b;
}

SignalBlock make_state_space(const std::string& name, const Params& params) {
  SignalBlock block;
  block.name = name;
  block.stiff = params.boolean("stiff");
  const SpecNode inputs = params.node("inputs");
  if (!inputs.is_list() || inputs.size() == 0) params.fail("inputs", "must be a list of formulas of signals");
  for (std::size_t i = 0; i < inputs.size(); ++i)
    block.inputs.push_back({fmt::format("u{}", i + 1), {inputs[i].text(), inputs[i]}});
  const SpecNode A_node = params.node("A");
  if (!A_node.is_list() || A_node.size() == 0) params.fail("A", "must be a list of rows");
  const std::size_t n = A_node.size(), m = inputs.size();
  const auto A = read_matrix(params, "A", n, n), B = read_matrix(params, "B", n, m);
  const std::size_t p = params.node("C").size();
  const auto C = read_matrix(params, "C", p, n), D = read_matrix(params, "D", p, m);
  std::vector<double> start(n, 0.0);
  if (params.has("start")) start = params.numbers("start");
  if (start.size() != n) params.fail("start", fmt::format("must have {} numbers, one per state", n));
  for (std::size_t i = 0; i < n; ++i)
    block.states.push_back({fmt::format("x{}", i + 1), "1", start[i], add(weigh(A[i], "x"), weigh(B[i], "u"))});
  for (std::size_t i = 0; i < p; ++i)
    block.equations.push_back({fmt::format("y{}", i + 1), add(weigh(C[i], "x"), weigh(D[i], "u")), "1"});
  if (p == 1) block.equations.push_back({"output", "y1", "1"});
  return block;
}

}  // namespace

ControllerType state_space_type() {
  ControllerType type;
  type.name = "state_space";
  type.doc =
      "linear system x' = A x + B u, y = C x + D u. Signals y1, ... (output where there is one), x1, ..., u1, ...";
  type.reference = "state-space form";
  type.schema.map("inputs", "u1, u2, ...", "list of formulas of signals").required();
  type.schema.map("A", "matrix of the system", "rows of numbers").required();
  type.schema.map("B", "matrix of the system", "rows of numbers").required();
  type.schema.map("C", "matrix of the system", "rows of numbers").required();
  type.schema.map("D", "matrix of the system; default: zero", "rows of numbers");
  type.schema.numbers("start", "1", "states at the start; default: zero");
  add_stiff_key(type.schema);
  type.make = make_state_space;
  return type;
}

}  // namespace invar
