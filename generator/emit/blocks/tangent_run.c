/* tangent_run.c: see tangent_run.h. */
#include "emit/blocks/tangent_run.h"

#include <assert.h>
#include <stdlib.h>

#include "emit/text/c_text.h"
#include "emit/text/memory_stream.h"

enum { SHORTEST_RUN = 16, MOST_ENTRIES = 64 };

/* A result of a call that fills an array, or its opposite. */
typedef struct TakenResult {
  int array; /* of c12[]: 12; 0: it is something else */
  int index;
  bool is_negative;
} TakenResult;

static TakenResult taken_result(const ModelText *m, ExprId e)
{
  TakenResult taken = {0};
  const ExprTable *exprs = m->reduced->exprs;
  if (walk_stop_number(m->stops, e) != 0) return taken;
  const ExprNode *n = expr_node(exprs, e);
  if (n->op == EXPR_NEG) {
    taken.is_negative = true;
    if (walk_stop_number(m->stops, n->arg[0]) != 0) return taken;
    n = expr_node(exprs, n->arg[0]);
  }
  if (n->op != EXPR_RESULT) return taken;
  int array = -walk_stop_number(m->stops, n->arg[0]);
  taken.array = array > 0 ? array : 0;
  taken.index = n->index;
  return taken;
}

/* --- which rows are alike --- */

static int run_slot(const ModelText *m, const TangentRow *row, int k)
{
  VarId var = row->block->tangent[row->first + k].var;
  return var.i < 0 ? 0 : m->reduced->slot[var.i];
}

static int n_entries(const TangentRow *row)
{
  return row->last - row->first;
}

/* What is written for entry k; for the whole row where it goes along. */
static ExprId run_factor(const TangentRow *row, int k)
{
  return row->along.i >= 0 ? row->along
                           : row->block->tangent[row->first + k].value;
}

static int n_factors(const TangentRow *row)
{
  return row->along.i >= 0 ? 1 : n_entries(row);
}

static bool can_begin(const ModelText *m, const TangentRow *row)
{
  if (row->number >= 0 || row->is_part || row->continues) return false;
  if (n_entries(row) > MOST_ENTRIES) return false;
  if (row->along.i >= 0 && n_entries(row) > 0) return false; /* it turns */
  bool takes = false;
  for (int k = 0; k < n_factors(row); k++) {
    bool is_one = tangent_row_is_left_out(m, row, row->first + k);
    if (!is_one && taken_result(m, run_factor(row, k)).array == 0) return false;
    takes |= !is_one;
  }
  return takes;
}

static bool has_shape_of(const ModelText *m, const TangentRow *row,
                         const TangentRow *first)
{
  if (row->number >= 0 || row->array != first->array || row->is_part ||
      row->continues || n_entries(row) != n_entries(first) ||
      (row->along.i >= 0) != (first->along.i >= 0))
    return false;
  for (int k = 0; k < n_factors(row); k++) {
    bool is_one = tangent_row_is_left_out(m, row, row->first + k);
    if (is_one != tangent_row_is_left_out(m, first, first->first + k))
      return false;
    if (is_one) continue;
    TakenResult a = taken_result(m, run_factor(row, k)),
                b = taken_result(m, run_factor(first, k));
    if (a.array != b.array || a.is_negative != b.is_negative) return false;
  }
  return true;
}

/* Is c as far from b as b is from a? */
static bool is_next(int a, int b, int c)
{
  return c - b == b - a;
}

/* Three rows of one shape. */
static bool is_next_row(const ModelText *m, const TangentRow *a,
                        const TangentRow *b, const TangentRow *c)
{
  if (!is_next(a->target, b->target, c->target)) return false;
  for (int k = 0; k < n_entries(a); k++) {
    if (!is_next(run_slot(m, a, k), run_slot(m, b, k), run_slot(m, c, k)))
      return false;
  }
  for (int k = 0; k < n_factors(a); k++) {
    if (!is_next(taken_result(m, run_factor(a, k)).index,
                 taken_result(m, run_factor(b, k)).index,
                 taken_result(m, run_factor(c, k)).index))
      return false;
  }
  return true;
}

int tangent_run_length(ModelText *m, const TangentRow *row, int n)
{
  if (n < SHORTEST_RUN || m->loop || m->twin || m->has_lanes || !m->kernels ||
      !can_begin(m, &row[0]) || !has_shape_of(m, &row[1], &row[0]))
    return 0;
  int end = 2;
  while (end < n && has_shape_of(m, &row[end], &row[0]) &&
         is_next_row(m, &row[end - 2], &row[end - 1], &row[end]))
    end++;
  return end < SHORTEST_RUN ? 0 : end;
}

/* --- how they are written --- */

const char *tangent_run_index(ModelText *m, int first, int next)
{
  Arena *scratch = session_scratch(m->s);
  int step = next - first;
  if (step == 0) return arena_printf(scratch, "%d", first);
  if (step == 1) return arena_printf(scratch, "%d+i", first);
  if (step == -1) return arena_printf(scratch, "%d-i", first);
  return arena_printf(scratch, "%d%+d*i", first, step);
}

const char *tangent_run_factor(ModelText *m, ExprId first, ExprId next)
{
  TakenResult a = taken_result(m, first), b = taken_result(m, next);
  assert(a.array > 0 && a.array == b.array);
  return arena_printf(session_scratch(m->s), "%sc%d[%s]",
                      a.is_negative ? "-" : "", a.array,
                      tangent_run_index(m, a.index, b.index));
}

void tangent_run_write(ModelText *m, const TangentRow *row, int n,
                       TangentRowWriter write, FILE *out)
{
  assert(n >= SHORTEST_RUN);
  char *text;
  size_t size;
  FILE *body = memory_stream(&text, &size);
  TangentRow all = row[0];
  all.next = &row[1];
  write(m, &all, body);
  memory_stream_end(body, &text);
  fprintf(out, "  for (int i = 0; i < %d; i++) {\n", n);
  c_text_indented(out, text);
  fputs("  }\n", out);
  free(text);
}
