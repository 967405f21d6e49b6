/* time_relations.c: which relations need no watching, and where they change. */
#include "test.h"

#include "model_text.h"
#include "reduce/simplify/time_relations.h"
#include "reduce/structure/discrete.h"

/* The moment of the only relation; "" if it is watched. */
static void expect(const char *relation, const char *moment, bool before)
{
  char text[400];
  snprintf(text, sizeof text,
           "model M parameter Real p = 2; Integer k(start = 1); Real x(start = "
           "0); Boolean b = %s; equation der(x) = 1; when b then k = 2; end "
           "when; end M;",
           relation);
  ModelText *m = model_text_run(text, "lower");
  assert_true(m->ok);
  assert_true(discrete_split(m->sys, m->s));
  assert_true(time_relations_find(m->sys, m->s));
  assert_int_equal(m->sys->n_relations, 1);
  const EventRelation *r = &m->sys->relation[0];
  assert_int_equal(time_relations_watched(m->sys), moment[0] == 0);
  if (moment[0]) {
    assert_string_equal(model_text_expr(m, r->event_time), moment);
    assert_int_equal(r->is_true_before, before);
  } else {
    assert_int_equal(r->event_time.i, NO_EXPR.i);
  }
  model_text_free(m);
}

static void test_moments(void **state)
{
  (void)state;
  expect("time >= p", "p", false);
  expect("p > time", "p", true);
  expect("time < k + 1", "k + 1", true);
  expect("2*time - p > 3", "(3 + p)/2", false);
  expect("3 - time > p", "3 - p", true);
}

static void test_watched(void **state)
{
  (void)state;
  expect("time > x", "", false);
  expect("x > p", "", false);
  expect("time*time > p", "", false);
  expect("p*time > 1", "", false);
  expect("sin(time) > p", "", false);
  expect("noEvent(floor(time)) + time > p", "", false);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_moments),
      cmocka_unit_test(test_watched),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
