/* test_constant_between_events.c: what is constant between events. */
#include "test.h"

#include "model_text.h"
#include "reduce/blocks/constant_between_events.h"

static void expect(const char *value, bool wanted)
{
  char text[500];
  snprintf(text, sizeof text,
           "model M parameter Real p = 2; Integer k(start = 1); "
           "Real x(start = 0), y = %s, late = delay(y, 0.1); "
           "equation der(x) = 1; when sample(0, 1) then k = pre(k) + 1; end "
           "when; end M;",
           value);
  ModelText *m = model_text_at(text, "reduced");
  const bool *steady =
      constant_between_events_find(m->reduced, session_scratch(m->s));
  const Delay *last = &m->sys->delay[m->sys->n_delays - 1];
  assert_int_equal(steady[last->y.i], wanted);
  model_text_free(m);
}

static void test_steady(void **state)
{
  (void)state;
  expect("k", true);
  expect("p*k + 1", true);
  expect("if x > 0.5 then k else p", true);
  expect("delay(k, p)", true);
  expect("delay(2*delay(k, p), k, 99)", true);
}

static void test_moving(void **state)
{
  (void)state;
  expect("x", false);
  expect("k*time", false);
  expect("if noEvent(x > 0.5) then k else p", false);
  expect("delay(x, p)", false);
  expect("delay(k, 1 + x, 9)", false);
  expect("delay(delay(delay(x, p), p), p)", false);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_steady),
                                     cmocka_unit_test(test_moving)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
