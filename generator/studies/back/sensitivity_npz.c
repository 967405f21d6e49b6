/* sensitivity_npz.c: see sensitivity_npz.h. */
#include "studies/back/sensitivity_npz.h"

#include <assert.h>

#include "studies/table/npz_file.h"

static void npz_put_parameters(NpzFile *f, const FmuDescription *d,
                               const SensitivityRequest *q,
                               const SensitivityCurves *v)
{
  size_t n = (size_t)q->n_by;
  const char **name = arena_array(f->s->session_arena, n, sizeof name[0]);
  for (size_t k = 0; k < n; k++) name[k] = d->variable[q->by[k]].name;
  npz_file_add_texts(f, "parameter names", name, n);
  npz_file_add(f, "parameter values", v->by_value, n, 0);
}

/* Variable i of all points, and its derivatives. */
static void npz_put_variable(NpzFile *f, const char *name,
                             const SensitivityCurves *v, size_t i)
{
  Arena *arena = f->s->session_arena;
  size_t n = (size_t)v->n_points, n_by = (size_t)v->n_by;
  size_t n_of = (size_t)v->n_of;
  double *curve = arena_array(arena, n, sizeof curve[0]);
  double *slope = arena_array(arena, n * n_by, sizeof slope[0]);
  for (size_t k = 0; k < n; k++) {
    curve[k] = v->value[k * n_of + i];
    for (size_t j = 0; j < n_by; j++)
      slope[k * n_by + j] = v->slope[(k * n_by + j) * n_of + i];
  }
  npz_file_add(f, name, curve, n, 0);
  npz_file_add(f, arena_printf(arena, "d(%s)", name), slope, n, n_by);
}

bool sensitivity_npz_write(Session *s, const FmuDescription *d,
                           const SensitivityRequest *q,
                           const SensitivityCurves *v, const char *path)
{
  assert(q->n_by == v->n_by && (v->slope || v->sum_slope));
  NpzFile f = npz_file_begin(s, path);
  npz_put_parameters(&f, d, q, v);
  if (q->weight) {
    npz_file_add(&f, "sum", &v->sum, 1, 0);
    npz_file_add(&f, "d(sum)", v->sum_slope, (size_t)v->n_by, 0);
    return npz_file_end(&f);
  }
  npz_file_add(&f, "time", v->time, (size_t)v->n_points, 0);
  for (int i = 0; i < q->n_of; i++)
    npz_put_variable(&f, d->variable[q->of[i]].name, v, (size_t)i);
  return npz_file_end(&f);
}
