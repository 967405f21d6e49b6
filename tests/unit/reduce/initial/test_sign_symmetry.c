/* test_sign_symmetry.c: loops that begin halfway between two solutions, and those
 * that do not. */
#include "test.h"

#include "model_text.h"

static void expect_warning(const char *text, const char *wanted)
{
  ModelText *m = model_text_complete(text);
  const char *messages = model_text_messages(m);
  if (!strstr(messages, "W404") || !strstr(messages, wanted)) {
    fail_msg("no '%s' in '%s'", wanted, messages);
  }
  model_text_free(m);
}

static void expect_silence(const char *text)
{
  ModelText *m = model_text_complete(text);
  if (strstr(model_text_messages(m), "W404")) {
    fail_msg("%s", model_text_messages(m));
  }
  model_text_free(m);
}

#define SWING(x, z)                                                            \
  "model M Real " x ", " z ", vx(fixed = true), vz, f; equation der(x) = vx; " \
  "der(z) = vz; der(vx) = -f*x; der(vz) = -f*z - 9.81; x^2 + z^2 = 4; end M;"

static void test_swing(void **state)
{
  (void)state;
  expect_warning(SWING("x(start = 1, fixed = true)", "z"),
                 "both signs of 'z', and no");
  expect_warning(SWING("x(start = 1, fixed = true)", "z"),
                 "start = -1, or a better guess, for 'z'");
  expect_warning(SWING("x(start = 1, fixed = true)", "z(start = 0)"), "'z'");
  expect_silence(SWING("x(start = 1, fixed = true)", "z(start = -1)"));
  expect_silence(SWING("x(start = 1)", "z(start = 0)")); /* least change */
  /* zero is the one solution */
  expect_silence(SWING("x(start = 2, fixed = true)", "z"));
}

/* Of an alias, or by another equation. */
static void test_start_follows(void **state)
{
  (void)state;
  expect_warning("model M Real z; equation z^2 = 2 + time; end M;", "'z'");
  expect_silence("model M Real z, y(start = -1); equation y = z; "
                 "z^2 = 2 + time; end M;");
  expect_silence("model M Real z, y(start = -1); equation y = 2*z + 1; "
                 "z^2 = 2 + time; end M;");
}

/* What stands beside it is computed before; which one is taken. */
static void test_given(void **state)
{
  (void)state;
  expect_warning("model M Real z = 4 + time, r; equation z = 2*r^2; end M;",
                 "without start, min and max the positive one is taken");
  expect_warning("model M Real a, z, r; equation a = 2*z; z = 2*r^2; "
                 "z = 3 - time; end M;",
                 "both signs of 'r'");
  expect_silence("model M Real z = 4 + time, r(min = 0); equation z = 2*r^2; "
                 "end M;");
  expect_silence("model M Real z = time, r; equation z = 2*r^2; end M;");
}

/* Two that change together; one of them is reported. */
static void test_together(void **state)
{
  (void)state;
  expect_warning("model M Real y, z; equation y*z = 2 + time; "
                 "y = 3*z + z^3; end M;",
                 "both signs of 'y', 'z' together");
  expect_silence("model M Real y, z(start = 1); equation y*z = 2 + time; "
                 "y = 3*z + z^3; end M;");
}

static void test_one_solution(void **state)
{
  (void)state;
  expect_silence("model M Real z; equation z^3 + z = 2 + time; end M;");
  expect_silence("model M Real z; equation z^2 + z = 2 + time; end M;");
  expect_silence("model M Real z; equation exp(z) = 2 + time; end M;");
  expect_silence("model M Real z; equation sin(z) = 0.2*time; end M;");
  expect_warning("model M Real z; equation cos(z) = 0.2*time; end M;", "'z'");
}

/* One equation of the text, many of the model. */
static void test_loop_is_told_once(void **state)
{
  (void)state;
  ModelText *m =
      model_text_complete("model M Real z[9]; equation for i in 1:9 loop "
                          "z[i]^2 = i + time; end for; end M;");
  const char *messages = model_text_messages(m);
  assert_non_null(strstr(messages, "both signs of 'z[1]'"));
  assert_non_null(strstr(messages, "and so on, 9 in all"));
  assert_null(strstr(messages, "'z[2]'"));
  model_text_free(m);
}

/* As many equations change their sign as unknowns: y stays zero. */
static void test_symmetry_that_stays(void **state)
{
  (void)state;
  expect_silence("model M Real x(start = 1), y; equation x^2 + y^2 = 2 + time; "
                 "y*x + y^3 = 0; end M;");
}

/* The value that the iteration for a variable begins with. */
static double start_of(const ModelText *m, const char *name)
{
  VarId v = model_text_var(m, name);
  for (int k = 0; k < m->reduced->n_vars; k++) {
    if (var_same(m->reduced->var[k].var, v)) return m->reduced->var[k].start;
  }
  return 0;
}

static void test_bounds_decide(void **state)
{
  (void)state;
  ModelText *m =
      model_text_complete("model M Real z(max = 0, nominal = 3), y(min = 0); "
                          "equation z^2 = 2 + time; y^2 = 3 + time; end M;");
  assert_string_equal(model_text_messages(m), "");
  assert_true(start_of(m, "z") == -3);
  assert_true(start_of(m, "y") == 1);
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_swing),
      cmocka_unit_test(test_start_follows),
      cmocka_unit_test(test_given),
      cmocka_unit_test(test_together),
      cmocka_unit_test(test_one_solution),
      cmocka_unit_test(test_loop_is_told_once),
      cmocka_unit_test(test_symmetry_that_stays),
      cmocka_unit_test(test_bounds_decide),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
