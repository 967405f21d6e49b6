/* sobol.h: Sobol's points, which fill the unit cube more evenly than random
 * ones.
 *
 * Each dimension has a primitive polynomial over the field of two elements,
 * found here, and initial direction numbers, drawn here such that Sobol's
 * property A holds up to 32 dimensions: of 2^d points from a multiple of 2^d on
 * each of the 2^d parts that halving every dimension makes has exactly one.
 * Any dimension alone has one of 2^k points in each of 2^k equal parts.
 *
 * paper   Sobol, USSR Comput. Math. Math. Phys. 16(5), 1976; Bratley and Fox,
 *         ACM Trans. Math. Softw. 14(1), 1988
 */
#ifndef FOUCAULT_STUDIES_SOBOL_H
#define FOUCAULT_STUDIES_SOBOL_H

#include <stdint.h>

enum { SOBOL_DIMENSIONS = 64, SOBOL_BITS = 32 };

typedef struct Sobol {
  uint32_t direction[SOBOL_DIMENSIONS][SOBOL_BITS];
} Sobol;

void sobol_make(Sobol *sobol);
/* The digits of point i after the binary point. */
uint32_t sobol_digits(const Sobol *sobol, int dimension, uint32_t i);

#endif
