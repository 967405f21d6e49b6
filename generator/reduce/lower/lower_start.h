/* lower_start.h: parameters that have no value and take their start value.
 *
 * Section 8.6 of the specification: a tool takes the start value, and warns,
 * because the user may have forgotten to give a value.
 *
 * gives   W204, one for each declaration, with the number of parameters that
 *         were made of it. Parameters whose value translation needed have been
 *         reported where it was needed
 * cost    n log n in such parameters
 */
#ifndef FOUCAULT_REDUCE_LOWER_LOWER_START_H
#define FOUCAULT_REDUCE_LOWER_LOWER_START_H

#include "flatten/flat/flat.h"

void lower_start_report(Session *s, const FlatModel *flat);

#endif
