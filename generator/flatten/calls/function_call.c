/* function_call.c: the way a call is made, its results. */
#include "flatten/calls/function_call.h"

#include <assert.h>
#include <string.h>

#include "flatten/calls/calls_left.h"
#include "flatten/calls/function_inline.h"
#include "flatten/calls/unassigned_outputs.h"
#include "flatten/classes/written.h"
#include "flatten/expressions/instance_value.h"
#include "flatten/flat/builtin_word.h"
#include "flatten/functions/declaration_order.h"
#include "flatten/functions/function_arguments.h"
#include "flatten/functions/function_variables.h"
#include "flatten/functions/partial_derivative.h"
#include "flatten/functions/resource.h"
#include "flatten/instances/scope.h"
#include "flatten/values/open_array.h"

/* What is known of calls of a function, by class. */
typedef struct FunctionPolicy {
  bool is_inlined;            /* it is being carried out now */
  bool cannot_inline;         /* tried without success, or forbidden */
  bool is_checked, is_faulty; /* its declarations */
} FunctionPolicy;

static FunctionPolicy *policy_of(const Flattening *f, const InstClass *function)
{
  Name key = session_name(f->s, "");
  FunctionPolicy *policy = name_map_find(&f->tables->called, function->id, key);
  if (policy) return policy;
  policy = arena_alloc(f->arena, sizeof *policy);
  name_map_add(&f->tables->called, function->id, key, policy);
  return policy;
}

/* Sections 12.4.1 and 12.4.4: defaults and declared values have an order.
 * False after E209. */
static bool function_call_check_order(const FunctionCall *c)
{
  const Flattening *f = c->f;
  const Instance *cycle = declaration_cycle(f, &c->variables);
  if (!cycle) return true;
  fault_error(f->faults, cycle->modifier->value->span, E209,
              "the value of '%s' in function '%s' depends on itself (section "
              "%s)",
              cycle->name, c->function->full_name,
              function_is_input(cycle) ? "12.4.1" : "12.4.4");
  return false;
}

/* What a component that is a function may not be; NULL: it may. */
static const char *wrong_functional(const FunctionCall *c,
                                    const Instance *variable)
{
  if (!function_is_input(variable)) return "is not an input (section 12.4.2)";
  if (variable->rank > 0) return "is an array (section 12.4.2)";
  const AstClass *type = variable->type->ast;
  for (int k = 0; k < type->n_elements; k++) {
    if (type->element[k]->replaceable)
      return "has a type with replaceable elements (section 12.4.2)";
  }
  if (type->purity == AST_IMPURE && c->function->ast->purity == AST_PURITY_NONE)
    return "is impure: mark the function around it pure or impure (section "
           "12.3)";
  return NULL;
}

/* Section 12.4.2: components that are functions. False after E241. */
static bool check_functional(const FunctionCall *c)
{
  const Flattening *f = c->f;
  for (int i = 0; i < c->variables.n_items; i++) {
    const Instance *variable = c->variables.item[i];
    if (variable->broken || !variable->class_def ||
        instance_is_variable(variable) || !variable->type ||
        variable->type->kind != CLASS_WRITTEN ||
        instance_restriction(f, variable) != AST_FUNCTION)
      continue;
    const char *why = wrong_functional(c, variable);
    if (!why) continue;
    fault_error(f->faults, variable->element->name_span, E241,
                "'%s', a function as a component of function '%s', %s",
                variable->name, c->function->full_name, why);
    return false;
  }
  return true;
}

/* Has it no declared value, or only one for some of its fields? */
static bool function_call_is_bare(const Instance *variable)
{
  return !function_is_input(variable) && instance_is_variable(variable) &&
         !(variable->modifier && variable->modifier->value);
}

/* Section 12.4.4: sizes are computed before the statements are. False after
 * E209. */
static bool check_sizes(const FunctionCall *c)
{
  for (int i = 0; i < c->variables.n_items; i++) {
    const Instance *variable = c->variables.item[i];
    for (int d = 0; !function_is_input(variable) && d < variable->rank; d++) {
      const AstExpr *size = variable->dimension[d].written->expr;
      for (int k = 0; k < c->variables.n_items; k++) {
        const Instance *other = c->variables.item[k];
        if (!function_call_is_bare(other) || !written_needs(size, other->name))
          continue;
        fault_error(c->f->faults, size->span, E209,
                    "the size of '%s' needs '%s', which has no value before "
                    "the statements (section 12.2)",
                    variable->name, other->name);
        return false;
      }
    }
  }
  return true;
}

/* In the text and in what it inherits. The recursion is as deep as classes
 * extend each other. */
static int count_bodies(const Flattening *f, ClassPart *part)
{
  if (part->builtin) return 0;
  int n = part->ast->external ? 1 : 0;
  for (int i = 0; i < part->ast->n_sections; i++)
    if (!written_says_nothing(part->ast->section[i])) n++;
  lookup_bases(f->lookup, part);
  for (int i = 0; i < part->n_bases; i++)
    if (part->base[i]) n += count_bodies(f, part->base[i]);
  return n;
}

/* Section 12.2. Of a library the outermost is meant. False after E241. */
static bool check_one_body(const FunctionCall *c)
{
  ClassPart *first = lookup_first_part(c->f->lookup, c->function);
  if (!first || count_bodies(c->f, first) <= 1) return true;
  const Faults *faults = c->f->faults;
  Span span = c->function->ast->name_span;
  bool is_clear = fault_is_in_library(faults, span);
  (is_clear ? fault_warning : fault_error)(
      faults, span, is_clear ? W210 : E241,
      "function '%s' has more than one algorithm or external clause, with "
      "those that it inherits (section 12.2)",
      c->function->full_name);
  return is_clear;
}

/* Once for each function; false after a diagnostic. */
static bool function_call_check_declared(const FunctionCall *c)
{
  FunctionPolicy *policy = policy_of(c->f, c->function);
  if (policy->is_checked) return !policy->is_faulty;
  policy->is_checked = !c->f->faults->is_quiet;
  policy->is_faulty = !check_one_body(c) || !function_call_check_order(c) ||
                      !check_functional(c) || !check_sizes(c);
  if (policy->is_checked && !policy->is_faulty)
    unassigned_outputs_check(c->f, c->function, &c->variables);
  function_annotations_check(c->f, c->function, &c->variables);
  return !policy->is_faulty;
}

/* --- as an expression --- */

static const AstArgument *function_call_annotation(const InstClass *function,
                                                   const char *name)
{
  const AstComment *comment = function->ast->comment;
  const AstModification *m = comment ? comment->annotation : NULL;
  for (int i = 0; m && i < m->n_arguments; i++) {
    const AstArgument *a = m->argument[i];
    if (a->kind == AST_MODIFY && a->name->n_parts == 1 &&
        strcmp(a->name->part[0].ident, name) == 0) {
      return a;
    }
  }
  return NULL;
}

static bool function_call_is_said(const InstClass *function, const char *name,
                                  AstExprKind value)
{
  const AstArgument *a = function_call_annotation(function, name);
  return a && a->modification && a->modification->value &&
         a->modification->value->kind == value;
}

/* A function whose derivative or inverse is written is not taken apart, unless
 * that is wished. */
static bool may_inline(const FunctionCall *c)
{
  if (function_call_is_said(c->function, "Inline", AST_FALSE)) return false;
  if (function_call_is_said(c->function, "Inline", AST_TRUE) ||
      function_call_is_said(c->function, "LateInline", AST_TRUE)) {
    return true;
  }
  return !function_call_annotation(c->function, "derivative") &&
         !function_call_annotation(c->function, "inverse") &&
         c->function->ast->purity != AST_IMPURE;
}

static bool are_literals(Value *const *value, int n)
{
  for (int k = 0; k < n; k++) {
    if (value[k]->kind == VALUE_FUNCTION) return false;
    if (value[k]->variability > FLAT_CONSTANT) return false;
  }
  return true;
}

/* Tried without a word; true: output[] holds the results. */
static bool try_inline(const FunctionCall *c, Value **arg, Value **output)
{
  const Flattening *f = c->f;
  FunctionPolicy *policy = policy_of(f, c->function);
  if (open_is_outside(&f->typing, c->written->span, arg, c->n_inputs, NULL))
    return false;
  bool is_constant = are_literals(arg, c->n_inputs);
  bool is_wished = function_call_is_said(c->function, "Inline", AST_TRUE);
  if (function_call_is_said(c->function, "Inline", AST_FALSE)) return false;
  if (!is_constant) {
    if (f->typing.build ? !is_wished
                        : policy->cannot_inline || !may_inline(c)) {
      return false;
    }
    if (policy->is_inlined) { /* it calls itself */
      policy->cannot_inline = true;
      return false;
    }
  }
  bool before = policy->is_inlined;
  policy->is_inlined = true;
  Attempt attempt;
  scope_try(&attempt, f);
  bool good = function_inline(&attempt.f, c->function, c->written,
                              &c->variables, arg, output, c->n_outputs);
  policy->is_inlined = before;
  if (f->typing.build) {
    CallsLeft left = good ? calls_left_in(f, output, c->n_outputs) : CALLS_NONE;
    return good && ((is_constant && left == CALLS_NONE) ||
                    (is_wished && left == CALLS_CHOSEN));
  }
  if (!is_constant) {
    if (!good) policy->cannot_inline = true;
    good = !policy->cannot_inline;
  }
  return good;
}

/* --- as a procedure --- */

/* The structure of a Value with other scalars, in the same order. */
static Value *rebuilt(const Typing *t, const Value *like, Span span,
                      FlatExpr **scalar, int *n)
{
  if (like->kind == VALUE_RECORD) {
    int n_fields = like->record->n_fields;
    Value **field =
        arena_array(value_arena(t), (size_t)n_fields + 1, sizeof field[0]);
    for (int k = 0; k < n_fields; k++)
      field[k] = rebuilt(t, like->field[k], span, scalar, n);
    return value_record(t, span, like->record, like->rank, like->dim, field);
  }
  FlatExpr **own = scalar + *n;
  *n += like->n_elements;
  if (like->rank == 0) return value_of(t, own[0]);
  return value_array(t, span, like->type, like->enumeration, like->rank,
                     like->dim, own);
}

static FlatExpr **passed_scalars(const FunctionCall *c,
                                 const BuiltFunction *built, Value **arg,
                                 int *n)
{
  int count = 0;
  for (int k = 0; k < c->n_inputs; k++) {
    if (built->is_passed[k]) count += function_build_count(arg[k]);
  }
  FlatExpr **scalar =
      arena_array(c->f->s->flat_arena, (size_t)count + 1, sizeof scalar[0]);
  *n = 0;
  for (int k = 0; k < c->n_inputs; k++) {
    if (built->is_passed[k])
      function_build_scalars(&c->f->typing, arg[k], scalar, n);
  }
  assert(*n == count);
  return scalar;
}

/* Locals for the results: those of an output that is an array are one. */
static void add_results(const FunctionCall *c, const BuiltFunction *built,
                        FlatExpr **like, int *slot)
{
  const Flattening *f = c->f;
  Name name = session_name(f->s, "result");
  for (int g = 0, k = 0; g < c->n_outputs; g++) {
    int n = function_build_count(built->output[g]);
    procedure_add_locals(f->s, f->typing.build->to, name, like + k, n,
                         slot + k);
    k += n;
  }
}

/* Inside of a procedure: a statement, the results are locals. */
static FlatExpr **function_call_statement(const FunctionCall *c,
                                          const BuiltFunction *built,
                                          FlatExpr **scalar, int n,
                                          FlatExpr **like, int n_results)
{
  const Flattening *f = c->f;
  FunctionBuild *b = f->typing.build;
  assert(b);
  Arena *arena = f->s->flat_arena;
  int *slot = arena_array(arena, (size_t)n_results + 1, sizeof slot[0]);
  FlatExpr **result =
      arena_array(arena, (size_t)n_results + 1, sizeof result[0]);
  add_results(c, built, like, slot);
  for (int k = 0; k < n_results; k++) {
    result[k] = types_local(&f->typing, c->written->span, like[k]->type,
                            like[k]->enumeration, slot[k]);
  }
  FlatStatement *s =
      procedure_append(f->s, b->at, STATEMENT_CALL, c->written->span);
  s->procedure = built->procedure;
  s->arg = scalar;
  s->n_args = n;
  s->result = slot;
  s->n_results = n_results;
  return result;
}

/* In an equation a result has a size that is known: the call is carried out at
 * translation, if what it gets is known there. */
static bool call_at_translation(const FunctionCall *c, Value **arg,
                                Value **output)
{
  Attempt attempt;
  Flattening inside;
  scope_try(&attempt, c->f);
  scope_evaluate(&inside, &attempt.f, MODE_EVALUATE);
  Value **known = arena_array(c->f->s->flat_arena, (size_t)c->n_inputs + 1,
                              sizeof known[0]);
  for (int k = 0; k < c->n_inputs; k++) {
    known[k] = value_constant(&inside.typing, arg[k]);
    if (!known[k]) return false;
  }
  return function_inline(&inside, c->function, c->written, &c->variables, known,
                         output, c->n_outputs);
}

/* The same where results are arrays of computed size. */
static bool call_open_statement(const FunctionCall *c,
                                const BuiltFunction *built, Value **arg,
                                FlatExpr **scalar, int n, Value **output)
{
  const Flattening *f = c->f;
  FunctionBuild *b = f->typing.build;
  Span span = c->written->span;
  int n_results = 0;
  if (!b) {
    if (call_at_translation(c, arg, output)) return true;
    fault_error(f->faults, span, E205,
                "the size of the result of '%s' is computed while the "
                "function runs",
                c->function->full_name);
    return false;
  }
  for (int k = 0; k < c->n_outputs; k++) {
    output[k] = function_build_locals(&f->typing, session_name(f->s, "result"),
                                      built->output[k]);
    if (!output[k]) return false;
    n_results += function_build_count(output[k]);
  }
  FlatExpr **result =
      arena_array(f->s->flat_arena, (size_t)n_results + 1, sizeof result[0]);
  int *slot =
      arena_array(f->s->flat_arena, (size_t)n_results + 1, sizeof slot[0]);
  n_results = 0;
  for (int k = 0; k < c->n_outputs; k++)
    function_build_scalars(&f->typing, output[k], result, &n_results);
  for (int k = 0; k < n_results; k++) slot[k] = result[k]->slot;
  FlatStatement *s = procedure_append(f->s, b->at, STATEMENT_CALL, span);
  s->procedure = built->procedure;
  s->arg = scalar;
  s->n_args = n;
  s->result = slot;
  s->n_results = n_results;
  return true;
}

static FlatExpr **function_call_results(const FunctionCall *c,
                                        const BuiltFunction *built,
                                        FlatExpr **scalar, int n,
                                        FlatExpr **like, int n_results)
{
  const Flattening *f = c->f;
  FlatExpr **result =
      arena_array(f->s->flat_arena, (size_t)n_results + 1, sizeof result[0]);
  for (int k = 0; k < n_results; k++) {
    result[k] = types_result_of(&f->typing, like[k], c->written->span,
                                built->procedure, k, scalar, n);
  }
  return result;
}

static bool call_procedure(const FunctionCall *c, Value **arg, Value **output)
{
  const Flattening *f = c->f;
  BuiltFunction *built =
      function_build(f, c->function, c->written, &c->variables, arg);
  if (!built) return false;
  if (!built->output) {
    FunctionBuild any = {.function = c->function, .call = c->written};
    return function_build_refuse(f->faults, &any, c->function->ast->name_span,
                                 "it calls itself and the size of its result "
                                 "is not known before");
  }
  int n, n_like = 0, n_results = 0;
  for (int k = 0; k < c->n_outputs; k++)
    n_results += function_build_count(built->output[k]);
  FlatExpr **scalar = passed_scalars(c, built, arg, &n);
  FlatExpr **like =
      arena_array(f->s->flat_arena, (size_t)n_results + 1, sizeof like[0]);
  for (int k = 0; k < c->n_outputs; k++)
    function_build_scalars(&f->typing, built->output[k], like, &n_like);
  assert(n_like == n_results && built->n_outputs == c->n_outputs);
  if (f->mode == MODE_SHAPE) {
    for (int k = 0; k < c->n_outputs; k++) output[k] = built->output[k];
    return true;
  }
  if (open_concerns(built->output, c->n_outputs)) {
    return call_open_statement(c, built, arg, scalar, n, output);
  }
  FlatExpr **result =
      f->typing.build
          ? function_call_statement(c, built, scalar, n, like, n_results)
          : function_call_results(c, built, scalar, n, like, n_results);
  n = 0;
  for (int k = 0; k < c->n_outputs; k++) {
    output[k] =
        rebuilt(&f->typing, built->output[k], c->written->span, result, &n);
  }
  return true;
}

int function_call_procedure(const Flattening *f, const AstExpr *call,
                            InstClass *function, Value **arg, int n_args)
{
  FunctionCall c = function_arguments_begin(f, NULL, call, function, NULL);
  if (c.n_inputs != n_args) {
    fault_error(f->faults, call->span, E208, "'%s' takes %d argument%s",
                function->full_name, n_args, n_args == 1 ? "" : "s");
    return -1;
  }
  const BuiltFunction *built =
      function_build(f, function, call, &c.variables, arg);
  return built ? built->procedure : -1;
}

/* --- one call --- */

/* An array of the model whose sizes can change is an argument by itself, no
 * part of one. True after E249. */
static bool function_call_hides_outside(const FunctionCall *c, Value **arg)
{
  const Typing *t = &c->f->typing;
  for (int k = 0; k < c->n_inputs; k++) {
    if (arg[k]->kind == VALUE_RECORD &&
        open_is_outside(t, c->written->span, &arg[k], 1,
                        "a record with it as an argument")) {
      return true;
    }
    if (arg[k]->kind == VALUE_FUNCTION &&
        open_is_outside(t, c->written->span, arg[k]->function->value,
                        arg[k]->function->n_bound,
                        "a function with it as an argument")) {
      return true;
    }
  }
  return false;
}

static bool call_once(const FunctionCall *c, Value **written, Value **output)
{
  const Flattening *f = c->f;
  Value **arg =
      arena_array(f->s->flat_arena, (size_t)c->n_inputs + 1, sizeof arg[0]);
  if (c->n_inputs > 0) {
    memcpy(arg, written, (size_t)c->n_inputs * sizeof arg[0]);
  }
  if (!function_arguments_complete(c, arg)) return false;
  if (function_call_hides_outside(c, arg)) return false;
  if (resource_is_function(c->function)) {
    output[0] = resource_load(f, c->written->span, arg[0]);
    return output[0] != NULL;
  }
  if (f->mode == MODE_EVALUATE) {
    if (open_is_outside(&f->typing, c->written->span, arg, c->n_inputs,
                        "a call at translation"))
      return false;
    return function_inline(f, c->function, c->written, &c->variables, arg,
                           output, c->n_outputs);
  }
  if (try_inline(c, arg, output)) return true;
  return call_procedure(c, arg, output);
}

/* --- element by element --- */

/* Which argument has more dimensions than its input; NULL: none. */
static const Value *excess(const FunctionCall *c, Value **value, int *rank)
{
  for (int i = 0, k = 0; i < c->variables.n_items; i++) {
    const Instance *variable = c->variables.item[i];
    if (!function_is_input(variable)) continue;
    const Value *given = value[k++];
    if (!given || given->kind == VALUE_FUNCTION ||
        given->rank <= variable->rank) {
      continue;
    }
    *rank = given->rank - variable->rank;
    return given;
  }
  return NULL;
}

/* Section 12.4.6: all that is taken element by element has one shape. */
static bool check_equal_shapes(const FunctionCall *c, Value **value,
                               const Value *shape, int rank)
{
  for (int i = 0, k = 0; i < c->variables.n_items; i++) {
    const Instance *variable = c->variables.item[i];
    if (!function_is_input(variable)) continue;
    const Value *given = value[k++];
    if (!given || given->kind == VALUE_FUNCTION ||
        given->rank <= variable->rank)
      continue;
    bool fits = given->rank - variable->rank == rank;
    for (int d = 0; fits && d < rank; d++)
      fits = given->dim[d] == shape->dim[d];
    if (fits) continue;
    fault_error(c->f->faults, given->span, E213,
                "'%s' is called for each element, but the arrays differ in "
                "size: %s and %s (section 12.4.6)",
                c->function->full_name, value_type_text(&c->f->typing, shape),
                value_type_text(&c->f->typing, given));
    return false;
  }
  return true;
}

static Value **element_arguments(const FunctionCall *c, Value **value, int rank,
                                 int element)
{
  Value **one =
      arena_array(c->f->s->flat_arena, (size_t)c->n_inputs + 1, sizeof one[0]);
  for (int i = 0, k = 0; i < c->variables.n_items; i++) {
    const Instance *variable = c->variables.item[i];
    if (!function_is_input(variable)) continue;
    one[k] = value[k];
    if (value[k] && value[k]->kind != VALUE_FUNCTION &&
        value[k]->rank > variable->rank) {
      one[k] = value_element(&c->f->typing, value[k], rank, element);
    }
    k++;
  }
  return one;
}

/* Which arguments of a call are arrays of computed size, to be taken element
 * by element. */
typedef struct OpenArguments {
  const FunctionCall *c;
  Value **value; /* [n_inputs] */
  int *place;    /* in value[] of each argument of the loop */
  int n;
} OpenArguments;

static Value *function_call_element(void *context, Value **scalar)
{
  const OpenArguments *o = context;
  Value *result;
  for (int k = 0; k < o->n; k++) o->value[o->place[k]] = scalar[k];
  return call_once(o->c, o->value, &result) ? result : NULL;
}

static bool call_open_elements(const FunctionCall *c, Value **value,
                               Value **output)
{
  const Flattening *f = c->f;
  Arena *arena = f->s->flat_arena;
  size_t n = (size_t)c->n_inputs + 1;
  OpenArguments o = {c, arena_array(arena, n, sizeof(Value *)),
                     arena_array(arena, n, sizeof(int)), 0};
  Value **arg = arena_array(arena, n, sizeof arg[0]);
  memcpy(o.value, value, (n - 1) * sizeof value[0]);
  for (int i = 0, k = 0; i < c->variables.n_items; i++) {
    const Instance *variable = c->variables.item[i];
    if (!function_is_input(variable)) continue;
    if (value[k] && value[k]->rank > variable->rank) {
      if (variable->rank > 0 || value[k]->kind == VALUE_RECORD) {
        return open_refuse(&f->typing, value[k]->span, "a part") != NULL;
      }
      o.place[o.n] = k;
      arg[o.n++] = value[k];
    }
    k++;
  }
  if (c->n_outputs != 1) {
    return open_refuse(&f->typing, c->written->span, "several results") != NULL;
  }
  assert(o.n > 0);
  output[0] = open_map(&f->typing, c->written->span, arg, o.n,
                       function_call_element, &o);
  return output[0] != NULL;
}

static bool call_elements(const FunctionCall *c, Value **value,
                          const Value *shape, int rank, Value **output)
{
  assert(rank > 0 && rank <= shape->rank);
  const Flattening *f = c->f;
  Value *chosen[] = {(Value *)shape};
  if (open_is_outside(&f->typing, shape->span, chosen, 1,
                      "a call for each element"))
    return false;
  bool is_whole = !f->typing.build && open_is_outside(&f->typing, shape->span,
                                                      value, c->n_inputs, NULL);
  if (!is_whole && open_concerns(value, c->n_inputs)) {
    return call_open_elements(c, value, output);
  }
  if (!check_equal_shapes(c, value, shape, rank)) return false;
  int n = value_count(&f->typing, c->written->span, rank, shape->dim);
  if (n < 0) return false;
  size_t n_outputs = (size_t)c->n_outputs;
  Value **item =
      arena_array(f->s->flat_arena, (size_t)n * n_outputs + 1, sizeof item[0]);
  Value **one = arena_array(f->s->flat_arena, n_outputs + 1, sizeof one[0]);
  for (int i = 0; i < n; i++) {
    if (!call_once(c, element_arguments(c, value, rank, i), one)) return false;
    for (int k = 0; k < c->n_outputs; k++) item[k * n + i] = one[k];
  }
  for (int k = 0; k < c->n_outputs; k++) {
    output[k] = value_stack(&f->typing, c->written->span, item + k * n, n, rank,
                            shape->dim);
    if (!output[k]) return false;
  }
  return true;
}

/* Section 12.4.6: what is called element by element is known for good. The
 * standard library calls functions of replaceable media so. False after E211. */
static bool check_settled(const FunctionCall *c, Context context)
{
  const AstReference *name = c->written->reference;
  if (session_source(c->f->s, c->written->span.source)->is_from_library ||
      c->written->kind != AST_CALL || !name ||
      !lookup_is_replaceable(c->f->lookup, context, name))
    return true;
  Diagnostic *d =
      fault_error(c->f->faults, c->written->span, E211,
                  "'%s' is replaceable: it cannot be called for each element "
                  "of an array (section 12.4.6)",
                  c->function->full_name);
  fault_note(
      c->f->faults, d, NO_SPAN,
      "write the call for each element: {f(x[i]) for i in 1:size(x, 1)}");
  return false;
}

static bool function_call_function(const FunctionCall *c, Context context,
                                   Value **output)
{
  const Flattening *f = c->f;
  int rank = 0;
  Value **value =
      arena_array(f->s->flat_arena, (size_t)c->n_inputs + 1, sizeof value[0]);
  if (!function_call_check_declared(c)) return false;
  if (!function_arguments_written(c, context, value)) return false;
  const Value *shape = excess(c, value, &rank);
  if (!shape) return call_once(c, value, output);
  return check_settled(c, context) &&
         call_elements(c, value, shape, rank, output);
}

static Value *first_output(const FunctionCall *c, Context context)
{
  assert(c->written->kind == AST_CALL);
  const Flattening *f = c->f;
  if (!partial_derivative_check(f, c->function)) return NULL;
  if (c->n_outputs == 0) {
    Diagnostic *d = fault_error(
        f->faults, c->written->span, E204,
        "function '%s' has no output: its call is not a value (section 12.4.3)",
        c->function->full_name);
    fault_note(f->faults, d, c->function->ast->name_span, "declared here");
    return NULL;
  }
  Value **output =
      arena_array(f->s->flat_arena, (size_t)c->n_outputs, sizeof output[0]);
  return function_call_function(c, context, output) ? output[0] : NULL;
}

Value *function_call_value(const Flattening *f, Context context,
                           const AstExpr *call, InstClass *function)
{
  FunctionCall c =
      function_arguments_begin(f, context.instance, call, function, NULL);
  return first_output(&c, context);
}

/* The function that an input of the function around stands for; NULL: the call
 * does not name such an input. */
static const FunctionValue *function_call_given(Context context,
                                                const AstReference *name)
{
  if (name->leading_dot || name->n_parts > 1) return NULL;
  for (const Iteration *i = context.iteration; i; i = i->next) {
    if (i->name != name->part[0].ident) continue;
    bool is_function = i->value && i->value->kind == VALUE_FUNCTION;
    return is_function ? i->value->function : NULL;
  }
  return NULL;
}

static bool function_call_all(const FunctionCall *c, Context context,
                              Value ***output, int *n_outputs)
{
  *output = arena_array(c->f->s->flat_arena, (size_t)c->n_outputs + 1,
                        sizeof **output);
  *n_outputs = c->n_outputs;
  return function_call_function(c, context, *output);
}

InstClass *function_call_class(const Flattening *f, Context context,
                               const AstExpr *call)
{
  Attempt attempt;
  int n_met = f->faults->log->n_met;
  scope_try(&attempt, f);
  InstClass *found = lookup_class(attempt.f.lookup, context, call->reference);
  if (found) return found;
  if (builtin_word(call->reference) == WORD_NONE)
    f->calls->value(f, context, call); /* says which words are near it */
  if (f->faults->log->n_met > n_met || fault_is_unheard(f->faults)) return NULL;
  return lookup_class(f->lookup, context, call->reference);
}

bool function_call_outputs(const Flattening *f, Context context,
                           const AstExpr *call, Value ***output, int *n_outputs)
{
  const FunctionValue *given = function_call_given(context, call->reference);
  if (given) {
    FunctionCall c = function_arguments_begin(f, context.instance, call,
                                              given->function, given);
    return function_call_all(&c, context, output, n_outputs);
  }
  InstClass *function = function_call_class(f, context, call);
  if (!function) return false;
  if (function->kind == CLASS_BUILTIN ||
      lookup_true_restriction(f->lookup, function) != AST_FUNCTION) {
    fault_error(f->faults, call->span, E204, "'%s' is not a function",
                function->full_name);
    return false;
  }
  if (f->calls->may_call && !f->calls->may_call(f, call, function))
    return false;
  FunctionCall c =
      function_arguments_begin(f, context.instance, call, function, NULL);
  return function_call_all(&c, context, output, n_outputs);
}

/* --- an input that is a function --- */

bool function_call_input(const Flattening *f, Context context,
                         const AstExpr *call, Value **value)
{
  const FunctionValue *given = function_call_given(context, call->reference);
  if (!given) return false;
  FunctionCall c = function_arguments_begin(f, context.instance, call,
                                            given->function, given);
  *value = first_output(&c, context);
  return true;
}
