/* test_follow.c: how a ball that bounces changes with its parameters, at an
 * event whose time depends on them. */
#include "test.h"

#include "evaluate/delay.h"
#include "evaluate/evaluate.h"
#include "evaluate/tangent.h"
#include "events/follow.h"
#include "hand_model.h"

/* der(h) = v, der(v) = -G; where h < 0, v = -E*pre(v). h starts at TOP. */
enum { TIME, H, V, DH, DV, G, E, TOP, TWICE, N_REAL };

static int ball(ModelValues *v)
{
  v->real[DH] = v->real[V];
  v->real[DV] = -v->real[G];
  v->real[TWICE] = 2 * v->real[H];
  return 0;
}

static int ball_tangent(ModelValues *v, Tangent *t)
{
  (void)v;
  t->d[DH] = t->d[V];
  t->d[DV] = -t->d[G];
  t->d[TWICE] = 2 * t->d[H];
  return 0;
}

static void ball_crossings(ModelValues *v, Tangent *t)
{
  (void)v;
  t->r[0] = t->d[H];
}

static void ball_reinits(ModelValues *v, Tangent *t)
{
  t->r[0] = -v->real[E] * t->d[V] - t->d[E] * v->real[V];
}

static void ball_samples(ModelValues *v, Tangent *t)
{
  (void)v;
  t->r[0] = 0;
  t->r[1] = t->d[G];
}

static void ball_starts(ModelValues *v, Tangent *t)
{
  (void)v;
  t->r[0] = t->d[TOP];
}

static const int started[] = {H}, state[] = {H, V}, derivative[] = {DH, DV};
static const int reinits[] = {V};
static const FollowProblem follow = {.crossings = ball_crossings,
                                     .reinits = ball_reinits,
                                     .samples = ball_samples,
                                     .starts = ball_starts,
                                     .n_starts = 1,
                                     .started = started};
static const unsigned char kind[] = {
    VARIABLE_TIME,       VARIABLE_EXACT,      VARIABLE_EXACT,
    VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_PARAMETER,
    VARIABLE_PARAMETER,  VARIABLE_PARAMETER,  VARIABLE_CALCULATED};
static const double start[] = {0, 1, 0, 0, -8, 8, 0.5, 1, 2};
static const double nominal[] = {1, 1};
static const Relation relation[] = {{.text = "h < 0", .nominal = 1}};
static const Model model = {.contract = FOUCAULT_MODEL_CONTRACT,
                            .name = "Ball",
                            .guid = HAND_GUID,
                            .n_real = N_REAL,
                            .real_kind = kind,
                            .real_start = start,
                            .n_states = 2,
                            .state = state,
                            .derivative = derivative,
                            .shown_state = state,
                            .shown_derivative = derivative,
                            .state_nominal = nominal,
                            .n_relations = 1,
                            .relation = relation,
                            .n_reinits = 1,
                            .reinit = reinits,
                            .follow = &follow,
                            .parameters = hand_nothing,
                            .starts = hand_no_starts,
                            .initialize = ball,
                            .evaluate = ball,
                            .tangent = ball_tangent,
                            .initial_tangent = ball_tangent,
                            .tolerance = 1e-6};

enum { N = 3 }; /* directions */
static const ValueReference known[N] = {TOP, E, G};

typedef struct Ball {
  HandLog log;
  Instance *inst;
  FollowedDirections f;
  double d[(N + 1) * N_REAL], r[4], time[N];
} Ball;

static void begin_ball(Ball *b)
{
  *b = (Ball){.f = {.n = N, .known = known}};
  b->inst = hand_instance(&model, fmi2ModelExchange, &b->log);
  follow_sizes(b->inst, &b->f);
  assert_int_equal(b->f.n_real, N_REAL);
  assert_int_equal(b->f.n_states, 2);
  assert_true(b->f.n_rows >= 1 && b->f.n_rows <= 4);
  b->f.d = b->d;
  b->f.r = b->r;
  b->f.time = b->time;
  b->inst->mode = MODE_INITIALIZATION;
  assert_true(follow_start(b->inst, &b->f));
  b->inst->mode = MODE_CONTINUOUS;
}

static void end_ball(Ball *b)
{
  b->inst->followed = NULL;
  fmi2FreeInstance(b->inst);
}

static double *of(Ball *b, int k)
{
  return b->d + (size_t)k * N_REAL;
}

static void set(Ball *b, double time, double h, double v)
{
  double *real = b->inst->values.real;
  real[TIME] = time;
  real[H] = h;
  real[V] = v;
  ball(&b->inst->values);
}

/* The start that a parameter gives moves with it, and what follows from it. */
static void test_start(void **unused)
{
  (void)unused;
  Ball b;
  begin_ball(&b);
  assert_null(b.f.lost);
  assert_true(of(&b, 0)[TOP] == 1 && of(&b, 0)[H] == 1);
  assert_true(of(&b, 0)[TWICE] == 2 && of(&b, 0)[V] == 0);
  assert_true(of(&b, 1)[E] == 1 && of(&b, 1)[H] == 0);
  assert_true(of(&b, 2)[G] == 1 && of(&b, 2)[DV] == -1);
  end_ball(&b);
}

/* h = TOP - G t^2/2 reaches the ground at t = 0.5 with v = -4. */
static const double impact[2 * N] = {1, 0, 0, 0, -0.125, -0.5};

static void bounce(Ball *b)
{
  const ReinitValue value = {.active = 1, .value = 2};
  const FollowCause cause = {.sample = -1, .relation = 0, .delay = -1};
  set(b, 0.5, 0, -4);
  assert_true(follow_before_event(b->inst, impact, &cause));
  follow_reinit(b->inst, &value);
  set(b, 0.5, 0, 2);
  assert_true(follow_settled(b->inst));
  follow_remember(b->inst);
  assert_true(follow_finish(b->inst));
}

/* t* = sqrt(2 TOP/G), V = sqrt(2 TOP G), after it v = E V - G (t - t*). */
static void test_bounce(void **unused)
{
  (void)unused;
  Ball b;
  double after[2 * N];
  begin_ball(&b);
  bounce(&b);
  assert_true(follow_after_event(b.inst, after));
  const double time[N] = {0.25, 0, -0.5 / 16};
  const double speed[N] = {2, 0, 0.25}; /* of V */
  for (int k = 0; k < N; k++) {
    double e = k == 1;
    assert_true(fabs(after[2 * k] + 2 * time[k]) < 1e-14);
    assert_true(fabs(after[2 * k + 1] -
                     (e * 4 + 0.5 * speed[k] + 8 * time[k])) < 1e-14);
    assert_true(b.time[k] == 0); /* the event is over */
  }
  assert_null(b.f.lost);
  end_ball(&b);
}

/* A tick of sample(0, G): its time is that of the parameter, and nothing jumps.
 */
static void test_tick(void **unused)
{
  (void)unused;
  Ball b;
  double after[2 * N];
  const FollowCause cause = {
      .sample = 0, .relation = 0, .delay = -1, .tick = 3};
  begin_ball(&b);
  set(&b, 0.5, 0.25, -4);
  assert_true(follow_before_event(b.inst, impact, &cause));
  assert_true(b.time[0] == 0 && b.time[1] == 0 && b.time[2] == 3);
  assert_true(follow_settled(b.inst) && follow_finish(b.inst));
  assert_true(follow_after_event(b.inst, after));
  for (int k = 0; k < 2 * N; k++)
    assert_true(fabs(after[k] - impact[k]) < 1e-14);
  end_ball(&b);
}

/* At rest the ground is touched, not crossed: how the time changes is unknown,
 * and that is said. */
static void test_touched(void **unused)
{
  (void)unused;
  Ball b;
  const FollowCause cause = {.sample = -1, .relation = 0, .delay = -1};
  begin_ball(&b);
  set(&b, 0.5, 0, 0);
  assert_true(follow_before_event(b.inst, impact, &cause));
  assert_non_null(b.f.lost);
  assert_non_null(strstr(b.f.lost, "touched"));
  end_ball(&b);
}

static void test_roles(void **unused)
{
  (void)unused;
  Ball b;
  unsigned char role[N_REAL];
  begin_ball(&b);
  b.f.role = role;
  set(&b, 0, 1, 0);
  assert_true(follow_find_roles(b.inst, &b.f));
  assert_int_equal(role[G], FOLLOW_GIVEN);
  assert_int_equal(role[TOP], FOLLOW_GIVEN);
  assert_int_equal(role[H], FOLLOW_COMPUTED);
  assert_int_equal(role[DV], FOLLOW_COMPUTED);
  assert_int_equal(role[TWICE], FOLLOW_COMPUTED);
  end_ball(&b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_start), cmocka_unit_test(test_bounce),
      cmocka_unit_test(test_tick), cmocka_unit_test(test_touched),
      cmocka_unit_test(test_roles)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
