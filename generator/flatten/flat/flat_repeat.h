/* flat_repeat.h: equations of a loop, kept as what differs between its turns.
 *
 * Where from turn to turn nothing changes but which variables stand in an
 * equation (loop_repeat.h), the model has its expressions once. An equation
 * with `repeat` has the sides of the first turn; its own ones are those with
 * each moving variable as many steps further as its turn says. Who does not
 * want to know of this unfolds the model first.
 */
#ifndef FOUCAULT_FLATTEN_FLAT_FLAT_REPEAT_H
#define FOUCAULT_FLATTEN_FLAT_FLAT_REPEAT_H

#include "flatten/flat/flat_move.h"

/* A variable that is another one in each turn. */
typedef struct FlatMoving {
  FlatExpr *node; /* FLAT_EXPR_VARIABLE, used nowhere else */
  int32_t first;  /* in turn 0 */
  int32_t step;
} FlatMoving;

/* The expressions are those of the turn that was asked for last. */
struct FlatRepeat {
  FlatExpr *left, *right;
  FlatMoving *moving;
  int n_moving;
  int number; /* in the model, from 0 */
};

typedef struct FlatSides {
  FlatExpr *left, *right;
} FlatSides;

/* May the equation be repeated? Not where it cannot be moved (flat_move.h), or
 * has operators of clocks in it. */
bool flat_repeat_can(const FlatEquation *equation);
/* The equation is turn 0. In each turn the variables of the range are as many
 * further as the range is long. Needs flat_repeat_can(). */
FlatRepeat *flat_repeat_make(FlatModel *flat, Arena *arena,
                             const FlatEquation *equation, FlatRange range);

/* The sides of an equation; those of an equation that repeats another are good
 * until the next call, and not to be changed. */
FlatSides flat_sides(const FlatEquation *equation);

/* Gives all equations sides of their own, in the arena of the model. */
void flat_unfold(FlatModel *flat, Arena *arena);
/* The same of a copy; the rest is shared. */
const FlatModel *flat_unfolded(const FlatModel *flat, Arena *arena);

#endif
