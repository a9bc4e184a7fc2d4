// Keeps a run on disk while it goes on (--checkpoint), and puts it back (invar resume).
#pragma once

#include <chrono>
#include <memory>

#include "invar/io/checkpoint_file.h"
#include "invar/io/row_journal.h"
#include "invar/run/run.h"
#include "invar/spec/input_file.h"
#include "run_request.h"

namespace invar::app {

class RunKeeper {
 public:
  // `resumed` may be null. Throws ModelError where inputs have changed since then.
  RunKeeper(const RunRequest& request, const InputFileLog& inputs, const Checkpoint* resumed);

  // The table that the rows of the run go to instead.
  TableWriter& keep_rows_of(TableWriter& table);
  // Carries out the run.
  RunResult execute(ModelRun& run, const std::vector<std::string>& notes);
  // The results are on the disk: of a completed run nothing is left to be resumed.
  void finish();

 private:
  void write(ModelRun& run, const std::vector<std::string>& notes);
  std::string journal_path() const { return path_ + ".rows"; }

  const std::string path_;
  const Checkpoint* resumed_;
  Checkpoint kept_;
  std::unique_ptr<JournaledTable> table_;
  std::chrono::duration<double> interval_;
  bool completed_ = false;
};

}  // namespace invar::app
