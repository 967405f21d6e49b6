/* test_foreign_run.c: C functions compiled and called at translation. */
#include "test.h"

#include "base/temporary.h"
#include "emit/foreign/foreign_run.h"
#include "session_fixture.h"

typedef struct Fixture {
  SessionFixture *f;
  ForeignCaller caller;
} Fixture;

static Fixture begin(void)
{
  Fixture t = {.f = session_fixture_create()};
  setenv("FOUCAULT_HOME", FOUCAULT_DATA_DIR, 1);
  t.caller = foreign_run_caller(t.f->s);
  return t;
}

static void end(Fixture *t)
{
  temporary_end(t->f->s);
  session_fixture_destroy(t->f);
}

/* double = name(double), of this C text. */
static bool call_real(Fixture *t, const char *text, const char *name,
                      double *value, const char **failure)
{
  double x = *value;
  ForeignValue arg = {.type = FOREIGN_REAL, .n = 1, .real = &x};
  ForeignValue result = {.type = FOREIGN_REAL, .n = 1, .real = value};
  ForeignCall call = {.name = name,
                      .is_declared = true,
                      .arg = &arg,
                      .n_args = 1,
                      .result = &result,
                      .include = &text,
                      .n_includes = 1};
  *failure = NULL;
  return t->caller.call(t->caller.context, &call, failure);
}

/* Text and name of the function are the same: it is compiled once. */
static void test_values(void **state)
{
  (void)state;
  Fixture t = begin();
  const char *text = "static double twice(double x) { return 2*x; }", *failure;
  double value = 0.1;
  if (!call_real(&t, text, "twice", &value, &failure))
    fail_msg("%s", session_fixture_messages(t.f));
  assert_true(value == 0.2);
  value = -1e300; /* to the last bit, as are all numbers */
  assert_true(call_real(&t, text, "twice", &value, &failure));
  assert_true(value == -2e300);
  end(&t);
}

/* Another process for other arguments only. */
static void test_equal_arguments_once(void **state)
{
  (void)state;
  Fixture t = begin();
  const char *text = "#include <unistd.h>\n"
                     "static double f(double x) { return getpid() + 0*x; }",
             *failure;
  double value[3] = {1, 1, 2};
  for (int k = 0; k < 3; k++) {
    assert_true(call_real(&t, text, "f", &value[k], &failure));
  }
  assert_true(value[0] == value[1]);
  assert_true(value[0] != value[2]);
  end(&t);
}

static void test_arrays_and_texts(void **state)
{
  (void)state;
  Fixture t = begin();
  const char *text = "#include <string.h>\n"
                     "static int fill(const char *s, double *y, size_t n)\n"
                     "{ for (size_t k = 0; k < n; k++) y[k] += (double)k;\n"
                     "  return (int)strlen(s); }";
  double row[3] = {1, 2, 3};
  int size = 3, length = 0;
  const char *word = "a \"word\"\n?\?/";
  ForeignValue arg[] = {{.type = FOREIGN_TEXT, .n = 1, .text = &word},
                        {.type = FOREIGN_REAL,
                         .n = 3,
                         .is_array = true,
                         .is_output = true,
                         .real = row},
                        {.type = FOREIGN_SIZE, .n = 1, .integer = &size}};
  ForeignValue result = {.type = FOREIGN_INTEGER, .n = 1, .integer = &length};
  ForeignCall call = {.name = "fill",
                      .is_declared = true,
                      .arg = arg,
                      .n_args = 3,
                      .result = &result,
                      .include = &text,
                      .n_includes = 1};
  const char *failure = NULL;
  if (!t.caller.call(t.caller.context, &call, &failure))
    fail_msg("%s %s", failure ? failure : "", session_fixture_messages(t.f));
  assert_int_equal(length, (int)strlen(word));
  assert_true(row[0] == 1 && row[1] == 3 && row[2] == 5);
  end(&t);
}

/* An object of one, made of an object: each is made for the call. */
static void test_objects(void **state)
{
  (void)state;
  Fixture t = begin();
  const char *text = "#include <stdlib.h>\n"
                     "void *number(double x)\n"
                     "{ double *n = malloc(sizeof *n); *n = x; return n; }\n"
                     "void *scaled(void *n, int k)\n"
                     "{ return number(k * *(double *)n); }\n"
                     "double value_of(void *n, double x)\n"
                     "{ return *(double *)n + x; }\n";
  double x = 1.5, y = 0.25, sum = 0;
  int k = 4;
  ForeignValue object = {.type = FOREIGN_OBJECT};
  ForeignValue inner_arg = {.type = FOREIGN_REAL, .n = 1, .real = &x};
  ForeignCall inner = {
      .name = "number", .arg = &inner_arg, .n_args = 1, .result = &object};
  ForeignValue outer_arg[] = {{.type = FOREIGN_OBJECT, .constructor = &inner},
                              {.type = FOREIGN_INTEGER, .n = 1, .integer = &k}};
  ForeignCall outer = {
      .name = "scaled", .arg = outer_arg, .n_args = 2, .result = &object};
  ForeignValue arg[] = {{.type = FOREIGN_OBJECT, .constructor = &outer},
                        {.type = FOREIGN_REAL, .n = 1, .real = &y}};
  ForeignValue result = {.type = FOREIGN_REAL, .n = 1, .real = &sum};
  ForeignCall call = {.name = "value_of",
                      .arg = arg,
                      .n_args = 2,
                      .result = &result,
                      .include = &text,
                      .n_includes = 1};
  const char *failure = NULL;
  for (int i = 0; i < 2; i++, x = 10) { /* other arguments of the object */
    if (!t.caller.call(t.caller.context, &call, &failure))
      fail_msg("%s %s", failure ? failure : "", session_fixture_messages(t.f));
    assert_true(sum == 4 * x + 0.25);
  }
  end(&t);
}

static void expect_failure(const char *body, const char *reason)
{
  Fixture t = begin();
  char text[400];
  const char *failure;
  double value = 1;
  snprintf(text, sizeof text,
           "#include <stdlib.h>\nvoid ModelicaError(const char *);\n"
           "static double f(double x) { %s return x; }",
           body);
  assert_false(call_real(&t, text, "f", &value, &failure));
  if (!failure || !strstr(failure, reason))
    fail_msg("%s: '%s'", body, failure ? failure : "no reason");
  end(&t);
}

static void test_failures(void **state)
{
  (void)state;
  expect_failure("abort();", "it crashed");
  expect_failure("*(volatile int *)0 = 1;", "it crashed");
  expect_failure("exit(0);", "it ends the program");
  expect_failure("ModelicaError(\"no such file\");", "no such file");
}

/* What the compiler says is a diagnostic. */
static void test_not_compiled(void **state)
{
  (void)state;
  Fixture t = begin();
  const char *failure;
  double value = 1;
  assert_false(call_real(&t, "static double f(double x) { return y; }", "f",
                         &value, &failure));
  assert_null(failure);
  assert_non_null(strstr(session_fixture_messages(t.f), "error E50"));
  end(&t);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_equal_arguments_once),
      cmocka_unit_test(test_arrays_and_texts),
      cmocka_unit_test(test_objects),
      cmocka_unit_test(test_failures),
      cmocka_unit_test(test_not_compiled),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
