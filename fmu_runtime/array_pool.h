/* array_pool.h: arrays of functions whose sizes are computed while running.
 *
 * An array is a number, the place of its first element: so it is an argument
 * or a result of a function like other numbers. The memory is a stack that
 * stays with the instance: a function that returns no array gives back at its
 * end what was taken since it began. Arrays move when the stack grows: the
 * address of an element holds until the next array is made. At its bottom lie
 * the arrays that the instance keeps (evaluate/resizable.h).
 */
#ifndef FOUCAULT_ARRAY_POOL_H
#define FOUCAULT_ARRAY_POOL_H

#include <stddef.h>

#include "model.h"

enum { ARRAY_POOL_MOST = 100000000 }; /* elements at one time */

typedef struct ArrayPool {
  double *element; /* [cap] */
  size_t n, cap;
  size_t n_kept;  /* elements at the bottom that are never given back */
  double version; /* the last one of those */
} ArrayPool;

/* --- for generated code --- */

/* n zeros; -1: memory is short, or n is not a size. */
double arrays_make(const ModelValues *v, double n);
/* Array k of Model.resizable, which has n elements. */
double arrays_kept(const ModelValues *v, int k, double n);
/* The first element; of an array without elements nothing to be read. */
double *arrays_at(const ModelValues *v, double array);
/* What is taken now; everything after the mark is given back. */
size_t arrays_mark(const ModelValues *v);
void arrays_release(const ModelValues *v, size_t mark);

/* --- for the instance --- */

void arrays_free(ArrayPool *pool);

#endif
