#include "invar/spec/yaml.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <sstream>
#include <unordered_map>
#include <unordered_set>

namespace invar {

namespace {

constexpr int kMaxDepth = 64;
// A model of a million entries is expected to use repeat; this is far above any file and stops alias bombs.
constexpr std::size_t kMaxNodes = 5'000'000;

using Data = SpecData;
using YamlDataPtr = std::shared_ptr<Data>;

// Builds the tree from the events of the parser: unlike YAML::Node they tell where keys are and keep doubled ones.
class TreeBuilder final : public YAML::EventHandler {
 public:
  explicit TreeBuilder(const std::string& file) : file_(std::make_shared<std::string>(file)) {}

  std::shared_ptr<const Data> root() const { return root_; }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (root_) refuse(mark, "the file has a second YAML document", "remove the line ---");
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { add(make(Data::Kind::kNull, mark), anchor); }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) refuse(mark, "the alias refers to the node that contains it");
    place(found->second.data, found->second.nodes, mark);
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    check_tag(mark, tag);
    auto data = make(Data::Kind::kScalar, mark);
    data->text = value;
    add(data, anchor);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(Data::Kind::kList, mark, tag, anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(Data::Kind::kMap, mark, tag, anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  struct Open {
    YamlDataPtr data;
    YAML::anchor_t anchor = 0;
    std::size_t nodes = 1;
    bool expects_value = false;  // of a map: the key is there, its value comes next
    std::unordered_map<std::string, int> lines;
    std::vector<std::pair<Data::Key, std::shared_ptr<const Data>>> merges;
  };
  struct Anchored {
    std::shared_ptr<const Data> data;
    std::size_t nodes;
  };

  YamlDataPtr make(Data::Kind kind, const YAML::Mark& mark) const {
    auto data = std::make_shared<Data>();
    data->kind = kind;
    data->line = mark.line + 1;
    data->column = mark.column + 1;
    data->file = file_;
    return data;
  }
  [[noreturn]] void refuse(int line, int column, const std::string& rule, const std::string& hint = "") const {
    throw ModelError({*file_, line, column}, "", rule, hint);
  }
  [[noreturn]] void refuse(const YAML::Mark& mark, const std::string& rule, const std::string& hint = "") const {
    refuse(mark.line + 1, mark.column + 1, rule, hint);
  }
  void check_tag(const YAML::Mark& mark, const std::string& tag) const {
    if (tag.empty() || tag == "?" || tag == "!" || tag.starts_with("tag:yaml.org,2002:")) return;
    refuse(mark, fmt::format("the YAML tag \"{}\" has no meaning here", tag), "remove it");
  }
  void open(Data::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    check_tag(mark, tag);
    if (stack_.size() >= kMaxDepth) refuse(mark, fmt::format("lists and maps are nested deeper than {}", kMaxDepth));
    if (!stack_.empty() && stack_.back().data->kind == Data::Kind::kMap && !stack_.back().expects_value) {
      refuse(mark, "a key must be plain text, not a list or map", "text with ${...} inside [ ] or { } needs quotes");
    }
    Open& top = stack_.emplace_back();
    top.data = make(kind, mark);
    top.anchor = anchor;
  }
  void close() {
    Open top = std::move(stack_.back());
    stack_.pop_back();
    merge(top);
    if (top.anchor != 0) anchors_[top.anchor] = {top.data, top.nodes};
    place(top.data, top.nodes, YAML::Mark::null_mark());
  }
  void add(const YamlDataPtr& data, YAML::anchor_t anchor) {
    if (anchor != 0) anchors_[anchor] = {data, 1};
    place(data, 1, YAML::Mark::null_mark());
  }

  // Puts a finished node into the open list or map. `mark` is that of an alias, else null.
  void place(const std::shared_ptr<const Data>& data, std::size_t nodes, const YAML::Mark& mark) {
    if (stack_.empty()) {
      root_ = data;
      return;
    }
    Open& top = stack_.back();
    top.nodes += nodes;
    if (top.nodes > kMaxNodes) {
      refuse(top.data->line, top.data->column, fmt::format("the file has more than {} values", kMaxNodes),
             "use fewer aliases");
    }
    if (top.data->kind == Data::Kind::kList) {
      top.data->items.push_back(data);
    } else if (top.expects_value) {
      top.expects_value = false;
      if (top.data->keys.back().text == "<<") {
        top.merges.emplace_back(top.data->keys.back(), data);
        top.data->keys.pop_back();
        top.lines.erase("<<");
      } else {
        top.data->items.push_back(data);
      }
    } else {
      add_key(top, *data, mark);
    }
  }
  void add_key(Open& top, const Data& data, const YAML::Mark& mark) {
    const int line = mark.is_null() ? data.line : mark.line + 1;
    const int column = mark.is_null() ? data.column : mark.column + 1;
    if (data.kind == Data::Kind::kNull) refuse(line, column, "a key is missing before the colon");
    if (data.kind != Data::Kind::kScalar) refuse(line, column, "a key must be plain text");
    const auto [before, is_new] = top.lines.emplace(data.text, line);
    if (!is_new) {
      refuse(line, column,
             fmt::format("the key \"{}\" is given twice: in line {} and in line {}", data.text, before->second, line),
             "rename or remove one");
    }
    top.data->keys.push_back({data.text, line, column});
    top.expects_value = true;
  }
  // `<<: *base` or `<<: [*a, *b]`: keys that the map itself (or an earlier base) has stay.
  void merge(Open& top) {
    for (const auto& [key, value] : top.merges) {
      std::vector<const Data*> bases;
      if (value->kind == Data::Kind::kList) {
        for (const auto& item : value->items) bases.push_back(item.get());
      } else {
        bases.push_back(value.get());
      }
      for (const Data* base : bases) {
        if (base->kind != Data::Kind::kMap) {
          refuse(key.line, key.column, "the value of << must be a map or a list of maps", "e.g. <<: *base");
        }
        for (std::size_t i = 0; i < base->keys.size(); ++i) {
          if (!top.lines.emplace(base->keys[i].text, base->keys[i].line).second) continue;
          top.data->keys.push_back(base->keys[i]);
          top.data->items.push_back(base->items[i]);
        }
      }
    }
  }

  std::shared_ptr<const std::string> file_;
  std::shared_ptr<const Data> root_;
  std::vector<Open> stack_;
  std::unordered_map<YAML::anchor_t, Anchored> anchors_;
};

std::string line_of(const std::string& text, int line) {
  std::istringstream lines(text);
  std::string found;
  for (int i = 0; i < line && std::getline(lines, found); ++i) {
  }
  return found;
}

}  // namespace

SpecNode read_yaml_text(const std::string& text, const std::string& file) {
  if (const auto zero = text.find('\0'); zero != std::string::npos) {
    throw ModelError({file, 0, 0}, "", fmt::format("not a text file: byte {} is zero", zero + 1), "give a YAML model");
  }
  // yaml-cpp 0.7 takes the end of the file right after a line end for the end of a quoted text, so that a forgotten
  // quotation mark would swallow the rest of the model without a word. Without blank space at the end it complains.
  std::istringstream stream(text.substr(0, text.find_last_not_of(" \t\r\n") + 1));
  TreeBuilder builder(file);
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& error) {
    const int line = error.mark.is_null() ? 0 : error.mark.line + 1;
    const std::string source = line_of(text, line);
    std::string hint;
    if (source.find("${") != std::string::npos) {
      hint = "text with ${...} inside [ ] or { } needs quotes, e.g. [\"P_${i}\", ground]";
    } else if (source.find('\t') != std::string::npos) {
      hint = "indent with blanks, not with tabs";
    }
    throw ModelError({file, line, error.mark.column + 1}, "", fmt::format("not valid YAML: {}", error.msg), hint);
  }
  auto root = builder.root();
  if (!root) {
    auto empty = std::make_shared<SpecData>();
    empty->file = std::make_shared<std::string>(file);
    empty->line = empty->column = 1;
    root = empty;
  }
  return {root, nullptr, ""};
}

}  // namespace invar
