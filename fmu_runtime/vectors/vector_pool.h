/* vector_pool.h: serial N_Vectors of SUNDIALS that lie in one block.
 *
 * The room vectors/ owns what solvers compute with: their vectors, and the sums
 * over them. It calls core/ alone. Begin with this file.
 *
 * N_VClone of SUNDIALS 6 does not survive a failed allocation. Here cloning
 * takes a vector that was allocated with the pool and destroying gives it
 * back, so that all memory is asked for at one place, and once.
 */
#ifndef FOUCAULT_VECTOR_POOL_H
#define FOUCAULT_VECTOR_POOL_H

#include <sundials/sundials_nvector.h>

typedef struct VectorPool VectorPool;

/* Room for `count` vectors of `length` numbers, all zero. The pool and the
 * vectors live until vector_pool_free. NULL: memory is short. */
VectorPool *vector_pool_create(int count, sunindextype length,
                               SUNContext context);
void vector_pool_free(VectorPool *pool); /* NULL is ignored */

/* A vector of the pool, its numbers undefined; NULL when all are taken. Its
 * clones come from the same pool. */
N_Vector vector_pool_take(VectorPool *pool);

/* All numbers of its vectors, one vector after the other. */
size_t vector_pool_numbers(const VectorPool *pool, double **number);

/* Vectors not taken at present. */
int vector_pool_room(const VectorPool *pool);

#endif
