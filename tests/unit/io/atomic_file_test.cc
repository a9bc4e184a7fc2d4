// Files appear complete or not at all.
#include "invar/io/atomic_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "unit/io/temporary_folder.h"

namespace invar {
namespace {

using testing::message_of;
using testing::read_text;
using testing::TemporaryFolder;
using testing::write_text;
using Names = std::vector<std::string>;

TEST(AtomicFile, appears_only_when_committed) {
  TemporaryFolder folder;
  AtomicFile file(folder / "a.txt");
  file.write("one ");
  EXPECT_FALSE(std::filesystem::exists(folder / "a.txt"));
  file.write("two");
  file.commit();
  EXPECT_EQ(read_text(folder / "a.txt"), "one two");
  EXPECT_EQ(folder.files(), Names{"a.txt"});
}

TEST(AtomicFile, leaves_the_old_file_and_nothing_else_when_not_committed) {
  TemporaryFolder folder;
  write_text(folder / "a.txt", "old");
  EXPECT_EQ(message_of([&] {
              AtomicFile file(folder / "a.txt");
              file.write("new");
              throw std::runtime_error("the run failed");
            }),
            "the run failed");
  EXPECT_EQ(read_text(folder / "a.txt"), "old");
  EXPECT_EQ(folder.files(), Names{"a.txt"});
}

TEST(AtomicFile, keeps_the_permissions_of_the_file_it_replaces) {
  TemporaryFolder folder;
  write_text(folder / "a.txt", "old");
  chmod((folder / "a.txt").c_str(), 0640);
  write_file_atomically(folder / "a.txt", "new");
  struct stat status = {};
  stat((folder / "a.txt").c_str(), &status);
  EXPECT_EQ(status.st_mode & 0777, 0640u);
  EXPECT_EQ(read_text(folder / "a.txt"), "new");
}

TEST(AtomicFile, follows_a_symbolic_link_instead_of_replacing_it) {
  TemporaryFolder folder;
  write_text(folder / "real.txt", "old");
  std::filesystem::create_symlink("real.txt", folder / "link.txt");
  write_file_atomically(folder / "link.txt", "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.txt"));
  EXPECT_EQ(read_text(folder / "real.txt"), "new");
}

TEST(AtomicFile, writes_to_a_device_directly) {
  EXPECT_NO_THROW(write_file_atomically("/dev/null", "text"));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(AtomicFile, says_which_folder_is_missing_and_how_to_make_it) {
  TemporaryFolder folder;
  const std::string path = folder / "no/such/a.txt";
  EXPECT_EQ(message_of([&] { AtomicFile file(path); }),
            path + ": cannot be written: the folder \"" + (folder / "no/such") +
                "\" does not exist; create it first: mkdir -p " + (folder / "no/such"));
}

TEST(AtomicFile, refuses_a_folder_as_file_a_file_as_folder_and_no_name) {
  TemporaryFolder folder;
  write_text(folder / "file", "");
  EXPECT_NE(message_of([&] { AtomicFile file(folder / ""); }).find("it is a folder"), std::string::npos);
  EXPECT_NE(message_of([&] { AtomicFile file(folder / "file/a.txt"); }).find("is not a folder"), std::string::npos);
  EXPECT_NE(message_of([&] { AtomicFile file(folder / "new/"); }).find("cannot be written"), std::string::npos);
  EXPECT_NE(message_of([&] { AtomicFile file(""); }).find("it has no name"), std::string::npos);
  EXPECT_EQ(folder.files(), Names{"file"});
}

TEST(AtomicFile, tells_that_the_disk_is_full) {
  EXPECT_EQ(message_of([&] { write_file_atomically("/dev/full", "text"); }),
            "/dev/full: cannot be written: No space left on device; free some space or write elsewhere");
}

}  // namespace
}  // namespace invar
