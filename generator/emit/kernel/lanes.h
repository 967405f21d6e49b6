/* lanes.h: statements for many points at once (fmu_runtime/core/points.h).
 *
 *   for (int k = 0; k < POINT_LANES; k++) {
 *     v->real[7*POINT_LANES+k] = v->real[2*POINT_LANES+k] * ...;
 *   }
 *
 * needs   statements that read and write Reals alone, and call nothing of the
 *         model
 * gives   loops that a C compiler can make vector instructions of: statements
 *         with sin() and the like, of which it cannot, are in loops of their
 *         own
 */
#ifndef FOUCAULT_EMIT_KERNEL_LANES_H
#define FOUCAULT_EMIT_KERNEL_LANES_H

#include "emit/kernel/routine.h"

/* Between both, indices and leaves are written for lane k, and nothing else is
 * written as a loop. */
typedef struct Lanes {
  ModelText *m;
  Kernels *kernels; /* as it was */
} Lanes;
Lanes lanes_enter(ModelText *m);
void lanes_leave(const Lanes *lanes);

/* Does what is below these roots call a function of C? */
bool lanes_call(const ModelText *m, const ExprId *root, int n);

/* Writes the items in loops; calls[k]: item begin + k calls something. */
void lanes_write(ModelText *m, const Routine *r, int begin, int end,
                 const bool *calls,
                 void (*write)(ModelText *m, const Routine *r, int begin,
                               int end, FILE *out),
                 FILE *out);

#endif
