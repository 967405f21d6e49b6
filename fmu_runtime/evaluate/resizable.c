/* resizable.c: see resizable.h. */
#include "resizable.h"
#include "../carry/state_fit.h"
#include "../core/runtime_assert.h"
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* --- sizes --------------------------------------------------------------- */

/* Size d of array k where Model.size[size] has this value; size < 0: as they
 * are. Below 0: not a size. */
static int size_with(const Instance *inst, int k, int d, int size, int value)
{
  const Model *m = inst->model;
  int own = m->resizable[k].size[d];
  if (own >= 0) return own;
  int number = -1 - own;
  RUNTIME_ASSERT(number < m->n_sizes);
  if (number == size) return value;
  return inst->values.integer[m->size[number].reference];
}

/* More than ARRAY_POOL_MOST: too many, or a size is none. */
static size_t count_with(const Instance *inst, int k, int size, int value)
{
  size_t n = 1;
  for (int d = 0; d < inst->model->resizable[k].rank; d++) {
    int one = size_with(inst, k, d, size, value);
    if (one < 0) return (size_t)ARRAY_POOL_MOST + 1;
    n *= (size_t)one;
    if (n > ARRAY_POOL_MOST) return n;
  }
  return n;
}

static size_t count_all(const Instance *inst, int size, int value)
{
  size_t n = 0;
  for (int k = 0; k < inst->model->n_resizables && n <= ARRAY_POOL_MOST; k++)
    n += count_with(inst, k, size, value);
  return n;
}

size_t resizable_count(const Instance *inst, int k)
{
  RUNTIME_ASSERT(k >= 0 && k < inst->model->n_resizables);
  return count_with(inst, k, -1, 0);
}

bool resizable_fits(const Instance *inst, int size, int value)
{
  return count_all(inst, size, value) <= ARRAY_POOL_MOST;
}

bool resizable_has_size(const Model *m, int k, int size)
{
  const ModelResizable *r = &m->resizable[k];
  for (int d = 0; d < r->rank; d++) {
    if (r->size[d] == -1 - size) return true;
  }
  return false;
}

/* --- elements ------------------------------------------------------------ */

static size_t resizable_place(const Instance *inst, int k)
{
  size_t place = 0;
  for (int i = 0; i < k; i++) place += resizable_count(inst, i);
  return place;
}

double *resizable_elements(Instance *inst, int k)
{
  RUNTIME_ASSERT(inst->array_pool.n_kept == count_all(inst, -1, 0));
  return inst->array_pool.element + resizable_place(inst, k);
}

double arrays_kept(const ModelValues *v, int k, double n)
{
  const Instance *inst = v->instance;
  RUNTIME_ASSERT((double)resizable_count(inst, k) == n);
  (void)n;
  return (double)resizable_place(inst, k);
}

double resizable_next_version(Instance *inst)
{
  return ++inst->array_pool.version;
}

/* By the sizes of the model itself. */
static size_t count_at_start(const Model *m)
{
  size_t n = 0;
  for (int k = 0; k < m->n_resizables; k++) {
    size_t one = 1;
    for (int d = 0; d < m->resizable[k].rank; d++) {
      int size = m->resizable[k].size[d];
      if (size < 0) size = m->integer_start[m->size[-1 - size].reference];
      one *= (size_t)size;
    }
    n += one;
  }
  return n;
}

/* Room for n elements, and for those at the start, so that a reset needs no
 * memory; one more, since memory for none is NULL. */
static size_t resizable_room(const Model *m, size_t n)
{
  size_t at_start = count_at_start(m);
  return (n > at_start ? n : at_start) + 1;
}

static double *make_elements(const Model *m, size_t n)
{
  return calloc(resizable_room(m, n), sizeof(double));
}

/* Array k with its present sizes into one with others. */
static void copy_array(const Instance *inst, int k, int size, int value,
                       const double *from, double *to)
{
  int rank = inst->model->resizable[k].rank;
  size_t n = resizable_count(inst, k);
  for (size_t i = 0; i < n; i++) {
    size_t rest = i, place = 0, stride = 1;
    bool stays = true;
    for (int d = rank - 1; d >= 0; d--) {
      size_t before = (size_t)size_with(inst, k, d, -1, 0);
      size_t after = (size_t)size_with(inst, k, d, size, value);
      size_t at = rest % before;
      stays = stays && at < after;
      place += at * stride;
      stride *= after;
      rest /= before;
    }
    if (stays) to[place] = from[i];
  }
}

double *resizable_prepare(const Instance *inst, int size, int value)
{
  RUNTIME_ASSERT(resizable_fits(inst, size, value));
  double *made = make_elements(inst->model, count_all(inst, size, value));
  if (!made) return NULL;
  const double *from = inst->array_pool.element;
  double *to = made;
  for (int k = 0; k < inst->model->n_resizables; k++) {
    copy_array(inst, k, size, value, from, to);
    from += resizable_count(inst, k);
    to += count_with(inst, k, size, value);
  }
  return made;
}

void resizable_take(Instance *inst, double *elements)
{
  ArrayPool *pool = &inst->array_pool;
  size_t n = count_all(inst, -1, 0);
  RUNTIME_ASSERT(pool->n == pool->n_kept); /* no function is at work */
  free(pool->element);
  pool->element = elements;
  pool->n = pool->n_kept = n;
  pool->cap = resizable_room(inst->model, n);
}

/* --- life ---------------------------------------------------------------- */

static bool create_resizables(Instance *inst)
{
  const Model *m = inst->model;
  if (m->n_resizables == 0) return true;
  for (int k = 0; k < m->n_sizes; k++) {
    int reference = m->size[k].reference;
    inst->values.integer[reference] = m->integer_start[reference];
  }
  double *made = make_elements(m, count_at_start(m));
  if (made) resizable_take(inst, made);
  return made != NULL;
}

/* The sizes are those at the start, for which there is room. */
static void reset_resizables(Instance *inst)
{
  const Model *m = inst->model;
  ArrayPool *pool = &inst->array_pool;
  if (m->n_resizables == 0) return;
  RUNTIME_ASSERT(pool->n == pool->n_kept && count_at_start(m) < pool->cap);
  pool->n = pool->n_kept = count_at_start(m);
  double *to = pool->element;
  for (int k = 0; k < m->n_resizables; k++) {
    size_t n = resizable_count(inst, k);
    if (n > 0) memcpy(to, m->resizable[k].start, n * sizeof to[0]);
    to += n;
  }
}

/* --- saved states -------------------------------------------------------- */

/* How many elements there are, then all of them. */
static size_t saved_resizables(Instance *inst)
{
  if (inst->model->n_resizables == 0) return 0;
  return (1 + inst->array_pool.n_kept) * sizeof(double);
}

static void save_resizables(Instance *inst, char *bytes)
{
  const ArrayPool *pool = &inst->array_pool;
  double n = (double)pool->n_kept;
  memcpy(bytes, &n, sizeof n);
  if (pool->n_kept > 0)
    memcpy(bytes + sizeof n, pool->element, pool->n_kept * sizeof(double));
}

/* Elements that are no Reals are what their type has. */
static bool elements_fit(const Instance *inst, const double *element)
{
  for (int k = 0; k < inst->model->n_resizables; k++) {
    unsigned kind = inst->model->resizable[k].kind;
    size_t n = resizable_count(inst, k);
    double low = kind == REFERENCE_BOOLEAN ? 0 : INT_MIN;
    double high = kind == REFERENCE_BOOLEAN ? 1 : INT_MAX;
    for (size_t i = 0; kind != REFERENCE_REAL && i < n; i++) {
      if (!(element[i] >= low && element[i] <= high) ||
          element[i] != floor(element[i]))
        return false;
    }
    element += n;
  }
  return true;
}

/* The sizes are values, which were restored before. */
static bool read_saved(Instance *inst, const char **bytes, const char *end)
{
  double said;
  size_t n = count_all(inst, -1, 0);
  if ((size_t)(end - *bytes) < sizeof said || n > ARRAY_POOL_MOST) return false;
  memcpy(&said, *bytes, sizeof said);
  *bytes += sizeof said;
  if (said != (double)n || (size_t)(end - *bytes) / sizeof(double) < n)
    return false;
  double *made = make_elements(inst->model, n);
  if (!made) return false;
  if (n > 0) memcpy(made, *bytes, n * sizeof made[0]);
  if (!elements_fit(inst, made)) {
    free(made);
    return false;
  }
  resizable_take(inst, made);
  *bytes += n * sizeof made[0];
  return true;
}

/* False: the bytes are others, or memory is short; then arrays and sizes are
 * those of the start, so that they fit each other. */
static bool take_saved(Instance *inst, const char **bytes, const char *end)
{
  const Model *m = inst->model;
  if (read_saved(inst, bytes, end)) return true;
  for (int k = 0; k < m->n_sizes; k++) {
    int reference = m->size[k].reference;
    inst->values.integer[reference] = m->integer_start[reference];
  }
  reset_resizables(inst);
  return false;
}

bool resizable_restore_own(Instance *inst, const char *bytes, size_t size)
{
  if (inst->model->n_resizables == 0) return true;
  RUNTIME_ASSERT(bytes);
  return take_saved(inst, &bytes, bytes + size);
}

/* Versions of another instance mean other elements here. */
static bool restore_resizables(Instance *inst, const char **bytes,
                               const char *end)
{
  const Model *m = inst->model;
  if (m->n_resizables == 0) return true;
  if (!take_saved(inst, bytes, end)) return false;
  for (int k = 0; k < m->n_resizables; k++) {
    int version = m->resizable[k].version;
    inst->values.real[version] = resizable_next_version(inst);
    inst->start_real[version] = inst->values.real[version];
  }
  return true;
}

/* As the importer may set them, now and at the next start. */
static bool resizables_fit(const StateFit *fit)
{
  const Instance *inst = fit->inst;
  for (int k = 0; k < inst->model->n_sizes; k++) {
    const ModelSize *s = &inst->model->size[k];
    if (!state_fit_ints(&inst->values.integer[s->reference], 1, s->min, s->max))
      return false;
    if (!state_fit_ints(&inst->start_integer[s->reference], 1, s->min, s->max))
      return false;
  }
  return true;
}

const Mechanism resizables_mechanism = {.name = "resizables",
                                        .create = create_resizables,
                                        .reset = reset_resizables,
                                        .saved_size = saved_resizables,
                                        .save = save_resizables,
                                        .restore = restore_resizables,
                                        .fits = resizables_fit};
