/* slide.c: see slide.h. */
#include "slide.h"
#include "../blocks/block_dense.h"
#include "../blocks/block_guess.h"
#include "../carry/state_fit.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "../evaluate/input_motion.h"
#include "../evaluate/tangent.h"
#include "../states/dummy_pivot.h"
#include "chatter.h"
#include "events.h"
#include "quiet.h"
#include <math.h>
#include <string.h>

/* Relations that are looked at together where slides begin. */
enum { MOST_LOOKED_AT = 2 * SLIDE_MOST };

/* What is known of the first n slides at the present values. */
typedef struct Sliding {
  int n;
  double z[SLIDE_MOST], w[SLIDE_MOST]; /* crossings and their rates */
  /* column j: change of w with the other side of slide j */
  double response[SLIDE_MOST * SLIDE_MOST];
  double own[SLIDE_MOST]; /* of that the diagonal */
  double part[SLIDE_MOST];
} Sliding;

bool slide_is_known(const Model *m)
{
  return m->n_indicators > 0 && m->n_states > 0 && m->tangent && !m->implicit;
}

void slide_forget(Instance *inst)
{
  if (!slide_is_known(inst->model)) return;
  slides_of(inst)->state->is_fresh = slides_of(inst)->state->is_shown = 0;
}

void slide_reset(Instance *inst)
{
  if (!slide_is_known(inst->model)) return;
  slides_of(inst)->state->n = 0;
  slide_forget(inst);
}

bool slide_is_active(const Instance *inst)
{
  return slide_is_known(inst->model) && slides_of(inst)->state->n > 0;
}

static double farthest(const Instance *inst, int k)
{
  return SLIDE_FAR_OFF * inst->tolerance * scale_of_relation(inst, k);
}

bool slide_holds(const Instance *inst, int k)
{
  return chatter_is_special(inst, k) &&
         chatter_of(inst)->relation[k].slide > 0 &&
         fabs(event_work_of(inst)->crossing[k]) <= farthest(inst, k);
}

/* --- both sides ---------------------------------------------------------- */

static double *slide_direction(const Instance *inst, int j)
{
  RUNTIME_ASSERT(j >= 0 && j < slides_of(inst)->most);
  return slides_of(inst)->direction + (size_t)j * (size_t)inst->model->n_states;
}

/* A point that is left, until return_to_slide_point(). */
static void keep_slide_point(Instance *inst)
{
  const Model *m = inst->model;
  const ModelValues *v = &inst->values;
  SlideMemory *s = slides_of(inst);
  memcpy(s->real, v->real, (size_t)m->n_real * sizeof s->real[0]);
  if (m->n_integer > 0)
    memcpy(s->integer, v->integer, (size_t)m->n_integer * sizeof(int));
  if (m->n_boolean > 0)
    memcpy(s->boolean, v->boolean, (size_t)m->n_boolean * sizeof(int));
  block_guess_get_signs(inst, s->sign);
}

static void return_to_slide_point(Instance *inst)
{
  const Model *m = inst->model;
  const SlideMemory *s = slides_of(inst);
  ModelValues *v = &inst->values;
  memcpy(v->real, s->real, (size_t)m->n_real * sizeof s->real[0]);
  if (m->n_integer > 0)
    memcpy(v->integer, s->integer, (size_t)m->n_integer * sizeof(int));
  if (m->n_boolean > 0)
    memcpy(v->boolean, s->boolean, (size_t)m->n_boolean * sizeof(int));
  block_guess_put_signs(inst, s->sign);
  quiet_crossings(inst);
}

static void turn_slide(Instance *inst, int j)
{
  RUNTIME_ASSERT(j >= 0 && j < slides_of(inst)->most);
  unsigned char *value = inst->values.relation;
  for (int k = 0; k < inst->model->n_relations; k++) {
    if (chatter_of(inst)->relation[k].slide == j + 1) value[k] = !value[k];
  }
}

static bool evaluate_side(Instance *inst)
{
  inst->function_failed = false;
  bool good = inst->model->evaluate(&inst->values) == 0;
  return good && !inst->function_failed;
}

/* The values of the other side of slide j, until come_back(). */
static bool cross_over(Instance *inst, int j)
{
  turn_slide(inst, j);
  return evaluate_side(inst);
}

static void come_back(Instance *inst, int j)
{
  turn_slide(inst, j);
  return_to_slide_point(inst);
}

/* --- rates of crossings -------------------------------------------------- */

/* A factor of the direction with which it is short. */
static double slide_short_step(const Instance *inst, const double *direction)
{
  double step = chatter_run_part(inst) / SLIDE_TIME_PARTS;
  for (int i = 0; i < inst->model->n_states; i++) {
    double most = SLIDE_STATE_STEP * inst->state_nominal[i];
    double length = fabs(direction[i]);
    if (length * step > most) step = most / length;
  }
  return step;
}

/* Crossings of n relations after a step along tangent_of(inst)-> */
static void slide_crossings(Instance *inst, double step, const int *relation,
                            int n, double *z)
{
  RUNTIME_ASSERT(n > 0 && n <= MOST_LOOKED_AT);
  const Model *m = inst->model;
  for (int i = 0; i < m->n_real; i++) {
    inst->values.real[i] =
        slides_of(inst)->real[i] + step * tangent_of(inst)->d[i];
  }
  quiet_crossings(inst);
  for (int j = 0; j < n; j++) z[j] = event_work_of(inst)->crossing[relation[j]];
}

/* Rates of the crossings where the states move along a direction, and with
 * `moves` time and inputs as well. At the kept point, and back to it. */
static bool rates_along(Instance *inst, const double *direction, bool moves,
                        const int *relation, int n, double *w)
{
  double before[MOST_LOOKED_AT], step = slide_short_step(inst, direction);
  double *d = tangent_begin(inst);
  d[0] = moves;
  if (moves) input_motion_slopes(inst, d);
  for (int i = 0; i < inst->model->n_states; i++) {
    d[inst->state[i]] = direction[i];
  }
  if (!tangent_run(inst, false)) return false;
  slide_crossings(inst, -step, relation, n, before);
  slide_crossings(inst, step, relation, n, w);
  for (int j = 0; j < n; j++) w[j] = (w[j] - before[j]) / (2 * step);
  return_to_slide_point(inst);
  return true;
}

static void get_flow(const Instance *inst, double *flow)
{
  for (int i = 0; i < inst->model->n_states; i++) {
    flow[i] = inst->values.real[inst->derivative[i]];
  }
}

/* How the other side of slide j differs. */
static bool measure_side(Instance *inst, Sliding *q, int j)
{
  double *direction = slide_direction(inst, j);
  bool good = cross_over(inst, j);
  get_flow(inst, direction);
  come_back(inst, j);
  if (!good) return false;
  for (int i = 0; i < inst->model->n_states; i++) {
    direction[i] -= slides_of(inst)->flow[i];
  }
  double *column = q->response + j * q->n;
  if (!rates_along(inst, direction, false, slides_of(inst)->state->leader, q->n,
                   column))
    return false;
  q->own[j] = column[j];
  return true;
}

/* Everything about the first n slides. False: the reason is noted. */
static bool measure_slides(Instance *inst, Sliding *q, int n)
{
  RUNTIME_ASSERT(n > 0 && n <= slides_of(inst)->most);
  q->n = n;
  keep_slide_point(inst);
  quiet_crossings(inst);
  for (int j = 0; j < n; j++) {
    q->z[j] = event_work_of(inst)->crossing[slides_of(inst)->state->leader[j]];
  }
  get_flow(inst, slides_of(inst)->flow);
  bool good = rates_along(inst, slides_of(inst)->flow, true,
                          slides_of(inst)->state->leader, n, q->w);
  for (int j = 0; good && j < n; j++) good = measure_side(inst, q, j);
  return good;
}

/* The parts of the other sides. False: they are not determined. */
static bool solve_parts(const Instance *inst, Sliding *q)
{
  double matrix[SLIDE_MOST * SLIDE_MOST], work[SLIDE_MOST];
  int pivot[SLIDE_MOST], n = q->n;
  double T = SLIDE_SETTLING * chatter_run_part(inst);
  memcpy(matrix, q->response, (size_t)(n * n) * sizeof matrix[0]);
  for (int j = 0; j < n; j++) q->part[j] = -q->w[j] - q->z[j] / T;
  if (block_dense_factor(matrix, n, pivot, work) >= 0) return false;
  block_dense_solve(matrix, n, pivot, q->part);
  return true;
}

/* --- force --------------------------------------------------------------- */

static void slide_take_parts(Instance *inst, const Sliding *q)
{
  RUNTIME_ASSERT(slides_of(inst)->state->n <= slides_of(inst)->most);
  SlideState *s = slides_of(inst)->state;
  double *force = slides_of(inst)->force;
  int n = inst->model->n_states;
  memset(force, 0, (size_t)n * sizeof force[0]);
  for (int j = 0; j < q->n; j++) {
    const double *direction = slide_direction(inst, j);
    for (int i = 0; i < n; i++) force[i] += q->part[j] * direction[i];
    s->part[j] = q->part[j];
  }
  s->is_fresh = 1;
  s->is_shown = 0;
}

bool slide_find_force(Instance *inst, const double **force)
{
  Sliding q;
  *force = NULL;
  if (!slide_is_active(inst)) return true;
  *force = slides_of(inst)->force;
  if (slides_of(inst)->state->is_fresh) return true;
  if (!measure_slides(inst, &q, slides_of(inst)->state->n)) return false;
  if (!solve_parts(inst, &q)) {
    int k = slides_of(inst)->state->leader[0];
    instance_note(inst, LOG_EVENTS,
                  "at time %.12g it is not determined how the model slides, "
                  "among others along this relation: %s",
                  instance_time(inst), inst->model->relation[k].text);
    return false;
  }
  slide_take_parts(inst, &q);
  return true;
}

/* Adds the part of the other side of slide j. */
static bool show_side(Instance *inst, int j)
{
  SlideMemory *s = slides_of(inst);
  double part = s->state->part[j];
  bool good = cross_over(inst, j);
  dummy_pivot_show(inst);
  for (int i = 0; good && i < inst->model->n_real; i++) {
    s->shown[i] += part * (inst->values.real[i] - s->real[i]);
  }
  come_back(inst, j);
  return good;
}

const double *slide_shown(Instance *inst)
{
  RUNTIME_ASSERT(inst->values.real);
  SlideMemory *s = slides_of(inst);
  const double *force;
  if (!slide_is_active(inst) || inst->stale & STALE_VALUES) {
    return inst->values.real;
  }
  if (s->state->is_shown) return s->shown;
  if (!slide_find_force(inst, &force)) return NULL;
  keep_slide_point(inst);
  memcpy(s->shown, s->real, (size_t)inst->model->n_real * sizeof s->real[0]);
  for (int j = 0; j < s->state->n; j++) {
    if (!show_side(inst, j)) return NULL;
  }
  s->state->is_shown = 1;
  return s->shown;
}

double slide_indicator(const Instance *inst, int k)
{
  RUNTIME_ASSERT(slide_is_active(inst));
  int j = chatter_of(inst)->relation[k].slide - 1;
  double part = slides_of(inst)->state->part[j];
  if (slides_of(inst)->state->leader[j] != k)
    return 1; /* the leader reports it */
  return (part + SLIDE_MARGIN) * (1 + SLIDE_MARGIN - part);
}

/* --- beginning and end --------------------------------------------------- */

/* Does the boundary attract from both sides? */
static bool attracts(const Instance *inst, const Sliding *q, int j)
{
  int k = slides_of(inst)->state->leader[j];
  double side = inst->values.relation[k] ? -1 : 1; /* sign of z there */
  return side * q->own[j] > 0;
}

static bool slide_lasts(const Instance *inst, const Sliding *q, int j)
{
  return q->part[j] > 0 && q->part[j] < 1 && attracts(inst, q, j) &&
         fabs(q->z[j]) <= farthest(inst, slides_of(inst)->state->leader[j]);
}

/* The relations of slide j become those of slide `to`; -1: of none. */
static void pass_on(Instance *inst, int j, int to)
{
  for (int k = 0; k < inst->model->n_relations; k++) {
    if (chatter_of(inst)->relation[k].slide == j + 1)
      chatter_of(inst)->relation[k].slide = to + 1;
  }
}

/* Slide j of `end` is none; the last one takes its place. */
static void drop_slide(Instance *inst, int j, int end)
{
  RUNTIME_ASSERT(j >= 0 && j < end);
  SlideState *s = slides_of(inst)->state;
  pass_on(inst, j, -1);
  s->leader[j] = s->leader[end - 1];
  pass_on(inst, end - 1, j);
}

static void end_slide(Instance *inst, int j, bool crosses)
{
  RUNTIME_ASSERT(j >= 0 && j < slides_of(inst)->state->n);
  SlideState *s = slides_of(inst)->state;
  logging_write(&inst->logger, STATUS_OK, LOG_EVENTS,
                "at time %.12g the model leaves this relation, along which it "
                "has slid: %s",
                instance_time(inst), inst->model->relation[s->leader[j]].text);
  if (crosses) turn_slide(inst, j);
  chatter_of(inst)->relation[s->leader[j]].n_quick = 0;
  drop_slide(inst, j, s->n--);
  slide_forget(inst);
}

/* The first slide that does not last ends. */
static ContactChange end_first_slide(Instance *inst)
{
  SlideState *s = slides_of(inst)->state;
  Sliding q;
  if (s->n == 0) return CONTACT_SAME;
  bool known = measure_slides(inst, &q, s->n) && solve_parts(inst, &q) &&
               !contact_is_active(inst);
  for (int j = 0; j < s->n; j++) {
    if (known && slide_lasts(inst, &q, j)) continue;
    end_slide(inst, j, known && q.part[j] >= 1);
    return CONTACT_CHANGED;
  }
  slide_take_parts(inst, &q);
  return CONTACT_SAME;
}

static bool remembers(const int *now, const int *before, const PrePair *pair,
                      int n)
{
  for (int k = 0; k < n; k++) {
    if (now[pair[k].now] != before[pair[k].now]) return true;
  }
  return false;
}

/* Does something that is remembered, or a loop that is not linear, differ from
 * the kept point? */
static bool has_memory(const Instance *inst)
{
  const Model *m = inst->model;
  const ModelValues *v = &inst->values;
  const SlideMemory *s = slides_of(inst);
  for (int k = 0; k < m->n_real_pre; k++) {
    int now = m->real_pre[k].now;
    if (v->real[now] != s->real[now]) return true;
  }
  for (int b = 0; b < m->n_blocks; b++) {
    const Block *block = &m->block[b];
    for (int i = 0; block->set == 0 && !block->linear && i < block->n; i++) {
      int u = block->unknown[i];
      if (v->real[u] != s->real[u]) return true;
    }
  }
  return remembers(v->integer, s->integer, m->integer_pre, m->n_integer_pre) ||
         remembers(v->boolean, s->boolean, m->boolean_pre, m->n_boolean_pre);
}

/* Relations that follow from those of slide j, and so are others on its other
 * side, go along. False: one has not changed so far. */
static bool take_followers(Instance *inst, int j, bool *any)
{
  const Model *m = inst->model;
  *any = false;
  quiet_crossings(inst);
  for (int k = 0; k < m->n_relations; k++) {
    double z = event_work_of(inst)->crossing[k];
    if (m->relation[k].timed || fabs(z) <= farthest(inst, k)) continue;
    if ((z < 0) == inst->values.relation[k]) continue;
    if (chatter_of(inst)->relation[k].slide > 0 || !chatter_hurries(inst, k))
      return false;
    chatter_make_special(inst, k);
    chatter_of(inst)->relation[k].slide = j + 1;
    inst->values.relation[k] = !inst->values.relation[k];
    *any = true;
  }
  return true;
}

/* Are the sides of slide j alike but for derivatives and what they are made
 * of? */
static bool slide_is_plain(Instance *inst, int j)
{
  int k = slides_of(inst)->state->leader[j];
  bool any = true, good = true;
  keep_slide_point(inst);
  quiet_crossings(inst);
  double z = event_work_of(inst)->crossing[k];
  turn_slide(inst, j);
  for (int round = 0; good && any && round < SLIDE_MOST_ROUNDS; round++) {
    good = evaluate_side(inst) && take_followers(inst, j, &any);
  }
  good = good && !any && !has_memory(inst) &&
         fabs(event_work_of(inst)->crossing[k] - z) <= events_band(inst, k);
  come_back(inst, j);
  return good;
}

/* What may begin: relations that hurry and are at their boundaries. */
static int list_hurried(Instance *inst, int *relation)
{
  const Model *m = inst->model;
  int n = 0;
  quiet_crossings(inst);
  for (int k = 0; k < m->n_relations && n < MOST_LOOKED_AT; k++) {
    if (m->relation[k].timed || chatter_of(inst)->relation[k].slide > 0)
      continue;
    if (fabs(event_work_of(inst)->crossing[k]) > farthest(inst, k)) continue;
    if (chatter_hurries(inst, k)) relation[n++] = k;
  }
  return n;
}

/* Directions without any meaning: crossings that change alike along two of
 * them have the same boundary. */
static bool rates_anywhere(Instance *inst, int seed, const int *relation, int n,
                           double *w)
{
  double *direction = slides_of(inst)->flow;
  for (int i = 0; i < inst->model->n_states; i++) {
    direction[i] = inst->state_nominal[i] * sin(1 + seed + 1.7 * i);
  }
  return rates_along(inst, direction, false, relation, n, w);
}

/* Have two relations the same boundary, and values as it says? */
static bool are_tied(const Instance *inst, int k, int l, const double *w_k,
                     const double *w_l)
{
  double one = w_k[0] * w_l[1], other = w_k[1] * w_l[0];
  bool alike = inst->values.relation[k] == inst->values.relation[l];
  return fabs(one - other) <= SLIDE_SAME * fabs(one) &&
         alike == (w_k[0] * w_l[0] > 0);
}

/* Each of n relations leads a slide after the present ones, or goes along
 * with one before it. How many slides there are then. */
static int form_slides(Instance *inst, const int *relation, int n,
                       double w[][MOST_LOOKED_AT])
{
  RUNTIME_ASSERT(n >= 0 && n <= MOST_LOOKED_AT);
  SlideState *s = slides_of(inst)->state;
  int from[SLIDE_MOST], end = s->n;
  for (int i = 0; i < n; i++) {
    double own[2] = {w[0][i], w[1][i]};
    int j = s->n;
    for (; j < end; j++) {
      double led[2] = {w[0][from[j]], w[1][from[j]]};
      if (are_tied(inst, relation[i], s->leader[j], own, led)) break;
    }
    if (j == slides_of(inst)->most) continue;
    chatter_make_special(inst, relation[i]);
    chatter_of(inst)->relation[relation[i]].slide = j + 1;
    if (j < end) continue;
    s->leader[j] = relation[i];
    from[j] = i;
    end++;
  }
  return end;
}

/* Of the slides after the present ones those that can be begun together; how
 * many there are then. Where a present one would not last: none. */
static int keep_lasting_slides(Instance *inst, int end, Sliding *q)
{
  int n = slides_of(inst)->state->n;
  while (end > n) {
    int j = end - 1;
    if (measure_slides(inst, q, end) && solve_parts(inst, q)) {
      while (j >= 0 && slide_lasts(inst, q, j)) j--;
    }
    if (j < 0) break;
    drop_slide(inst, j < n ? n : j, end--);
  }
  return end;
}

/* Looks for what can be slid along from now on. */
static void begin_slides(Instance *inst)
{
  SlideState *s = slides_of(inst)->state;
  double w[2][MOST_LOOKED_AT];
  int relation[MOST_LOOKED_AT], n = list_hurried(inst, relation);
  Sliding q;
  if (n == 0) return;
  keep_slide_point(inst);
  for (int seed = 0; seed < 2; seed++) {
    if (!rates_anywhere(inst, seed, relation, n, w[seed])) return;
  }
  int end = form_slides(inst, relation, n, w);
  for (int j = end - 1; j >= s->n; j--) {
    if (!slide_is_plain(inst, j)) drop_slide(inst, j, end--);
  }
  end = keep_lasting_slides(inst, end, &q);
  if (end == s->n) return;
  for (; s->n < end; s->n++) {
    chatter_report(inst, s->leader[s->n],
                   "this relation would change without end: the model slides "
                   "along it, with the mean of what both its values say");
  }
  slide_take_parts(inst, &q);
}

ContactChange slide_settle(Instance *inst)
{
  if (!slide_is_known(inst->model)) return CONTACT_SAME;
  ContactChange change = end_first_slide(inst);
  bool can_begin = !inst->states_changed && !contact_is_active(inst);
  if (change == CONTACT_SAME && can_begin) begin_slides(inst);
  return change;
}

/* --- its memory ---------------------------------------------------------- */

static void carve_slides(void *part, const Model *m, Carving *c)
{
  SlideMemory *s = part;
  if (!slide_is_known(m)) return;
  s->most = m->n_indicators < SLIDE_MOST ? m->n_indicators : SLIDE_MOST;
  s->state = carve(&c->arrays, 1, sizeof(SlideState));
  s->direction = carve(&c->arrays, s->most * m->n_states, sizeof(double));
  s->force = carve(&c->arrays, m->n_states, sizeof(double));
  s->flow = carve(&c->arrays, m->n_states, sizeof(double));
  s->real = carve(&c->arrays, m->n_real, sizeof(double));
  s->integer = carve(&c->arrays, m->n_integer, sizeof(int));
  s->boolean = carve(&c->arrays, m->n_boolean, sizeof(int));
  s->sign = carve(&c->arrays, m->n_blocks, 1);
  s->shown = carve(&c->arrays, m->n_real, sizeof(double));
}

static bool slides_fit(const StateFit *fit)
{
  const Model *m = fit->inst->model;
  int n = 0, most = 0;
  if (slide_is_known(m)) {
    const SlideState *s = slides_of(fit->inst)->state;
    n = s->n;
    most = slides_of(fit->inst)->most;
    if (n < 0 || n > most) return false;
    if (!state_fit_choice(s->leader, n, m->n_relations)) return false;
    if (!state_fit_ints(&s->is_fresh, 1, 0, 1)) return false;
    if (!state_fit_ints(&s->is_shown, 1, 0, 1)) return false;
    if (!state_fit_signs(slides_of(fit->inst)->sign, m->n_blocks)) return false;
  }
  for (int k = 0; k < m->n_relations; k++) {
    if (chatter_of(fit->inst)->relation[k].slide > n) return false;
  }
  return true;
}

const Mechanism slide_mechanism = {.name = "slide",
                                   .size = PART_SIZE(SlideMemory),
                                   .carve = carve_slides,
                                   .reset = slide_reset,
                                   .fits = slides_fit};
