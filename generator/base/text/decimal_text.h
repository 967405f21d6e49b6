/* decimal_text.h: the shortest decimal number that reads back as a double,
 * without printf: a large model has a start value an equation.
 *
 * gives   the text of the first of "%.15g", "%.16g", "%.17g" that strtod()
 *         turns back into the number
 * fails   outside of [1e-4, 1e9), and where the compiler has no integers of
 *         128 bits: false, nothing is written
 */
#ifndef FOUCAULT_BASE_TEXT_DECIMAL_TEXT_H
#define FOUCAULT_BASE_TEXT_DECIMAL_TEXT_H

#include <stdbool.h>

/* Sign, point, zeros after it, 17 digits, terminating zero. */
enum { DECIMAL_TEXT_SIZE = 32 };

bool decimal_text(double value, char buffer[DECIMAL_TEXT_SIZE]);

#endif
