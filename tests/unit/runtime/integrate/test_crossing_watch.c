/* Parabolas through event indicators. */
#include "test.h"

#include "core/solver_memory.h"
#include "integrate/crossing_watch.h"

static void free_watch(CrossingWatch *w)
{
  double *first = w->g[0];
  for (int k = 1; k < 3; k++) {
    if (w->g[k] < first) first = w->g[k];
  }
  if (w->next < first) first = w->next;
  foucault_solver_free(first);
}

/* Follows sin(time) from 0 with steps as long as allowed; their number. */
static int follow(double frequency, double shortest, double end)
{
  CrossingWatch w;
  Suspect suspect;
  double time = 0;
  int n = 0;
  assert_true(crossing_watch_create(&w, 1));
  crossing_watch_begin(&w, shortest);
  for (; time < end; time += w.longest, n++) {
    w.next[0] = sin(frequency * time) - 2;
    crossing_watch_accept(&w, time, &suspect);
    assert_true(w.longest >= shortest);
  }
  free_watch(&w);
  return n;
}

/* Steps follow the indicator, not the run. */
static void test_steps_follow_the_indicator(void **state)
{
  (void)state;
  int slow = follow(0.01, 1e-3, 10), fast = follow(3, 1e-3, 10);
  assert_true(slow < 40);
  assert_true(fast > 40 && fast < 600);
  assert_true(follow(1e6, 0.1, 10) >= 99); /* never below the shortest */
}

static bool accept(CrossingWatch *w, double time, double g, Suspect *suspect)
{
  w->next[0] = g;
  return crossing_watch_accept(w, time, suspect);
}

/* (time - 2.4)^2 - 0.1 between 1, 2 and 3: below zero within the last step. */
static void test_a_hidden_pair_is_suspected(void **state)
{
  (void)state;
  CrossingWatch w;
  Suspect at = {0, 0};
  assert_true(crossing_watch_create(&w, 1));
  crossing_watch_begin(&w, 0);
  assert_false(accept(&w, 1, 1.4 * 1.4 - 0.1, &at));
  assert_false(accept(&w, 2, 0.4 * 0.4 - 0.1, &at));
  assert_true(accept(&w, 3, 0.6 * 0.6 - 0.1, &at));
  assert_true(fabs(at.time - 2.4) < 1e-12);
  /* an extremum that is far away from zero does not matter */
  crossing_watch_begin(&w, 0);
  assert_false(accept(&w, 1, 1.4 * 1.4 + 3, &at));
  assert_false(accept(&w, 2, 0.4 * 0.4 + 3, &at));
  assert_false(accept(&w, 3, 0.6 * 0.6 + 3, &at));
  /* nor a change of sign that the solver sees itself, nor a line */
  crossing_watch_begin(&w, 0);
  assert_false(accept(&w, 1, 1, &at));
  assert_false(accept(&w, 2, 0.1, &at));
  assert_false(accept(&w, 3, -0.8, &at));
  assert_false(accept(&w, 4, -1.7, &at));
  free_watch(&w);
}

static double lopsided(double time)
{
  double u = time - 1000, off = u - 0.14;
  return off * off * (1 + 5 * u) - 0.002;
}

/* Steps count, not the time that has passed: 1000 s of it. */
static void test_a_suspect_is_refined(void **state)
{
  (void)state;
  CrossingWatch w;
  Suspect at = {0, 0};
  assert_true(crossing_watch_create(&w, 1));
  crossing_watch_begin(&w, 0);
  assert_false(accept(&w, 1000, lopsided(1000), &at));
  assert_false(accept(&w, 1000.1, lopsided(1000.1), &at));
  assert_true(accept(&w, 1000.2, lopsided(1000.2), &at));
  double before = fabs(at.time - 1000.14);
  w.next[0] = lopsided(at.time);
  assert_true(crossing_watch_refine(&w, &at));
  assert_true(fabs(at.time - 1000.14) < 0.5 * before);
  free_watch(&w);
}

/* A flow that is zero up to rounding, which nothing predicts. */
static void test_rounding_does_not_count(void **state)
{
  (void)state;
  for (int is_known = 0; is_known < 2; is_known++) {
    CrossingWatch w;
    Suspect suspect;
    assert_true(crossing_watch_create(&w, 1));
    crossing_watch_begin(&w, 0.001);
    w.rounding[0] = is_known ? 1e-9 : 0;
    double time = 0;
    for (int n = 0; n < 100; n++, time += w.longest) {
      w.next[0] = 1e-12 * (1 + 0.3 * (n * n % 7));
      crossing_watch_accept(&w, time, &suspect);
    }
    assert_int_equal(w.longest > 1, is_known);
    free_watch(&w);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_steps_follow_the_indicator),
      cmocka_unit_test(test_a_hidden_pair_is_suspected),
      cmocka_unit_test(test_a_suspect_is_refined),
      cmocka_unit_test(test_rounding_does_not_count),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
