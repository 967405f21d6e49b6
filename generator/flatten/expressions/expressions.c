/* expressions.c: operators, calls and constructors; names are resolved in
 * reference.c, functions in calls.c, types and shapes are checked by the
 * Values. */
#include "flatten/expressions/expressions.h"

#include <assert.h>
#include <string.h>

#include "flatten/expressions/held_branch.h"
#include "flatten/expressions/operators.h"
#include "flatten/expressions/reduction.h"
#include "flatten/expressions/reference.h"
#include "flatten/flat/flat_find.h"
#include "flatten/instances/evaluation_state.h"
#include "flatten/instances/guard.h"
#include "flatten/instances/scope.h"
#include "flatten/values/array_functions.h"
#include "flatten/values/procedure_build.h"
#include "flatten/values/value_index.h"
#include "flatten/values/value_operators.h"

InstClass *expression_class(const Flattening *f, Context context,
                            const AstReference *name)
{
  Name first = name->part[0].ident;
  for (const Iteration *i = context.iteration; i; i = i->next) {
    if (i->name == first) return NULL;
  }
  Found found = name->leading_dot ? lookup_top(f->lookup, first)
                                  : lookup_simple(f->lookup, context, first);
  for (int i = 1; found.kind == FOUND_CLASS && i < name->n_parts; i++) {
    found = lookup_in_class(f->lookup, found.class_def, name->part[i].ident);
  }
  if (found.kind != FOUND_CLASS) return NULL;
  InstClass *c = found.class_def;
  if (c->kind == CLASS_BUILTIN) return c;
  ClassPart *end = lookup_type_end(f->lookup, c);
  return end ? end->builtin : c;
}

/* --- operators --- */

static bool expressions_is_relation(AstOperator op)
{
  return op == AST_LT || op == AST_LE || op == AST_GT || op == AST_GE;
}

/* In an algorithm section: a relation that does not depend on it. Its sides
 * do not concern the section. Afterwards `first` is its place. */
static Value *outside_relation(const Flattening *f, Context context,
                               const AstExpr *const *spine, int *first)
{
  if (!f->typing.outside) return NULL;
  int i = *first - 1;
  while (i >= 0 && !expressions_is_relation(spine[i]->op)) i--;
  if (i < 0) return NULL;
  Value *value = f->typing.build->rules->outside(f, context, spine[i]);
  if (value) *first = i;
  return value;
}

/* The condition as a guard; NULL: it is faulty. */
static FlatExpr *expressions_guard_of(const Flattening *f,
                                      const Value *condition)
{
  bool is_boolean = condition && value_is_scalar(condition) &&
                    condition->type == FLAT_BOOLEAN;
  return is_boolean ? value_at(&f->typing, condition, 0) : NULL;
}

/* What stands after `and` counts where the left side is true, after `or`
 * where it is false: i <= 3 and x[i] > 0 */
static Value *right_operand(const Flattening *f, Context context,
                            const AstExpr *expr, const Value *left)
{
  Flattening inside;
  FlatExpr *guard = expressions_guard_of(f, left);
  if (!guard || (expr->op != AST_AND && expr->op != AST_OR)) {
    return expression_value(f, context, expr->arg[1]);
  }
  scope_guard(&inside, f,
              expr->op == AST_AND ? guard_where(f, guard)
                                  : guard_where_not(f, guard));
  return expression_value(&inside, context, expr->arg[1]);
}

/* `false and b`, `true or b`, where conditions are decided. */
static bool decides_alone(const Flattening *f, AstOperator op,
                          const Value *left)
{
  if (!f->decides || (op != AST_AND && op != AST_OR)) return false;
  FlatExpr *test = expressions_guard_of(f, left);
  if (!test || !evaluation_is_known(f, test)) return false;
  const FlatExpr *known = types_constant(&f->typing, test);
  return known && known->boolean == (op == AST_OR);
}

/* a + b + c + ... leans to the left as far as the text goes: it is unrolled
 * along that side. */
static void *expressions_binary(const Flattening *f, Context context,
                                const void *text)
{
  const AstExpr *expr = text;
  int depth = 0;
  const AstExpr *leftmost = expr;
  for (; leftmost->kind == AST_BINARY; leftmost = leftmost->arg[0]) depth++;

  assert(depth > 0);
  ArenaMark mark = arena_mark(session_scratch(f->s));
  const AstExpr **spine =
      arena_array(session_scratch(f->s), (size_t)depth, sizeof spine[0]);
  const AstExpr *at = expr;
  for (int i = 0; i < depth; i++, at = at->arg[0]) spine[i] = at;

  int first = depth;
  Value *left = outside_relation(f, context, spine, &first);
  if (!left) left = expression_value(f, context, leftmost);
  for (int i = first - 1; i >= 0; i--) {
    if (f->typing.build &&
        (spine[i]->op == AST_AND || spine[i]->op == AST_OR)) {
      left = f->typing.build->rules->logical(f, context, spine[i], left);
      continue;
    }
    if (f->typing.outside && expressions_is_relation(spine[i]->op)) {
      left = f->typing.build->rules->relation(f, context, spine[i], left);
      continue;
    }
    if (decides_alone(f, spine[i]->op, left)) {
      left = value_of(&f->typing, types_boolean(&f->typing, spine[i]->span,
                                                spine[i]->op == AST_OR));
      continue;
    }
    Value *right = right_operand(f, context, spine[i], left);
    Span span = spine[i]->span;
    left = operators_concern(left, right)
               ? operators_binary(f, span, spine[i]->op, left, right)
               : value_binary(&f->typing, span, spine[i]->op, left, right);
  }
  arena_release(mark);
  return left;
}

static Value *unary(const Flattening *f, Context context, const AstExpr *expr)
{
  Value *operand = expression_value(f, context, expr->arg[0]);
  if (operators_concern(operand, NULL)) {
    return operators_unary(f, expr->span, expr->op, operand);
  }
  return value_unary(&f->typing, expr->span, expr->op, operand);
}

static FlatVerdict look_for_local(void *context, const FlatExpr *at)
{
  (void)context;
  return at->kind == FLAT_EXPR_LOCAL ? FLAT_FOUND : FLAT_GO_ON;
}

/* The result of a function stands for itself where only sizes are asked
 * for. */
static bool can_be_known(const Flattening *f, const FlatExpr *condition)
{
  if (f->mode == MODE_FLATTEN) return evaluation_is_known(f, condition);
  return f->mode == MODE_EVALUATE ||
         !flat_find(f->s, condition, look_for_local, NULL);
}

/* Where the condition is known only the chosen branch is looked at: the
 * other one may name what is not there. */
static bool chosen_branch(const Flattening *f, const Value *condition,
                          bool *chosen)
{
  if (condition->kind == VALUE_RECORD || condition->rank > 0 ||
      condition->type != FLAT_BOOLEAN) {
    return false;
  }
  FlatExpr *expr = value_at(&f->typing, condition, 0);
  if (!can_be_known(f, expr)) return false;
  FlatExpr *literal = types_constant(&f->typing, expr);
  if (!literal) return false;
  *chosen = literal->boolean;
  return true;
}

/* if, elseif, ..., else becomes nested ifs; made from the first one on, so
 * that a known condition ends the chain. */
typedef struct Chain {
  Value **condition, **value; /* of the branches that stay */
  int n;
  Value *last;
} Chain;

/* Section 6.7: a branch that is not chosen is of the type and the number of
 * dimensions of the chosen one, where they can be known. Libraries choose
 * between branches that do not exist together. */
static void check_other_branch(const Flattening *f, Context context,
                               const AstExpr *other, const Value *chosen)
{
  Attempt attempt;
  Flattening shape;
  if (!chosen || f->mode != MODE_FLATTEN || f->typing.n_functions > 0 ||
      f->faults->is_quiet ||
      session_source(f->s, other->span.source)->is_from_library)
    return;
  scope_try(&attempt, f);
  scope_evaluate(&shape, &attempt.f, MODE_SHAPE);
  Value *value = expression_value(&shape, context, other);
  if (!value || value->is_untyped || chosen->is_untyped) return;
  if (value->rank != chosen->rank) {
    fault_error(f->faults, other->span, E213,
                "the branches of 'if' differ in their number of dimensions: "
                "%s and %s (section 6.7)",
                value_type_text(&f->typing, chosen),
                value_type_text(&f->typing, value));
    return;
  }
  Value *both[] = {value_with_span(&f->typing, chosen, chosen->span), value};
  value_unify_types(&f->typing, other->span, "the branches of 'if'", both, 2);
}

/* Each branch counts where the conditions before it are false. */
static void expressions_collect_branches(const Flattening *around,
                                         Context context, const AstExpr *expr,
                                         Chain *chain)
{
  Flattening rest, inside;
  scope_guard(&rest, around, around->guard);
  const Flattening *f = &rest;
  for (int i = 0; i + 2 <= expr->n_args; i += 2) {
    Value *condition = expression_value(f, context, expr->arg[i]);
    bool chosen;
    if (condition && chosen_branch(f, condition, &chosen)) {
      if (!chosen) continue;
      chain->last = expression_value(f, context, expr->arg[i + 1]);
      check_other_branch(f, context, expr->arg[expr->n_args - 1], chain->last);
      return;
    }
    FlatExpr *guard = expressions_guard_of(f, condition);
    scope_guard(&inside, f, guard_where(f, guard));
    chain->condition[chain->n] = condition;
    chain->value[chain->n++] =
        expression_value(&inside, context, expr->arg[i + 1]);
    scope_guard(&rest, around, guard_where_not(f, guard));
  }
  assert(chain->n <= expr->n_args / 2);
  chain->last = expression_value(f, context, expr->arg[expr->n_args - 1]);
  if (chain->n == 0) /* the conditions are all false */
    check_other_branch(f, context, expr->arg[1], chain->last);
}

static void *expressions_conditional(const Flattening *f, Context context,
                                     const void *text)
{
  const AstExpr *expr = text;
  assert(expr->n_args >= 3 && expr->n_args % 2 == 1);
  const FunctionBuild *build = f->typing.build;
  if (build) return build->rules->conditional(f, context, expr);
  Arena *scratch = session_scratch(f->s);
  ArenaMark mark = arena_mark(scratch);
  size_t n = (size_t)expr->n_args / 2;
  Chain chain = {.condition = arena_array(scratch, n, sizeof(Value *)),
                 .value = arena_array(scratch, n, sizeof(Value *))};
  expressions_collect_branches(f, context, expr, &chain);
  Value *value = chain.last;
  for (int i = chain.n - 1; i >= 0; i--) {
    value = value_if(&f->typing, expr->span, chain.condition[i], chain.value[i],
                     value);
  }
  arena_release(mark);
  return value;
}

/* --- constructors --- */

static Value **values(const Flattening *f, Context context, AstExpr **arg,
                      int n, bool *good)
{
  Value **value =
      arena_array(session_scratch(f->s), (size_t)n, sizeof value[0]);
  *good = true;
  for (int i = 0; i < n; i++) {
    value[i] = expression_value(f, context, arg[i]);
    *good = *good && value[i];
  }
  return value;
}

static Value *expressions_array(const Flattening *f, Context context,
                                const AstExpr *expr)
{
  bool good;
  if (expr->n_iterators > 0) {
    return reduction_value(f, context, expr, ARRAY_ARRAY);
  }
  ArenaMark mark = arena_mark(session_scratch(f->s));
  Value **item = values(f, context, expr->arg, expr->n_args, &good);
  Value *value =
      good ? value_construct(&f->typing, expr->span, item, expr->n_args) : NULL;
  arena_release(mark);
  return value;
}

static Value *expressions_matrix(const Flattening *f, Context context,
                                 const AstExpr *expr)
{
  assert(expr->n_rows > 0);
  Arena *scratch = session_scratch(f->s);
  ArenaMark mark = arena_mark(scratch);
  int n = 0;
  bool good = true;
  int *n_items = arena_array(scratch, (size_t)expr->n_rows, sizeof n_items[0]);
  for (int i = 0; i < expr->n_rows; i++) n += expr->row[i].n_items;
  Value **item = arena_array(scratch, (size_t)n, sizeof item[0]);
  n = 0;
  for (int i = 0; i < expr->n_rows; i++) {
    n_items[i] = expr->row[i].n_items;
    for (int k = 0; k < n_items[i]; k++, n++) {
      item[n] = expression_value(f, context, expr->row[i].item[k]);
      good = good && item[n];
    }
  }
  Value *value =
      good ? array_matrix(&f->typing, expr->span, item, n_items, expr->n_rows)
           : NULL;
  arena_release(mark);
  return value;
}

static Value *range(const Flattening *f, Context context, const AstExpr *expr)
{
  assert(expr->n_args == 2 || expr->n_args == 3);
  bool good;
  ArenaMark mark = arena_mark(session_scratch(f->s));
  Value **arg = values(f, context, expr->arg, expr->n_args, &good);
  Value *value = NULL;
  if (good) {
    value =
        value_range(&f->typing, expr->span, arg[0],
                    expr->n_args == 3 ? arg[1] : NULL, arg[expr->n_args - 1]);
  }
  arena_release(mark);
  return value;
}

/* Section 3.2: names are subscripted, and nothing else. */
static Value *expressions_subscripted(const Flattening *f, const AstExpr *expr)
{
  assert(expr->n_args == 1 && expr->n_subscripts > 0);
  fault_error(f->faults, expr->span, E243,
              "parentheses cannot be subscripted: write the subscripts after "
              "the name of an array (section 3.2)");
  return NULL;
}

void expression_refuse_range(const Flattening *f, const AstIterator *iterator,
                             const Value *range)
{
  assert(range);
  fault_error(f->faults, range->span, E213,
              "the range of '%s' must be a vector, this is %s", iterator->name,
              value_type_text(&f->typing, range));
}

Value *expression_range(const Flattening *f, Context context,
                        const AstIterator *iterator)
{
  assert(iterator->range);
  if (iterator->range->kind == AST_REFERENCE) {
    const AstReference *name = iterator->range->reference;
    const InstClass *c = expression_class(f, context, name);
    if (c && c->kind == CLASS_BUILTIN &&
        !reference_check_plain(f, &name->part[name->n_parts - 1], "a class"))
      return NULL;
    if (c && c->kind == CLASS_BUILTIN && c->type == FLAT_ENUMERATION) {
      return value_all_of_enumeration(&f->typing, iterator->range->span,
                                      c->enumeration);
    }
    if (c && c->kind == CLASS_BUILTIN && c->type == FLAT_BOOLEAN) {
      return value_all_of_boolean(&f->typing, iterator->range->span);
    }
  }
  Value *value = expression_value(f, context, iterator->range);
  if (!value ||
      open_is_outside(&f->typing, value->span, &value, 1, "a loop over it"))
    return NULL;
  if (value->rank == 0 || (open_is(value) && value->rank > 1)) {
    expression_refuse_range(f, iterator, value);
    return NULL;
  }
  return value;
}

/* --- leaves --- */

/* The syntax tree is gone when the flat model is read. */
static FlatExpr *string_literal(const Flattening *f, const AstExpr *expr)
{
  const char *copy =
      arena_copy_text(f->typing.arena, expr->string, strlen(expr->string));
  return types_string(&f->typing, expr->span, copy);
}

static Value *end_value(const Flattening *f, Context context,
                        const AstExpr *expr)
{
  if (!context.end) {
    fault_error(f->faults, expr->span, E202, "'end' outside of a subscript");
    return NULL;
  }
  if (context.end->open) return value_of(&f->typing, context.end->open);
  const IndexType *by = context.end->by;
  if (by && by->type == FLAT_BOOLEAN) {
    return value_of(&f->typing, types_boolean(&f->typing, expr->span, true));
  }
  if (by && by->type == FLAT_ENUMERATION) {
    return value_of(&f->typing,
                    types_enumeration(&f->typing, expr->span, by->enumeration,
                                      context.end->size));
  }
  return value_of(&f->typing,
                  types_integer(&f->typing, expr->span, context.end->size));
}

static Value *unsupported(const Flattening *f, const AstExpr *expr,
                          const char *construct)
{
  fault_unsupported(f->faults, expr->span, construct);
  return NULL;
}

/* clang-format off */
Value *expression_value(const Flattening *f, Context context, const AstExpr *expr)
{
  const Typing *t = &f->typing;
  switch (expr->kind) {
  case AST_REAL: return value_of(t, types_real(t, expr->span, expr->real));
  case AST_INTEGER:
    return value_of(t, types_integer(t, expr->span, expr->integer));
  case AST_STRING: return value_of(t, string_literal(f, expr));
  case AST_FALSE: return value_of(t, types_boolean(t, expr->span, false));
  case AST_TRUE: return value_of(t, types_boolean(t, expr->span, true));
  case AST_REFERENCE: return reference_value(f, context, expr->reference);
  case AST_UNARY: return unary(f, context, expr);
  case AST_BINARY:
    return expr->op == AST_AND || expr->op == AST_OR
               ? held_branch(f, context, expr, expressions_binary)
               : expressions_binary(f, context, expr);
  case AST_IF:
    return held_branch(f, context, expr, expressions_conditional);
  case AST_CALL: return f->calls->value(f, context, expr);
  case AST_END: return end_value(f, context, expr);
  case AST_COLON: return unsupported(f, expr, "':'");
  case AST_RANGE: return range(f, context, expr);
  case AST_PARTIAL:
    fault_error(f->faults, expr->span, E204,
                "a function is not a value: it is given to an input of a "
                "function type (section 12.4.2)");
    return NULL;
  case AST_ARRAY: return expressions_array(f, context, expr);
  case AST_MATRIX: return expressions_matrix(f, context, expr);
  case AST_TUPLE:
    fault_error(f->faults, expr->span, E204,
                "a list in parentheses is not a value: it stands left of a "
                "call of a function that has several results (section 12.4.3)");
    return NULL;
  case AST_SUBSCRIPTED: return expressions_subscripted(f, expr);
  }
  return NULL;
}
/* clang-format on */

FlatExpr *expression_flatten(const Flattening *f, Context context,
                             const AstExpr *expr)
{
  Value *value = expression_value(f, context, expr);
  return value ? value_scalar(&f->typing, value) : NULL;
}
