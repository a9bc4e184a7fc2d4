// Drawing: a picture of a model, made of primitives that its parts add (Part::draw). Primitives are tied to places that
// move; what moves is kept in tracks (a point, a frame, a vector or a number that follows from a Snapshot), so that an
// animation stores per instant only the values of the tracks, however rich the picture is.
//
//   void MyJoint::draw(Drawing& d) const {
//     d.add_symbol("cylinder", *this, DrawRole::kJoint, d.place(F()), {0.05, 0.2});    // radius, height, along axis 3
//   }
//
// Sizes are in m (add) or, for things that have no size of their own, in units of the picture (add_symbol); the unit is
// about the size of a body. What each kind takes is written in docs/report-page.md.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "invar/parts/marker.h"
#include "invar/parts/snapshot.h"
#include "invar/terms/assembly.h"

namespace invar {

class Part;

enum class DrawRole { kBody, kJoint, kForce, kDrive, kGround, kMarker };

// A place: an offset and a rotation in the axes of a track. Tracks of points have the axes of the world.
struct Anchor {
  int track = -1;  // -1: the ground
  Vector3 p = Vector3::Zero();
  Eigen::Quaterniond R = Eigen::Quaterniond::Identity();
};

struct Primitive {
  std::string kind, part;
  DrawRole role = DrawRole::kBody;
  std::optional<Anchor> at, to;
  std::vector<Anchor> path;  // of tubes: beams, cables, roads
  std::vector<double> size;
  bool symbol = false;          // size in units of the picture
  bool assumed = false;         // a shape of the same inertia, where none is given
  std::vector<Vector2> points;  // plates: corners in the plane of the place
  std::string color;            // "#rrggbb" or a name; empty = that of the part
  int vector = -1;              // track of an arrow
  std::vector<int> values;      // tracks of a quantity to color by: one for all, or one for each place of the path
  std::string quantity, unit;   // of the vector or the values
};

class Drawing {
 public:
  Drawing(const Assembly& assembly, Vector q0, const Vector3& gravity);

  // Places. A marker on a frame shares the track of the frame.
  Anchor place(const Marker& marker);
  Anchor place(const AffineVector& point);  // without rotation
  Anchor place(unsigned needs, std::function<Vector3(const Snapshot&)> point);
  int add_vector(unsigned needs, std::function<Vector3(const Snapshot&)> value);
  int add_scalar(unsigned needs, std::function<double(const Snapshot&)> value);

  Primitive& add(const std::string& kind, const Part& part, DrawRole role, const Anchor& at, std::vector<double> size);
  Primitive& add_symbol(const std::string& kind, const Part& part, DrawRole role, const Anchor& at,
                        std::vector<double> size);
  // A rod, spring, damper or actuator from one place to another; the radius in units.
  Primitive& add_link(const std::string& kind, const Part& part, DrawRole role, const Anchor& at, const Anchor& to,
                      double radius);
  // A force [N] at a place.
  Primitive& add_arrow(const Part& part, DrawRole role, const Anchor& at, unsigned needs,
                       std::function<Vector3(const Snapshot&)> force);
  // What carries a place on the ground; once for each position. Nothing for places that move.
  void add_support(const Part& part, const Anchor& at);

  // Points with a name, to follow and to trace.
  void add_name(const std::string& name, DrawRole role, const Anchor& at, double mass = 0);
  // Bodies reach to the places where something is attached to them.
  void attach(const Marker& place);
  std::vector<Vector3> attachments(const Anchor& body) const;
  // A body that another part has drawn already, e.g. as a wheel.
  void set_shaped(const Anchor& body) { shaped_.insert(body.track); }
  bool is_shaped(const Anchor& body) const { return shaped_.count(body.track) > 0; }
  // Sizes of bodies [m]; the unit of the picture is their median.
  void note_size(double size);
  // Where a place is at the start.
  Vector3 start(const AffineVector& x) const;

  double unit() const;
  bool planar() const { return planar_; }
  const Vector3& up() const { return up_; }
  const std::deque<Primitive>& primitives() const { return primitives_; }
  std::deque<Primitive>& primitives() { return primitives_; }

  // Values of all tracks at an instant.
  int width() const { return width_; }
  unsigned needs() const { return needs_; }
  void sample(const Snapshot& s, float* out) const;

  std::string to_json() const;

 private:
  struct Track {
    enum Kind { kPoint, kFrame, kVector, kScalar } kind;
    int offset;
    int node = -1;  // of points and frames that are nodes
    std::function<Vector3(const Snapshot&)> vector;
    std::function<double(const Snapshot&)> scalar;
  };
  struct Name {
    std::string name;
    DrawRole role;
    Anchor at;
    double mass;
  };
  int add_track(Track track, unsigned needs);
  int node_track(int node);

  const Assembly* assembly_;
  Vector q0_;
  Vector3 up_;
  bool planar_ = true;
  std::vector<Track> tracks_;
  std::map<int, int> node_tracks_;
  std::deque<Primitive> primitives_;  // a deque keeps the references handed out valid
  std::vector<Name> names_;
  std::map<int, std::vector<Vector3>> attachments_;
  std::set<int> shaped_;
  std::vector<double> sizes_;
  std::vector<Vector3> supports_;
  int width_ = 0;
  unsigned needs_ = kNeedsState;
};

}  // namespace invar
