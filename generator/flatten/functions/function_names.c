/* function_names.c: the variables of a function while its procedure is made:
 * what their names stand for, and which of them change their size. */
#include <assert.h>

#include "flatten/functions/function_build.h"
#include "flatten/functions/function_variables.h"
#include "flatten/values/open_array.h"

void function_build_bind(const Flattening *f, FunctionBuild *b, Name name,
                         const Value *value)
{
  assert(value);
  Iteration *pair = arena_alloc(f->arena, sizeof *pair);
  *pair =
      (Iteration){.name = name, .value = value, .next = b->context.iteration};
  b->context.iteration = pair;
}

const Value *function_build_value(const FunctionBuild *b, Name name)
{
  for (const Iteration *i = b->context.iteration; i; i = i->next) {
    if (i->name == name && !i->unassigned) return i->value;
  }
  return NULL;
}

bool function_build_is_growing(const FunctionBuild *b, Name name)
{
  const Growing *one = b->growing;
  while (one && one->name != name) one = one->next;
  return one != NULL;
}

bool function_build_grows(const Flattening *f, FunctionBuild *b,
                          const Instance *variable, const Value *target,
                          const Value *value)
{
  if (!variable || b->algorithm || !function_may_resize(variable) ||
      variable->prefix.causality == AST_INPUT || open_is(target) ||
      target->kind == VALUE_RECORD || target->rank != value->rank ||
      value_same_shape(target, value)) {
    return false;
  }
  Growing *one = arena_alloc(f->arena, sizeof *one);
  *one = (Growing){variable->name, b->growing};
  b->growing = one;
  b->begins_anew = true;
  return true;
}
