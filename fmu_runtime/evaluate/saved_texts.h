/* saved_texts.h: the Strings of an instance, for a saved state.
 *
 * A String is a number of the instance it came into being in
 * (string_pool.h). For another instance its text is kept beside it: one text
 * with its end for each place that holds a String, empty where the number is
 * one of the model's own and means the same everywhere.
 */
#ifndef FOUCAULT_SAVED_TEXTS_H
#define FOUCAULT_SAVED_TEXTS_H

#include "../core/instance.h"

/* Bytes that saved_texts_write() writes; 0: the model has no Strings. */
size_t saved_texts_size(Instance *inst);
void saved_texts_write(Instance *inst, char *texts);
/* Gives the Strings, whose numbers are those of another instance, numbers of
 * this one. Takes their texts out of [*texts, end). False: memory is short, or
 * these are not the texts. */
bool saved_texts_take(Instance *inst, const char **texts, const char *end);

#endif
