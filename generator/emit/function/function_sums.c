/* function_sums.c: a sum is a spine of additions that goes down to the left,
 * with a term to the right of each. */
#include "emit/function/function_sums.h"

#include <assert.h>
#include <string.h>

#include "emit/function/function_runs.h"

enum { LONG_SUM = 12, FEWEST_TERMS = 6 };

/* The terms of a sum in their order: base + term[0] - term[1] ... */
typedef struct Sum {
  ExprId top, base;
  ExprId *term;
  bool *is_subtracted;
  int n_terms;
} Sum;

static const ExprNode *function_sums_node(const FunctionWriter *w, ExprId e)
{
  return expr_node(w->table->exprs, e);
}

static bool function_sums_is_sum(const FunctionWriter *w, ExprId e)
{
  ExprOp op = (ExprOp)function_sums_node(w, e)->op;
  return op == EXPR_ADD || op == EXPR_SUB;
}

/* The spine below `top` ends where something else uses it. */
static Sum take_sum(FunctionWriter *w, ExprId top, const int *uses)
{
  Sum sum = {.top = top, .base = top};
  const Walk *walk = w->walk;
  for (ExprId e = top; function_sums_is_sum(w, e) &&
                       (expr_same(e, top) || uses[walk_position(walk, e)] == 1);
       e = sum.base) {
    sum.base = function_sums_node(w, e)->arg[0];
    sum.n_terms++;
  }
  sum.term = arena_array(w->arena, (size_t)sum.n_terms, sizeof sum.term[0]);
  sum.is_subtracted = arena_array(w->arena, (size_t)sum.n_terms, sizeof(bool));
  ExprId e = top;
  for (int k = sum.n_terms - 1; k >= 0; k--) {
    const ExprNode *n = function_sums_node(w, e);
    sum.term[k] = n->arg[1];
    sum.is_subtracted[k] = n->op == EXPR_SUB;
    e = n->arg[0];
  }
  assert(expr_same(e, sum.base));
  return sum;
}

/* So many terms from k on are alike. */
static int function_sums_find_terms(FunctionWriter *w, const Sum *sum, int k,
                                    Repetition *terms)
{
  *terms = (Repetition){.f = w->f, .walk = w->walk, .arena = w->arena};
  repetition_begin(terms, sum->term[k], -1);
  for (int j = k + 1; j < sum->n_terms; j++) {
    if (sum->is_subtracted[j] != sum->is_subtracted[k]) break;
    if (!repetition_continues(terms, sum->term[j], -1)) break;
  }
  return terms->n_turns;
}

static bool has_run(FunctionWriter *w, const Sum *sum)
{
  Repetition terms;
  for (int k = 0; k + FEWEST_TERMS <= sum->n_terms;) {
    int n = function_sums_find_terms(w, sum, k, &terms);
    if (n >= FEWEST_TERMS) return true;
    k += n > 0 ? n : 1;
  }
  return false;
}

static void write_sum(FunctionWriter *w, const Sum *sum)
{
  Repetition terms;
  int number = ++w->n_names;
  const char *name = arena_printf(w->arena, "s%d", number);
  writer_line(w, "double %s = %s;", name,
              writer_expression(w, sum->base, C_REAL));
  for (int k = 0; k < sum->n_terms;) {
    int n = function_sums_find_terms(w, sum, k, &terms);
    const char *op = sum->is_subtracted[k] ? "-" : "+";
    if (n >= FEWEST_TERMS) {
      function_runs_write_sum(w, name, op, sum->term[k], &terms);
      k += n;
    } else {
      writer_line(w, "%s = %s %s (%s);", name, name, op,
                  writer_expression(w, sum->term[k], C_REAL));
      k++;
    }
  }
  walk_stop_at(w->stops, sum->top, number);
}

/* The tops of long sums, operands first, in the scratch of the writer. */
static ExprId *find_tops(FunctionWriter *w, ExprId root, int **uses, int *n)
{
  const Walk *walk = w->walk;
  walk_from(w->walk, root, true);
  size_t n_nodes = (size_t)walk->n_nodes;
  *uses = arena_array(w->arena, n_nodes, sizeof(int));
  bool *is_inner = arena_array(w->arena, n_nodes, sizeof is_inner[0]);
  int *length = arena_array(w->arena, n_nodes, sizeof length[0]);
  ExprId *top = arena_array(w->arena, n_nodes, sizeof top[0]);
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *node = function_sums_node(w, walk->node[k]);
    for (int a = 0; a < node->n_args; a++)
      (*uses)[walk_position(walk, node->arg[a])]++;
  }
  for (int k = 0; k < walk->n_nodes; k++) { /* operands come first */
    if (!function_sums_is_sum(w, walk->node[k])) continue;
    int left =
        walk_position(walk, function_sums_node(w, walk->node[k])->arg[0]);
    bool goes_on = length[left] > 0 && (*uses)[left] == 1;
    is_inner[left] |= goes_on;
    length[k] = goes_on ? length[left] + 1 : 1;
  }
  *n = 0;
  for (int k = 0; k < walk->n_nodes; k++) {
    if (length[k] >= LONG_SUM && !is_inner[k]) top[(*n)++] = walk->node[k];
  }
  return top;
}

void function_sums_begin(FunctionWriter *w, ExprId e)
{
  int *uses, n;
  if (!w->loops) return;
  ExprId *top = find_tops(w, e, &uses, &n);
  Sum *sum = arena_array(w->arena, (size_t)n, sizeof sum[0]);
  for (int k = 0; k < n; k++) sum[k] = take_sum(w, top[k], uses);
  for (int k = 0; k < n; k++) { /* other walks from here on */
    if (walk_stop_number(w->stops, top[k]) == 0 && has_run(w, &sum[k]))
      write_sum(w, &sum[k]);
  }
}

void function_sums_end(FunctionWriter *w)
{
  walk_stops_clear(w->stops);
}

const char *function_sums_expression(FunctionWriter *w, ExprId e, CType type)
{
  function_sums_begin(w, e);
  const char *text = writer_expression(w, e, type);
  function_sums_end(w);
  return text;
}
