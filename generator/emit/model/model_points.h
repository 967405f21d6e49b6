/* model_points.h: the model at many points at once, as C.
 *
 * needs   TranslationChoice.points
 * gives   ModelPoints (fmu_runtime/model.h), if after reduction the model is
 *         what can be computed side by side: assignments of Reals by formulas,
 *         without loops of equations, events, functions and assertions. Else
 *         nothing: points go one after the other then
 * cost    as much text again as evaluate() and tangent()
 */
#ifndef FOUCAULT_EMIT_MODEL_MODEL_POINTS_H
#define FOUCAULT_EMIT_MODEL_MODEL_POINTS_H

#include "emit/kernel/model_text.h"

/* After evaluate() and tangent(). */
void model_points_write(ModelText *m, FILE *out);
/* The member of Model. */
void model_points_member(const ModelText *m, FILE *out);

#endif
