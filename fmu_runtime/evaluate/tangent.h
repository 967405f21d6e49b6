/* tangent.h: exact directional derivatives of the model.
 *
 * A direction is carried forward through the sequence of blocks: assignments
 * by their partial derivatives, a loop by one solution with its Jacobian at
 * the present point. No differences, so no step size and no loss of digits.
 */
#ifndef FOUCAULT_TANGENT_H
#define FOUCAULT_TANGENT_H

#include "../core/instance.h"

/* The direction with all zeros, to be filled with what is given. */
double *tangent_begin(Instance *inst);
/* Fills in the rest of the direction, at the present values, which must be
 * fresh; `initial`: of the initial system. False, reason noted: singular. */
bool tangent_run(Instance *inst, bool initial);

/* The value reference that one of the importer stands for: a state of a
 * selection set stands for one of its candidates. */
int tangent_source(const Instance *inst, unsigned reference);

/* Jacobian d derivatives / d states, column by column. */
bool tangent_jacobian(Instance *inst, double *column, int column_index);

/* The direction of all states whose columns have this colour, filled in; NULL,
 * reason noted: singular. */
const double *tangent_color(Instance *inst, const JacobianPattern *pattern,
                            int color);

/* The entries of the Jacobian with this structure, one direction for each
 * colour; `value` has pattern->n_nonzeros elements. */
bool tangent_sparse_jacobian(Instance *inst, const JacobianPattern *pattern,
                             double *value);

/* The workspace: the direction at hand. */
static inline Tangent *tangent_of(const Instance *inst)
{
  return inst->part[PART_TANGENT];
}

#endif
