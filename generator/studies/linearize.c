/* linearize.c: see linearize.h. */
#include "studies/linearize.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "fmu_file/set_state.h"

typedef struct Linearizer {
  Session *s;
  const Fmu *fmu;
  fmi2Component component;
  LinearModel *m;
  fmi2ValueReference *known;   /* states, then inputs */
  fmi2ValueReference *unknown; /* derivatives, then outputs */
  int n_known, n_unknown;
  double *x; /* of all states */
} Linearizer;

static bool linearize_check(const Linearizer *l, fmi2Status status,
                            const char *call)
{
  if (status == fmi2OK || status == fmi2Warning) return true;
  diagnostic_file_error(l->s, l->fmu->path, E604,
                        "%s failed at time %g: the model cannot be linearized "
                        "there",
                        call, l->m->time);
  return false;
}

static bool has_tangents(const FmuDescription *d)
{
  return description_can(&d->model_exchange, "providesDirectionalDerivative");
}

/* --- one column: how all unknowns change with one known --- */

static bool linearize_exact_column(const Linearizer *l, int k, double *column)
{
  const double seed = 1;
  fmi2Status status = l->fmu->GetDirectionalDerivative(
      l->component, l->unknown, (size_t)l->n_unknown, &l->known[k], 1, &seed,
      column);
  return linearize_check(l, status, "fmi2GetDirectionalDerivative");
}

/* Of known k, all others as they are at the point. */
static bool set_known(const Linearizer *l, int k, double value)
{
  const LinearModel *m = l->m;
  assert(k >= 0 && k < l->n_known);
  if (k >= m->n_states) {
    return linearize_check(
        l, l->fmu->SetReal(l->component, &l->known[k], 1, &value),
        "fmi2SetReal");
  }
  double kept = l->x[k];
  l->x[k] = value;
  fmi2Status status =
      l->fmu->SetContinuousStates(l->component, l->x, (size_t)m->n_states);
  l->x[k] = kept;
  return linearize_check(l, status, "fmi2SetContinuousStates");
}

static bool read_unknowns(const Linearizer *l, double *value)
{
  size_t n = (size_t)l->m->n_states;
  if (n > 0 &&
      !linearize_check(l, l->fmu->GetDerivatives(l->component, value, n),
                       "fmi2GetDerivatives")) {
    return false;
  }
  if (l->m->n_outputs == 0) return true;
  return linearize_check(l,
                         l->fmu->GetReal(l->component, l->unknown + n,
                                         (size_t)l->m->n_outputs, value + n),
                         "fmi2GetReal");
}

static bool difference_column(const Linearizer *l, int k, double *column,
                              double *other)
{
  const LinearModel *m = l->m;
  double value =
      k < m->n_states ? m->state[k].value : m->input[k - m->n_states].value;
  volatile double above = value + cbrt(DBL_EPSILON) * fmax(1, fabs(value));
  volatile double below = value - (above - value);
  if (!set_known(l, k, above) || !read_unknowns(l, column) ||
      !set_known(l, k, below) || !read_unknowns(l, other) ||
      !set_known(l, k, value)) {
    return false;
  }
  for (int i = 0; i < l->n_unknown; i++) {
    column[i] = (column[i] - other[i]) / (above - below);
  }
  return true;
}

/* --- the matrices --- */

static void put_column(const LinearModel *m, int k, const double *column)
{
  bool is_state = k < m->n_states;
  assert(k >= 0 && k < m->n_states + m->n_inputs);
  double *upper = is_state ? m->a : m->b, *lower = is_state ? m->c : m->d;
  int width = is_state ? m->n_states : m->n_inputs;
  int place = is_state ? k : k - m->n_states;
  for (int i = 0; i < m->n_states; i++) upper[i * width + place] = column[i];
  for (int i = 0; i < m->n_outputs; i++) {
    lower[i * width + place] = column[m->n_states + i];
  }
}

static bool fill_matrices(const Linearizer *l)
{
  Arena *arena = l->s->session_arena;
  LinearModel *m = l->m;
  size_t n = (size_t)l->n_unknown;
  double *column = arena_array(arena, n, sizeof column[0]);
  double *other = arena_array(arena, n, sizeof other[0]);
  m->is_exact = has_tangents(l->fmu->description);
  for (int k = 0; k < l->n_known; k++) {
    if (!(m->is_exact ? linearize_exact_column(l, k, column)
                      : difference_column(l, k, column, other))) {
      return false;
    }
    put_column(m, k, column);
  }
  return true;
}

/* --- names and values --- */

static LinearVariable *name_variables(const Linearizer *l, const int *index,
                                      int n, fmi2ValueReference *reference)
{
  const FmuDescription *d = l->fmu->description;
  LinearVariable *v = arena_array(l->s->session_arena, (size_t)n, sizeof v[0]);
  for (int i = 0; i < n; i++) {
    const FmuVariable *of = &d->variable[index[i]];
    v[i] = (LinearVariable){
        .name = of->name, .symbol = of->name, .unit = of->unit};
    reference[i] = of->value_reference;
  }
  return v;
}

static bool read_values(const Linearizer *l, LinearVariable *v, int n,
                        const fmi2ValueReference *reference)
{
  for (int i = 0; i < n; i++) {
    if (!linearize_check(
            l, l->fmu->GetReal(l->component, &reference[i], 1, &v[i].value),
            "fmi2GetReal")) {
      return false;
    }
  }
  return true;
}

static bool linearize_read_states(Linearizer *l)
{
  LinearModel *m = l->m;
  size_t n = (size_t)m->n_states;
  if (n == 0) return true;
  double *rate = arena_array(l->s->session_arena, n, sizeof rate[0]);
  l->x = arena_array(l->s->session_arena, n, sizeof l->x[0]);
  if (!linearize_check(l, l->fmu->GetContinuousStates(l->component, l->x, n),
                       "fmi2GetContinuousStates") ||
      !linearize_check(l, l->fmu->GetDerivatives(l->component, rate, n),
                       "fmi2GetDerivatives")) {
    return false;
  }
  for (size_t i = 0; i < n; i++) {
    m->state[i].value = l->x[i];
    m->state[i].rate = rate[i];
  }
  return true;
}

/* --- what a state of a selection set stands for --- */

/* Real variables that change and are no states: those that may be meant. */
static int list_candidates(const Linearizer *l, int *index)
{
  const FmuDescription *d = l->fmu->description;
  int n = 0;
  for (int i = 0; i < d->n_variables; i++) {
    const FmuVariable *v = &d->variable[i];
    bool is_open = v->type == FMU_REAL && v->variability == FMU_CONTINUOUS &&
                   (v->causality == FMU_LOCAL || v->causality == FMU_OUTPUT);
    if (is_open && !set_state_is(v->name) && strncmp(v->name, "der(", 4) != 0)
      index[n++] = i;
  }
  return n;
}

/* Drops those whose value is another one, and that do not change as state k
 * does: fully with it, not at all with others. */
static bool keep_followers(const Linearizer *l, int k, int *index, int *n)
{
  Arena *scratch = session_scratch(l->s);
  ArenaMark mark = arena_mark(scratch);
  const double seed = 1;
  bool good = true;
  assert(l->m->is_exact && *n <= l->fmu->description->n_variables);
  for (int j = -1; good && j<l->m->n_states && * n> 0; j++) {
    size_t m = (size_t)*n;
    double *value = arena_array(scratch, m, sizeof value[0]);
    fmi2ValueReference *r = arena_array(scratch, m, sizeof r[0]);
    for (int i = 0; i < *n; i++) {
      r[i] = l->fmu->description->variable[index[i]].value_reference;
    }
    fmi2Status status =
        j < 0 ? l->fmu->GetReal(l->component, r, m, value)
              : l->fmu->GetDirectionalDerivative(l->component, r, m,
                                                 &l->known[j], 1, &seed, value);
    good = linearize_check(l, status, "fmi2GetDirectionalDerivative");
    double wanted = j < 0 ? l->m->state[k].value : j == k ? 1 : 0;
    int left = 0;
    for (int i = 0; i < *n; i++) {
      if (value[i] == wanted) index[left++] = index[i];
    }
    *n = left;
  }
  arena_release(mark);
  return good;
}

static bool name_states_of_sets(const Linearizer *l)
{
  const FmuDescription *d = l->fmu->description;
  int *index =
      arena_array(l->s->session_arena, (size_t)d->n_variables, sizeof index[0]);
  for (int k = 0; k < l->m->n_states && l->m->is_exact; k++) {
    LinearVariable *state = &l->m->state[k];
    if (!set_state_is(state->name)) continue;
    int n = list_candidates(l, index);
    if (!keep_followers(l, k, index, &n)) return false;
    if (n == 0) continue;
    state->name = d->variable[index[0]].name;
    state->unit = d->variable[index[0]].unit;
  }
  return true;
}

/* --- the whole --- */

bool linearize_at(Session *s, const Fmu *fmu, fmi2Component component,
                  const LinearRequest *request, double time, LinearModel *m)
{
  const FmuDescription *d = fmu->description;
  Arena *arena = s->session_arena;
  int nx = d->n_states, nu = request->n_inputs, ny = request->n_outputs;
  assert(d->n_derivatives >= nx);
  *m = (LinearModel){
      .time = time, .n_states = nx, .n_inputs = nu, .n_outputs = ny};
  m->a = arena_array(arena, (size_t)nx * (size_t)nx, sizeof(double));
  m->b = arena_array(arena, (size_t)nx * (size_t)nu, sizeof(double));
  m->c = arena_array(arena, (size_t)ny * (size_t)nx, sizeof(double));
  m->d = arena_array(arena, (size_t)ny * (size_t)nu, sizeof(double));
  Linearizer l = {.s = s,
                  .fmu = fmu,
                  .component = component,
                  .m = m,
                  .n_known = nx + nu,
                  .n_unknown = nx + ny};
  l.known = arena_array(arena, (size_t)l.n_known, sizeof l.known[0]);
  l.unknown = arena_array(arena, (size_t)l.n_unknown, sizeof l.unknown[0]);
  m->state = name_variables(&l, d->state, nx, l.known);
  m->input = name_variables(&l, request->input, nu, l.known + nx);
  m->output = name_variables(&l, request->output, ny, l.unknown + nx);
  for (int i = 0; i < nx; i++) {
    l.unknown[i] = d->variable[d->derivative[i]].value_reference;
  }
  return linearize_read_states(&l) &&
         read_values(&l, m->input, nu, l.known + nx) &&
         read_values(&l, m->output, ny, l.unknown + nx) && fill_matrices(&l) &&
         (request->keeps_symbols || name_states_of_sets(&l));
}
