/* flat_repeat.h: families of equations, kept as what differs between them.
 *
 * The turns of a loop (loop_repeat.h) and the elements of an array of
 * components (family_bodies.h) may differ by nothing but which variables stand
 * in an equation. Then the model has its expressions once. All equations of
 * such a family have the same `repeat` and a position in it, from 0; the sides
 * of each are those of the repeat, with the variables of that position. The
 * number of the repeat is that of the family, until the C text is written.
 * Who does not want to know of this unfolds the model first.
 *
 * Positions of a loop are its turns. Where the loop stands in an element of an
 * array of components, position p is turn p % n_turns in element p / n_turns.
 */
#ifndef FOUCAULT_FLATTEN_FLAT_FLAT_REPEAT_H
#define FOUCAULT_FLATTEN_FLAT_FLAT_REPEAT_H

#include "flatten/flat/flat_move.h"

/* A variable that is another one at each position. */
typedef struct FlatMoving {
  FlatExpr *node;       /* FLAT_EXPR_VARIABLE, used nowhere else */
  int32_t first;        /* at position 0 */
  int32_t step;         /* from turn to turn */
  int32_t element_step; /* from element to element */
} FlatMoving;

/* The expressions are those of the position that was asked for last. */
struct FlatRepeat {
  FlatExpr *left, *right;
  FlatMoving *moving;
  int n_moving;
  int number;  /* in the model, from 0 */
  int n_turns; /* of the loop; 1: it is in none */
};

typedef struct FlatSides {
  FlatExpr *left, *right;
} FlatSides;

/* May the equation be repeated? Not where it cannot be moved (flat_move.h), or
 * has operators of clocks in it. */
bool flat_repeat_can(const FlatEquation *equation);
/* The equation, which has no repeat, becomes position 0 of one. In each
 * element the variables of the range are as many further as the range is long.
 * Needs flat_repeat_can(). */
void flat_repeat_make(FlatModel *flat, Arena *arena, FlatEquation *equation,
                      FlatRange range);
/* The same of the repeat of a loop, once; the number of turns is given. */
void flat_repeat_extend(Arena *arena, FlatRepeat *repeat, FlatRange range);

/* The variable that moves, at a position. */
static inline FlatVarId flat_moving_at(const FlatRepeat *repeat,
                                       const FlatMoving *m, int position)
{
  int turn = position % repeat->n_turns, element = position / repeat->n_turns;
  return (FlatVarId){m->first + m->step * turn + m->element_step * element};
}

/* The sides of an equation; those of an equation that repeats another are good
 * until the next call, and not to be changed. */
FlatSides flat_sides(const FlatEquation *equation);

/* Gives all equations sides of their own, in the arena of the model. */
void flat_unfold(FlatModel *flat, Arena *arena);
/* The same of a copy; the rest is shared. */
const FlatModel *flat_unfolded(const FlatModel *flat, Arena *arena);

#endif
