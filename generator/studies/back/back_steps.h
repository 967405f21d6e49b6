/* back_steps.h: weights, from the end of a stretch without events to its start.
 *
 *   dw/dt = -f_x' w      of the states
 *   dg/dt = -f_p' w      of what is remembered and of the parameters
 *
 * by CVODE, backward in time, along the states that are kept (way.h). The second
 * line does not act on the first: Newton's correction of it follows from that of
 * the states by one more product. Errors of both are held within the tolerance.
 *
 * cost    a dense matrix of the states; of each evaluation one derivative
 *         backward for each column
 */
#ifndef FOUCAULT_STUDIES_BACK_BACK_STEPS_H
#define FOUCAULT_STUDIES_BACK_BACK_STEPS_H

#include "studies/back/way.h"
#include "studies/back/weights.h"

typedef struct BackSteps BackSteps;

/* absolute: [n_columns * weights_width()], errors that do not count. NULL:
 * memory is short. */
BackSteps *back_steps_begin(const Way *way, Weights *w, double tolerance,
                            const double *absolute);
/* From the end of the pieces `first` to `last` to their start. False: lost. */
bool back_steps_run(BackSteps *steps, int first, int last);
void back_steps_end(BackSteps *steps); /* NULL is allowed */

#endif
