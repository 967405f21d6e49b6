/* contact.c: see contact.h. */
#include "contact.h"
#include "../blocks/block_dense.h"
#include "../core/runtime_assert.h"
#include "../carry/state_fit.h"
#include "../core/thresholds.h"
#include "../evaluate/evaluate.h"
#include "../evaluate/tangent.h"
#include "chatter.h"
#include "events.h"
#include "quiet.h"
#include <math.h>
#include <string.h>

/* What is known of the first n contacts at the present values. */
typedef struct Motion {
  int n;
  double z[CONTACT_MOST], w[CONTACT_MOST]; /* crossings and their rates */
  double free[CONTACT_MOST];               /* w' without any force */
  /* column j: change of w along direction j */
  double response[CONTACT_MOST * CONTACT_MOST];
  double own[CONTACT_MOST];    /* of that the diagonal */
  double amount[CONTACT_MOST]; /* of the force at each contact */
} Motion;

static double *jump_direction(const Instance *inst, int j)
{
  RUNTIME_ASSERT(j >= 0 && j < contacts_of(inst)->most);
  return contacts_of(inst)->direction +
         (size_t)j * (size_t)inst->model->n_states;
}

void contact_reset(Instance *inst)
{
  ContactState *s = contacts_of(inst)->state;
  if (inst->model->n_reinits == 0) return;
  s->n = 0;
  s->is_fresh = 0;
  s->before_time = -HUGE_VAL;
  s->landing = -HUGE_VAL;
}

bool contact_is_active(const Instance *inst)
{
  return inst->model->n_reinits > 0 && contacts_of(inst)->state->n > 0;
}

static int find_contact(const Instance *inst, int relation)
{
  const ContactState *s = contacts_of(inst)->state;
  if (inst->model->n_reinits == 0) return -1;
  for (int j = 0; j < s->n; j++) {
    if (s->contact[j].relation == relation) return j;
  }
  return -1;
}

bool contact_holds(const Instance *inst, int k)
{
  return find_contact(inst, k) >= 0;
}

void contact_forget(Instance *inst)
{
  if (inst->model->n_reinits > 0) contacts_of(inst)->state->is_fresh = 0;
}

void contact_enter(Instance *inst)
{
  const Model *m = inst->model;
  if (m->n_reinits == 0) return;
  for (int i = 0; i < m->n_states; i++) {
    contacts_of(inst)->before[i] = inst->values.real[inst->state[i]];
  }
  contacts_of(inst)->state->before_time = instance_time(inst);
}

double contact_flight(const Instance *inst)
{
  const ContactState *s = contacts_of(inst)->state;
  if (inst->model->n_reinits == 0) return HUGE_VAL;
  return instance_time(inst) < s->landing ? s->flight : HUGE_VAL;
}

/* --- rates of crossings -------------------------------------------------- */

double contact_next_event(const Instance *inst)
{
  double flight = contact_flight(inst);
  bool is_short = flight < CONTACT_SHORT_FLIGHT * chatter_run_part(inst);
  if (inst->type == CO_SIMULATION || !is_short) return HUGE_VAL;
  double highest = contacts_of(inst)->state->landing - flight / 2;
  return highest > instance_time(inst) ? highest : HUGE_VAL;
}

/* A time in which no state moves by more than a part of its nominal value. */
static double contact_short_time(const Instance *inst)
{
  double time = CONTACT_TIME_STEP * chatter_run_part(inst);
  for (int i = 0; i < inst->model->n_states; i++) {
    double most = CONTACT_STATE_STEP * inst->state_nominal[i];
    double speed = fabs(contacts_of(inst)->flow[i]);
    if (speed * time > most) time = most / speed;
  }
  return time;
}

/* Crossings of the contacts after a time along the direction inst->tangent;
 * values are moved there. */
static void contact_crossings(Instance *inst, double time, int n, double *z)
{
  const Model *m = inst->model;
  const Contact *contact = contacts_of(inst)->state->contact;
  for (int i = 0; time != 0 && i < m->n_real; i++) {
    inst->values.real[i] += time * tangent_of(inst)->d[i];
  }
  quiet_crossings(inst);
  for (int j = 0; j < n; j++)
    z[j] = event_work_of(inst)->crossing[contact[j].relation];
}

/* Z and w at the kept point moved by `step` along a direction of states and
 * by `time`. Leaves moved values. */
static bool measure_at(Instance *inst, const double *direction, double step,
                       double time, int n, double *z, double *w)
{
  const Model *m = inst->model;
  double *real = inst->values.real, after[CONTACT_MOST];
  double moment = contact_short_time(inst);
  memcpy(real, contacts_of(inst)->kept, (size_t)m->n_real * sizeof real[0]);
  real[0] += time;
  for (int i = 0; i < m->n_states; i++) {
    real[inst->state[i]] += step * direction[i];
  }
  if (m->evaluate(&inst->values) != 0) return false;
  double *d = tangent_begin(inst);
  d[0] = 1;
  for (int i = 0; i < m->n_states; i++) {
    d[inst->state[i]] = real[inst->derivative[i]];
  }
  if (!tangent_run(inst, false)) return false;
  contact_crossings(inst, 0, n, z);
  contact_crossings(inst, moment, n, after);
  contact_crossings(inst, -2 * moment, n, w);
  for (int j = 0; j < n; j++) w[j] = (after[j] - w[j]) / (2 * moment);
  return true;
}

/* How w changes along a direction, by a central difference. */
static bool change_along(Instance *inst, const double *direction, double step,
                         double time, int n, double *change)
{
  double z[CONTACT_MOST], before[CONTACT_MOST];
  if (!measure_at(inst, direction, -step, -time, n, z, before)) return false;
  if (!measure_at(inst, direction, step, time, n, z, change)) return false;
  for (int j = 0; j < n; j++) change[j] = (change[j] - before[j]) / (2 * step);
  return true;
}

static bool measure_moved(Instance *inst, Motion *q)
{
  double moment = contact_short_time(inst);
  const double *flow = contacts_of(inst)->flow;
  if (!measure_at(inst, flow, 0, 0, q->n, q->z, q->w) ||
      !change_along(inst, flow, moment, moment, q->n, q->free)) {
    return false;
  }
  for (int j = 0; j < q->n; j++) {
    double *column = q->response + j * q->n;
    if (!change_along(inst, jump_direction(inst, j), CONTACT_STATE_STEP, 0,
                      q->n, column)) {
      return false;
    }
    q->own[j] = column[j];
  }
  return true;
}

/* A point from which values are moved, until return_to_contact_point(). */
static void keep_contact_point(Instance *inst)
{
  const Model *m = inst->model;
  const double *real = inst->values.real;
  memcpy(contacts_of(inst)->kept, real, (size_t)m->n_real * sizeof real[0]);
  for (int i = 0; i < m->n_states; i++) {
    contacts_of(inst)->flow[i] = real[inst->derivative[i]];
  }
}

static void return_to_contact_point(Instance *inst)
{
  memcpy(inst->values.real, contacts_of(inst)->kept,
         (size_t)inst->model->n_real * sizeof contacts_of(inst)->kept[0]);
  quiet_crossings(inst);
}

/* Everything about the first n contacts; the forces that would be needed. */
static bool measure_contacts(Instance *inst, Motion *q, int n)
{
  RUNTIME_ASSERT(n > 0 && n <= contacts_of(inst)->most);
  double T = chatter_run_part(inst);
  double matrix[CONTACT_MOST * CONTACT_MOST], work[CONTACT_MOST];
  int pivot[CONTACT_MOST];
  q->n = n;
  keep_contact_point(inst);
  bool good = measure_moved(inst, q);
  return_to_contact_point(inst);
  if (!good) return false;
  for (int j = 0; j < n; j++) {
    q->amount[j] = -(q->free[j] + 2 * q->w[j] / T + q->z[j] / (T * T));
  }
  memcpy(matrix, q->response, (size_t)(n * n) * sizeof matrix[0]);
  if (block_dense_factor(matrix, n, pivot, work) >= 0) {
    instance_note(
        inst, LOG_EVENTS,
        "at time %.12g the motions that rest on each other are not "
        "determined, among them by this relation: %s",
        instance_time(inst),
        inst->model->relation[contacts_of(inst)->state->contact[0].relation]
            .text);
    return false;
  }
  block_dense_solve(matrix, n, pivot, q->amount);
  return true;
}

/* --- forces -------------------------------------------------------------- */

/* Adds amount[j] times the direction of contact j. */
static void add_directions(const Instance *inst, int n, const double *amount,
                           double *sum)
{
  for (int j = 0; j < n; j++) {
    const double *direction = jump_direction(inst, j);
    for (int i = 0; i < inst->model->n_states; i++) {
      sum[i] += amount[j] * direction[i];
    }
  }
}

static void take_pushes(Instance *inst, const Motion *q)
{
  RUNTIME_ASSERT(contacts_of(inst)->state->n <= contacts_of(inst)->most);
  ContactState *s = contacts_of(inst)->state;
  double *force = contacts_of(inst)->force;
  memset(force, 0, (size_t)inst->model->n_states * sizeof force[0]);
  add_directions(inst, s->n, q->amount, force);
  for (int j = 0; j < s->n; j++) {
    s->contact[j].force = q->amount[j] * fabs(q->own[j]);
  }
  s->is_fresh = 1;
}

bool contact_find_force(Instance *inst, const double **force)
{
  Motion q;
  *force = NULL;
  if (!contact_is_active(inst)) return true;
  *force = contacts_of(inst)->force;
  if (contacts_of(inst)->state->is_fresh) return true;
  if (!measure_contacts(inst, &q, contacts_of(inst)->state->n)) return false;
  take_pushes(inst, &q);
  return true;
}

double contact_indicator(const Instance *inst, int k)
{
  RUNTIME_ASSERT(contact_holds(inst, k));
  RUNTIME_ASSERT(contacts_of(inst)->state->is_fresh);
  const Contact *c = &contacts_of(inst)->state->contact[find_contact(inst, k)];
  return -c->side * (c->force + c->margin);
}

/* --- beginning and end --------------------------------------------------- */

/* A bounce below this is not to be seen. Importers of Model Exchange let h be
 * off by their tolerance. */
static double lowest_bounce(const Instance *inst, int j)
{
  int k = contacts_of(inst)->state->contact[j].relation;
  double lowest = CONTACT_LOW_BOUNCE * events_band(inst, k);
  if (inst->type == CO_SIMULATION) return lowest;
  return fmax(lowest, 4 * inst->tolerance * scale_of_relation(inst, k));
}

/* Would the parabola stay below what can be seen? Then the contact lasts. */
static bool is_at_rest(const Instance *inst, const Motion *q, int j)
{
  RUNTIME_ASSERT(j >= 0 && j < contacts_of(inst)->most);
  double force = q->amount[j] * fabs(q->own[j]);
  double height = lowest_bounce(inst, j) + fabs(q->z[j]);
  return force > 0 && q->w[j] * q->w[j] <= 2 * force * height;
}

static void end_contact(Instance *inst, int j)
{
  RUNTIME_ASSERT(j >= 0 && j < contacts_of(inst)->state->n);
  ContactState *s = contacts_of(inst)->state;
  Contact c = s->contact[j];
  s->n--;
  s->contact[j] = s->contact[s->n];
  memmove(jump_direction(inst, j), jump_direction(inst, s->n),
          (size_t)inst->model->n_states * sizeof(double));
  inst->values.relation[c.relation] = c.side < 0;
  logging_write(&inst->logger, STATUS_OK, LOG_EVENTS,
                "at time %.12g the motion that rested at this relation is "
                "free again: %s",
                instance_time(inst), inst->model->relation[c.relation].text);
}

/* The first contact that does not last ends. */
static ContactChange end_first_contact(Instance *inst)
{
  ContactState *s = contacts_of(inst)->state;
  Motion q;
  if (s->n == 0) return CONTACT_SAME;
  if (!measure_contacts(inst, &q, s->n)) return CONTACT_FAILED;
  for (int j = 0; j < s->n; j++) {
    if (is_at_rest(inst, &q, j)) continue;
    end_contact(inst, j);
    return CONTACT_CHANGED;
  }
  take_pushes(inst, &q);
  return CONTACT_SAME;
}

static bool has_changed(const Instance *inst, int k)
{
  return !inst->model->relation[k].timed &&
         chatter_of(inst)->relation[k].last == instance_time(inst);
}

/* The jump of this event as the direction of contact j, scaled so that no
 * component is above its nominal value; returns its length, 0: no jump. */
static double set_jump_direction(Instance *inst, int j)
{
  const Model *m = inst->model;
  double *direction = jump_direction(inst, j), length = 0;
  for (int i = 0; i < m->n_states; i++) {
    direction[i] =
        inst->values.real[inst->state[i]] - contacts_of(inst)->before[i];
    length = fmax(length, fabs(direction[i]) / inst->state_nominal[i]);
  }
  for (int i = 0; i < m->n_states && length > 0; i++) direction[i] /= length;
  return length;
}

/* Where several motions jump in one event: the direction keeps what counts for
 * the rate of its own crossing. */
static bool keep_own(Instance *inst, int j)
{
  int n = inst->model->n_states;
  double *direction = jump_direction(inst, j), change[CONTACT_MOST];
  double *one = contacts_of(inst)->force; /* it is computed again afterwards */
  memset(one, 0, (size_t)n * sizeof one[0]);
  keep_contact_point(inst);
  bool good = true;
  for (int i = 0; good && i < n; i++) {
    if (direction[i] == 0) continue;
    one[i] = inst->state_nominal[i];
    good = change_along(inst, one, CONTACT_STATE_STEP, 0, j + 1, change);
    if (fabs(change[j]) < CONTACT_NO_JUMP) direction[i] = 0;
    one[i] = 0;
  }
  return_to_contact_point(inst);
  return good;
}

/* Relations that have changed now. */
static int count_changed(const Instance *inst)
{
  int n = 0;
  for (int k = 0; k < inst->model->n_relations; k++) n += has_changed(inst, k);
  return n;
}

/* Has the jump thrown the motion of the last candidate back? */
static bool is_bounce(Instance *inst, int j, double length)
{
  double z[CONTACT_MOST], w[CONTACT_MOST];
  double z_before[CONTACT_MOST], w_before[CONTACT_MOST];
  double *direction = jump_direction(inst, j);
  const Contact *c = &contacts_of(inst)->state->contact[j];
  double side = c->side, band = events_band(inst, c->relation);
  keep_contact_point(inst);
  bool good =
      measure_at(inst, direction, 0, 0, j + 1, z, w) &&
      measure_at(inst, direction, -length, 0, j + 1, z_before, w_before);
  return_to_contact_point(inst);
  /* what jumps across the relation at an event of others is far from it */
  bool is_there = fabs(z[j]) <= CONTACT_FAR_OFF * inst->tolerance *
                                    scale_of_relation(inst, c->relation);
  return good && is_there && fabs(z[j] - z_before[j]) <= band &&
         side * w_before[j] < 0 && side * w[j] > 0;
}

/* Takes the speed away that is left. */
static void stop_motion(Instance *inst, Motion *q)
{
  const Model *m = inst->model;
  double work[CONTACT_MOST], *change = contacts_of(inst)->force;
  int pivot[CONTACT_MOST];
  for (int j = 0; j < q->n; j++) q->w[j] = -q->w[j];
  if (block_dense_factor(q->response, q->n, pivot, work) >= 0) return;
  block_dense_solve(q->response, q->n, pivot, q->w);
  memset(change, 0, (size_t)m->n_states * sizeof change[0]);
  add_directions(inst, q->n, q->w, change);
  for (int i = 0; i < m->n_states; i++) {
    inst->values.real[inst->state[i]] += change[i];
  }
  inst->states_changed = true;
}

static void note_flight(Instance *inst, const Motion *q, int j)
{
  ContactState *s = contacts_of(inst)->state;
  double pull = -s->contact[j].side * q->free[j];
  double flight = 2 * fabs(q->w[j]) / pull;
  if (pull <= 0 || flight > contact_flight(inst)) return;
  s->flight = flight;
  s->landing = instance_time(inst) + flight;
}

/* Tries a contact at relation k, which has changed in this event. */
static ContactChange begin_contact(Instance *inst, int k)
{
  ContactState *s = contacts_of(inst)->state;
  int j = s->n;
  Motion q;
  if (j == contacts_of(inst)->most) return CONTACT_SAME;
  s->contact[j] =
      (Contact){.relation = k, .side = inst->values.relation[k] ? 1 : -1};
  double length = set_jump_direction(inst, j);
  if (length == 0 || !is_bounce(inst, j, length)) return CONTACT_SAME;
  if (count_changed(inst) > 1 && !keep_own(inst, j)) return CONTACT_SAME;
  chatter_make_special(inst, k);
  chatter_of(inst)->relation[k].bounces = 1;
  if (!measure_contacts(inst, &q, j + 1)) return CONTACT_FAILED;
  if (!is_at_rest(inst, &q, j)) {
    note_flight(inst, &q, j);
    return CONTACT_SAME;
  }
  s->contact[j].margin = CONTACT_MARGIN * q.amount[j] * fabs(q.own[j]);
  s->n++;
  chatter_report(inst, k,
                 "the changes of this relation pile up; from now on the motion "
                 "rests there as long as it is pushed against it");
  stop_motion(inst, &q);
  return CONTACT_CHANGED;
}

ContactChange contact_settle(Instance *inst)
{
  const Model *m = inst->model;
  double now = instance_time(inst);
  if (m->n_reinits == 0 || !m->tangent) return CONTACT_SAME;
  ContactChange change = end_first_contact(inst);
  bool is_event = contacts_of(inst)->state->before_time == now;
  for (int k = 0; is_event && k < m->n_relations; k++) {
    if (change != CONTACT_SAME) break;
    if (has_changed(inst, k) && !contact_holds(inst, k)) {
      change = begin_contact(inst, k);
    }
  }
  return change;
}

/* --- its memory ---------------------------------------------------------- */

static void carve_contacts(void *part, const Model *m, Carving *c)
{
  ContactMemory *s = part;
  if (m->n_reinits == 0) return;
  s->most = m->n_indicators < CONTACT_MOST ? m->n_indicators : CONTACT_MOST;
  s->state = carve(&c->arrays, 1, sizeof(ContactState));
  s->before = carve(&c->arrays, m->n_states, sizeof(double));
  s->direction = carve(&c->arrays, s->most * m->n_states, sizeof(double));
  s->force = carve(&c->arrays, m->n_states, sizeof(double));
  s->kept = carve(&c->arrays, m->n_real, sizeof(double));
  s->flow = carve(&c->arrays, m->n_states, sizeof(double));
}

static bool contacts_fit(const StateFit *fit)
{
  const Model *m = fit->inst->model;
  const ContactState *s = contacts_of(fit->inst)->state;
  if (m->n_reinits == 0) return true;
  if (s->n < 0 || s->n > contacts_of(fit->inst)->most) return false;
  if (!(s->flight >= 0) || isnan(s->landing)) return false;
  for (int j = 0; j < s->n; j++) {
    int k = s->contact[j].relation;
    if (k < 0 || k >= m->n_relations || !chatter_is_special(fit->inst, k))
      return false;
    for (int i = 0; i < j; i++) {
      if (s->contact[i].relation == k) return false;
    }
  }
  return state_fit_ints(&s->is_fresh, 1, 0, 1);
}

const Mechanism contact_mechanism = {.name = "contact",
                                     .size = PART_SIZE(ContactMemory),
                                     .carve = carve_contacts,
                                     .reset = contact_reset,
                                     .fits = contacts_fit};
