#include "invar/parts/frame.h"

#include "invar/parts/frame_orthonormality.h"

namespace invar {

int add_frame(Assembly& assembly, const std::string& name) {
  Layout& layout = assembly.layout;
  const int node = layout.add_node(name, NodeKind::kFrame3);
  const int first = layout.rows();
  assembly.constraints.push_back({std::make_unique<FrameOrthonormality>(), {node}, name, first});
  for (const char* label : {"e1e1", "e2e2", "e3e3", "e2e3", "e1e3", "e1e2"}) layout.add_row({name, label, true, true});
  layout.add_internal_block({layout.node(node).offset, first});
  return node;
}

}  // namespace invar
