/* function_external.c: the external clause of a function as a statement (MLS
 * 3.6, section 12.9). */
#include "flatten/functions/function_external.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/classes/written.h"
#include "flatten/functions/code_trust.h"
#include "flatten/functions/function_library.h"
#include "flatten/functions/function_variables.h"
#include "flatten/values/open_array.h"
#include "flatten/values/text_functions.h"

const AstExternal *function_find_external(const Flattening *f, ClassPart *part,
                                          ClassPart **where)
{
  if (part->ast->external) {
    *where = part;
    return part->ast->external;
  }
  const AstExternal *found = NULL;
  lookup_bases(f->lookup, part);
  for (int i = 0; i < part->n_bases && !found; i++) {
    if (part->base[i] && !part->base[i]->builtin) {
      found = function_find_external(f, part->base[i], where);
    }
  }
  return found;
}

/* --- arguments --- */

static const Value *function_external_value_now(const FunctionBuild *b,
                                                Name name)
{
  for (const Iteration *i = b->context.iteration; i; i = i->next) {
    if (i->name == name && !i->unassigned) return i->value;
  }
  return NULL;
}

/* The variable that the expression names, or a part of it. */
static const Instance *variable_of(const FunctionBuild *b, const AstExpr *expr)
{
  if (expr->kind != AST_REFERENCE || expr->reference->leading_dot) return NULL;
  for (int i = 0; i < b->variables->n_items; i++) {
    const Instance *variable = b->variables->item[i];
    if (variable->name == expr->reference->part[0].ident) return variable;
  }
  return NULL;
}

/* The local whose slots are exactly those of the Value; -1: none. */
static int local_of(const Flattening *f, const FunctionBuild *b, const Value *v)
{
  const Typing *t = &f->typing;
  if (v->kind == VALUE_RECORD || open_is(v) || v->n_elements == 0) return -1;
  for (int k = 0; k < b->to->n_locals; k++) {
    const FlatLocal *local = &b->to->local[k];
    if (local->n != v->n_elements) continue;
    int i = 0;
    while (i < local->n) {
      const FlatExpr *at = value_at(t, v, i);
      if (at->kind != FLAT_EXPR_LOCAL || at->slot != local->first + i) break;
      i++;
    }
    if (i == local->n) return k;
  }
  return -1;
}

static bool array_argument(const Flattening *f, FunctionBuild *b, Span span,
                           const Value *v, FlatExternalArgument *arg)
{
  arg->n_columns = v->rank == 2 ? v->dim[1] : 0;
  arg->kind = EXTERNAL_ARRAY;
  arg->type = v->type;
  arg->local = local_of(f, b, v);
  if (arg->local >= 0 || v->n_elements == 0) return true;
  Value *copy =
      function_build_locals(&f->typing, session_name(f->s, "passed"), v);
  if (!copy || !function_build_assign(&f->typing, span, copy, v)) return false;
  arg->local = local_of(f, b, copy);
  return true;
}

/* C gets the address of its elements if they are Reals, else of copies. */
static bool open_argument(const Flattening *f, Span span, const Value *v,
                          ExternalKind kind, FlatExternalArgument *arg)
{
  assert(open_is(v));
  arg->kind = kind;
  arg->type = v->type;
  arg->local = v->open.local;
  arg->value = open_count(&f->typing, span, v);
  if (v->rank == 2) arg->columns = open_size(&f->typing, v, 1);
  return true;
}

/* --- records (section 12.9.1.3) --- */

static void append_field(const Flattening *f, FlatExternalArgument *arg,
                         ExternalFieldKind kind, FlatType type, int local)
{
  assert(kind != FIELD_VALUE || local >= 0);
  arg->field = vector_grow(f->s->flat_arena, arg->field, &arg->cap_fields,
                           arg->n_fields + 1, sizeof arg->field[0]);
  arg->field[arg->n_fields++] = (FlatExternalField){kind, type, local};
}

/* The recursion follows the records inside of records. */
static bool record_fields(const Flattening *f, FunctionBuild *b, Span span,
                          const Value *v, FlatExternalArgument *arg)
{
  assert(v->kind == VALUE_RECORD && v->rank == 0);
  for (int k = 0; k < v->record->n_fields; k++) {
    const Value *field = v->field[k];
    if (field->rank > 0) {
      fault_error(f->faults, span, E204,
                  "the record '%s' has an array in it and cannot be passed to "
                  "external code (section 12.9.1.3)",
                  v->record->name);
      return false;
    }
    if (field->kind == VALUE_RECORD) {
      append_field(f, arg, FIELD_BEGIN, FLAT_REAL, -1);
      if (!record_fields(f, b, span, field, arg)) return false;
      append_field(f, arg, FIELD_END, FLAT_REAL, -1);
    } else {
      append_field(f, arg, FIELD_VALUE, field->type, local_of(f, b, field));
    }
  }
  return true;
}

static bool function_external_is_stored(const Flattening *f,
                                        const FunctionBuild *b, const Value *v)
{
  for (int k = 0; k < v->record->n_fields; k++) {
    const Value *field = v->field[k];
    bool is_record = field->kind == VALUE_RECORD;
    if (is_record ? !function_external_is_stored(f, b, field)
                  : local_of(f, b, field) < 0)
      return false;
  }
  return true;
}

/* What is not a variable is copied to one. */
static bool record_argument(const Flattening *f, FunctionBuild *b, Span span,
                            const Value *v, FlatExternalArgument *arg)
{
  arg->kind = EXTERNAL_RECORD;
  arg->local = -1;
  if (v->rank > 0) {
    return function_build_refuse(f->faults, b, span,
                                 "an array of records is passed to external "
                                 "code");
  }
  if (!function_external_is_stored(f, b, v)) {
    Value *copy =
        function_build_locals(&f->typing, session_name(f->s, "passed"), v);
    if (!copy || !function_build_assign(&f->typing, span, copy, v))
      return false;
    v = copy;
  }
  return record_fields(f, b, span, v, arg);
}

/* --- others --- */

static bool value_argument(const Flattening *f, FunctionBuild *b,
                           const AstExpr *expr, FlatExternalArgument *arg)
{
  const Typing *t = &f->typing;
  Value *v = expression_value(f, b->context, expr);
  if (!v) return false;
  if (v->kind == VALUE_RECORD) return record_argument(f, b, expr->span, v, arg);
  if (v->kind == VALUE_FUNCTION) {
    return function_build_refuse(f->faults, b, expr->span,
                                 "a function is passed to external code");
  }
  if (open_is(v)) return open_argument(f, expr->span, v, EXTERNAL_ARRAY, arg);
  if (v->rank > 0) return array_argument(f, b, expr->span, v, arg);
  FlatExpr *value = value_at(t, v, 0);
  arg->type = value->type;
  if (value->type == FLAT_STRING && !text_is_open(value)) {
    FlatExpr *text = types_constant(t, value);
    arg->kind = EXTERNAL_TEXT;
    arg->text = text ? text->string : NULL;
    return text != NULL;
  }
  arg->kind = written_is_size(expr) ? EXTERNAL_SIZE : EXTERNAL_VALUE;
  arg->value = value;
  return true;
}

/* Outputs and protected variables are passed to be written; arrays of
 * protected ones have an address in any case (section 12.9.1). */
static bool is_written_to(const Instance *variable)
{
  if (!variable || function_is_input(variable)) return false;
  return variable->prefix.causality == AST_OUTPUT ||
         (variable->rank == 0 && variable->variability > FLAT_PARAMETER &&
          instance_is_variable(variable) &&
          variable->class_def->type != FLAT_OBJECT);
}

/* A local of its own for a number that is known at translation. */
static const Value *function_external_stored(const Flattening *f,
                                             FunctionBuild *b, Span span,
                                             const Value *v)
{
  if (!v || v->rank > 0 || v->kind == VALUE_RECORD || open_is(v) ||
      local_of(f, b, v) >= 0)
    return v;
  Value *copy =
      function_build_locals(&f->typing, session_name(f->s, "passed"), v);
  bool good = copy && function_build_assign(&f->typing, span, copy, v);
  return good ? copy : NULL;
}

static bool make_argument(const Flattening *f, FunctionBuild *b,
                          const AstExpr *expr, FlatExternalArgument *arg)
{
  const Instance *variable = variable_of(b, expr);
  arg->local = -1;
  if (!is_written_to(variable)) return value_argument(f, b, expr, arg);
  bool is_whole = expr->reference->n_parts == 1 &&
                  expr->reference->part[0].n_subscripts == 0;
  const Value *v = is_whole ? function_external_value_now(b, variable->name)
                            : expression_value(f, b->context, expr);
  if (!is_whole && !v) return false;
  if (variable->prefix.causality != AST_OUTPUT)
    v = function_external_stored(f, b, expr->span, v);
  if (v && v->kind == VALUE_RECORD) {
    arg->is_output = true;
    return record_argument(f, b, expr->span, v, arg);
  }
  if (v && open_is(v))
    return open_argument(f, expr->span, v, EXTERNAL_OUTPUT, arg);
  arg->local = v ? local_of(f, b, v) : -1;
  arg->kind = EXTERNAL_OUTPUT;
  bool is_empty = v && v->rank > 0 && v->n_elements == 0;
  if (arg->local < 0 && !is_empty) {
    return function_build_refuse(f->faults, b, expr->span,
                                 is_whole ? "a result of external code whose "
                                            "size is computed"
                                          : "an element of an array as a "
                                            "result of external code");
  }
  arg->type = v->type;
  arg->n_columns = v->rank == 2 ? v->dim[1] : 0;
  return true;
}

/* --- the call --- */

const AstExpr *function_external_name(const Flattening *f,
                                      const Instance *variable)
{
  Arena *arena = f->arena;
  AstExpr *expr = arena_alloc(arena, sizeof *expr);
  AstReference *name = arena_alloc(arena, sizeof *name);
  AstNamePart *part = arena_alloc(arena, sizeof *part);
  part->ident = variable->name;
  part->span = variable->element->name_span;
  name->part = part;
  name->n_parts = 1;
  name->span = part->span;
  expr->kind = AST_REFERENCE;
  expr->span = part->span;
  expr->reference = name;
  return expr;
}

static void function_external_append_argument(const Flattening *f,
                                              FlatExternal *e, int *cap,
                                              FlatExternalArgument arg)
{
  e->arg = vector_grow(f->s->flat_arena, e->arg, cap, e->n_args + 1,
                       sizeof e->arg[0]);
  e->arg[e->n_args++] = arg;
}

/* What C returns: a scalar, or a record as a struct. */
static bool make_result(const Flattening *f, FunctionBuild *b, Span span,
                        const Value *v, FlatExternal *e)
{
  if (v && v->kind == VALUE_RECORD) {
    e->record = arena_alloc(f->s->flat_arena, sizeof *e->record);
    e->record->is_output = true;
    return record_argument(f, b, span, v, e->record);
  }
  int local = v && v->rank == 0 ? local_of(f, b, v) : -1;
  if (v && v->rank > 0) {
    fault_error(f->faults, span, E204,
                "external code cannot return an array; make it an argument "
                "(section 12.9.1)");
    return false;
  }
  if (local < 0) {
    return function_build_refuse(f->faults, b, span,
                                 "a result of external code that is an array");
  }
  e->result = b->to->local[local].first;
  return true;
}

/* Without a written call: all variables in their order, arrays with their
 * sizes; one scalar output is the result (section 12.9.1.2). */
static bool function_external_usual_arguments(const Flattening *f,
                                              FunctionBuild *b, FlatExternal *e)
{
  const Typing *t = &f->typing;
  const Instance *result = NULL;
  int n_outputs = 0, cap = 0;
  for (int i = 0; i < b->variables->n_items; i++) {
    const Instance *variable = b->variables->item[i];
    if (variable->prefix.causality != AST_OUTPUT) continue;
    n_outputs++;
    result = variable;
  }
  if (n_outputs != 1) result = NULL;
  if (result && result->rank > 0) {
    fault_error(f->faults, result->element->name_span, E204,
                "external code cannot return an array: write the call, with "
                "'%s' as an argument (section 12.9.2)",
                result->name);
    return false;
  }
  for (int i = 0; i < b->variables->n_items; i++) {
    const Instance *variable = b->variables->item[i];
    AstCausality causality = variable->prefix.causality;
    FlatExternalArgument arg = {0};
    if (variable == result ||
        (causality != AST_INPUT && causality != AST_OUTPUT)) {
      continue;
    }
    const AstExpr *name = function_external_name(f, variable);
    if (!make_argument(f, b, name, &arg)) return false;
    function_external_append_argument(f, e, &cap, arg);
    const Value *v = function_external_value_now(b, variable->name);
    for (int k = 0; v && k < v->rank; k++) {
      FlatExternalArgument size = {.kind = EXTERNAL_SIZE,
                                   .type = FLAT_INTEGER,
                                   .local = -1,
                                   .value = open_size(t, v, k)};
      function_external_append_argument(f, e, &cap, size);
    }
  }
  return !result ||
         make_result(f, b, result->element->name_span,
                     function_external_value_now(b, result->name), e);
}

/* Section 12.9: names, literals, and sizes of arrays. */
static bool check_written(const Flattening *f, const AstExpr *expr)
{
  const AstExpr *at = expr;
  if (at->kind == AST_UNARY &&
      (at->op == AST_MINUS || at->op == AST_PLUS)) /* -1 */
    at = at->arg[0];
  bool is_literal = at->kind == AST_REAL || at->kind == AST_INTEGER;
  bool is_size = written_is_size(expr) && expr->n_args == 2;
  if (is_literal || is_size || expr->kind == AST_REFERENCE ||
      expr->kind == AST_STRING || expr->kind == AST_TRUE ||
      expr->kind == AST_FALSE)
    return true;
  fault_error(f->faults, expr->span, E204,
              "an argument of an external function is a variable, a literal or "
              "size(array, number) (section 12.9)");
  return false;
}

/* The name before '=' of an external clause. */
static bool function_external_check_result(const Flattening *f,
                                           const FunctionBuild *b,
                                           const AstExternal *external)
{
  const AstReference *name = external->result;
  for (int i = 0; i < b->variables->n_items; i++) {
    const Instance *variable = b->variables->item[i];
    if (variable->name != name->part[0].ident) continue;
    if (variable->prefix.causality == AST_OUTPUT) return true;
    fault_error(f->faults, name->span, E204,
                "'%s' is not an output: external code cannot give its value "
                "(section 12.9)",
                variable->name);
    return false;
  }
  fault_error(f->faults, name->span, E202, "unknown name '%s'",
              name->part[0].ident);
  return false;
}

static bool function_external_written_arguments(const Flattening *f,
                                                FunctionBuild *b,
                                                const AstExternal *external,
                                                FlatExternal *e)
{
  int cap = 0;
  for (int k = 0; k < external->n_args; k++) {
    FlatExternalArgument arg = {0};
    if (!check_written(f, external->arg[k])) return false;
    if (!make_argument(f, b, external->arg[k], &arg)) return false;
    function_external_append_argument(f, e, &cap, arg);
  }
  if (!external->result) return true;
  if (!function_external_check_result(f, b, external)) return false;
  if (external->result->n_parts > 1) {
    return function_build_refuse(f->faults, b, external->span,
                                 "a part of a record as the result of "
                                 "external code");
  }
  const Value *v =
      function_external_value_now(b, external->result->part[0].ident);
  return make_result(f, b, external->span, v, e);
}

/* Only a header knows the name of the struct. */
static bool check_declared(const Flattening *f, FunctionBuild *b,
                           const AstExternal *external, const FlatExternal *e)
{
  if (!e->record || e->is_declared) return true;
  return function_build_refuse(f->faults, b, external->span,
                               "external code that returns a record needs "
                               "its declaration (the annotation Include)");
}

/* --- Fortran (section 12.9.2) --- */

bool function_external_is_fortran(const AstExternal *external)
{
  return external->language && strcmp(external->language, "FORTRAN 77") == 0;
}

const char *function_external_symbol(const Flattening *f, FunctionBuild *b,
                                     const AstExternal *external)
{
  const char *name =
      external->has_call ? external->function : b->function->ast->name;
  if (!function_external_is_fortran(external)) return name;
  char *symbol = arena_printf(f->s->flat_arena, "%s_", name);
  for (char *at = symbol; *at; at++) *at = (char)tolower((unsigned char)*at);
  return symbol;
}

bool function_external_language(const Flattening *f, FunctionBuild *b,
                                const AstExternal *external)
{
  const char *language = external->language;
  if (!language || function_external_is_fortran(external)) return true;
  if (language[0] == 'C' && /* "C99" */
      strspn(language + 1, "0123456789") == strlen(language + 1))
    return true;
  (void)b;
  fault_error(
      f->faults, external->span, E204,
      "external functions are written in \"C\" or \"FORTRAN 77\", not in "
      "\"%s\" (section 12.9)",
      language);
  return false;
}

/* Sections 12.9.1.1 and 12.9.1.3. False after E204. */
static bool check_fortran_types(const Flattening *f, const FunctionBuild *b,
                                const AstExternal *external)
{
  for (int i = 0; i < b->variables->n_items; i++) {
    const Instance *v = b->variables->item[i];
    if (v->prefix.causality == AST_CAUSALITY_NONE || !v->class_def) continue;
    bool is_text = instance_is_variable(v) &&
                   v->class_def->type == FLAT_STRING && !function_is_input(v);
    if (!is_text && instance_is_variable(v)) continue;
    fault_error(f->faults, external->span, E204,
                is_text ? "Fortran cannot give the String '%s' (section "
                          "12.9.1.1)"
                        : "the record '%s' cannot be passed to Fortran "
                          "(section 12.9.1.3)",
                v->name);
    return false;
  }
  return true;
}

/* Fortran has no structs of ours, and its matrices are copied. */
static bool check_fortran(const Flattening *f, FunctionBuild *b,
                          const AstExternal *external, const FlatExternal *e)
{
  bool good = !e->record;
  for (int k = 0; k < e->n_args; k++) {
    const FlatExternalArgument *arg = &e->arg[k];
    const FlatLocal *local = arg->local >= 0 ? &b->to->local[arg->local] : NULL;
    bool is_array = local && (local->is_array || local->is_open);
    good = good && arg->kind != EXTERNAL_RECORD && arg->type != FLAT_OBJECT &&
           !(is_array && arg->type == FLAT_STRING);
  }
  return good || function_build_refuse(f->faults, b, external->span,
                                       "a record, an object or Strings in an "
                                       "array are passed to Fortran");
}

/* Section 12.2: each output is an argument or the result of the call, or has a
 * declared value. False after E209. */
static bool check_outputs(const Flattening *f, const FunctionBuild *b,
                          const AstExternal *external)
{
  for (int i = 0; external->has_call && i < b->variables->n_items; i++) {
    const Instance *v = b->variables->item[i];
    bool is_given =
        v->prefix.causality != AST_OUTPUT ||
        (v->modifier && v->modifier->value) ||
        (external->result && external->result->part[0].ident == v->name);
    for (int k = 0; !is_given && k < external->n_args; k++) {
      const AstExpr *arg = external->arg[k];
      is_given = arg->kind == AST_REFERENCE &&
                 arg->reference->part[0].ident == v->name;
    }
    if (is_given) continue;
    fault_error(f->faults, v->element->name_span, E209,
                "the output '%s' of function '%s' gets no value: its external "
                "call does not name it (section 12.2)",
                v->name, b->function->full_name);
    return false;
  }
  return true;
}

bool function_external(const Flattening *f, FunctionBuild *b,
                       const AstExternal *external)
{
  assert(!b->to->is_external);
  if (!function_external_language(f, b, external) ||
      !check_outputs(f, b, external))
    return false;
  if (function_external_is_fortran(external) &&
      !check_fortran_types(f, b, external))
    return false;
  FlatExternal *e = arena_alloc(f->s->flat_arena, sizeof *e);
  e->name = function_external_symbol(f, b, external);
  e->is_fortran = function_external_is_fortran(external);
  e->result = -1;
  bool good = external->has_call
                  ? function_external_written_arguments(f, b, external, e)
                  : function_external_usual_arguments(f, b, e);
  if (!good || !code_trust_for_fmu(f, b, external, e->name) ||
      !function_library(f, b, external, &f->flat->linkage, &e->is_declared) ||
      !check_declared(f, b, external, e) ||
      (e->is_fortran && !check_fortran(f, b, external, e))) {
    return false;
  }
  FlatStatement *s = procedure_append(f->s, b->at, STATEMENT_EXTERNAL,
                                      b->function->ast->name_span);
  s->external = e;
  b->to->is_external = true;
  b->to->is_impure = true;
  return true;
}
