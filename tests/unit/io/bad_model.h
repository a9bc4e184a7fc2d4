// Bad models, one row each: the text, what the message must say, and the line it must point to.
// Every body is checked against a schema with one parameter of each kind, so the rows cover the reader and the values. One
// file a subject has the rows.
#pragma once

#include <gtest/gtest.h>

#include "invar/spec/model_file.h"

namespace invar::bad_model {

struct Row {
  std::string name;
  std::string text;
  int line;
  std::vector<std::string> says;
  Overrides overrides = {};
};

void read_and_check(const std::string& text, const Overrides& overrides);

// A body in line 3 whose parameters are in line 3 too.
std::string body(const std::string& parameters);
// A repeat block in line 3, and items for it.
std::string block(const std::string& keys);
inline const std::string kItems = "items: {'p_${i}': {type: thing}}";

class BadModel : public ::testing::TestWithParam<Row> {};

inline std::string name_of(const ::testing::TestParamInfo<Row>& row) { return row.param.name; }

}  // namespace invar::bad_model
