/* integer_text.h: integers in decimal, without printf: names and tables of
 * large models are full of them. */
#ifndef FOUCAULT_BASE_TEXT_INTEGER_TEXT_H
#define FOUCAULT_BASE_TEXT_INTEGER_TEXT_H

#include <stddef.h>

enum { INTEGER_TEXT_SIZE = 24 }; /* any long, with the terminating zero */

/* Writes value and a zero; the number of characters before the zero. */
size_t integer_text(long value, char *buffer);

#endif
