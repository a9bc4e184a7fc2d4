#include "invar/core/archive.h"

#include <gtest/gtest.h>

#include <limits>

namespace invar {
namespace {

struct Item {
  double x = 0;
  Vector v;
  void archive(Archive& a) {
    a("x", x);
    a("v", v);
  }
};

struct Everything {
  bool flag = false;
  int count = 0;
  long long steps = 0;
  std::string text;
  State state;
  Matrix matrix;
  std::vector<bool> flags;
  std::vector<Item> items;
  std::vector<std::string> words;
  std::optional<double> maybe, never;
  double pair[2] = {0, 0};
  void archive(Archive& a) {
    a("flag", flag);
    a("count", count);
    a("steps", steps);
    a("text", text);
    a("state", state);
    a("matrix", matrix);
    a("flags", flags);
    a("items", items);
    a("words", words);
    a("maybe", maybe);
    a("never", never);
    a("pair", pair);
  }
};

Everything make_everything() {
  Everything all;
  all.flag = true;
  all.count = -7;
  all.steps = 1LL << 40;
  all.text = std::string("a\0b", 3);
  all.state.t = 0.1;
  all.state.q = Vector::LinSpaced(5, -1, 1);
  all.matrix = Matrix::Identity(2, 3);
  all.flags = {true, false, true};
  all.items = {{1.5, Vector::Ones(2)}, {std::numeric_limits<double>::denorm_min(), Vector()}};
  all.words = {"", "x"};
  all.maybe = -0.0;
  all.pair[1] = 3;
  return all;
}

TEST(Archive, gives_back_every_bit) {
  Everything all = make_everything(), read;
  read.never = 1;
  Archive to;
  all.archive(to);
  Archive from(to.bytes());
  read.archive(from);
  from.finish();
  EXPECT_TRUE(read.flag);
  EXPECT_EQ(read.count, -7);
  EXPECT_EQ(read.steps, 1LL << 40);
  EXPECT_EQ(read.text, all.text);
  EXPECT_EQ(read.state.q, all.state.q);
  EXPECT_EQ(read.state.v.size(), 0);
  EXPECT_EQ(read.matrix, all.matrix);
  EXPECT_EQ(read.flags, all.flags);
  ASSERT_EQ(read.items.size(), 2u);
  EXPECT_EQ(read.items[1].x, std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(read.words, all.words);
  EXPECT_TRUE(std::signbit(*read.maybe));
  EXPECT_FALSE(read.never);
  Archive again;
  read.archive(again);
  EXPECT_EQ(again.bytes(), to.bytes());
}

TEST(Archive, refuses_what_does_not_fit_and_never_misreads) {
  Everything all = make_everything();
  Archive to;
  all.archive(to);
  const auto read = [](const std::string& bytes) {
    Everything into;
    Archive from(bytes);
    into.archive(from);
    from.finish();
  };
  EXPECT_NO_THROW(read(to.bytes()));
  EXPECT_THROW(read(to.bytes() + "x"), ArchiveError);
  for (std::size_t size = 0; size < to.bytes().size(); ++size)
    EXPECT_THROW(read(to.bytes().substr(0, size)), ArchiveError) << size;
  Item item;
  Archive from(to.bytes());
  try {
    item.archive(from);
    FAIL();
  } catch (const ArchiveError& error) {
    EXPECT_STREQ(error.what(), "\"x\" was expected where \"flag\" is");
  }
}

}  // namespace
}  // namespace invar
