// Where all points of a model are, as a vector of lengths in which differences are displacements: points as they are; of a
// frame its origin and its axes times lengths of the body, so that |dr +- l_i dd_i| are the displacements of the ends of the
// axes; of a planar body the same in the plane. The length of an axis reaches as far as the joints, forces and markers on
// the body do along it, and at least to the root of the mean square of the mass along it (of a planar body: the radius of
// gyration). A generalized coordinate has no place: it counts times the extent of what has one, or as it is in models
// without places.
#pragma once

#include <vector>

#include "invar/model/model.h"
#include "invar/system/mechanical_system.h"

namespace invar::verify {

class Configuration {
 public:
  Configuration(const Model& model, const MechanicalSystem& system, const Vector& q0);

  int size() const { return size_; }
  // m, or 1 of generalized coordinates alone.
  const char* unit() const { return has_places_ ? "m" : "1"; }
  void write(const Vector& q, double* out) const;
  // Largest displacement of a point from one configuration to another [m].
  double distance(const double* a, const double* b) const;

 private:
  struct Place {
    NodeKind kind;
    int offset;      // in q
    int at;          // in the vector
    Vector3 length;  // of each axis
  };
  std::vector<Place> places_;
  int size_ = 0;
  bool has_places_ = false;
};

}  // namespace invar::verify
