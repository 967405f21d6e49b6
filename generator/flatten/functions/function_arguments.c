/* function_arguments.c: see function_arguments.h. */
#include "flatten/functions/function_arguments.h"

#include <assert.h>

#include "flatten/functions/function_builtin.h"
#include "flatten/functions/function_record.h"
#include "flatten/functions/function_variables.h"
#include "flatten/instances/scope.h"

static bool function_arguments_is_function(const Flattening *f,
                                           const Instance *variable)
{
  return !variable->broken && variable->class_def &&
         !instance_is_variable(variable) &&
         instance_restriction(f, variable) == AST_FUNCTION;
}

FunctionCall function_arguments_begin(const Flattening *f,
                                      const Instance *caller,
                                      const AstExpr *written,
                                      InstClass *function,
                                      const FunctionValue *bound)
{
  assert(function->kind == CLASS_WRITTEN);
  FunctionCall c = {.f = f,
                    .function = function,
                    .written = written,
                    .bound = bound,
                    .caller = f->caller ? f->caller : caller};
  Instance *root = instance_constants(f, function);
  c.variables = instance_components(f, root);
  for (int i = 0; i < c.variables.n_items; i++) {
    AstCausality causality = c.variables.item[i]->prefix.causality;
    c.n_inputs += causality == AST_INPUT;
    c.n_outputs += causality == AST_OUTPUT;
  }
  return c;
}

/* --- functions as values --- */

const char *function_value_signature(const Flattening *f, const Value *value)
{
  assert(value->kind == VALUE_FUNCTION);
  const FunctionValue *given = value->function;
  Arena *scratch = session_scratch(f->s);
  const char *text = arena_printf(scratch, "function %d", given->function->id);
  for (int k = 0; k < given->n_bound; k++) {
    const Value *bound = given->value[k];
    text = arena_printf(scratch, "%s(%s=%s)", text, given->name[k],
                        bound->kind == VALUE_FUNCTION
                            ? function_value_signature(f, bound)
                            : value_type_text(&f->typing, bound));
  }
  return text;
}

/* NULL after a diagnostic. */
static InstClass *named_function(const Flattening *f, Context context,
                                 const AstExpr *expr)
{
  Name first = expr->reference->part[0].ident;
  if (expr->reference->n_parts == 1 && !expr->reference->leading_dot &&
      lookup_simple(f->lookup, context, first).kind == FOUND_NOTHING) {
    InstClass *builtin = function_builtin_named(f, expr->reference);
    if (builtin) return builtin;
  }
  InstClass *named = lookup_class(f->lookup, context, expr->reference);
  if (!named) return NULL;
  if (named->kind != CLASS_BUILTIN) {
    AstRestriction kind = lookup_true_restriction(f->lookup, named);
    if (kind == AST_FUNCTION || kind == AST_OPERATOR_FUNCTION)
      return function_builtin_of(f, named);
  }
  fault_error(f->faults, expr->span, E204, "'%s' is not a function",
              named->full_name);
  return NULL;
}

static Value *function_arguments_make(const Flattening *f, Span span,
                                      const FunctionValue *function)
{
  Value *value = arena_alloc(value_arena(&f->typing), sizeof *value);
  value->kind = VALUE_FUNCTION;
  value->span = span;
  value->function = function;
  return value;
}

/* An input of the function around that is a function; NULL: it is not one. */
static const Value *function_of_context(Context context,
                                        const AstReference *name)
{
  if (name->leading_dot || name->n_parts > 1) return NULL;
  for (const Iteration *i = context.iteration; i; i = i->next) {
    if (i->name != name->part[0].ident) continue;
    return i->value && i->value->kind == VALUE_FUNCTION ? i->value : NULL;
  }
  return NULL;
}

static bool function_arguments_is_bound(const FunctionValue *function,
                                        Name name)
{
  for (int k = 0; k < function->n_bound; k++) {
    if (function->name[k] == name) return true;
  }
  return false;
}

static Value *function_of_expression(const Flattening *f, Context context,
                                     const Instance *input,
                                     const AstExpr *written);

/* The argument of a partial application for one input. */
static Value *partial_argument(const Flattening *f, Context context,
                               const Instance *input, const AstExpr *written)
{
  if (function_arguments_is_function(f, input))
    return function_of_expression(f, context, input, written);
  Value *value = expression_value(f, context, written);
  return value ? function_convert(f, input, value) : NULL;
}

Value *function_partial(const Flattening *f, Context context,
                        const AstExpr *expr)
{
  const Value *given = function_of_context(context, expr->reference);
  InstClass *function =
      given ? given->function->function : named_function(f, context, expr);
  if (!function) return NULL;
  int n_before = given ? given->function->n_bound : 0;
  size_t n = (size_t)(n_before + expr->n_named) + 1;
  FunctionValue *made = arena_alloc(f->arena, sizeof *made);
  made->function = function;
  made->name = arena_array(f->arena, n, sizeof(Name));
  made->value = arena_array(f->arena, n, sizeof(Value *));
  for (int k = 0; k < n_before; k++) {
    made->name[k] = given->function->name[k];
    made->value[k] = given->function->value[k];
  }
  made->n_bound = n_before;
  Instance *root = instance_constants(f, function);
  for (int k = 0; k < expr->n_named; k++) {
    Name name = expr->named[k].name;
    Instance *input = instance_child(f, root, name);
    if (!input || !function_is_input(input) ||
        function_arguments_is_bound(made, name)) {
      fault_error(f->faults, expr->named[k].span, E208,
                  "'%s' has no argument '%s'%s", function->full_name, name,
                  function_arguments_is_bound(made, name)
                      ? " left: it is given already"
                      : "");
      return NULL;
    }
    Value *value = partial_argument(f, context, input, expr->named[k].value);
    if (!value) return NULL;
    made->name[made->n_bound] = name;
    made->value[made->n_bound++] = value;
  }
  return function_arguments_make(f, expr->span, made);
}

/* --- does a function fit an input of function type? --- */

static bool same_kind(const Instance *a, const Instance *b)
{
  if (a->broken || b->broken || !a->class_def || !b->class_def) return true;
  if (a->rank != b->rank) return false;
  bool is_simple = instance_is_variable(a);
  if (is_simple != instance_is_variable(b)) return false;
  return !is_simple || a->class_def->type == b->class_def->type;
}

/* The next variable of this causality, from *i on, that is not bound; NULL:
 * none. */
static const Instance *function_arguments_next(const Components *all,
                                               AstCausality causality,
                                               const FunctionValue *bound,
                                               int *i)
{
  for (; *i < all->n_items; ++*i) {
    const Instance *v = all->item[*i];
    if (v->prefix.causality != causality) continue;
    if (bound && function_arguments_is_bound(bound, v->name)) continue;
    return all->item[(*i)++];
  }
  return NULL;
}

/* What its declaration says: NULL where it may be given. */
static const char *function_arguments_wrong_kind(const Instance *input,
                                                 const InstClass *given)
{
  if (given->ast->is_partial) return "it is partial and cannot be called";
  if (given->ast->purity == AST_IMPURE &&
      input->type->ast->purity != AST_IMPURE)
    return "it is impure, that type is not (section 12.3)";
  return NULL;
}

/* Section 12.4.2: what is left of its inputs is what the type has; more inputs
 * have defaults, more outputs are left out. Their names may differ, as in the
 * examples of that section: the call is by those of the function. False after
 * E204. */
static bool function_fits_type(const Flattening *f, const Instance *input,
                               const Value *value)
{
  const FunctionValue *given = value->function;
  Components wanted =
      instance_components(f, instance_constants(f, input->type));
  Components has =
      instance_components(f, instance_constants(f, given->function));
  static const AstCausality side[] = {AST_INPUT, AST_OUTPUT};
  const char *why = function_arguments_wrong_kind(input, given->function);
  for (int k = 0; k < 2 && !why; k++) {
    int i = 0, j = 0;
    const Instance *a, *b = NULL;
    while (!why && (a = function_arguments_next(&wanted, side[k], NULL, &i))) {
      b = function_arguments_next(&has, side[k], given, &j);
      if (!b)
        why = k == 0 ? "it has too few inputs" : "it has too few outputs";
      else if (!same_kind(a, b))
        why = arena_printf(session_scratch(f->s),
                           "'%s' and '%s' differ in type or dimensions",
                           b->name, a->name);
    }
    while (!why && k == 0 &&
           (b = function_arguments_next(&has, side[k], given, &j))) {
      if (!(b->modifier && b->modifier->value))
        why = arena_printf(session_scratch(f->s),
                           "nothing gives its input '%s'", b->name);
    }
  }
  if (!why) return true;
  Diagnostic *d = fault_error(
      f->faults, value->span, E204,
      "function '%s' does not fit the input '%s' of type '%s': %s (section "
      "12.4.2)",
      given->function->full_name, input->name, input->type->full_name, why);
  fault_note(f->faults, d, input->element->name_span, "declared here");
  return false;
}

/* --- arguments --- */

static Value *bound_value(const FunctionCall *c, Name name)
{
  for (int k = 0; c->bound && k < c->bound->n_bound; k++) {
    if (c->bound->name[k] == name) return c->bound->value[k];
  }
  return NULL;
}

static const AstExpr *named_argument(const AstExpr *call, Name name)
{
  for (int k = 0; k < call->n_named; k++) {
    if (call->named[k].name == name) return call->named[k].value;
  }
  return NULL;
}

static bool function_arguments_check_names(const FunctionCall *c)
{
  const Flattening *f = c->f;
  const AstExpr *call = c->written;
  int n_free = c->n_inputs - (c->bound ? c->bound->n_bound : 0);
  if (call->n_args > n_free) {
    fault_error(f->faults, call->span, E208,
                "'%s' takes %d argument%s, %d given", c->function->full_name,
                n_free, n_free == 1 ? "" : "s", call->n_args);
    return false;
  }
  for (int k = 0; k < call->n_named; k++) {
    for (int i = 0; i < k; i++) {
      if (call->named[i].name != call->named[k].name) continue;
      fault_error(f->faults, call->named[k].span, E208,
                  "the argument '%s' is given twice", call->named[k].name);
      return false;
    }
    Suggestion near = suggest_for(f->s, call->named[k].name);
    bool found = false, by_place = false;
    for (int i = 0, place = 0; i < c->variables.n_items; i++) {
      const Instance *variable = c->variables.item[i];
      if (!function_is_input(variable)) continue;
      bool is_free =
          !c->bound || !function_arguments_is_bound(c->bound, variable->name);
      bool is_named = variable->name == call->named[k].name;
      found |= is_named;
      by_place |= is_named && is_free && place < call->n_args;
      place += is_free;
      suggest_offer(&near, variable->name);
    }
    if (by_place) {
      fault_error(f->faults, call->named[k].span, E208,
                  "the argument '%s' is given twice, by its place and by its "
                  "name (section 12.4.1)",
                  call->named[k].name);
      return false;
    }
    if (found) continue;
    fault_error(f->faults, call->named[k].span, E208,
                "'%s' has no argument '%s'%s", c->function->full_name,
                call->named[k].name, suggest_text(f->s, &near));
    return false;
  }
  return true;
}

/* A function given to an input of a function type; NULL after a diagnostic. */
static Value *function_of_expression(const Flattening *f, Context context,
                                     const Instance *input,
                                     const AstExpr *written)
{
  Value *value = NULL;
  if (written->kind == AST_PARTIAL) {
    value = function_partial(f, context, written);
  } else if (written->kind == AST_REFERENCE) {
    const Value *known = function_of_context(context, written->reference);
    if (known) return (Value *)known;
    InstClass *named = named_function(f, context, written);
    if (!named) return NULL;
    FunctionValue *made = arena_alloc(f->arena, sizeof *made);
    made->function = named;
    value = function_arguments_make(f, written->span, made);
  } else {
    fault_error(f->faults, written->span, E204, "a function is needed here");
  }
  return value && function_fits_type(f, input, value) ? value : NULL;
}

bool function_arguments_written(const FunctionCall *c, Context context,
                                Value **value)
{
  const Flattening *f = c->f;
  bool good = true;
  int next = 0;
  if (!function_arguments_check_names(c)) return false;
  for (int i = 0, k = 0; i < c->variables.n_items; i++) {
    const Instance *variable = c->variables.item[i];
    if (!function_is_input(variable)) continue;
    if (!variable->class_def) return false; /* its type was reported */
    value[k] = bound_value(c, variable->name);
    if (!value[k]) {
      const AstExpr *written = next < c->written->n_args
                                   ? c->written->arg[next]
                                   : named_argument(c->written, variable->name);
      next++;
      if (written) {
        value[k] = function_arguments_is_function(f, variable)
                       ? function_of_expression(f, context, variable, written)
                       : expression_value(f, context, written);
        good = good && value[k];
      } else if (!(variable->modifier && variable->modifier->value)) {
        fault_error(f->faults, c->written->span, E208,
                    "'%s' needs the argument '%s'", c->function->full_name,
                    variable->name);
        good = false;
      }
    }
    k++;
  }
  return good;
}

/* Does the expression name one of the inputs that have no value yet? */
static bool waits_for(const FunctionCall *c, Value *const *value,
                      const AstExpr *expr)
{
  if (!expr) return false;
  if (expr->kind == AST_REFERENCE) {
    for (int i = 0, k = 0; i < c->variables.n_items; i++) {
      const Instance *variable = c->variables.item[i];
      if (!function_is_input(variable)) continue;
      if (!value[k++] && variable->name == expr->reference->part[0].ident)
        return true;
    }
  }
  for (int i = 0; i < expr->n_args; i++) {
    if (waits_for(c, value, expr->arg[i])) return true;
  }
  for (int i = 0; i < expr->n_named; i++) {
    if (waits_for(c, value, expr->named[i].value)) return true;
  }
  return false;
}

/* One argument: its default, its type and its dimensions. */
static bool complete_argument(const FunctionCall *c, Instance *variable,
                              const Iteration *known, Value **value)
{
  const Flattening *f = c->f;
  if (!*value) {
    const Modifier *modifier = variable->modifier;
    assert(modifier && modifier->value);
    Context context = function_value_context(variable, known);
    Flattening inside;
    scope_default(&inside, f, c->caller);
    *value = function_arguments_is_function(f, variable)
                 ? function_of_expression(&inside, context, variable,
                                          modifier->value)
                 : expression_value(&inside, context, modifier->value);
  }
  *value = function_convert(f, variable, *value);
  if (!*value) return false;
  if ((*value)->kind != VALUE_FUNCTION && variable->class_def &&
      !function_record_accepts(f, variable, *value)) {
    fault_error(f->faults, (*value)->span, E204,
                "the argument '%s' must be %s, this is %s", variable->name,
                variable->class_def->full_name,
                value_type_text(&f->typing, *value));
    return false;
  }
  if (instance_is_variable(variable) && (*value)->rank != variable->rank) {
    fault_error(f->faults, (*value)->span, E213,
                "the argument '%s' has %d dimensions, this is %s",
                variable->name, variable->rank,
                value_type_text(&f->typing, *value));
    return false;
  }
  return true;
}

/* Defaults may name any other input, section 12.4.1: those that are given come
 * first, then the defaults as soon as what they name is known. */
bool function_arguments_complete(const FunctionCall *c, Value **value)
{
  const Flattening *f = c->f;
  const Iteration *known = NULL;
  int n_left = c->n_inputs;
  bool *is_done = arena_array(f->arena, (size_t)c->n_inputs + 1, sizeof(bool));
  for (int turn = 0; n_left > 0; turn++) {
    int n_before = n_left;
    for (int i = 0, k = -1; i < c->variables.n_items; i++) {
      Instance *variable = c->variables.item[i];
      if (!function_is_input(variable)) continue;
      if (is_done[++k]) continue;
      bool waits =
          !value[k] &&
          (turn == 0 || (function_value_is_own(variable) &&
                         waits_for(c, value, variable->modifier->value)));
      if (waits && turn <= c->n_inputs) continue;
      if (!complete_argument(c, variable, known, &value[k])) return false;
      Iteration *pair = arena_alloc(f->arena, sizeof *pair);
      *pair =
          (Iteration){.name = variable->name, .value = value[k], .next = known};
      known = pair;
      is_done[k] = true;
      n_left--;
    }
    assert(turn <= c->n_inputs + 1 || n_left < n_before);
  }
  Context all = {.iteration = known}; /* sizes may name any of them */
  for (int i = 0, k = 0; i < c->variables.n_items; i++) {
    const Instance *variable = c->variables.item[i];
    if (!function_is_input(variable)) continue;
    if (!function_check_shape(f, all, variable, value[k++])) return false;
  }
  return true;
}
