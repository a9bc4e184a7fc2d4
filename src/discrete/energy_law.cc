#include "invar/discrete/energy_law.h"

#include "invar/core/local_matrix.h"
#include "invar/math/positive_part.h"

namespace invar {

void EnergyLaw::add_positive_ddW(Vec e, MatOut K) const {
  LocalMatrix ddW = Matrix::Zero(e.size(), e.size());
  add_ddW(e, ddW);
  add_positive_part(ddW, K);
}

QuadraticLaw::QuadraticLaw(Matrix C, Vector reference)
    : C_(std::move(C)), positive_(Matrix::Zero(C_.rows(), C_.cols())), reference_(std::move(reference)) {
  add_positive_part(C_, positive_);
}

}  // namespace invar
