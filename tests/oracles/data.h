// Published numbers for tests: the JSON files of tests/data.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "oracles/real.h"
#include "paths.h"

namespace invar::oracles {

/// Reads tests/data/<name>.json.
inline nlohmann::json read_data(const std::string& name) {
  const std::string path = source_path("tests/data/" + name + ".json");
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot open " + path + "; test data are part of the source tree");
  return nlohmann::json::parse(file);
}

/// A table of numbers, one vector a row.
inline std::vector<std::vector<double>> read_rows(const nlohmann::json& table) {
  return table.get<std::vector<std::vector<double>>>();
}

inline Vec3 read_vec3(const nlohmann::json& list) {
  return {list.at(0).get<double>(), list.at(1).get<double>(), list.at(2).get<double>()};
}

}  // namespace invar::oracles
