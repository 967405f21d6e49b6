/* test_tunable.c: which parameters may change while the FMU runs. */
#include "test.h"

#include "model_text.h"

/* The parameters that are tunable, with blanks between. */
static void expect(const char *text, const char *wanted)
{
  char found[200] = "";
  ModelText *m = model_text_at(text, "reduced");
  for (int k = 0; k < m->reduced->n_vars; k++) {
    if (m->reduced->var[k].variability != FMI_TUNABLE) continue;
    strcat(found, m->reduced->var[k].name);
    strcat(found, " ");
  }
  assert_string_equal(found, wanted);
  model_text_free(m);
}

static void test_read_while_running(void **state)
{
  (void)state;
  expect("model M parameter Real k = 2, start = 1, unused = 3; parameter "
         "Integer n = 4; final parameter Real f = 5; Real x(start = start, "
         "fixed = true); equation der(x) = -k*x + n*f; end M;",
         "k n ");
}

static void test_dependent(void **state)
{
  (void)state;
  expect("model M parameter Real a = 2, b = 3*a, c = b + 1, d = 2*e, e = 7; "
         "Real x; equation x = c*time; end M;",
         "a b c ");
}

static void test_relations_and_assertions(void **state)
{
  (void)state;
  expect("model M parameter Real h = 2, low = -1, kick = 3; Real x(start = 1, "
         "fixed = true); Boolean b; equation der(x) = -1; b = x > h; "
         "assert(x > low, \"deep\"); when x < 0 then reinit(x, kick); end "
         "when; end M;",
         "h low kick ");
}

/* The old value would be kept: never half of a change. */
static void test_kept_values(void **state)
{
  (void)state;
  expect("model M parameter Real T = 0.1, d = 0.2, k = 3; Real x, y; discrete "
         "Real s(start = 0); equation x = k*T*time; y = delay(x, d); when "
         "sample(0, T) then s = pre(s) + 1; end when; end M;",
         "k ");
  expect("model M parameter Real a = 2, free(fixed = false, start = 1), "
         "both = a*free, b = 3; Real x(start = 0, fixed = true); initial "
         "equation b*free = 6; equation der(x) = both + b; end M;",
         "b ");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_read_while_running),
      cmocka_unit_test(test_dependent),
      cmocka_unit_test(test_relations_and_assertions),
      cmocka_unit_test(test_kept_values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
