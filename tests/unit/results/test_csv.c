/* test_csv.c: names that need quotes, numbers that read back. */
#include "test.h"

#include <unistd.h>

#include "base/temporary.h"
#include "results/csv.h"
#include "session_fixture.h"

static int tear_down(void **state)
{
  SessionFixture *f = *state;
  temporary_end(f->s);
  session_fixture_destroy(f);
  remove("out.csv");
  return 0;
}

static FmuVariable variables[] = {
    {.name = "x", .type = FMU_REAL},
    {.name = "a[1,2]", .type = FMU_REAL},
    {.name = "say \"hi\"", .type = FMU_STRING},
};
static const int columns[] = {0, 1, 2};

static void assert_file(const char *expected)
{
  char text[512] = "";
  FILE *in = fopen("out.csv", "r");
  assert_non_null(in);
  size_t n = fread(text, 1, sizeof text - 1, in);
  text[n] = '\0';
  fclose(in);
  assert_string_equal(text, expected);
}

static void a_whole_table(void **state)
{
  SessionFixture *f = *state;
  FmuDescription d = {.variable = variables, .n_variables = 3};
  CsvWriter csv;
  assert_true(csv_begin(f->s, &csv, "out.csv", &d, columns, 3));
  double number[] = {0.1, -1e300, 0};
  const char *text[] = {NULL, NULL, "a,b"};
  FmuValues values = {number, text};
  assert_true(csv_row(&csv, 0, &values));
  text[2] = NULL;
  assert_true(csv_row(&csv, 0.5, &values));
  assert_int_not_equal(access("out.csv", F_OK), 0); /* not before the end */
  assert_true(csv_end(f->s, &csv));
  assert_file("time,x,\"a[1,2]\",\"say \"\"hi\"\"\"\n"
              "0,0.1,-1e+300,\"a,b\"\n"
              "0.5,0.1,-1e+300,\n");
}

static void an_abandoned_table_leaves_the_old_one(void **state)
{
  SessionFixture *f = *state;
  FILE *old = fopen("out.csv", "w");
  assert_non_null(old);
  fputs("old", old);
  fclose(old);
  FmuDescription d = {.variable = variables, .n_variables = 3};
  CsvWriter csv;
  assert_true(csv_begin(f->s, &csv, "out.csv", &d, columns, 1));
  csv_abandon(&csv);
  temporary_end(f->s);
  assert_file("old");
}

int main(void)
{
#define TEST(f)                                                                \
  cmocka_unit_test_setup_teardown(f, session_fixture_set_up, tear_down)
  const struct CMUnitTest tests[] = {
      TEST(a_whole_table),
      TEST(an_abandoned_table_leaves_the_old_one),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
