/* block_work.c: see block_work.h. */
#include "block_work.h"
#include "../core/runtime_assert.h"
#include "../carry/state_fit.h"
#include "../core/thresholds.h"
#include <math.h>
#include <string.h>

void block_work_forget_nearest(BlockWork *w)
{
  w->nearest_size = HUGE_VAL;
}

void block_work_note_nearest(const ModelValues *v, const Block *block,
                             BlockWork *w)
{
  RUNTIME_ASSERT(!block->linear);
  double size = block_linear_residual_size(block, w, w->residual);
  if (!v->initial || size >= w->nearest_size) return;
  w->nearest_size = size;
  block_linear_save(v, block, w, w->nearest);
}

static void carve_work(BlockWork *w, const Model *m, Carving *c)
{
  int n = m->largest_block;
  w->size = n;
  w->n_nonzeros = m->largest_block_nonzeros;
  w->entry = carve(&c->arrays, w->n_nonzeros, sizeof(double));
  w->scaled = carve(&c->arrays, w->n_nonzeros, sizeof(double));
  w->residual = carve(&c->arrays, n, sizeof(double));
  w->trial = carve(&c->arrays, n, sizeof(double));
  w->step = carve(&c->arrays, n, sizeof(double));
  w->base = carve(&c->arrays, n, sizeof(double));
  w->guess = carve(&c->arrays, n, sizeof(double));
  w->right = carve(&c->arrays, n, sizeof(double));
  w->torn = carve(&c->arrays, n, sizeof(double));
  w->given = carve(&c->arrays, n, sizeof(double));
  w->nearest = carve(&c->arrays, n, sizeof(double));
  w->identity = carve(&c->arrays, n, sizeof(int));
  w->sparse.x = carve(&c->arrays, n, sizeof(double));
  w->sparse.mark = carve(&c->arrays, n, sizeof(int));
  w->sparse.stack = carve(&c->arrays, n, sizeof(int));
  w->sparse.at = carve(&c->arrays, n, sizeof(int));
  w->sparse.reach = carve(&c->arrays, n, sizeof(int));
  w->sparse.length = carve(&c->arrays, n, sizeof(int));
}

/* What sparse factors may hold: four times what is expected, since pivots
 * are not always where they were expected. */
static int sparse_room(int n, int n_fill)
{
  RUNTIME_ASSERT(n >= 0 && n_fill >= 0);
  double room = BLOCK_ROOM_BY_FILL * n_fill + BLOCK_ROOM_BY_SIZE * n,
         most = (double)n * n;
  return (int)(room < most ? room : most);
}

static void carve_sparse(FactorStore *s, int n, int capacity, Carving *c)
{
  s->column = carve(&c->arrays, n, sizeof(int));
  s->unknown = carve(&c->arrays, n, sizeof(int));
  s->lu.capacity = capacity;
  s->lu.start = carve(&c->arrays, 2 * n + 1, sizeof(int));
  s->lu.index = carve(&c->arrays, capacity, sizeof(int));
  s->lu.value = carve(&c->arrays, capacity, sizeof(double));
  s->lu.pivot = carve(&c->arrays, n, sizeof(double));
  s->lu.row = carve(&c->arrays, n, sizeof(int));
  s->lu.position = carve(&c->arrays, n, sizeof(int));
}

static void carve_dense(FactorStore *s, int n, Carving *c)
{
  s->matrix = carve(&c->arrays, n, (size_t)n * sizeof(double));
  s->pivot = carve(&c->arrays, n, sizeof(int));
}

static FactorStore carve_store(int n, int n_nonzeros, Carving *c)
{
  return (FactorStore){.state = carve(&c->arrays, 1, sizeof(FactorState)),
                       .entry = carve(&c->arrays, n_nonzeros, sizeof(double)),
                       .row_scale = carve(&c->arrays, n, sizeof(double)),
                       .chosen = carve(&c->arrays, n, sizeof(int))};
}

/* The shared store has room for dense and for sparse factors. */
static void carve_stores(BlockWork *w, const Model *m, Carving *c)
{
  int n = m->largest_block;
  w->dense_size = n < BLOCK_MOST_DENSE ? n : BLOCK_MOST_DENSE;
  FactorStore shared = carve_store(n, m->largest_block_nonzeros, c);
  carve_dense(&shared, w->dense_size, c);
  if (m->largest_block_fill > 0) {
    carve_sparse(&shared, n, sparse_room(n, m->largest_block_fill), c);
  }
  if (c->tables.block) w->store[0] = shared;
  for (int k = 0; k < m->n_blocks; k++) {
    const Block *b = &m->block[k];
    FactorStore own = carve_store(b->n, b->n_nonzeros, c);
    if (b->order) {
      carve_sparse(&own, b->n, sparse_room(b->n, b->n_fill), c);
    } else {
      carve_dense(&own, b->n, c);
    }
    if (c->tables.block) w->store[k + 1] = own;
  }
}

static void carve_block_work(void *part, const Model *m, Carving *c)
{
  BlockWork *w = part;
  w->n_stores = m->n_blocks + 1;
  w->store = carve(&c->tables, w->n_stores, sizeof(FactorStore));
  carve_work(w, m, c);
  carve_stores(w, m, c);
}

static bool create_block_work(Instance *inst)
{
  BlockWork *w = block_work_of(inst);
  for (int k = 0; k < inst->model->largest_block; k++) w->identity[k] = k;
  w->column = w->identity;
  w->statistics = &inst->statistics;
  return true;
}

void block_work_forget(Instance *inst)
{
  block_linear_forget(block_work_of(inst));
}

static bool dense_fits(const FactorStore *place, int n)
{
  return place->pivot && state_fit_ints(place->pivot, n, 0, n - 1);
}

/* Columns of L and U lie one after another; L has rows, U pivots before. */
static bool columns_fit(const SparseLu *lu, int n)
{
  const int *start = lu->start;
  if (start[0] != 0 || start[2 * n] > lu->capacity) return false;
  for (int k = 0; k < 2 * n; k++) {
    if (start[k] > start[k + 1]) return false;
  }
  for (int k = 0; k < n; k++) {
    const int *lower = lu->index + start[2 * k];
    const int *upper = lu->index + start[2 * k + 1];
    if (!state_fit_ints(lower, start[2 * k + 1] - start[2 * k], 0, n - 1) ||
        !state_fit_ints(upper, start[2 * k + 2] - start[2 * k + 1], 0, k - 1))
      return false;
  }
  return true;
}

static bool sparse_fits(const FactorStore *s, const Block *block)
{
  int n = block->n;
  return s->lu.capacity > 0 && columns_fit(&s->lu, n) &&
         state_fit_permutation(s->lu.row, n) &&
         state_fit_permutation(s->unknown, n) &&
         state_fit_choice(s->column, n, block->n_columns);
}

/* What is asked of factors depends on their kind. */
static bool store_fits(const BlockWork *w, const FactorStore *s,
                       const Block *block)
{
  const FactorStore *place = s->matrix ? s : &w->store[0];
  int kind;
  memcpy(&kind, &s->state->kind, sizeof kind);
  bool is_dense = kind != FACTORS_NONE && kind != FACTORS_SPARSE;
  bool is_sparse = kind == FACTORS_SPARSE || s->state->has_pattern;
  if (kind < FACTORS_NONE || kind > FACTORS_DEFICIENT) return false;
  if (is_dense && place != s && block->n > w->dense_size) return false;
  if (is_dense && !dense_fits(place, block->n)) return false;
  if (is_sparse && (!block->order || !sparse_fits(s, block))) return false;
  return state_fit_ints(&s->state->has_pattern, 1, 0, 1) &&
         state_fit_ints(&s->state->rank, 1, 0, block->n) &&
         state_fit_ints(&s->state->n_begun, 1, 0, STATE_FIT_COUNT) &&
         state_fit_ints(&s->state->has_size, 1, 0, 1);
}

/* The shared store keeps nothing from one solution to the next, but what
 * another one has borrowed. */
static bool work_fits(const StateFit *fit)
{
  const Model *m = fit->inst->model;
  const BlockWork *w = block_work_of(fit->inst);
  size_t n = (size_t)m->largest_block;
  if (!state_fit_same(fit, w->identity, n * sizeof w->identity[0]))
    return false;
  for (int k = 0; k < m->n_blocks; k++) {
    if (!store_fits(w, &w->store[k + 1], &m->block[k])) return false;
  }
  int kind;
  memcpy(&kind, &w->store[0].state->kind, sizeof kind);
  return state_fit_ints(&kind, 1, FACTORS_NONE, FACTORS_DEFICIENT);
}

const Mechanism block_work_mechanism = {.name = "block_work",
                                        .size = PART_SIZE(BlockWork),
                                        .carve = carve_block_work,
                                        .create = create_block_work,
                                        .reset = block_work_forget,
                                        .fits = work_fits};
