/* lower_range.h: values that are fixed at translation, and beyond their min or
 * max.
 *
 * What an importer may set is looked at by the FMU, when its initialization
 * ends (fmu_runtime/evaluate/bounds.h).
 *
 * needs   bindings, min and max of constants
 * gives   W207, one for each declaration and value
 */
#ifndef FOUCAULT_REDUCE_LOWER_LOWER_RANGE_H
#define FOUCAULT_REDUCE_LOWER_LOWER_RANGE_H

#include "reduce/system/system.h"

void lower_range_report(Session *s, const System *sys);

#endif
