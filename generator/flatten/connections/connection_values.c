/* connection_values.c: what connected connectors must have in common beside
 * their equations. */
#include "flatten/connections/connection_values.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"

typedef struct ValuePair {
  FlatVarId a, b;
  Span span;
  const struct Instance *place; /* which holds the connect() */
} ValuePair;

struct ConnectionValues {
  Session *s;
  const Faults *faults;
  FlatModel *flat;
  ValuePair *pair;
  int n_pairs, cap_pairs;
};

ConnectionValues *connection_values_create(Session *s, const Faults *faults,
                                           FlatModel *flat)
{
  ConnectionValues *c = arena_alloc(s->instance_arena, sizeof *c);
  *c = (ConnectionValues){.s = s, .faults = faults, .flat = flat};
  return c;
}

void connection_values_add(ConnectionValues *c, Span span, FlatVarId a,
                           FlatVarId b)
{
  assert(c->flat->var[a.i].variability <= FLAT_PARAMETER &&
         c->flat->var[b.i].variability <= FLAT_PARAMETER);
  c->pair = vector_grow(c->s->instance_arena, c->pair, &c->cap_pairs,
                        c->n_pairs + 1, sizeof c->pair[0]);
  c->pair[c->n_pairs++] =
      (ValuePair){a, b, span, c->faults->log->place.component};
}

static const FlatVar *connection_values_variable(const ConnectionValues *c,
                                                 FlatVarId id)
{
  assert(id.i >= 0 && id.i < c->flat->n_vars);
  return &c->flat->var[id.i];
}

/* --- literals --- */

static bool connection_values_same_literal(const FlatExpr *a, const FlatExpr *b)
{
  if (a->kind != b->kind) return false;
  switch (a->kind) {
  case FLAT_EXPR_REAL: return a->real == b->real;
  case FLAT_EXPR_INTEGER:
  case FLAT_EXPR_ENUMERATION: return a->integer == b->integer;
  case FLAT_EXPR_BOOLEAN: return a->boolean == b->boolean;
  case FLAT_EXPR_STRING: return strcmp(a->string, b->string) == 0;
  case FLAT_EXPR_VARIABLE:
  case FLAT_EXPR_TIME:
  case FLAT_EXPR_CALL:
  case FLAT_EXPR_IF:
  case FLAT_EXPR_RESULT:
  case FLAT_EXPR_LOCAL:
  case FLAT_EXPR_ELEMENT: break; /* not a literal */
  }
  return false;
}

static const char *connection_values_literal_text(Session *s,
                                                  const FlatExpr *value)
{
  assert(types_is_literal(value));
  Arena *scratch = session_scratch(s);
  switch (value->kind) {
  case FLAT_EXPR_REAL: return arena_printf(scratch, "%.15g", value->real);
  case FLAT_EXPR_INTEGER:
    return arena_printf(scratch, "%lld", (long long)value->integer);
  case FLAT_EXPR_ENUMERATION:
    return value->enumeration->literal[value->integer - 1];
  case FLAT_EXPR_BOOLEAN: return value->boolean ? "true" : "false";
  case FLAT_EXPR_STRING: return arena_printf(scratch, "\"%s\"", value->string);
  case FLAT_EXPR_VARIABLE:
  case FLAT_EXPR_TIME:
  case FLAT_EXPR_CALL:
  case FLAT_EXPR_IF:
  case FLAT_EXPR_RESULT:
  case FLAT_EXPR_LOCAL:
  case FLAT_EXPR_ELEMENT: break; /* not a literal */
  }
  return "unknown";
}

/* --- parameters --- */

/* Expressions still to be looked through. */
typedef struct Work {
  Arena *arena;
  const FlatExpr **expr;
  int n, capacity;
} Work;

static void connection_values_push(Work *work, const FlatExpr *expr)
{
  work->expr = vector_grow(work->arena, work->expr, &work->capacity,
                           work->n + 1, sizeof work->expr[0]);
  work->expr[work->n++] = expr;
}

static void freeze_variable(Work *work, FlatVar *var)
{
  if (var->variability != FLAT_PARAMETER || var->evaluated) return;
  var->evaluated = true;
  if (var->binding) connection_values_push(work, var->binding);
}

/* A parameter that decides about a connection can no longer be changed, nor
 * can those it depends on. */
static void freeze(ConnectionValues *c, FlatVarId id)
{
  ArenaMark mark = arena_mark(session_scratch(c->s));
  Work work = {.arena = session_scratch(c->s)};
  freeze_variable(&work, &c->flat->var[id.i]);
  while (work.n > 0) {
    const FlatExpr *expr = work.expr[--work.n];
    for (int i = 0; i < expr->n_args; i++)
      connection_values_push(&work, expr->arg[i]);
    if (expr->kind == FLAT_EXPR_VARIABLE) {
      freeze_variable(&work, &c->flat->var[expr->variable.i]);
    }
  }
  arena_release(mark);
}

/* --- pairs --- */

/* The variable that gives this one its value, by bindings `a = b`. */
static FlatVarId value_origin(const ConnectionValues *c, FlatVarId id)
{
  for (int steps = 0; steps < c->flat->n_vars; steps++) {
    const FlatExpr *binding = connection_values_variable(c, id)->binding;
    if (!binding || binding->kind != FLAT_EXPR_VARIABLE) break;
    id = binding->variable;
  }
  return id;
}

static bool same_origin(const ConnectionValues *c, const ValuePair *pair)
{
  return value_origin(c, pair->a).i == value_origin(c, pair->b).i;
}

/* Where it gets its value, or else its declaration. */
static void note_value(const ConnectionValues *c, Diagnostic *d, FlatVarId id)
{
  const FlatVar *var = connection_values_variable(c, id);
  bool is_placed = var->binding && var->binding->span.source >= 0;
  fault_note(c->faults, d, is_placed ? var->binding->span : var->span,
             is_placed ? "the value of '%s'" : "the declaration of '%s'",
             var->name);
}

static void note_values(const ConnectionValues *c, Diagnostic *d,
                        const ValuePair *pair)
{
  note_value(c, d, pair->a);
  note_value(c, d, pair->b);
}

static void report_values(const ConnectionValues *c, const ValuePair *pair,
                          const FlatExpr *a, const FlatExpr *b)
{
  ArenaMark mark = arena_mark(session_scratch(c->s));
  Diagnostic *d = fault_error(
      c->faults, pair->span, E234,
      "'%s' is %s, '%s' is %s: in connected connectors they must be equal",
      connection_values_variable(c, pair->a)->name,
      connection_values_literal_text(c->s, a),
      connection_values_variable(c, pair->b)->name,
      connection_values_literal_text(c->s, b));
  note_values(c, d, pair);
  arena_release(mark);
}

/* A number equals another one if neither is larger. */
static void assert_equal(ConnectionValues *c, const ValuePair *pair)
{
  Typing t = {.faults = c->faults, .arena = c->s->flat_arena};
  const FlatVar *va = connection_values_variable(c, pair->a),
                *vb = connection_values_variable(c, pair->b);
  FlatExpr *a = types_variable(&t, pair->span, pair->a, va);
  FlatExpr *b = types_variable(&t, pair->span, pair->b, vb);
  FlatExpr *equal =
      va->type == FLAT_REAL
          ? types_binary(&t, pair->span, FLAT_AND,
                         types_binary(&t, pair->span, FLAT_LESS_EQUAL, a, b),
                         types_binary(&t, pair->span, FLAT_GREATER_EQUAL, a, b))
          : types_binary(&t, pair->span, FLAT_EQUAL, a, b);
  flat_add_assertion(
      c->flat, c->s->flat_arena,
      (FlatAssertion){
          .span = pair->span,
          .condition = equal,
          .message = arena_printf(c->s->flat_arena,
                                  "'%s' and '%s' are connected: they must be "
                                  "equal",
                                  va->name, vb->name)});
}

static bool check_pair(ConnectionValues *c, ConstantTable *constants,
                       const ValuePair *pair)
{
  assert(connection_values_variable(c, pair->a)->type ==
         connection_values_variable(c, pair->b)->type);
  if (same_origin(c, pair)) return true;
  int n_errors = c->s->n_errors;
  const FlatExpr *a = constant_value(constants, pair->a);
  const FlatExpr *b = constant_value(constants, pair->b);
  if (a && b) {
    if (connection_values_same_literal(a, b)) return true;
    report_values(c, pair, a, b);
    return false;
  }
  if (c->s->n_errors > n_errors) return false;
  if (connection_values_variable(c, pair->a)->type != FLAT_STRING) {
    assert_equal(c, pair);
    return true;
  }
  Diagnostic *d = fault_error(
      c->faults, pair->span, E290,
      "connecting '%s' and '%s', whose equality is not known at translation, "
      "is not supported yet",
      connection_values_variable(c, pair->a)->name,
      connection_values_variable(c, pair->b)->name);
  note_values(c, d, pair);
  return false;
}

/* --- quantities --- */

static bool has_quantity(const FlatVar *var)
{
  return var->quantity && var->quantity[0];
}

/* The first member with a quantity; -1: there is none. */
static int first_quantity(const ConnectionValues *c,
                          const FlatConnectionSet *set)
{
  for (int i = 0; i < set->n_members; i++) {
    if (has_quantity(connection_values_variable(c, set->member[i].variable)))
      return i;
  }
  return -1;
}

int connection_values_other_quantity(const ConnectionValues *c,
                                     const FlatConnectionSet *set)
{
  int known = first_quantity(c, set);
  if (known < 0) return -1;
  const FlatVar *first =
      connection_values_variable(c, set->member[known].variable);
  for (int i = known + 1; i < set->n_members; i++) {
    const FlatVar *var = connection_values_variable(c, set->member[i].variable);
    if (has_quantity(var) && strcmp(first->quantity, var->quantity) != 0)
      return i;
  }
  return -1;
}

void connection_values_report_quantity(const ConnectionValues *c,
                                       const FlatConnectionSet *set, int other)
{
  assert(other > first_quantity(c, set) && other < set->n_members);
  const FlatConnectionMember *member = set->member;
  const FlatVar *first =
      connection_values_variable(c, member[first_quantity(c, set)].variable);
  const FlatVar *var = connection_values_variable(c, member[other].variable);
  Diagnostic *d = fault_error(
      c->faults, member[other].span, E235,
      "'%s' has the quantity \"%s\", '%s' has \"%s\": they cannot be "
      "connected",
      first->name, first->quantity, var->name, var->quantity);
  fault_note(c->faults, d, first->span, "the declaration of '%s'", first->name);
  fault_note(c->faults, d, var->span, "the declaration of '%s'", var->name);
}

bool connection_values_check(ConnectionValues *c, ConstantTable *constants)
{
  bool good = true;
  for (int i = 0; i < c->n_pairs; i++) {
    if (same_origin(c, &c->pair[i])) continue;
    freeze(c, c->pair[i].a);
    freeze(c, c->pair[i].b);
  }
  for (int i = 0; i < c->n_pairs; i++) {
    FaultPlace before = fault_enter(c->faults, c->pair[i].place);
    if (!check_pair(c, constants, &c->pair[i])) good = false;
    fault_leave(c->faults, &before);
  }
  return good;
}
