/* loop_kinks.c: which kinks of a loop get an event relation. */
#include "test.h"

#include "model_text.h"
#include "reduce/structure/loop_kinks.h"
#include "reduce/system/system.h"

/* Event relations of a loop for m and h, with f and g besides. */
static int relations_of(const char *equations)
{
  char text[600];
  snprintf(text, sizeof text,
           "model M parameter Real a = 2; Real m(start = 1), h(start = 1), "
           "x(start = 0, fixed = true), f, g; equation der(x) = h; "
           "time = 3*m + h; %s end M;",
           equations);
  ModelText *m = model_text_at(text, "loop_kinks");
  assert_true(m->ok);
  int n = m->sys->n_relations;
  for (int k = 0; k < n; k++) {
    assert_false(m->sys->relation[k].is_quiet);
    assert_true(m->sys->relation[k].difference.i >= 0);
  }
  model_text_free(m);
  return n;
}

#define NO_PARTS "f = time; g = time; "

static void test_vanishing(void **state)
{
  (void)state;
  assert_int_equal(
      relations_of(NO_PARTS "0 = max(m, 0)*(a - h) - max(-m, 0)*(1 - h);"), 1);
  assert_int_equal(relations_of(NO_PARTS "0 = min(0, 2*m)*(a - h) + m*h;"), 1);
  assert_int_equal(relations_of(NO_PARTS "0 = (abs(m) + m)*(a - h) + m;"), 1);
  assert_int_equal(
      relations_of("f = max(m, 0); g = max(-m, 0); 0 = f*(a - h) - g*h;"), 1);
  assert_int_equal(
      relations_of("f = abs(m - h); g = time; 0 = f*(a - h);"), 1);
  assert_int_equal(
      relations_of(NO_PARTS "0 = m*noEvent(if m > 0 then a - h else -h);"), 1);
}

/* Something says more than z = 0, or what is zero is none of the loop's. */
static void test_left_alone(void **state)
{
  (void)state;
  assert_int_equal(relations_of(NO_PARTS "h = m*abs(m);"), 0);
  assert_int_equal(relations_of(NO_PARTS "h = 1 + max(m, 0)*h;"), 0);
  assert_int_equal(relations_of("f = m*abs(m)/h; f = h - a; g = time;"), 0);
  assert_int_equal(relations_of(NO_PARTS "0 = max(m, 0.1)*(a - h);"), 0);
  assert_int_equal(relations_of(NO_PARTS "0 = max(x, 0)*m + h;"), 0);
  assert_int_equal(relations_of(NO_PARTS "0 = m*exp(abs(h)) - h;"), 0);
}

/* A condition may keep a root from what it is not defined for. */
static void test_guards(void **state)
{
  (void)state;
  assert_int_equal(
      relations_of(NO_PARTS "0 = h*noEvent(if m > 0 then m*sqrt(m) else m);"),
      0);
  assert_int_equal(
      relations_of(NO_PARTS "0 = h*noEvent(if m > 0 then m^2.5 else m);"), 0);
  assert_int_equal(
      relations_of(NO_PARTS "0 = h*noEvent(if m > 0 then m^2 else m/2);"), 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_vanishing),
      cmocka_unit_test(test_left_alone),
      cmocka_unit_test(test_guards),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
