/* flat_repeat.c: see flat_repeat.h. */
#include "flatten/flat/flat_repeat.h"

#include <assert.h>
#include <string.h>

FlatSides flat_sides(const FlatEquation *equation)
{
  const FlatRepeat *repeat = equation->repeat;
  if (!repeat) return (FlatSides){equation->left, equation->right};
  assert(equation->position >= 0 && repeat->n_turns > 0);
  for (int k = 0; k < repeat->n_moving; k++) {
    const FlatMoving *m = &repeat->moving[k];
    m->node->variable = flat_moving_at(repeat, m, equation->position);
  }
  return (FlatSides){repeat->left, repeat->right};
}

/* --- making --- */

/* What is repeated is not deep. */
static FlatExpr *flat_repeat_copy(const FlatExpr *e, Arena *arena)
{
  FlatExpr *made = arena_alloc(arena, sizeof *made);
  *made = *e;
  if (e->n_args > 0) {
    made->arg = arena_array(arena, (size_t)e->n_args, sizeof made->arg[0]);
    for (int k = 0; k < e->n_args; k++)
      made->arg[k] = flat_repeat_copy(e->arg[k], arena);
  }
  return made;
}

static bool flat_repeat_has_clock(const FlatExpr *e)
{
  if (e->kind == FLAT_EXPR_CALL && e->function >= FLAT_CLOCK_INFERRED &&
      e->function <= FLAT_CLOCK_FIRST) {
    return true;
  }
  for (int i = 0; i < e->n_args; i++) {
    if (flat_repeat_has_clock(e->arg[i])) return true;
  }
  return false;
}

bool flat_repeat_can(const FlatEquation *equation)
{
  FlatSides sides = flat_sides(equation);
  return flat_can_move(sides.left) && flat_can_move(sides.right) &&
         !flat_repeat_has_clock(sides.left) &&
         !flat_repeat_has_clock(sides.right);
}

typedef struct Making {
  FlatRange range;
  const FlatRepeat *before; /* that it was; NULL: it was none */
  FlatRepeat *repeat;
} Making;

static int flat_repeat_count_variables(const FlatExpr *e)
{
  int n = e->kind == FLAT_EXPR_VARIABLE;
  for (int i = 0; i < e->n_args; i++)
    n += flat_repeat_count_variables(e->arg[i]);
  return n;
}

/* How far the node, of a side as it was, moves from turn to turn. */
static int32_t flat_repeat_step_of(const Making *m, const FlatExpr *node)
{
  for (int k = 0; m->before && k < m->before->n_moving; k++) {
    if (m->before->moving[k].node == node) return m->before->moving[k].step;
  }
  return 0;
}

/* Every use of a variable that moves has a node of its own. `was` is the same
 * side before it was copied. */
static void flat_repeat_find_moving(const Making *m, FlatExpr *e,
                                    const FlatExpr *was)
{
  FlatRepeat *r = m->repeat;
  if (e->kind == FLAT_EXPR_VARIABLE) {
    bool is_own = flat_range_has(m->range, e->variable.i);
    FlatMoving moving = {e, e->variable.i, flat_repeat_step_of(m, was),
                         is_own ? m->range.n : 0};
    if (moving.step != 0 || is_own) r->moving[r->n_moving++] = moving;
  }
  for (int i = 0; i < e->n_args; i++)
    flat_repeat_find_moving(m, e->arg[i], was->arg[i]);
}

/* The sides have nodes of their own already. */
static void find_all_moving(const Making *m, FlatSides was, Arena *arena)
{
  FlatRepeat *r = m->repeat;
  int n = flat_repeat_count_variables(r->left) +
          flat_repeat_count_variables(r->right);
  r->moving = arena_array(arena, (size_t)n, sizeof r->moving[0]);
  r->n_moving = 0;
  flat_repeat_find_moving(m, r->left, was.left);
  flat_repeat_find_moving(m, r->right, was.right);
  assert(r->n_moving <= n);
}

void flat_repeat_make(FlatModel *flat, Arena *arena, FlatEquation *equation,
                      FlatRange range)
{
  assert(!equation->repeat);
  FlatRepeat *made = arena_alloc(arena, sizeof *made);
  FlatSides was = {equation->left, equation->right};
  made->number = flat->n_repeats++;
  made->n_turns = 1;
  made->left = flat_move(arena, was.left, range, 0);
  made->right = flat_move(arena, was.right, range, 0);
  Making m = {.range = range, .repeat = made};
  find_all_moving(&m, was, arena);
  equation->repeat = made;
  equation->position = 0;
}

void flat_repeat_extend(Arena *arena, FlatRepeat *repeat, FlatRange range)
{
  FlatEquation first = {.repeat = repeat};
  FlatRepeat before = *repeat;
  FlatSides was = flat_sides(&first);
  repeat->left = flat_repeat_copy(was.left, arena);
  repeat->right = flat_repeat_copy(was.right, arena);
  Making m = {.range = range, .before = &before, .repeat = repeat};
  find_all_moving(&m, was, arena);
}

/* --- unfolding --- */

static void unfold(FlatEquation *equation, Arena *arena)
{
  if (!equation->repeat) return;
  FlatSides sides = flat_sides(equation);
  equation->left = flat_repeat_copy(sides.left, arena);
  equation->right = flat_repeat_copy(sides.right, arena);
  equation->repeat = NULL;
  equation->position = 0;
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
