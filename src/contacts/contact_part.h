// ContactPart: a contact of the model as a part. Shapes with several corners touch at several places; each has terms of its own.
//
//   NAME.gap              smallest gap [m]           NAME.gap_rate         its rate
//   NAME.normal_force     sum over the places [N]    NAME.friction_force   size of the sum of the friction forces
//   NAME.force.*          on the first shape         NAME.place.*          where the gap is smallest
//   NAME.slip_speed       there [m/s]                NAME.state            0 open, 1 sticks, 2 slips
//   NAME.energy           stored [J]                 NAME.power            put into the bodies [W]
//   NAME.dissipated_by_damping, NAME.dissipated_by_friction
//
// Stops of a joint are contacts of its coordinate: NAME.gap, gap_rate, effort (on the coordinate), energy, power,
// dissipated_by_damping.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "invar/contacts/contact_losses.h"
#include "invar/parts/part.h"
#include "invar/terms/assembly.h"

namespace invar {

class ContactPart final : public Part {
 public:
  // `coordinate_unit` of the joint coordinate, if these are its stops.
  ContactPart(std::string name, Assembly& assembly, std::string coordinate_unit = "")
      : Part(std::move(name), coordinate_unit.empty() ? "contact" : "limits"),
        assembly_(&assembly),
        coordinate_unit_(std::move(coordinate_unit)) {}

  // One place of contact: places its terms.
  void add_touch(QuadraticMap map, const GapLawPtr& gap, const NormalLawPtr& law, const ContactDamping& damping,
                 const FrictionLaw& friction, const ContactPlaces& places, const std::string& label);
  // The forces are reported as they act on the first shape named, which is the second one of the terms.
  void set_turned(bool turned) { turned_ = turned; }
  // For the warning of deep starts: a weight and a size of the bodies, infinite where there is none.
  void set_scales(double weight, double size) {
    weight_ = weight;
    size_ = size;
  }

  void offer_channels(ChannelList& out) const override;
  void draw(Drawing& drawing) const override;
  std::string find_warning(Vec q) const override;
  void tally_contacts(Vec q, Vec z, ContactTally& tally) const override;

 private:
  struct Touch {
    std::unique_ptr<ContactLosses> own;  // if it is no term, because nothing is lost
    const ContactLosses* losses = nullptr;
    NormalLawPtr law;
    std::vector<int> nodes;
    int first_internal = -1;
    std::string label;
  };
  struct Sum {
    double gap = 0, gap_rate = 0, normal = 0, energy = 0, by_damping = 0, by_friction = 0, slip_speed = 0, state = 0,
           power = 0, effort = 0;
    Vector3 force = Vector3::Zero(), friction = Vector3::Zero(), place = Vector3::Zero();
  };
  ContactLosses::Look look(const Touch& touch, Vec q, Vec v, Vec z) const;
  Sum calc_sum(const Snapshot& s) const;
  LocalVector internals_of(const Touch& touch, Vec z) const;

  Assembly* assembly_;
  std::string coordinate_unit_;  // empty between shapes
  std::vector<Touch> touches_;
  bool turned_ = false;
  double weight_ = 0, size_ = 0;
};

}  // namespace invar
