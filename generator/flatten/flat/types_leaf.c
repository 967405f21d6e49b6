/* types_leaf.c: see types_leaf.h and types.h. */
#include "flatten/flat/types_leaf.h"

#include <assert.h>

/* --- names --- */

const char *types_name(FlatType type)
{
  assert(type < N_FLAT_TYPES);
  static const char *const name[] = {
      [FLAT_REAL] = "Real",
      [FLAT_INTEGER] = "Integer",
      [FLAT_BOOLEAN] = "Boolean",
      [FLAT_STRING] = "String",
      [FLAT_ENUMERATION] = "enumeration",
      [FLAT_OBJECT] = "ExternalObject",
  };
  return name[type];
}

const char *types_a_name(FlatType type)
{
  assert(type < N_FLAT_TYPES);
  static const char *const name[] = {
      [FLAT_REAL] = "a Real",
      [FLAT_INTEGER] = "an Integer",
      [FLAT_BOOLEAN] = "a Boolean",
      [FLAT_STRING] = "a String",
      [FLAT_ENUMERATION] = "an enumeration",
      [FLAT_OBJECT] = "an external object",
  };
  return name[type];
}

const char *types_variability_name(FlatVariability variability)
{
  assert(variability <= FLAT_CONTINUOUS);
  static const char *const name[] = {
      [FLAT_CONSTANT] = "constant",
      [FLAT_PARAMETER] = "parameter",
      [FLAT_DISCRETE] = "discrete-time",
      [FLAT_CONTINUOUS] = "continuous-time",
  };
  return name[variability];
}

bool types_same_enumeration(const FlatEnumeration *a, const FlatEnumeration *b)
{
  if (a == b) return true;
  if (!a || !b || a->n_literals != b->n_literals) return false;
  for (int i = 0; i < a->n_literals; i++) {
    if (a->literal[i] != b->literal[i]) return false;
  }
  return true;
}

const char *types_expr_name(const FlatExpr *expr)
{
  return expr->enumeration ? expr->enumeration->name : types_name(expr->type);
}

/* --- leaves --- */

FlatExpr *types_make(const Typing *t, Span span, FlatExprKind kind,
                     FlatType type, FlatVariability variability)
{
  FlatExpr *expr = arena_alloc(t->arena, sizeof *expr);
  expr->kind = kind;
  expr->type = type;
  expr->variability = variability;
  expr->span = span;
  return expr;
}

FlatExpr *types_real(const Typing *t, Span span, double value)
{
  FlatExpr *expr =
      types_make(t, span, FLAT_EXPR_REAL, FLAT_REAL, FLAT_CONSTANT);
  expr->real = value;
  return expr;
}

FlatExpr *types_integer(const Typing *t, Span span, int64_t value)
{
  FlatExpr *expr =
      types_make(t, span, FLAT_EXPR_INTEGER, FLAT_INTEGER, FLAT_CONSTANT);
  expr->integer = value;
  return expr;
}

FlatExpr *types_boolean(const Typing *t, Span span, bool value)
{
  FlatExpr *expr =
      types_make(t, span, FLAT_EXPR_BOOLEAN, FLAT_BOOLEAN, FLAT_CONSTANT);
  expr->boolean = value;
  return expr;
}

FlatExpr *types_string(const Typing *t, Span span, const char *value)
{
  FlatExpr *expr =
      types_make(t, span, FLAT_EXPR_STRING, FLAT_STRING, FLAT_CONSTANT);
  expr->string = value;
  return expr;
}

FlatExpr *types_enumeration(const Typing *t, Span span,
                            const FlatEnumeration *enumeration, int ordinal)
{
  assert(ordinal >= 1 && ordinal <= enumeration->n_literals);
  FlatExpr *expr = types_make(t, span, FLAT_EXPR_ENUMERATION, FLAT_ENUMERATION,
                              FLAT_CONSTANT);
  expr->enumeration = enumeration;
  expr->integer = ordinal;
  return expr;
}

FlatExpr *types_start(const Typing *t, const FlatVar *var)
{
  if (var->start) return var->start;
  switch (var->type) {
  case FLAT_REAL: return types_real(t, var->span, 0);
  case FLAT_INTEGER: return types_integer(t, var->span, 0);
  case FLAT_BOOLEAN: return types_boolean(t, var->span, false);
  case FLAT_STRING: return types_string(t, var->span, "");
  case FLAT_ENUMERATION:
    return types_enumeration(t, var->span, var->enumeration, 1);
  case FLAT_OBJECT:
  case N_FLAT_TYPES: break;
  }
  assert(false && "nothing that has a start value");
  return NULL;
}

/* The ordinal 1 is that of the only literal of the class. */
FlatExpr *types_object(const Typing *t, Span span, const FlatEnumeration *class,
                       int number)
{
  assert(class->n_literals == 1); /* its name */
  FlatExpr *expr = types_enumeration(t, span, class, 1);
  expr->type = FLAT_OBJECT;
  expr->integer += number - NO_OBJECT;
  return expr;
}

int types_object_number(const FlatExpr *object)
{
  assert(object->kind == FLAT_EXPR_ENUMERATION && object->type == FLAT_OBJECT);
  return (int)object->integer - 1 + NO_OBJECT;
}

bool types_is_literal(const FlatExpr *expr)
{
  return expr->kind <= FLAT_EXPR_ENUMERATION;
}

FlatExpr *types_constant(const Typing *t, FlatExpr *expr)
{
  if (!expr || types_is_literal(expr)) return expr;
  if (t->constant) {
    FlatExpr *literal = t->constant(t->constant_context, expr);
    assert(!literal ||
           (types_is_literal(literal) && literal->type == expr->type));
    return literal;
  }
  fault_error(t->faults, expr->span, E205,
              "a value known at translation is needed here");
  return NULL;
}

/* In an algorithm of the model the expression is a slot. */
static FlatExpr *outside(const Typing *t, FlatExpr *expr)
{
  return t->outside ? t->outside(t, expr) : expr;
}

FlatExpr *types_time(const Typing *t, Span span)
{
  return outside(
      t, types_make(t, span, FLAT_EXPR_TIME, FLAT_REAL, FLAT_CONTINUOUS));
}

FlatExpr *types_variable(const Typing *t, Span span, FlatVarId id,
                         const FlatVar *var)
{
  assert(id.i >= 0);
  FlatExpr *expr =
      types_make(t, span, FLAT_EXPR_VARIABLE, var->type, var->variability);
  expr->variable = id;
  expr->enumeration = var->enumeration;
  return outside(t, expr);
}

FlatExpr *types_local(const Typing *t, Span span, FlatType type,
                      const FlatEnumeration *enumeration, int slot)
{
  assert(slot >= 0);
  FlatExpr *expr =
      types_make(t, span, FLAT_EXPR_LOCAL, type,
                 type == FLAT_REAL ? FLAT_CONTINUOUS : FLAT_DISCRETE);
  expr->enumeration = enumeration;
  expr->slot = slot;
  return expr;
}

FlatExpr *types_result_of(const Typing *t, const FlatExpr *like, Span span,
                          int procedure, int output, FlatExpr **arg, int n_args)
{
  assert(procedure >= 0 && output >= 0);
  FlatVariability variability = FLAT_PARAMETER;
  for (int k = 0; k < n_args; k++) {
    if (arg[k]->variability > variability) variability = arg[k]->variability;
  }
  FlatExpr *expr =
      types_make(t, span, FLAT_EXPR_RESULT, like->type, variability);
  expr->enumeration = like->enumeration;
  expr->procedure = procedure;
  expr->output = output;
  expr->arg = arg;
  expr->n_args = n_args;
  return expr;
}
