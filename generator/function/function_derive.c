/* function_derive.c: forward-mode differentiation, statement by statement.
 *
 * Each Real slot x gets a tangent slot dx. Before `x := e` comes
 * `dx := sum of de/dy dy`, which reads the old values as e does. Integers and
 * Booleans have no tangents: where they jump, the branch taken is
 * differentiated. */
#include "function/function_derive.h"

#include <assert.h>

#include "symbolic/differentiate.h"

typedef struct Derive {
  FunctionTable *table;
  const Function *from;
  Function *to;
  int *tangent;       /* by slot of `from`; -1: none */
  int *tangent_local; /* by local of `from`; -1: none */
  Walk *walk;
  bool failed;
} Derive;

static ExprId slot_expr(const Derive *d, int slot)
{
  return expr_var(d->table->exprs, (VarId){slot});
}

static ExprId zero(const Derive *d)
{
  return expr_const(d->table->exprs, 0);
}

static ExprId slot_derivative(void *context, VarId var)
{
  const Derive *d = context;
  int tangent = d->tangent[var.i];
  return tangent >= 0 ? slot_expr(d, tangent) : zero(d);
}

static ExprId function_derive_derivative(Derive *d, ExprId e)
{
  return differentiate_statement(d->walk, e, slot_derivative, d);
}

/* --- variables --- */

static int copy_local(Derive *d, const FunctionLocal *local)
{
  int number = function_add_local(d->table, d->to, local->name, local->type,
                                  local->is_array, local->n);
  d->to->local[number].constant = local->constant;
  d->to->local[number].is_open = local->is_open;
  return number;
}

static int add_tangent(Derive *d, const FunctionLocal *local)
{
  Name name = session_name(d->table->s,
                           arena_printf(d->table->arena, "d_%s", local->name));
  int number = function_add_local(d->table, d->to, name, SLOT_REAL,
                                  local->is_array, local->n);
  d->to->local[number].is_open = local->is_open;
  return number;
}

/* The slots of `from` keep their numbers; tangents come after. */
static void function_derive_declare(Derive *d)
{
  const Function *from = d->from;
  Arena *arena = d->table->arena;
  for (int k = 0; k < from->n_locals; k++) copy_local(d, &from->local[k]);
  d->tangent =
      arena_array(arena, (size_t)from->n_slots + 1, sizeof d->tangent[0]);
  d->tangent_local = arena_array(arena, (size_t)from->n_locals + 1,
                                 sizeof d->tangent_local[0]);
  for (int k = 0; k < from->n_slots; k++) d->tangent[k] = -1;
  for (int k = 0; k < from->n_locals; k++) {
    const FunctionLocal *local = &from->local[k];
    d->tangent_local[k] = -1;
    if (local->type != SLOT_REAL || local->constant) continue;
    int made = add_tangent(d, local);
    d->tangent_local[k] = made;
    for (int i = 0; i < local->n; i++) {
      d->tangent[local->first + i] = d->to->local[made].first + i;
    }
  }
}

/* A Real slot of its own, for what has no tangent. */
static int spare_slot(Derive *d, const char *name)
{
  int local = function_add_local(
      d->table, d->to, session_name(d->table->s, name), SLOT_REAL, false, 1);
  return d->to->local[local].first;
}

static void declare_interface(Derive *d)
{
  const Function *from = d->from;
  Function *to = d->to;
  Arena *arena = d->table->arena;
  int n = from->n_inputs;
  to->n_inputs = 2 * n;
  to->input = arena_array(arena, 2 * (size_t)n + 1, sizeof to->input[0]);
  for (int k = 0; k < n; k++) {
    int tangent = d->tangent[from->input[k]];
    to->input[k] = from->input[k];
    to->input[n + k] = tangent >= 0 ? tangent : spare_slot(d, "unused");
  }
  to->n_outputs = from->n_outputs;
  to->output =
      arena_array(arena, (size_t)from->n_outputs + 1, sizeof to->output[0]);
  for (int k = 0; k < from->n_outputs; k++) {
    int tangent = d->tangent[from->output[k]];
    to->output[k] = tangent >= 0 ? tangent : spare_slot(d, "none");
  }
}

/* --- statements --- */

static void derive_list(Derive *d, const StatementList *from,
                        StatementList *to);

static Statement *function_derive_append(Derive *d, StatementList *to,
                                         const Statement *like)
{
  Statement *made = function_append(d->table, to, like->kind, like->span);
  *made = *like;
  return made;
}

static void assign(Derive *d, StatementList *to, Span span, int slot,
                   ExprId value)
{
  Statement *made = function_append(d->table, to, STATEMENT_ASSIGN, span);
  made->target = slot;
  made->value = value;
}

static void derive_assign(Derive *d, const Statement *s, StatementList *to)
{
  int tangent = d->tangent[s->target];
  if (tangent >= 0) {
    ExprId value = function_derive_derivative(d, s->value);
    bool is_same = expr_same(value, slot_expr(d, tangent));
    if (!is_same) assign(d, to, s->span, tangent, value);
  }
  function_derive_append(d, to, s);
}

static void derive_read(Derive *d, const Statement *s, StatementList *to)
{
  int tangent = d->tangent[s->target], local = d->tangent_local[s->local];
  if (tangent >= 0 && local >= 0) {
    Statement *made = function_derive_append(d, to, s);
    made->target = tangent;
    made->local = local;
  } else if (tangent >= 0) {
    assign(d, to, s->span, tangent, zero(d));
  }
  function_derive_append(d, to, s);
}

static void derive_write(Derive *d, const Statement *s, StatementList *to)
{
  int local = d->tangent_local[s->local];
  if (local >= 0) {
    ExprId value = function_derive_derivative(d, s->value);
    Statement *made = function_derive_append(d, to, s);
    made->local = local;
    made->value = value;
  }
  function_derive_append(d, to, s);
}

/* The tangents of an array have its size; those of an array of parameters are
 * zero. */
static void derive_allocate(Derive *d, const Statement *s, StatementList *to)
{
  int local = d->tangent_local[s->local];
  if (local >= 0) {
    Statement *made = function_derive_append(d, to, s);
    made->local = local;
    made->kept = 0;
  }
  function_derive_append(d, to, s);
}

/* Where the tangents of the results go. */
static int *tangent_results(Derive *d, const Statement *s)
{
  int *result =
      arena_array(d->table->arena, (size_t)s->n_results + 1, sizeof result[0]);
  for (int k = 0; k < s->n_results; k++) {
    int tangent = s->result[k] >= 0 ? d->tangent[s->result[k]] : -1;
    result[k] = tangent;
  }
  return result;
}

/* Does one of them have a tangent? What gives Integers alone, the place in a
 * table say, need not be differentiated. */
static bool is_wanted(const int *result, int n)
{
  for (int k = 0; k < n; k++) {
    if (result[k] >= 0) return true;
  }
  return false;
}

static void derive_call(Derive *d, const Statement *s, StatementList *to)
{
  Arena *arena = d->table->arena;
  int n = s->n_args;
  ExprId *arg = arena_array(arena, 2 * (size_t)n + 1, sizeof arg[0]);
  bool moves = false;
  for (int k = 0; k < n; k++) {
    arg[k] = s->arg[k];
    arg[n + k] = function_derive_derivative(d, s->arg[k]);
    moves |= !expr_is_zero(d->table->exprs, arg[n + k]);
  }
  int *result = tangent_results(d, s);
  if (s->function < 0) { /* function_along.h: not there yet */
    d->failed = true;
  } else if (!moves || !is_wanted(result, s->n_results)) {
    for (int k = 0; k < s->n_results; k++) {
      if (result[k] >= 0) assign(d, to, s->span, result[k], zero(d));
    }
  } else {
    const CallFunctions *calls = &d->table->calls;
    int function = calls->derivative(calls->context, s->function, true, arg);
    d->failed |= function < 0;
    Statement *made = function_derive_append(d, to, s);
    made->function = function;
    made->arg = arg;
    made->n_args = 2 * n;
    made->result = result;
  }
  function_derive_append(d, to, s);
}

static void derive_nested(Derive *d, const Statement *s, StatementList *to)
{
  if (s->kind == STATEMENT_FOR && d->tangent[s->target] >= 0) {
    assign(d, to, s->span, d->tangent[s->target], zero(d));
  }
  StatementList body = {0}, otherwise = {0};
  derive_list(d, &s->body, &body);
  derive_list(d, &s->otherwise, &otherwise);
  Statement *made = function_derive_append(d, to, s);
  made->body = body;
  made->otherwise = otherwise;
}

/* The recursion follows the nesting of the text. */
static void derive_list(Derive *d, const StatementList *from, StatementList *to)
{
  for (int k = 0; k < from->n_items; k++) {
    const Statement *s = &from->item[k];
    switch (s->kind) {
    case STATEMENT_ASSIGN: derive_assign(d, s, to); break;
    case STATEMENT_ALLOCATE: derive_allocate(d, s, to); break;
    case STATEMENT_READ: derive_read(d, s, to); break;
    case STATEMENT_WRITE: derive_write(d, s, to); break;
    case STATEMENT_CALL: derive_call(d, s, to); break;
    case STATEMENT_IF:
    case STATEMENT_FOR:
    case STATEMENT_LOOP: derive_nested(d, s, to); break;
    case STATEMENT_EXTERNAL: d->failed = true; break;
    case STATEMENT_CHECK:
    case STATEMENT_BREAK:
    case STATEMENT_RETURN:
    case STATEMENT_ASSERT: function_derive_append(d, to, s); break;
    }
  }
}

int function_derive(FunctionTable *table, int function)
{
  assert(function >= 0 && function < table->n_functions);
  Function *from = table->function[function];
  if (from->is_external || from->difference_of >= 0) return -1;
  Function *to = function_add(
      table, arena_printf(table->arena, "der(%s)", from->name), from->span);
  int number = table->n_functions - 1;
  from->derivative = number; /* it may call itself */
  Derive d = {.table = table, .from = from, .to = to};
  /* Derivatives of functions that are called are made meanwhile, in the
   * table's arena: a walk gives back what it has used of its own. */
  Arena *scratch = arena_create("derivative");
  d.walk = walk_create(table->exprs, scratch);
  function_derive_declare(&d);
  declare_interface(&d);
  to->is_impure = from->is_impure;
  to->has_effects = from->has_effects;
  to->may_expand = from->may_expand;
  assert(to->n_inputs == 2 * from->n_inputs);
  assert(to->n_outputs == from->n_outputs);
  derive_list(&d, &from->body, &to->body);
  to->n_linear = from->n_inputs;
  arena_destroy(scratch);
  return d.failed ? -1 : number;
}
