/* function_branches.c: if-expressions, `and` and `or` inside of functions: the
 * parts that are not taken are not computed. */
#include <assert.h>

#include "flatten/expressions/expressions.h"
#include "flatten/functions/function_build.h"
#include "flatten/instances/evaluation_state.h"
#include "flatten/values/open_array.h"
#include "flatten/values/value_operators.h"

/* Statements of the value go to the list. */
static Value *value_into(const Flattening *f, FunctionBuild *b, Context context,
                         const AstExpr *expr, FlatStatementList *list)
{
  FlatStatementList *before = b->at;
  b->at = list;
  Value *value = expression_value(f, context, expr);
  b->at = before;
  return value;
}

static void assign_into(const Flattening *f, FunctionBuild *b, Span span,
                        const Value *target, const Value *value,
                        FlatStatementList *list)
{
  FlatStatementList *before = b->at;
  b->at = list;
  function_build_assign(&f->typing, span, target, value);
  b->at = before;
}

static void append_if(const Flattening *f, FunctionBuild *b, Span span,
                      FlatExpr *condition, const FlatStatementList *body,
                      const FlatStatementList *otherwise)
{
  assert(condition->type == FLAT_BOOLEAN);
  FlatStatement *made = procedure_append(f->s, b->at, STATEMENT_IF, span);
  made->value = condition;
  made->body = *body;
  made->otherwise = *otherwise;
}

/* The condition; NULL after a diagnostic about it or the branches. */
static FlatExpr *open_condition(const Flattening *f, Span span,
                                const Value *condition, const Value *yes,
                                const Value *no)
{
  FlatExpr *test = value_scalar(&f->typing, condition);
  if (test && test->type != FLAT_BOOLEAN) {
    fault_error(f->faults, test->span, E204,
                "the condition after 'if' must be a Boolean, this is %s",
                types_a_name(test->type));
    return NULL;
  }
  if (!test || yes->rank == no->rank) return test;
  fault_error(
      f->faults, span, E213, "the branches of 'if' differ in size: %s and %s",
      value_type_text(&f->typing, yes), value_type_text(&f->typing, no));
  return NULL;
}

/* Are the sizes of the value those of the branch that is selected (section 6.7
 * of the specification), and so not known before? */
static bool has_size_of_branch(const Value *yes, const Value *no)
{
  if (open_is(yes) || open_is(no)) return true;
  bool are_simple = yes->kind != VALUE_RECORD && no->kind != VALUE_RECORD &&
                    yes->kind != VALUE_FUNCTION && no->kind != VALUE_FUNCTION;
  return are_simple && yes->rank > 0 && yes->rank == no->rank &&
         !value_same_shape(yes, no);
}

/* Branches of computed size: a variable that an if-statement assigns. */
static Value *join_open(const Flattening *f, FunctionBuild *b, Span span,
                        const Value *condition, const Value *yes,
                        const Value *no, FlatStatementList *body,
                        FlatStatementList *otherwise)
{
  FlatExpr *test = open_condition(f, span, condition, yes, no);
  if (!test) return NULL;
  FlatStatementList *before = b->at;
  const Value *like = no->type == FLAT_REAL ? no : yes;
  Value *target = open_variable(&f->typing, session_name(f->s, "choice"), like);
  b->at = body;
  bool good = open_assign(&f->typing, span, target, yes, false, "choice");
  b->at = otherwise;
  good = good && open_assign(&f->typing, span, target, no, false, "choice");
  b->at = before;
  if (!good) return NULL;
  append_if(f, b, span, test, body, otherwise);
  return target;
}

/* Both branches as one value: an if-expression, or locals that an
 * if-statement assigns. */
static Value *function_branches_join(const Flattening *f, FunctionBuild *b,
                                     Span span, const Value *condition,
                                     Value *yes, Value *no,
                                     FlatStatementList *body,
                                     FlatStatementList *otherwise)
{
  if (has_size_of_branch(yes, no)) {
    return join_open(f, b, span, condition, yes, no, body, otherwise);
  }
  Value *both = value_if(&f->typing, span, condition, yes, no);
  if (!both || (body->n_items == 0 && otherwise->n_items == 0)) return both;
  Value *target =
      function_build_locals(&f->typing, session_name(f->s, "choice"), both);
  yes = target ? value_bind(&f->typing, yes, target, "the", "branch") : NULL;
  no = target ? value_bind(&f->typing, no, target, "the", "branch") : NULL;
  if (!yes || !no) return NULL;
  assign_into(f, b, span, target, yes, body);
  assign_into(f, b, span, target, no, otherwise);
  append_if(f, b, span, value_scalar(&f->typing, condition), body, otherwise);
  return target;
}

/* The branches from k on; the recursion follows the text. */
static Value *branches(const Flattening *f, FunctionBuild *b, Context context,
                       const AstExpr *expr, int k)
{
  assert(k < expr->n_args);
  if (k == expr->n_args - 1) {
    return expression_value(f, context, expr->arg[k]);
  }
  Value *condition = expression_value(f, context, expr->arg[k]);
  if (!condition) return NULL;
  FlatExpr *test = value_scalar(&f->typing, condition);
  if (!test) return NULL;
  if (test->type == FLAT_BOOLEAN && evaluation_is_known(f, test)) {
    FlatExpr *literal = types_constant(&f->typing, test);
    if (!literal) return NULL;
    return literal->boolean ? expression_value(f, context, expr->arg[k + 1])
                            : branches(f, b, context, expr, k + 2);
  }
  FlatStatementList body = {0}, otherwise = {0}, *before = b->at;
  Value *yes = value_into(f, b, context, expr->arg[k + 1], &body);
  b->at = &otherwise;
  Value *no = branches(f, b, context, expr, k + 2);
  b->at = before;
  if (!yes || !no) return NULL;
  return function_branches_join(f, b, expr->span, condition, yes, no, &body,
                                &otherwise);
}

Value *function_conditional(const Flattening *f, Context context,
                            const AstExpr *expr)
{
  assert(expr->kind == AST_IF && expr->n_args % 2 == 1);
  return branches(f, f->typing.build, context, expr, 0);
}

/* `false and b`, `true or b`: what b needs may not be there. */
static bool function_branches_decides(const Flattening *f, const Value *left,
                                      bool is_and)
{
  if (!value_is_scalar(left) || left->type != FLAT_BOOLEAN) return false;
  FlatExpr *test = value_at(&f->typing, left, 0);
  if (!evaluation_is_known(f, test)) return false;
  const FlatExpr *known = types_constant(&f->typing, test);
  return known && known->boolean != is_and;
}

/* a and b is if a then b else false; a or b is if a then true else b. */
Value *function_logical(const Flattening *f, Context context,
                        const AstExpr *expr, const Value *left)
{
  assert(expr->op == AST_AND || expr->op == AST_OR);
  FunctionBuild *b = f->typing.build;
  const Typing *t = &f->typing;
  FlatStatementList body = {0};
  bool is_and = expr->op == AST_AND;
  if (f->decides && left && function_branches_decides(f, left, is_and))
    return value_of(t, types_boolean(t, expr->span, !is_and));
  Value *right = value_into(f, b, context, expr->arg[1], &body);
  if (!left || !right) return NULL;
  if (function_branches_decides(f, left, is_and))
    return value_of(t, types_boolean(t, expr->span, !is_and));
  if (body.n_items == 0) {
    return value_binary(t, expr->span, expr->op, left, right);
  }
  FlatStatementList none = {0};
  Value *known = value_of(t, types_boolean(t, expr->span, !is_and));
  return is_and ? function_branches_join(f, b, expr->span, left, right, known,
                                         &body, &none)
                : function_branches_join(f, b, expr->span, left, known, right,
                                         &none, &body);
}
