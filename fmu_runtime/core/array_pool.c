/* array_pool.c: see array_pool.h. */
#include "../array_pool.h"
#include "instance.h"
#include "runtime_assert.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static ArrayPool *array_pool_of(const ModelValues *v)
{
  return &((Instance *)v->instance)->array_pool;
}

static bool grow_arrays(ArrayPool *pool, size_t needed)
{
  RUNTIME_ASSERT(pool->n <= pool->cap);
  if (needed <= pool->cap) return true;
  size_t cap = needed < 64 ? 64 : 2 * needed;
  double *element = realloc(pool->element, cap * sizeof element[0]);
  if (!element) return false;
  pool->element = element;
  pool->cap = cap;
  return true;
}

double arrays_make(const ModelValues *v, double n)
{
  ArrayPool *pool = array_pool_of(v);
  if (!(n >= 0 && n <= (double)(ARRAY_POOL_MOST - (int)pool->n))) return -1;
  size_t size = (size_t)n, first = pool->n;
  /* one more: an array has an address even where it has no elements */
  if (!grow_arrays(pool, first + size + 1)) return -1;
  memset(pool->element + first, 0, size * sizeof pool->element[0]);
  pool->n = first + size;
  return (double)first;
}

double *arrays_at(const ModelValues *v, double array)
{
  RUNTIME_ASSERT(array >= 0 && array <= (double)array_pool_of(v)->n);
  return array_pool_of(v)->element + (size_t)array;
}

size_t arrays_mark(const ModelValues *v)
{
  return array_pool_of(v)->n;
}

void arrays_release(const ModelValues *v, size_t mark)
{
  RUNTIME_ASSERT(mark <= array_pool_of(v)->n &&
                 mark >= array_pool_of(v)->n_kept);
  array_pool_of(v)->n = mark;
}

void arrays_free(ArrayPool *pool)
{
  free(pool->element);
}
