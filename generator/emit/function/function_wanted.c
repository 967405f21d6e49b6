/* function_wanted.c: follows the calls of statements and of expressions. */
#include "emit/function/function_wanted.h"

#include <assert.h>

/* The search for what is called, by functions too. */
typedef struct Wanting {
  const FunctionTable *table;
  bool *wanted; /* [n_functions] */
  int *stack;   /* functions whose calls are still to be followed */
  int n;
  Walk *walk;
} Wanting;

static void function_want(Wanting *w, int function)
{
  assert(function >= 0 && function < w->table->n_functions);
  if (w->wanted[function]) return;
  w->wanted[function] = true;
  w->stack[w->n++] = function;
}

/* What was written in place of a call may call others inside of expressions. */
static void function_want_in(Wanting *w, ExprId e)
{
  if (e.i < 0) return;
  walk_from(w->walk, e, false);
  for (int k = 0; k < w->walk->n_nodes; k++) {
    const ExprNode *n = expr_node(w->table->exprs, w->walk->node[k]);
    if (n->op == EXPR_CALL) function_want(w, n->index);
  }
}

static void function_want_of_statement(Wanting *w, const Statement *s)
{
  if (s->kind == STATEMENT_CALL) {
    function_want(w, s->function);
    for (int k = 0; k < s->n_args; k++) function_want_in(w, s->arg[k]);
    return;
  }
  if (s->kind == STATEMENT_EXTERNAL) {
    for (int k = 0; k < s->external->n_args; k++) {
      const ExternalArgument *arg = &s->external->arg[k];
      if (arg->kind == EXTERNAL_VALUE) function_want_in(w, arg->value);
    }
    return;
  }
  function_want_in(w, s->value);
  function_want_in(w, s->index);
  function_want_in(w, s->step);
  function_want_in(w, s->limit);
}

static void function_want_called(Wanting *w, const StatementList *list)
{
  for (int k = 0; k < list->n_items; k++) {
    const Statement *s = &list->item[k];
    function_want_of_statement(w, s);
    function_want_called(w, &s->body);
    function_want_called(w, &s->otherwise);
  }
}

void function_wanted(const FunctionTable *table, bool *wanted, Walk *walk,
                     Arena *arena)
{
  Wanting w = {.table = table, .wanted = wanted, .walk = walk};
  w.stack =
      arena_array(arena, (size_t)table->n_functions + 1, sizeof w.stack[0]);
  for (int k = 0; k < table->n_functions; k++) {
    if (wanted[k]) w.stack[w.n++] = k;
  }
  while (w.n > 0) {
    const Function *f = table->function[w.stack[--w.n]];
    if (f->difference_of >= 0) function_want(&w, f->difference_of);
    if (f->destructor >= 0) function_want(&w, f->destructor);
    function_want_called(&w, &f->body);
  }
}
