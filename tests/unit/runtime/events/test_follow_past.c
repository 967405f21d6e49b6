/* follow_past.c and direction_past.c: how the past of a value changes with a parameter. */
#include "test.h"

#include "evaluate/delay.h"
#include "evaluate/evaluate.h"
#include "evaluate/tangent.h"
#include "events/follow.h"
#include "hand_model.h"

/* x = p t^3 + the jump, y = delay(x, T) */
enum { TIME, X, T, Y, P, JUMP, N_REAL };

static const unsigned char kind[] = {VARIABLE_TIME,      VARIABLE_CALCULATED,
                                     VARIABLE_PARAMETER, VARIABLE_CALCULATED,
                                     VARIABLE_PARAMETER, VARIABLE_PARAMETER};
static const double start[] = {0, 0, 0.5, 0, 2, 0};
static const Delay delays[] = {{X, T, T, Y, 0}};

static int cubic(ModelValues *v)
{
  v->real[X] = v->real[P] * pow(v->real[TIME], 3) + v->real[JUMP];
  return 0;
}

static int cubic_tangent(ModelValues *v, Tangent *t)
{
  double s = v->real[TIME];
  t->d[X] = t->d[P] * pow(s, 3) + 3 * v->real[P] * s * s * t->d[TIME];
  return 0;
}

static const Model late = {.contract = FOUCAULT_MODEL_CONTRACT,
                           .name = "Late",
                           .guid = HAND_GUID,
                           .n_real = N_REAL,
                           .real_kind = kind,
                           .real_start = start,
                           .n_delays = 1,
                           .delay = delays,
                           .evaluate = cubic,
                           .tangent = cubic_tangent,
                           .tolerance = 1e-6};

typedef struct Late {
  HandLog log;
  Instance *inst;
  FollowedDirections f;
  double time[2], d[3 * N_REAL]; /* direction 0 is p's, 1 that of T */
} Late;

static const double no_states[1];

static void begin_late(Late *l)
{
  *l = (Late){.f = {.n = 2, .at = -1}};
  l->inst = hand_instance(&late, fmi2ModelExchange, &l->log);
  l->f.time = l->time;
  l->f.n_past = direction_past_size(&late, 2);
  l->f.past = calloc(l->f.n_past, sizeof(double));
  assert_non_null(l->f.past);
  l->inst->followed = &l->f;
  delay_reset(l->inst);
  direction_past_forget(l->inst);
  l->f.d = l->d;
  l->d[P] = l->d[N_REAL + T] = 1;
}

static void end_late(Late *l)
{
  free(l->f.past);
  l->inst->followed = NULL;
  fmi2FreeInstance(l->inst);
}

static void go_to_time(Late *l, double time)
{
  evaluate_set_time(l->inst, time);
  l->inst->stale = STALE_VALUES;
  assert_true(evaluate_model(l->inst));
}

static void keep(Late *l, double time, PastPlace place)
{
  go_to_time(l, time);
  delay_record(l->inst);
  assert_true(follow_past_keep(l->inst, no_states, place, follow_at));
}

static double change_of_y(Late *l, double time, int j)
{
  go_to_time(l, time);
  assert_true(follow_at(l->inst, j, no_states));
  return tangent_of(l->inst)->d[Y];
}

static void test_cubics(void **state)
{
  (void)state;
  Late l;
  begin_late(&l);
  keep(&l, 0, PAST_AFTER);
  for (int k = 1; k <= 10; k++) keep(&l, 0.2 * k, PAST_STEP);
  for (double t = 0.51; t <= 2.4; t += 0.013) {
    double s = t - 0.5;
    assert_true(fabs(change_of_y(&l, t, 0) - pow(s, 3)) < 1e-6);
    assert_true(fabs(change_of_y(&l, t, 1) + 6 * s * s) < 1e-9);
  }
  assert_true(change_of_y(&l, 0.3, 0) == 0); /* before the start */
  assert_true(change_of_y(&l, 0.3, 1) == 0);
  /* other derivatives have no past */
  go_to_time(&l, 1);
  tangent_begin(l.inst)[P] = 1;
  assert_true(delay_run_tangent(l.inst, false));
  assert_true(tangent_of(l.inst)->d[Y] == 0);
  end_late(&l);
}

/* A jump at 1, whose time changes. */
static void test_arrival(void **state)
{
  (void)state;
  Late l;
  double since = 0;
  begin_late(&l);
  keep(&l, 0, PAST_AFTER);
  assert_true(fabs(delay_next_arrival(l.inst) - 0.5) < 1e-15);
  for (int k = 1; k <= 5; k++) keep(&l, 0.2 * k, PAST_STEP);
  l.time[0] = 0.3;
  l.time[1] = -0.2;
  keep(&l, 1, PAST_BEFORE);
  l.inst->values.real[JUMP] = 1;
  keep(&l, 1, PAST_AFTER);
  assert_true(fabs(delay_next_arrival(l.inst) - 1.5) < 1e-15);
  assert_true(direction_past_moved(l.inst, 0, 1, 0) == 0.3);
  assert_true(direction_past_moved(l.inst, 0, 1, 1) == -0.2);
  assert_true(isnan(direction_past_moved(l.inst, 0, 0.8, 1)));
  keep(&l, 1.2, PAST_STEP);

  go_to_time(&l, 1.5);
  assert_int_equal(delay_arriving(l.inst, &since), 0);
  assert_true(since == 1);
  delay_arrive(l.inst);
  assert_int_equal(delay_arriving(l.inst, &since), -1);
  assert_true(direction_past_has_event(l.inst, 0, 1, &since));
  assert_true(delay_next_arrival(l.inst) == HUGE_VAL);
  end_late(&l);
}

/* An event that changes nothing arrives nowhere. */
static void test_restart(void **state)
{
  (void)state;
  Late l;
  begin_late(&l);
  keep(&l, 0, PAST_AFTER);
  for (int k = 1; k <= 5; k++) keep(&l, 0.2 * k, PAST_STEP);
  keep(&l, 1, PAST_BEFORE);
  keep(&l, 1, PAST_AFTER);
  assert_true(delay_next_arrival(l.inst) == HUGE_VAL);
  assert_true(fabs(change_of_y(&l, 1.4, 0) - pow(0.9, 3)) < 1e-6);
  end_late(&l);
}

/* Many points: old ones go. */
static void test_long_run(void **state)
{
  (void)state;
  Late l;
  begin_late(&l);
  keep(&l, 0, PAST_AFTER);
  for (int k = 1; k <= 6000; k++) keep(&l, 0.0003 * k, PAST_STEP);
  assert_null(l.f.lost);
  assert_true(fabs(change_of_y(&l, 1.8, 0) - pow(1.3, 3)) < 1e-6);
  end_late(&l);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_cubics), cmocka_unit_test(test_arrival),
      cmocka_unit_test(test_restart), cmocka_unit_test(test_long_run)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
