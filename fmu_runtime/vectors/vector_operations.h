/* vector_operations.h: arithmetic of long serial vectors.
 *
 * An integrator of many states spends its time in sums of vectors, at every
 * communication point too, where it interpolates. The archive of SUNDIALS may
 * have been compiled without optimization (Debian's is): with these loops a
 * ladder of 100,000 states takes two thirds of the time. The results are the
 * same to the last bit, but for the norms.
 *
 * The weighted norm is the root mean square, but not less than NORM_PART of the
 * largest number: states that rest, however many, do not hide the errors of
 * those that move, and what passes an error test of 1 has no error above
 * 1/NORM_PART. Up to six numbers it is the root mean square.
 */
#ifndef FOUCAULT_VECTOR_OPERATIONS_H
#define FOUCAULT_VECTOR_OPERATIONS_H

#include <sundials/sundials_nvector.h>

/* Replaces entries of the table of a vector made by N_VNewEmpty_Serial(). */
void vector_operations_set(N_Vector v);

#endif
