/* eigenvalues.h: the eigenvalues of a real matrix.
 *
 * The matrix is balanced by powers of two (Parlett and Reinsch), brought to
 * Hessenberg form by reflections, and then to blocks of one and two rows by
 * Francis' double steps, in real numbers: complex eigenvalues come as pairs of
 * conjugates.
 *
 * gives   the eigenvalues, by rising real part, then rising imaginary part
 * fails   false: the method has not converged, or a number is not finite
 * cost    some 10 n^3 operations
 * paper   Golub and Van Loan, Matrix Computations, sections 7.4 and 7.5
 */
#ifndef FOUCAULT_STUDIES_EIGENVALUES_H
#define FOUCAULT_STUDIES_EIGENVALUES_H

#include <stdbool.h>

#include "base/arena.h"

typedef struct Eigenvalue {
  double re, im;
} Eigenvalue;

/* a: n by n, row by row. The arena is for work that is left there. */
bool eigenvalues(Arena *arena, const double *a, int n, Eigenvalue *out);

#endif
