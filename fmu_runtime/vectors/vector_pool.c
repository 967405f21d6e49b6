/* vector_pool.c: the operations are those of the serial vector but for
 * clone and destroy, and for the arithmetic of vector_short.c or
 * vector_operations.c. */
#include "vector_pool.h"
#include "../core/runtime_assert.h"
#include "../core/solver_memory.h"
#include "../core/thresholds.h"
#include "vector_operations.h"
#include "vector_short.h"
#include <nvector/nvector_serial.h>
#include <stdbool.h>

/* Begins with what the serial operations expect of a vector's content. */
typedef struct PooledContent {
  struct _N_VectorContent_Serial serial;
  VectorPool *pool;
  bool is_taken;
} PooledContent;

struct VectorPool {
  N_Vector prototype; /* owns the table of operations */
  int count;
  sunindextype length;
  struct _generic_N_Vector *vector; /* [count] */
  PooledContent *content;           /* [count] */
  double *data;                     /* [count * length] */
};

static N_Vector clone_vector(N_Vector v)
{
  return vector_pool_take(((PooledContent *)v->content)->pool);
}

static void give_back(N_Vector v)
{
  ((PooledContent *)v->content)->is_taken = false;
}

/* --- operations ---------------------------------------------------------- */

static void set_operations(N_Vector v, sunindextype length)
{
  N_Vector_Ops ops = v->ops;
  ops->nvclone = clone_vector;
  ops->nvcloneempty = clone_vector; /* its data will be replaced */
  ops->nvdestroy = give_back;
  if (length > VECTOR_SHORT)
    vector_operations_set(v);
  else
    vector_short_set(v);
}

/* --- life ---------------------------------------------------------------- */

static void fill_pool(VectorPool *pool)
{
  for (int k = 0; k < pool->count; k++) {
    PooledContent *content = &pool->content[k];
    content->pool = pool;
    content->serial.length = pool->length;
    content->serial.own_data = SUNFALSE;
    pool->vector[k].content = content;
    pool->vector[k].ops = pool->prototype->ops;
    pool->vector[k].sunctx = pool->prototype->sunctx;
  }
}

VectorPool *vector_pool_create(int count, sunindextype length,
                               SUNContext context)
{
  RUNTIME_ASSERT(count > 0 && length >= 0);
  VectorPool *pool = foucault_solver_calloc(1, sizeof *pool);
  if (!pool) return NULL;
  size_t n = (size_t)count;
  pool->count = count;
  pool->length = length;
  pool->prototype = N_VNewEmpty_Serial(length, context);
  pool->vector = foucault_solver_calloc(n, sizeof pool->vector[0]);
  pool->content = foucault_solver_calloc(n, sizeof pool->content[0]);
  pool->data =
      foucault_solver_numbers(n * (size_t)length, sizeof pool->data[0]);
  if (!pool->prototype || !pool->vector || !pool->content || !pool->data) {
    vector_pool_free(pool);
    return NULL;
  }
  set_operations(pool->prototype, length);
  fill_pool(pool);
  return pool;
}

void vector_pool_free(VectorPool *pool)
{
  if (!pool) return;
  if (pool->prototype) {
    foucault_solver_free(pool->prototype->content);
    pool->prototype->content = NULL;
    N_VFreeEmpty(pool->prototype);
  }
  foucault_solver_free(pool->vector);
  foucault_solver_free(pool->content);
  foucault_solver_free(pool->data);
  foucault_solver_free(pool);
}

N_Vector vector_pool_take(VectorPool *pool)
{
  for (int k = 0; k < pool->count; k++) {
    PooledContent *content = &pool->content[k];
    if (content->is_taken) continue;
    content->is_taken = true;
    content->serial.data = pool->data + (sunindextype)k * pool->length;
    return &pool->vector[k];
  }
  return NULL;
}

size_t vector_pool_numbers(const VectorPool *pool, double **number)
{
  RUNTIME_ASSERT(pool && number);
  *number = pool->data;
  return (size_t)pool->count * (size_t)pool->length;
}

int vector_pool_room(const VectorPool *pool)
{
  int room = 0;
  for (int k = 0; k < pool->count; k++) {
    if (!pool->content[k].is_taken) room++;
  }
  return room;
}
