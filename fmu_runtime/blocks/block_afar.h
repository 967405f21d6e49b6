/* block_afar.h: where else the loops of initialization may begin, when start
 * values have led to nothing (initialize.c).
 *
 * AFAR_DAMPED   from the start values, by steps along which the sum of squares
 *               falls (block_damped.h)
 * from AFAR_SIZES on: what has no start value, and so began at zero, is as large
 * as that: 1, 10, 100, 1000 nominal values, or less than zero. Equations may say
 * nothing at zero: the irradiance of a cell that gives no power below a limit.
 * The relations are guessed at such a point as well.
 */
#ifndef FOUCAULT_BLOCK_AFAR_H
#define FOUCAULT_BLOCK_AFAR_H

#include "block_linear.h"

/* Instance.afar */
enum { AFAR_NOT, AFAR_DAMPED, AFAR_SIZES, AFAR_END = AFAR_SIZES + 8 };

/* The unknowns that began at zero, w->given, get the size. False: it is none of
 * these, or all unknowns began elsewhere, or they are too many. */
bool block_afar_set(ModelValues *v, const Block *block, const BlockWork *w,
                    int afar);

#endif
