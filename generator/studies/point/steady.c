/* steady.c: see steady.h. */
#include "studies/point/steady.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "studies/point/least_squares.h"

#define STEADY_RANK 1e-10    /* of scaled columns: less is rounding */
#define STEADY_NEAR 1e-10    /* of the unknowns: the point is found */
#define STEADY_ZERO 1e-7     /* of what the unknowns do to a row: it is zero */
#define STEADY_FLAT 1e-12    /* of a nominal value in 1 s: nothing changes it */
#define STEADY_LEAST 1e-6    /* the shortest part of a step */
#define STEADY_LONGEST 1     /* step, in sizes of the unknowns */
#define STEADY_STRAIGHT 1e-3 /* what is left after a longer one */
#define STEADY_CHANGE 0.5    /* of the unknowns in a step of Euler at most */
#define STEADY_GROWTH 1e6    /* of these steps: they have come to rest */
enum {
  STEADY_MOST_STEPS = 200,
  STEADY_MOST_MOVES = 1000,
  STEADY_MOST_ROUNDS = 1000, /* of one event iteration */
  STEADY_NAMED = 3           /* derivatives, in messages */
};

typedef enum SteadyEnd {
  STEADY_FOUND,
  STEADY_HALTED, /* no step leads on */
  STEADY_FAILED  /* after a message */
} SteadyEnd;

typedef struct Seeker {
  Session *s;
  const Fmu *fmu;
  fmi2Component component;
  const SteadyRequest *request;
  double time;
  int n_states, n_unknowns, n_rows;
  fmi2ValueReference *input, *fixed;
  double *target;          /* of the fixed variables */
  double *z, *f, *a;       /* unknowns, rows, derivatives of these */
  double *size, *row;      /* of unknowns and rows */
  double *nominal;         /* of unknowns */
  double *step, *next, *g; /* of Newton; the point it leads to, its rows */
  double *scaled, *right, *x;
  LeastSquares squares;
  ArenaMark mark; /* before them */
  bool has_squares;
  bool may_save;      /* the FMU gives its whole state */
  fmi2FMUstate saved; /* at the point z */
  int n_steps, n_moves;
} Seeker;

static bool seeker_good(fmi2Status status)
{
  return status == fmi2OK || status == fmi2Warning;
}

static bool seeker_check(const Seeker *k, fmi2Status status, const char *call)
{
  if (seeker_good(status)) return true;
  diagnostic_file_error(k->s, k->fmu->path, E604,
                        "%s failed on the way to an equilibrium", call);
  return false;
}

/* --- the FMU --- */

static bool seeker_set(const Seeker *k, const double *z)
{
  size_t n = (size_t)k->n_states, m = (size_t)k->n_unknowns - n;
  if (n > 0 && !seeker_good(k->fmu->SetContinuousStates(k->component, z, n))) {
    return false;
  }
  return m == 0 ||
         seeker_good(k->fmu->SetReal(k->component, k->input, m, z + n));
}

/* The rows at a point that may be outside of what the model allows. */
static bool seeker_try(const Seeker *k, const double *z, double *f)
{
  size_t n = (size_t)k->n_states, m = (size_t)k->n_rows - n;
  assert(k->n_rows >= k->n_states);
  if (!seeker_set(k, z)) return false;
  if (n > 0 && !seeker_good(k->fmu->GetDerivatives(k->component, f, n)))
    return false;
  if (m > 0 &&
      !seeker_good(k->fmu->GetReal(k->component, k->fixed, m, f + n))) {
    return false;
  }
  for (size_t i = 0; i < m; i++) f[n + i] -= k->target[i];
  for (int i = 0; i < k->n_rows; i++) {
    if (!isfinite(f[i])) return false;
  }
  return true;
}

static void seeker_save(Seeker *k)
{
  if (k->may_save &&
      !seeker_good(k->fmu->GetFMUstate(k->component, &k->saved))) {
    k->may_save = false;
  }
}

/* May the model be at the point that was tried? Its assertions are asked then.
 * If not, it is at the last one again. */
static bool seeker_complete(const Seeker *k)
{
  fmi2Boolean enter, end = fmi2False;
  if (seeker_good(k->fmu->CompletedIntegratorStep(k->component, fmi2True,
                                                  &enter, &end)) &&
      !end) {
    return true;
  }
  if (k->may_save) k->fmu->SetFMUstate(k->component, k->saved);
  return false;
}

/* What has changed its sign, and states that others replace. */
static bool seeker_settle(const Seeker *k)
{
  const Fmu *fmu = k->fmu;
  fmi2Boolean end = fmi2False;
  fmi2EventInfo info = {.newDiscreteStatesNeeded = fmi2True};
  if (!seeker_check(k, fmu->EnterEventMode(k->component),
                    "fmi2EnterEventMode")) {
    return false;
  }
  for (int i = 0; info.newDiscreteStatesNeeded && !end; i++) {
    if (i == STEADY_MOST_ROUNDS) {
      return seeker_check(k, fmi2Error, "an event iteration");
    }
    if (!seeker_check(k, fmu->NewDiscreteStates(k->component, &info),
                      "fmi2NewDiscreteStates")) {
      return false;
    }
    end = info.terminateSimulation;
  }
  if (end) {
    diagnostic_file_error(k->s, k->fmu->path, E611,
                          "the model ends its run on the way to an "
                          "equilibrium");
    return false;
  }
  return seeker_check(k, fmu->EnterContinuousTimeMode(k->component),
                      "fmi2EnterContinuousTimeMode");
}

/* --- one point --- */

static void seeker_take(Seeker *k, const LinearModel *m)
{
  int nx = m->n_states, nu = m->n_inputs, n = k->n_unknowns;
  assert(nx + nu == n && nx + m->n_outputs == k->n_rows);
  for (int i = 0; i < nx; i++) {
    k->z[i] = m->state[i].value;
    k->f[i] = m->state[i].rate;
    memcpy(k->a + i * n, m->a + i * nx, (size_t)nx * sizeof(double));
    memcpy(k->a + i * n + nx, m->b + i * nu, (size_t)nu * sizeof(double));
  }
  for (int i = 0; i < nu; i++) k->z[nx + i] = m->input[i].value;
  for (int i = 0; i < m->n_outputs; i++) {
    double *row = k->a + (nx + i) * n;
    if (isnan(k->target[i])) k->target[i] = m->output[i].value;
    k->f[nx + i] = m->output[i].value - k->target[i];
    memcpy(row, m->c + i * nx, (size_t)nx * sizeof(double));
    memcpy(row + nx, m->d + i * nu, (size_t)nu * sizeof(double));
  }
}

static LinearRequest seeker_request(const Seeker *k)
{
  const SteadyRequest *r = k->request;
  return (LinearRequest){.input = r->free,
                         .output = r->fixed,
                         .n_inputs = r->n_free,
                         .n_outputs = r->n_fixed,
                         .keeps_symbols = true};
}

static bool seeker_is_finite(const Seeker *k)
{
  for (int i = 0; i < k->n_rows * k->n_unknowns; i++) {
    if (isfinite(k->a[i])) continue;
    diagnostic_file_error(k->s, k->fmu->path, E604,
                          "a derivative is not finite on the way to an "
                          "equilibrium");
    return false;
  }
  return true;
}

static void seeker_scale(Seeker *k)
{
  int n = k->n_unknowns;
  for (int j = 0; j < n; j++) k->size[j] = fmax(fabs(k->z[j]), k->nominal[j]);
  for (int i = 0; i < k->n_rows; i++) {
    double most = i < k->n_states ? k->nominal[i] * STEADY_FLAT : STEADY_FLAT;
    for (int j = 0; j < n; j++)
      most = fmax(most, fabs(k->a[i * n + j]) * k->size[j]);
    k->row[i] = most;
  }
}

static bool seeker_read(Seeker *k)
{
  LinearModel m;
  LinearRequest request = seeker_request(k);
  size_t n = (size_t)k->n_states;
  ArenaMark mark = arena_mark(k->s->session_arena);
  if (!linearize_at(k->s, k->fmu, k->component, &request, k->time, &m))
    return false;
  seeker_take(k, &m);
  arena_release(mark);
  seeker_save(k);
  if (n > 0 &&
      !seeker_check(
          k, k->fmu->GetNominalsOfContinuousStates(k->component, k->nominal, n),
          "fmi2GetNominalsOfContinuousStates")) {
    return false;
  }
  for (size_t i = 0; i < n; i++) {
    if (!(k->nominal[i] > 0)) k->nominal[i] = 1;
  }
  seeker_scale(k);
  return seeker_is_finite(k);
}

/* --- Newton's method --- */

static void seeker_drop_squares(Seeker *k)
{
  if (k->has_squares) arena_release(k->mark);
  k->has_squares = false;
}

/* Of the derivatives, or for Euler's step h of 1/h - the derivatives. */
static void seeker_factor(Seeker *k, double h)
{
  int n = k->n_unknowns;
  seeker_drop_squares(k);
  k->mark = arena_mark(session_scratch(k->s));
  for (int i = 0; i < k->n_rows; i++) {
    double *to = k->scaled + i * n, most = 0;
    for (int j = 0; j < n; j++) {
      double of = k->a[i * n + j];
      to[j] = (h > 0 ? (i == j) / h - of : of) * k->size[j];
      most = fmax(most, fabs(to[j]));
    }
    if (h > 0) k->row[i] = most > 0 ? most : 1;
    for (int j = 0; j < n; j++) to[j] /= k->row[i];
  }
  k->squares = least_squares_make(session_scratch(k->s), k->scaled, k->n_rows,
                                  n, STEADY_RANK);
  k->has_squares = true;
}

/* The step for these rows in units of the unknowns' sizes; its length. */
static double seeker_solve(Seeker *k, const double *f, double sign)
{
  double length = 0;
  assert(k->has_squares);
  for (int i = 0; i < k->n_rows; i++) k->right[i] = sign * f[i] / k->row[i];
  least_squares_solve(&k->squares, k->right, k->x);
  for (int j = 0; j < k->n_unknowns; j++) length = hypot(length, k->x[j]);
  return length;
}

static void seeker_advance(const Seeker *k, double part)
{
  for (int j = 0; j < k->n_unknowns; j++)
    k->next[j] = k->z[j] + part * k->step[j];
}

static double seeker_newton_step(Seeker *k)
{
  seeker_factor(k, 0);
  double length = seeker_solve(k, k->f, -1);
  for (int j = 0; j < k->n_unknowns; j++) k->step[j] = k->x[j] * k->size[j];
  return length;
}

/* Is the step after this part of the present one at most `most` of it? */
static bool seeker_gains(Seeker *k, double part, double most)
{
  seeker_advance(k, part);
  return seeker_try(k, k->next, k->g) && seeker_solve(k, k->g, -1) <= most &&
         seeker_complete(k);
}

/* The longest part of the step after which the next one is shorter. A step of
 * more than the unknowns themselves is taken where the way is nearly straight,
 * else it leads to another equilibrium than the next. */
static bool seeker_damp(Seeker *k, double length)
{
  double first = length > STEADY_LONGEST ? STEADY_LONGEST / length : 1;
  if (seeker_gains(k, 1, first < 1 ? STEADY_STRAIGHT * length : 0.75 * length))
    return true;
  for (double part = first < 1 ? first : 0.5; part > first * STEADY_LEAST;
       part /= 2) {
    if (seeker_gains(k, part, (1 - part / 4) * length)) return true;
  }
  return false;
}

/* Does a row differ from zero by more than the unknowns' rounding? */
static bool seeker_is_open(const Seeker *k, int row)
{
  return fabs(k->f[row]) > STEADY_ZERO * k->row[row];
}

static bool seeker_rests(const Seeker *k)
{
  for (int i = 0; i < k->n_rows; i++) {
    if (seeker_is_open(k, i)) return false;
  }
  return true;
}

static bool seeker_go_back(const Seeker *k)
{
  return seeker_check(k, seeker_set(k, k->z) ? fmi2OK : fmi2Error,
                      "setting the states");
}

static SteadyEnd seek_by_newton(Seeker *k)
{
  for (int i = 0; i < STEADY_MOST_STEPS; i++) {
    if (i > 0 && !seeker_settle(k)) return STEADY_FAILED;
    if (!seeker_read(k)) return STEADY_FAILED;
    double length = seeker_newton_step(k);
    if (length <= STEADY_NEAR) {
      seeker_advance(k, 1);
      bool good = seeker_try(k, k->next, k->g);
      if (!good && !seeker_go_back(k)) return STEADY_FAILED;
      return seeker_rests(k) ? STEADY_FOUND : STEADY_HALTED;
    }
    if (!seeker_damp(k, length))
      return seeker_go_back(k) ? STEADY_HALTED : STEADY_FAILED;
    k->n_steps++;
  }
  return STEADY_HALTED;
}

/* --- implicit Euler --- */

/* The first step changes no state much. */
static double first_move(const Seeker *k)
{
  double rate = 0;
  for (int i = 0; i < k->n_states; i++)
    rate = fmax(rate, fabs(k->f[i]) / k->size[i]);
  return rate > 0 ? 0.1 / rate : 1;
}

/* A step of length *h at most; false: none leads on. */
static bool seeker_move(Seeker *k, double *h, double *length)
{
  for (int i = 0; i < 60; i++, *h /= 4) {
    seeker_factor(k, *h);
    *length = seeker_solve(k, k->f, 1);
    if (!(*length <= STEADY_CHANGE)) continue;
    for (int j = 0; j < k->n_unknowns; j++) k->step[j] = k->x[j] * k->size[j];
    seeker_advance(k, 1);
    if (seeker_try(k, k->next, k->g) && seeker_complete(k)) return true;
  }
  return false;
}

static SteadyEnd seek_by_moving(Seeker *k)
{
  double h = 0, first = 0, length;
  assert(k->n_unknowns == k->n_states && k->n_rows == k->n_states);
  for (int i = 0; i < STEADY_MOST_MOVES; i++) {
    if (!seeker_read(k)) return STEADY_FAILED;
    if (i == 0) h = first = first_move(k);
    if (!seeker_move(k, &h, &length))
      return seeker_go_back(k) ? STEADY_HALTED : STEADY_FAILED;
    if (!seeker_settle(k)) return STEADY_FAILED;
    k->n_moves++;
    if (h > STEADY_GROWTH * first && length < 1e-3) break;
    if (length < STEADY_CHANGE / 4) h *= 3;
  }
  return seek_by_newton(k);
}

/* --- where none is found --- */

/* The row that is farthest from zero, of those that have not been named; -1:
 * none. */
static int farthest_row(const Seeker *k, const bool *is_named)
{
  int worst = -1;
  for (int i = 0; i < k->n_rows; i++) {
    if (is_named[i] || !seeker_is_open(k, i)) continue;
    if (worst < 0 ||
        fabs(k->f[i]) / k->row[i] > fabs(k->f[worst]) / k->row[worst])
      worst = i;
  }
  return worst;
}

/* Does no unknown change it? */
static bool is_flat(const Seeker *k, int row)
{
  double least = (row < k->n_states ? k->nominal[row] : 1) * STEADY_FLAT;
  return k->row[row] <= least;
}

static const char *name_row(const Seeker *k, const LinearModel *m, int row)
{
  Arena *arena = session_scratch(k->s);
  if (row < m->n_states) {
    return arena_printf(arena, "der(%s) = %.6g", m->state[row].name, k->f[row]);
  }
  const LinearVariable *v = &m->output[row - m->n_states];
  return arena_printf(arena, "%s = %.6g", v->name, v->value);
}

/* Where the method stands still now. */
static void report_halt(Seeker *k)
{
  LinearModel m;
  LinearRequest request = seeker_request(k);
  request.keeps_symbols = false;
  if (!linearize_at(k->s, k->fmu, k->component, &request, k->time, &m)) return;
  Diagnostic *d = diagnostic_file_error(
      k->s, k->fmu->path, E611, "no equilibrium was found near the start");
  bool *is_named =
      arena_array(session_scratch(k->s), (size_t)k->n_rows, sizeof is_named[0]);
  for (int i = 0; i < STEADY_NAMED; i++) {
    int row = farthest_row(k, is_named);
    if (row < 0) break;
    is_named[row] = true;
    diagnostic_note(
        k->s, d, NO_SPAN,
        is_flat(k, row)
            ? "%s, and no state and no free input changes that there"
            : "Newton's method has halted where %s",
        name_row(k, &m, row));
  }
}

/* --- the family --- */

static void take_directions(Seeker *k, SteadyPoint *p)
{
  int n = k->n_unknowns, rank;
  seeker_factor(k, 0);
  rank = k->squares.rank;
  p->n_directions = n - rank;
  p->direction = arena_array(k->s->session_arena,
                             (size_t)n * (size_t)(n - rank), sizeof(double));
  for (int i = 0; i < n - rank; i++) {
    double *to = p->direction + i * n, most = 0;
    for (int j = 0; j < n; j++) {
      to[j] = k->squares.null[i * n + j] * k->size[j];
      if (fabs(k->squares.null[i * n + j]) < 1e-7) to[j] = 0; /* rounding */
      if (fabs(to[j]) > fabs(most)) most = to[j];
    }
    for (int j = 0; j < n && most != 0; j++) to[j] = to[j] / most + 0.0;
  }
}

static bool seeker_finish(Seeker *k, SteadyPoint *p)
{
  LinearRequest request = seeker_request(k);
  request.keeps_symbols = false;
  if (!seeker_read(k)) return false;
  take_directions(k, p);
  p->n_steps = k->n_steps;
  p->n_moves = k->n_moves;
  return linearize_at(k->s, k->fmu, k->component, &request, k->time, &p->model);
}

/* --- the whole --- */

static fmi2ValueReference *seeker_references(const Seeker *k, const int *index,
                                             int n)
{
  fmi2ValueReference *r =
      arena_array(k->s->session_arena, (size_t)n, sizeof r[0]);
  for (int i = 0; i < n; i++)
    r[i] = k->fmu->description->variable[index[i]].value_reference;
  return r;
}

static void seeker_make(Seeker *k)
{
  const SteadyRequest *r = k->request;
  Arena *arena = k->s->session_arena;
  k->n_states = k->fmu->description->n_states;
  k->n_unknowns = k->n_states + r->n_free;
  k->n_rows = k->n_states + r->n_fixed;
  size_t n = (size_t)k->n_unknowns, m = (size_t)k->n_rows;
  double **const by_unknown[] = {&k->z,    &k->size, &k->nominal,
                                 &k->step, &k->next, &k->x};
  double **const by_row[] = {&k->f, &k->row, &k->g, &k->right};
  for (size_t i = 0; i < sizeof by_unknown / sizeof by_unknown[0]; i++)
    *by_unknown[i] = arena_array(arena, n, sizeof(double));
  for (size_t i = 0; i < sizeof by_row / sizeof by_row[0]; i++)
    *by_row[i] = arena_array(arena, m, sizeof(double));
  k->a = arena_array(arena, n * m, sizeof(double));
  k->scaled = arena_array(arena, n * m, sizeof(double));
  k->target = arena_array(arena, (size_t)r->n_fixed, sizeof(double));
  for (int i = 0; i < r->n_fixed; i++) k->target[i] = r->value[i];
  for (size_t j = 0; j < n; j++) k->nominal[j] = 1;
  k->input = seeker_references(k, r->free, r->n_free);
  k->fixed = seeker_references(k, r->fixed, r->n_fixed);
}

static bool keeps_state(const FmuDescription *d)
{
  return description_can(&d->model_exchange, "canGetAndSetFMUstate");
}

/* Back to the start, so that there is a choice of ways from it. */
static SteadyEnd seek_again(Seeker *k, fmi2FMUstate start)
{
  if (!start) return STEADY_HALTED;
  if (!seeker_check(k, k->fmu->SetFMUstate(k->component, start),
                    "fmi2SetFMUstate")) {
    return STEADY_FAILED;
  }
  return STEADY_HALTED;
}

static SteadyEnd seek_in_all_ways(Seeker *k, fmi2FMUstate start)
{
  bool may_move = k->n_unknowns == k->n_states && k->n_rows == k->n_states;
  SteadyEnd end = seek_by_newton(k);
  if (end != STEADY_HALTED || !may_move) return end;
  end = seek_again(k, start);
  if (end == STEADY_HALTED) end = seek_by_moving(k);
  if (end != STEADY_HALTED || !start) return end;
  end = seek_again(k, start);
  return end == STEADY_HALTED ? seek_by_newton(k) : end;
}

bool steady_find(Session *s, const Fmu *fmu, fmi2Component component,
                 const SteadyRequest *request, double time, SteadyPoint *point)
{
  fmi2FMUstate start = NULL;
  Seeker k = {.s = s,
              .fmu = fmu,
              .component = component,
              .request = request,
              .time = time};
  seeker_make(&k);
  *point = (SteadyPoint){0};
  k.may_save = keeps_state(fmu->description);
  if (k.may_save && !seeker_good(fmu->GetFMUstate(component, &start)))
    start = NULL;
  SteadyEnd end = seek_in_all_ways(&k, start);
  if (end == STEADY_HALTED) report_halt(&k);
  bool good = end == STEADY_FOUND && seeker_finish(&k, point);
  seeker_drop_squares(&k);
  if (start) fmu->FreeFMUstate(component, &start);
  if (k.saved) fmu->FreeFMUstate(component, &k.saved);
  return good;
}
