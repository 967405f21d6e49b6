/* foreign_answer.h: what a C function at translation has given.
 *
 * Its process writes a file: K and the values of the outputs, or E and a
 * message. C code that runs there may write anything else in its place.
 */
#ifndef FOUCAULT_EMIT_FOREIGN_FOREIGN_ANSWER_H
#define FOUCAULT_EMIT_FOREIGN_FOREIGN_ANSWER_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/foreign_call.h"
#include "emit/text/read_file.h"

/* Into the outputs of the call; texts in the arena. False: *failure. */
bool foreign_answer_read(Arena *arena, FileBytes answer,
                         const ForeignCall *call, const char **failure);

#endif
