/* flat_repeat.c: see flat_repeat.h. */
#include "flatten/flat/flat_repeat.h"

#include <string.h>

FlatSides flat_sides(const FlatEquation *equation)
{
  const FlatRepeat *repeat = equation->repeat;
  if (!repeat) return (FlatSides){equation->left, equation->right};
  for (int k = 0; k < repeat->n_moving; k++) {
    const FlatMoving *m = &repeat->moving[k];
    m->node->variable.i = m->first + m->step * equation->turn;
  }
  return (FlatSides){repeat->left, repeat->right};
}

/* Loops are repeated where expressions are not deep. */
static FlatExpr *copy(const FlatExpr *e, Arena *arena)
{
  FlatExpr *made = arena_alloc(arena, sizeof *made);
  *made = *e;
  if (e->n_args > 0) {
    made->arg = arena_array(arena, (size_t)e->n_args, sizeof made->arg[0]);
    for (int k = 0; k < e->n_args; k++) made->arg[k] = copy(e->arg[k], arena);
  }
  return made;
}

static void unfold(FlatEquation *equation, Arena *arena)
{
  if (!equation->repeat) return;
  FlatSides sides = flat_sides(equation);
  equation->left = copy(sides.left, arena);
  equation->right = copy(sides.right, arena);
  equation->repeat = NULL;
  equation->turn = 0;
}

void flat_unfold(FlatModel *flat, Arena *arena)
{
  for (int k = 0; k < flat->n_equations; k++) unfold(&flat->equation[k], arena);
}

const FlatModel *flat_unfolded(const FlatModel *flat, Arena *arena)
{
  FlatModel *made = arena_alloc(arena, sizeof *made);
  size_t n = (size_t)flat->n_equations;
  *made = *flat;
  made->equation = arena_array(arena, n, sizeof made->equation[0]);
  if (n > 0) memcpy(made->equation, flat->equation, n * sizeof(FlatEquation));
  made->cap_equations = flat->n_equations;
  flat_unfold(made, arena);
  return made;
}
