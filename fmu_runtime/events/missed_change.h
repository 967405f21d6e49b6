/* missed_change.h: relations that change and change back within a step of an
 * importer.
 *
 * In Model Exchange the importer decides the steps, and sees event indicators at
 * their ends, or where it looks in between. A relation that is another only
 * inside of a step makes no event then, and nobody knows. So each completed step
 * is looked at once more, with the polynomials through its two ends
 * (step_look.h). What was missed cannot be mended, since time does not go back:
 * there is a warning, once for each relation, with its line.
 *
 * Relations of time alone are time events and are never missed.
 *
 * cost    that of step_look.h, for each completed step
 */
#ifndef FOUCAULT_MISSED_CHANGE_H
#define FOUCAULT_MISSED_CHANGE_H

#include "../core/instance.h"

/* Continuous-time mode begins here; values are fresh. */
void missed_change_begin(Instance *inst);

/* A step is completed; values are fresh. */
void missed_change_look(Instance *inst);

#endif
