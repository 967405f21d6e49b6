/* defect_watch.h: does the solver's curve follow the model inside of a step?
 *
 * A solver compares its curve with the model at the ends of its steps alone.
 * A pulse in time that begins and ends within one step is not seen: the curve
 * goes straight on. So the slope of the curve is compared with what the model
 * says about it at inner points, too: where the importer looks, and between
 * distant such points at a small interval. The difference, through Newton's
 * matrix where the solver has one, is the error that a step from there would
 * have made. Where it is larger than what the tolerance allows the step is not
 * to be trusted beyond the last point at which it was good: the run goes back
 * to it and on in short steps.
 *
 * guarantee  Whatever moves a state by DEFECT_MOST times its tolerance in one
 *            step, were it to last, and lasts for the interval or longer is
 *            seen. The interval is a five hundredth of the run, or of the time
 *            up to the end of the present communication step where no stop
 *            time is known; it is the communication step where that is less.
 *            What depends on time alone is seen however short it is.
 * cost       500 evaluations in a run at most, fewer where the importer looks:
 *            what is evaluated there he would have asked for
 */
#ifndef FOUCAULT_DEFECT_WATCH_H
#define FOUCAULT_DEFECT_WATCH_H

#include "../events/forcing_look.h"
#include "integrator_run.h"

/* Looks at points of the last step after `seen` and up to `end`: they are no
 * farther from each other than the interval. The last one at which the curve
 * follows the model; where that is not `end`, the next one is in *broken. */
double defect_watch_look(IntegratorRun *run, double seen, double end,
                         double interval, double *broken);

/* The same where bounds of what depends on time alone (forcing_look.h) say that
 * something may hide between the ends of the step from `before` to run->now,
 * however short it is. False: nothing does; otherwise *good and *broken are the
 * ends of the first part of the step in which it happens. */
bool defect_watch_forcing(IntegratorRun *run, double before, double *good,
                          double *broken);

#endif
