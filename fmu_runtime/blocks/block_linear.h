/* block_linear.h: factors of one block's Jacobian, and the solution of a
 * block that is affine in its unknowns.
 *
 * Unknown j is column w->column[j] of the block, everywhere.
 * Unknowns are scaled by their nominal values and equations by their largest
 * coefficient, so that neither units nor the way an equation is written
 * decide about pivots.
 *
 * The blocks of evaluate() keep their factors (Block.store): as long as the
 * numbers of the Jacobian stay the same nothing is factored again, and where
 * it depends on parameters only not even the Jacobian is computed. Blocks for
 * which the generator gives an order of elimination are factored sparse, the
 * others dense.
 */
#ifndef FOUCAULT_BLOCK_LINEAR_H
#define FOUCAULT_BLOCK_LINEAR_H

#include "../core/instance.h"
#include "block_sparse.h"
#include <stdbool.h>

typedef enum FactorKind {
  FACTORS_NONE,
  FACTORS_DENSE,
  FACTORS_SPARSE,
  FACTORS_BORROWED, /* dense, in the store that blocks share: until the next
                       factorization */
  FACTORS_DEFICIENT /* of block_deficient.h; in a store without room for dense
                       factors the same */
} FactorKind;

/* What the arrays of a store hold. */
typedef struct FactorState {
  FactorKind kind;
  int has_pattern; /* sparse: pivots that may serve again */
  int rank;        /* deficient */
  int reported;    /* number + 1 of a block of which it was reported that it was
                      deficient */
  int n_begun;     /* solutions that began with these factors: block_chord.h */
  int has_size;    /* of the determinant: size is its binary logarithm */
  double size;
} FactorState;

/* Place for the factors of one block. All arrays lie in the instance's
 * memory. */
typedef struct FactorStore {
  FactorState *state;
  double *entry;     /* [n_nonzeros] Jacobian as the model gives it */
  double *row_scale; /* [n] 1 / largest scaled coefficient of a row */
  int *chosen;       /* [n] w->column when it was factored */
  double *matrix;    /* dense: [n * n] */
  int *pivot;        /* dense: [n] */
  int *column;       /* sparse: [n], see SparseMatrix */
  int *unknown;      /* sparse: [n] */
  SparseLu lu;       /* sparse */
} FactorStore;

/* Workspace of the largest block, the same. */
typedef struct BlockWork {
  int size, n_nonzeros;   /* room for blocks up to these */
  int dense_size;         /* room for dense factors in the shared store */
  double *entry;          /* [n_nonzeros] Jacobian at the present point */
  double *scaled;         /* [n_nonzeros] */
  double *residual;       /* [size] */
  double *trial;          /* [size] residual within a line search */
  double *step;           /* [size] */
  double *base;           /* [size] unknowns where a line search begins */
  double *guess;          /* [size] unknowns as given */
  double *right;          /* [size] of a sparse solution */
  double *torn;           /* [size] solution by tearing */
  double *given;          /* [size] unknowns before any guess */
  double *nearest;        /* [size] where attempts came nearest to solving, */
  double nearest_size;    /* what residuals were left there; HUGE_VAL: none did
                           (block_work.h) */
  int *identity;          /* [size] 0, 1, 2, ... */
  SparseWork sparse;      /* [size] */
  const int *column;      /* column of the block for each unknown: identity, or
                           the chosen ones of a selection block */
  Statistics *statistics; /* of the instance: what is counted */
  int n_stores;
  FactorStore *store; /* [n_stores]; the first is shared, see Block.store */
} BlockWork;

typedef enum FactorResult {
  FACTOR_DONE,
  FACTOR_SINGULAR,   /* *column has no usable pivot */
  FACTOR_NOT_FINITE, /* an entry is infinite or not a number */
  FACTOR_TOO_LARGE   /* the factors have too many entries */
} FactorResult;

/* Factors the Jacobian at the present values, unless the block's store has
 * the factors of the same numbers. A pivot counts as zero when elimination
 * has cancelled its column to rounding level.
 * cost  n^3 / 3 at most when dense; sparse, by the entries of the factors */
FactorResult block_linear_factor(ModelValues *v, const Block *block,
                                 BlockWork *w, int *column);

/* The same for an affine block of the continuous system, some of whose
 * equations may follow from the others: two brakes that hold one shaft. */
FactorResult block_linear_factor_affine(ModelValues *v, const Block *block,
                                        BlockWork *w, int *column);

/* The same for a nonlinear block whose branches may take unknowns out of its
 * equations (block_open.h). */
FactorResult block_linear_factor_open(ModelValues *v, const Block *block,
                                      BlockWork *w, int *column);
/* With the factors of this call: do equations that follow from others agree
 * with them at the present values? Then that is reported, once. */
bool block_linear_is_met(ModelValues *v, const Block *block,
                         const BlockWork *w);

/* The Jacobian that was factored last; entries as in the block. */
const double *block_linear_entries(const Block *block, const BlockWork *w);
/* Row scales of the last factorization. */
const double *block_linear_scales(const Block *block, const BlockWork *w);
/* Largest residual in units of its row; HUGE_VAL if one is not finite. */
double block_linear_residual_size(const Block *block, const BlockWork *w,
                                  const double *residual);

/* Are there factors in the block's own store, of this or an earlier point? */
bool block_linear_has_kept(const Block *block, const BlockWork *w);
/* Entries of them in a column, on the average. */
double block_linear_width(const Block *block, const BlockWork *w);

/* x = -J^-1 right, with the factors of the calls above, in the unknowns' own
 * units; the shortest x where the block is deficient. `right` and `x` may be
 * the same array. */
void block_linear_backsolve(const Block *block, const BlockWork *w,
                            const double *right, double *x);

/* The transpose of that: right = -J'^-1 x. Weights of unknowns become weights
 * of residuals. `right` and `x` are different arrays; `x` is lost. */
void block_linear_backsolve_transposed(const Block *block, const BlockWork *w,
                                       double *x, double *right);

/* Largest of n corrections, relative to the unknown or its nominal value;
 * HUGE_VAL if one is not finite. */
double block_linear_step_size(const ModelValues *v, const Block *block,
                              const BlockWork *w, const double *step);

/* Unknowns become w->base + part * w->step; where `torn`, those that are torn,
 * and the others follow from them. */
void block_linear_move(ModelValues *v, const Block *block, const BlockWork *w,
                       double part, bool torn);

/* 1 or -1, with the factors of block_linear_factor(). */
int block_linear_determinant_sign(const Block *block, const BlockWork *w);

/* Binary logarithm of the determinant's size, the same; unknowns in units of
 * their nominal values, equations as they are. */
double block_linear_determinant_size(const Block *block, const BlockWork *w);

/* The smallest pivot in parts of the largest, the same. */
double block_linear_pivot_ratio(const Block *block, const BlockWork *w);

/* All factors are forgotten: parameters may have changed. */
void block_linear_forget(BlockWork *w);

/* Solves an affine block. The right-hand side is the residual at zero, so
 * that the solution does not depend on what was computed before. Where
 * equations follow from the others, and agree with them, the shortest solution
 * in units of the nominal values is taken, and that is reported once.
 *
 * needs   block->linear; v->instance
 * gives   the solution in v->real, returns 0
 * fails   non-zero, unknowns as before, reason noted in the instance
 */
int block_linear_solve(ModelValues *v, const Block *block, BlockWork *w);

/* Copy the unknowns of the block out of and into v->real. */
void block_linear_save(const ModelValues *v, const Block *block,
                       const BlockWork *w, double *x);
void block_linear_restore(ModelValues *v, const Block *block,
                          const BlockWork *w, const double *x);

#endif
