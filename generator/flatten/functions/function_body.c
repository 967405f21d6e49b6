/* function_body.c: the text of a function as one procedure: variables, then
 * statements, then outputs. */
#include <assert.h>
#include <string.h>

#include "flatten/functions/function_build.h"

#include "flatten/expressions/instance_value.h"
#include "flatten/functions/declaration_order.h"
#include "flatten/functions/function_external.h"
#include "flatten/functions/function_record.h"
#include "flatten/functions/function_variables.h"
#include "flatten/functions/unassigned_reads.h"
#include "flatten/values/open_array.h"

/* --- variables --- */

static Value *initial_value(const Flattening *f, FunctionBuild *b,
                            Instance *variable)
{
  const Modifier *m = variable->modifier;
  if (!m || !m->value) {
    return function_field_values(f, b->context, variable);
  }
  Context context = function_value_context(variable, b->context.iteration);
  Value *value = expression_value(f, context, m->value);
  if (value && !function_check_shape(f, b->context, variable, value)) {
    return NULL;
  }
  return value ? function_convert(f, variable, value) : NULL;
}

/* A number that is never assigned and known: sizes may depend on it. */
static bool is_fixed_number(const Instance *variable, const Value *value,
                            const AstSection *algorithm)
{
  return value->kind != VALUE_RECORD && value->type != FLAT_REAL &&
         value->variability <= FLAT_PARAMETER &&
         variable->prefix.causality != AST_OUTPUT &&
         !(algorithm &&
           function_assigns(algorithm->statement, algorithm->n_statements,
                            variable->name));
}

/* --- functions that call themselves in declared values --- */

/* The recursion follows the nesting of the text. */
static bool function_body_calls(const AstExpr *expr, Name name)
{
  if (!expr) return false;
  if (expr->kind == AST_CALL) {
    const AstReference *called = expr->reference;
    if (called->part[called->n_parts - 1].ident == name) return true;
  }
  for (int k = 0; k < expr->n_args; k++) {
    if (function_body_calls(expr->arg[k], name)) return true;
  }
  for (int k = 0; k < expr->n_named; k++) {
    if (function_body_calls(expr->named[k].value, name)) return true;
  }
  return false;
}

static Value *early_slots(const FunctionBuild *b, const Instance *variable)
{
  for (int i = 0; b->early && i < b->variables->n_items; i++) {
    if (b->variables->item[i] == variable) return b->early[i];
  }
  return NULL;
}

/* What the function gives, before its declared values are made: those call it.
 * For outputs that are scalars; others are known later. */
static void declare_early(const Flattening *f, FunctionBuild *b,
                          BuiltFunction *built)
{
  bool calls = false;
  int n = 0;
  for (int i = 0; i < b->variables->n_items; i++) {
    const Instance *v = b->variables->item[i];
    const AstExpr *value = v->modifier ? v->modifier->value : NULL;
    calls |= function_body_calls(value, b->function->ast->name);
    if (v->prefix.causality != AST_OUTPUT) continue;
    if (v->broken || !instance_is_variable(v) || v->rank > 0) return;
    n++;
  }
  if (!calls || n == 0) return;
  Arena *arena = f->s->flat_arena;
  b->early =
      arena_array(arena, (size_t)b->variables->n_items, sizeof b->early[0]);
  built->output = arena_array(arena, (size_t)n, sizeof built->output[0]);
  b->to->output = arena_array(arena, (size_t)n, sizeof(int));
  built->n_outputs = b->to->n_outputs = n;
  for (int i = 0, k = 0; i < b->variables->n_items; i++) {
    Instance *v = b->variables->item[i];
    if (v->prefix.causality != AST_OUTPUT) continue;
    Value *like = function_record_shape(f, b->context, v);
    b->early[i] = function_build_locals(&f->typing, v->name, like);
    built->output[k] = b->early[i];
    b->to->output[k++] = value_at(&f->typing, b->early[i], 0)->slot;
  }
}

static bool declare_variable(const Flattening *f, FunctionBuild *b,
                             Instance *variable, const AstSection *algorithm)
{
  Value *value = initial_value(f, b, variable);
  if (!value && variable->modifier && variable->modifier->value) return false;
  if (value && is_fixed_number(variable, value, algorithm)) {
    value = value_constant(&f->typing, value);
    if (value) function_build_bind(f, b, variable->name, value);
    return value != NULL;
  }
  if (!value && algorithm && function_has_open_size(variable) &&
      function_reads_first(algorithm, variable->name))
    value = function_empty(f, b->context, variable);
  if (!value && function_has_open_size(variable))
    return true; /* when assigned */
  FlatExpr **size =
      arena_array(f->s->flat_arena, (size_t)variable->rank + 1, sizeof size[0]);
  if (!function_has_open_size(variable) &&
      open_declared(f, b, variable, size)) {
    Value *made = open_declare(&f->typing, variable, size);
    function_build_bind(f, b, variable->name, made);
    return !value || open_assign(&f->typing, variable->element->name_span, made,
                                 value, true, variable->name);
  }
  Value *like = function_has_open_size(variable)
                    ? value
                    : function_record_shape(f, b->context, variable);
  bool grows = like && function_build_is_growing(b, variable->name);
  Value *locals = !like ? NULL : early_slots(b, variable);
  if (like && !locals)
    locals = grows ? open_variable(&f->typing, variable->name, like)
                   : function_build_locals(&f->typing, variable->name, like);
  if (!locals) return false;
  function_build_bind(f, b, variable->name, locals);
  if (!value) return function_record_start(f, b, variable, locals);
  Value *pair[] = {locals, value};
  if (open_is(locals) || open_is(value) ||
      (locals->kind == VALUE_RECORD && open_concerns(pair, 2))) {
    return open_assign(&f->typing, variable->element->name_span, locals, value,
                       false, variable->name);
  }
  value = value_bind(&f->typing, value, locals, "the value of", variable->name);
  return value && function_build_assign(
                      &f->typing, variable->element->name_span, locals, value);
}

/* An array of the model: the function gets the version of its elements, which
 * tells its results from those of other elements, and its sizes. */
static Value *declare_outside(const Flattening *f, Name name, const Value *like)
{
  const Typing *t = &f->typing;
  Name version = session_name(
      f->s, arena_printf(session_scratch(f->s), "%s_version", name));
  Name size_name =
      session_name(f->s, arena_printf(session_scratch(f->s), "%s_size", name));
  FlatExpr **size = open_new_sizes(t, like->rank);
  open_slot(t, like->span, version, FLAT_REAL, NULL);
  for (int i = 0; i < like->rank; i++)
    size[i] = open_slot(t, like->span, size_name, FLAT_INTEGER, NULL);
  Value *made = value_with_span(t, like, like->span);
  made->open.size = size;
  made->open.outside = NULL;
  made->open.is_variable = true;
  made->variability = FLAT_CONTINUOUS;
  return made; /* its elements: take_outside() */
}

/* The elements, where all inputs are declared. */
static void take_outside(const Flattening *f, FunctionBuild *b, Name name,
                         const Value *like, Value *made)
{
  const Typing *t = &f->typing;
  made->open.local = open_local(t, name, like->type);
  made->open.slot = b->to->local[made->open.local].first;
  FlatStatement *s =
      procedure_append(f->s, b->at, STATEMENT_ALLOCATE, like->span);
  s->local = made->open.local;
  s->value = open_count(t, like->span, made);
  s->kept = like->open.outside->number + 1;
  b->to->is_impure = true; /* nobody knows them at translation */
}

static bool declare_inputs(const Flattening *f, FunctionBuild *b,
                           BuiltFunction *built, Value **arg)
{
  int n_inputs = 0, n = 0;
  for (int i = 0; i < b->variables->n_items; i++)
    n_inputs += function_is_input(b->variables->item[i]);
  bool *is_passed =
      arena_array(f->s->flat_arena, (size_t)n_inputs + 1, sizeof is_passed[0]);
  Value **outside = arena_array(session_scratch(f->s), (size_t)n_inputs + 1,
                                sizeof outside[0]);
  for (int i = 0, k = 0; i < b->variables->n_items; i++) {
    Instance *variable = b->variables->item[i];
    if (!function_is_input(variable)) continue;
    Value *given = arg[k];
    is_passed[k] = !function_build_is_specialised(f, b, variable, given);
    if (is_passed[k] && open_is(given) && given->open.outside) {
      given = outside[k] = declare_outside(f, variable->name, given);
      n += function_build_count(given);
    } else if (is_passed[k]) {
      given = function_build_locals(&f->typing, variable->name, given);
      if (given) n += function_build_count(given);
      if (given) given = function_record_sizes(f, variable, given);
    } else {
      given = value_constant(&f->typing, given);
    }
    if (!given) return false;
    function_build_bind(f, b, variable->name, given);
    k++;
  }
  FlatProcedure *to = b->to;
  assert(to->n_slots == n); /* they are the first ones */
  built->is_passed = is_passed;
  to->n_inputs = n; /* the first slots */
  to->input = arena_array(f->s->flat_arena, (size_t)n + 1, sizeof(int));
  for (int k = 0; k < n; k++) to->input[k] = k;
  for (int i = 0, k = 0; i < b->variables->n_items; i++) {
    const Instance *variable = b->variables->item[i];
    if (!function_is_input(variable)) continue;
    if (outside[k]) take_outside(f, b, variable->name, arg[k], outside[k]);
    k++;
  }
  return true;
}

static bool declare_others(const Flattening *f, FunctionBuild *b,
                           const AstSection *algorithm)
{
  Components order = declaration_order(f, b->variables);
  function_bind_unassigned(f, b->variables, &b->context);
  for (int i = 0; i < order.n_items; i++) {
    Instance *variable = order.item[i];
    if (function_is_input(variable) || variable->variability == FLAT_CONSTANT)
      continue;
    if (variable->broken || !declare_variable(f, b, variable, algorithm)) {
      return false;
    }
  }
  return true;
}

/* --- results --- */

/* The outputs that have slots by now. */
static bool list_outputs(const Flattening *f, FunctionBuild *b,
                         BuiltFunction *built, bool is_last)
{
  int n_outputs = 0, n = 0;
  for (int i = 0; i < b->variables->n_items; i++)
    n_outputs += b->variables->item[i]->prefix.causality == AST_OUTPUT;
  Arena *arena = f->s->flat_arena;
  Value **output = arena_array(arena, (size_t)n_outputs + 1, sizeof output[0]);
  for (int i = 0, k = 0; i < b->variables->n_items; i++) {
    const Instance *variable = b->variables->item[i];
    if (variable->prefix.causality != AST_OUTPUT) continue;
    output[k] = (Value *)function_build_value(b, variable->name);
    if (!output[k] && !is_last) return true;
    if (!output[k]) {
      return function_build_refuse(f->faults, b, variable->element->name_span,
                                   "an output has no value");
    }
    n += function_build_count(output[k++]);
  }
  FlatExpr **scalar = arena_array(arena, (size_t)n + 1, sizeof scalar[0]);
  n = 0;
  for (int k = 0; k < n_outputs; k++)
    function_build_scalars(&f->typing, output[k], scalar, &n);
  assert(n == 0 || scalar[n - 1]->kind == FLAT_EXPR_LOCAL);
  b->to->output = arena_array(arena, (size_t)n + 1, sizeof(int));
  for (int k = 0; k < n; k++) b->to->output[k] = scalar[k]->slot;
  b->to->n_outputs = n;
  built->output = output;
  built->n_outputs = n_outputs;
  return true;
}

/* --- the whole --- */

/* By its declaration, as a whole or field by field. */
static bool function_body_is_declared(const Flattening *f,
                                      const FunctionBuild *b,
                                      Instance *variable)
{
  return binding_exists(variable) ||
         function_field_values(f, b->context, variable);
}

/* An array without elements needs no value. */
static bool is_empty(const FunctionBuild *b, const Instance *variable)
{
  const Value *value = function_build_value(b, variable->name);
  return value && function_build_count(value) == 0;
}

/* assert(false, ...): what stands in for a function that must be redeclared
 * has no result. */
static bool never_returns(const AstSection *algorithm)
{
  for (int i = 0; i < algorithm->n_statements; i++) {
    const AstStatement *s = algorithm->statement[i];
    if (s->kind != AST_ST_CALL || s->left->kind != AST_CALL) continue;
    const AstExpr *call = s->left;
    if (call->reference->n_parts == 1 && call->n_args > 0 &&
        strcmp(call->reference->part[0].ident, "assert") == 0 &&
        call->arg[0]->kind == AST_FALSE) {
      return true;
    }
  }
  return false;
}

static bool function_body_check_assigned(const Flattening *f,
                                         const FunctionBuild *b,
                                         const AstSection *algorithm)
{
  if (never_returns(algorithm)) return true;
  for (int i = 0; i < b->variables->n_items; i++) {
    Instance *variable = b->variables->item[i];
    if (variable->prefix.causality != AST_OUTPUT ||
        function_assigns(algorithm->statement, algorithm->n_statements,
                         variable->name) ||
        function_body_is_declared(f, b, variable) || is_empty(b, variable)) {
      continue;
    }
    fault_error(f->faults, variable->element->name_span, E209,
                "the output '%s' of function '%s' gets no value (section 12.2)",
                variable->name, b->function->full_name);
    return false;
  }
  return true;
}

/* A fault that was reported does not make the procedure useless: calls of it
 * are not faults of their own. One that was not is looked for again. */
static bool reads_assigned(const Flattening *f, FunctionBuild *b)
{
  return unassigned_reads_check(f, b) || !f->faults->is_quiet;
}

bool function_build_body(const Flattening *f, FunctionBuild *b,
                         BuiltFunction *built, Value **arg)
{
  assert(b->to && b->at == &b->to->body);
  ClassPart *where = NULL;
  ClassPart *first = lookup_first_part(f->lookup, b->function);
  const AstSection *algorithm =
      first ? function_find_algorithm(f, first, &where) : NULL;
  const AstExternal *external =
      first ? function_find_external(f, first, &where) : NULL;
  if (!algorithm && !external && first && !first->ast->is_partial) {
    algorithm = function_no_algorithm();
    where = first;
  }
  if (!algorithm && !external) {
    return function_build_refuse(f->faults, b, b->function->ast->name_span,
                                 "it has no algorithm");
  }
  b->context = lookup_context(where);
  b->context.iteration = NULL;
  b->early = NULL;
  if (!declare_inputs(f, b, built, arg)) return false;
  if (algorithm) declare_early(f, b, built);
  if (!declare_others(f, b, algorithm) || !list_outputs(f, b, built, false))
    return false;
  if (external) {
    return function_external(f, b, external) && list_outputs(f, b, built, true);
  }
  return function_body_check_assigned(f, b, algorithm) &&
         function_build_statements(f, b, algorithm->statement,
                                   algorithm->n_statements) &&
         list_outputs(f, b, built, true) && reads_assigned(f, b);
}
