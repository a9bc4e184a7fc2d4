// invar::ModelError as invar.ModelError, with its parts as attributes.
#include "bindings.h"
#include "invar/core/archive.h"
#include "invar/core/error.h"

namespace invar::python {

namespace {

PyObject* g_model_error = nullptr;  // lives as long as the interpreter

void raise(const ModelError& error) {
  const nb::object made = nb::borrow(g_model_error)(nb::str(error.what()));
  const SourceLocation& where = error.where();
  made.attr("file") = where.file;
  made.attr("line") = where.line;
  made.attr("column") = where.column;
  made.attr("subject") = error.subject();
  made.attr("rule") = error.rule();
  made.attr("hint") = error.hint();
  PyErr_SetObject(g_model_error, made.ptr());
}

}  // namespace

void bind_errors(nb::module_& m) {
  nb::object type = nb::module_::import_("invar._errors").attr("ModelError");
  g_model_error = type.release().ptr();
  m.attr("ModelError") = nb::borrow(g_model_error);
  nb::register_exception_translator([](const std::exception_ptr& p, void*) {
    try {
      std::rethrow_exception(p);
    } catch (const ModelError& error) {
      raise(error);
    } catch (const ArchiveError& error) {
      raise(ModelError({}, "", std::string("the checkpoint does not fit: ") + error.what()));
    }
  });
}

}  // namespace invar::python
