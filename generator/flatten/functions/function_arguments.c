/* function_arguments.c: see function_arguments.h. */
#include "flatten/functions/function_arguments.h"

#include <assert.h>

#include "flatten/functions/function_variables.h"

static bool function_arguments_is_function(const Flattening *f,
                                           const Instance *variable)
{
  return !instance_is_variable(variable) &&
         instance_restriction(f, variable) == AST_FUNCTION;
}

FunctionCall function_arguments_begin(const Flattening *f,
                                      const AstExpr *written,
                                      InstClass *function,
                                      const FunctionValue *bound)
{
  assert(function->kind == CLASS_WRITTEN);
  FunctionCall c = {
      .f = f, .function = function, .written = written, .bound = bound};
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
    text = arena_printf(scratch, "%s(%s=%s)", text, given->name[k],
                        value_type_text(&f->typing, given->value[k]));
  }
  return text;
}

/* NULL after a diagnostic. */
static InstClass *named_function(const Flattening *f, Context context,
                                 const AstExpr *expr)
{
  InstClass *named = lookup_class(f->lookup, context, expr->reference);
  if (!named || named->kind != CLASS_BUILTIN) return named;
  fault_error(f->faults, expr->span, E204, "'%s' is not a function",
              named->full_name);
  return NULL;
}

Value *function_partial(const Flattening *f, Context context,
                        const AstExpr *expr)
{
  InstClass *function = named_function(f, context, expr);
  if (!function) return NULL;
  FunctionValue *made = arena_alloc(f->arena, sizeof *made);
  made->function = function;
  made->name = arena_array(f->arena, (size_t)expr->n_named + 1, sizeof(Name));
  made->value =
      arena_array(f->arena, (size_t)expr->n_named + 1, sizeof(Value *));
  Instance *root = instance_constants(f, function);
  for (int k = 0; k < expr->n_named; k++) {
    Instance *input = instance_child(f, root, expr->named[k].name);
    if (!input || !function_is_input(input)) {
      fault_error(f->faults, expr->named[k].span, E208,
                  "'%s' has no argument '%s'", function->full_name,
                  expr->named[k].name);
      return NULL;
    }
    Value *value = expression_value(f, context, expr->named[k].value);
    value = value ? function_convert(f, input, value) : NULL;
    if (!value) return NULL;
    made->name[made->n_bound] = expr->named[k].name;
    made->value[made->n_bound++] = value;
  }
  Value *value = arena_alloc(value_arena(&f->typing), sizeof *value);
  value->kind = VALUE_FUNCTION;
  value->span = expr->span;
  value->function = made;
  return value;
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
    bool found = false;
    for (int i = 0; i < c->variables.n_items; i++) {
      const Instance *variable = c->variables.item[i];
      if (!function_is_input(variable)) continue;
      found |= variable->name == call->named[k].name;
      suggest_offer(&near, variable->name);
    }
    if (found) continue;
    fault_error(f->faults, call->named[k].span, E208,
                "'%s' has no argument '%s'%s", c->function->full_name,
                call->named[k].name, suggest_text(f->s, &near));
    return false;
  }
  return true;
}

/* A function given to an input of a function type. */
static Value *function_arguments_function_argument(const FunctionCall *c,
                                                   Context context,
                                                   const AstExpr *written)
{
  const Flattening *f = c->f;
  if (written->kind == AST_PARTIAL)
    return function_partial(f, context, written);
  if (written->kind == AST_REFERENCE) {
    Name first = written->reference->part[0].ident;
    for (const Iteration *i = context.iteration; i; i = i->next) {
      if (i->name == first && i->value && i->value->kind == VALUE_FUNCTION) {
        return (Value *)i->value;
      }
    }
    InstClass *named = named_function(f, context, written);
    if (!named) return NULL;
    FunctionValue *made = arena_alloc(f->arena, sizeof *made);
    made->function = named;
    Value *value = arena_alloc(value_arena(&f->typing), sizeof *value);
    value->kind = VALUE_FUNCTION;
    value->span = written->span;
    value->function = made;
    return value;
  }
  fault_error(f->faults, written->span, E204, "a function is needed here");
  return NULL;
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
        value[k] =
            function_arguments_is_function(f, variable)
                ? function_arguments_function_argument(c, context, written)
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

bool function_arguments_complete(const FunctionCall *c, Value **value)
{
  const Flattening *f = c->f;
  const Iteration *known = NULL;
  for (int i = 0, k = 0; i < c->variables.n_items; i++) {
    const Instance *variable = c->variables.item[i];
    if (!function_is_input(variable)) continue;
    if (!value[k]) {
      assert(variable->modifier && variable->modifier->value);
      Context context = variable->modifier->context;
      context.iteration = known;
      value[k] = expression_value(f, context, variable->modifier->value);
    }
    value[k] = function_convert(f, variable, value[k]);
    if (!value[k]) return false;
    if (instance_is_variable(variable) && value[k]->rank != variable->rank) {
      fault_error(f->faults, value[k]->span, E213,
                  "the argument '%s' has %d dimensions, this is %s",
                  variable->name, variable->rank,
                  value_type_text(&f->typing, value[k]));
      return false;
    }
    Iteration *pair = arena_alloc(f->arena, sizeof *pair);
    *pair =
        (Iteration){.name = variable->name, .value = value[k], .next = known};
    known = pair;
    k++;
  }
  Context all = {.iteration = known}; /* sizes may name any of them */
  for (int i = 0, k = 0; i < c->variables.n_items; i++) {
    const Instance *variable = c->variables.item[i];
    if (!function_is_input(variable)) continue;
    if (!function_check_shape(f, all, variable, value[k++])) return false;
  }
  return true;
}
