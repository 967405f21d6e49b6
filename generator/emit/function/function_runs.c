/* function_runs.c: see function_runs.h. */
#include "emit/function/function_runs.h"

#include <assert.h>
#include <string.h>

enum { FEWEST_TURNS = 4, LONGEST_PERIOD = 4 };

/* --- names inside of a loop --- */

/* base_3[4 + 2*turn1] */
static void put_index(const FunctionWriter *w, int slot, int stride,
                      char text[C_VARIABLE_SIZE])
{
  int local = function_local_of(w->f, slot);
  int index = slot - w->f->local[local].first;
  char name[C_VARIABLE_SIZE], factor[32] = "";
  writer_local_name(w->f, local, name);
  if (stride != 1) snprintf(factor, sizeof factor, "%d*", stride);
  if (index == 0)
    snprintf(text, C_VARIABLE_SIZE, "%.100s[%sturn%d]", name, factor, w->turn);
  else
    snprintf(text, C_VARIABLE_SIZE, "%.100s[%d + %sturn%d]", name, index,
             factor, w->turn);
}

void function_runs_slot(const FunctionWriter *w, int slot,
                        char text[C_VARIABLE_SIZE])
{
  int stride = w->repetition ? repetition_stride(w->repetition, slot) : 0;
  if (w->given && w->given[slot] >= 0)
    snprintf(text, C_VARIABLE_SIZE, "in[%d]", w->given[slot]);
  else if (stride == 0)
    writer_slot_name(w->f, slot, text);
  else
    put_index(w, slot, stride, text);
}

/* A number that is another one in each turn; NULL: it is not. */
static const char *number_text(const void *context, ExprId leaf)
{
  const FunctionWriter *w = context;
  const RepeatedLeaf *number = repetition_number(w->repetition, leaf);
  if (!number) return NULL;
  return arena_printf(w->arena, "number%d[turn%d]", number->table, w->turn);
}

/* --- the parts of a loop --- */

static void function_runs_write_tables(FunctionWriter *w, Repetition *r,
                                       int n_turns)
{
  for (int k = 0; k < r->n_leaves; k++) {
    RepeatedLeaf *leaf = &r->leaf[k];
    if (!leaf->varies) continue;
    leaf->table = ++w->n_names;
    writer_table(w, arena_printf(w->arena, "number%d", leaf->table),
                 leaf->number, n_turns);
  }
}

static void function_runs_open(FunctionWriter *w, int n_turns)
{
  w->turn = ++w->n_names;
  writer_line(w, "for (int turn%d = 0; turn%d < %d; turn%d++) {", w->turn,
              w->turn, n_turns, w->turn);
  w->depth++;
}

static void function_runs_close(FunctionWriter *w)
{
  w->depth--;
  writer_line(w, "}");
}

/* The text of e in every turn, its temporaries written before. */
static const char *turn_expression(FunctionWriter *w, const Repetition *r,
                                   ExprId e, CType type)
{
  w->repetition = r;
  c_expression_holes(w->c, number_text, w);
  const char *text = writer_expression(w, e, type);
  c_expression_holes(w->c, NULL, NULL);
  w->repetition = NULL;
  return text;
}

/* --- statements --- */

/* So many kinds of statements take turns. */
typedef struct Run {
  Repetition kind[LONGEST_PERIOD];
  int period, n_turns;
} Run;

static bool is_assignment(const StatementList *list, int k)
{
  return k < list->n_items && list->item[k].kind == STATEMENT_ASSIGN;
}

/* The turn that begins with statement k is one more. */
static bool takes_turn(Run *run, const StatementList *list, int k)
{
  for (int j = 0; j < run->period; j++) {
    if (!is_assignment(list, k + j)) return false;
    const Statement *s = &list->item[k + j];
    if (!repetition_continues(&run->kind[j], s->value, s->target)) return false;
  }
  return true;
}

/* Before anything is compared in full. */
static bool looks_alike(const FunctionWriter *w, const Statement *a,
                        const Statement *b)
{
  const ExprTable *t = w->table->exprs;
  return expr_node(t, a->value)->op == expr_node(t, b->value)->op &&
         function_local_of(w->f, a->target) ==
             function_local_of(w->f, b->target);
}

/* false: it is not a loop. */
static bool find_run(FunctionWriter *w, const StatementList *list, int k,
                     int period, Run *run)
{
  *run = (Run){.period = period, .n_turns = 1};
  for (int j = 0; j < period; j++) {
    if (!is_assignment(list, k + j + period)) return false;
    const Statement *s = &list->item[k + j];
    if (s->kind != STATEMENT_ASSIGN || !looks_alike(w, s, s + period))
      return false;
    run->kind[j] = (Repetition){.f = w->f, .walk = w->walk, .arena = w->arena};
    repetition_begin(&run->kind[j], s->value, s->target);
  }
  while (takes_turn(run, list, k + run->n_turns * period)) run->n_turns++;
  return run->n_turns >= FEWEST_TURNS;
}

static void write_kind(FunctionWriter *w, const Repetition *r,
                       const Statement *s)
{
  char target[C_VARIABLE_SIZE];
  bool is_boolean = function_slot_type(w->f, s->target) == SLOT_BOOLEAN;
  const char *value =
      turn_expression(w, r, s->value, is_boolean ? C_BOOLEAN : C_REAL);
  if (r->stride == 0)
    writer_slot_name(w->f, s->target, target);
  else
    put_index(w, s->target, r->stride, target);
  writer_line(w, "%s = %s;", target, value);
}

static void function_runs_write_run(FunctionWriter *w,
                                    const StatementList *list, int k, Run *run)
{
  for (int j = 0; j < run->period; j++)
    function_runs_write_tables(w, &run->kind[j], run->n_turns);
  function_runs_open(w, run->n_turns);
  for (int j = 0; j < run->period; j++)
    write_kind(w, &run->kind[j], &list->item[k + j]);
  function_runs_close(w);
}

int function_runs_write(FunctionWriter *w, const StatementList *list, int k)
{
  Run run;
  for (int period = 1; period <= LONGEST_PERIOD; period *= 2) {
    if (!is_assignment(list, k + period)) return 0;
    if (!find_run(w, list, k, period, &run)) continue;
    function_runs_write_run(w, list, k, &run);
    return run.period * run.n_turns;
  }
  return 0;
}

/* --- sums --- */

void function_runs_write_sum(FunctionWriter *w, const char *acc,
                             const char *operator_, ExprId first,
                             Repetition *terms)
{
  assert(terms->n_turns > 0);
  function_runs_write_tables(w, terms, terms->n_turns);
  function_runs_open(w, terms->n_turns);
  writer_line(w, "%s = %s %s (%s);", acc, acc, operator_,
              turn_expression(w, terms, first, C_REAL));
  function_runs_close(w);
}
