// Nodes that do not come from a file: defaults in schemas, options on the command line.
#include <fmt/format.h>

#include "invar/spec/spec_node.h"

namespace invar {

namespace {

using DataPtr = std::shared_ptr<const SpecData>;

// value = "[" value { "," value } "]" | scalar. A scalar ends at a comma or bracket that its own brackets and
// parentheses do not enclose, so `atan2(1, 2)` stays in one piece.
class FlowParser {
 public:
  FlowParser(std::string_view text, const std::string& source) : text_(text), source_(source) {
    file_ = std::make_shared<std::string>(source);
  }

  DataPtr parse() {
    DataPtr value = parse_value(0);
    skip_blanks();
    if (at_ != text_.size()) refuse("has text after the closing ]");
    return value;
  }

 private:
  DataPtr parse_value(int depth) {
    if (depth > 16) refuse("has too many brackets");
    skip_blanks();
    auto data = std::make_shared<SpecData>();
    data->file = file_;
    if (at_ < text_.size() && text_[at_] == '[') {
      data->kind = SpecData::Kind::kList;
      ++at_;
      skip_blanks();
      if (at_ < text_.size() && text_[at_] == ']') {
        ++at_;
        return data;
      }
      while (true) {
        data->items.push_back(parse_value(depth + 1));
        skip_blanks();
        if (at_ == text_.size()) refuse("has [ without ]");
        if (text_[at_++] == ']') return data;
      }
    }
    const std::size_t start = at_;
    for (int open = 0; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '(') ++open;
      if (c == ')') --open;
      if (depth > 0 && open <= 0 && (c == ',' || c == ']')) break;
    }
    std::size_t end = at_;
    while (end > start && (text_[end - 1] == ' ' || text_[end - 1] == '\t')) --end;
    data->kind = SpecData::Kind::kScalar;
    data->text = std::string(text_.substr(start, end - start));
    return data;
  }

  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  [[noreturn]] void refuse(const std::string& rule) const {
    throw ModelError({source_, 0, 0}, std::string(text_), rule, "write a value or a list such as [0, 0, 1]");
  }

  std::string_view text_;
  const std::string& source_;
  std::shared_ptr<const std::string> file_;
  std::size_t at_ = 0;
};

}  // namespace

SpecNode SpecNode::parse_flow(std::string_view text, const std::string& source, std::string path) {
  return {FlowParser(text, source).parse(), nullptr, std::move(path)};
}

SpecNode SpecNode::make_map(const std::vector<std::pair<std::string, std::string>>& entries, const std::string& source,
                            std::string path) {
  auto data = std::make_shared<SpecData>();
  data->kind = SpecData::Kind::kMap;
  data->file = std::make_shared<std::string>(source);
  for (const auto& [name, text] : entries) {
    for (const auto& key : data->keys) {
      if (key.text == name) throw ModelError({source, 0, 0}, name, "is given twice");
    }
    data->keys.push_back({name, 0, 0});
    data->items.push_back(FlowParser(text, source).parse());
  }
  return {std::move(data), nullptr, std::move(path)};
}

}  // namespace invar
