/* block_linear.c: scaled Jacobians, their factors, and affine blocks. */
#include "block_linear.h"
#include "../core/instance.h"
#include "../core/reference_name.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "block_deficient.h"
#include "block_dense.h"
#include "block_note.h"
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static FactorStore *store_of(const Block *block, const BlockWork *w)
{
  RUNTIME_ASSERT(block->store >= 0 && block->store < w->n_stores);
  return &w->store[block->store];
}

const double *block_linear_entries(const Block *block, const BlockWork *w)
{
  return store_of(block, w)->entry;
}

const double *block_linear_scales(const Block *block, const BlockWork *w)
{
  return store_of(block, w)->row_scale;
}

double block_linear_residual_size(const Block *block, const BlockWork *w,
                                  const double *residual)
{
  const double *scale = block_linear_scales(block, w);
  double largest = 0;
  for (int i = 0; i < block->n; i++) {
    double size = fabs(residual[i]) * scale[i];
    if (!isfinite(size)) return HUGE_VAL;
    if (size > largest) largest = size;
  }
  return largest;
}

void block_linear_forget(BlockWork *w)
{
  for (int s = 0; s < w->n_stores; s++) {
    w->store[s].state->kind = FACTORS_NONE;
    w->store[s].state->has_pattern = 0;
  }
}

/* --- scaling ------------------------------------------------------------- */

/* Row scales from the entries; false when an entry is not finite. A row of
 * zeros keeps the scale 1: elimination finds it. */
static bool scale_rows(const Block *block, const BlockWork *w, FactorStore *s)
{
  RUNTIME_ASSERT(block->n_nonzeros <= w->n_nonzeros);
  for (int i = 0; i < block->n; i++) {
    s->row_scale[i] = 0;
  }
  for (int j = 0; j < block->n; j++) {
    int c = w->column[j];
    for (int k = block->column_start[c]; k < block->column_start[c + 1]; k++) {
      double size = fabs(s->entry[k]) * block->nominal[c];
      if (!isfinite(size)) return false;
      double *scale = &s->row_scale[block->row[k]];
      if (size > *scale) *scale = size;
    }
  }
  for (int i = 0; i < block->n; i++) {
    s->row_scale[i] = s->row_scale[i] > 0 ? 1 / s->row_scale[i] : 1;
  }
  return true;
}

static void scale_entries(const Block *block, const BlockWork *w,
                          const FactorStore *s)
{
  for (int j = 0; j < block->n; j++) {
    int c = w->column[j];
    for (int k = block->column_start[c]; k < block->column_start[c + 1]; k++) {
      int i = block->row[k];
      w->scaled[k] = s->entry[k] * block->nominal[c] * s->row_scale[i];
    }
  }
}

/* --- dense --------------------------------------------------------------- */

static void block_linear_load_matrix(const Block *block, const BlockWork *w,
                                     double *matrix)
{
  RUNTIME_ASSERT(block->n <= w->size);
  size_t n = (size_t)block->n;
  memset(matrix, 0, n * n * sizeof matrix[0]);
  for (int j = 0; j < block->n; j++) {
    double *column = matrix + n * (size_t)j;
    int c = w->column[j];
    for (int k = block->column_start[c]; k < block->column_start[c + 1]; k++) {
      column[block->row[k]] = w->scaled[k];
    }
  }
}

/* Where dense factors lie. */
static FactorStore *dense_place(const BlockWork *w, FactorStore *s)
{
  return s->matrix ? s : &w->store[0];
}

static bool has_dense_place(const Block *block, const BlockWork *w,
                            FactorStore *s)
{
  return dense_place(w, s) != &w->store[0] || block->n <= w->dense_size;
}

/* The step is free until the factors are used. */
static FactorResult factor_dense(const Block *block, const BlockWork *w,
                                 FactorStore *s, FactorKind kind, int *column)
{
  RUNTIME_ASSERT(block->n > 0 && column);
  FactorStore *place = dense_place(w, s);
  if (!has_dense_place(block, w, s)) return FACTOR_TOO_LARGE;
  block_linear_load_matrix(block, w, place->matrix);
  int singular =
      block_dense_factor(place->matrix, block->n, place->pivot, w->step);
  if (singular >= 0) {
    *column = singular;
    return FACTOR_SINGULAR;
  }
  s->state->kind = kind;
  return FACTOR_DONE;
}

/* --- one equation --------------------------------------------------------- */

/* Constraints of mechanisms are mostly alone in their block: the same as below,
 * to the last bit, without the loops. */
static FactorResult factor_single(const Block *block, const BlockWork *w,
                                  FactorStore *s, int *column)
{
  RUNTIME_ASSERT(block->n == 1 && column);
  FactorStore *place = dense_place(w, s);
  if (!has_dense_place(block, w, s)) return FACTOR_TOO_LARGE;
  int c = w->column[0];
  double size = 0, *value = place->matrix;
  for (int k = block->column_start[c]; k < block->column_start[c + 1]; k++) {
    double entry = fabs(s->entry[k]) * block->nominal[c];
    if (!isfinite(entry)) return FACTOR_NOT_FINITE;
    if (entry > size) size = entry;
  }
  s->row_scale[0] = size > 0 ? 1 / size : 1;
  *value = 0;
  for (int k = block->column_start[c]; k < block->column_start[c + 1]; k++) {
    *value = s->entry[k] * block->nominal[c] * s->row_scale[0];
    w->scaled[k] = *value;
  }
  place->pivot[0] = 0;
  if (!block_dense_is_usable(*value, 1, fabs(*value))) {
    *column = 0;
    return FACTOR_SINGULAR;
  }
  s->state->kind = FACTORS_DENSE;
  return FACTOR_DONE;
}

static double solve_single(double value, double x)
{
  return x != 0 ? x / value : x;
}

/* --- equations that follow from others ----------------------------------- */

/* Equations as columns. */
static void load_transposed(const Block *block, const BlockWork *w,
                            double *matrix)
{
  size_t n = (size_t)block->n;
  memset(matrix, 0, n * n * sizeof matrix[0]);
  for (int j = 0; j < block->n; j++) {
    int c = w->column[j];
    for (int k = block->column_start[c]; k < block->column_start[c + 1]; k++) {
      matrix[n * (size_t)block->row[k] + (size_t)j] = w->scaled[k];
    }
  }
}

/* Is unknown j in no equation, but by factors that are zero now? */
static bool is_lost(const Block *block, const BlockWork *w, int j)
{
  int c = w->column[j], k = block->column_start[c];
  while (k < block->column_start[c + 1] && w->scaled[k] == 0) k++;
  return k == block->column_start[c + 1];
}

static int count_lost(const Block *block, const BlockWork *w)
{
  int n = 0;
  for (int j = 0; j < block->n; j++) n += is_lost(block, w, j);
  return n;
}

/* The scaled entries are those of the factorization that has failed. A lost
 * unknown is not part of something that is known; where branches may lose it,
 * as the temperature of what does not flow, and if that is all, the value that
 * it has is as good as any other. */
static FactorResult factor_deficient(const Block *block, const BlockWork *w,
                                     bool at_start)
{
  FactorStore *s = store_of(block, w), *place = dense_place(w, s);
  if (!has_dense_place(block, w, s)) return FACTOR_SINGULAR;
  int n_lost = count_lost(block, w);
  if (n_lost > 0 ? !block->may_open : at_start) return FACTOR_SINGULAR;
  load_transposed(block, w, place->matrix);
  int rank = block_deficient_factor(place->matrix, block->n, place->pivot);
  if (n_lost > 0 && rank != block->n - n_lost) return FACTOR_SINGULAR;
  s->state->rank = rank;
  s->state->kind = FACTORS_DEFICIENT;
  return FACTOR_DONE;
}

/* After the others are solved for. */
static void keep_lost(ModelValues *v, const Block *block, const BlockWork *w)
{
  for (int j = 0; j < block->n; j++) {
    if (!is_lost(block, w, j)) continue;
    v->real[block->unknown[w->column[j]]] = w->guess[j];
  }
}

static bool is_deficient(const Block *block, const BlockWork *w)
{
  return store_of(block, w)->state->kind == FACTORS_DEFICIENT;
}

/* Do the equations that were left out hold at the present values? */
static bool others_agree(ModelValues *v, const Block *block, const BlockWork *w)
{
  const FactorStore *s = store_of(block, w);
  double size = 1;
  for (int j = 0; j < block->n; j++) {
    int c = w->column[j];
    size = fmax(size, fabs(v->real[block->unknown[c]]) / block->nominal[c]);
  }
  block->residual(v, w->residual);
  for (int i = 0; i < block->n; i++) {
    double left = fabs(w->residual[i]) * s->row_scale[i];
    if (!(left <= LINEAR_AGREES * size)) return false;
  }
  return true;
}

static void block_linear_report_lost(Instance *inst, const Block *block,
                                     const BlockWork *w)
{
  char when[60] = "the start", room[REFERENCE_NAME_SIZE];
  bool at_start = inst->values.initial;
  if (!at_start) snprintf(when, sizeof when, "time %.12g", instance_time(inst));
  for (int j = 0; j < block->n; j++) {
    if (!is_lost(block, w, j)) continue;
    logging_write(&inst->logger, STATUS_WARNING, LOG_STATUS_WARNING,
                  "nothing determines %s at %s, since it drops out of the "
                  "equation that should; it keeps its %svalue %.9g: %s",
                  reference_name_of(inst->model, block, w->column[j], room),
                  when, at_start ? "start " : "", w->guess[j],
                  block->equation[j]);
  }
}

static void report_deficient(Instance *inst, const Block *block,
                             const BlockWork *w)
{
  FactorStore *s = store_of(block, w);
  if (s->state->reported == block->number + 1) return;
  s->state->reported = block->number + 1;
  if (count_lost(block, w) > 0) {
    block_linear_report_lost(inst, block, w);
    return;
  }
  const int *order = dense_place(w, s)->pivot;
  for (int k = s->state->rank; k < block->n; k++) {
    logging_write(
        &inst->logger, STATUS_WARNING, LOG_STATUS_WARNING,
        "at time %.12g this equation follows from the others of its %s "
        "block; where that leaves freedom the %s values are taken: %s",
        instance_time(inst), block->linear ? "linear" : "nonlinear",
        block->linear ? "smallest" : "nearest", block->equation[order[k]]);
  }
}

/* --- sparse -------------------------------------------------------------- */

static SparseMatrix matrix_of(const Block *block, const BlockWork *w,
                              const FactorStore *s)
{
  return (SparseMatrix){.n = block->n,
                        .start = block->column_start,
                        .row = block->row,
                        .value = w->scaled,
                        .column = s->column,
                        .unknown = s->unknown,
                        .preferred = block->pivot_row};
}

/* The order of elimination, of the columns that are unknowns. */
static void order_columns(const Block *block, const BlockWork *w,
                          FactorStore *s)
{
  int *unknown_of = w->sparse.stack, n = 0;
  for (int c = 0; c < block->n_columns; c++) unknown_of[c] = -1;
  for (int j = 0; j < block->n; j++) unknown_of[w->column[j]] = j;
  for (int k = 0; k < block->n_columns; k++) {
    int c = block->order[k];
    if (unknown_of[c] < 0) continue;
    s->column[n] = c;
    s->unknown[n++] = unknown_of[c];
  }
}

static FactorResult factor_sparse(const Block *block, const BlockWork *w,
                                  FactorStore *s, int *column)
{
  RUNTIME_ASSERT(block->order && s->lu.capacity > 0);
  if (s->state->has_pattern) {
    SparseMatrix a = matrix_of(block, w, s);
    s->state->kind = FACTORS_SPARSE;
    if (block_sparse_refactor(&a, &s->lu, &w->sparse)) return FACTOR_DONE;
  }
  s->state->kind = FACTORS_NONE;
  s->state->has_pattern = 0;
  order_columns(block, w, s);
  SparseMatrix a = matrix_of(block, w, s);
  int result = block_sparse_factor(&a, &s->lu, &w->sparse);
  if (result == SPARSE_FULL) {
    return factor_dense(block, w, s, FACTORS_BORROWED, column);
  }
  if (result != SPARSE_DONE) {
    *column = s->unknown[result];
    return FACTOR_SINGULAR;
  }
  s->state->kind = FACTORS_SPARSE;
  s->state->has_pattern = 1;
  return FACTOR_DONE;
}

/* --- factors that are kept ----------------------------------------------- */

static bool same_columns(const Block *block, const BlockWork *w,
                         const FactorStore *s)
{
  for (int j = 0; j < block->n; j++) {
    if (s->chosen[j] != w->column[j]) return false;
  }
  return true;
}

/* To the last bit. Blocks are mostly small. */
static bool same_entries(const Block *block, const BlockWork *w,
                         const FactorStore *s)
{
  uint64_t difference = 0;
  for (int k = 0; k < block->n_nonzeros; k++) {
    uint64_t now, then;
    memcpy(&now, &w->entry[k], sizeof now);
    memcpy(&then, &s->entry[k], sizeof then);
    difference |= now ^ then;
  }
  return difference == 0;
}

bool block_linear_has_kept(const Block *block, const BlockWork *w)
{
  const FactorStore *s = store_of(block, w);
  FactorKind kind = s->state->kind;
  return block->store > 0 &&
         (kind == FACTORS_DENSE || kind == FACTORS_SPARSE) &&
         same_columns(block, w, s);
}

double block_linear_width(const Block *block, const BlockWork *w)
{
  const FactorStore *s = store_of(block, w);
  if (s->state->kind != FACTORS_SPARSE) return block->n;
  return (double)s->lu.start[2 * block->n] / block->n;
}

/* Has the block's store the factors of what the model gives now? Computes
 * the Jacobian where that does not go without saying. */
static bool is_factored(ModelValues *v, const Block *block, BlockWork *w,
                        const FactorStore *s)
{
  FactorKind kind = s->state->kind;
  bool kept = kind == FACTORS_DENSE || kind == FACTORS_SPARSE ||
              (kind == FACTORS_DEFICIENT && s->matrix && block->linear);
  kept = kept && block->store > 0 && same_columns(block, w, s);
  if (kept && block->constant) return true;
  v->block = block; /* watchers ask between the solutions of blocks */
  block->jacobian(v, w->entry);
  return kept && same_entries(block, w, s);
}

static void take_jacobian(const Block *block, const BlockWork *w,
                          FactorStore *s)
{
  if (block->store == 0 || !same_columns(block, w, s)) {
    s->state->has_pattern = 0;
  }
  s->state->kind = FACTORS_NONE;
  s->state->n_begun = 0;
  s->state->has_size = 0;
  for (int j = 0; j < block->n; j++) s->chosen[j] = w->column[j];
  for (int k = 0; k < block->n_nonzeros; k++) s->entry[k] = w->entry[k];
}

FactorResult block_linear_factor(ModelValues *v, const Block *block,
                                 BlockWork *w, int *column)
{
  RUNTIME_ASSERT(v && column && w->column);
  RUNTIME_ASSERT(block->n <= w->size && block->n_nonzeros <= w->n_nonzeros);
  FactorStore *s = store_of(block, w);
  if (is_factored(v, block, w, s)) return FACTOR_DONE;
  take_jacobian(block, w, s);
  w->statistics->blocks_factored++;
  if (block->n == 1 && !block->order) return factor_single(block, w, s, column);
  if (!scale_rows(block, w, s)) return FACTOR_NOT_FINITE;
  scale_entries(block, w, s);
  return block->order ? factor_sparse(block, w, s, column)
                      : factor_dense(block, w, s, FACTORS_DENSE, column);
}

FactorResult block_linear_factor_affine(ModelValues *v, const Block *block,
                                        BlockWork *w, int *column)
{
  RUNTIME_ASSERT(block->linear);
  FactorResult result = block_linear_factor(v, block, w, column);
  bool may_follow = block->set == 0 && (!v->initial || block->may_open);
  if (result != FACTOR_SINGULAR || !may_follow) return result;
  return factor_deficient(block, w, v->initial);
}

FactorResult block_linear_factor_open(ModelValues *v, const Block *block,
                                      BlockWork *w, int *column)
{
  RUNTIME_ASSERT(block->may_open && block->set == 0);
  FactorResult result = block_linear_factor(v, block, w, column);
  FactorStore *s = store_of(block, w), *place = dense_place(w, s);
  if (result != FACTOR_SINGULAR || !has_dense_place(block, w, s)) return result;
  load_transposed(block, w, place->matrix);
  s->state->rank =
      block_deficient_factor(place->matrix, block->n, place->pivot);
  s->state->kind = FACTORS_DEFICIENT;
  return FACTOR_DONE;
}

void block_linear_backsolve(const Block *block, const BlockWork *w,
                            const double *right, double *x)
{
  RUNTIME_ASSERT(store_of(block, w)->state->kind != FACTORS_NONE);
  FactorStore *s = store_of(block, w), *place = dense_place(w, s);
  FactorKind kind = s->state->kind;
  bool in_place = kind == FACTORS_DENSE || kind == FACTORS_BORROWED;
  double *b = in_place ? x : w->right;
  int n = block->n;
  if (n == 1 && in_place) {
    *x = solve_single(place->matrix[0], -right[0] * s->row_scale[0]) *
         block->nominal[w->column[0]];
    return;
  }
  for (int i = 0; i < n; i++) {
    b[i] = -right[i] * s->row_scale[i];
  }
  if (kind == FACTORS_SPARSE) {
    SparseMatrix a = matrix_of(block, w, s);
    block_sparse_solve(&a, &s->lu, b, x);
  } else if (kind == FACTORS_DEFICIENT) {
    block_deficient_solve(place->matrix, n, s->state->rank, place->pivot, b, x);
  } else {
    block_dense_solve(place->matrix, n, place->pivot, x);
  }
  for (int j = 0; j < n; j++) {
    x[j] *= block->nominal[w->column[j]];
  }
}

void block_linear_backsolve_transposed(const Block *block, const BlockWork *w,
                                       double *x, double *right)
{
  RUNTIME_ASSERT(store_of(block, w)->state->kind != FACTORS_NONE && x != right);
  FactorStore *s = store_of(block, w), *place = dense_place(w, s);
  int n = block->n;
  for (int j = 0; j < n; j++) x[j] *= -block->nominal[w->column[j]];
  if (s->state->kind == FACTORS_SPARSE) {
    SparseMatrix a = matrix_of(block, w, s);
    block_sparse_solve_transposed(&a, &s->lu, x, right);
  } else if (s->state->kind == FACTORS_DEFICIENT) {
    block_deficient_solve_transposed(place->matrix, n, s->state->rank,
                                     place->pivot, x, right);
  } else {
    memcpy(right, x, (size_t)n * sizeof x[0]);
    block_dense_solve_transposed(place->matrix, n, place->pivot, right);
  }
  for (int i = 0; i < n; i++) right[i] *= s->row_scale[i];
}

int block_linear_determinant_sign(const Block *block, const BlockWork *w)
{
  RUNTIME_ASSERT(store_of(block, w)->state->kind != FACTORS_NONE);
  const FactorStore *s = store_of(block, w);
  if (s->state->kind == FACTORS_SPARSE) {
    SparseMatrix a = matrix_of(block, w, s);
    return block_sparse_sign(&a, &s->lu, &w->sparse);
  }
  if (!s->matrix) s = &w->store[0];
  return block_dense_sign(s->matrix, block->n, s->pivot);
}

double block_linear_determinant_size(const Block *block, const BlockWork *w)
{
  RUNTIME_ASSERT(store_of(block, w)->state->kind != FACTORS_NONE);
  const FactorStore *s = store_of(block, w);
  FactorState *state = s->state;
  const double *row_scale = s->row_scale;
  bool is_sparse = s->state->kind == FACTORS_SPARSE;
  double product = 1;
  int exponent = 0;
  if (state->has_size) return state->size;
  if (!is_sparse && !s->matrix) s = &w->store[0];
  for (size_t k = 0, n = (size_t)block->n; k < n; k++) {
    double pivot = is_sparse ? s->lu.pivot[k] : s->matrix[n * k + k];
    product *= pivot / row_scale[k];
    double size = fabs(product);
    if (size > DETERMINANT_LEAST && size < DETERMINANT_MOST) continue;
    int e;
    product = frexp(product, &e);
    exponent += e;
  }
  state->has_size = 1;
  return state->size = log2(fabs(product)) + exponent;
}

double block_linear_pivot_ratio(const Block *block, const BlockWork *w)
{
  RUNTIME_ASSERT(store_of(block, w)->state->kind != FACTORS_NONE);
  const FactorStore *s = store_of(block, w);
  bool is_sparse = s->state->kind == FACTORS_SPARSE;
  double smallest = HUGE_VAL, largest = 0;
  if (!is_sparse && !s->matrix) s = &w->store[0];
  for (size_t k = 0, n = (size_t)block->n; k < n; k++) {
    double size = fabs(is_sparse ? s->lu.pivot[k] : s->matrix[n * k + k]);
    smallest = fmin(smallest, size);
    largest = fmax(largest, size);
  }
  return largest > 0 ? smallest / largest : 0;
}

/* --- affine blocks ------------------------------------------------------- */

void block_linear_save(const ModelValues *v, const Block *block,
                       const BlockWork *w, double *x)
{
  RUNTIME_ASSERT(x && block->n <= w->size);
  for (int j = 0; j < block->n; j++) {
    x[j] = v->real[block->unknown[w->column[j]]];
  }
}

void block_linear_restore(ModelValues *v, const Block *block,
                          const BlockWork *w, const double *x)
{
  RUNTIME_ASSERT(x && block->n <= w->size);
  for (int j = 0; j < block->n; j++) {
    v->real[block->unknown[w->column[j]]] = x[j];
  }
}

void block_linear_move(ModelValues *v, const Block *block, const BlockWork *w,
                       double part, bool torn)
{
  RUNTIME_ASSERT(!torn || block->n_torn > 0);
  int n = torn ? block->n_torn : block->n;
  for (int k = 0; k < n; k++) {
    int j = torn ? block->torn[k] : k;
    v->real[block->unknown[w->column[j]]] = w->base[j] + part * w->step[j];
  }
  if (torn) block->inner(v);
}

static bool entries_are_finite(const double *x, int n)
{
  for (int j = 0; j < n; j++) {
    if (!isfinite(x[j])) return false;
  }
  return true;
}

/* Does a branch leave the unknown out of all equations that may hold it? */
static bool is_left_out(const Block *block, const BlockWork *w, int column)
{
  const double *entry = block_linear_entries(block, w);
  int c = w->column[column];
  bool has_branch = false;
  for (int k = block->column_start[c]; k < block->column_start[c + 1]; k++) {
    if (entry[k] != 0) return false;
    has_branch |= strstr(block->equation[block->row[k]], "if ") != NULL;
  }
  return has_branch;
}

static void note_undetermined(Instance *inst, const Block *block,
                              const BlockWork *w, int column)
{
  char room[REFERENCE_NAME_SIZE];
  const char *name = column < 0 ? "their unknowns, and contradict each other"
                                : reference_name_of(inst->model, block,
                                                    w->column[column], room);
  block_note(inst, LOG_SINGULAR_LINEAR_SYSTEMS, block, NULL,
             "the linear equations do not determine %s%s", name,
             column >= 0 && is_left_out(block, w, column)
                 ? ": the branch that holds here leaves it out, so that the "
                   "index of the model changes at this switch"
                 : "");
}

static void note_factor_failure(Instance *inst, const Block *block,
                                const BlockWork *w, FactorResult result,
                                int column)
{
  LogCategory category = LOG_SINGULAR_LINEAR_SYSTEMS;
  switch (result) {
  case FACTOR_SINGULAR: note_undetermined(inst, block, w, column); return;
  case FACTOR_TOO_LARGE:
    block_note(inst, category, block, NULL,
               "the factors of the linear equations have too many "
               "entries");
    return;
  case FACTOR_DONE:
  case FACTOR_NOT_FINITE:
    block_note(inst, category, block, NULL,
               "a coefficient or right-hand side is not a finite "
               "number");
    return;
  }
}

int block_linear_solve(ModelValues *v, const Block *block, BlockWork *w)
{
  RUNTIME_ASSERT(block->linear && v->instance);
  block_linear_save(v, block, w, w->guess);
  for (int j = 0; j < block->n; j++) {
    v->real[block->unknown[w->column[j]]] = 0;
  }
  block->residual(v, w->residual);

  int column = -1;
  FactorResult result = block_linear_factor_affine(v, block, w, &column);
  if (result == FACTOR_DONE) {
    block_linear_backsolve(block, w, w->residual, w->step);
    bool solved = entries_are_finite(w->step, block->n);
    if (solved) block_linear_restore(v, block, w, w->step);
    if (solved && !is_deficient(block, w)) return 0;
    if (solved) keep_lost(v, block, w);
    if (solved && others_agree(v, block, w)) {
      report_deficient(v->instance, block, w);
      return 0;
    }
    if (solved) result = FACTOR_SINGULAR; /* they contradict each other */
  }
  block_linear_restore(v, block, w, w->guess);
  note_factor_failure(v->instance, block, w, result, column);
  return 1;
}

bool block_linear_is_met(ModelValues *v, const Block *block, const BlockWork *w)
{
  if (!is_deficient(block, w)) return true;
  if (!others_agree(v, block, w)) return false;
  report_deficient(v->instance, block, w);
  return true;
}

double block_linear_step_size(const ModelValues *v, const Block *block,
                              const BlockWork *w, const double *step)
{
  double largest = 0;
  for (int j = 0; j < block->n; j++) {
    int c = w->column[j];
    double scale = fmax(fabs(v->real[block->unknown[c]]), block->nominal[c]);
    double size = fabs(step[j]) / scale;
    if (!isfinite(size)) return HUGE_VAL;
    if (size > largest) largest = size;
  }
  return largest;
}
