/* importer_watch.h: does the importer follow the derivatives?
 *
 * In Model Exchange the importer integrates. Where its Newton matrix is wrong,
 * say made of differences that are rounding, or its steps are too long, the
 * states leave the way that the derivatives lead, and no equation shows it. So
 * each completed step is compared with what the derivatives say:
 *
 *   by the slopes at its ends (trapezoidal rule), without an evaluation;
 *   where that is not enough, with one in the middle of the cubic polynomial
 *   through both ends (Simpson);
 *   where that is not enough, by an integration from the beginning of the step
 *   to its end, in steps that are as short as the tolerance asks for.
 *
 * What the third says is added up for each state. A sum of more than
 * IMPORTER_FAR tolerances is a warning, once in a run, with the name and the size.
 *
 * needs   continuous-time mode; inputs that rest during the step, no
 *         spatialDistribution
 * gives   a warning in the log; nothing else changes: all numbers are put back
 * cost    a few operations for each state and step, a copy of all numbers for
 *         each look, and no more evaluations than IMPORTER_LOOKS and this part
 *         of the importer's: IMPORTER_SHARE. The copy lies in
 *         instance_spare()
 */
#ifndef FOUCAULT_IMPORTER_WATCH_H
#define FOUCAULT_IMPORTER_WATCH_H

#include "../core/instance.h"

/* Continuous-time mode begins here; values are fresh. */
void importer_watch_begin(Instance *inst);

/* A step is completed; values are fresh. */
void importer_watch_look(Instance *inst);

#endif
