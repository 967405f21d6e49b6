/* model_implicit.h: the implicit form without superfluous derivatives, as C.
 *
 * Written for integrator_ida alone, after the continuous system and its
 * tangent, whose loops it shares. See ImplicitProblem in model.h.
 */
#ifndef FOUCAULT_EMIT_MODEL_MODEL_IMPLICIT_H
#define FOUCAULT_EMIT_MODEL_MODEL_IMPLICIT_H

#include "emit/kernel/model_text.h"

bool model_implicit_is_written(const ReducedSystem *r);
/* Nothing, or everything up to `implicit_problem`. */
void model_implicit_write(ModelText *m, FILE *out);

#endif
