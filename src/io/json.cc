#include "invar/io/json.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "invar/core/error.h"

namespace invar {

std::string json_number(double value) { return std::isfinite(value) ? fmt::format("{:.17g}", value) : "null"; }

namespace {

class FlatParser {
 public:
  FlatParser(std::string_view text, const std::string& source) : text_(text), source_(source) {}

  FlatJson parse() {
    FlatJson object;
    expect('{', "an object begins with {");
    if (!accept('}')) {
      do {
        std::string key = text();
        expect(':', "a key is followed by :");
        object.emplace_back(std::move(key), value());
      } while (accept(','));
      expect('}', "expected , or }");
    }
    skip_blanks();
    if (at_ < text_.size()) fail("more text follows the object");
    return object;
  }

 private:
  [[noreturn]] void fail(const std::string& rule) const {
    int line = 1, column = 1;
    for (std::size_t i = 0; i < std::min(at_, text_.size()); ++i) {
      column = text_[i] == '\n' ? 1 : column + 1;
      line += text_[i] == '\n';
    }
    throw ModelError({source_, line, column}, "not valid JSON:", rule);
  }
  void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
  bool accept(char c) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c, const char* rule) {
    if (!accept(c)) fail(rule);
  }

  JsonValue value() {
    skip_blanks();
    if (at_ < text_.size() && text_[at_] == '"') return text();
    if (accept('[')) return texts();
    const std::size_t end = std::min(text_.find_first_of(",} \t\r\n", at_), text_.size());
    const std::string_view word = text_.substr(at_, end - at_);
    double number = 0;
    const auto result = std::from_chars(word.data(), word.data() + word.size(), number);
    JsonValue out;
    if (word == "true" || word == "false") {
      out = word == "true";
    } else if (result.ec == std::errc() && result.ptr == word.data() + word.size() && std::isfinite(number)) {
      out = number;
    } else if (word != "null") {
      fail(fmt::format("\"{}\" is no plain value", word));
    }
    at_ = end;
    return out;
  }

  std::vector<std::string> texts() {
    std::vector<std::string> all;
    if (accept(']')) return all;
    do {
      skip_blanks();
      all.push_back(text());
    } while (accept(','));
    expect(']', "expected , or ]");
    return all;
  }

  std::string text() {
    expect('"', "text begins with \"");
    std::string out;
    while (true) {
      if (at_ >= text_.size()) fail("text without an end");
      const char c = text_[at_++];
      if (c == '"') return out;
      if (c == '\\') {
        out += escaped();
      } else {
        out += c;
      }
    }
  }

  std::string escaped() {
    const char c = at_ < text_.size() ? text_[at_++] : ' ';
    switch (c) {
      case 'n':
        return "\n";
      case 't':
        return "\t";
      case 'r':
        return "\r";
      case 'b':
        return "\b";
      case 'f':
        return "\f";
      case '"':
      case '\\':
      case '/':
        return {c};
      case 'u':
        return code_point();
      default:
        fail("unknown escape in text");
    }
  }

  std::string code_point() {
    unsigned code = 0;
    const char* first = text_.data() + at_;
    if (at_ + 4 > text_.size() || std::from_chars(first, first + 4, code, 16).ptr != first + 4)
      fail("\\u needs 4 digits");
    at_ += 4;
    // json_quoted escapes control characters only, so pairs of surrogates do not occur in what Invar writes.
    if (code < 0x80) return {static_cast<char>(code)};
    if (code < 0x800) return {static_cast<char>(0xC0 | (code >> 6)), static_cast<char>(0x80 | (code & 0x3F))};
    return {static_cast<char>(0xE0 | (code >> 12)), static_cast<char>(0x80 | ((code >> 6) & 0x3F)),
            static_cast<char>(0x80 | (code & 0x3F))};
  }

  std::string_view text_;
  const std::string& source_;
  std::size_t at_ = 0;
};

}  // namespace

FlatJson parse_flat_json(std::string_view text, const std::string& source) { return FlatParser(text, source).parse(); }

}  // namespace invar
