/* model_coordinate_frames.h: coordinates that the runtime chooses, as the table
 * frame[]. */
#ifndef FOUCAULT_EMIT_MODEL_MODEL_COORDINATE_FRAMES_H
#define FOUCAULT_EMIT_MODEL_MODEL_COORDINATE_FRAMES_H

#include "emit/kernel/model_text.h"

/* Nothing, if the model has none. */
void model_coordinate_frames_write(const ModelText *m, FILE *out);

#endif
