/* call_room.h: arguments, results and arrays of functions that are too long
 * for the stack: importers call us with stacks of any size.
 *
 * Each place of a call in the model's equations has memory of its own, which
 * lasts as long as the instance: call_room() in model.h. Functions may call themselves: they take
 * theirs when they are called and give it back at their end, from pieces that
 * never move. All is reserved when the instance is made, but for functions
 * inside of themselves. Nothing of it is part of a saved state.
 */
#ifndef FOUCAULT_CALL_ROOM_H
#define FOUCAULT_CALL_ROOM_H

#include "model.h"

/* n numbers for one call of a function; NULL: memory is short. */
double *call_room_take(const ModelValues *v, size_t n);
/* The last ones that were taken, n of them. */
void call_room_give_back(const ModelValues *v, size_t n);

#endif
