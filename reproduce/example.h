// An example of a paper: runs it and reports figures and claims. One file in examples/ and one line in examples.cc.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "invar/plot/chart.h"
#include "reproduce/claim.h"

namespace invar::reproduce {

struct Figure {
  std::string key;      // "fig2": name of its files
  std::string number;   // "Fig. 2" of the paper; empty for figures of ours
  std::string caption;  // with marks of plot/markup.h
  plot::Chart chart;
};

// A table of the paper beside what we find, or one of ours.
struct PageTable {
  std::string key;     // "table1": name of its file
  std::string number;  // "Table 1" of the paper; empty for tables of ours
  std::string caption;
  std::vector<std::string> headings;           // with marks of plot/markup.h
  std::vector<std::vector<std::string>> rows;  // cells as they are shown; empty: the paper does not say
};

// Measured numbers of the documentation: Markdown that stands in a file of docs/ between the lines
// `<!-- measured: KEY begin -->` and `<!-- measured: KEY end -->` (doc_block.h). A test compares.
struct DocBlock {
  std::string file, key, text;
};

struct ExampleReport {
  std::vector<std::pair<std::string, std::string>> settings;  // what was run, as the paper gives it
  std::vector<std::string> notes;                             // what the paper leaves open, or misprints
  std::string command;                                        // an `invar run` that repeats the main run
  std::vector<Figure> figures;
  std::vector<PageTable> tables = {};
  std::vector<Claim> claims;
  std::vector<DocBlock> docs = {};
};

struct Example {
  std::string paper, name;  // the example is called PAPER/NAME
  std::string title;        // with the section
  std::function<ExampleReport()> run;

  std::string id() const { return paper + "/" + name; }
};

struct Paper {
  std::string key;         // bauchau2003
  std::string short_name;  // [Bauchau2003]
  std::string citation;
};

const std::vector<Paper>& papers();
// In the order of the papers.
const std::vector<Example>& examples();

// "" for all, PAPER or PAPER/EXAMPLE; throws ModelError with the nearest name.
std::vector<const Example*> find_examples(const std::string& what);

}  // namespace invar::reproduce
