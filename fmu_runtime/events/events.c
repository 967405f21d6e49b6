/* events.c: relations, event indicators and the event iteration. */
#include "events.h"
#include "../carry/state_fit.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "../evaluate/assertions.h"
#include "../evaluate/clocks.h"
#include "../evaluate/delay.h"
#include "../evaluate/evaluate.h"
#include "../evaluate/failure.h"
#include "../evaluate/finite.h"
#include "../evaluate/memory.h"
#include "../functions/event_effects.h"
#include "chatter.h"
#include "contact.h"
#include "contact_force.h"
#include "follow.h"
#include "jump.h"
#include "loop_edge.h"
#include "quiet.h"
#include "relation_path.h"
#include "slide.h"
#include "time_events.h"
#include "time_reached.h"
#include "time_search.h"
#include <math.h>
#include <string.h>

static int events_is_true(const Relation *relation, double z)
{
  return relation->or_equal ? z <= 0 : z < 0;
}

/* In initialization, and at the instant of an event, a timed relation is what
 * it says; then it is what it will be right after now. moment: its crossing
 * function if it is searched. */
static int timed_value(const Instance *inst, const Relation *relation,
                       double moment)
{
  double now = instance_time(inst);
  if (relation->timed == RELATION_SEARCHED) {
    if (inst->values.initial) return events_is_true(relation, moment);
    return time_search_value(inst, (int)(relation - inst->model->relation));
  }
  bool at_once = relation->or_equal == (relation->timed > 0);
  bool passed = time_reached(now, moment);
  if (inst->values.initial) passed = at_once ? now >= moment : now > moment;
  if (!at_once && event_work_of(inst)->at_instant && time_reached(moment, now))
    passed = false;
  return passed == (relation->timed > 0);
}

/* The value a relation should have; a crossing that is not a number, or
 * within the band, keeps the old one. */
static int next_value(const Instance *inst, const Relation *relation, int value,
                      double z, double band)
{
  RUNTIME_ASSERT(value == 0 || value == 1);
  if (z != z) return value;
  if (relation->timed) return timed_value(inst, relation, z);
  if (band > 0 && z > -band && z < band) return value;
  return events_is_true(relation, z);
}

static bool keeps_its_value(const Instance *inst, int k)
{
  return chatter_rests(inst, k) || contact_holds(inst, k) ||
         slide_holds(inst, k) || loop_edge_holds(inst, k);
}

/* A relation at which something has rested keeps its value on the boundary,
 * and so does one in a circle: what slides and does not move, since something
 * else holds it, has this place. A circle may lead through pre(v) too: a
 * thyristor whose current is zero up to rounding. */
static double band_in_round(const Instance *inst, int k, int round)
{
  bool has_band =
      round >= EVENT_ROUNDS_WITHOUT_BAND ||
      event_work_of(inst)->rounds >= EVENT_ROUNDS_WITHOUT_BAND ||
      relation_path_walks(inst) || event_work_of(inst)->band[k] > 0 ||
      (chatter_is_special(inst, k) && chatter_of(inst)->relation[k].bounces);
  return has_band ? events_band(inst, k) : 0;
}

/* The same, of one that its crossing does not confirm. */
static bool may_change(const Instance *inst, int k, int round)
{
  int value = inst->values.relation[k];
  return next_value(inst, &inst->model->relation[k], value,
                    event_work_of(inst)->crossing[k],
                    band_in_round(inst, k, round)) != value &&
         !keeps_its_value(inst, k);
}

/* Nearly all are what they compare, and are told by that alone. */
static inline bool wants_change(const Instance *inst, int k, int round)
{
  double z = event_work_of(inst)->crossing[k];
  bool agrees = inst->values.relation[k] ? z < 0 : z > 0;
  if (agrees && !inst->model->relation[k].timed) return false;
  return may_change(inst, k, round);
}

static void change_relation(Instance *inst, int k)
{
  RUNTIME_ASSERT(inst->values.relation[k] <= 1);
  unsigned char *value = &inst->values.relation[k];
  *value = !*value;
  event_work_of(inst)->restless[k] = 1;
  chatter_note(inst, k);
  logging_write(&inst->logger, STATUS_OK, LOG_EVENTS,
                "at time %.15g this relation becomes %s: %s",
                instance_time(inst), *value ? "true" : "false",
                inst->model->relation[k].text);
}

/* The first place on the way at which something changes, and what; 1, and -1:
 * nothing does. Where no way is walked all places are 0. */
static double first_change(const Instance *inst, int round, int *which)
{
  double first = 1;
  *which = -1;
  if (!relation_path_walks(inst)) return 0;
  for (int k = 0; k < inst->model->n_relations; k++) {
    if (!wants_change(inst, k, round)) continue;
    double place = relation_path_place(inst, k);
    if (*which >= 0 && place >= first) continue;
    first = fmin(first, place);
    *which = k;
  }
  return first;
}

/* The relation whose boundary is the first one in the opposite direction; -1:
 * none. */
static int first_backwards(const Instance *inst, double *backwards)
{
  int first = -1;
  *backwards = HUGE_VAL;
  for (int k = 0; k < inst->model->n_relations; k++) {
    double place = relation_path_backwards(inst, k);
    if (!(place < *backwards) || keeps_its_value(inst, k)) continue;
    *backwards = place;
    first = k;
  }
  return first;
}

/* Everything that changes up to this place of the way. The first of them; -1:
 * nothing does. */
static int change_up_to(Instance *inst, int round, double reach)
{
  RUNTIME_ASSERT(reach >= 0);
  int first = -1, n = 0;
  for (int k = 0; k < inst->model->n_relations; k++) {
    if (!wants_change(inst, k, round)) continue;
    if (relation_path_place(inst, k) > reach) continue;
    change_relation(inst, k);
    if (n++ == 0) first = k;
  }
  relation_path_advance(inst, fmin(reach, 1), n == 1 ? first : -1);
  return first;
}

int events_update_relations(Instance *inst, int round)
{
  RUNTIME_ASSERT(round >= 0);
  const Model *m = inst->model;
  if (m->n_relations == 0) return -1;
  quiet_crossings(inst);
  relation_path_round(inst, round);
  int first;
  double backwards, place = first_change(inst, round, &first);
  if (relation_path_turns_back(inst, first, place)) {
    int other = first_backwards(inst, &backwards);
    if (other >= 0) {
      change_relation(inst, other);
      relation_path_advance(inst, -backwards, other);
      return other;
    }
  }
  return change_up_to(inst, round, place * (1 + EVENT_PLACE_ROUNDING));
}

/* What became of the relations. */
typedef enum Settling {
  SETTLED, /* they agree with what they compare */
  CIRCLING,
  FAILED
} Settling;

/* Evaluates and updates relations until none changes. */
static Settling settle_relations(Instance *inst)
{
  int most = relation_path_most_rounds(inst);
  for (int round = 0; round < most; round++) {
    if (!evaluate_model(inst) || !jump_settle(inst)) return FAILED;
    if (events_update_relations(inst, round) < 0) return SETTLED;
    if (relation_path_is_lost(inst)) return CIRCLING;
  }
  return CIRCLING;
}

/* The same; where they turn in a circle within rounding they rest there. */
static Settling settle_within_rounding(Instance *inst)
{
  Settling relations = settle_relations(inst);
  if (relations != CIRCLING || !relation_path_widens(inst)) return relations;
  return settle_relations(inst);
}

/* No relations agree with these pre(v), so these follow the relations round by
 * round: pre(starts) and s > low, where s > high was true a round before. */
static Settling step_relations(Instance *inst)
{
  if (!follow_settled(inst)) return FAILED;
  follow_remember(inst);
  if (memory_update(inst)) event_effects_renew(inst);
  if (!evaluate_model(inst) || !jump_settle(inst)) return FAILED;
  int changed = events_update_relations(inst, EVENT_ROUNDS_WITHOUT_BAND);
  return changed < 0 ? SETTLED : CIRCLING;
}

/* Several when-equations give the state of reinit() k a value at once. False,
 * reason noted: not the same. */
static bool reinit_agrees(Instance *inst, int k)
{
  RUNTIME_ASSERT(event_work_of(inst)->reinit[k].active);
  const Model *m = inst->model;
  for (int i = 0; i < k; i++) {
    if (!event_work_of(inst)->reinit[i].active ||
        m->reinit[i] != m->reinit[k] ||
        event_work_of(inst)->reinit[i].value ==
            event_work_of(inst)->reinit[k].value) {
      continue;
    }
    char state[700] = "";
    LogText text = {state, sizeof state, 0};
    finite_append(inst, 'r', m->reinit[k], &text);
    instance_note(inst, LOG_EVENTS,
                  "at time %.12g two reinit() of one state are active, with "
                  "the values %.9g and %.9g: %s",
                  instance_time(inst), event_work_of(inst)->reinit[i].value,
                  event_work_of(inst)->reinit[k].value, state);
    return false;
  }
  return true;
}

/* reinit(): all values belong to the moment before the first is stored. */
static bool reinitialize(Instance *inst, bool *any)
{
  const Model *m = inst->model;
  *any = false;
  if (m->n_reinits == 0) return true;
  m->reinits(&inst->values, event_work_of(inst)->reinit);
  follow_reinit(inst, event_work_of(inst)->reinit);
  for (int k = 0; k < m->n_reinits; k++) {
    if (!event_work_of(inst)->reinit[k].active) continue;
    if (*any && !reinit_agrees(inst, k)) return false;
    inst->values.real[m->reinit[k]] = event_work_of(inst)->reinit[k].value;
    inst->states_changed = *any = true;
  }
  if (*any) jump_renew(inst);
  return true;
}

bool events_enter(Instance *inst)
{
  inst->states_changed = false;
  quiet_pass_event(inst);
  contact_enter(inst);
  loop_edge_enter(inst);
  if (!jump_enter(inst) || !memory_snapshot(inst)) return false;
  if (delay_is_used(inst)) {
    if (inst->stale & STALE_VALUES && !evaluate_model(inst)) return false;
    delay_record(inst); /* before a jump */
    delay_arrive(inst);
    inst->stale |= STALE_VALUES;
  }
  event_effects_begin(inst);
  time_events_fire(inst);
  event_work_of(inst)->at_instant = 1;
  inst->stale |= STALE_RELATIONS;
  return true;
}

/* From the instant of the event to right after it: true if that matters. What
 * ticks at time c sees time > c as false still. */
static bool leave_instant(Instance *inst)
{
  if (!event_work_of(inst)->at_instant) return false;
  event_work_of(inst)->at_instant = 0;
  for (int k = 0; k < inst->model->n_relations; k++) {
    if (inst->model->relation[k].timed && wants_change(inst, k, 0)) return true;
  }
  return false;
}

/* The relations that have changed in the later half of the rounds, the first of
 * each place in the model. */
static bool append_restless(const Instance *inst, LogText *text)
{
  const Relation *relation = inst->model->relation;
  int n = 0, last = -1;
  for (int k = 0; k < inst->model->n_relations && n <= EVENT_MOST_NAMED; k++) {
    if (!event_work_of(inst)->restless[k]) continue;
    bool is_new = last < 0 || strcmp(relation[k].text, relation[last].text);
    last = k;
    if (!is_new) continue;
    bool is_named = n++ < EVENT_MOST_NAMED;
    logging_append(text, "%s%s", n > 1 ? "; " : "",
                   is_named ? relation[k].text : "...");
  }
  return n > 0;
}

static int events_most_rounds(const Instance *inst)
{
  int of_relations = EVENT_ROUNDS_OF_RELATION * inst->model->n_relations;
  return of_relations > EVENT_MOST_ROUNDS ? of_relations : EVENT_MOST_ROUNDS;
}

/* What still changes: relations, or what one more evaluation shows. */
static void note_endless(Instance *inst)
{
  char what[2500] = "";
  LogText text = {what, sizeof what, 0};
  logging_append(&text, "these relations still change: ");
  if (!append_restless(inst, &text)) {
    text.length = 0;
    logging_append(&text, "discrete variables still change");
    if (evaluate_model(inst)) failure_append_changing(inst, &text);
  }
  instance_note(inst, LOG_EVENTS,
                "at time %.12g the event iteration does not end: after %d "
                "rounds %s",
                instance_time(inst), events_most_rounds(inst), what);
}

/* floor(x) would move on once more if something were evaluated with the new
 * pre(n) while x >= pre(n) + 1 is true still. */
bool events_remember(Instance *inst)
{
  const Model *m = inst->model;
  follow_remember(inst);
  if (!memory_update(inst)) return false;
  event_effects_renew(inst);
  if (m->n_relations > 0) quiet_crossings(inst);
  for (int k = 0; k < m->n_relations; k++) {
    if (wants_change(inst, k, 0)) change_relation(inst, k);
  }
  return true;
}

/* What follows from settled relations. CONTACT_SAME: nothing has changed. */
static ContactChange settle_rest(Instance *inst)
{
  if (!assertions_at_event(inst) || !follow_settled(inst))
    return CONTACT_FAILED;
  bool changed;
  if (!reinitialize(inst, &changed)) return CONTACT_FAILED;
  changed |= events_remember(inst);
  changed = changed || time_events_extinguish(inst);
  changed = changed || clocks_extinguish(inst);
  changed = changed || leave_instant(inst);
  if (changed) return CONTACT_CHANGED;
  ContactChange rest = contact_settle(inst);
  if (rest == CONTACT_CHANGED) {
    jump_renew(inst);
    follow_lose(inst, "a contact comes to rest");
  }
  if (rest == CONTACT_SAME) rest = slide_settle(inst);
  return rest == CONTACT_SAME ? loop_edge_settle(inst) : rest;
}

static bool finish_event(Instance *inst)
{
  RUNTIME_ASSERT(!(inst->stale & STALE_VALUES));
  bool comes_to_rest = contact_flight(inst) < HUGE_VAL;
  if (!comes_to_rest && !chatter_survives(inst)) return false;
  if (!jump_finish(inst) || !follow_finish(inst)) return false;
  inst->stale &= ~(unsigned)STALE_RELATIONS;
  delay_record(inst);
  time_events_plan(inst);
  return true;
}

static void begin_round(Instance *inst, int round)
{
  EventWork *w = event_work_of(inst);
  w->rounds = round;
  if (round != events_most_rounds(inst) / 2) return;
  memset(w->restless, 0, (size_t)inst->model->n_relations);
}

static bool settle_rounds(Instance *inst)
{
  Settling relations = SETTLED;
  inst->stale |= STALE_RELATIONS;
  int most = events_most_rounds(inst);
  for (int round = 0; round < most; round++) {
    begin_round(inst, round);
    relations = relations == CIRCLING ? step_relations(inst)
                                      : settle_within_rounding(inst);
    if (relations == FAILED) return false;
    if (relations == SETTLED) {
      ContactChange rest = settle_rest(inst);
      if (rest == CONTACT_FAILED) return false;
      if (rest == CONTACT_SAME) return finish_event(inst);
    }
    inst->stale |= STALE_VALUES;
  }
  note_endless(inst);
  return false;
}

bool events_settle(Instance *inst)
{
  bool settled = settle_rounds(inst);
  event_effects_end(inst);
  event_work_of(inst)->rounds = 0;
  event_work_of(inst)->at_instant = 0;
  return settled;
}

int events_first_due(Instance *inst)
{
  const Model *m = inst->model;
  if (m->n_relations == 0) return -1;
  quiet_crossings(inst);
  for (int k = 0; k < m->n_relations; k++) {
    if (wants_change(inst, k, 0)) return k;
  }
  return -1;
}

bool events_are_due(Instance *inst)
{
  return events_first_due(inst) >= 0;
}

bool events_at_end(Instance *inst)
{
  int terminal = inst->model->terminal;
  if (terminal == 0) return true;
  if (!events_enter(inst)) return false;
  inst->values.boolean[terminal - 1] = 1;
  inst->stale |= STALE_VALUES;
  return events_settle(inst);
}

/* Of a relation that may be held by something else than what it compares. */
static double indicator_of_special(const Instance *inst, int k)
{
  double side = inst->values.relation[k] ? -1 : 1;
  if (contact_holds(inst, k)) return contact_indicator(inst, k);
  if (chatter_of(inst)->relation[k].slide > 0) return slide_indicator(inst, k);
  if (chatter_rests(inst, k)) return side;
  if (loop_edge_holds(inst, k)) return loop_edge_indicator(inst, k);
  return event_work_of(inst)->crossing[k] + side * events_band(inst, k);
}

/* contacts: is there any? */
static inline double indicator(const Instance *inst, int k, bool contacts)
{
  RUNTIME_ASSERT(!inst->model->relation[k].timed);
  if (contacts || chatter_is_special(inst, k))
    return indicator_of_special(inst, k);
  double band = events_band(inst, k);
  return event_work_of(inst)->crossing[k] +
         (inst->values.relation[k] ? -band : band);
}

bool events_indicators(Instance *inst, double *g)
{
  const Model *m = inst->model;
  const double *force;
  int n = 0;
  if (m->n_indicators == 0) return true;
  if (!contact_force_sum(inst, &force)) return false;
  loop_edge_measure(inst);
  quiet_crossings(inst);
  bool contacts = contact_is_active(inst);
  for (int k = 0; k < m->n_relations - m->n_quiet; k++) {
    if (m->relation[k].timed) continue;
    g[n++] = indicator(inst, k, contacts);
  }
  for (int s = 0; s < m->n_quiet_indicators; s++) {
    int k = quiet_awake(inst, s);
    g[n++] = k >= 0 ? quiet_side(inst, s) * indicator(inst, k, contacts) : 1;
  }
  RUNTIME_ASSERT(n == m->n_indicators);
  return true;
}

bool events_some_indicators(Instance *inst, const int *list, int n, double *g)
{
  const int *relation_of = event_work_of(inst)->relation_of;
  const double *force;
  if (!contact_force_sum(inst, &force)) return false;
  loop_edge_measure(inst);
  quiet_crossings(inst);
  bool contacts = contact_is_active(inst);
  for (int i = 0; i < n; i++) {
    int at = list[i], k = relation_of[at];
    if (k >= 0) {
      g[at] = indicator(inst, k, contacts);
      continue;
    }
    int s = -1 - k, awake = quiet_awake(inst, s);
    g[at] =
        awake >= 0 ? quiet_side(inst, s) * indicator(inst, awake, contacts) : 1;
  }
  return true;
}

void events_bands(const Instance *inst, double *band)
{
  const Model *m = inst->model;
  int n = 0;
  for (int k = 0; k < m->n_relations - m->n_quiet; k++) {
    if (!m->relation[k].timed) band[n++] = events_band(inst, k);
  }
  for (int s = 0; s < m->n_quiet_indicators; s++) {
    int k = quiet_awake(inst, s);
    band[n++] = k >= 0 ? events_band(inst, k) : 0;
  }
  RUNTIME_ASSERT(n == m->n_indicators);
}

/* --- its memory ---------------------------------------------------------- */

static void carve_events(void *part, const Model *m, Carving *c)
{
  EventWork *w = part;
  w->crossing = carve(&c->arrays, m->n_relations, sizeof(double));
  w->band = carve(&c->arrays, m->n_relations, sizeof(double));
  w->relation_of = carve(&c->arrays, m->n_indicators, sizeof(int));
  w->restless = carve(&c->arrays, m->n_relations, 1);
  w->reinit = carve(&c->arrays, m->n_reinits, sizeof(ReinitValue));
}

static bool number_indicators(Instance *inst)
{
  const Model *m = inst->model;
  int *relation_of = event_work_of(inst)->relation_of, n = 0;
  for (int k = 0; n < m->n_indicators && k < m->n_relations - m->n_quiet; k++) {
    if (!m->relation[k].timed) relation_of[n++] = k;
  }
  for (int s = 0; n < m->n_indicators; s++) relation_of[n++] = -1 - s;
  return true;
}

static void reset_events(Instance *inst)
{
  const Model *m = inst->model;
  for (int k = 0; k < m->n_relations; k++) event_work_of(inst)->band[k] = 0;
}

static bool events_fit(const StateFit *fit)
{
  const Model *m = fit->inst->model;
  const EventWork *w = event_work_of(fit->inst);
  size_t n = (size_t)m->n_indicators;
  for (int k = 0; k < m->n_reinits; k++) {
    if (!state_fit_ints(&w->reinit[k].active, 1, 0, 1)) return false;
  }
  if (!state_fit_ints(&w->at_instant, 1, 0, 1)) return false;
  return state_fit_same(fit, w->relation_of, n * sizeof w->relation_of[0]);
}

const Mechanism events_mechanism = {.name = "events",
                                    .size = PART_SIZE(EventWork),
                                    .carve = carve_events,
                                    .create = number_indicators,
                                    .reset = reset_events,
                                    .fits = events_fit};
