/* decimal_exact.h: compares a decimal number with a binary one, exactly.
 *
 * gives   the sign of decimal * 10^ten - binary * 2^two
 * needs   |ten| <= 350, |two| <= 1100
 * cost    some hundred ns: integers of a thousand bits
 */
#ifndef FOUCAULT_BASE_TEXT_DECIMAL_EXACT_H
#define FOUCAULT_BASE_TEXT_DECIMAL_EXACT_H

#include <stdint.h>

int decimal_exact_compare(uint64_t decimal, int ten, uint64_t binary, int two);

#endif
