/* open_declaration.c: variables of functions whose declared sizes are computed
 * while the function runs. */
#include <assert.h>

#include "flatten/expressions/expressions.h"
#include "flatten/functions/function_build.h"
#include "flatten/instances/scope.h"
#include "flatten/values/open_array.h"

bool open_declared(const Flattening *f, FunctionBuild *b, Instance *variable,
                   FlatExpr **size)
{
  bool is_open = false;
  if (b->algorithm || !instance_is_variable(variable)) return false;
  Attempt attempt;
  scope_try(&attempt, f);
  const Typing *t = &attempt.f.typing;
  for (int i = 0; i < variable->rank; i++) {
    const AstExpr *written = variable->dimension[i].written->expr;
    Context inside = variable->dimension[i].context;
    inside.iteration = b->context.iteration;
    size[i] = NULL;
    if (!written || written->kind == AST_COLON) break;
    Value *value = expression_value(&attempt.f, inside, written);
    if (!value || !value_is_scalar(value) || value->type != FLAT_INTEGER) break;
    size[i] = value_at(t, value, 0);
    if (size[i]->variability > FLAT_PARAMETER) {
      is_open = true;
    } else {
      size[i] = types_constant(t, size[i]);
      if (!size[i]) return false;
    }
  }
  return is_open && size[variable->rank - 1];
}

Value *open_declare(const Typing *t, Instance *variable, FlatExpr **size)
{
  assert(variable->rank > 0 && instance_is_variable(variable));
  Span span = variable->element->name_span;
  Value like = {.span = span,
                .type = variable->class_def->type,
                .enumeration = variable->class_def->enumeration,
                .rank = variable->rank};
  Value *made = open_variable(t, variable->name, &like);
  for (int i = 0; i < made->rank; i++) {
    assert(size[i]->type == FLAT_INTEGER);
    open_set(t, span, made->open.size[i], size[i]);
  }
  open_allocate(t, span, made);
  return made;
}
