/* test_external_call.c: what C is asked for at translation, and what becomes
 * of the answers. Here nobody compiles anything: the answers are ready. */
#include "test.h"

#include "flat_fixture.h"

/* Answers every call, and remembers the last one. */
typedef struct Answer {
  const char *failure; /* NULL: it does not fail */
  int n_calls;
  char name[40], text[40];
  double sum; /* of all numbers that were passed */
  int n_args;
} Answer;

static void add_up(Answer *a, const ForeignValue *v)
{
  for (int k = 0; k < v->n; k++) {
    if (v->type == FOREIGN_REAL)
      a->sum += v->real[k];
    else if (v->type == FOREIGN_TEXT)
      snprintf(a->text, sizeof a->text, "%s", v->text[k]);
    else
      a->sum += v->integer[k];
  }
}

/* Outputs get 10, 11, ... */
static bool answer(void *context, const ForeignCall *call, const char **failure)
{
  Answer *a = context;
  a->n_calls++;
  a->n_args = call->n_args;
  a->sum = 0;
  snprintf(a->name, sizeof a->name, "%s", call->name);
  for (int i = 0; i < call->n_args; i++) {
    ForeignValue *v = &call->arg[i];
    if (!v->is_output) add_up(a, v);
    for (int k = 0; v->constructor && k < v->constructor->n_args; k++)
      add_up(a, &v->constructor->arg[k]);
    for (int k = 0; v->is_output && k < v->n; k++) v->real[k] = 10 + k;
  }
  if (call->result && call->result->type == FOREIGN_REAL)
    call->result->real[0] = a->sum;
  if (call->result && call->result->type == FOREIGN_INTEGER)
    call->result->integer[0] = 3;
  *failure = a->failure;
  return !a->failure;
}

static FlatFixture *flattened(Answer *a, const char *text)
{
  ForeignCaller caller = {.call = answer, .context = a};
  FlattenOptions options = {.foreign = &caller};
  return flat_fixture_options(text, &options);
}

#define TOTAL                                                                  \
  "function total input Real v[:]; input Integer n; "                          \
  "input String word = \"none\"; output Real y; "                              \
  "external \"C\" y = c_total(v, size(v, 1), n, word); "                       \
  "end total; "

static void test_arguments(void **state)
{
  (void)state;
  Answer a = {0};
  FlatFixture *f = flattened(
      &a, "model M " TOTAL "constant Real c = total({1, 2.5}, 4); end M;");
  if (!f->flat) fail_msg("%s", flat_fixture_messages(f));
  assert_string_equal(a.name, "c_total");
  assert_string_equal(a.text, "none");
  assert_int_equal(a.n_args, 4);
  assert_true(flat_fixture_var(f, "c")->binding->real == 1 + 2.5 + 2 + 4);
  flat_fixture_destroy(f);
}

static void test_each_call(void **state)
{
  (void)state;
  Answer a = {0};
  FlatFixture *f = flattened(
      &a, "model M " TOTAL "constant Real c = total({1, 2}, 4); "
          "constant Real d = 2*total({1, 2}, 4), e = total({1, 2}, 5); end M;");
  if (!f->flat) fail_msg("%s", flat_fixture_messages(f));
  assert_int_equal(a.n_calls, 3); /* who calls C may remember answers */
  assert_true(flat_fixture_var(f, "d")->binding->real == 18);
  assert_true(flat_fixture_var(f, "e")->binding->real == 10);
  flat_fixture_destroy(f);
}

static void test_outputs_by_address(void **state)
{
  (void)state;
  Answer a = {0};
  FlatFixture *f =
      flattened(&a, "model M function pair input Real x; output Real y[2]; "
                    "external \"C\" pair(x, y); end pair; "
                    "constant Real c[2] = pair(7); end M;");
  if (!f->flat) fail_msg("%s", flat_fixture_messages(f));
  assert_true(a.sum == 7);
  assert_true(flat_fixture_var(f, "c[1]")->binding->real == 10);
  assert_true(flat_fixture_var(f, "c[2]")->binding->real == 11);
  flat_fixture_destroy(f);
}

/* A size that C knows. */
static void test_sizes(void **state)
{
  (void)state;
  Answer a = {0};
  FlatFixture *f = flattened(
      &a, "model M function rows output Integer n; external \"C\" n = rows(); "
          "end rows; Real x[rows()] = {1, 2, 3}; end M;");
  if (!f->flat) fail_msg("%s", flat_fixture_messages(f));
  assert_true(flat_fixture_var(f, "x[3]")->binding->real == 3);
  flat_fixture_destroy(f);
}

#define THING                                                                  \
  "class Thing extends ExternalObject; function constructor input Real x; "    \
  "output Thing t; external \"C\" t = c_open(x); end constructor; "            \
  "function destructor input Thing t; external \"C\" c_close(t); "             \
  "end destructor; end Thing; function weight input Thing t; input Real k; "   \
  "output Real w; external \"C\" w = c_weight(t, k); end weight; "

/* How it is made goes with the call; the variable is left to the FMU. */
static void test_objects(void **state)
{
  (void)state;
  Answer a = {0};
  FlatFixture *f = flattened(
      &a, "model M " THING "parameter Real p = 5; Thing t = Thing(p); "
          "parameter Real w = weight(t, 2) annotation(Evaluate = true); "
          "Real y[if w > 6 then 1 else 0]; parameter Real u = weight(t, 3); "
          "equation y = fill(time*u, size(y, 1)); end M;");
  if (!f->flat) fail_msg("%s", flat_fixture_messages(f));
  assert_int_equal(a.n_calls, 1); /* u is left to the FMU */
  assert_string_equal(a.name, "c_weight");
  assert_true(flat_fixture_var(f, "w")->binding->real == 5 + 2);
  assert_true(flat_fixture_var(f, "w")->evaluated);
  assert_true(flat_fixture_var(f, "p")->evaluated); /* was used for w */
  assert_int_equal(flat_fixture_var(f, "t")->binding->kind, FLAT_EXPR_RESULT);
  assert_int_equal(flat_fixture_var(f, "u")->binding->kind, FLAT_EXPR_RESULT);
  flat_fixture_destroy(f);
}

static void test_failures(void **state)
{
  (void)state;
  Answer a = {.failure = "it crashed"};
  FlatFixture *f =
      flattened(&a, "model M " TOTAL "constant Real c = total({1}, 4); end M;");
  assert_null(f->flat);
  const char *reported = flat_fixture_messages(f);
  if (!strstr(reported, "E217") || !strstr(reported, "it crashed"))
    fail_msg("%s", reported);
  flat_fixture_destroy(f);
}

/* Without anybody who calls C the constant is not known. */
static void test_nobody_calls(void **state)
{
  (void)state;
  FlatFixture *f =
      flat_fixture_create("model M " TOTAL "Real x[integer(total({1}, 2))]; "
                          "equation x = fill(1, 3); end M;");
  assert_null(f->flat);
  assert_non_null(strstr(flat_fixture_messages(f), "error E"));
  flat_fixture_destroy(f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_arguments),
      cmocka_unit_test(test_each_call),
      cmocka_unit_test(test_outputs_by_address),
      cmocka_unit_test(test_sizes),
      cmocka_unit_test(test_objects),
      cmocka_unit_test(test_failures),
      cmocka_unit_test(test_nobody_calls),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
