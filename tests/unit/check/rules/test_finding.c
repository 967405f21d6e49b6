/* test_finding.c: findings travel as bytes, through strangers' bytes too. */
#include "test.h"

#include <stdlib.h>
#include <time.h>

#include "check/rules/finding.h"

static Findings make(Session *s)
{
  return (Findings){.s = s};
}

static void test_round_trip(void **state)
{
  (void)state;
  Session *s = session_create();
  Findings f = make(s), g = make(s);
  finding_add(&f, RULE_START_MISSING, (FindingPlace){"a.xml", 3, 7}, "'%s'",
              "x");
  finding_at(&f, RULE_RUN_CRASH, "fmi2DoStep", "gone");
  char *bytes;
  size_t length;
  FILE *out = open_memstream(&bytes, &length);
  fputs("noise of an FMU \1finding\1 and more", out);
  finding_write(out, &f.item[0]);
  fputs("\1finding\1no-such-rule", out);
  finding_write(out, &f.item[1]);
  fclose(out);
  findings_read(&g, bytes, length);
  assert_int_equal(g.n, 2);
  assert_int_equal(g.item[0].rule, RULE_START_MISSING);
  assert_int_equal(g.item[0].line, 3);
  assert_int_equal(g.item[0].column, 7);
  assert_string_equal(g.item[0].message, "'x'");
  assert_string_equal(g.item[1].where, "fmi2DoStep");
  assert_int_equal(findings_count(&g, FINDING_ERROR), 2);
  free(bytes);
  session_destroy(s);
}

/* An FMU may write a mark after the other: each is looked at, not all that
 * follows it. */
static void test_marks_alone(void **state)
{
  (void)state;
  static const char mark[] = "\1finding\1";
  const size_t n = 1 << 22;
  Session *s = session_create();
  Findings f = make(s);
  char *bytes = malloc(n);
  assert_non_null(bytes);
  for (size_t k = 0; k < n; k++) bytes[k] = mark[k % (sizeof mark - 1)];
  clock_t since = clock();
  findings_read(&f, bytes, n);
  assert_int_equal(f.n, 0);
  assert_true(clock() - since < 2 * CLOCKS_PER_SEC);
  free(bytes);
  session_destroy(s);
}

/* An FMU may write what looks like a record. */
static void test_strangers_numbers(void **state)
{
  (void)state;
  static const char forged[] = "\1finding\1start-missing\0"
                               "99999999999999999999\0"
                               "1\0a\0b\0"
                               "\1finding\1start-missing\0"
                               "2x\0"
                               "1\0a\0b\0"
                               "\1finding\1start-missing\0"
                               "-2\0"
                               "1\0a\0b\0"
                               "\1finding\1start-missing\0"
                               "2\0"
                               "\0a\0b";
  Session *s = session_create();
  Findings f = make(s);
  findings_read(&f, forged, sizeof forged);
  assert_int_equal(f.n, 0);
  session_destroy(s);
}

static void test_limits(void **state)
{
  (void)state;
  Session *s = session_create();
  Findings f = make(s);
  f.ignore[RULE_MIN_MAX] = true;
  finding_at(&f, RULE_MIN_MAX, "a", "ignored");
  finding_at(&f, RULE_NOMINAL, "a", "once");
  finding_at(&f, RULE_NOMINAL, "a", "once");
  assert_int_equal(f.n, 1);
  for (int i = 0; i < 100; i++) finding_at(&f, RULE_NAME_TWICE, "a", "%d", i);
  assert_int_equal(f.n, 1 + MOST_OF_RULE);
  assert_int_equal(f.n_of_rule[RULE_NAME_TWICE], 100);
  session_destroy(s);
}

static void test_names(void **state)
{
  (void)state;
  for (int i = 0; i < N_RULES; i++) {
    assert_int_equal(rule_find(rule_of((RuleId)i)->name), i);
  }
  assert_int_equal(rule_find("nonsense"), N_RULES);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_marks_alone),
      cmocka_unit_test(test_strangers_numbers),
      cmocka_unit_test(test_limits),
      cmocka_unit_test(test_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
