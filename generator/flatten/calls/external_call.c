/* external_call.c: see external_call.h. */
#include "flatten/calls/external_call.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/foreign_call.h"
#include "base/text/utf8.h"
#include "base/vector.h"
#include "flatten/classes/written.h"
#include "flatten/expressions/instance_value.h"
#include "flatten/functions/code_trust.h"
#include "flatten/functions/function_external.h"
#include "flatten/functions/function_library.h"
#include "flatten/functions/function_variables.h"
#include "flatten/functions/resource.h"

#define MOST_SHOWN 60 /* bytes of the arguments in a message */

/* A call in the making. */
typedef struct Making {
  const Flattening *f;
  FunctionBuild *b;
  Arena *arena; /* all of it lives until the message */
  ForeignCall call;
  int cap_args;
  const Instance **written; /* [n_args] output that C writes there; or NULL */
  int cap_written;
  const Instance *returned; /* output; NULL: none */
  bool is_fortran;          /* matrices are stored by columns */
  int **dim;                /* [n_variables] sizes of outputs */
} Making;

/* --- values --- */

static ForeignType foreign_type(FlatType type)
{
  if (type == FLAT_REAL) return FOREIGN_REAL;
  return type == FLAT_STRING ? FOREIGN_TEXT : FOREIGN_INTEGER;
}

/* Room for n elements, all zero or "". */
static ForeignValue room_for(Making *m, ForeignType type, int n)
{
  assert(n >= 0);
  ForeignValue v = {.type = type, .n = n};
  size_t count = (size_t)n + 1;
  if (type == FOREIGN_REAL) {
    v.real = arena_array(m->arena, count, sizeof v.real[0]);
  } else if (type != FOREIGN_TEXT) {
    v.integer = arena_array(m->arena, count, sizeof v.integer[0]);
  } else {
    v.text = arena_array(m->arena, count, sizeof v.text[0]);
    for (int k = 0; k < n; k++) v.text[k] = "";
  }
  return v;
}

/* C has ints of 32 bits. */
static bool external_call_set_integer(Making *m, const FlatExpr *literal,
                                      int *to)
{
  bool is_boolean = literal->type == FLAT_BOOLEAN;
  int64_t value = is_boolean ? literal->boolean : literal->integer;
  *to = (int)value;
  if (*to == value) return true;
  fault_error(m->f->faults, m->b->call->span, E217,
              "'%s' is called with an Integer that C cannot take",
              m->b->function->full_name);
  return false;
}

static bool set_element(Making *m, ForeignValue *v, int k,
                        const FlatExpr *literal)
{
  assert(k >= 0 && k < v->n);
  const Flattening *f = m->f;
  switch (v->type) {
  case FOREIGN_REAL: v->real[k] = literal->real; return true;
  case FOREIGN_TEXT:
    v->text[k] = resource_file(f, literal->string);
    return true;
  case FOREIGN_INTEGER:
  case FOREIGN_SIZE:
  case FOREIGN_OBJECT: break;
  }
  return external_call_set_integer(m, literal, &v->integer[k]);
}

/* Where element k, row by row, lies. */
static int external_call_place_of(const Making *m, int rank, const int *dim,
                                  int k)
{
  assert(k >= 0 && (rank != 2 || k < dim[0] * dim[1]));
  if (!m->is_fortran || rank != 2) return k;
  return k / dim[1] + k % dim[1] * dim[0];
}

/* The literals of a Value into the room; false after a diagnostic. */
static bool external_call_fill(Making *m, ForeignValue *v, const Value *value)
{
  const Typing *t = &m->f->typing;
  const Value *known = value_constant(t, (Value *)value);
  assert(!known || known->n_elements == v->n);
  for (int k = 0; known && k < v->n; k++) {
    int place = external_call_place_of(m, known->rank, known->dim, k);
    if (!set_element(m, v, place, value_at(t, known, k))) return false;
  }
  return known != NULL;
}

/* --- messages --- */

static const char *element_text(const Making *m, const ForeignValue *v, int k)
{
  if (v->type == FOREIGN_REAL)
    return arena_printf(m->arena, "%.15g", v->real[k]);
  if (v->type == FOREIGN_TEXT)
    return arena_printf(m->arena, "\"%s\"", v->text[k]);
  if (v->type == FOREIGN_OBJECT)
    return arena_printf(m->arena, "%s(...)", v->constructor->name);
  return arena_printf(m->arena, "%d", v->integer[k]);
}

/* The arguments for a message; what is long ends in dots. */
static const char *argument_text(const Making *m)
{
  const char *text = "";
  for (int k = 0; k < m->call.n_args; k++) {
    const ForeignValue *v = &m->call.arg[k];
    int n_shown = v->type == FOREIGN_OBJECT ? 1 : v->n;
    for (int i = 0; !m->written[k] && i < n_shown; i++) {
      if (strlen(text) > MOST_SHOWN)
        return arena_printf(m->arena, "%s, ...", text);
      text = arena_printf(m->arena, "%s%s%s", text, text[0] ? ", " : "",
                          element_text(m, v, i));
    }
  }
  return text;
}

static bool external_call_report(const Making *m, const char *failure)
{
  const Flattening *f = m->f;
  FunctionBuild *b = m->b;
  Diagnostic *d = fault_error(
      f->faults, b->call->span, E217,
      "the external function '%s', called at translation, fails: %s",
      b->function->full_name, failure);
  fault_note(f->faults, d, b->function->ast->name_span, "called as %s(%s)",
             m->call.name, argument_text(m));
  return false;
}

/* NULL after a diagnostic. */
static FlatExpr *external_call_literal_of(Making *m, const Instance *variable,
                                          const ForeignValue *v, int k)
{
  const Typing *t = &m->f->typing;
  Span span = m->b->call->span;
  const InstClass *type = variable->class_def;
  switch (type->type) {
  case FLAT_REAL:
    if (isfinite(v->real[k])) return types_real(t, span, v->real[k]);
    external_call_report(m, "it gives a number that is not finite");
    return NULL;
  case FLAT_BOOLEAN: return types_boolean(t, span, v->integer[k] != 0);
  case FLAT_STRING: {
    const char *text = v->text[k];
    size_t n = strlen(text);
    if (utf8_valid_prefix(text, n) < n) {
      external_call_report(m, "it gives a text that is not UTF-8");
      return NULL;
    }
    return types_string(t, span, arena_copy_text(m->f->s->flat_arena, text, n));
  }
  case FLAT_ENUMERATION:
    if (v->integer[k] < 1 || v->integer[k] > type->enumeration->n_literals) {
      external_call_report(
          m, "it gives an ordinal that its enumeration does not have");
      return NULL;
    }
    return types_enumeration(t, span, type->enumeration, v->integer[k]);
  case FLAT_INTEGER:
  case FLAT_OBJECT: /* its number */
    return types_integer(t, span, v->integer[k]);
  case N_FLAT_TYPES: break;
  }
  return NULL;
}

/* --- arguments --- */

static void external_call_append(Making *m, ForeignValue v,
                                 const Instance *output)
{
  int n = m->call.n_args + 1;
  m->call.arg = vector_grow(m->arena, m->call.arg, &m->cap_args, n,
                            sizeof m->call.arg[0]);
  m->written = vector_grow(m->arena, m->written, &m->cap_written, n,
                           sizeof m->written[0]);
  m->call.arg[n - 1] = v;
  m->written[n - 1] = output;
  m->call.n_args = n;
}

static const Value *external_call_value_now(const Making *m, Name name)
{
  for (const Iteration *i = m->b->context.iteration; i; i = i->next) {
    if (i->name == name && !i->unassigned) return i->value;
  }
  return NULL;
}

static int external_call_index_of(const Making *m, Name name)
{
  for (int k = 0; k < m->b->variables->n_items; k++) {
    if (m->b->variables->item[k]->name == name) return k;
  }
  return -1;
}

/* The variable that the text names as a whole; -1: it is something else. */
static int named_variable(const Making *m, const AstExpr *expr)
{
  if (expr->kind != AST_REFERENCE || expr->reference->n_parts != 1 ||
      expr->reference->part[0].n_subscripts > 0) {
    return -1;
  }
  return external_call_index_of(m, expr->reference->part[0].ident);
}

/* Declared sizes, and the value that it has before the call. */
static bool output_room(Making *m, int index, ForeignValue *v)
{
  FunctionBuild *b = m->b;
  const Instance *variable = b->variables->item[index];
  const Value *before = external_call_value_now(m, variable->name);
  if (!instance_is_variable(variable) ||
      variable->class_def->type == FLAT_OBJECT) {
    return function_build_refuse(m->f->faults, b, variable->element->name_span,
                                 "a record or object of external code is "
                                 "needed at translation");
  }
  int *dim = arena_array(m->arena, (size_t)variable->rank + 1, sizeof dim[0]);
  if (before) {
    for (int k = 0; k < variable->rank; k++) dim[k] = before->dim[k];
  } else if (!function_declared_sizes(m->f, b->context, variable,
                                      variable->element->name_span, dim)) {
    return false;
  }
  int n = value_count(&m->f->typing, b->call->span, variable->rank, dim);
  if (n < 0) return false;
  m->dim[index] = dim;
  *v = room_for(m, foreign_type(variable->class_def->type), n);
  v->is_array = variable->rank > 0;
  v->is_output = true;
  return !before || external_call_fill(m, v, before);
}

/* It is made by the program that makes the call. */
static bool append_object(Making *m, const AstExpr *expr, const Value *value)
{
  const Flattening *f = m->f;
  const FlatExpr *object =
      value->rank == 0 ? value_at(&f->typing, value, 0) : NULL;
  int number = object && types_is_literal(object) ? types_object_number(object)
                                                  : NO_OBJECT;
  if (number == NO_OBJECT) {
    return function_build_refuse(m->f->faults, m->b, expr->span,
                                 "objects that are not known are passed to "
                                 "external code at translation");
  }
  assert(number >= 0 && number < m->f->tables->n_made);
  external_call_append(m,
                       (ForeignValue){.type = FOREIGN_OBJECT,
                                      .constructor = f->tables->made[number]},
                       NULL);
  return true;
}

static bool append_value(Making *m, const AstExpr *expr, const Value *value)
{
  if (value->kind == VALUE_RECORD || value->kind == VALUE_FUNCTION) {
    return function_build_refuse(m->f->faults, m->b, expr->span,
                                 "a record or function is passed to external "
                                 "code at translation");
  }
  if (value->type == FLAT_OBJECT) return append_object(m, expr, value);
  ForeignType type = written_is_size(expr) && !m->is_fortran
                         ? FOREIGN_SIZE
                         : foreign_type(value->type);
  ForeignValue v = room_for(m, type, value->n_elements);
  v.is_array = value->rank > 0;
  if (!external_call_fill(m, &v, value)) return false;
  external_call_append(m, v, NULL);
  return true;
}

/* Protected arrays are places to work in: C may write to them. */
static bool is_written(const Instance *variable)
{
  return variable->prefix.causality == AST_OUTPUT ||
         (variable->prefix.causality != AST_INPUT && variable->rank > 0 &&
          variable->variability != FLAT_CONSTANT);
}

static bool external_call_append_argument(Making *m, const AstExpr *expr)
{
  FunctionBuild *b = m->b;
  int index = named_variable(m, expr);
  if (index >= 0 && is_written(b->variables->item[index])) {
    ForeignValue v;
    if (!output_room(m, index, &v)) return false;
    external_call_append(m, v, b->variables->item[index]);
    return true;
  }
  const Value *value = expression_value(m->f, b->context, expr);
  return value && append_value(m, expr, value);
}

static bool set_result(Making *m, Name name)
{
  int index = external_call_index_of(m, name);
  if (index < 0 || m->b->variables->item[index]->rank > 0) {
    return function_build_refuse(m->f->faults, m->b,
                                 m->b->function->ast->name_span,
                                 "a result of external code that is not a "
                                 "scalar");
  }
  ForeignValue *v = arena_alloc(m->arena, sizeof *v);
  m->returned = m->b->variables->item[index];
  m->call.result = v;
  if (m->returned->class_def->type == FLAT_OBJECT) {
    *v = (ForeignValue){.type = FOREIGN_OBJECT};
    return true;
  }
  return output_room(m, index, v);
}

static void append_sizes(Making *m, int rank, const int *dim)
{
  assert(rank == 0 || dim);
  for (int k = 0; k < rank; k++) {
    ForeignValue v = room_for(m, FOREIGN_SIZE, 1);
    v.integer[0] = dim[k];
    external_call_append(m, v, NULL);
  }
}

/* All variables in their order, arrays with their sizes; one scalar output is
 * what is returned (section 12.9.1.2). */
static bool external_call_usual_arguments(Making *m)
{
  const Components *all = m->b->variables;
  const Instance *result = NULL;
  int n_outputs = 0;
  for (int i = 0; i < all->n_items; i++) {
    if (all->item[i]->prefix.causality != AST_OUTPUT) continue;
    result = all->item[i];
    n_outputs++;
  }
  if (n_outputs != 1 || result->rank > 0) result = NULL;
  for (int i = 0; i < all->n_items; i++) {
    const Instance *variable = all->item[i];
    AstCausality causality = variable->prefix.causality;
    if (variable == result ||
        (causality != AST_INPUT && causality != AST_OUTPUT)) {
      continue;
    }
    const AstExpr *name = function_external_name(m->f, variable);
    if (!external_call_append_argument(m, name)) return false;
    const Value *value = external_call_value_now(m, variable->name);
    append_sizes(m, variable->rank, value ? value->dim : m->dim[i]);
  }
  return !result || set_result(m, result->name);
}

static bool external_call_written_arguments(Making *m,
                                            const AstExternal *external)
{
  for (int k = 0; k < external->n_args; k++) {
    if (!external_call_append_argument(m, external->arg[k])) return false;
  }
  if (!external->result) return true;
  return set_result(m, external->result->part[0].ident);
}

/* --- the call --- */

static void add_all(Making *m, FlatTexts *texts, const char *const *item,
                    int n_items)
{
  for (int k = 0; k < n_items; k++) function_library_add(m->f, texts, item[k]);
}

/* The program that calls the function makes the objects too. */
static void add_constructors(Making *m, FlatLinkage *linkage)
{
  for (int k = 0; k < m->call.n_args; k++) {
    const ForeignCall *c = m->call.arg[k].constructor;
    if (!c) continue;
    add_all(m, &linkage->include, c->include, c->n_includes);
    add_all(m, &linkage->include_folder, c->include_folder,
            c->n_include_folders);
    add_all(m, &linkage->library, c->library, c->n_libraries);
  }
}

static bool find_code(Making *m, const AstExternal *external)
{
  FlatLinkage linkage = {0};
  if (!function_library(m->f, m->b, external, &linkage, &m->call.is_declared)) {
    return false;
  }
  add_constructors(m, &linkage);
  m->call.include = linkage.include.item;
  m->call.n_includes = linkage.include.n_items;
  m->call.include_folder = linkage.include_folder.item;
  m->call.n_include_folders = linkage.include_folder.n_items;
  m->call.library = linkage.library.item;
  m->call.n_libraries = linkage.library.n_items;
  return true;
}

static bool is_constructor(const Making *m)
{
  return m->returned && m->returned->class_def->type == FLAT_OBJECT;
}

/* What is returned, an object, is not made now. */
static bool keep_constructor(Making *m, Value **output)
{
  assert(is_constructor(m));
  const Flattening *f = m->f;
  ForeignCall *kept = arena_alloc(m->arena, sizeof *kept);
  *kept = m->call;
  f->tables->made =
      vector_grow(f->arena, f->tables->made, &f->tables->cap_made,
                  f->tables->n_made + 1, sizeof f->tables->made[0]);
  f->tables->made[f->tables->n_made] = kept;
  output[0] =
      value_of(&f->typing, types_object(&f->typing, m->b->call->span,
                                        m->returned->class_def->enumeration,
                                        f->tables->n_made++));
  return true;
}

/* The call, or one that makes an object for it, whose code may not run; NULL:
 * none. The recursion is as deep as objects are made of objects. */
static const ForeignCall *refused_call(const ForeignCall *call)
{
  if (call->doubt) return call;
  const ForeignCall *found = NULL;
  for (int k = 0; k < call->n_args && !found; k++) {
    const ForeignCall *made = call->arg[k].constructor;
    found = made ? refused_call(made) : NULL;
  }
  return found;
}

static bool may_run(const Making *m)
{
  const ForeignCall *refused = refused_call(&m->call);
  if (!refused) return true;
  const Faults *faults = m->f->faults;
  Diagnostic *d = fault_error(
      faults, m->b->call->span, E244,
      "C code %s would run now: the value of the external function '%s' is "
      "needed at translation",
      refused->doubt, refused->function);
  fault_note(faults, d, refused->declared, "its code is given here");
  fault_note(faults, d, NO_SPAN,
             "--external (or FOUCAULT_EXTERNAL=yes) lets it run, if its author "
             "is trusted");
  return false;
}

static bool external_call_carry_out(Making *m)
{
  if (!may_run(m)) return false;
  const ForeignCaller *caller = m->f->foreign;
  const char *failure = NULL;
  if (caller->call(caller->context, &m->call, &failure)) return true;
  if (failure) return external_call_report(m, failure);
  assert(m->f->s->n_diagnostics > 0);
  Session *s = m->f->s; /* the compiler knows nothing of the model */
  fault_note(m->f->faults, s->diagnostic[s->n_diagnostics - 1],
             m->b->call->span, "this call is needed at translation");
  return false;
}

static Value *external_call_result_value(Making *m, int index,
                                         const ForeignValue *v)
{
  const Flattening *f = m->f;
  const Instance *variable = m->b->variables->item[index];
  FlatExpr **scalar =
      arena_array(f->s->flat_arena, (size_t)v->n + 1, sizeof scalar[0]);
  for (int k = 0; k < v->n; k++) {
    int place = external_call_place_of(m, variable->rank, m->dim[index], k);
    scalar[k] = external_call_literal_of(m, variable, v, place);
    if (!scalar[k]) return NULL;
  }
  if (variable->rank == 0) return value_of(&f->typing, scalar[0]);
  const InstClass *type = variable->class_def;
  return value_array(&f->typing, m->b->call->span, type->type,
                     type->enumeration, variable->rank, m->dim[index], scalar);
}

/* What C has not written has the value that its declaration gives. */
static bool external_call_collect(Making *m, Value **output)
{
  const Components *all = m->b->variables;
  for (int i = 0, n = 0; i < all->n_items; i++) {
    const Instance *variable = all->item[i];
    if (variable->prefix.causality != AST_OUTPUT) continue;
    const ForeignValue *v = variable == m->returned ? m->call.result : NULL;
    for (int k = 0; !v && k < m->call.n_args; k++) {
      if (m->written[k] == variable) v = &m->call.arg[k];
    }
    output[n] = v ? external_call_result_value(m, i, v)
                  : (Value *)external_call_value_now(m, variable->name);
    if (v && !output[n]) return false; /* reported */
    if (!output[n++]) {
      return function_build_refuse(m->f->faults, m->b,
                                   variable->element->name_span,
                                   "its output is not assigned");
    }
  }
  return true;
}

/* Those without one have been reported. */
static bool have_types(const Components *all)
{
  for (int i = 0; i < all->n_items; i++) {
    if (all->item[i]->broken || !all->item[i]->class_def) return false;
  }
  return true;
}

bool external_call(const Flattening *f, FunctionBuild *b,
                   const AstExternal *external, Value **output)
{
  if (!have_types(b->variables)) return false;
  if (!function_external_language(f, b, external)) return false;
  Making m = {.f = f, .b = b, .arena = f->arena};
  m.is_fortran = m.call.is_fortran = function_external_is_fortran(external);
  m.call.name = function_external_symbol(f, b, external);
  m.dim =
      arena_array(f->arena, (size_t)b->variables->n_items + 1, sizeof m.dim[0]);
  bool good = external->has_call ? external_call_written_arguments(&m, external)
                                 : external_call_usual_arguments(&m);
  if (!good) return false;
  if (!f->foreign) {
    return function_build_refuse(f->faults, b, external->span,
                                 "it is external, and there is no C compiler");
  }
  if (!find_code(&m, external)) return false;
  m.call.function = b->function->full_name;
  m.call.declared = external->span;
  m.call.doubt =
      code_trust_doubt(f, b, external, m.call.name, f->foreign->at_translation);
  if (is_constructor(&m)) return keep_constructor(&m, output);
  return external_call_carry_out(&m) && external_call_collect(&m, output);
}
