/* decimal_text.h: the shortest decimal number that reads back as a double.
 *
 * gives   the text of the first of "%.15g", "%.16g", "%.17g" that strtod()
 *         turns back into the number; nan, inf and -inf as printf does
 * cost    some 50 ns in [1e-37, 1e37], without printf: a large model has a
 *         start value an equation, a table of results millions of numbers;
 *         that of printf and strtod elsewhere, and where the compiler has no
 *         integers of 128 bits
 */
#ifndef FOUCAULT_BASE_TEXT_DECIMAL_TEXT_H
#define FOUCAULT_BASE_TEXT_DECIMAL_TEXT_H

/* Sign, point, 17 digits, e-308, terminating zero. */
enum { DECIMAL_TEXT_SIZE = 32 };

/* The buffer; its text has `*length` letters (NULL: not wanted). */
const char *decimal_text(double value, char buffer[DECIMAL_TEXT_SIZE],
                         int *length);

#endif
