/* lower_text.h: Strings of the flat model that were fixed at translation.
 *
 * Nobody can change them, so their values are part of the model.
 * needs   a constant or evaluated parameter of the type String
 * gives   one more System.text; none where the value is not known
 */
#ifndef FOUCAULT_REDUCE_LOWER_LOWER_TEXT_H
#define FOUCAULT_REDUCE_LOWER_LOWER_TEXT_H

#include "flatten/flat/flat.h"
#include "reduce/system/system.h"

void lower_text(Session *s, System *sys, const FlatVar *fv);

#endif
