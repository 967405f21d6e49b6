/* function_given.h: inputs that a C function reads where they are.
 *
 * An array of numbers that is never assigned is a pointer to its inputs.
 *
 * A section of an algorithm gets each element of an array that it reads as an
 * input of its own: a table of 500 rows is 1,000 of them. Inputs that are
 * numbers, follow each other in a long row and are never assigned need no
 * variables: in[k] is read, and a part of the row is copied as a whole.
 *
 * For function_c.c.
 */
#ifndef FOUCAULT_EMIT_FUNCTION_FUNCTION_GIVEN_H
#define FOUCAULT_EMIT_FUNCTION_FUNCTION_GIVEN_H

#include "base/arena.h"
#include "function/function.h"

/* [f->n_slots] the number of the input that a slot is, for those of such rows;
 * else -1. NULL: there are none. */
const int *function_given_find(const Function *f, Arena *arena);
/* [f->n_locals] the first of the inputs that the array is; else -1. NULL: there
 * are none. */
const int *function_given_arrays(const Function *f, Arena *arena);

#endif
