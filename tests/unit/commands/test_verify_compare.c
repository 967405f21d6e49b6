/* test_verify_compare.c: two runs that are given as numbers. */
#include "test.h"

#include <math.h>

#include "commands/verify_compare.h"

enum { N = 5, COLUMNS = 2 };

typedef struct Runs {
  Arena *arena;
  VerifyRecord a, b;
  FmuResult of_a, of_b;
  double event_a[3], event_b[3];
  int position[COLUMNS], variable[COLUMNS];
  const char *unit[COLUMNS];
} Runs;

/* x = 10 t and y = 1, at 0, 1, 2, ...; the same twice. */
static void runs_make(Runs *r)
{
  *r = (Runs){
      .arena = arena_create("runs"), .position = {0, 1}, .variable = {7, 8}};
  r->a = r->b = (VerifyRecord){.arena = r->arena, .n_variables = COLUMNS};
  for (int k = 0; k < N; k++) {
    double value[COLUMNS] = {10.0 * k, 1};
    verify_record(&r->a, k, value);
    verify_record(&r->b, k, value);
  }
  r->of_a.event_time = r->event_a;
  r->of_b.event_time = r->event_b;
}

static Verification runs_compare(Runs *r)
{
  Verification v = {.allowed = 1e-3};
  verify_compare(&v, &(VerifyPair){.a = &r->a,
                                   .b = &r->b,
                                   .of_a = &r->of_a,
                                   .of_b = &r->of_b,
                                   .position = r->position,
                                   .variable = r->variable,
                                   .unit = r->unit,
                                   .span = N - 1,
                                   .arena = r->arena});
  return v;
}

static void the_same_agrees(void **state)
{
  (void)state;
  Runs r;
  runs_make(&r);
  Verification v = runs_compare(&r);
  assert_true(v.agrees);
  assert_int_equal(v.n_items, 0);
  arena_destroy(r.arena);
}

/* Relative to the largest value of the variable. */
static void differences_are_sorted_by_size(void **state)
{
  (void)state;
  Runs r;
  runs_make(&r);
  r.b.value[2 * COLUMNS] += 0.02;
  r.b.value[3 * COLUMNS + 1] += 0.002;
  Verification v = runs_compare(&r);
  assert_false(v.agrees);
  assert_int_equal(v.n_items, 2);
  assert_int_equal(v.n_beyond, 1);
  assert_int_equal(v.item[0].variable, 8);
  assert_true(v.item[0].time == 3);
  assert_true(fabs(v.item[1].relative - 0.02 / 40) < 1e-12);
  arena_destroy(r.arena);
}

/* y is a sum of which rounding is left; with another unit it is not. */
static void rounding_of_others_does_not_count(void **state)
{
  (void)state;
  Runs r;
  runs_make(&r);
  for (int k = 0; k < N; k++) {
    r.a.value[k * COLUMNS + 1] = r.b.value[k * COLUMNS + 1] = 0;
  }
  r.b.value[2 * COLUMNS + 1] = 2e-14;
  r.unit[0] = "A";
  r.unit[1] = "A";
  Verification v = runs_compare(&r);
  assert_true(v.agrees);
  assert_int_equal(v.n_items, 0);
  r.unit[1] = "V";
  r.b.value[2 * COLUMNS + 1] = 2e-12;
  v = runs_compare(&r);
  assert_false(v.agrees);
  arena_destroy(r.arena);
}

static void nan_and_infinity_differ(void **state)
{
  (void)state;
  Runs r;
  runs_make(&r);
  r.b.value[1] = NAN;
  assert_false(runs_compare(&r).agrees);
  r.a.value[1] = r.b.value[1] = INFINITY;
  assert_true(runs_compare(&r).agrees);
  arena_destroy(r.arena);
}

static void events_have_partners(void **state)
{
  (void)state;
  Runs r;
  runs_make(&r);
  r.of_a.n_events = r.of_b.n_events = 2;
  r.event_a[0] = 0.5;
  r.event_b[0] = 0.501;
  r.event_a[1] = r.event_b[1] = 2.5;
  Verification v = runs_compare(&r);
  assert_true(v.agrees);
  assert_true(fabs(v.event_apart - 0.001) < 1e-12);
  r.event_b[0] = 0.6;
  v = runs_compare(&r);
  assert_true(v.has_lone_event && !v.agrees);
  assert_int_equal(v.lone_run, 0);
  assert_true(v.lone_event == 0.5);
  arena_destroy(r.arena);
}

/* Between the two times of an event the runs are on different sides. */
static void points_beside_events_do_not_count(void **state)
{
  (void)state;
  Runs r;
  runs_make(&r);
  r.of_a.n_events = r.of_b.n_events = 1;
  r.event_a[0] = 1.9999;
  r.event_b[0] = 2.0001;
  r.b.value[2 * COLUMNS + 1] = 5;
  assert_true(runs_compare(&r).agrees);
  r.b.value[3 * COLUMNS + 1] = 5;
  assert_false(runs_compare(&r).agrees);
  arena_destroy(r.arena);
}

/* Points that only one of them has, and a variable that b has not. */
static void other_points_and_variables(void **state)
{
  (void)state;
  Runs r;
  runs_make(&r);
  double other[COLUMNS] = {-1, -1};
  r.b.n = 0;
  for (int k = 0; k < N; k++) {
    double value[COLUMNS] = {99, 10.0 * k};
    verify_record(&r.b, k, value);
    verify_record(&r.b, k + 0.5, other);
  }
  r.position[0] = 1;
  r.position[1] = -1;
  Verification v = runs_compare(&r);
  assert_true(v.agrees);
  assert_int_equal(v.n_items, 0);
  arena_destroy(r.arena);
}

/* After an event at a point there are two rows of one time. */
static void the_last_row_of_a_time_counts(void **state)
{
  (void)state;
  Runs r;
  runs_make(&r);
  double before[COLUMNS] = {40, 3}, after[COLUMNS] = {40, 1};
  r.a.n--;
  verify_record(&r.a, N - 1, before);
  verify_record(&r.a, N - 1, after);
  assert_true(runs_compare(&r).agrees);
  arena_destroy(r.arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_same_agrees),
      cmocka_unit_test(differences_are_sorted_by_size),
      cmocka_unit_test(rounding_of_others_does_not_count),
      cmocka_unit_test(nan_and_infinity_differ),
      cmocka_unit_test(events_have_partners),
      cmocka_unit_test(points_beside_events_do_not_count),
      cmocka_unit_test(other_points_and_variables),
      cmocka_unit_test(the_last_row_of_a_time_counts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
