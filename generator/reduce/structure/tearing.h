/* tearing.h: which unknowns of a nonlinear block are iterated for.
 *
 * needs   a square block with its Jacobian, and which entries are safe: the
 *         equation is affine in the unknown, with a factor that is never zero
 * gives   unknowns that are computed one after the other, each from one
 *         equation by division by a safe factor (inner); the others, for
 *         which the iteration is, are torn. The remaining equations are left
 *         as residuals. No nonlinear equation is put into another one, but
 *         for rotations (rotation_equations.h), and no
 *         long rows of equations into each other: the torn block is not
 *         harder to solve than the whole, nor are digits lost
 * keeps   the block itself: inner unknowns stay among its unknowns, so that
 *         it can be solved without tearing too
 * cost    entries times torn unknowns, at most; no recursion
 *
 * The smallest set of torn unknowns is hard to find; this is the usual greedy
 * choice: tear what makes most equations solvable next (Cellier and Kofman,
 * Continuous System Simulation, section 7.5).
 */
#ifndef FOUCAULT_REDUCE_STRUCTURE_TEARING_H
#define FOUCAULT_REDUCE_STRUCTURE_TEARING_H

#include "reduce/structure/pivot_order.h"

typedef struct Tearing {
  int *inner_column, *inner_row; /* [n_inner] in the order of computation */
  int n_inner;
  int *torn; /* [n_torn] columns, rising */
  int n_torn;
} Tearing;

Tearing tearing_choose(const Pattern *pattern, Arena *arena, Arena *scratch);

#endif
