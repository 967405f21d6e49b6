/* test_journal.c: runs come in any order, some never. */
#include "test.h"

#include "session_fixture.h"
#include "studies/journal.h"

static Journal made(void)
{
  return (Journal){.path = "test.part", .n_runs = 10, .n_values = 2};
}

static void any_order(void **state)
{
  SessionFixture *f = *state;
  Journal j = made();
  assert_true(journal_create(f->s, &j, "model a\nstop 1\n"));
  FILE *out = journal_writer(&j);
  assert_non_null(out);
  RunRecord good = {.state = RUN_GOOD, .end = 1},
            bad = {.state = RUN_FAILED, .end = 0.5, .reason = "empty"};
  assert_true(journal_write(&j, out, 7, &good, (double[]){1, 2}));
  assert_true(journal_write(&j, out, 3, &bad, (double[]){3, 4}));
  fclose(out);
  journal_close(&j);

  Journal again = made();
  assert_true(journal_continue(f->s, &again, "model a\nstop 1\n"));
  for (int64_t k = 0; k < 10; k++) {
    double value[2] = {0};
    RunRecord r = journal_read(&again, k, value);
    int expected = k == 7 ? RUN_GOOD : k == 3 ? RUN_FAILED : RUN_MISSING;
    assert_int_equal(r.state, expected);
    if (k == 7) assert_true(value[0] == 1 && value[1] == 2);
    if (k == 3) assert_string_equal(r.reason, "empty");
  }
  journal_remove(&again);
}

static void another_sweep(void **state)
{
  SessionFixture *f = *state;
  Journal j = made();
  assert_false(journal_continue(f->s, &j, "model a\nstop 1\n"));
  assert_true(journal_create(f->s, &j, "model a\nstop 1\n"));
  journal_close(&j);
  assert_false(journal_continue(f->s, &j, "model a\nstop 2\n"));
  assert_non_null(strstr(session_fixture_messages(f),
                         "it was begun with 'stop 1', this is 'stop 2'"));
  journal_remove(&j);
  FILE *other = fopen("test.part", "w");
  fputs("something else, and long enough for a head", other);
  fclose(other);
  assert_false(journal_continue(f->s, &j, "model a\nstop 1\n"));
  assert_non_null(
      strstr(session_fixture_messages(f), "not a sweep of this program"));
  journal_remove(&j);
}

int main(void)
{
#define TEST(f)                                                                \
  cmocka_unit_test_setup_teardown(f, session_fixture_set_up,                   \
                                  session_fixture_tear_down)
  const struct CMUnitTest tests[] = {TEST(any_order), TEST(another_sweep)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
