/* couple_loop.h: all outputs are handed on at one time, and loops are solved:
 * z = g(z), where g is what the FMUs make of outputs that are handed on. Newton's
 * method takes directional derivatives of the FMUs, or differences where one of
 * them has none.
 *
 * warns   W622 a loop that has no solution near the values before
 * paper   Kuebler, Schiehlen, Mathematical and Computer Modelling of Dynamical
 *         Systems 6(2), 2000: Newton's method between simulators
 */
#ifndef FOUCAULT_COUPLE_COUPLE_LOOP_H
#define FOUCAULT_COUPLE_COUPLE_LOOP_H

#include "couple/couple_exchange.h"

/* All inputs follow the outputs at this time. */
bool couple_loop_exchange(CoupleExchange *x, double time);

#endif
