/* tearing.c: equations with one unknown left are solved, then one is torn. */
#include "reduce/structure/tearing.h"

#include <assert.h>

#include "reduce/system/pattern_lists.h"

/* Inner unknowns that follow from each other in a row of more than this many
 * are not trusted: errors may grow on the way. */
enum { MOST_DEPTH = 10 };

/* How an unknown depends on the torn ones; more: harder to solve. */
typedef enum Bend { STRAIGHT, TURNED, CURVED } Bend;

typedef struct State {
  const Pattern *p;
  PatternLists by_row, by_column;
  int *left;  /* [n_rows] unknowns that are not known yet */
  bool *used; /* [n_rows] an inner unknown is computed from it */
  bool *known;
  int *depth; /* [n_columns] equations on the way from torn unknowns */
  Bend *bend; /* [n_columns] of the equations on the way */
  int *ready; /* rows with one unknown left; a stack */
  int n_ready;
  Tearing *result;
} State;

/* The safe entry of the one unknown that a row has left; -1: not safe. */
static int last_entry(const State *st, int row)
{
  for (int k = st->by_row.start[row]; k < st->by_row.start[row + 1]; k++) {
    int e = st->by_row.entry[k];
    if (st->known[st->p->entry[e].column]) continue;
    return st->p->safe[e] ? e : -1;
  }
  return -1;
}

/* The row as an equation for the unknown of entry `last`. */
static Bend bend_of_row(const State *st, int row, int last)
{
  bool is_bent = false, may_turn = true, turns = false;
  for (int k = st->by_row.start[row]; k < st->by_row.start[row + 1]; k++) {
    int e = st->by_row.entry[k];
    if (e == last || st->p->safe[e]) continue;
    RotationKind kind = st->p->turning ? st->p->turning[e] : ROTATION_NONE;
    is_bent = true;
    may_turn &= kind != ROTATION_NONE;
    turns |=
        kind == ROTATION_SINE || st->bend[st->p->entry[e].column] == TURNED;
  }
  if (!is_bent) return STRAIGHT;
  return may_turn && turns ? TURNED : CURVED;
}

/* What the unknown of entry `last` is computed from decides whether it may
 * be: no nonlinear equation in another one, which would be harder to solve
 * than the two side by side (but for rotations), and no long rows. */
static bool may_follow(State *st, int row, int last)
{
  int depth = 0;
  Bend own = bend_of_row(st, row, last), most = STRAIGHT;
  for (int k = st->by_row.start[row]; k < st->by_row.start[row + 1]; k++) {
    int e = st->by_row.entry[k], c = st->p->entry[e].column;
    if (e == last) continue;
    if (st->depth[c] > depth) depth = st->depth[c];
    if (st->bend[c] > most) most = st->bend[c];
  }
  bool both = own != STRAIGHT && most != STRAIGHT;
  if (both && (own == CURVED || most == CURVED)) return false;
  if (depth >= MOST_DEPTH) return false;
  int column = st->p->entry[last].column;
  st->depth[column] = depth + 1;
  st->bend[column] = own > most ? own : most;
  return true;
}

static void tearing_set_known(State *st, int column)
{
  st->known[column] = true;
  int end = st->by_column.start[column + 1];
  for (int k = st->by_column.start[column]; k < end; k++) {
    int row = st->p->entry[st->by_column.entry[k]].row;
    if (--st->left[row] == 1 && !st->used[row]) st->ready[st->n_ready++] = row;
  }
}

static void compute_inner(State *st)
{
  Tearing *t = st->result;
  while (st->n_ready > 0) {
    int row = st->ready[--st->n_ready];
    if (st->left[row] != 1) continue;
    int e = last_entry(st, row);
    if (e < 0 || !may_follow(st, row, e)) continue;
    st->used[row] = true;
    t->inner_column[t->n_inner] = st->p->entry[e].column;
    t->inner_row[t->n_inner++] = row;
    tearing_set_known(st, st->p->entry[e].column);
  }
}

/* Equations that could be solved next, if the column were known. */
static int gain_of(const State *st, int column)
{
  int gain = 0;
  int end = st->by_column.start[column + 1];
  for (int k = st->by_column.start[column]; k < end; k++) {
    int row = st->p->entry[st->by_column.entry[k]].row;
    if (st->used[row] || st->left[row] != 2) continue;
    for (int i = st->by_row.start[row]; i < st->by_row.start[row + 1]; i++) {
      int e = st->by_row.entry[i], other = st->p->entry[e].column;
      if (other != column && !st->known[other]) gain += st->p->safe[e];
    }
  }
  return gain;
}

static int choose_torn(const State *st)
{
  int best = -1, best_gain = -1, best_length = -1;
  for (int c = 0; c < st->p->n_columns; c++) {
    if (st->known[c]) continue;
    int gain = gain_of(st, c);
    int length = st->by_column.start[c + 1] - st->by_column.start[c];
    if (gain < best_gain || (gain == best_gain && length <= best_length)) {
      continue;
    }
    best = c;
    best_gain = gain;
    best_length = length;
  }
  return best;
}

static void tearing_begin(State *st)
{
  for (int r = 0; r < st->p->n_rows; r++) {
    st->left[r] = st->by_row.start[r + 1] - st->by_row.start[r];
    if (st->left[r] == 1) st->ready[st->n_ready++] = r;
  }
}

Tearing tearing_choose(const Pattern *pattern, Arena *arena, Arena *scratch)
{
  assert(pattern->n_rows == pattern->n_columns && pattern->safe);
  ArenaMark mark = arena_mark(scratch);
  size_t n = (size_t)pattern->n_rows;
  Tearing t = {.inner_column = arena_array(arena, n, sizeof(int)),
               .inner_row = arena_array(arena, n, sizeof(int)),
               .torn = arena_array(arena, n, sizeof(int))};
  State st = {.p = pattern,
              .by_row = pattern_by_row(pattern->entry, pattern->n_entries,
                                       pattern->n_rows, scratch),
              .by_column = pattern_by_column(pattern->entry, pattern->n_entries,
                                             pattern->n_columns, scratch),
              .left = arena_array(scratch, n, sizeof(int)),
              .used = arena_array(scratch, n, sizeof(bool)),
              .known = arena_array(scratch, n, sizeof(bool)),
              .depth = arena_array(scratch, n, sizeof(int)),
              .bend = arena_array(scratch, n, sizeof(Bend)),
              .ready = arena_array(scratch, n, sizeof(int)),
              .result = &t};
  bool *is_torn = arena_array(scratch, n, sizeof(bool));
  tearing_begin(&st);
  compute_inner(&st);
  for (int c = choose_torn(&st); c >= 0; c = choose_torn(&st)) {
    is_torn[c] = true;
    tearing_set_known(&st, c);
    compute_inner(&st);
  }
  for (int c = 0; c < pattern->n_columns; c++) {
    if (is_torn[c]) t.torn[t.n_torn++] = c;
  }
  arena_release(mark);
  return t;
}
