// Compiles against the installed headers, links the installed library, prints the version of the latter.
#include <fmt/format.h>
#include <invar/core/types.h>
#include <invar/core/version.h>

int main() {
  const invar::Vector3 x = invar::Vector3::Ones();
  fmt::print("{}\n", invar::version());
  return x.sum() == 3.0 ? 0 : 1;
}
