/* block_watch.h: do algebraic loops keep their branches inside of a step?
 *
 * A solver chooses its steps for the states. A loop with several solutions (a
 * trigger, by positive feedback) may leave its branch and be back on it at
 * the end of a step, or the states may move along straight lines for so long
 * that a step contains several such changes: a flat loop does not show that
 * its branch is about to end. So the model is also evaluated inside of steps:
 * where the importer looks, and between distant such points at a small
 * interval. Where a loop has no solution on its branch there (block_guess.h)
 * the step is not to be trusted beyond the last point at which it has one.
 *
 * IDA solves loops together with the states. Its values have to be near the
 * solution that is found from them.
 *
 * cost    nothing for models without nonlinear loops, nor where the importer
 *         looks often: what is evaluated there he would have asked for
 */
#ifndef FOUCAULT_BLOCK_WATCH_H
#define FOUCAULT_BLOCK_WATCH_H

#include "integrator_run.h"

/* Looks at points of the last step after `seen` and up to `end`: they are no
 * farther from each other than the interval (500 in a step at most). The last
 * one at which all loops are on their branches; where that is not `end`, the
 * next one is in *broken. */
double block_watch_look(IntegratorRun *run, double seen, double end,
                        double interval, double *broken);

#endif
