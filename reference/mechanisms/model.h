// A random mechanism: what the reference integrates, the text of the same model for Invar, and the channels that both have.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "mechanisms/mechanism.h"

namespace invar::mechanisms {

struct Channel {
  std::string name;
  // Linear in lambda where it depends on it, so that directions in which lambda is not determined can be tried.
  std::function<Real(const Mechanism&, const Instant&, const VecX& lambda)> value;
  bool of_lambda = false;
};

struct Joint {
  std::string name, type;
  Place F, M;
  std::vector<int> rows;
  int angle = -1, displacement = -1;  // measures
};

struct Model {
  Mechanism mechanism;
  bool planar = false;
  std::vector<Joint> joints;
  std::vector<std::string> body_text, rod_text, marker_text, joint_text, drive_text, force_text;
  std::vector<Channel> channels;
  std::vector<std::string> drive_names;  // by account of work; channel of the work

  std::string text() const;
};

// Numbers from a seed, the same on every machine. Values have few digits, so that model files can be read.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15ULL + 0x1234567) {}
  double uniform(double low, double high);  // three decimals
  int below(int n);
  bool chance(double p) { return below(1000) < 1000 * p; }
  Vec3 vector(double size);
  Vec3 direction();  // not normalized
 private:
  std::uint64_t next();
  std::uint64_t state_;
};

// Text of numbers that reads back as the same doubles.
std::string number(Real x);
std::string list(const Vec3& v, int size = 3);
inline Vec3 as_doubles(const Vec3& v) { return v.cast<double>().cast<Real>(); }

Mat3 triad(const Vec3& axis, const Vec3& x_axis);
Vec3 perpendicular(const Vec3& axis, const Vec3& hint);

// joints.cc
Measure angle_measure(const Place& F, const Place& M);
Measure displacement_measure(const Place& F, const Place& M, int axis = 2);
Measure distance_measure(const Place& F, const Place& M);
void add_joint_rows(Model& model, Joint& joint);
void add_joint_channels(Model& model, const Joint& joint);
void add_universal(Model& model, Joint& joint, const Vec3& arm_F, const Vec3& arm_M, const Function* shaft_angle,
                   const Vec3& shaft_axis);

// channels.cc
void add_vector_channel(Model& model, const std::string& name, int components,
                        const std::function<Vec3(const Mechanism&, const Instant&, const VecX&)>& value,
                        bool of_lambda = false);
void add_scalar_channel(Model& model, const std::string& name,
                        const std::function<Real(const Mechanism&, const Instant&, const VecX&)>& value,
                        bool of_lambda = false);
void add_measure_channel(Model& model, const std::string& name, int measure);
void add_body_channels(Model& model, int body);
void add_marker_channels(Model& model, const std::string& name, const Place& place);
// Force on the place's body and torque about its point, from efforts along measures.
void add_effort_wrench_channels(Model& model, const std::string& name, const Place& place, std::vector<int> efforts,
                                bool with_torque);

// functions.cc
Function random_function_of_time(Random& r, Real start, double size);
Function random_rate_of_time(Random& r, double size);

// forces.cc
void add_random_force(Model& model, Random& r);
// drives.cc
void add_random_drive(Model& model, Random& r);

// generate.cc: draw number `attempt` of a seed. Not every draw moves freely enough to be compared.
Model draw_mechanism(std::uint64_t seed, int attempt);

// Names of places: a body, a marker that is added, or the ground with a marker.
Place place_at(const Mechanism& m, int body, const Vec3& world, const Mat3& axes);
std::string add_marker(Model& model, const std::string& name, Place& place, bool with_axes);
Vec3 world_point(const Mechanism& m, const Place& place);  // at the start
bool has_axes(const Body& body);

}  // namespace invar::mechanisms
