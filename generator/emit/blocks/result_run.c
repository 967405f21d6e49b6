/* result_run.c: see result_run.h. */
#include "emit/blocks/result_run.h"

#include <assert.h>

#include "emit/text/c_text.h"

enum { SHORTEST_RUN = 16 };

/* Of an array c12[]: 12; 0: none holds the results of the call. */
static int array_of_call(const ModelText *m, ExprId call)
{
  return -walk_stop_number(m->stops, call);
}

/* A Real that is a result as it is. */
static bool takes_result(const ModelText *m, const ReducedBlock *b)
{
  return b->kind == BLOCK_ASSIGN && b->divisor.i < 0 && b->value.i >= 0 &&
         m->reduced->sys->var[b->unknown[0].i].type == VAR_REAL &&
         expr_node(m->reduced->exprs, b->value)->op == EXPR_RESULT;
}

int result_run_length(const ModelText *m, const ReducedBlock *block,
                      const int *order, int n)
{
  const ReducedBlock *first = &block[order[0]];
  if (n < SHORTEST_RUN || !takes_result(m, first)) return 0;
  const ExprNode *result = expr_node(m->reduced->exprs, first->value);
  if (array_of_call(m, result->arg[0]) <= 0) return 0;
  int slot = m->reduced->slot[first->unknown[0].i], end = 1;
  for (; end < n; end++) {
    const ReducedBlock *b = &block[order[end]];
    if (!takes_result(m, b)) break;
    const ExprNode *next = expr_node(m->reduced->exprs, b->value);
    if (!expr_same(next->arg[0], result->arg[0]) ||
        next->index != result->index + end ||
        m->reduced->slot[b->unknown[0].i] != slot + end)
      break;
  }
  return end < SHORTEST_RUN ? 0 : end;
}

void result_run_write(ModelText *m, const ReducedBlock *first, int n, FILE *out)
{
  assert(n >= SHORTEST_RUN && takes_result(m, first));
  const ExprNode *result = expr_node(m->reduced->exprs, first->value);
  const Var *var = &m->reduced->sys->var[first->unknown[0].i];
  Arena *scratch = session_scratch(m->s);
  const char *text =
      arena_printf(scratch,
                   "memcpy(&v->real[%d], &c%d[%d], %d * sizeof v->real[0]);",
                   m->reduced->slot[first->unknown[0].i],
                   array_of_call(m, result->arg[0]), result->index, n);
  const char *names = model_text_comment(m, var->name);
  c_text_statement(out, text, arena_printf(scratch, "%s ...", names));
}
