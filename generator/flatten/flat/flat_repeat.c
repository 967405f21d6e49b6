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

/* --- making --- */

/* What is repeated is not deep. */
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

static bool has_clock(const FlatExpr *e)
{
  if (e->kind == FLAT_EXPR_CALL && e->function >= FLAT_CLOCK_INFERRED &&
      e->function <= FLAT_CLOCK_FIRST) {
    return true;
  }
  for (int i = 0; i < e->n_args; i++) {
    if (has_clock(e->arg[i])) return true;
  }
  return false;
}

bool flat_repeat_can(const FlatEquation *equation)
{
  FlatSides sides = flat_sides(equation);
  return flat_can_move(sides.left) && flat_can_move(sides.right) &&
         !has_clock(sides.left) && !has_clock(sides.right);
}

typedef struct Making {
  Arena *arena;
  FlatRange range;
  bool
      is_repeat; /* what is repeated: its nodes are changed from turn to turn */
  FlatRepeat *repeat;
} Making;

static int count_moving(const FlatExpr *e, FlatRange range)
{
  int n = e->kind == FLAT_EXPR_VARIABLE && flat_range_has(range, e->variable.i);
  for (int i = 0; i < e->n_args; i++) n += count_moving(e->arg[i], range);
  return n;
}

/* Every use of a variable that moves has a node of its own. */
static void find_moving(const Making *m, FlatExpr *e)
{
  FlatRepeat *r = m->repeat;
  if (e->kind == FLAT_EXPR_VARIABLE && flat_range_has(m->range, e->variable.i))
    r->moving[r->n_moving++] = (FlatMoving){e, e->variable.i, m->range.n};
  for (int i = 0; i < e->n_args; i++) find_moving(m, e->arg[i]);
}

static FlatExpr *own_side(const Making *m, FlatExpr *side)
{
  return m->is_repeat ? copy(side, m->arena)
                      : flat_move(m->arena, side, m->range, 0);
}

FlatRepeat *flat_repeat_make(FlatModel *flat, Arena *arena,
                             const FlatEquation *equation, FlatRange range)
{
  FlatSides sides = flat_sides(equation);
  Making m = {arena, range, equation->repeat != NULL,
              arena_alloc(arena, sizeof *m.repeat)};
  size_t n = (size_t)(count_moving(sides.left, range) +
                      count_moving(sides.right, range));
  m.repeat->number = flat->n_repeats++;
  m.repeat->left = own_side(&m, sides.left);
  m.repeat->right = own_side(&m, sides.right);
  m.repeat->moving = arena_array(arena, n, sizeof m.repeat->moving[0]);
  find_moving(&m, m.repeat->left);
  find_moving(&m, m.repeat->right);
  return m.repeat;
}

/* --- unfolding --- */

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
