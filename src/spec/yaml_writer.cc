// SpecNode to YAML text: maps of the two upper levels as blocks, what lies below in one line each where it fits.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "invar/functions/expression.h"
#include "invar/spec/yaml.h"

namespace invar {

namespace {

constexpr std::size_t kLineWidth = 120;

bool is_plain(const std::string& text) {
  if (text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL") return false;
  if (parse_number(text)) return true;
  const auto is_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
  };
  const char first = text.front();
  return first != '.' && !(first >= '0' && first <= '9') && std::all_of(text.begin(), text.end(), is_word);
}

std::string quoted_scalar(const std::string& text) {
  if (is_plain(text)) return text;
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string absolute_path(const SpecNode& node) {
  namespace fs = std::filesystem;
  const fs::path name = node.raw_text();
  if (name.is_absolute()) return name.string();
  return fs::absolute(fs::path(node.location().file).parent_path() / name).lexically_normal().string();
}

std::string scalar_text(const SpecNode& node, const std::string& key) {
  return quoted_scalar(key == "file" && !node.path().starts_with("parameters.") ? absolute_path(node)
                                                                                : node.raw_text());
}

std::string flow_text(const SpecNode& node, const std::string& key) {
  switch (node.kind()) {
    case SpecNode::Kind::kNull:
      return "~";
    case SpecNode::Kind::kScalar:
      return scalar_text(node, key);
    case SpecNode::Kind::kFunction:
      throw ModelError({}, node.path(), "is a function of the program, which no file can hold",
                       "give it as a formula or a table");
    default:
      break;
  }
  std::string out;
  for (std::size_t i = 0; i < node.size(); ++i) {
    if (i > 0) out += ", ";
    if (node.is_map()) out += quoted_scalar(node.key(i)) + ": ";
    out += flow_text(node[i], node.is_map() ? node.key(i) : "");
  }
  return node.is_map() ? "{" + out + "}" : "[" + out + "]";
}

// What follows "key:" or "-" at this indentation.
void append_value(const SpecNode& node, const std::string& key, std::size_t indent, std::size_t depth,
                  std::string& out) {
  const std::string flow = flow_text(node, key);
  const bool nested = node.size() > 0 && (node.is_map() || node.is_list());
  if (!nested || (depth >= 2 && indent + flow.size() + key.size() < kLineWidth) ||
      (depth == 1 && node.is_list() && flow.size() < kLineWidth)) {
    out += " " + flow + "\n";
    return;
  }
  out += "\n";
  for (std::size_t i = 0; i < node.size(); ++i) {
    out += std::string(indent, ' ') + (node.is_map() ? quoted_scalar(node.key(i)) + ":" : "-");
    append_value(node[i], node.is_map() ? node.key(i) : "", indent + 2, depth + 1, out);
  }
}

}  // namespace

std::string write_yaml(const SpecNode& root) {
  std::string out;
  for (std::size_t i = 0; i < root.size(); ++i) {
    out += quoted_scalar(root.key(i)) + ":";
    append_value(root[i], root.key(i), 2, 1, out);
  }
  return out;
}

}  // namespace invar
