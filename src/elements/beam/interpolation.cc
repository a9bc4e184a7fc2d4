#include "invar/elements/beam/interpolation.h"

#include <array>
#include <cassert>

namespace invar {

namespace {

constexpr std::array<GaussPoint, 1> kOne{{{0, 2}}};
constexpr std::array<GaussPoint, 2> kTwo{{{-0.57735026918962576451, 1}, {0.57735026918962576451, 1}}};
constexpr std::array<GaussPoint, 3> kThree{
    {{-0.77459666924148337704, 5.0 / 9}, {0, 8.0 / 9}, {0.77459666924148337704, 5.0 / 9}}};
constexpr std::array<GaussPoint, 4> kFour{{{-0.86113631159405257522, 0.34785484513745385737},
                                           {-0.33998104358485626480, 0.65214515486254614263},
                                           {0.33998104358485626480, 0.65214515486254614263},
                                           {0.86113631159405257522, 0.34785484513745385737}}};
constexpr std::array<GaussPoint, 5> kFive{{{-0.90617984593866399280, 0.23692688505618908751},
                                           {-0.53846931010568309104, 0.47862867049936646804},
                                           {0, 0.56888888888888888889},
                                           {0.53846931010568309104, 0.47862867049936646804},
                                           {0.90617984593866399280, 0.23692688505618908751}}};
constexpr std::array<GaussPoint, 6> kSix{{{-0.93246951420315202781, 0.17132449237917034504},
                                          {-0.66120938646626451366, 0.36076157304813860757},
                                          {-0.23861918608319690863, 0.46791393457269104739},
                                          {0.23861918608319690863, 0.46791393457269104739},
                                          {0.66120938646626451366, 0.36076157304813860757},
                                          {0.93246951420315202781, 0.17132449237917034504}}};

}  // namespace

std::span<const GaussPoint> gauss_rule(int points) {
  switch (points) {
    case 1:
      return kOne;
    case 2:
      return kTwo;
    case 3:
      return kThree;
    case 4:
      return kFour;
    case 5:
      return kFive;
    default:
      assert(points == 6);
      return kSix;
  }
}

BeamShape calc_beam_shape(int nodes, double xi) {
  assert(nodes >= 2 && nodes <= kMaxBeamNodes);
  const auto at = [nodes](int i) { return -1 + 2.0 * i / (nodes - 1); };
  BeamShape shape;
  for (int a = 0; a < nodes; ++a) {
    double value = 1, slope = 0;
    for (int b = 0; b < nodes; ++b) {
      if (b == a) continue;
      double others = 1 / (at(a) - at(b));
      for (int c = 0; c < nodes; ++c)
        if (c != a && c != b) others *= (xi - at(c)) / (at(a) - at(c));
      slope += others;
      value *= (xi - at(b)) / (at(a) - at(b));
    }
    shape.N[a] = value;
    shape.dN[a] = slope;
  }
  return shape;
}

}  // namespace invar
