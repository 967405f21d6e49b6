/* unpack.h: the model as the runtime works with it.
 *
 * Generated code packs long tables (packed_table.h). Each instance has its own
 * Model, in which they are at full length, in memory of its own; where nothing
 * is packed it is the Model of the generated code itself.
 */
#ifndef FOUCAULT_UNPACK_H
#define FOUCAULT_UNPACK_H

#include "../model.h"
#include <stdbool.h>
#include <stddef.h>

typedef struct UnpackedModel {
  const Model *model;
  void *memory; /* to be freed with free(); NULL: none */
  size_t size;  /* of it */
} UnpackedModel;

/* False: memory is short. */
bool unpack_model(const Model *given, UnpackedModel *made);

#endif
