/* model_c.h: model.c, the C of one model, from templates/model.c.in.
 *
 * The room emit/model/ writes model.c. It calls emit/interface/, emit/blocks/, emit/function/,
 * emit/kernel/, emit/text/, reduce/ and base/. Reading order:
 * templates/model.c.in, this file, model_blocks.h, schedule.h,
 * model_tangent.h, model_tables.h, model_hybrid.h.
 *
 * needs   a ReducedSystem; the contract is fmu_runtime/model.h
 * gives   one C99 file without warnings, the same bytes for the same model;
 *         GUID_NONE stands where the guid belongs
 * fails   E290 for a start value the contract has no place for, E504 for a
 *         template that does not fit
 * cost    linear in the size of the expressions; C functions stay small; the
 *         work of the C compiler follows the number of different equations
 */
#ifndef FOUCAULT_EMIT_MODEL_MODEL_C_H
#define FOUCAULT_EMIT_MODEL_MODEL_C_H

#include <stdbool.h>
#include <stdio.h>

#include "emit/kernel/model_text.h"
#include "reduce/system/reduced.h"

typedef struct ModelCOptions {
  const char *data_folder; /* where the templates are */
  bool no_loops;           /* what repeats itself is not written as a loop */
  /* A new file for the text of a worker, which writes one half while the
   * program writes the other; NULL: no worker. The text is the same. */
  const char *side_path;
  const InterfaceVariables *interface; /* of FMI 3.0; NULL: not asked for */
} ModelCOptions;

/* Errors of `out` are left to ferror(). *guid_at is the offset of the guid
 * from where `out` stood; `out` must know its position. */
bool model_c_write(Session *s, const ReducedSystem *reduced,
                   const ModelCOptions *options, FILE *out, long *guid_at);

#endif
