/* function_depends.c: from the results back to the inputs, regardless of the
 * order of the statements: a slot counts if one that counts is computed from
 * it. Passes are made until there are no more. */
#include "function/function_depends.h"

#include <assert.h>

#include "symbolic/walk.h"

typedef struct Depends {
  FunctionTable *table;
  const Function *f;
  Walk *walk;
  bool *counts; /* [n_slots] */
  bool changed;
} Depends;

static void use_slot(Depends *d, int slot)
{
  assert(slot >= 0 && slot < d->f->n_slots);
  d->changed |= !d->counts[slot];
  d->counts[slot] = true;
}

static void use(Depends *d, ExprId e)
{
  if (e.i < 0) return;
  walk_from(d->walk, e, false);
  for (int k = 0; k < d->walk->n_nodes; k++) {
    const ExprNode *n = expr_node(d->table->exprs, d->walk->node[k]);
    if (n->op == EXPR_VAR) use_slot(d, n->var.i);
  }
}

static void use_local(Depends *d, int local)
{
  const FunctionLocal *l = &d->f->local[local];
  for (int k = 0; k < l->n; k++) use_slot(d, l->first + k);
}

static bool local_counts(const Depends *d, int local)
{
  const FunctionLocal *l = &d->f->local[local];
  for (int k = 0; k < l->n; k++) {
    if (d->counts[l->first + k]) return true;
  }
  return false;
}

/* The call may fail, whoever takes its results. */
static void use_call(Depends *d, const Statement *s)
{
  const bool *on = function_depends(d->table, s->function);
  assert(s->n_args == d->table->function[s->function]->n_inputs);
  for (int k = 0; k < s->n_args; k++) {
    if (on[k]) use(d, s->arg[k]);
  }
}

/* Subscripts count too: out of bounds the function fails. */
static void use_statement(Depends *d, const Statement *s)
{
  switch (s->kind) {
  case STATEMENT_ASSIGN:
    if (d->counts[s->target]) use(d, s->value);
    break;
  case STATEMENT_READ:
    if (d->counts[s->target]) use_local(d, s->local);
    use(d, s->value);
    break;
  case STATEMENT_WRITE:
    if (local_counts(d, s->local)) use(d, s->value);
    use(d, s->index);
    break;
  case STATEMENT_CALL: use_call(d, s); break;
  case STATEMENT_ALLOCATE:
  case STATEMENT_CHECK:
  case STATEMENT_IF:
  case STATEMENT_FOR:
  case STATEMENT_ASSERT: /* what happens at all */
    use(d, s->value);
    use(d, s->index);
    use(d, s->step);
    use(d, s->limit);
    break;
  case STATEMENT_LOOP:
  case STATEMENT_BREAK:
  case STATEMENT_RETURN:
  case STATEMENT_EXTERNAL: break; /* external: all inputs count anyway */
  }
}

/* The recursion follows the nesting of the text. */
static void use_list(Depends *d, const StatementList *list)
{
  for (int k = list->n_items - 1; k >= 0; k--) {
    const Statement *s = &list->item[k];
    use_list(d, &s->otherwise);
    use_list(d, &s->body);
    use_statement(d, s);
  }
}

static void search(FunctionTable *table, const Function *f, bool *on)
{
  Depends d = {.table = table, .f = f};
  ArenaMark mark = arena_mark(session_scratch(table->s));
  Arena *scratch = session_scratch(table->s);
  d.walk = walk_create(table->exprs, scratch);
  d.counts = arena_array(scratch, (size_t)f->n_slots + 1, sizeof d.counts[0]);
  for (int k = 0; k < f->n_outputs; k++) d.counts[f->output[k]] = true;
  do {
    d.changed = false;
    use_list(&d, &f->body);
  } while (d.changed);
  for (int k = 0; k < f->n_inputs; k++) on[k] = d.counts[f->input[k]];
  arena_release(mark);
}

const bool *function_depends(FunctionTable *table, int function)
{
  assert(function >= 0 && function < table->n_functions);
  Function *f = table->function[function];
  assert(!f->is_incomplete);
  if (f->depends) return f->depends;
  size_t n = (size_t)f->n_inputs;
  bool *all = arena_array(table->arena, n + 1, sizeof all[0]);
  for (size_t k = 0; k < n; k++) all[k] = true;
  f->depends = all; /* also for a function that calls itself meanwhile */
  bool is_closed = f->is_impure || f->is_external || f->difference_of >= 0;
  if (is_closed) return all;
  bool *on = arena_array(table->arena, n + 1, sizeof on[0]);
  search(table, f, on);
  f->depends = on;
  return on;
}
