#include "gallery_runs.h"

#include <fmt/format.h>

#include <atomic>
#include <filesystem>

#include "command_line.h"
#include "flags.h"
#include "interrupt.h"
#include "invar/core/cpu_clock.h"
#include "invar/core/error.h"
#include "invar/core/parallel.h"
#include "invar/io/atomic_file.h"
#include "invar/io/output_check.h"
#include "invar/model/model.h"
#include "invar/report/report_page.h"
#include "invar/run/run.h"

namespace invar::app {

namespace {

// Ends a run that takes too long for a gallery, and knows why.
class GalleryLimit final : public StepObserver {
 public:
  GalleryLimit(const GalleryLimits& limits, std::atomic<double>& fraction)
      : limits_(limits), fraction_(fraction), began_(thread_cpu_seconds()) {}

  void set_end(double t_end) { t_end_ = t_end; }
  Status start(const State&) override { return {}; }
  Status step(const State&, const State& s1, const StepReport&, const Vector&) override {
    fraction_ = s1.t / t_end_;
    const bool at_end = s1.t >= t_end_;
    late_ = !at_end && s1.t >= limits_.end * (1 - 1e-12);
    slow_ = !at_end && seconds() > limits_.seconds;
    return limited() ? Status{StatusCode::kInterrupted, ""} : Status{};
  }

  double seconds() const { return thread_cpu_seconds() - began_; }
  bool limited() const { return late_ || slow_; }
  std::string reason(double t, double t_end) const {
    return late_ ? fmt::format("shortened: {:.4g} of {:.4g} s", t, t_end)
                 : fmt::format("shortened: {:.4g} of {:.4g} s, as far as {:g} s of computing went", t, t_end,
                               limits_.seconds);
  }

 private:
  const GalleryLimits& limits_;
  std::atomic<double>& fraction_;
  double began_;  // processor time of this thread: a busy machine does not shorten the runs
  double t_end_ = 1;
  bool late_ = false, slow_ = false;
};

void run_one(GalleryRun& out, const std::string& folder, const InterruptGuard& interrupt, GalleryLimit& limit) {
  GalleryTile& tile = out.tile;
  InputFileLog inputs;
  const auto model = load_model(tile.file, {});
  const std::string page = (std::filesystem::path(folder) / (tile.name + ".html")).string();
  check_outputs({{"--out", page}}, inputs.files);
  ReportTexts texts;
  texts.model_file = tile.file;
  PackedReport report;
  ModelRun run(*model, {},
               {.note = [&](const std::string& text) { texts.notes.push_back(with_flags(text)); },
                .interrupted = [&] { return interrupt.requested(); }});
  limit.set_end(run.options().t_end);
  run.collect_page(report);
  run.add(limit);
  RunResult result = run.execute();

  Certificate& certificate = result.certificate;
  const bool limited = result.report.status.code == StatusCode::kInterrupted && limit.limited();
  texts.command = "invar run " + shell_quoted(tile.file);
  if (limited) {
    // The same as a run with this end, and the page says so.
    tile.shortened = limit.reason(certificate.t_reached, certificate.t_end);
    texts.notes.push_back("Made for a gallery, " + tile.shortened + ".");
    certificate.t_end = certificate.t_reached;
    certificate.status = "completed";
    certificate.message = "completed";
    texts.command += fmt::format(" --end {:.17g}", certificate.t_reached);
  }
  texts.command += " --report " + shell_quoted(tile.name + ".html");
  out.completed = certificate.completed();
  out.summary = out.completed ? fmt::format("{}, {} {}{}", certificate.method, certificate.degrees_of_freedom,
                                            certificate.degrees_of_freedom == 1 ? "freedom" : "freedoms",
                                            tile.shortened.empty() ? "" : ", " + tile.shortened)
                              : certificate.message;

  // The thumbnail needs no text of the model; its page has it.
  report.head = make_report_head(*model, with_flags(to_json(certificate)), texts);
  tile.report = make_thumbnail(report);
  texts.model_text = inputs.files.front().text;
  report.head = make_report_head(*model, with_flags(to_json(certificate)), texts);
  write_file_atomically(page, make_report_page(report));
  tile.page = tile.name + ".html";
}

}  // namespace

std::vector<GalleryRun> run_gallery(const std::vector<std::string>& models, const std::string& folder,
                                    const GalleryLimits& limits, const GalleryProgress& progress) {
  std::vector<GalleryRun> runs(models.size());
  for (std::size_t i = 0; i < models.size(); ++i) {
    runs[i].tile.file = models[i];
    runs[i].tile.name = std::filesystem::path(models[i]).stem().string();
  }
  enum Phase { kWaiting, kRunning, kOver };
  struct Watch {
    std::atomic<int> phase = kWaiting;
    std::atomic<double> fraction = 0;
  };
  std::vector<Watch> watches(models.size());
  std::atomic<std::size_t> over = 0;
  const InterruptGuard interrupt;

  const auto work = [&](std::size_t i) {
    GalleryRun& run = runs[i];
    watches[i].phase = kRunning;
    GalleryLimit limit(limits, watches[i].fraction);
    try {
      if (interrupt.requested()) throw std::runtime_error("not run: interrupted");
      run_one(run, folder, interrupt, limit);
    } catch (const std::exception& error) {
      run.completed = false;
      run.summary = run.tile.error = error.what();
    }
    run.seconds = limit.seconds();
    watches[i].phase = kOver;
    ++over;
  };
  BackgroundTask task([&] { parallel_for(runs.size(), work, static_cast<std::size_t>(limits.threads)); });
  task.wait(0.15, [&] {
    std::string text = fmt::format("{} of {}", over.load(), runs.size());
    for (std::size_t i = 0; i < runs.size(); ++i)
      if (watches[i].phase == kRunning)
        text += fmt::format(", {} {:.0f}%", runs[i].tile.name, 100 * watches[i].fraction.load());
    progress(text);
  });
  return runs;
}

}  // namespace invar::app
