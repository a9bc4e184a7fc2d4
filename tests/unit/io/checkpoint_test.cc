// Files of runs that are stored: whatever is missing or changed in them is refused, and the old one stays until the new one
// is complete.
#include "invar/io/checkpoint_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "invar/core/error.h"
#include "invar/io/row_journal.h"
#include "unit/io/temporary_folder.h"

namespace invar {
namespace {

using invar::testing::TemporaryFolder;

std::string read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void write_bytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

Checkpoint make_checkpoint() {
  Checkpoint c;
  c.arguments = {"run", "model.yaml"};
  c.folder = "/somewhere";
  c.input_paths = {"model.yaml"};
  c.input_hashes = {"0123456789abcdef"};
  c.notes = {"a note"};
  c.t = 1.25;
  c.rows = 3;
  c.rows_hash = "fedcba9876543210";
  c.run = std::string("\0\1\2 some state", 14);
  return c;
}

TEST(CheckpointFile, gives_back_what_was_written) {
  const TemporaryFolder folder;
  const std::string path = folder / "keep";
  Checkpoint c = make_checkpoint();
  write_checkpoint(path, c);
  const Checkpoint read = read_checkpoint(path);
  EXPECT_EQ(read.arguments, c.arguments);
  EXPECT_EQ(read.notes, c.notes);
  EXPECT_EQ(read.run, c.run);
  EXPECT_EQ(read.t, 1.25);
  EXPECT_EQ(read.rows_hash, c.rows_hash);
  EXPECT_TRUE(is_checkpoint(path));
  EXPECT_FALSE(is_checkpoint(folder / "nothing"));
}

TEST(CheckpointFile, of_any_other_length_is_refused) {
  const TemporaryFolder folder;
  const std::string path = folder / "keep";
  Checkpoint c = make_checkpoint();
  write_checkpoint(path, c);
  const std::string whole = read_bytes(path);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    write_bytes(path, whole.substr(0, length));
    EXPECT_THROW(read_checkpoint(path), ModelError) << length;
  }
  for (const std::size_t more : {1, 8, 100}) {
    write_bytes(path, whole + std::string(more, '\0'));
    EXPECT_THROW(read_checkpoint(path), ModelError) << more;
  }
}

TEST(CheckpointFile, with_any_byte_changed_is_refused) {
  const TemporaryFolder folder;
  const std::string path = folder / "keep";
  Checkpoint c = make_checkpoint();
  write_checkpoint(path, c);
  const std::string whole = read_bytes(path);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    write_bytes(path, changed);
    EXPECT_THROW(read_checkpoint(path), ModelError) << "byte " << i;
  }
}

TEST(CheckpointFile, that_cannot_be_replaced_stays) {
  const TemporaryFolder folder;
  const std::string path = folder / "keep";
  Checkpoint c = make_checkpoint();
  write_checkpoint(path, c);
  const std::string whole = read_bytes(path);
  // What a crash while the next one is written leaves behind: a part of it under another name.
  write_bytes(folder / ".keep.1-0.part", whole.substr(0, whole.size() / 2));
  EXPECT_EQ(read_checkpoint(path).t, 1.25);
  c.t = 2;
  write_checkpoint(path, c);
  EXPECT_EQ(read_checkpoint(path).t, 2);
}

struct Rows final : TableWriter {
  std::vector<std::vector<double>> all;
  void finish(const std::string&) override {}

 protected:
  void do_begin() override {}
  void do_row(std::span<const double> values) override { all.emplace_back(values.begin(), values.end()); }
};

// Writes `count` rows and gives the checksum after the first `kept`.
std::string write_rows(const std::string& path, int count, int kept) {
  Rows table;
  JournaledTable journal(table, path, std::nullopt);
  journal.begin({"t", "x"}, {"s", "m"});
  std::string hash;
  for (int i = 0; i < count; ++i) {
    EXPECT_TRUE(journal.row(std::vector<double>{0.1 * i, 1.0 / (i + 1)}).ok());
    if (i + 1 == kept) hash = journal.sync();
  }
  journal.sync();
  return hash;
}

TEST(RowJournal, cut_at_any_length_is_refused_or_gives_the_rows_of_the_checkpoint) {
  const TemporaryFolder folder;
  const std::string path = folder / "rows";
  const std::string hash = write_rows(path, 7, 4);
  const std::string whole = read_bytes(path);
  ASSERT_EQ(whole.size(), 7u * 16);
  for (std::size_t length = 0; length <= whole.size(); ++length) {
    write_bytes(path, whole.substr(0, length));
    Rows table;
    JournaledTable journal(table, path, JournaledTable::KeptRows{4, hash});
    if (length < 4 * 16) {
      EXPECT_THROW(journal.begin({"t", "x"}, {"s", "m"}), ModelError) << length;
      EXPECT_EQ(read_bytes(path).size(), length) << "a journal that is refused is left alone";
      continue;
    }
    journal.begin({"t", "x"}, {"s", "m"});
    ASSERT_EQ(table.all.size(), 4u);
    EXPECT_EQ(table.all[3], (std::vector<double>{0.1 * 3, 0.25}));
    EXPECT_TRUE(journal.row(std::vector<double>{9, 10}).ok());
    journal.sync();
    EXPECT_EQ(read_bytes(path).size(), 5u * 16) << "what came after the checkpoint is gone";
  }
}

TEST(RowJournal, with_any_byte_changed_is_refused) {
  const TemporaryFolder folder;
  const std::string path = folder / "rows";
  const std::string hash = write_rows(path, 5, 4);
  const std::string whole = read_bytes(path);
  for (std::size_t i = 0; i < 4 * 16; ++i) {
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    write_bytes(path, changed);
    Rows table;
    JournaledTable journal(table, path, JournaledTable::KeptRows{4, hash});
    EXPECT_THROW(journal.begin({"t", "x"}, {"s", "m"}), ModelError) << i;
  }
}

}  // namespace
}  // namespace invar
