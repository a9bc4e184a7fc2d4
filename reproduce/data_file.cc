#include "reproduce/data_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/plot/markup.h"

namespace invar::reproduce {

std::vector<DataTable> data_tables(const Figure& figure, const std::string& file_name) {
  std::vector<DataTable> tables;
  for (const plot::Panel& panel : figure.chart.panels) {
    for (const plot::Series& s : panel.series) {
      if (s.key.empty()) continue;
      const std::string column = panel.key.empty() ? s.key : panel.key + "_" + s.key;
      const auto same_x = [&](const DataTable& t) { return t.columns[0] == panel.x.key && *t.values[0] == s.x; };
      auto found = std::find_if(tables.begin(), tables.end(), same_x);
      if (found == tables.end()) {
        tables.push_back({"", {panel.x.key.empty() ? "x" : panel.x.key}, {&s.x}});
        found = tables.end() - 1;
      }
      found->columns.push_back(column);
      found->values.push_back(&s.y);
    }
  }
  for (size_t i = 0; i < tables.size(); ++i)
    tables[i].name = tables.size() == 1 ? file_name : fmt::format("{}_{}", file_name, i + 1);
  return tables;
}

std::string to_csv(const DataTable& table) {
  std::string out;
  for (size_t j = 0; j < table.columns.size(); ++j) out += (j ? "," : "") + table.columns[j];
  out += '\n';
  for (size_t i = 0; i < table.values[0]->size(); ++i) {
    for (size_t j = 0; j < table.values.size(); ++j) {
      if (j) out += ',';
      const double value = i < table.values[j]->size() ? (*table.values[j])[i] : NAN;
      if (std::isfinite(value)) out += fmt::format("{:.17g}", value);
    }
    out += '\n';
  }
  return out;
}

std::string to_csv(const PageTable& table) {
  std::string out;
  const auto add = [&](const std::vector<std::string>& cells) {
    for (size_t j = 0; j < cells.size(); ++j) {
      std::string text = plot::to_plain(cells[j]);
      if (text.find_first_of(",\"") != std::string::npos) {
        for (size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2) text.insert(at, "\"");
        text = '"' + text + '"';
      }
      out += (j ? "," : "") + text;
    }
    out += '\n';
  };
  add(table.headings);
  for (const auto& row : table.rows) add(row);
  return out;
}

}  // namespace invar::reproduce
