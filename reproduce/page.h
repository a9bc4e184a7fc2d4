// HTML pages that need nothing beside them: figures inline, a table of claims, settings, how to repeat it.
#pragma once

#include <string>
#include <vector>

#include "reproduce/example.h"

namespace invar::reproduce {

struct ExampleResult {
  const Example* example = nullptr;
  ExampleReport report;
  double seconds = 0;

  bool as_expected() const;
};

// Figures are links to files in `folder` (relative to the page) and stand in the page too.
std::string paper_page(const Paper& paper, const std::vector<const ExampleResult*>& results, const std::string& folder);
std::string index_page(const std::vector<ExampleResult>& results);

}  // namespace invar::reproduce
