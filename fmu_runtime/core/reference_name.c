/* reference_name.c: reads Model.names. */
#include "reference_name.h"
#include "runtime_assert.h"

void reference_name(const Model *model, int index,
                    char name[REFERENCE_NAME_SIZE])
{
  RUNTIME_ASSERT(index >= 0 &&
                 index < model->n_real + model->n_integer + model->n_boolean);
  name_rows_find(model->names, index, name);
}

const char *reference_name_of(const Model *model, const Block *block,
                              int column, char room[REFERENCE_NAME_SIZE])
{
  RUNTIME_ASSERT(column >= 0 && column < block->n_columns);
  if (block->name) return block->name[column];
  /* a column of a selection set that does not exist at this level */
  if (block->unknown[column] < 0) return "-";
  reference_name(model, block->unknown[column], room);
  return room;
}
