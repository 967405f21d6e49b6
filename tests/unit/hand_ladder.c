/* hand_ladder.c: tables made when they are asked for. */
#include "hand_ladder.h"
#include "core/instance.h"
#include "hand_model.h"
#include "integrators/integrators.h"
#include <math.h>
#include <stdlib.h>

typedef struct Tables {
  Model model; /* first */
  JacobianPattern pattern;
  double *real_start, *nominal;
  unsigned char *kind;
  int *state, *derivative;
  int *start, *row, color_start[4], *column;
} Tables;

static int cells_of(const ModelValues *v)
{
  const Instance *inst = v->instance;
  return inst->model->n_states;
}

static double right(const double *w, int n, int k)
{
  return k < n ? w[k + 1] : w[k];
}

static int evaluate(ModelValues *v)
{
  int n = cells_of(v);
  double *w = v->real;
  for (int k = 1; k <= n; k++) {
    double left = k > 1 ? w[k - 1] : sin(w[0]);
    w[n + k] = left - 2 * w[k] + right(w, n, k);
  }
  return 0;
}

static int tangent(ModelValues *v, Tangent *t)
{
  int n = cells_of(v);
  double *d = t->d;
  for (int k = 1; k <= n; k++) {
    double left = k > 1 ? d[k - 1] : cos(v->real[0]) * d[0];
    d[n + k] = left - 2 * d[k] + right(d, n, k);
  }
  return 0;
}

/* Three colours: k modulo 3. */
static void fill_pattern(Tables *t, int n)
{
  int filled = 0, colored = 0;
  for (int j = 0; j < n; j++) {
    t->start[j] = filled;
    for (int i = j - 1; i <= j + 1; i++) {
      if (i >= 0 && i < n) t->row[filled++] = i;
    }
  }
  t->start[n] = filled;
  for (int c = 0; c < 3; c++) {
    t->color_start[c] = colored;
    for (int j = c; j < n; j += 3) t->column[colored++] = j;
  }
  t->color_start[3] = colored;
  t->pattern = (JacobianPattern){n, filled,         t->start, t->row,
                                 3, t->color_start, t->column};
}

static void *table(int n, size_t size)
{
  void *made = calloc((size_t)n, size);
  if (!made) abort();
  return made;
}

Model *hand_ladder_create(int n, int sparse)
{
  Tables *t = table(1, sizeof *t);
  t->real_start = table(2 * n + 1, sizeof(double));
  t->nominal = table(n, sizeof(double));
  t->kind = table(2 * n + 1, 1);
  t->state = table(n, sizeof(int));
  t->derivative = table(n, sizeof(int));
  t->start = table(n + 1, sizeof(int));
  t->row = table(3 * n, sizeof(int));
  t->column = table(n, sizeof(int));
  for (int k = 0; k < n; k++) {
    t->nominal[k] = 1;
    t->state[k] = k + 1;
    t->derivative[k] = n + k + 1;
    t->kind[k + 1] = VARIABLE_EXACT;
    t->kind[n + k + 1] = VARIABLE_CALCULATED;
  }
  fill_pattern(t, n);
  t->model = (Model){.contract = FOUCAULT_MODEL_CONTRACT,
                     .integrator = &integrator_cvode,
                     .name = "Ladder",
                     .guid = "{hand-ladder}",
                     .n_real = 2 * n + 1,
                     .real_kind = t->kind,
                     .real_start = t->real_start,
                     .n_states = n,
                     .state = t->state,
                     .derivative = t->derivative,
                     .state_nominal = t->nominal,
                     .shown_state = t->state,
                     .shown_derivative = t->derivative,
                     .tolerance = 1e-6,
                     .parameters = hand_nothing,
                     .starts = hand_no_starts,
                     .initialize = hand_nothing,
                     .evaluate = evaluate,
                     .tangent = tangent,
                     .jacobian = sparse ? &t->pattern : NULL,
                     .sparse = sparse ? &sparse_solver : NULL};
  return &t->model;
}

void hand_ladder_free(Model *model)
{
  Tables *t = (Tables *)(void *)model;
  free(t->real_start);
  free(t->nominal);
  free(t->kind);
  free(t->state);
  free(t->derivative);
  free(t->start);
  free(t->row);
  free(t->column);
  free(t);
}
