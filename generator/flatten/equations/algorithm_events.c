/* algorithm_events.c: see algorithm_events.h. */
#include "flatten/equations/algorithm_events.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/classes/written.h"
#include "flatten/equations/algorithm_state.h"
#include "flatten/equations/when_parts.h"
#include "flatten/expressions/reference.h"
#include "flatten/instances/scope.h"

/* --- what becomes discrete --- */

/* Faults are reported when the section is translated. */
static void mark_target(const Flattening *f, Context context,
                        const AstExpr *left)
{
  for (int i = 0; left->kind == AST_TUPLE && i < left->n_args; i++) {
    if (left->arg[i]) mark_target(f, context, left->arg[i]);
  }
  if (left->kind != AST_REFERENCE) return;
  AstReference whole = written_whole(f->s, left->reference);
  Attempt attempt;
  scope_try(&attempt, f);
  Value *value = reference_value(&attempt.f, context, &whole);
  when_check_owner(f, context, left, value);
  when_mark_value(&attempt.f, value);
}

/* The recursion follows the nesting of the text. */
static void mark_targets(const Flattening *f, Context context,
                         AstStatement *const *statement, int n, bool in_when)
{
  for (int i = 0; i < n; i++) {
    const AstStatement *s = statement[i];
    bool assigns = s->kind == AST_ST_ASSIGN || s->kind == AST_ST_ASSIGN_TUPLE;
    if (assigns && in_when) mark_target(f, context, s->left);
    for (int k = 0; k < s->n_branches; k++) {
      mark_targets(f, context, s->branch[k].statement,
                   s->branch[k].n_statements,
                   in_when || s->kind == AST_ST_WHEN);
    }
  }
}

void algorithm_find_discrete(const Flattening *f, Context context,
                             const AstSection *section)
{
  ArenaMark mark = arena_mark(session_scratch(f->s));
  mark_targets(f, context, section->statement, section->n_statements, false);
  arena_release(mark);
}

/* --- conditions --- */

static bool algorithm_events_is_initial_call(const AstExpr *expr)
{
  return expr->kind == AST_CALL && expr->reference->n_parts == 1 &&
         strcmp(expr->reference->part[0].ident, "initial") == 0;
}

bool algorithm_is_initial(const AstStatementBranch *branch)
{
  assert(branch->condition);
  const AstExpr *condition = branch->condition;
  if (algorithm_events_is_initial_call(condition)) return true;
  for (int i = 0; condition->kind == AST_ARRAY && i < condition->n_args; i++) {
    if (algorithm_events_is_initial_call(condition->arg[i])) return true;
  }
  return false;
}

/* A branch while its conditions are looked at. */
typedef struct Conditions {
  FlatExpr **outside; /* that do not depend on the section */
  int n_outside, cap_outside;
  FlatExpr *inside;   /* one of the others becomes true; NULL: none */
  FlatExpr **written; /* all */
  int n_written, cap_written;
} Conditions;

static void add_expr(const Flattening *f, FlatExpr ***list, int *n, int *cap,
                     FlatExpr *expr)
{
  *list = vector_grow(f->s->flat_arena, *list, cap, *n + 1, sizeof **list);
  (*list)[(*n)++] = expr;
}

/* c := condition; c and not pre(c) and not initial() */
static FlatExpr *inside_condition(const Flattening *f, FunctionBuild *b,
                                  FlatExpr *condition)
{
  assert(condition->type == FLAT_BOOLEAN);
  const Typing *t = &f->typing;
  Span span = condition->span;
  Assigned *c =
      algorithm_add_internal(f, b->algorithm, "when", FLAT_BOOLEAN, span, NULL);
  int slot = c->slot;
  Flattening outside;
  scope_outside(&outside, f);
  const Typing *plain = &outside.typing;
  FlatExpr *self =
      types_variable(plain, span, c->variable, &f->flat->var[c->variable.i]);
  FlatExpr *before = algorithm_outside(
      f, b->algorithm, types_unary(plain, span, FLAT_PRE, self));
  FlatExpr *initial = algorithm_outside(
      f, b->algorithm, types_call(plain, span, FLAT_INITIAL_CALL, NULL, 0));
  FlatStatement *s = procedure_append(f->s, b->at, STATEMENT_ASSIGN, span);
  s->target = slot;
  s->value = condition;
  FlatExpr *other = types_binary(t, span, FLAT_OR, before, initial);
  return types_binary(t, span, FLAT_AND,
                      types_local(t, span, FLAT_BOOLEAN, NULL, slot),
                      types_unary(t, span, FLAT_NOT, other));
}

static bool check_inside(const Flattening *f, const FlatExpr *condition)
{
  if (condition->type == FLAT_BOOLEAN) return true;
  fault_error(f->faults, condition->span, E204,
              "the condition after 'when' must be a Boolean, this is %s",
              types_a_name(condition->type));
  return false;
}

/* A condition or a vector of them. */
static bool add_conditions(const Flattening *f, FunctionBuild *b,
                           const AstExpr *written, Conditions *to)
{
  Value *value = algorithm_from_outside(f, b->context, written);
  bool is_outside = value != NULL;
  if (!value) value = expression_value(f, b->context, written);
  if (!value) return false;
  if (value->kind == VALUE_RECORD || value->rank > 1) {
    fault_error(f->faults, written->span, E204,
                "the condition after 'when' must be a Boolean or a vector of "
                "them, this is %s",
                value_type_text(&f->typing, value));
    return false;
  }
  for (int i = 0; i < value->n_elements; i++) {
    FlatExpr *one = value_at(&f->typing, value, i);
    bool good =
        is_outside ? when_check_condition(f, one) : check_inside(f, one);
    if (!good) return false;
    add_expr(f, &to->written, &to->n_written, &to->cap_written, one);
    if (is_outside) {
      add_expr(f, &to->outside, &to->n_outside, &to->cap_outside, one);
      continue;
    }
    FlatExpr *active = inside_condition(f, b, one);
    to->inside = to->inside ? types_binary(&f->typing, one->span, FLAT_OR,
                                           to->inside, active)
                            : active;
  }
  return true;
}

/* When the branch counts, as an expression of slots. */
static FlatExpr *algorithm_events_active(const Flattening *f, FunctionBuild *b,
                                         const AstExpr *written,
                                         Conditions *conditions)
{
  const Typing *t = &f->typing;
  bool is_list = written->kind == AST_ARRAY && written->n_iterators == 0;
  for (int i = 0; is_list && i < written->n_args; i++) {
    if (!add_conditions(f, b, written->arg[i], conditions)) return NULL;
  }
  if (!is_list && !add_conditions(f, b, written, conditions)) return NULL;
  FlatExpr *inside = conditions->inside;
  if (conditions->n_outside == 0) {
    return inside ? inside : types_boolean(t, written->span, false);
  }
  FlatExpr *outside =
      algorithm_outside(f, b->algorithm,
                        types_active(t, written->span, conditions->outside,
                                     conditions->n_outside));
  return inside ? types_binary(t, written->span, FLAT_OR, outside, inside)
                : outside;
}

/* --- when --- */

static bool algorithm_events_check_place(const Flattening *f,
                                         const FunctionBuild *b,
                                         const AstStatement *statement)
{
  const Faults *faults = f->faults;
  if (b->algorithm->is_in_when) {
    fault_error(faults, statement->span, E237,
                "a when-statement inside of another one");
  } else if (b->at != &b->to->body) {
    fault_error(faults, statement->span, E237,
                "a when-statement inside of 'if', 'for' or 'while'");
  } else if (b->algorithm->section->is_initial) {
    fault_error(faults, statement->span, E237,
                "a when-statement in an initial algorithm");
  } else {
    return true;
  }
  return false;
}

static bool build_body(const Flattening *f, FunctionBuild *b,
                       const AstStatementBranch *branch,
                       FlatStatementList *body)
{
  assert(!b->algorithm->is_in_when);
  Flattening inside;
  FlatStatementList *before = b->at;
  b->at = body;
  b->algorithm->is_in_when = true;
  scope_when(&inside, f);
  bool good = function_build_statements(&inside, b, branch->statement,
                                        branch->n_statements);
  b->algorithm->is_in_when = false;
  b->at = before;
  return good;
}

/* The conditions of all branches are computed before the first one counts.
 * From the last branch on: each is what is done if those before it are not
 * active. */
bool algorithm_when(const Flattening *f, FunctionBuild *b,
                    const AstStatement *statement)
{
  assert(statement->kind == AST_ST_WHEN && statement->n_branches > 0);
  if (!algorithm_events_check_place(f, b, statement)) return false;
  b->algorithm->has_when = true;
  int n = statement->n_branches;
  Arena *arena = f->s->flat_arena;
  FlatExpr **value = arena_array(arena, (size_t)n, sizeof value[0]);
  Conditions *conditions = arena_array(arena, (size_t)n, sizeof conditions[0]);
  for (int k = 0; k < n; k++) {
    value[k] = algorithm_events_active(f, b, statement->branch[k].condition,
                                       &conditions[k]);
    if (!value[k]) return false;
  }
  FlatStatementList otherwise = {0};
  for (int k = n - 1; k >= 0; k--) {
    FlatStatementList body = {0}, list = {0};
    if (!build_body(f, b, &statement->branch[k], &body)) return false;
    FlatStatement *made = procedure_append(
        f->s, k > 0 ? &list : b->at, STATEMENT_IF, statement->branch[k].span);
    made->value = value[k];
    made->body = body;
    made->otherwise = otherwise;
    made->condition = conditions[k].written;
    made->n_conditions = conditions[k].n_written;
    otherwise = list;
  }
  return true;
}

void algorithm_settle(const Flattening *f, FunctionBuild *b)
{
  Algorithm *a = b->algorithm;
  Span span = a->section->span;
  if (!a->has_when || a->n_assigned > 0) return;
  Assigned *done =
      algorithm_add_internal(f, a, "done", FLAT_BOOLEAN, span, NULL);
  FlatStatement *s =
      procedure_append(f->s, &b->to->body, STATEMENT_ASSIGN, span);
  s->target = done->slot;
  s->value = types_boolean(&f->typing, span, true);
}

/* --- terminate --- */

bool algorithm_terminate(const Flattening *f, FunctionBuild *b,
                         const AstExpr *call)
{
  assert(call->kind == AST_CALL);
  const Typing *t = &f->typing;
  if (call->n_args + call->n_named != 1) {
    fault_error(f->faults, call->span, E208, "'terminate' takes a message");
    return false;
  }
  if (b->algorithm->section->is_initial) {
    fault_unsupported(f->faults, call->span,
                      "terminate() in an initial algorithm");
    return false;
  }
  const char *message = function_build_message(f, b, call, 0);
  Assigned *now =
      algorithm_add_internal(f, b->algorithm, "terminate", FLAT_BOOLEAN,
                             call->span, types_boolean(t, call->span, false));
  Flattening outside;
  scope_outside(&outside, f);
  const Typing *plain = &outside.typing;
  FlatExpr *self = types_variable(plain, call->span, now->variable,
                                  &f->flat->var[now->variable.i]);
  FlatStatement *s =
      procedure_append(f->s, b->at, STATEMENT_ASSIGN, call->span);
  s->target = now->slot;
  s->value = types_boolean(t, call->span, true);
  s->text = message;
  flat_add_assertion(f->flat, f->s->flat_arena,
                     (FlatAssertion){.span = call->span,
                                     .condition = types_unary(plain, call->span,
                                                              FLAT_NOT, self),
                                     .message = message,
                                     .ends = true});
  return true;
}

/* --- relations --- */

FlatExpr *algorithm_relation(const Flattening *f, FunctionBuild *b, Span span,
                             FlatFunction relation, FlatExpr *left,
                             FlatExpr *right)
{
  assert(b->algorithm);
  const Typing *t = &f->typing;
  bool is_initial = b->algorithm->section->is_initial;
  if (is_initial && b->n_loops == 0) return NULL;
  if (t->no_events > 1 || t->n_functions > 1) return NULL;
  if (!types_unify(t, &left, &right) || left->type != FLAT_REAL) return NULL;
  if (left->variability < FLAT_CONTINUOUS &&
      right->variability < FLAT_CONTINUOUS) {
    return NULL;
  }
  if (b->n_loops > 0) { /* it has another value in each turn */
    if (!b->algorithm->is_in_when) b->has_events_in_loop = true;
    return NULL;
  }
  /* Not zero: where the relation is not reached it stays as it is. */
  Assigned *z = algorithm_add_internal(f, b->algorithm, "crossing", FLAT_REAL,
                                       span, types_real(t, span, 1));
  FlatStatement *s = procedure_append(f->s, b->at, STATEMENT_ASSIGN, span);
  s->target = z->slot;
  s->value = types_binary(t, span, FLAT_SUBTRACT, left, right);
  Flattening outside;
  scope_outside(&outside, f);
  const Typing *plain = &outside.typing;
  FlatExpr *self =
      types_variable(plain, span, z->variable, &f->flat->var[z->variable.i]);
  FlatExpr *made =
      types_binary(plain, span, relation, self, types_real(plain, span, 0));
  FlatExpr *slot = algorithm_outside(f, b->algorithm, made);
  Algorithm *a = b->algorithm;
  assert(a->n_inputs > 0);
  a->shown[a->n_inputs - 1] = types_binary(t, span, relation, left, right);
  return slot;
}
