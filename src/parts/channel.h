// Channel: a named number of the run, `part.quantity[.component]`, offered by the parts of a model.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "invar/parts/snapshot.h"

namespace invar {

struct Channel {
  std::string name;
  std::string unit;
  unsigned needs = kNeedsState;
  std::function<double(const Snapshot&)> value;
  bool is_angle = false;  // known modulo 2 pi: the recorder makes it continuous over many turns
};

class ChannelList {
 public:
  void add(std::string name, std::string unit, unsigned needs, std::function<double(const Snapshot&)> value) {
    channels_.push_back({std::move(name), std::move(unit), needs, std::move(value), false});
  }
  void add_angle(std::string name, unsigned needs, std::function<double(const Snapshot&)> value) {
    channels_.push_back({std::move(name), "rad", needs, std::move(value), true});
  }
  // Multiplier of the velocity constraint of a row. It is a rate of coordinates over the unit of the row's gradient, which
  // is that of a force over the unit of lambda.
  void add_mu(std::string name, int row, const std::string& lambda_unit) {
    const char* unit = lambda_unit == "N" ? "m/s" : lambda_unit == "1" ? "1" : "1/s";
    add(std::move(name), unit, kNeedsState, [row](const Snapshot& s) { return s.calc_mu(row); });
  }
  // name.x, name.y, name.z (a planar quantity offers only x and y).
  void add_vector(const std::string& name, const std::string& unit, unsigned needs,
                  const std::function<Vector3(const Snapshot&)>& value, int dimension = 3) {
    static constexpr const char* kAxes[] = {".x", ".y", ".z"};
    for (int i = 0; i < dimension; ++i)
      channels_.push_back({name + kAxes[i], unit, needs, [value, i](const Snapshot& s) { return value(s)[i]; }, false});
  }
  const std::vector<Channel>& all() const { return channels_; }

 private:
  std::vector<Channel> channels_;
};

}  // namespace invar
