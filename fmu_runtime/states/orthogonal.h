/* orthogonal.h: orthonormal vectors, one after the other (Gram and Schmidt).
 *
 * Twice is enough: the second pass takes what rounding has left.
 */
#ifndef FOUCAULT_ORTHOGONAL_H
#define FOUCAULT_ORTHOGONAL_H

double orthogonal_dot(const double *a, const double *b, int n);

/* vector[i * n] is made orthogonal to the i vectors before it, and of length
 * 1. share: [i] how much of each of them was in it; NULL: not asked for.
 * Returns the length of what was new; 0: less than the part `dependent` of it
 * was, and the vector is zero now. */
double orthogonal_add(double *vector, int i, int n, double dependent,
                      double *share);

#endif
