// Files that are no models: missing, binary, damaged, or of a size that multiplies.
#include <filesystem>
#include <fstream>
#include <random>

#include "unit/io/bad_model.h"

namespace invar::bad_model {
namespace {

std::string message_of_file(const std::string& path) {
  try {
    read_model_file(path);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(BadModelFile, that_does_not_exist_is_named) {
  EXPECT_EQ(message_of_file("no/such.yaml"), "no/such.yaml: no such file; check the name and the current directory");
}

TEST(BadModelFile, that_is_a_directory_is_refused) {
  EXPECT_NE(message_of_file(::testing::TempDir()).find("is a directory"), std::string::npos);
}

TEST(BadModelFile, of_binary_content_is_refused) {
  const std::string path = ::testing::TempDir() + "invar_binary.yaml";
  std::ofstream file(path, std::ios::binary);
  for (int i = 0; i < 4096; ++i) file.put(static_cast<char>((i * 7919) % 251));
  file.close();
  EXPECT_NE(message_of_file(path), "accepted");
}

TEST(BadModelFile, with_aliases_that_multiply_is_stopped_quickly) {
  std::string text = "camera:\n  a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) {
    text += "  a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int j = 0; j < 10; ++j) text += (j > 0 ? ", *a" : "*a") + std::to_string(i - 1);
    text += "]\n";
  }
  try {
    read_model_text(text, "bomb.yaml");
    FAIL() << "was accepted";
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("more than 5000000 values"), std::string::npos) << error.what();
    EXPECT_GT(error.where().line, 1);
  }
}

TEST(BadModelFile, nested_too_deeply_is_refused) {
  for (const int depth : {65, 400, 100000}) {
    const auto n = static_cast<std::size_t>(depth);
    const std::string text = "camera: " + std::string(n, '[') + std::string(n, ']');
    try {
      read_model_text(text, "deep.yaml");
      FAIL() << "was accepted";
    } catch (const ModelError& error) {
      EXPECT_NE(std::string(error.what()).find("nested deeper than 64"), std::string::npos) << error.what();
    }
  }
}

TEST(BadModelFile, of_more_than_a_million_entries_over_all_sections_is_refused) {
  const auto block = [](const char* section, int to) {
    return fmt::format("{}: {{repeat: [{{index: i, from: 1, to: {}, items: {{'p_${{i}}': {{type: thing}}}}}}]}}\n",
                       section, to);
  };
  try {
    read_model_text(block("bodies", 10) + block("joints", 20) + block("forces", 999'971), "large.yaml");
    FAIL() << "was accepted";
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("forces brings the model to more than 1000000"), std::string::npos);
    EXPECT_EQ(error.where().line, 3);
  }
}

// Whatever is done to a model, the answer is a model or a ModelError.
TEST(BadModelFile, with_random_damage_is_read_or_refused_but_never_worse) {
  const std::string good = body(
                               "mass: length/2, at: [1, \"${length}\", 3], axis: [0, 0, 1], count: 3,\n"
                               "      angle: {table: [[0, 1], [1, 2]]}, path: [t, sin(t), 1], between: [a, b]") +
                           "  repeat: [{index: i, from: 1, to: 9, items: {\"p_${i}\": {type: thing, mass: i}}}]\n" +
                           "outputs: [b.x, {repeat: {index: i, from: 1, to: 2, items: ['p_${i}.x']}}]\n";
  ASSERT_NO_THROW(read_and_check(good, {}));
  std::mt19937 random(20240229);
  const std::string letters = "{}[]:,-#&*!|>'\"%@`$()+^=?. \n\t0i~<\x80\xff";
  int refused = 0;
  for (int k = 0; k < 4000; ++k) {
    std::string text = good;
    for (unsigned edits = 1 + random() % 3; edits > 0; --edits) {
      const std::size_t at = random() % text.size();
      switch (random() % 4) {
        case 0:
          text.erase(at, 1 + random() % 5);
          break;
        case 1:
          text.insert(at, 1, letters[random() % letters.size()]);
          break;
        case 2:
          text[at] = letters[random() % letters.size()];
          break;
        default:
          text.insert(at, text.substr(random() % text.size(), 1 + random() % 12));
          break;
      }
    }
    try {
      read_and_check(text, {});
    } catch (const ModelError&) {
      ++refused;
    } catch (const std::exception& error) {
      FAIL() << error.what() << "\n" << text;
    }
  }
  EXPECT_GT(refused, 2000);
}

TEST(BadModelFile, an_override_needs_a_name_and_a_value) {
  EXPECT_EQ(parse_override("N=2*3"), (std::pair<std::string, std::string>("N", "2*3")));
  EXPECT_EQ(parse_override("N=a==b").second, "a==b");
  for (const char* bad : {"N", "=3", "N=", ""}) EXPECT_THROW(parse_override(bad), ModelError) << bad;
}

}  // namespace
}  // namespace invar::bad_model
