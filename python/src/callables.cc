#include "callables.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "invar/core/error.h"
#include "invar/core/term_failure.h"

namespace invar::python {

namespace {

thread_local CallbackScope* t_scope = nullptr;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

constexpr const char* kEarlier = "a function of the program has failed before";

}  // namespace

CallbackScope::CallbackScope() : outer_(std::exchange(t_scope, this)) {}
CallbackScope::~CallbackScope() { t_scope = outer_; }
bool CallbackScope::has_failed() { return t_scope && t_scope->failed(); }

std::string CallbackScope::keep(nb::python_error& error, const std::string& name) {
  const nb::object value = nb::borrow(error.value());
  const std::string type = nb::cast<std::string>(nb::str(value.type().attr("__name__")));
  const std::string text = nb::cast<std::string>(nb::str(value));
  if (t_scope && !t_scope->failed()) {
    if (error.traceback().is_valid()) value.attr("__traceback__") = error.traceback();
    t_scope->exception_ = value;
  }
  return fmt::format("{} raised {}{}{}", name, type, text.empty() ? "" : ": ", text);
}

void CallbackScope::forget() {
  if (!failed()) return;
  const nb::gil_scoped_acquire lock;
  exception_.reset();
}

void CallbackScope::rethrow() {
  if (!failed()) return;
  const nb::object exception = take();
  PyErr_SetObject(exception.type().ptr(), exception.ptr());
  throw nb::python_error();
}

std::uintptr_t address_of(nb::handle object) {
  // numba.cfunc has an address; ctypes knows that of its functions.
  if (nb::hasattr(object, "address") && PyLong_Check(nb::object(object.attr("address")).ptr()))
    return nb::cast<std::uintptr_t>(object.attr("address"));
  const nb::module_ ctypes = nb::module_::import_("ctypes");
  if (!nb::isinstance(object, ctypes.attr("_CFuncPtr"))) return 0;
  return nb::cast<std::uintptr_t>(ctypes.attr("cast")(object, ctypes.attr("c_void_p")).attr("value"));
}

bool is_function(nb::handle object) { return PyCallable_Check(object.ptr()) || nb::hasattr(object, "address"); }

SharedObject::SharedObject(nb::handle object)
    : object_(new nb::object(nb::borrow(object)), [](nb::object* p) {
        if (!nb::is_alive()) return;  // the interpreter has gone, and the object with it
        const nb::gil_scoped_acquire lock;
        delete p;
      }) {}

FunctionPtr make_function_of_one(nb::handle object, const std::string& name) {
  if (const std::uintptr_t address = address_of(object)) {
    const auto function = reinterpret_cast<double (*)(double)>(address);
    return make_callable([function, owner = SharedObject(object)](double x) { return function(x); });
  }
  return make_callable([function = SharedObject(object), name](double x) -> double {
    const nb::gil_scoped_acquire lock;
    if (CallbackScope::has_failed()) return fail_term(kEarlier), kNan;
    try {
      return nb::cast<double>(nb::object(function.get()(x)));
    } catch (nb::python_error& error) {
      fail_term(CallbackScope::keep(error, name));
    } catch (const nb::cast_error&) {
      fail_term(name + " does not return a number");
    }
    return kNan;
  });
}

// Used by one thread at a time: a function that gives the lock away in between may be called by another one, which then gets
// arrays of its own.
struct VectorFunction::Arrays {
  bool busy = false;
  std::vector<std::shared_ptr<Vector>> numbers;  // which views that a function keeps own, too
  std::vector<nb::object> views;

  explicit Arrays(std::initializer_list<VecView> like) {
    for (const VecView& x : like) {
      numbers.push_back(std::make_shared<Vector>(Vector::Zero(x.size())));
      const nb::capsule owner(new std::shared_ptr<Vector>(numbers.back()),
                              [](void* p) noexcept { delete static_cast<std::shared_ptr<Vector>*>(p); });
      views.push_back(view_of(numbers.back()->data(), static_cast<std::size_t>(x.size()), owner));
    }
  }
};

VectorFunction::VectorFunction(nb::handle function, std::string name, bool with_time)
    : function_(function),
      name_(std::move(name)),
      with_time_(with_time),
      address_(address_of(function)),
      arrays_(new std::unique_ptr<Arrays>, [](std::unique_ptr<Arrays>* p) {
        if (!nb::is_alive()) return;
        const nb::gil_scoped_acquire lock;
        delete p;
      }) {}

nb::object VectorFunction::call(double t, std::initializer_list<VecView> arguments) const {
  std::unique_ptr<Arrays> own;
  if (!*arrays_) *arrays_ = std::make_unique<Arrays>(arguments);
  if ((*arrays_)->busy) own = std::make_unique<Arrays>(arguments);
  Arrays& arrays = own ? *own : **arrays_;
  struct Use {
    bool& busy;
    explicit Use(bool& b) : busy(b) { busy = true; }
    ~Use() { busy = false; }
  } const use(arrays.busy);
  std::size_t i = 0;
  for (const VecView& x : arguments) *arrays.numbers[i++] = x;
  PyObject* given[6] = {};
  std::size_t count = 0;
  nb::object time;
  if (with_time_) {
    time = nb::float_(t);
    given[count++] = time.ptr();
  }
  for (const nb::object& view : arrays.views) given[count++] = view.ptr();
  PyObject* answer = PyObject_Vectorcall(function_.get().ptr(), given, count, nullptr);
  if (!answer) throw nb::python_error();
  return nb::steal(answer);
}

namespace {

// Numbers of what Python returned; false where they are too many or too few.
bool add_numbers(nb::handle answer, MatOut out) {
  if (PyFloat_Check(answer.ptr()) && out.size() == 1) {
    out(0, 0) += PyFloat_AS_DOUBLE(answer.ptr());
    return true;
  }
  nb::ndarray<const double, nb::c_contig, nb::device::cpu> array;
  nb::object made = nb::borrow(answer);
  if (!nb::try_cast(made, array)) {
    made = nb::module_::import_("numpy").attr("ascontiguousarray")(answer, nb::arg("dtype") = "float64");
    if (!nb::try_cast(made, array)) return false;
  }
  if (static_cast<Eigen::Index>(array.size()) != out.size()) return false;
  const double* x = array.data();
  for (Eigen::Index i = 0; i < out.rows(); ++i)
    for (Eigen::Index j = 0; j < out.cols(); ++j) out(i, j) += *x++;
  return true;
}

}  // namespace

bool VectorFunction::add(double t, std::initializer_list<VecView> arguments, MatOut out) const {
  if (address_) {
    // void f([double t,] const double* x1, ..., double* out), which adds nothing and sets all of `out`.
    LocalVector vector;
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> matrix;  // too large for the stack
    if (out.cols() == 1)
      vector.setZero(out.rows());
    else
      matrix.setZero(out.rows(), out.cols());
    double* const values = out.cols() == 1 ? vector.data() : matrix.data();
    const double* x[4] = {};
    std::size_t count = 0;
    for (const VecView& each : arguments) x[count++] = each.data();
    const auto a = address_;
    using P = const double*;
    if (!with_time_)
      reinterpret_cast<void (*)(P, double*)>(a)(x[0], values);
    else if (count == 2)
      reinterpret_cast<void (*)(double, P, P, double*)>(a)(t, x[0], x[1], values);
    else if (count == 3)
      reinterpret_cast<void (*)(double, P, P, P, double*)>(a)(t, x[0], x[1], x[2], values);
    else
      reinterpret_cast<void (*)(double, P, P, P, P, double*)>(a)(t, x[0], x[1], x[2], x[3], values);
    if (out.cols() == 1)
      out.col(0) += vector;
    else
      out += matrix;
    return true;
  }
  const nb::gil_scoped_acquire lock;
  if (CallbackScope::has_failed()) return fail_term(kEarlier), false;
  try {
    if (add_numbers(call(t, arguments), out)) return true;
    fail_term(
        fmt::format("{} returns another number of values than {}", name_,
                    out.cols() == 1 ? fmt::format("{}", out.rows()) : fmt::format("{} x {}", out.rows(), out.cols())));
  } catch (nb::python_error& error) {
    fail_term(CallbackScope::keep(error, name_));
  }
  return false;
}

double VectorFunction::number(std::initializer_list<VecView> arguments) const {
  if (address_) return reinterpret_cast<double (*)(const double*)>(address_)(arguments.begin()->data());
  const nb::gil_scoped_acquire lock;
  if (CallbackScope::has_failed()) return fail_term(kEarlier), kNan;
  try {
    return nb::cast<double>(call(0, arguments));
  } catch (nb::python_error& error) {
    fail_term(CallbackScope::keep(error, name_));
  } catch (const nb::cast_error&) {
    fail_term(name_ + " does not return a number");
  }
  return kNan;
}

}  // namespace invar::python
