/* decimal_text.h: the shortest decimal number that reads back as a double.
 *
 * gives   the fewest digits that strtod() turns back into the number, and of
 *         these the nearest to it (decimal_shortest.h), with an exponent where
 *         "%.15g" has one, or "%.16g", "%.17g" of so many digits; nan, inf and
 *         -inf
 * cost    40 to 90 ns, without printf: a large model has a start value an
 *         equation, a table of results millions of numbers
 */
#ifndef FOUCAULT_BASE_TEXT_DECIMAL_TEXT_H
#define FOUCAULT_BASE_TEXT_DECIMAL_TEXT_H

/* Sign, point, 17 digits, e-308, terminating zero. */
enum { DECIMAL_TEXT_SIZE = 32 };

/* The buffer; its text has `*length` letters (NULL: not wanted). */
const char *decimal_text(double value, char buffer[DECIMAL_TEXT_SIZE],
                         int *length);

#endif
