#include "run_keeper.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "command_line.h"
#include "invar/core/error.h"

namespace invar::app {

namespace {

constexpr double kSecondsBetween = 60;
// Reading the clock may cost as much as a small step.
constexpr long long kStepsBetweenLooks = 16;

}  // namespace

RunKeeper::RunKeeper(const RunRequest& request, const InputFileLog& inputs, const Checkpoint* resumed)
    : path_(*request.checkpoint), resumed_(resumed), interval_(request.checkpoint_every.value_or(kSecondsBetween)) {
  kept_.arguments = command_arguments();
  kept_.folder = std::filesystem::current_path().string();
  for (const InputFile& file : inputs.files) {
    kept_.input_paths.push_back(file.path);
    kept_.input_hashes.push_back(fmt::format("{:016x}", file.hash));
  }
  if (!resumed) {
    if (is_checkpoint(path_))
      throw ModelError({path_, 0, 0}, "", "holds a run that was interrupted",
                       fmt::format("continue it with invar resume {}, or remove it", path_));
    if (std::filesystem::exists(path_))
      throw ModelError({path_, 0, 0}, "", "exists and is no checkpoint", "choose another name");
    return;
  }
  if (resumed->input_paths != kept_.input_paths)
    throw ModelError({path_, 0, 0}, "", "belongs to a model that reads other files");
  for (std::size_t i = 0; i < kept_.input_paths.size(); ++i)
    if (resumed->input_hashes[i] != kept_.input_hashes[i])
      throw ModelError({kept_.input_paths[i], 0, 0}, "", fmt::format("has changed since {} was written", path_),
                       "restore it, or run the model anew");
}

TableWriter& RunKeeper::keep_rows_of(TableWriter& table) {
  std::optional<JournaledTable::KeptRows> kept;
  if (resumed_) kept = {resumed_->rows, resumed_->rows_hash};
  table_ = std::make_unique<JournaledTable>(table, journal_path(), std::move(kept));
  return *table_;
}

void RunKeeper::write(ModelRun& run, const std::vector<std::string>& notes) {
  if (table_) {
    kept_.rows_hash = table_->sync();
    kept_.rows = table_->rows();
  }
  Archive archive;
  run.archive(archive);
  kept_.t = run.simulation().state().t;
  kept_.notes = notes;
  kept_.run = archive.bytes();
  write_checkpoint(path_, kept_);
}

RunResult RunKeeper::execute(ModelRun& run, const std::vector<std::string>& notes) {
  if (!run.can_begin()) return run.execute();
  if (resumed_) {
    Archive archive(resumed_->run);
    try {
      run.resume(archive);
      archive.finish();
    } catch (const ArchiveError& error) {
      throw ModelError({path_, 0, 0}, "", fmt::format("does not fit this run: {}", error.what()));
    }
  } else {
    run.begin();
    write(run, notes);  // a method that cannot be stored is refused before it has computed for hours
  }
  auto last = std::chrono::steady_clock::now();
  long long steps = 0;
  run.proceed([&] {
    if (++steps % kStepsBetweenLooks != 0) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - last < interval_) return;
    write(run, notes);
    last = std::chrono::steady_clock::now();
  });
  const Status& status = run.simulation().report().status;
  if (status.code == StatusCode::kInterrupted) write(run, notes);
  completed_ = status.ok();
  return run.finish();
}

void RunKeeper::finish() {
  if (!completed_) return;
  sync();  // the results outlive a power cut, too
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
  std::filesystem::remove(journal_path(), ignored);
}

}  // namespace invar::app
