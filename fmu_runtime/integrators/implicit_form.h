/* implicit_form.h: the model as F(t, y, y') = 0, for IDA.
 *
 * y holds the states, of selection sets all candidates at all levels, and the
 * unknowns of those loops that are not worth being solved at every point:
 * nonlinear ones and large ones. evaluate() is run as it is; where it asks for
 * the solution of such a loop (block_solve) the given values are taken and
 * the residuals noted instead. Rows:
 *
 *   of a state              y' - its derivative
 *   of a loop's unknown     a residual of the loop
 *   of a chosen candidate   a residual of its level
 *
 * An exchange of states changes which rows are of which kind, nothing else.
 *
 * Where the integrator's y' makes differentiated equations superfluous
 * (Model.implicit), its evaluate() is run in place of the model's. Some
 * derivatives, its slopes, are then given, as y'; y also holds its dummies.
 * What has no row of the kinds above, the states with such derivatives and
 * the dummies, shares the rows of the problem, in order.
 */
#ifndef FOUCAULT_IMPLICIT_FORM_H
#define FOUCAULT_IMPLICIT_FORM_H

#include "../carry/carried.h"
#include "../core/instance.h"

typedef struct ImplicitForm {
  Instance *inst;
  int n;           /* unknowns y */
  int *variable;   /* [n] value references */
  double *nominal; /* [n] */
  int *position;   /* [n_real] in y, -1: none */
  int n_rows;      /* that JacobianPattern counts */
  int *place;      /* [n_rows] which of the n rows each is now, -1: none */
  int *slope;      /* [n] reference of y' where it is given; -1: it is not */
  unsigned char *has_row; /* [n] for implicit_form_choose() alone */
  /* While evaluate() or tangent() runs: where residuals go, by row; else
   * NULL. */
  double *row;
} ImplicitForm;

/* Makes inst->implicit, from solver memory; false: memory is short. */
bool implicit_form_create(Instance *inst);

/* Sizes of unknowns of loops are not below this part of the largest unknown of
 * the same loop: what is less is rounding. */
void implicit_form_resolve(const ImplicitForm *f, const double *y, double part,
                           double *size);
/* Bytes that implicit_form_create() will ask for, and the number of y. */
size_t implicit_form_memory(const Instance *inst, int *n);

/* How many states and candidates there are: what y begins with. */
int implicit_form_candidates(const ImplicitForm *f);

/* From the instance's values, which must be fresh. y' is exact, of the other
 * unknowns too. False, reason noted: a tangent could not be found. */
bool implicit_form_get(ImplicitForm *f, double *y, double *slope);
/* The slopes of states and candidates alone, from fresh values. False, reason
 * noted: a contact force could not be found. */
bool implicit_form_state_slopes(ImplicitForm *f, double *slope);
/* Takes over the choice of states. is_state: 1 for what is a state at present,
 * else 0. */
void implicit_form_choose(ImplicitForm *f, double *is_state);
/* Makes time and y the values of the instance; where they differ from those
 * it has, the rest is stale. */
void implicit_form_set(ImplicitForm *f, double time, const double *y);

/* F at a point; false, reason noted: the model cannot be evaluated there.
 * Leaves the rest of the values stale. */
bool implicit_form_residual(ImplicitForm *f, double time, const double *y,
                            const double *slope, double *residual);
/* Column j of dF/dy + c dF/dy' at the point of the last residual. */
bool implicit_form_column(ImplicitForm *f, double c, int j, double *column);

/* The matrix of these columns times a direction. */
bool implicit_form_product(ImplicitForm *f, double c, const double *direction,
                           double *product);

/* All columns with this structure, one direction for each colour; `work` has
 * room for n numbers, `value` for all entries. Entries in rows without a place
 * are zero. */
bool implicit_form_sparse(ImplicitForm *f, double c,
                          const JacobianPattern *pattern, double *work,
                          double *value);

/* For block_solve() and block_tangent(): does the form take this block? */
bool implicit_form_takes(const Instance *inst, const Block *block);
int implicit_form_solve(ModelValues *v, const Block *block);
int implicit_form_tangent(ModelValues *v, const Block *block, Tangent *t);

/* The rows are those that another one had (carry/carried.h). */
bool implicit_form_take(ImplicitForm *f, const Carried *from);

#endif
