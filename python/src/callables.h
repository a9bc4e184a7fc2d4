// Functions of Python, and compiled ones (numba.cfunc, ctypes), where the library calls functions of C++.
//
// A Python function that raises ends what is going on: the exception is kept, the term that called it fails by value, and
// whoever started the calculation from Python raises it again (CallbackScope). After the first exception nothing is called
// any more.
#pragma once

#include <cstdint>
#include <vector>

#include "bindings.h"
#include "invar/functions/function1d_callable.h"

namespace invar::python {

// On the stack of a bound function; catches exceptions of callbacks of this thread.
class CallbackScope {
 public:
  CallbackScope();
  ~CallbackScope();
  CallbackScope(const CallbackScope&) = delete;
  CallbackScope& operator=(const CallbackScope&) = delete;

  bool failed() const { return exception_.is_valid(); }
  nb::object take() { return std::exchange(exception_, nb::object()); }  // the exception; with the lock held
  void rethrow();                                                        // if there is one
  // What was evaluated ahead of the motion may fail at times that the motion never reaches.
  void forget();

  // With the lock held, in a handler of nb::python_error: keeps the exception; gives its text.
  static std::string keep(nb::python_error& error, const std::string& name);
  // Whether callbacks of this thread have failed already.
  static bool has_failed();

 private:
  nb::object exception_;
  CallbackScope* outer_;
};

bool is_function(nb::handle object);
// The address of a compiled function, 0 for a Python function.
std::uintptr_t address_of(nb::handle object);

// double f(double).
FunctionPtr make_function_of_one(nb::handle object, const std::string& name);

// An object of Python that objects of the library own: they are copied and destroyed without the lock.
class SharedObject {
 public:
  explicit SharedObject(nb::handle object);
  nb::handle get() const { return *object_; }

 private:
  std::shared_ptr<nb::object> object_;
};

// Calls f([t,] x1, x2, ...) with vectors, whose sizes are always the same, and adds up what it returns. The arrays that Python sees are made once.
class VectorFunction {
 public:
  VectorFunction(nb::handle function, std::string name, bool with_time);

  // Out: `rows` x `columns` numbers, row by row in what Python returns. False after a failure, which fails the term.
  bool add(double t, std::initializer_list<VecView> arguments, MatOut out) const;
  // The number that it returns; NaN after a failure.
  double number(std::initializer_list<VecView> arguments) const;

 private:
  struct Arrays;  // numbers and the arrays of Python that view them
  nb::object call(double t, std::initializer_list<VecView> arguments) const;

  SharedObject function_;
  std::string name_;
  bool with_time_;
  std::uintptr_t address_;
  std::shared_ptr<std::unique_ptr<Arrays>> arrays_;  // made when the sizes are known
};

}  // namespace invar::python
