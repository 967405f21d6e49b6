/* test_attributes.c: bindings and attributes of variables. */
#include "test.h"

#include "flat_fixture.h"
#include "flatten/equations/attributes.h"

static void test_all(void **state)
{
  (void)state;
  FlatFixture *f = flat_fixture_create(
      "model M constant String u = \"m\"; parameter Real p = 1;"
      " Real x(start = p, fixed = true, nominal = 2, min = -1, max = 1,"
      " unit = u, displayUnit = \"cm\", quantity = \"Length\","
      " stateSelect = StateSelect.always) = 3; Real y; end M;");
  const FlatVar *x = flat_fixture_var(f, "x");
  assert_int_equal(x->start->kind, FLAT_EXPR_VARIABLE);
  assert_true(x->fixed->boolean);
  assert_true(x->nominal->real == 2 && x->min->real == -1);
  assert_true(x->max->real == 1 && x->binding->real == 3);
  assert_string_equal(x->unit, "m");
  assert_string_equal(x->display_unit, "cm");
  assert_string_equal(x->quantity, "Length");
  assert_int_equal(x->state_select, FLAT_STATE_ALWAYS);
  const FlatVar *y = flat_fixture_var(f, "y");
  assert_null(y->start);
  assert_null(y->unit);
  assert_null(y->binding);
  assert_false(y->has_state_select);
  assert_int_equal(y->state_select, FLAT_STATE_DEFAULT);
  flat_fixture_destroy(f);
}

static void expect_error(const char *declarations, const char *message)
{
  char text[500];
  snprintf(text, sizeof text, "model M %s end M;", declarations);
  FlatFixture *f = flat_fixture_create(text);
  assert_null(f->flat);
  if (!strstr(flat_fixture_messages(f), message)) {
    fail_msg("%s", flat_fixture_messages(f));
  }
  assert_int_equal(f->s->n_errors, 1);
  flat_fixture_destroy(f);
}

static void test_errors(void **state)
{
  (void)state;
  expect_error("Real x(strat = 1);", "did you mean 'start'?");
  expect_error("Integer n(nominal = 1);", "E207");
  expect_error("Real x(start = true);", "E204");
  expect_error("Integer n = 2.5;", "E204");
  expect_error("Real v; Real x(start = v);", "E209");
  expect_error("Real v; parameter Real p = v;", "E209");
  expect_error("parameter Real p; constant Real c = p;", "E209");
  expect_error("Boolean b = noEvent(time > 1);", "E209");
  expect_error("parameter Boolean p; Real x(fixed = p);", "E205");
  expect_error("constant Real c;", "E205");
  expect_error("Real x(stateSelect = StateSelect.prefered);",
               "did you mean 'prefer'?");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all),
      cmocka_unit_test(test_errors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
