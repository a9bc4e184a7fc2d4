// Part: anything of a model that has a name: bodies, joints, drives, forces. A part places its terms when it is built;
// afterwards it only offers channels and draws itself.
#pragma once

#include <string>
#include <vector>

#include "invar/parts/break_list.h"
#include "invar/parts/channel.h"
#include "invar/parts/rate_jumps.h"

namespace invar {

class Drawing;
class SensorList;

// What the contacts of a model say at an instant: the gap of every place of contact, with the name of its contact, and the
// energies taken out since the start.
struct ContactTally {
  std::vector<double> gaps;
  std::vector<const std::string*> names;
  double by_damping = 0, by_friction = 0;  // [J]
  void clear() {
    gaps.clear();
    names.clear();
    by_damping = by_friction = 0;
  }
};

class Part {
 public:
  Part(std::string name, std::string type) : name_(std::move(name)), type_(std::move(type)) {}
  virtual ~Part() = default;
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;

  const std::string& name() const { return name_; }
  const std::string& type() const { return type_; }
  // The section of the model that it belongs to: bodies, markers, joints, ...; the builder says it.
  const std::string& section() const { return section_; }
  void set_section(std::string section) { section_ = std::move(section); }
  virtual void offer_channels(ChannelList&) const {}
  // What formulas of forces may read, by the names of its channels.
  virtual void offer_sensors(SensorList&) const {}
  virtual void draw(Drawing&) const {}
  // A sentence for the user if the part is where its theory no longer holds well; empty otherwise.
  virtual std::string find_warning(Vec) const { return ""; }
  // Of contacts.
  virtual void tally_contacts(Vec /*q*/, Vec /*z*/, ContactTally&) const {}
  // Why no result in this configuration can be trusted: the theory of the part has ended; empty otherwise.
  virtual std::string find_failure(Vec) const { return ""; }
  // Why it cannot follow a step from t0 to t1, or empty.
  virtual std::string refuse_step(double /*t0*/, double /*t1*/) const { return ""; }
  // Functions of time alone that it depends on.
  virtual void offer_breaks(BreakList&) const {}
  // Whether it prescribes a motion, and the instants between t0 and t1 at which it demands an impulse.
  virtual bool may_demand_impulses() const { return false; }
  virtual std::vector<RateJumps> find_impulses(double /*t0*/, double /*t1*/) const { return {}; }

 private:
  std::string name_, type_, section_;
};

}  // namespace invar
