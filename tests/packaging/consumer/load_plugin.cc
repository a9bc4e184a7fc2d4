// Loads the module as an interpreter would.
#include <dlfcn.h>

#include <cstdio>

int main(int, char** arguments) {
  void* module = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
  if (!module) return std::printf("%s\n", dlerror()), 1;
  const auto step = reinterpret_cast<double (*)()>(dlsym(module, "step_a_pendulum"));
  std::printf("length %.12f m\n", step());
}
