/* model_computed.h: what is computed from what, for messages of the FMU about
 * values that are not finite, and about events that do not end.
 *
 *   static const char *const computed[] = {
 *     "@tank.mo:9: v = q/A" "\0" "r12 r5 r7" "\0", 0};
 *
 * Equations of one kernel that follow each other with evenly rising numbers are
 * one row, so that arrays cost no more than scalars. Sums are left out: they
 * are finite where their terms are. Of a loop each equation is listed with one
 * unknown and with what is not an unknown of the loop. The format is described
 * in fmu_runtime/model.h.
 *
 * cost    linear in the occurrences of variables
 */
#ifndef FOUCAULT_EMIT_MODEL_MODEL_COMPUTED_H
#define FOUCAULT_EMIT_MODEL_MODEL_COMPUTED_H

#include "emit/kernel/model_text.h"

/* The tables `names` and `computed`. */
void model_computed_write(ModelText *m, FILE *out);

#endif
