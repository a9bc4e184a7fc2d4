// TimeBreaks: the clock of a run that ends steps where what the model prescribes over time is not smooth
// (docs/theory/events.md), and divides what lies between two breaks closer than a few steps:
//
//   (T1)  a break whose k-th derivative jumps ends a step, if a load with such a jump would jump itself, or limit the order
//   (T2)  a piece shorter than kParts steps and no straight line is passed in kParts steps
//
// Breaks are looked for in stretches of fixed length, one after the other as they are needed, so that a run that was stored and
// resumed finds the same instants to the last bit.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "invar/parts/break_list.h"
#include "invar/simulate/clock.h"

namespace invar {

class TimeBreaks final : public Clock {
 public:
  // Steps of about this size, the longest of them (may be infinite), by a method of this order.
  TimeBreaks(const BreakList& sources, double start, double step, double longest, int order);

  bool empty() const { return sources_.empty(); }
  double next(double t) const override;
  bool interrupts(double t) const override;
  // Called once with a sentence if the breaks of a function are too many to be found.
  void on_giving_up(std::function<void(const std::string&)> note) { note_ = std::move(note); }

 private:
  struct Stop {
    double t = 0;
    bool is_break = false;
  };
  void restart_search(double t) const;
  void search(double until) const;
  void forget_before(double t) const;
  void give_up(const PlacedBreaks& placed, double a, double b) const;
  void search_stretch(double a, double b) const;
  double stretch_start(long long k) const { return start_ + static_cast<double>(k) * stretch_; }
  bool matters(const PlacedBreaks& source, const Break& found) const;

  BreakList sources_;
  double start_, step_, stretch_, reach_;
  int order_;
  std::function<void(const std::string&)> note_;
  // What was found: a function of time, kept so that it is not looked for again.
  mutable std::vector<Stop> stops_;
  mutable long long searched_ = -1;  // stretches, from first_ on
  mutable long long first_ = 0;
  mutable bool has_given_up_ = false;
};

}  // namespace invar
