/* tangent.c: gradients of all equations of a sequence. */
#include "reduce/tangent.h"

#include "base/vector.h"
#include "symbolic/differentiate.h"

typedef struct Fill {
  const System *sys;
  Walk *walk;
  Arena *arena;
  bool *is_own; /* [n_vars] unknown of the present block */
  bool parameters;
  int cap;
  Gradient gradient; /* of the present row */
} Fill;

static bool wanted(const void *context, VarId var)
{
  const Fill *fill = context;
  const Var *v = &fill->sys->var[var.i];
  return v->type == VAR_REAL && v->kind != VAR_CONSTANT &&
         v->kind != VAR_DISCRETE && v->kind != VAR_MEMORY &&
         (fill->parameters || v->kind != VAR_PARAMETER) && !fill->is_own[var.i];
}

static void add(Fill *fill, ReducedBlock *b, TangentEntry entry)
{
  b->tangent = vector_grow(fill->arena, b->tangent, &fill->cap,
                           b->n_tangents + 1, sizeof entry);
  b->tangent[b->n_tangents++] = entry;
}

static bool holds_time(Walk *walk, ExprId e)
{
  walk_from(walk, e, true);
  for (int k = 0; k < walk->n_nodes; k++) {
    if (expr_node(walk->exprs, walk->node[k])->op == EXPR_TIME) return true;
  }
  return false;
}

static void fill_row(Fill *fill, ReducedBlock *b, int row, ExprId e)
{
  Gradient *gradient = &fill->gradient;
  if (holds_time(fill->walk, e)) {
    ExprId by_time = differentiate_by_time(fill->walk, e);
    if (!expr_is_zero(fill->sys->exprs, by_time)) {
      add(fill, b, (TangentEntry){row, NO_VAR, by_time});
    }
  }
  differentiate_gradient(fill->walk, e, wanted, fill, gradient);
  for (int k = 0; k < gradient->n_entries; k++) {
    const GradientEntry *g = &gradient->entry[k];
    add(fill, b, (TangentEntry){row, g->var, g->value});
  }
}

void tangent_fill(const System *sys, Walk *walk, BlockSequence *sequence,
                  bool parameters, Arena *arena)
{
  Fill fill = {
      .sys = sys, .walk = walk, .arena = arena, .parameters = parameters};
  fill.is_own = arena_array(walk->arena, (size_t)sys->n_vars, sizeof(bool));
  for (int k = 0; k < sequence->n_blocks; k++) {
    ReducedBlock *b = &sequence->block[k];
    fill.cap = 0;
    if (b->kind == BLOCK_ASSIGN) {
      if (sys->var[b->unknown[0].i].type == VAR_REAL) {
        fill_row(&fill, b, 0, b->value);
      }
      continue;
    }
    int n_own = b->kind == BLOCK_SELECT ? 0 : b->n_columns;
    for (int c = 0; c < n_own; c++) fill.is_own[b->unknown[c].i] = true;
    for (int r = 0; r < b->n; r++) fill_row(&fill, b, r, b->residual[r]);
    for (int c = 0; c < n_own; c++) fill.is_own[b->unknown[c].i] = false;
  }
}
