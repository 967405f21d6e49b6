/* jump.c: Newton's method over an instant. */
#include "jump.h"
#include "../core/runtime_assert.h"
#include "../carry/state_fit.h"
#include "../core/thresholds.h"
#include "../evaluate/evaluate.h"
#include "../evaluate/tangent.h"
#include "follow.h"
#include <math.h>
#include <string.h>

typedef struct JumpState {
  int is_kept;     /* there are values before */
  int has_jumped;  /* in this event */
  int renews;      /* the next evaluation gives the values before */
  int undecided;   /* 1 + the equation that leaves it open; 0: none */
  int is_position; /* that is a row, not a law */
} JumpState;

typedef struct JumpMemory {
  JumpState *state;
  double *before;        /* [n_real] */
  double *row_before;    /* [n_rows] */
  double *factor_before; /* [n_factors] */
  double *largest;       /* [n_variables] size seen so far */
  unsigned char *warned; /* [n_rows] */
  /* workspace */
  double *row, *size, *turn;     /* [n_rows] */
  double *factor, *moved, *kept; /* [n_factors] */
  double *present;               /* [n_variables] */
} JumpMemory;

static JumpMemory *jump_of(const Instance *inst)
{
  return inst->part[PART_JUMP];
}

/* Is there anything that may jump? */
static bool jump_is_used(const Instance *inst)
{
  return inst->model->jumps != NULL;
}

/* --- values before -------------------------------------------------------- */

static void keep_values_before(Instance *inst)
{
  const JumpProblem *p = inst->model->jumps;
  RUNTIME_ASSERT(!(inst->stale & STALE_VALUES));
  JumpMemory *m = jump_of(inst);
  memcpy(m->before, inst->values.real,
         (size_t)inst->model->n_real * sizeof m->before[0]);
  p->rows(&inst->values, m->row_before);
  if (p->n_factors > 0) p->factors(&inst->values, m->factor_before);
  for (int k = 0; k < p->n_variables; k++) {
    m->largest[k] = fmax(m->largest[k], fabs(m->before[p->variable[k]]));
  }
  memset(m->state, 0, sizeof *m->state);
  m->state->is_kept = 1;
}

void jump_keep(Instance *inst)
{
  if (!jump_is_used(inst)) return;
  if (inst->model->jumps->of_parameters) {
    memset(jump_of(inst)->state, 0, sizeof(JumpState));
  } else {
    keep_values_before(inst);
  }
}

/* Of several parameters the first one keeps the values; inputs that were set
 * before it are part of the same jump. */
bool jump_before_tuning(Instance *inst)
{
  if (!jump_is_used(inst) || inst->stale & STALE_PARAMETERS) return true;
  const JumpMemory *m = jump_of(inst);
  if (inst->stale & STALE_RELATIONS && m->state->is_kept &&
      m->before[0] == instance_time(inst))
    return true;
  if (inst->stale & STALE_VALUES && !evaluate_model(inst)) return false;
  keep_values_before(inst);
  return true;
}

bool jump_enter(Instance *inst)
{
  if (!jump_is_used(inst) || inst->model->jumps->of_parameters) return true;
  if (inst->stale & STALE_RELATIONS) return true; /* an input has changed */
  if (inst->stale & STALE_VALUES && !evaluate_model(inst)) return false;
  jump_keep(inst);
  return true;
}

void jump_renew(Instance *inst)
{
  if (jump_is_used(inst)) jump_of(inst)->state->renews = 1;
}

/* --- has a constraint jumped? --------------------------------------------- */

/* The constraints with the continuous variables before and all else of now. */
static void rows_of_before(Instance *inst)
{
  const JumpProblem *p = inst->model->jumps;
  JumpMemory *m = jump_of(inst);
  double *real = inst->values.real;
  for (int k = 0; k < p->n_variables; k++) {
    m->present[k] = real[p->variable[k]];
    real[p->variable[k]] = m->before[p->variable[k]];
  }
  p->rows(&inst->values, m->row);
  for (int k = 0; k < p->n_variables; k++) {
    real[p->variable[k]] = m->present[k];
  }
}

/* The size of what each row adds up: its change where all variables change by
 * about their largest values. Unequal parts, so that they do not cancel. */
static void measure_rows(Instance *inst)
{
  const JumpProblem *p = inst->model->jumps;
  JumpMemory *m = jump_of(inst);
  for (int i = 0; i < p->n_rows; i++) m->size[i] = 0;
  for (int turn = 0; turn < 2; turn++) {
    Tangent t = {tangent_begin(inst), m->turn};
    for (int k = 0; k < p->n_variables; k++) {
      double now = fabs(inst->values.real[p->variable[k]]);
      double part = 1 + (turn ? k % 5 : k % 3) / 7.0;
      t.d[p->variable[k]] = part * fmax(m->largest[k], now);
    }
    p->rows_tangent(&inst->values, &t);
    for (int i = 0; i < p->n_rows; i++) {
      m->size[i] = fmax(m->size[i], fabs(m->turn[i]));
    }
  }
}

/* Does row i of `row` differ from before by more than this part of its size? */
static bool row_differs(const Instance *inst, int i, double part)
{
  const JumpMemory *m = jump_of(inst);
  double change = fabs(m->row[i] - m->row_before[i]);
  return change > part * m->size[i];
}

/* Where nothing in a row has changed its bits are the same. */
static bool jump_has_jumped(Instance *inst)
{
  const JumpProblem *p = inst->model->jumps;
  const JumpMemory *m = jump_of(inst);
  int i = 0;
  rows_of_before(inst);
  while (i < p->n_rows && m->row[i] == m->row_before[i]) i++;
  if (i == p->n_rows) return false;
  measure_rows(inst);
  for (; i < p->n_rows; i++) {
    if (row_differs(inst, i, JUMP_ROUNDING)) return true;
  }
  return false;
}

bool jump_is_due(Instance *inst)
{
  if (!jump_is_used(inst) || !jump_of(inst)->state->is_kept) return false;
  if (jump_of(inst)->before[0] != instance_time(inst)) return false;
  if (!jump_has_jumped(inst)) return false;
  for (int i = 0; i < inst->model->jumps->n_rows; i++) {
    if (row_differs(inst, i, JUMP_OF_INPUT * inst->tolerance)) return true;
  }
  return false;
}

/* --- constraints that are differentiated more than once ------------------- */

/* Would the jump of row i reach a state? */
static bool reaches_state(Instance *inst, int i)
{
  const Model *m = inst->model;
  double *d = tangent_begin(inst);
  d[m->jumps->impulse[m->jumps->impulse_of[i]]] = 1;
  if (!m->tangent || !tangent_run(inst, false)) return true;
  for (int k = 0; k < m->n_states; k++) {
    if (d[inst->derivative[k]] != 0) return true;
  }
  return false;
}

/* Needs row_of_before() and measure_rows(). */
static void look_at_positions(Instance *inst)
{
  const JumpProblem *p = inst->model->jumps;
  JumpMemory *m = jump_of(inst);
  for (int i = 0; i < p->n_rows; i++) {
    if (!p->is_deep[i] || !row_differs(inst, i, inst->tolerance)) continue;
    if (reaches_state(inst, i)) {
      m->state->undecided = i + 1;
      m->state->is_position = 1;
    } else if (!m->warned[i]) {
      m->warned[i] = 1;
      logging_write(&inst->logger, STATUS_WARNING, LOG_STATUS_WARNING,
                    "at time %.12g this equation jumps by %.6g, and the model "
                    "needs its derivatives, whose impulses are left out: %s",
                    instance_time(inst), m->row[i] - m->row_before[i],
                    p->text[i]);
    }
  }
}

/* --- how the states jump -------------------------------------------------- */

/* G (x - x-) - (g(x) - g(x-)) of each impulse, into `turn`. */
static void find_excess(Instance *inst)
{
  const JumpProblem *p = inst->model->jumps;
  JumpMemory *m = jump_of(inst);
  Tangent t = {tangent_begin(inst), m->turn};
  for (int k = 0; k < p->n_jumping; k++) {
    int v = p->variable[k];
    t.d[v] = inst->values.real[v] - m->before[v];
  }
  p->rows_tangent(&inst->values, &t);
  p->rows(&inst->values, m->row);
  for (int i = 0; i < p->n_impulses; i++) {
    m->turn[i] -= m->row[i] - m->row_before[i];
  }
}

/* Gauss's formula with three places. */
static const double jump_place[] = {0.1127016653792583, 0.5,
                                    0.8872983346207417};
static const double jump_weight[] = {5.0 / 18, 8.0 / 18, 5.0 / 18};

/* The mean of factor k between its argument before and now, by n intervals. */
static double mean_of_factor(Instance *inst, int k, int n)
{
  const JumpProblem *p = inst->model->jumps;
  JumpMemory *m = jump_of(inst);
  double *x = &inst->values.real[p->factor[k].own], now = *x;
  double before = m->before[p->factor[k].own], sum = 0;
  for (int i = 0; i < n; i++) {
    for (int g = 0; g < 3; g++) {
      *x = before + (now - before) * ((i + jump_place[g]) / n);
      p->factors(&inst->values, m->moved);
      sum += jump_weight[g] * m->moved[k];
    }
  }
  *x = now;
  return sum / n;
}

/* What factor k times the jump of its argument has too much, against the
 * integral. */
static double excess_of_factor(Instance *inst, int k)
{
  const JumpProblem *p = inst->model->jumps;
  const JumpMemory *m = jump_of(inst);
  int own = p->factor[k].own;
  double jump = inst->values.real[own] - m->before[own];
  if (jump == 0) return 0;
  double mean = mean_of_factor(inst, k, 1), last;
  int n = 1, halvings = 0;
  do {
    last = mean;
    mean = mean_of_factor(inst, k, n *= 2);
  } while (fabs(mean - last) > JUMP_INTEGRAL_GOOD * fabs(mean) &&
           ++halvings < JUMP_MOST_HALVINGS);
  p->factors(&inst->values, jump_of(inst)->moved);
  return (m->moved[k] - mean) * jump;
}

/* The impulses of equations that are integrated, into the direction. */
static void add_law_impulses(Instance *inst, double *d)
{
  const JumpProblem *p = inst->model->jumps;
  for (int k = 0; k < p->n_factors; k++) {
    if (p->factor[k].own < 0) continue;
    RUNTIME_ASSERT(p->law_impulse[p->factor[k].law] >= 0);
    d[p->law_impulse[p->factor[k].law]] += excess_of_factor(inst, k);
  }
}

/* The impulses and jumps that belong to it, in the direction. */
static bool solve_instant(Instance *inst)
{
  const JumpProblem *p = inst->model->jumps;
  find_excess(inst);
  double *d = tangent_begin(inst);
  add_law_impulses(inst, d);
  for (int i = 0; i < p->n_impulses; i++) {
    d[p->impulse[i]] = jump_of(inst)->turn[i];
  }
  return tangent_run(inst, false);
}

/* Stores the states after the jump; are they what they were? */
static bool store_states(Instance *inst)
{
  const JumpMemory *m = jump_of(inst);
  const double *d = tangent_of(inst)->d;
  bool is_same = true;
  for (int k = 0; k < inst->model->n_states; k++) {
    double *place = &inst->values.real[inst->state[k]], old = *place;
    double before = m->before[inst->state[k]];
    *place = before + d[inst->derivative[k]];
    double size = fmax(fmax(fabs(*place), fabs(old)), fabs(before));
    is_same &= fabs(*place - old) <= JUMP_GOOD * size;
    if (*place != before) inst->states_changed = true;
  }
  return is_same;
}

/* The factors where everything has moved along its impulse: a factor that
 * differs there is that of a nonlinear term. */
static void factors_of_impulses(Instance *inst)
{
  const JumpProblem *p = inst->model->jumps;
  JumpMemory *m = jump_of(inst);
  double *real = inst->values.real;
  for (int k = 0; k < p->n_factors; k++) {
    int v = p->factor[k].reference;
    m->kept[k] = real[v];
    real[v] += tangent_of(inst)->d[v];
  }
  p->factors(&inst->values, m->moved);
  for (int k = p->n_factors - 1; k >= 0; k--) {
    real[p->factor[k].reference] = m->kept[k];
  }
}

/* A factor that is integrated may change with its argument, not otherwise: both
 * numbers become those of the argument before. */
static void look_from_before(Instance *inst, int k)
{
  const JumpProblem *p = inst->model->jumps;
  JumpMemory *m = jump_of(inst);
  int own = p->factor[k].own;
  double now = inst->values.real[own];
  inst->values.real[own] = m->before[own];
  p->factors(&inst->values, m->kept);
  inst->values.real[own] = now;
  m->factor[k] = m->moved[k] = m->kept[k];
}

/* Are the integrals of factors times impulses determined? The direction is
 * that of the instant. */
static void look_at_factors(Instance *inst)
{
  const JumpProblem *p = inst->model->jumps;
  JumpMemory *m = jump_of(inst);
  double change = 0, size = 0;
  if (p->n_factors == 0) return;
  p->factors(&inst->values, m->factor);
  factors_of_impulses(inst);
  for (int k = 0; k < p->n_factors; k++) {
    if (p->factor[k].own >= 0) look_from_before(inst, k);
  }
  for (int k = 0; k < p->n_factors; k++) {
    const JumpFactor *f = &p->factor[k];
    double impulse = fabs(tangent_of(inst)->d[f->reference]);
    double now = m->factor[k], moved = m->moved[k];
    double before = m->factor_before[k];
    bool is_last = k + 1 == p->n_factors || p->factor[k + 1].law != f->law;
    change += (fabs(now - before) + fabs(moved - now)) * impulse;
    size += (fabs(now) + fabs(before) + fabs(moved)) * impulse;
    if (!is_last) continue;
    if (change > inst->tolerance * size && m->state->undecided == 0) {
      m->state->undecided = f->law + 1;
      m->state->is_position = 0;
    }
    change = size = 0;
  }
}

/* Newton's method from the present values, which are fresh. */
static bool jump_with_constraints(Instance *inst)
{
  for (int round = 0; round < JUMP_MOST_ROUNDS; round++) {
    if (!solve_instant(inst)) return false;
    bool is_same = store_states(inst);
    if (round > 0 && is_same) {
      look_at_factors(inst);
      return evaluate_model(inst);
    }
    if (!evaluate_model(inst)) return false;
  }
  if (solve_instant(inst)) look_at_factors(inst);
  if (jump_of(inst)->state->undecided > 0) return true; /* it is refused */
  instance_note(inst, LOG_NONLINEAR_SYSTEMS,
                "at time %.12g no values are found that states jump to with "
                "their constraints",
                instance_time(inst));
  return false;
}

/* A function of the model has no derivatives. */
static void note_no_direction(Instance *inst)
{
  const JumpProblem *p = inst->model->jumps;
  int i = 0;
  while (i + 1 < p->n_rows && !row_differs(inst, i, JUMP_ROUNDING)) i++;
  instance_note(inst, LOG_EVENTS,
                "at time %.12g this equation jumps, and how states jump with "
                "it is not known, because the model has no directional "
                "derivatives: %s",
                instance_time(inst), p->text[i]);
}

bool jump_settle(Instance *inst)
{
  if (!jump_is_used(inst)) return true;
  JumpState *state = jump_of(inst)->state;
  if (inst->values.initial || !state->is_kept) return true;
  if (state->renews) {
    keep_values_before(inst);
    return true;
  }
  if (jump_of(inst)->before[0] != instance_time(inst)) {
    jump_keep(inst);
    return true;
  }
  bool jumps = jump_has_jumped(inst);
  if (!jumps && !state->has_jumped) return true;
  state->undecided = 0;
  if (jumps) look_at_positions(inst);
  state->has_jumped = 1;
  follow_lose(inst, "states jump with a constraint");
  if (inst->model->tangent) return jump_with_constraints(inst);
  note_no_direction(inst);
  return false;
}

bool jump_finish(Instance *inst)
{
  if (!jump_is_used(inst)) return true;
  const JumpProblem *p = inst->model->jumps;
  JumpState state = *jump_of(inst)->state;
  if (state.undecided > 0) {
    int k = state.undecided - 1;
    instance_note(inst, LOG_EVENTS,
                  state.is_position
                      ? "at time %.12g this equation jumps, which would need "
                        "the derivative of an impulse: %s"
                      : "at time %.12g states jump with a constraint, and a "
                        "factor of the impulse changes in the same instant, so "
                        "that the equations do not say by how much; der() of a "
                        "charge or momentum, or reinit(), would: %s",
                  instance_time(inst),
                  state.is_position ? p->text[k] : p->law[k]);
    return false;
  }
  jump_keep(inst);
  return true;
}

/* --- its memory ----------------------------------------------------------- */

static void carve_jump(void *part, const Model *model, Carving *c)
{
  JumpMemory *m = part;
  const JumpProblem *p = model->jumps;
  if (!p) return;
  m->state = carve(&c->arrays, 1, sizeof(JumpState));
  m->before = carve(&c->arrays, model->n_real, sizeof(double));
  m->row_before = carve(&c->arrays, p->n_rows, sizeof(double));
  m->factor_before = carve(&c->arrays, p->n_factors, sizeof(double));
  m->largest = carve(&c->arrays, p->n_variables, sizeof(double));
  m->warned = carve(&c->arrays, p->n_rows, sizeof(unsigned char));
  m->row = carve(&c->arrays, p->n_rows, sizeof(double));
  m->size = carve(&c->arrays, p->n_rows, sizeof(double));
  m->turn = carve(&c->arrays, p->n_rows, sizeof(double));
  m->factor = carve(&c->arrays, p->n_factors, sizeof(double));
  m->moved = carve(&c->arrays, p->n_factors, sizeof(double));
  m->kept = carve(&c->arrays, p->n_factors, sizeof(double));
  m->present = carve(&c->arrays, p->n_variables, sizeof(double));
}

static void reset_jump(Instance *inst)
{
  const JumpProblem *p = inst->model->jumps;
  JumpMemory *m = jump_of(inst);
  if (!p) return;
  memset(m->state, 0, sizeof *m->state);
  memset(m->warned, 0, (size_t)p->n_rows);
  memset(m->largest, 0, (size_t)p->n_variables * sizeof m->largest[0]);
}

/* The number of a row, or of the law of a factor. */
static bool undecided_fits(const JumpProblem *p, const JumpState *s)
{
  int number = s->undecided - 1;
  if (s->undecided == 0) return true;
  if (s->is_position) return number >= 0 && number < p->n_rows;
  for (int k = 0; k < p->n_factors; k++) {
    if (p->factor[k].law == number) return true;
  }
  return false;
}

static bool jump_fits(const StateFit *fit)
{
  const JumpProblem *p = fit->inst->model->jumps;
  const JumpMemory *m = jump_of(fit->inst);
  if (!p) return true;
  const JumpState *s = m->state;
  return state_fit_ints(&s->is_kept, 1, 0, 1) &&
         state_fit_ints(&s->has_jumped, 1, 0, 1) &&
         state_fit_ints(&s->renews, 1, 0, 1) &&
         state_fit_ints(&s->is_position, 1, 0, 1) && undecided_fits(p, s) &&
         state_fit_bytes(m->warned, p->n_rows, 1);
}

const Mechanism jump_mechanism = {.name = "jump",
                                  .size = PART_SIZE(JumpMemory),
                                  .carve = carve_jump,
                                  .reset = reset_jump,
                                  .fits = jump_fits};
