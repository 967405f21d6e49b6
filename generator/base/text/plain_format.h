/* plain_format.h: printf for the formats that most texts of a model have.
 *
 * Names, places and table entries are put together from words and integers,
 * several for each equation: vsnprintf() takes a thousand instructions for
 * what a few copies do.
 */
#ifndef FOUCAULT_BASE_TEXT_PLAIN_FORMAT_H
#define FOUCAULT_BASE_TEXT_PLAIN_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

/* The same bytes as vsnprintf(), with a terminating zero; the number of bytes
 * before it. -1: the format has something else than %s, %.*s, %d, %c and %%,
 * or the text does not fit; what `to` holds is of no use then. `args` is left
 * as it was. */
int plain_format(char *to, size_t room, const char *format, va_list args);

#endif
