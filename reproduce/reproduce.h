// Runs examples and writes what they give: pages, figures, data.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "reproduce/page.h"

namespace invar::reproduce {

// `starting` is told each example before it runs.
std::vector<ExampleResult> run_examples(const std::vector<const Example*>& chosen,
                                        const std::function<void(const Example&)>& starting = {});

// FOLDER/PAPER.html, FOLDER/PAPER/EXAMPLE_FIGURE.svg and .csv; FOLDER/index.html if `with_index`. A single example of a
// paper gets the page PAPER_EXAMPLE.html. `summary` is the name of the file for summary_markdown(), if it is wanted. Returns the
// path of the page to look at. Throws ModelError where a file cannot be written; then none is.
std::string write_results(const std::vector<ExampleResult>& results, const std::string& folder, bool with_index,
                          const std::optional<std::string>& summary = {});
// Creates the folder and looks whether files may be created in it, before anything is computed.
void prepare_folder(const std::string& folder);

// The table of an example claim by claim in Markdown: verdicts and bounds, no measured numbers and no times, so that it
// stays the same from machine to machine.
std::string summary_section(const ExampleResult& result);
// All of them, docs/reproduced-claims.md.
std::string summary_markdown(const std::vector<ExampleResult>& results);

}  // namespace invar::reproduce
