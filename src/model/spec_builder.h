// SpecBuilder: turns the entries of a ModelSpec, and the terms that a program adds to them, into a Model.
#pragma once

#include "invar/model/build_order.h"
#include "invar/model/model.h"
#include "invar/model/own_term.h"
#include "invar/parts/part_builder.h"

namespace invar {

// Of an entry of the section `events`.
Schema make_event_schema();

class SpecBuilder final : public PartBuilder {
 public:
  explicit SpecBuilder(std::shared_ptr<const Catalogs> catalogs);
  std::shared_ptr<const Model> build(const ModelSpec& spec, ModelSource source, std::vector<OwnTerm> terms = {});

 private:
  void build_entry(const BuildOrder::Item& item);
  // False where the body is not there (yet).
  bool build_marker(const SpecEntry& entry);
  void build_own_term(OwnTerm term);
  template <class Type>
  void add_other_part(const Type& type, const BuildOrder::Item& item);
  void check_massless_bodies() const;
  void read_start_values(const ModelSpec& spec);
  void read_signal_sections(const ModelSpec& spec);
  // The section `events`, see spec_builder_events.cc.
  void read_events(const ModelSpec& spec);
  void read_instants(const Params& params, EventSpec& event);
  void build_event_actions(const ModelSpec& spec);
  EventSpec::Action make_action(const std::string& kind, const SpecNode& node, const SourceLocation& where);
  void read_set(const SpecNode& node, std::vector<EventSpec::Action>& out);
  std::vector<int> read_locks(const SpecNode& node);
  int add_lock(const Joint& joint, bool angle);
  int place_lock(const std::string& name, const std::string& owner, const std::string& label, const std::string& unit,
                 QuadraticMap row);
  int read_switch(const SpecNode& node);
  void build_signals();
  void collect_breaks();
  Vector start_inputs();
  void add_readers(const SignalText& formula);
  void read_output(const SpecNode& node);
  void claim_name(const std::string& name, const SourceLocation& where);

  std::shared_ptr<const Catalogs> catalogs_;
  std::unique_ptr<Model> model_;
  std::map<std::string, SourceLocation> names_;
  std::map<std::string, int> switches_;  // inputs, by the parts that they switch
};

}  // namespace invar
