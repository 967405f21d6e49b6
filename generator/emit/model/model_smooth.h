/* model_smooth.h: is the model's right-hand side smooth?
 *
 * gives   true where no equation has a relation, a condition, a kink (abs, min,
 *         max), a jump (floor, sign) or a call of a function, and nothing is
 *         asserted: then a long step may be trusted between the points at which
 *         it is evaluated (fmu_runtime/integrate/long_way.h)
 * cost    linear in the equations
 */
#ifndef FOUCAULT_EMIT_MODEL_MODEL_SMOOTH_H
#define FOUCAULT_EMIT_MODEL_MODEL_SMOOTH_H

#include "emit/kernel/model_text.h"

bool model_is_smooth(const ModelText *m);

#endif
