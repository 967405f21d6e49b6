/* test_cost.c: what passes cost is booked and reported. */
#include "test.h"

#include "session_fixture.h"

/* Some work for the processor; the result is used, so it is done. */
static double work(void)
{
  volatile double sum = 0;
  for (int k = 0; k < 30000000; k++) sum = sum + k;
  return sum;
}

static void test_laps(void **state)
{
  (void)state;
  SessionFixture *f = session_fixture_create();
  Session *s = f->s;
  cost_begin(s);
  assert_true(work() > 0);
  cost_end(s, "first");
  arena_alloc(s->flat_arena, 5000000);
  cost_end(s, "second");
  assert_int_equal(s->n_costs, 2);
  assert_string_equal(s->cost[0].pass, "first");
  assert_true(s->cost[0].seconds > s->cost[1].seconds);
  assert_true(s->cost[0].elapsed > s->cost[1].elapsed);
  assert_true(s->cost[1].held >= s->cost[0].held + 5000000);
  assert_true(s->cost[1].peak >= s->cost[0].peak && s->cost[0].peak > 100000);
  assert_string_equal(session_fixture_messages(f), "");
  session_fixture_destroy(f);
}

/* A pass that runs again has one row, with the sum. */
static void test_repeated_pass(void **state)
{
  (void)state;
  SessionFixture *f = session_fixture_create();
  Session *s = f->s;
  cost_begin(s);
  assert_true(work() > 0);
  cost_end(s, "first");
  cost_end(s, "second");
  double once = s->cost[0].elapsed;
  assert_true(work() > 0);
  cost_end(s, "first");
  assert_int_equal(s->n_costs, 2);
  assert_true(s->cost[0].elapsed > once);
  session_fixture_destroy(f);
}

static void test_verbose_tells(void **state)
{
  (void)state;
  SessionFixture *f = session_fixture_create();
  f->s->verbose = true;
  cost_begin(f->s);
  cost_end(f->s, "alias");
  const char *text = session_fixture_messages(f);
  assert_non_null(strstr(text, "  alias: 0.0"));
  assert_non_null(strstr(text, " s in 0.0"));
  assert_non_null(strstr(text, "MB held"));
  session_fixture_destroy(f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_laps),
      cmocka_unit_test(test_repeated_pass),
      cmocka_unit_test(test_verbose_tells),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
