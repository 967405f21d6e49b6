/* place_texts.h: texts of places in the model (c_text_place), the last ones
 * kept: the equations of an array, one after the other, are one place.
 *
 * cost    that of c_text_place() where another place had been met; memory for
 *         the texts that are kept
 */
#ifndef FOUCAULT_EMIT_TEXT_PLACE_TEXTS_H
#define FOUCAULT_EMIT_TEXT_PLACE_TEXTS_H

#include "base/session.h"

typedef struct PlaceTexts PlaceTexts;

PlaceTexts *place_texts_create(Session *s, Arena *arena);
/* See c_text_place(). Good until the next call. */
const char *place_texts_of(PlaceTexts *places, Span span);

#endif
