/* function_memo.c: an estimate of what functions cost, from their text. */
#include "emit/function/function_memo.h"

#include <assert.h>
#include <math.h>

/* Costs are in additions of two numbers. */
#define COST_OF_CALL 20.0  /* exp(), or how a function begins and ends */
#define TURNS_OF_LOOP 10.0 /* of a loop whose turns are not known */
#define MOST_TURNS 1000.0
#define COST_TO_REMEMBER 1000.0 /* it is dear from here on ... */
#define COST_OF_NUMBER 20.0     /* ... and for each number that is kept */

#define MOST_NUMBERS 64 /* of a row */
enum { MOST_ROWS = 256, MEMO_NUMBERS = 2048, MEMO_NUMBERS_OF_ALL = 65536 };

/* What is known of a function. */
typedef struct Judged {
  enum { NOT_JUDGED, IS_JUDGED_NOW, IS_JUDGED } state;
  bool is_closed; /* it depends on more than its arguments, or does more than
                     to give results */
  double cost;
} Judged;

typedef struct Judge {
  const FunctionTable *table;
  Judged *judged; /* [n_functions] */
  Walk *walk;
} Judge;

static const Judged *judge_function(Judge *judge, int number);

static double cost_of_node(const ExprNode *n)
{
  bool is_dear = n->op == EXPR_POW || expr_op_is_function(n->op);
  return is_dear ? COST_OF_CALL : 1;
}

/* Its value depends on more than slots. */
static bool is_outside(const ExprNode *n)
{
  bool is_frozen = expr_op_is_relation(n->op) && n->index >= 0;
  return is_frozen || n->op == EXPR_TIME || n->op == EXPR_INITIAL ||
         n->op == EXPR_DIRECTION;
}

/* A function that calls itself is as dear as the rest of it. */
static double cost_of_call(Judge *judge, Judged *of, int function)
{
  const Judged *called = judge_function(judge, function);
  if (called->state != IS_JUDGED) return COST_OF_CALL;
  of->is_closed |= called->is_closed;
  return COST_OF_CALL + called->cost;
}

static double cost_of_expression(Judge *judge, Judged *of, ExprId e)
{
  enum { MOST_CALLS = 64 };
  int called[MOST_CALLS], n_called = 0;
  double cost = 0;
  if (e.i < 0) return 0;
  walk_from(judge->walk, e, false);
  for (int k = 0; k < judge->walk->n_nodes; k++) {
    const ExprNode *n = expr_node(judge->table->exprs, judge->walk->node[k]);
    cost += cost_of_node(n);
    of->is_closed |= is_outside(n);
    if (n->op == EXPR_CALL && n_called < MOST_CALLS)
      called[n_called++] = n->index;
    else if (n->op == EXPR_CALL)
      of->is_closed = true; /* nobody looks at the rest of them */
  }
  for (int k = 0; k < n_called; k++) cost += cost_of_call(judge, of, called[k]);
  return cost;
}

/* Of a loop. */
static double turns_of(const Judge *judge, const Statement *s)
{
  double first, step, last;
  const ExprTable *exprs = judge->table->exprs;
  if (s->kind != STATEMENT_FOR || !expr_is_const(exprs, s->value, &first) ||
      !expr_is_const(exprs, s->step, &step) ||
      !expr_is_const(exprs, s->limit, &last) || step == 0)
    return TURNS_OF_LOOP;
  return fmin(fmax((last - first) / step + 1, 0), MOST_TURNS);
}

static double cost_of_list(Judge *judge, Judged *of, const StatementList *list)
{
  double cost = 0;
  for (int k = 0; k < list->n_items; k++) {
    const Statement *s = &list->item[k];
    double turns = 1;
    cost += 1 + cost_of_expression(judge, of, s->value) +
            cost_of_expression(judge, of, s->index) +
            cost_of_expression(judge, of, s->step) +
            cost_of_expression(judge, of, s->limit);
    for (int i = 0; i < s->n_args; i++)
      cost += 1 + cost_of_expression(judge, of, s->arg[i]);
    if (s->kind == STATEMENT_CALL) cost += cost_of_call(judge, of, s->function);
    if (s->kind == STATEMENT_ASSERT && s->is_warning) of->is_closed = true;
    if (s->kind == STATEMENT_FOR || s->kind == STATEMENT_LOOP)
      turns = turns_of(judge, s);
    cost += turns * fmax(cost_of_list(judge, of, &s->body),
                         cost_of_list(judge, of, &s->otherwise));
  }
  return cost;
}

/* The recursion follows the calls, each function once. */
static const Judged *judge_function(Judge *judge, int number)
{
  assert(number >= 0 && number < judge->table->n_functions);
  const Function *f = judge->table->function[number];
  Judged *j = &judge->judged[number];
  if (j->state != NOT_JUDGED) return j;
  j->state = IS_JUDGED_NOW;
  j->is_closed = f->has_effects || f->destructor >= 0 || f->is_incomplete;
  for (int k = 0; k < f->n_locals; k++)
    j->is_closed |= f->local[k].type == SLOT_OBJECT;
  if (f->difference_of >= 0)
    j->cost = 2 * cost_of_call(judge, j, f->difference_of);
  else
    j->cost = cost_of_list(judge, j, &f->body);
  j->state = IS_JUDGED;
  return j;
}

/* Is each a number by itself, and no place of a text or of an array? */
static bool memo_slots_are_plain(const Function *f, const int *slot, int n)
{
  for (int k = 0; k < n; k++) {
    const FunctionLocal *l = &f->local[function_local_of(f, slot[k])];
    if (l->is_open || l->type == SLOT_STRING || l->type == SLOT_OBJECT)
      return false;
  }
  return true;
}

static bool is_worth_it(Judge *judge, int number)
{
  const Function *f = judge->table->function[number];
  int n = f->n_inputs + f->n_outputs;
  if (n >= MOST_NUMBERS || f->n_outputs == 0 || f->difference_of >= 0)
    return false;
  const Judged *j = judge_function(judge, number);
  return !j->is_closed && memo_slots_are_plain(f, f->input, f->n_inputs) &&
         memo_slots_are_plain(f, f->output, f->n_outputs) &&
         j->cost >= COST_TO_REMEMBER + COST_OF_NUMBER * n;
}

const FunctionMemo *function_memo(const FunctionTable *table,
                                  const bool *wanted, Walk *walk, Arena *arena,
                                  int *size)
{
  size_t n = (size_t)table->n_functions + 1;
  Judge judge = {.table = table, .walk = walk};
  judge.judged = arena_array(arena, n, sizeof judge.judged[0]);
  FunctionMemo *memo = arena_array(arena, n, sizeof memo[0]);
  *size = 0;
  for (int k = 0; k < table->n_functions; k++) {
    const Function *f = table->function[k];
    if (!wanted[k] || !is_worth_it(&judge, k)) continue;
    int n_row = 1 + f->n_inputs + f->n_outputs, n_rows = MOST_ROWS;
    while (n_rows * n_row > MEMO_NUMBERS) n_rows /= 2;
    if (*size + n_rows * n_row > MEMO_NUMBERS_OF_ALL) break;
    memo[k] = (FunctionMemo){*size, n_rows};
    *size += n_rows * n_row;
  }
  return memo;
}
