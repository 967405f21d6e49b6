/* test_fault.c: the same fault at the same place is reported once. */
#include "test.h"

#include "flatten/flat/fault.h"
#include "session_fixture.h"

static void test_once(void **state)
{
  (void)state;
  SessionFixture *f = session_fixture_create();
  int source = session_fixture_source(f, "model M end M;");
  const Faults *faults = fault_create(f->s);
  Span span = {source, 0, 5}, other = {source, 6, 7};
  assert_non_null(fault_error(faults, span, E202, "first"));
  assert_null(fault_error(faults, span, E202, "second"));
  assert_non_null(fault_error(faults, span, E204, "another code"));
  assert_non_null(fault_error(faults, other, E202, "another place"));
  assert_non_null(fault_error(faults, NO_SPAN, E202, "no place"));
  assert_non_null(fault_error(faults, NO_SPAN, E202, "no place"));
  assert_int_equal(f->s->n_errors, 5);
  fault_note(faults, NULL, span, "a note to nothing is dropped");
  assert_null(strstr(session_fixture_messages(f), "dropped"));
  session_fixture_destroy(f);
}

static void test_many(void **state)
{
  (void)state;
  SessionFixture *f = session_fixture_create();
  int source = session_fixture_source(f, "model M end M;");
  const Faults *faults = fault_create(f->s);
  for (int turn = 0; turn < 2; turn++) {
    for (int i = 0; i < 12; i++) {
      for (int code = E201; code <= E209; code++) {
        Span span = {source, i, i + 1};
        fault_error(faults, span, (DiagnosticCode)code, "%d", i);
      }
    }
  }
  assert_int_equal(f->s->n_errors, 12 * (E209 - E201 + 1));
  session_fixture_destroy(f);
}

static void test_unsupported(void **state)
{
  (void)state;
  SessionFixture *f = session_fixture_create();
  const Faults *faults = fault_create(f->s);
  fault_unsupported(faults, NO_SPAN, "connect");
  assert_string_equal(session_fixture_messages(f),
                      "error E290: connect is not supported yet\n");
  session_fixture_destroy(f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_once),
      cmocka_unit_test(test_many),
      cmocka_unit_test(test_unsupported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
