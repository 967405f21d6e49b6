/* calls.c: see calls.h. */
#include "flatten/calls/calls.h"
#include "flatten/classes/class_content.h"
#include "flatten/classes/foreign_word.h"
#include "flatten/clocks/clock_calls.h"

#include <assert.h>
#include <string.h>

#include "flatten/calls/external_object.h"
#include "flatten/calls/function_call.h"
#include "flatten/calls/record_cast.h"
#include "flatten/calls/record_constructor.h"
#include "flatten/calls/spatial.h"
#include "flatten/clocks/state_machine.h"
#include "flatten/connections/connect.h"
#include "flatten/connections/connections.h"
#include "flatten/connections/overconstrained.h"
#include "flatten/connections/streams.h"
#include "flatten/expressions/evaluate.h"
#include "flatten/expressions/implicit_range.h"
#include "flatten/expressions/instance_expand.h"
#include "flatten/expressions/instance_value.h"
#include "flatten/expressions/operators.h"
#include "flatten/expressions/reduction.h"
#include "flatten/expressions/reference.h"
#include "flatten/flat/builtin_word.h"
#include "flatten/functions/function_record.h"
#include "flatten/functions/function_variables.h"
#include "flatten/instances/component_family.h"
#include "flatten/instances/scope.h"
#include "flatten/values/conversions.h"
#include "flatten/values/open_array.h"
#include "flatten/values/value_operators.h"

/* --- arguments --- */

typedef struct Arguments {
  Value **item;
  int n_items;
} Arguments;

static bool positional(const Flattening *f, Context context,
                       const AstExpr *call, Arguments *args)
{
  bool good = true;
  args->n_items = call->n_args;
  args->item = arena_array(session_scratch(f->s), (size_t)call->n_args + 4,
                           sizeof args->item[0]);
  for (int i = 0; i < call->n_args; i++) {
    args->item[i] = expression_value(f, context, call->arg[i]);
    good = good && args->item[i];
  }
  return good;
}

static bool refuse_named(const Flattening *f, const AstExpr *call)
{
  if (call->n_named == 0) return true;
  fault_error(
      f->faults, call->named[0].span, E208,
      "the arguments of '%s' have no names",
      lookup_reference_text(f->s, call->reference, call->reference->n_parts));
  return false;
}

static const AstExpr *find_named(const AstExpr *call, const char *name)
{
  for (int i = 0; i < call->n_named; i++) {
    if (strcmp(call->named[i].name, name) == 0) return call->named[i].value;
  }
  return NULL;
}

/* --- functions of scalars --- */

/* Only homotopy() names its arguments (section 3.7.4.4). */
static bool add_homotopy(const Flattening *f, Context context,
                         const AstExpr *call, Arguments *args)
{
  static const char *const word[] = {"actual", "simplified"};
  for (int i = args->n_items; i < 2; i++) {
    const AstExpr *written = find_named(call, word[i]);
    if (!written) {
      fault_error(f->faults, call->span, E208,
                  "'homotopy' needs the argument '%s'", word[i]);
      return false;
    }
    args->item[args->n_items] = expression_value(f, context, written);
    if (!args->item[args->n_items++]) return false;
  }
  if (call->n_args + call->n_named == 2) return true;
  fault_error(f->faults, call->span, E208, "'homotopy' takes 2 arguments");
  return false;
}

/* pre(v), edge(v), change(v): of a variable, or of an array of them. */
static bool is_of_variables(FlatFunction function, const AstExpr *call)
{
  if (function != FLAT_PRE && function != FLAT_EDGE && function != FLAT_CHANGE)
    return true;
  const AstExpr *arg = call->n_args == 1 ? call->arg[0] : NULL;
  return !arg || arg->kind == AST_REFERENCE || arg->kind == AST_ARRAY;
}

static Value *scalar_function(const Flattening *f, Context context,
                              const AstExpr *call, FlatFunction function)
{
  if (!is_of_variables(function, call)) {
    fault_error(f->faults, call->arg[0]->span, E204,
                "'%s' needs a variable, not an expression",
                flat_function_name(function));
    return NULL;
  }
  Arguments args;
  Flattening inside;
  bool is_homotopy = function == FLAT_HOMOTOPY && call->n_named > 0;
  if (!is_homotopy && !refuse_named(f, call)) return NULL;
  bool is_no_event = function == FLAT_NO_EVENT;
  if (is_no_event) scope_no_event(&inside, f);
  bool good = positional(is_no_event ? &inside : f, context, call, &args);
  if (good && is_homotopy) good = add_homotopy(f, context, call, &args);
  if (!good) return NULL;
  Value *made =
      value_map(&f->typing, call->span, function, args.item, args.n_items);
  /* A function is no part of the system that initialization changes. */
  bool is_actual = function == FLAT_HOMOTOPY && f->typing.build;
  if (!made || !is_actual) return made;
  return value_bind(&f->typing, args.item[0], made, "the argument of",
                    "homotopy");
}

/* What is computed outside of an algorithm, as arguments of it. */
static Value *inside_section(const Flattening *f, const Value *value)
{
  assert(f->typing.outside && value->kind != VALUE_RECORD);
  FlatExpr **scalar = arena_array(
      value_arena(&f->typing), (size_t)value->n_elements + 1, sizeof scalar[0]);
  for (int i = 0; i < value->n_elements; i++) {
    scalar[i] = f->typing.outside(&f->typing, value_at(&f->typing, value, i));
  }
  if (value->rank == 0) return value_of(&f->typing, scalar[0]);
  return value_array(&f->typing, value->span, value->type, value->enumeration,
                     value->rank, value->dim, scalar);
}

/* Operators on variables, not on values: in an algorithm they are computed
 * outside of it. */
static Value *outside_function(const Flattening *f, Context context,
                               const AstExpr *call, FlatFunction function)
{
  assert(f->typing.outside);
  Flattening outside;
  scope_outside(&outside, f);
  Value *value = scalar_function(&outside, context, call, function);
  if (!value) return NULL;
  return inside_section(f, value);
}

/* Section 12.2: the result of a function depends on its inputs alone. */
static Value *refuse_in_function(const Flattening *f, const AstExpr *call,
                                 const char *name)
{
  Diagnostic *d = fault_error(f->faults, call->span, E237,
                              "'%s' is not allowed in a function", name);
  fault_note(f->faults, d, NO_SPAN,
             "compute it in the model and pass it as an input");
  return NULL;
}

/* --- functions of arrays --- */

static bool asks_shape(ArrayFunction function)
{
  return function == ARRAY_SIZE || function == ARRAY_NDIMS;
}

/* The variable of the function around that the expression names, or a field
 * of, if it is not assigned yet; otherwise NULL. */
static Instance *unassigned(Context context, const AstExpr *expr)
{
  if (expr->kind != AST_REFERENCE || expr->reference->n_parts > 2 ||
      expr->reference->leading_dot ||
      expr->reference->part[0].n_subscripts > 0) {
    return NULL;
  }
  for (const Iteration *i = context.iteration; i; i = i->next) {
    if (i->name == expr->reference->part[0].ident) return i->unassigned;
  }
  return NULL;
}

/* Of an array of records, which may differ in the sizes of their parts: it has
 * no value as a whole. NULL: anything else. */
static Value *calls_record_shape(const Flattening *f, Context context,
                                 const AstExpr *expr)
{
  Selection s;
  if (!reference_select_records(f, context, expr, &s) || s.rank == 0)
    return NULL;
  FlatExpr *zero = types_integer(&f->typing, expr->span, 0);
  return value_uniform(&f->typing, expr->span, zero, s.rank, s.dim);
}

/* size(x): the values of x are of no interest. */
static Value *shape_argument(const Flattening *f, Context context,
                             const AstExpr *expr)
{
  Flattening inside;
  Instance *variable = unassigned(context, expr);
  if (variable && expr->reference->n_parts == 2) {
    const AstNamePart *part = &expr->reference->part[1];
    Value *shape = part->n_subscripts == 0
                       ? function_field_shape(f, context, variable, part->ident,
                                              expr->span)
                       : NULL;
    return shape ? shape : expression_value(f, context, expr);
  }
  if (variable) {
    return function_declared_shape(f, context, variable, expr->span);
  }
  Value *records = calls_record_shape(f, context, expr);
  if (records) return records;
  if (expr->kind != AST_REFERENCE || f->mode != MODE_EVALUATE) {
    return expression_value(f, context, expr);
  }
  scope_mode(&inside, f, MODE_SHAPE);
  return expression_value(&inside, context, expr);
}

static Value *array_function(const Flattening *f, Context context,
                             const AstExpr *call, ArrayFunction function)
{
  Arguments args;
  if (call->n_iterators > 0 && array_is_reduction(function)) {
    return reduction_value(f, context, call, function);
  }
  if (!refuse_named(f, call)) return NULL;
  if (!asks_shape(function) || call->n_args == 0) {
    if (!positional(f, context, call, &args)) return NULL;
  } else {
    args.n_items = call->n_args;
    args.item = arena_array(session_scratch(f->s), (size_t)call->n_args,
                            sizeof args.item[0]);
    args.item[0] = shape_argument(f, context, call->arg[0]);
    bool good = args.item[0] != NULL;
    for (int i = 1; i < call->n_args; i++) {
      args.item[i] = expression_value(f, context, call->arg[i]);
      good = good && args.item[i];
    }
    if (!good) return NULL;
  }
  if (function == ARRAY_SUM && args.n_items == 1 &&
      operators_concern(args.item[0], NULL)) {
    return operators_sum(f, call->span, args.item[0]);
  }
  return array_function_call(&f->typing, call->span, function, args.item,
                             args.n_items);
}

/* --- conversions --- */

static Value *to_string(const Flattening *f, Context context,
                        const AstExpr *call)
{
  static const char *const word[] = {"minimumLength", "leftJustified",
                                     "significantDigits", "format"};
  const Value *option[4] = {NULL};
  Arguments args;
  if (!positional(f, context, call, &args)) return NULL;
  if (args.n_items > 0 && operators_concern(args.item[0], NULL)) {
    InstClass *operator= operators_string(f, args.item[0]);
    if (operator)
      return record_constructor_by_operator(f, context, call, operator,
                                            "the operator 'String'");
    fault_error(f->faults, call->span, E204,
                "there is no operator 'String' for %s",
                value_type_text(&f->typing, args.item[0]));
    return NULL;
  }
  if (args.n_items != 1) {
    fault_error(f->faults, call->span, E208,
                args.n_items < 1
                    ? "'String' takes one value"
                    : "the options of 'String' are given by name, such as "
                      "'minimumLength = 8'");
    return NULL;
  }
  for (int i = 0; i < call->n_named; i++) {
    int k = 0;
    while (k < 4 && strcmp(call->named[i].name, word[k]) != 0) k++;
    if (k == 4) {
      fault_error(f->faults, call->named[i].span, E208,
                  "'String' has no argument '%s'", call->named[i].name);
      return NULL;
    }
    option[k] = expression_value(f, context, call->named[i].value);
    if (!option[k]) return NULL;
  }
  StringFormat format = {option[0], option[1], option[2], option[3]};
  return conversion_to_string(&f->typing, call->span, args.item[0], &format);
}

static bool one_argument(const Flattening *f, Context context,
                         const AstExpr *call, Value **value)
{
  Arguments args;
  if (!refuse_named(f, call) || !positional(f, context, call, &args)) {
    return false;
  }
  if (args.n_items != 1) {
    fault_error(
        f->faults, call->span, E208, "'%s' takes 1 argument, %d given",
        lookup_reference_text(f->s, call->reference, call->reference->n_parts),
        args.n_items);
    return false;
  }
  *value = args.item[0];
  return true;
}

/* Integer(e), String(x), E(i): the name of a type as a function. */
static Value *conversion(const Flattening *f, Context context,
                         const AstExpr *call, const InstClass *c)
{
  assert(c->kind == CLASS_BUILTIN);
  Value *value;
  if (c->type == FLAT_STRING) return to_string(f, context, call);
  if (c->type != FLAT_INTEGER && c->type != FLAT_ENUMERATION) {
    fault_error(f->faults, call->reference->span, E204,
                "type '%s' cannot be called like a function", c->full_name);
    return NULL;
  }
  if (!one_argument(f, context, call, &value)) return NULL;
  if (c->type == FLAT_INTEGER) {
    return conversion_to_integer(&f->typing, call->span, value);
  }
  return conversion_to_enumeration(&f->typing, call->span, c->enumeration,
                                   value);
}

/* --- which function --- */

/* Functions of a library that stand for a built-in one (section 12.9). */
static const char *builtin_name(const InstClass *c)
{
  assert(c->kind == CLASS_WRITTEN);
  const AstExternal *external = c->ast->external;
  if (!external || !external->language ||
      strcmp(external->language, "builtin") != 0) {
    return NULL;
  }
  return external->function ? external->function : c->ast->name;
}

static Value *call_library_builtin(const Flattening *f, Context context,
                                   const AstExpr *call, const InstClass *c)
{
  FlatFunction function;
  ArrayFunction of_arrays;
  const char *name = builtin_name(c);
  if (flat_function_find(name, &function)) {
    return scalar_function(f, context, call, function);
  }
  if (array_function_find(name, &of_arrays)) {
    return array_function(f, context, call, of_arrays);
  }
  Diagnostic *d = fault_error(f->faults, c->ast->external->span, E202,
                              "there is no built-in function '%s'", name);
  fault_note(f->faults, d, call->span, "'%s' is called here", c->full_name);
  return NULL;
}

/* A class from which the function inherits, declared impure; NULL: none. As
 * deep as the inheritance. */
static const AstClass *impure_base(const Flattening *f, ClassPart *part)
{
  lookup_bases(f->lookup, part);
  for (int i = 0; i < part->n_bases; i++) {
    ClassPart *base = part->base[i];
    if (!base || base->builtin) continue;
    if (base->ast->purity == AST_IMPURE) return base->ast;
    const AstClass *found = impure_base(f, base);
    if (found) return found;
  }
  return NULL;
}

/* Section 12.3. False after a diagnostic. */
static bool check_purity(const Flattening *f, const AstExpr *call, InstClass *c)
{
  /* The Modelica Standard Library calls impure functions in pure ones. */
  if (f->mode != MODE_FLATTEN || call->span.source < 0 ||
      session_source(f->s, call->span.source)->is_from_library)
    return true;
  if (c->ast->purity != AST_IMPURE) {
    const AstClass *base = impure_base(f, lookup_first_part(f->lookup, c));
    if (!base) return true;
    fault_error(f->faults, c->ast->name_span, E241,
                "function '%s' inherits from '%s', which is impure: it must be "
                "declared impure too (section 12.3)",
                c->ast->name, base->name);
    return false;
  }
  if (!f->is_pure || f->wrapped == call) return true;
  Diagnostic *d = fault_error(
      f->faults, call->span, E237,
      "the impure function '%s' cannot be called here (section 12.3)",
      c->full_name);
  fault_note(f->faults, d, NO_SPAN,
             "call it in a when-clause, an initial section, the value of a "
             "parameter or an impure function, or as pure(%s(...))",
             c->ast->name);
  return false;
}

/* Section 12.9.7: the constructor and the destructor of an external object are
 * called when it comes and goes. */
static bool check_of_object(const Flattening *f, const AstExpr *call,
                            const InstClass *c)
{
  const char *name = c->ast->name;
  const ClassPart *around = c->enclosing.part;
  if (!around || !around->ast || !class_content_is_object(around->ast) ||
      (strcmp(name, "constructor") != 0 && strcmp(name, "destructor") != 0))
    return true;
  fault_error(f->faults, call->span, E204,
              "the %s of an external object is not called by name (section "
              "12.9.7)",
              name);
  return false;
}

/* What forbids each call of a function. False after a diagnostic. */
static bool calls_may_call(const Flattening *f, const AstExpr *call,
                           InstClass *c)
{
  if (!check_purity(f, call, c) || !check_of_object(f, call, c)) return false;
  if (c->ast->is_partial) {
    Diagnostic *d =
        fault_error(f->faults, call->reference->span, E204,
                    "the partial function '%s' cannot be called (section 12.2)",
                    c->full_name);
    if (d) d->is_of_a_part = lookup_is_around_partial(c);
    return false;
  }
  return !lookup_first_part(f->lookup, c)->text->is_faulty;
}

static Value *calls_record(const Flattening *f, Context context,
                           const AstExpr *call, InstClass *c,
                           bool has_operators)
{
  Value *cast;
  if (record_cast(f, context, call, c, &cast)) return cast;
  return has_operators ? record_constructor_operator(f, context, call, c)
                       : record_constructor_value(f, context, call, c);
}

static Value *calls_function(const Flattening *f, Context context,
                             const AstExpr *call, InstClass *c)
{
  assert(call->kind == AST_CALL && c->kind == CLASS_WRITTEN);
  switch (lookup_true_restriction(f->lookup, c)) {
  case AST_FUNCTION:
  case AST_OPERATOR_FUNCTION:
    if (builtin_name(c)) return call_library_builtin(f, context, call, c);
    if (!calls_may_call(f, call, c)) return NULL;
    return function_call_value(f, context, call, c);
  case AST_RECORD: return calls_record(f, context, call, c, false);
  case AST_OPERATOR_RECORD: return calls_record(f, context, call, c, true);
  case AST_CLASS:
  case AST_MODEL:
  case AST_BLOCK:
  case AST_CONNECTOR:
  case AST_EXPANDABLE_CONNECTOR:
  case AST_TYPE:
  case AST_PACKAGE:
  case AST_OPERATOR: break;
  }
  fault_error(f->faults, call->reference->span, E204,
              "%s '%s' cannot be called like a function", lookup_restriction(c),
              c->full_name);
  return NULL;
}

static void report_unknown_function(const Flattening *f, Context context,
                                    const AstReference *name)
{
  if (lookup_is_incomplete(f->lookup, context)) return;
  Suggestion near = suggest_for(f->s, name->part[0].ident);
  builtin_word_offer(&near);
  lookup_offer(f->lookup, context, true, &near);
  if (name->n_parts > 1 && !near.best) {
    library_report_missing(f->library, f->faults, name->part[0].span,
                           name->part[0].ident);
    return;
  }
  const char *hint =
      name->n_parts == 1 ? foreign_word_hint(name->part[0].ident) : NULL;
  bool suggests = name->n_parts == 1 && !hint;
  Diagnostic *d =
      fault_error(f->faults, name->span, E202, "unknown function '%s'%s",
                  lookup_reference_text(f->s, name, name->n_parts),
                  suggests ? suggest_text(f->s, &near) : "");
  if (hint) fault_note(f->faults, d, NO_SPAN, "%s", hint);
}

/* The connections are there before the equations are flattened. */
static Value *cardinality(const Flattening *f, Context context,
                          const AstExpr *call)
{
  if (call->n_args != 1 || call->n_named > 0 ||
      call->arg[0]->kind != AST_REFERENCE) {
    fault_error(f->faults, call->span, E208,
                "'cardinality' takes one connector");
    return NULL;
  }
  Name path = connect_connector_path(f, context, call->arg[0]->reference);
  if (!path) return NULL;
  if (!connections_are_asked(f->connections)) {
    fault_error(f->faults, call->span, E209,
                "'cardinality' cannot stand in a declaration: it is for the "
                "conditions of assert and of if (section 3.7.4)");
    return NULL;
  }
  int n = connections_cardinality(f->connections, path);
  return value_of(&f->typing, types_integer(&f->typing, call->span, n));
}

/* Section 3.7.4.4: the class of the model, then the path in it. In the default
 * of an argument it is the instance of the call; what it is in a function or
 * in a package is not specified: the model alone. */
static Value *instance_name(const Flattening *f, Context context,
                            const AstExpr *call)
{
  const Instance *at = f->caller ? f->caller : context.instance;
  const Instance *root = f->tables->root;
  while (at && at->element && !instance_owns_equations(f, at)) at = at->parent;
  if (call->n_args + call->n_named > 0) {
    fault_error(f->faults, call->span, E208,
                "'getInstanceName' takes no arguments");
    return NULL;
  }
  const char *path = at && !at->is_package ? at->path : "";
  const char *model = root ? root->class_def->full_name : "";
  const char *dot = strrchr(model, '.');
  const char *name =
      arena_printf(f->s->flat_arena, "%s%s%s", dot ? dot + 1 : model,
                   path[0] ? "." : "", path);
  return value_of(&f->typing, types_string(&f->typing, call->span, name));
}

/* In an algorithm: of a variable of the model, computed outside of it. */
static Value *calls_stream(const Flattening *f, Context context,
                           const AstExpr *call, bool is_actual)
{
  if (!f->typing.outside) return streams_value(f, context, call, is_actual);
  Flattening outside;
  scope_outside(&outside, f);
  Value *value = streams_value(&outside, context, call, is_actual);
  return value ? inside_section(f, value) : NULL;
}

static Value *in_stream(const Flattening *f, Context context,
                        const AstExpr *call)
{
  return calls_stream(f, context, call, false);
}

static Value *actual_stream(const Flattening *f, Context context,
                            const AstExpr *call)
{
  return calls_stream(f, context, call, true);
}

/* Section 12.3: pure(f(x)) calls an impure function anywhere; its arguments
 * are what they would be elsewhere. */
static Value *pure_value(const Flattening *f, Context context,
                         const AstExpr *call)
{
  if (call->n_args != 1 || call->n_named > 0 ||
      call->arg[0]->kind != AST_CALL) {
    fault_error(f->faults, call->span, E208,
                "'pure' takes the call of a function");
    return NULL;
  }
  Flattening inside;
  scope_pure_call(&inside, f, call->arg[0]);
  return expression_value(&inside, context, call->arg[0]);
}

/* The first of its two results. */
static Value *spatial_value(const Flattening *f, Context context,
                            const AstExpr *call)
{
  Value *result[2];
  return spatial_results(f, context, call, result) ? result[0] : NULL;
}

/* Of base/builtin_functions.def; NULL: it is not such a function. */
typedef Value *SpecialCall(const Flattening *f, Context context,
                           const AstExpr *call);

static SpecialCall *const special[N_BUILTIN_WORDS] = {
#define SPECIAL_FUNCTION(NAME, name, handler, facts) [WORD_##NAME] = handler,
#include "base/builtin_functions.def"
};

static Value *calls_call_scalar(const Flattening *f, Context context,
                                const AstExpr *call, FlatFunction function)
{
  const FlatFunctionRow *row = flat_function(function);
  assert(row->is_word);
  if (row->is_of_model) {
    if (f->typing.outside) return outside_function(f, context, call, function);
    if (f->typing.n_functions > 0)
      return refuse_in_function(f, call, flat_function_name(function));
  }
  bool jumps = row->events != FLAT_EVENTS_NO;
  Value *outside = f->typing.outside && jumps
                       ? f->typing.build->rules->outside(f, context, call)
                       : NULL;
  return outside ? outside : scalar_function(f, context, call, function);
}

static Value *call_builtin(const Flattening *f, Context context,
                           const AstExpr *call)
{
  const AstReference *name = call->reference;
  Name first = name->part[0].ident;
  FlatFunction function;
  ArrayFunction of_arrays;
  bool is_simple = name->n_parts == 1;
  if (is_simple && array_function_find(first, &of_arrays)) {
    return array_function(f, context, call, of_arrays);
  }
  if (clock_is_call(f, context, call)) return clock_call(f, context, call);
  if (call->n_iterators > 0) {
    fault_error(f->faults, call->span, E204, "'%s' with 'for': only %s",
                lookup_reference_text(f->s, name, name->n_parts),
                array_reductions_text(f->s));
    return NULL;
  }
  if (is_simple && flat_function_find(first, &function)) {
    return calls_call_scalar(f, context, call, function);
  }
  BuiltinWord word = builtin_word(name);
  if (special[word]) {
    bool is_of_model = word != WORD_PURE && word != WORD_GET_INSTANCE_NAME;
    if (is_of_model && f->typing.n_functions > 0 && !f->typing.outside)
      return refuse_in_function(
          f, call, lookup_reference_text(f->s, name, name->n_parts));
    component_family_use_identity(f);
    return special[word](f, context, call);
  }
  if (is_simple && builtin_word_has_no_value(word)) {
    bool is_missing = word == WORD_PURE || word == WORD_NTH_ROOT;
    fault_error(f->faults, call->span, is_missing ? E290 : E204,
                is_missing ? "'%s' is not supported yet"
                           : "'%s' is an equation or a statement: it has no "
                             "value",
                first);
  } else {
    report_unknown_function(f, context, name);
  }
  return NULL;
}

/* How many parts of the name are components: those before the first class. */
static int count_components(const Flattening *f, Instance *at,
                            const AstReference *name)
{
  int n = 1;
  for (; at && n < name->n_parts; n++) {
    at = instance_resolve(f, at);
    if (!instance_expand(f, at) || instance_is_variable(at)) break;
    if (at->array_element && at->n_elements == 0) break;
    if (at->array_element) at = at->array_element[0];
    at = instance_child(f, at, name->part[n].ident);
    if (!at) break;
  }
  return n;
}

/* Section 5.3.2: world.gravity(r), a function in the class of a component.
 * The function sees that component. NULL after a diagnostic. */
static InstClass *component_function(const Flattening *f, Context context,
                                     const AstReference *name)
{
  assert(context.instance && name->n_parts > 0);
  Instance *first = instance_child(f, context.instance, name->part[0].ident);
  int n = first ? count_components(f, first, name) : name->n_parts;
  if (n == name->n_parts) {
    fault_error(f->faults, name->span, E204, "'%s' is a variable, no function",
                lookup_reference_text(f->s, name, name->n_parts));
    return NULL;
  }
  const Instance *at = reference_scalar_component(f, context, name, n);
  InstClass *c = at ? at->class_def : NULL;
  for (int i = n; c && i < name->n_parts; i++) {
    const AstNamePart *part = &name->part[i];
    Found found = lookup_in_class(f->lookup, c, part->ident);
    if (found.kind == FOUND_FAULTY) return NULL;
    if (found.kind != FOUND_CLASS || lookup_is_protected(&found.member)) {
      fault_error(f->faults, part->span, E202,
                  found.kind == FOUND_CLASS ? "'%s' is protected in '%s'"
                                            : "'%s' is not a class in '%s'",
                  part->ident, c->full_name);
      return NULL;
    }
    c = found.class_def;
  }
  return c;
}

/* A function of the model hides the built-in one of that name. */
static Value *calls_call_value(const Flattening *f, Context context,
                               const AstExpr *call)
{
  const AstReference *name = call->reference;
  Name first = name->part[0].ident;
  Value *value;
  if (function_call_input(f, context, call, &value)) return value;
  Found found = name->leading_dot ? lookup_top(f->lookup, first)
                                  : lookup_simple(f->lookup, context, first);
  switch (found.kind) {
  case FOUND_FAULTY: return NULL;
  case FOUND_NOTHING: return call_builtin(f, context, call);
  case FOUND_COMPONENT:
  case FOUND_CLASS: break;
  }
  bool is_component = found.kind == FOUND_COMPONENT && context.instance;
  InstClass *c = is_component ? component_function(f, context, name)
                              : lookup_class(f->lookup, context, name);
  if (!c) return NULL;
  ClassPart *end =
      c->kind == CLASS_BUILTIN ? NULL : lookup_type_end(f->lookup, c);
  if (end && end->builtin->type == FLAT_OBJECT) {
    return external_object_make(f, context, call, c);
  }
  if (end) c = end->builtin;
  if (c->kind == CLASS_BUILTIN && c->enumeration == f->lookup->tables->clock) {
    return clock_call(f, context, call);
  }
  return c->kind == CLASS_BUILTIN ? conversion(f, context, call, c)
                                  : calls_function(f, context, call, c);
}

static Value *calls_value(const Flattening *f, Context context,
                          const AstExpr *call)
{
  ArenaMark mark = arena_mark(session_scratch(f->s));
  Value *value = calls_call_value(f, context, call);
  arena_release(mark);
  return value;
}

const CallRules calls_rules = {.value = calls_value,
                               .function = calls_function,
                               .may_call = calls_may_call,
                               .outputs = function_call_outputs};
