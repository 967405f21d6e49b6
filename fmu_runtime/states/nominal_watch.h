/* nominal_watch.h: states that live far below the nominal value they are given.
 *
 * A nominal value of the model is obeyed: errors of a state are measured in
 * parts of it (scale.h). A state that never reaches a hundredth of it has few
 * digits, or none; who has written the nominal value may not know. Where the run
 * ends such states are named in one warning. Sizes that are not given are learnt,
 * and never so wrong.
 *
 * cost    a comparison for each state outside of selection sets, at
 *         communication points and completed steps
 */
#ifndef FOUCAULT_NOMINAL_WATCH_H
#define FOUCAULT_NOMINAL_WATCH_H

#include "../core/instance.h"

/* A point that the importer sees; values are fresh. */
void nominal_watch_see(Instance *inst);

/* The run ends. */
void nominal_watch_report(Instance *inst);

#endif
