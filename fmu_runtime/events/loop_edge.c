/* loop_edge.c: see loop_edge.h. */
#include "loop_edge.h"
#include "../blocks/block_guess.h"
#include "../blocks/block_meeting.h"
#include "../blocks/block_track.h"
#include "../carry/state_fit.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "../states/block_edge.h"
#include "chatter.h"
#include "events.h"
#include "quiet.h"
#include "slide.h"
#include <math.h>
#include <string.h>

/* Sides of a boundary: z above zero, where the relation is false, and below. */
enum { N_SIDES = 2 };
static double loop_edge_side(int s)
{
  return s == 0 ? 1 : -1;
}

static LoopEdge *edge_of(const Instance *inst, int k)
{
  RUNTIME_ASSERT(k >= 0 && k < loop_edges_of(inst)->n);
  return &loop_edges_of(inst)->relation[k];
}

static double edge_band(const Instance *inst, int k)
{
  return EDGE_BAND * inst->model->relation[k].nominal;
}

static bool is_at_edge(const Instance *inst, int k)
{
  return fabs(event_work_of(inst)->crossing[k]) <= edge_band(inst, k);
}

bool loop_edge_holds(const Instance *inst, int k)
{
  return loop_edge_is_active(inst) && edge_of(inst, k)->leader > 0 &&
         fabs(event_work_of(inst)->crossing[k]) <=
             EDGE_STILL * edge_band(inst, k);
}

double loop_edge_indicator(const Instance *inst, int k)
{
  RUNTIME_ASSERT(loop_edge_is_active(inst));
  if (edge_of(inst, k)->leader != k + 1) return 1; /* the leader reports it */
  return loop_edges_of(inst)->indicator[k];
}

/* --- both sides ------------------------------------------------------------ */

/* A point that is left, until return_to_edge(). */
static void keep_edge_point(Instance *inst)
{
  const Model *m = inst->model;
  const ModelValues *v = &inst->values;
  LoopEdges *e = loop_edges_of(inst);
  memcpy(e->real, v->real, (size_t)m->n_real * sizeof e->real[0]);
  if (m->n_integer > 0)
    memcpy(e->integer, v->integer, (size_t)m->n_integer * sizeof(int));
  if (m->n_boolean > 0)
    memcpy(e->boolean, v->boolean, (size_t)m->n_boolean * sizeof(int));
  memcpy(e->value, v->relation, (size_t)e->n);
  block_guess_get_signs(inst, e->sign);
}

static void return_to_edge(Instance *inst)
{
  const Model *m = inst->model;
  const LoopEdges *e = loop_edges_of(inst);
  ModelValues *v = &inst->values;
  memcpy(v->real, e->real, (size_t)m->n_real * sizeof e->real[0]);
  if (m->n_integer > 0)
    memcpy(v->integer, e->integer, (size_t)m->n_integer * sizeof(int));
  if (m->n_boolean > 0)
    memcpy(v->boolean, e->boolean, (size_t)m->n_boolean * sizeof(int));
  memcpy(v->relation, e->value, (size_t)e->n);
  block_guess_put_signs(inst, e->sign);
}

/* Relations that are on their boundaries with relation k say what they do on
 * this side of it. At the kept point; the gradient of k is known. */
static void take_side(Instance *inst, const Block *block, int k, int s)
{
  const LoopEdges *e = loop_edges_of(inst);
  double change =
      loop_edge_side(s) * EDGE_ASIDE * inst->model->relation[k].nominal;
  quiet_crossings(inst);
  for (int i = 0; i < e->n; i++) {
    e->tied[i] = is_at_edge(inst, i) && !inst->model->relation[i].timed;
  }
  for (int j = 0; j < block->n; j++) {
    inst->values.real[block->unknown[j]] +=
        block_edge_change(inst, block, j, change);
  }
  bool is_known = block_edge_renew(inst, block);
  quiet_crossings(inst);
  for (int i = 0; i < e->n; i++) {
    double z = event_work_of(inst)->crossing[i];
    e->tied[i] &= is_known && fabs(z) > EDGE_STILL * edge_band(inst, i);
    if (e->tied[i]) inst->values.relation[i] = z < 0;
  }
  for (int j = 0; j < block->n; j++) {
    inst->values.real[block->unknown[j]] = e->real[block->unknown[j]];
  }
}

/* Looks at one side of the boundary. The kept point is back but for its
 * relations. */
static const EdgeVisit *look_at_side(Instance *inst, const Block *block, int k,
                                     int s, EdgeTask task)
{
  take_side(inst, block, k, s);
  block_edge_look(inst, block, k, loop_edge_side(s), task);
  return block_edge_of(inst)->visit;
}

/* How z of relation k depends on the unknowns of the loop. Needs the kept
 * point. */
static bool edge_depends(Instance *inst, const Block *block, int k)
{
  return block_edge_depends(inst, block, k) ||
         block_edge_depends_later(inst, block, k, loop_edges_of(inst)->real);
}

/* --- indicators ------------------------------------------------------------ */

/* The determinant of one side: how far it is from changing its sign, in parts
 * of its largest size. keeps: its sign may be learnt. */
static double measure_side_of_edge(LoopEdge *edge, int s,
                                   const EdgeVisit *visit, bool keeps)
{
  if (keeps) {
    edge->largest = fmax(edge->largest, visit->size);
    bool is_clear = visit->size > edge->largest - EDGE_CLEAR;
    if (edge->sign[s] == 0 && is_clear) edge->sign[s] = visit->sign;
  }
  if (edge->sign[s] == 0) return 1;
  double part = exp2(fmin(visit->size - edge->largest, 0));
  return edge->sign[s] * visit->sign * part + edge->margin;
}

static double measure_one(Instance *inst, int k, bool keeps)
{
  LoopEdge *edge = edge_of(inst, k);
  const Block *block = &inst->model->block[edge->block];
  double least = 1;
  if (!edge_depends(inst, block, k)) return 1;
  for (int s = 0; s < N_SIDES; s++) {
    EdgeVisit visit = *look_at_side(inst, block, k, s, EDGE_MEASURE);
    return_to_edge(inst);
    if (!visit.good) continue;
    least = fmin(least, measure_side_of_edge(edge, s, &visit, keeps));
  }
  return least;
}

static void measure_edges(Instance *inst, bool keeps)
{
  const LoopEdges *e = loop_edges_of(inst);
  keep_edge_point(inst);
  for (int k = 0; k < e->n; k++) {
    if (edge_of(inst, k)->leader != k + 1) continue;
    e->indicator[k] = measure_one(inst, k, keeps);
  }
}

void loop_edge_measure(Instance *inst)
{
  if (loop_edge_is_active(inst)) measure_edges(inst, false);
}

void loop_edge_keep(Instance *inst)
{
  if (!loop_edge_is_active(inst) || inst->stale & STALE_VALUES) return;
  measure_edges(inst, true);
}

/* --- beginning and end ----------------------------------------------------- */

void loop_edge_enter(Instance *inst)
{
  for (int k = 0; k < loop_edges_of(inst)->n; k++) {
    edge_of(inst, k)->left = 0;
    edge_of(inst, k)->was_at_edge = edge_of(inst, k)->is_at_edge;
  }
}

static void drop_edge(Instance *inst, int leader)
{
  const LoopEdge *edge = edge_of(inst, leader);
  block_track_rest(inst, &inst->model->block[edge->block], -1);
  for (int k = 0; k < loop_edges_of(inst)->n; k++) {
    if (edge_of(inst, k)->leader == leader + 1) edge_of(inst, k)->leader = 0;
  }
  --*loop_edges_of(inst)->n_edges;
}

/* Loops that have come off their boundary. */
static void drop_left_edges(Instance *inst)
{
  for (int k = 0; k < loop_edges_of(inst)->n; k++) {
    bool leads = edge_of(inst, k)->leader == k + 1;
    if (leads && !loop_edge_holds(inst, k)) drop_edge(inst, k);
  }
}

static void report_rest(Instance *inst, const Block *block, int k)
{
  LoopEdge *edge = edge_of(inst, k);
  if (edge->rest_reported) return;
  edge->rest_reported = 1;
  logging_write(&inst->logger, STATUS_WARNING, LOG_STATUS_WARNING,
                "near time %.12g the solution of nonlinear block %d comes to "
                "rest on the boundary of this relation, where the equations "
                "hold by themselves: no other one agrees with the relation: %s",
                instance_time(inst), block->number,
                inst->model->relation[k].text);
}

/* Both solutions are named, the one that was and the one that is taken. */
static void report_leaving(Instance *inst, const Block *block, int k,
                           const double *taken)
{
  LoopEdge *edge = edge_of(inst, k);
  LoopEdges *e = loop_edges_of(inst);
  char both[400] = "";
  LogText text = {both, sizeof both, 0};
  if (edge->left_reported) return;
  edge->left_reported = 1;
  for (int j = 0; j < block->n; j++) { /* it is not returned to */
    double x = e->real[block->unknown[j]];
    e->real[j] = fabs(x) <= EDGE_BAND * block->nominal[j] ? 0 : x;
  }
  block_meeting_append(inst, block, e->real, taken, &text);
  logging_write(
      &inst->logger, STATUS_WARNING, LOG_STATUS_WARNING,
      "at time %.12g two solutions of nonlinear block %d hold: one on "
      "the boundary of this relation, where the equations hold by "
      "themselves, and one beside it, which is taken: %s; %s",
      instance_time(inst), block->number, both, inst->model->relation[k].text);
}

/* Do the relations of this side agree with the solution that was found? */
static bool agrees_off_edge(Instance *inst, const Block *block, int k)
{
  const LoopEdges *e = loop_edges_of(inst);
  const double *found = block_edge_of(inst)->place;
  for (int j = 0; j < block->n; j++) {
    inst->values.real[block->unknown[j]] = found[j];
  }
  if (!block_edge_renew(inst, block)) return false;
  quiet_crossings(inst);
  for (int i = 0; i < e->n; i++) {
    double z = event_work_of(inst)->crossing[i];
    if (e->tied[i] && (z < 0) != inst->values.relation[i]) return false;
  }
  return e->tied[k];
}

/* The solution of this side is the present one from now on. */
static void leave_to_side(Instance *inst, const Block *block, int k, int sign)
{
  LoopEdges *e = loop_edges_of(inst);
  unsigned char *value = inst->values.relation;
  const double *found = block_edge_of(inst)->place;
  for (int i = 0; i < e->n; i++) {
    if (!e->tied[i]) continue;
    e->value[i] = value[i];
    edge_of(inst, i)->left = 1;
  }
  return_to_edge(inst);
  for (int j = 0; j < block->n; j++) {
    inst->values.real[block->unknown[j]] = found[j];
  }
  block_guess_forget(inst); /* the branch ends here */
  block_track_forget(inst);
  block_guess_note_sign(inst, block, sign);
  if (edge_of(inst, k)->leader > 0)
    drop_edge(inst, edge_of(inst, k)->leader - 1);
  report_leaving(inst, block, k, found);
}

/* Is there a solution on its own side of the boundary? */
static bool tries_to_leave(Instance *inst, const Block *block, int k)
{
  int first = inst->values.relation[k] ? 1 : 0;
  for (int i = 0; i < N_SIDES; i++) {
    int s = i == 0 ? first : 1 - first;
    EdgeVisit visit = *look_at_side(inst, block, k, s, EDGE_LEAVE);
    if (visit.good && agrees_off_edge(inst, block, k)) {
      leave_to_side(inst, block, k, visit.sign);
      return true;
    }
    return_to_edge(inst);
  }
  return false;
}

/* What a loop may do on a boundary. */
typedef enum EdgeKind {
  EDGE_NONE,
  EDGE_PASSED, /* leave it, if a side has a solution */
  EDGE_RESTS   /* rest on it, if none has */
} EdgeKind;

/* Is side s nearly singular since its solution is on the boundary, too? Then it
 * is less so a little further along the boundary, where `place` is now. */
static bool loop_edge_meets(Instance *inst, const Block *block, int k, int s,
                            const EdgeVisit *here)
{
  const double *moved = block_edge_of(inst)->place;
  take_side(inst, block, k, s);
  for (int j = 0; j < block->n; j++) {
    inst->values.real[block->unknown[j]] = moved[j];
  }
  block_edge_look(inst, block, k, loop_edge_side(s), EDGE_MEASURE);
  const EdgeVisit *there = block_edge_of(inst)->visit;
  return_to_edge(inst);
  return there->good && (!here->good || here->size < there->size - EDGE_MEETS);
}

/* Time, states and inputs change a little, but not from one to the next by the
 * same part. */
static void move_given(Instance *inst)
{
  const Model *m = inst->model;
  double *real = inst->values.real;
  real[0] += EDGE_ASIDE * chatter_run_part(inst) * CHATTER_PARTS_OF_RUN;
  for (int i = 0; i < m->n_states; i++) {
    double part = 1 - NEWTON_BESIDE_CHANGE * (i % NEWTON_BESIDE_ROUND);
    real[inst->state[i]] += EDGE_ASIDE * part * scale_of_state(inst, i);
  }
  for (int i = 1; i < m->n_real; i++) {
    if (m->real_kind[i] == VARIABLE_INPUT)
      real[i] += EDGE_ASIDE * fmax(1, fabs(real[i]));
  }
}

/* All equations say where the boundary is. Does the solution stay on it if what
 * is given is another, and do its equations feel that? */
static bool stays_as_given_moves(Instance *inst, const Block *block, int k,
                                 int s, double size)
{
  EdgeVisit moved[2];
  static const EdgeTask task[2] = {EDGE_GIVEN, EDGE_MEASURE};
  for (int i = 0; i < 2; i++) {
    take_side(inst, block, k, s);
    move_given(inst);
    for (int j = 0; i > 0 && j < block->n; j++) { /* where it is then */
      inst->values.real[block->unknown[j]] = block_edge_of(inst)->place[j];
    }
    block_edge_look(inst, block, k, loop_edge_side(s), task[i]);
    moved[i] = *block_edge_of(inst)->visit;
    return_to_edge(inst);
  }
  return moved[0].good && moved[1].good &&
         fabs(moved[1].size - size) > EDGE_ALIKE;
}

/* Do the equations hold on the boundary by themselves, and does it count which
 * side it is? Where the determinants of both sides have one sign the loop is one
 * that only passes, or begins at the boundary: a diode without voltage. *clear:
 * the side whose Jacobian is farther from singular. */
static EdgeKind kind_of_edge(Instance *inst, const Block *block, int k,
                             int *clear)
{
  EdgeVisit visit[N_SIDES];
  for (int s = 0; s < N_SIDES; s++) {
    visit[s] = *look_at_side(inst, block, k, s, EDGE_MEASURE);
    return_to_edge(inst);
  }
  bool both = visit[0].good && visit[1].good;
  bool is_one_sign = both && visit[0].sign == visit[1].sign;
  double off = both ? fabs(visit[0].size - visit[1].size) : HUGE_VAL;
  if (is_one_sign && off <= EDGE_ALIKE) return EDGE_NONE;
  int s = *clear =
      visit[1].good && !(visit[0].good && visit[0].size > visit[1].size);
  EdgeVisit stay = *look_at_side(inst, block, k, s, EDGE_STAYS);
  return_to_edge(inst);
  bool by_given = stay.alone || !both || off > EDGE_MEETS_HERE;
  bool stays = stay.good || (by_given && visit[s].good &&
                             stays_as_given_moves(inst, block, k, s,
                                                  visit[s].size));
  if (!stays) return EDGE_NONE;
  edge_of(inst, k)->may_rest = 1;
  if (loop_edge_meets(inst, block, k, 1 - s, &visit[1 - s])) return EDGE_RESTS;
  return both && !is_one_sign ? EDGE_RESTS : EDGE_PASSED;
}

/* The loop rests on the boundary, with the relations of side s. True: these are
 * others than before. */
static bool begin_edge(Instance *inst, int b, int k, int s)
{
  const LoopEdges *e = loop_edges_of(inst);
  LoopEdge *edge = edge_of(inst, k);
  const Block *block = &inst->model->block[b];
  edge->block = b;
  edge->sign[0] = edge->sign[1] = 0;
  edge->largest = -HUGE_VAL;
  edge->margin = EDGE_MARGIN;
  take_side(inst, block, k, s);
  bool changes = false;
  for (int i = 0; i < e->n; i++) {
    if (!e->tied[i] || edge_of(inst, i)->leader > 0) continue;
    edge_of(inst, i)->leader = k + 1;
    chatter_make_special(inst, i);
    changes |= e->value[i] != inst->values.relation[i];
    e->value[i] = inst->values.relation[i];
  }
  return_to_edge(inst);
  ++*loop_edges_of(inst)->n_edges;
  if (block_edge_depends(inst, block, k)) block_track_rest(inst, block, k);
  for (int round = 0; round < 2; round++) measure_one(inst, k, true);
  report_rest(inst, block, k);
  return changes;
}

/* Can relation k be one that a loop rests on? */
static bool may_be_edge(const Instance *inst, int k)
{
  if (inst->model->relation[k].timed || !is_at_edge(inst, k)) return false;
  const LoopEdge *edge = edge_of(inst, k);
  if (edge->left || (edge->leader > 0 && edge->leader != k + 1)) return false;
  return !contact_holds(inst, k) && !slide_holds(inst, k) &&
         !chatter_rests(inst, k);
}

/* The solution of a side that has come to the boundary is still too near to it,
 * or something else is singular: a little later it may be found. */
static void look_farther(Instance *inst, int k)
{
  LoopEdge *edge = edge_of(inst, k);
  while (edge->margin < 1 && measure_one(inst, k, false) <= 0) {
    edge->margin *= EDGE_MARGIN_GROWTH;
  }
}

/* CONTACT_CHANGED: it leaves the boundary. */
static ContactChange settle_edge(Instance *inst, int b, int k)
{
  const Block *block = &inst->model->block[b];
  bool rests = edge_of(inst, k)->leader == k + 1;
  int clear = 0;
  if (rests && edge_of(inst, k)->block != b) return CONTACT_SAME;
  keep_edge_point(inst);
  if (!edge_depends(inst, block, k)) return CONTACT_SAME;
  EdgeKind kind = rests ? EDGE_RESTS : kind_of_edge(inst, block, k, &clear);
  if (kind == EDGE_NONE) return CONTACT_SAME;
  if (tries_to_leave(inst, block, k)) return CONTACT_CHANGED;
  if (rests) {
    look_farther(inst, k);
    return CONTACT_SAME;
  }
  if (kind == EDGE_PASSED) return CONTACT_SAME;
  return begin_edge(inst, b, k, clear) ? CONTACT_CHANGED : CONTACT_SAME;
}

static ContactChange settle_block(Instance *inst, int b)
{
  const LoopEdges *e = loop_edges_of(inst);
  memset(e->mark, 0, (size_t)e->n);
  block_edge_mark(inst, &inst->model->block[b], e->mark);
  for (int k = 0; k < e->n; k++) {
    if (!e->mark[k] || !may_be_edge(inst, k)) continue;
    if (settle_edge(inst, b, k) == CONTACT_CHANGED) return CONTACT_CHANGED;
    quiet_crossings(inst);
  }
  return CONTACT_SAME;
}

/* Loops before number `end` that relation k depends on by what is computed after
 * them, the first one from number `from` on; `end`: none. */
static int later_loop(Instance *inst, int k, int from, int end)
{
  int first = from, last = end - 1;
  while (first <= last) {
    int middle = first + (last - first) / 2;
    bool reaches = block_edge_reaches(inst, first, middle, k);
    return_to_edge(inst);
    if (reaches && first == middle) return first;
    if (reaches) {
      last = middle;
    } else {
      first = middle + 1;
    }
  }
  return end;
}

/* The first loop whose unknowns relation k compares itself; the number of loops:
 * none. */
static int first_compared(Instance *inst, int k)
{
  const Model *m = inst->model;
  for (int b = 0; b < m->n_blocks; b++) {
    if (block_edge_counts(inst, &m->block[b]) &&
        block_edge_depends(inst, &m->block[b], k)) {
      return b;
    }
  }
  return m->n_blocks;
}

/* Looks at relation k in all loops that it depends on by what is computed after
 * them. */
static ContactChange settle_later_one(Instance *inst, int k)
{
  keep_edge_point(inst);
  int end = first_compared(inst, k), b = -1;
  if (end > 0 && !block_edge_reaches(inst, 0, end - 1, k)) end = 0;
  return_to_edge(inst);
  while ((b = later_loop(inst, k, b + 1, end)) < end) {
    if (settle_edge(inst, b, k) == CONTACT_CHANGED) return CONTACT_CHANGED;
    keep_edge_point(inst);
  }
  return CONTACT_SAME;
}

/* Is it time for a look? Each one without a finding makes the next pause
 * longer. */
static bool looks_later(Instance *inst, int k)
{
  LoopEdge *edge = edge_of(inst, k);
  if (edge->may_rest) return true;
  int longest = edge->was_at_edge ? EDGE_SHORT_PAUSE : EDGE_LONGEST_PAUSE;
  if (edge->waits > longest) edge->waits = longest;
  if (edge->waits > 0) {
    edge->waits--;
    return false;
  }
  edge->pause = 2 * edge->pause + 1 < longest ? 2 * edge->pause + 1 : longest;
  edge->waits = edge->pause;
  return true;
}

static ContactChange settle_later(Instance *inst)
{
  for (int k = 0; k < inst->model->n_relations; k++) {
    quiet_crossings(inst);
    if (!may_be_edge(inst, k) || !looks_later(inst, k)) continue;
    if (settle_later_one(inst, k) == CONTACT_CHANGED) return CONTACT_CHANGED;
  }
  return CONTACT_SAME;
}

ContactChange loop_edge_settle(Instance *inst)
{
  const Model *m = inst->model;
  if (loop_edges_of(inst)->n == 0 || inst->values.initial) return CONTACT_SAME;
  quiet_crossings(inst);
  drop_left_edges(inst);
  bool any = false;
  for (int k = 0; k < m->n_relations; k++) {
    edge_of(inst, k)->is_at_edge = is_at_edge(inst, k);
    any |= may_be_edge(inst, k);
  }
  for (int b = 0; any && b < m->n_blocks; b++) {
    if (!block_edge_counts(inst, &m->block[b])) continue;
    if (settle_block(inst, b) == CONTACT_CHANGED) return CONTACT_CHANGED;
  }
  return any ? settle_later(inst) : CONTACT_SAME;
}

/* --- its memory ------------------------------------------------------------ */

static void carve_edges(void *part, const Model *m, Carving *c)
{
  LoopEdges *e = part;
  bool is_used = false;
  for (int b = 0; b < m->n_blocks; b++) {
    is_used |= block_edge_may_count(&m->block[b]);
  }
  e->n = is_used ? m->n_relations : 0;
  int n_real = e->n > 0 ? m->n_real : 0;
  e->n_edges = carve(&c->arrays, 1, sizeof(int));
  e->relation = carve(&c->arrays, e->n, sizeof(LoopEdge));
  e->indicator = carve(&c->arrays, e->n, sizeof(double));
  e->real = carve(&c->arrays, n_real, sizeof(double));
  e->integer = carve(&c->arrays, e->n > 0 ? m->n_integer : 0, sizeof(int));
  e->boolean = carve(&c->arrays, e->n > 0 ? m->n_boolean : 0, sizeof(int));
  e->value = carve(&c->arrays, e->n, 1);
  e->tied = carve(&c->arrays, e->n, 1);
  e->mark = carve(&c->arrays, e->n, 1);
  e->sign = carve(&c->arrays, e->n > 0 ? m->n_blocks : 0, 1);
}

static void reset_edges(Instance *inst)
{
  LoopEdges *e = loop_edges_of(inst);
  *e->n_edges = 0;
  if (e->n > 0) {
    for (int b = 0; b < inst->model->n_blocks; b++)
      block_track_rest(inst, &inst->model->block[b], -1);
    memset(e->relation, 0, (size_t)e->n * sizeof e->relation[0]);
  }
}

static bool loop_edge_fits(const StateFit *fit, const LoopEdge *edge)
{
  const Model *m = fit->inst->model;
  return state_fit_ints(&edge->leader, 1, 0, m->n_relations) &&
         state_fit_ints(&edge->block, 1, 0, m->n_blocks - 1) &&
         (edge->leader == 0 || block_edge_may_count(&m->block[edge->block])) &&
         state_fit_ints(&edge->may_rest, 1, 0, 1) &&
         state_fit_ints(&edge->pause, 1, 0, EDGE_LONGEST_PAUSE) &&
         state_fit_ints(&edge->waits, 1, 0, EDGE_LONGEST_PAUSE) &&
         state_fit_ints(edge->sign, 2, -1, 1) && !isnan(edge->largest) &&
         edge->margin >= 0;
}

static bool edges_fit(const StateFit *fit)
{
  const LoopEdges *e = loop_edges_of(fit->inst);
  for (int k = 0; k < e->n; k++) {
    if (!loop_edge_fits(fit, &e->relation[k])) return false;
  }
  return state_fit_ints(e->n_edges, 1, 0, e->n);
}

const Mechanism loop_edge_mechanism = {.name = "loop_edge",
                                       .size = PART_SIZE(LoopEdges),
                                       .carve = carve_edges,
                                       .reset = reset_edges,
                                       .fits = edges_fit};
