/* quiet_relations.c: which conditions get a row, and which are left alone. */
#include "test.h"

#include "model_text.h"
#include "reduce/simplify/quiet_relations.h"

/* Rows for the right side of der(x) = ... */
static int rows_of(const char *rate)
{
  char text[400];
  snprintf(text, sizeof text,
           "model M parameter Real p = 2; input Real u; Real x(start = 1, "
           "fixed = true), y(start = 0, fixed = true); equation der(x) = %s; "
           "der(y) = 1; end M;",
           rate);
  ModelText *m = model_text_at(text, "quiet_relations");
  assert_true(m->ok);
  int n = quiet_relations_count(m->sys);
  assert_true(quiet_relations_indicators(m->sys) <= n);
  for (int k = m->sys->n_relations - n; k < m->sys->n_relations; k++) {
    assert_true(m->sys->relation[k].is_quiet);
    assert_true(m->sys->relation[k].event_time.i < 0);
  }
  model_text_free(m);
  return n;
}

static void test_listed(void **state)
{
  (void)state;
  assert_int_equal(rows_of("-sign(x)"), 1);
  assert_int_equal(rows_of("if noEvent(x > y) then 1 else 2"), 1);
  assert_int_equal(rows_of("sign(x) + 2*sign(x)"), 1);
  assert_int_equal(rows_of("sign(x) + sign(y)"), 2);
}

static void test_left_alone(void **state)
{
  (void)state;
  assert_int_equal(rows_of("-x"), 0);
  assert_int_equal(rows_of("if x > 0 then 1 else 2"), 0);
  assert_int_equal(rows_of("if noEvent(p > 1) then 1 else 2"), 0);
  assert_int_equal(rows_of("if noEvent(time > 1) then 1 else 2"), 0);
  assert_int_equal(rows_of("abs(x)"), 0);
}

/* No more of them are awake at a time. */
static void test_indicators(void **state)
{
  (void)state;
  ModelText *m = model_text_at(
      "model M Real x[12](each start = 1, each fixed = true); equation for i "
      "in 1:12 loop der(x[i]) = -sign(x[i]); end for; end M;",
      "quiet_relations");
  assert_true(m->ok);
  assert_int_equal(quiet_relations_count(m->sys), 12);
  assert_int_equal(quiet_relations_indicators(m->sys), QUIET_MOST_AWAKE);
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_listed),
      cmocka_unit_test(test_left_alone),
      cmocka_unit_test(test_indicators),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
