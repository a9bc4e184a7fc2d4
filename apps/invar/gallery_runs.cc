#include "gallery_runs.h"

#include <fmt/format.h>

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <thread>

#include "command_line.h"
#include "interrupt.h"
#include "invar/core/cpu_clock.h"
#include "invar/core/error.h"
#include "invar/io/atomic_file.h"
#include "invar/io/output_check.h"
#include "invar/model/model.h"
#include "invar/report/report_page.h"
#include "invar/run/run.h"

namespace invar::app {

namespace {

// Why a run ended before its own end, by our will.
class Limiter {
 public:
  Limiter(const GalleryLimits& limits, const InterruptGuard& interrupt)
      : limits_(limits), interrupt_(interrupt), began_(thread_cpu_seconds()) {}

  double seconds() const { return thread_cpu_seconds() - began_; }
  void see(double t, double t_end) {
    at_end_ = t >= t_end;
    late_ = t >= limits_.end * (1 - 1e-12);
    slow_ = seconds() > limits_.seconds;
  }
  bool stops() const { return !at_end_ && (late_ || slow_ || interrupt_.requested()); }
  bool limited() const { return !at_end_ && (late_ || slow_); }
  std::string reason(double t, double t_end) const {
    return late_ ? fmt::format("shortened: {:.4g} of {:.4g} s", t, t_end)
                 : fmt::format("shortened: {:.4g} of {:.4g} s, as far as {:g} s of computing went", t, t_end,
                               limits_.seconds);
  }

 private:
  const GalleryLimits& limits_;
  const InterruptGuard& interrupt_;
  double began_;  // processor time of this thread: a busy machine does not shorten the runs
  bool at_end_ = false, late_ = false, slow_ = false;
};

void run_one(GalleryRun& out, const std::string& folder, Limiter& limiter, std::atomic<double>& fraction) {
  GalleryTile& tile = out.tile;
  InputFileLog inputs;
  const auto model = load_model(tile.file, {});
  const std::string page = (std::filesystem::path(folder) / (tile.name + ".html")).string();
  check_outputs({{"--out", page}}, inputs.files);
  RunRequest request;
  request.model = tile.file;
  ReportTexts texts;
  texts.model_file = tile.file;
  PackedReport report;
  RunHooks hooks;
  hooks.report = &report;
  hooks.note = [&](const std::string& text) { texts.notes.push_back(text); };
  hooks.progress = [&](double t, double t_end, double) {
    limiter.see(t, t_end);
    fraction = t / t_end;
  };
  hooks.interrupted = [&] { return limiter.stops(); };
  RunResult result = run(*model, request, hooks);

  Certificate& certificate = result.certificate;
  const bool limited = result.report.status.code == StatusCode::kInterrupted && limiter.limited();
  texts.command = "invar run " + shell_quoted(tile.file);
  if (limited) {
    // The same as a run with this end, and the page says so.
    tile.shortened = limiter.reason(certificate.t_reached, certificate.t_end);
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
  report.head = make_report_head(*model, certificate, texts);
  tile.report = make_thumbnail(report);
  texts.model_text = inputs.files.front().text;
  report.head = make_report_head(*model, certificate, texts);
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
  std::atomic<std::size_t> next = 0, over = 0;
  std::mutex mutex;
  std::condition_variable done;
  const InterruptGuard interrupt;

  const auto work = [&] {
    for (std::size_t i = next++; i < runs.size(); i = next++) {
      GalleryRun& run = runs[i];
      watches[i].phase = kRunning;
      Limiter limiter(limits, interrupt);
      try {
        if (interrupt.requested()) throw std::runtime_error("not run: interrupted");
        run_one(run, folder, limiter, watches[i].fraction);
      } catch (const std::exception& error) {
        run.completed = false;
        run.summary = run.tile.error = error.what();
      }
      run.seconds = limiter.seconds();
      watches[i].phase = kOver;
      ++over;
      const std::lock_guard lock(mutex);
      done.notify_one();
    }
  };
  std::vector<std::jthread> threads;
  threads.reserve(limits.threads);
  for (int i = 0; i < limits.threads; ++i) threads.emplace_back(work);
  std::unique_lock lock(mutex);
  while (over < runs.size()) {
    std::string text = fmt::format("{} of {}", over.load(), runs.size());
    for (std::size_t i = 0; i < runs.size(); ++i)
      if (watches[i].phase == kRunning)
        text += fmt::format(", {} {:.0f}%", runs[i].tile.name, 100 * watches[i].fraction.load());
    progress(text);
    done.wait_for(lock, std::chrono::milliseconds(150));
  }
  lock.unlock();
  threads.clear();  // joins: they look at `runs` once more, which is then moved away
  return runs;
}

}  // namespace invar::app
