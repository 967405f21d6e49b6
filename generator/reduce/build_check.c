/* build_check.c: the invariants of a ReducedSystem while it is built. */
#include "reduce/build_check.h"
#include "reduce/system/reduced_visit.h"

#include <stdio.h>
#include <stdlib.h>

static void build_require(bool holds, const char *what, const char *where)
{
  if (holds) return;
  fprintf(stderr, "internal error: reduced invariant '%s' broken at %s\n", what,
          where);
  abort();
}

void build_check_reinits(const ReducedBuild *b)
{
  for (int k = 0; k < b->sys->n_reinits; k++) {
    const Var *var = &b->sys->var[b->sys->reinit[k].state.i];
    build_require(var->role == ROLE_STATE && var->set < 0, "reinit of a state",
                  var->name);
  }
}

/* --- blocks --- */

static void build_check_entries(const ReducedBlock *block, const char *where)
{
  for (int k = 0; k < block->n_entries; k++) {
    const JacobianEntry *e = &block->entry[k];
    build_require(e->row >= 0 && e->row < block->n && e->column >= 0 &&
                      e->column < block->n_columns,
                  "entries inside of the Jacobian", where);
  }
}

static void build_check_block(const ReducedBuild *b, const ReducedBlock *block,
                              bool *computed)
{
  const char *where = "a block";
  for (int i = 0; i < block->n_columns; i++) {
    int v = block->unknown[i].i;
    if (v < 0) continue;
    build_require(v < b->sys->n_vars, "an unknown is a variable", where);
    where = b->sys->var[v].name;
    build_require(!computed[v], "computed once", where);
    computed[v] = true;
  }
  build_require(block->kind != BLOCK_ASSIGN || block->value.i >= 0,
                "an assignment has a value", where);
  build_check_entries(block, where);
}

static void build_check_sequence(const ReducedBuild *b,
                                 const BlockSequence *sequence)
{
  bool *computed = calloc((size_t)b->sys->n_vars + 1, sizeof(bool));
  build_require(computed != NULL, "there is memory", "a sequence");
  for (int k = 0; k < sequence->n_blocks; k++) {
    build_check_block(b, &sequence->block[k], computed);
  }
  free(computed);
}

void build_check_blocks(const ReducedBuild *b)
{
  build_check_sequence(b, &b->r->parameters);
  build_check_sequence(b, &b->r->initial);
  build_check_sequence(b, &b->r->continuous);
}

void build_check_guesses(const ReducedBuild *b)
{
  build_check_blocks(b);
  for (int i = 0; i < b->sys->n_vars; i++) {
    const Var *var = &b->sys->var[i];
    build_require(b->guess[i].i < 0 || var->start.i < 0,
                  "a guess is for what has no start", var->name);
  }
}

/* --- variables --- */

static void check_slot(const ReducedSystem *r, const ReducedVar *rv)
{
  int n_slots = rv->type == VAR_REAL      ? r->n_real
                : rv->type == VAR_INTEGER ? r->n_integer
                                          : r->n_boolean;
  int n_aliases = rv->type == VAR_REAL ? r->n_real_aliases : 0;
  build_require(rv->value_reference >= 0 &&
                    rv->value_reference < n_slots + n_aliases,
                "a value has a slot of its type", rv->name);
  build_require(rv->var.i < 0 || r->slot[rv->var.i] == reduced_slot_of(r, rv),
                "the value reference leads to the slot", rv->name);
  build_require(rv->derivative_of < r->n_vars, "a derivative is of a variable",
                rv->name);
}

void build_check_variables(const ReducedBuild *b)
{
  const ReducedSystem *r = b->r;
  for (int k = 0; k < r->n_vars; k++) check_slot(r, &r->var[k]);
  for (int k = 0; k < r->n_states; k++) {
    const char *name = b->sys->var[r->state[k].i].name;
    int row = r->row_of_var[r->state[k].i];
    int slope = r->row_of_var[r->derivative[k].i];
    build_require(row >= 0 && slope >= 0, "a state is a variable", name);
    build_require(r->var[row].is_state && r->var[slope].derivative_of == row,
                  "a state has a derivative", name);
  }
}

void build_check_exposed(const ReducedBuild *b)
{
  const ReducedSystem *r = b->r;
  build_require(!r->var[0].is_hidden, "time is seen", "time");
  for (int k = 0; k < r->n_states; k++) {
    const ReducedVar *state = &r->var[r->row_of_var[r->state[k].i]];
    const ReducedVar *slope = &r->var[r->row_of_var[r->derivative[k].i]];
    build_require(!state->is_hidden && !slope->is_hidden, "a state is seen",
                  state->name);
  }
}

/* --- the pattern --- */

static int last_row(const SparsePattern *p)
{
  int last = -1;
  for (int k = 0; k < p->n_nonzeros; k++) {
    if (p->row[k] > last) last = p->row[k];
  }
  return last;
}

/* Marks each row of the column with the colour. */
static void color_column(const SparsePattern *p, int column, int color,
                         int *color_of)
{
  int end = p->column_start[column + 1];
  for (int k = p->column_start[column]; k < end; k++) {
    build_require(k == p->column_start[column] || p->row[k - 1] < p->row[k],
                  "rows rise", "the pattern");
    build_require(color_of[p->row[k]] != color + 1,
                  "columns of a colour share no row", "the pattern");
    color_of[p->row[k]] = color + 1;
  }
}

void build_check_pattern(const ReducedBuild *b)
{
  const SparsePattern *p = &b->r->jacobian;
  if (!b->r->sparse) return;
  int *color_of = calloc((size_t)last_row(p) + 2, sizeof(int));
  build_require(color_of != NULL, "there is memory", "the pattern");
  for (int c = 0; c < p->n_colors; c++) {
    for (int k = p->color_start[c]; k < p->color_start[c + 1]; k++) {
      color_column(p, p->column[k], c, color_of);
    }
  }
  build_require(p->color_start[p->n_colors] == p->n,
                "every column has a colour", "the pattern");
  free(color_of);
}
