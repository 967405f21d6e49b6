/* reference_name.h: names of variables, for messages.
 *
 * cost    a walk through Model.names
 */
#ifndef FOUCAULT_REFERENCE_NAME_H
#define FOUCAULT_REFERENCE_NAME_H

#include "../model.h"
#include "name_rows.h"

enum { REFERENCE_NAME_SIZE = NAME_ROWS_SIZE };

/* Of a Real by its value reference; Integers come after all Reals, Booleans
 * after all Integers. Empty: the model has no such name. */
void reference_name(const Model *model, int index,
                    char name[REFERENCE_NAME_SIZE]);

/* Of an unknown of a block: the block's own text, or `room`. */
const char *reference_name_of(const Model *model, const Block *block,
                              int column, char room[REFERENCE_NAME_SIZE]);

#endif
