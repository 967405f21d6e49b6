/* decimal_shortest.h: the decimal number of the fewest digits that is nearer to
 * a double than to any other one; of these the nearest.
 *
 * gives   number * 10^exponent, without zeros at its end: what reads back as
 *         the double where texts are rounded to the nearest, of two to the even
 *         one
 * needs   a finite value above zero
 * cost    some 30 ns; where 128 bits do not tell which of two numbers is nearer
 *         (a tie, or a decimal number in the middle of two doubles) those of
 *         decimal_exact.h
 * paper   Giulietti, The Schubfach way to render doubles, 2020: how few
 *         candidates there are
 */
#ifndef FOUCAULT_BASE_TEXT_DECIMAL_SHORTEST_H
#define FOUCAULT_BASE_TEXT_DECIMAL_SHORTEST_H

#include <stdint.h>

typedef struct Decimal {
  uint64_t number; /* below 10^17 */
  int exponent;
} Decimal;

Decimal decimal_shortest(double value);

#endif
