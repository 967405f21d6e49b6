/* test_names_again.c: names of variables, written as rows of text and read
 * again by the runtime. */
#include "test.h"

#include "core/name_rows.c"
#include "emit/text/name_rows.h"

enum { MOST_NAMES = 2000, MOST_LITERALS = 100 };

/* The rows of a table as C text, and as a compiler would have them. */
typedef struct Table {
  char *text;
  size_t size;
  char *bytes;
  const char *list[MOST_LITERALS];
} Table;

/* Literals that stand beside each other are one; "\0" is a zero. */
static void compile(Table *t)
{
  char *to = t->bytes = calloc(1, t->size + MOST_LITERALS);
  assert_non_null(to);
  int n = 0;
  t->list[n++] = to;
  const char *at = strchr(t->text, '{') + 1;
  for (; strncmp(at, "0}", 2) != 0; at++) {
    if (*at == ',') {
      *to++ = '\0';
      assert_true(n < MOST_LITERALS);
      t->list[n++] = to;
    }
    if (*at != '"') continue;
    for (at++; *at != '"'; at++) {
      bool is_zero = at[0] == '\\' && at[1] == '0';
      *to++ = is_zero ? '\0' : *at;
      at += is_zero;
    }
  }
  t->list[n - 1] = NULL; /* after the last comma */
}

static Table table_of(const char *const *name, int n)
{
  Table t = {0};
  FILE *out = open_memstream(&t.text, &t.size);
  assert_non_null(out);
  TextRows rows = {.name = "names", .out = out};
  name_rows_write(&rows, name, n);
  assert_true(text_rows_end(&rows));
  fclose(out);
  compile(&t);
  return t;
}

static void table_free(Table *t)
{
  free(t->text);
  free(t->bytes);
}

/* All names come back, and nothing after them. */
static size_t round_trip(const char *const *name, int n)
{
  char found[NAME_ROWS_SIZE];
  Table t = table_of(name, n);
  for (int k = 0; k < n; k++) {
    name_rows_find(t.list, k, found);
    assert_string_equal(found, name[k]);
  }
  name_rows_find(t.list, n, found);
  assert_string_equal(found, "");
  size_t size = t.size;
  table_free(&t);
  return size;
}

static void test_scalars(void **state)
{
  (void)state;
  const char *name[] = {"time", "pendulum.x", "pendulum.y", "", "x1", "x2"};
  round_trip(name, 6);
}

typedef struct NameList {
  char room[MOST_NAMES][40];
  const char *name[MOST_NAMES];
  int n;
} NameList;

static void add(NameList *names, const char *format, int a, int b)
{
  char *room = names->room[names->n];
  assert_true(names->n < MOST_NAMES);
  snprintf(room, sizeof names->room[0], format, a, b);
  names->name[names->n++] = room;
}

static void test_array(void **state)
{
  (void)state;
  static NameList names;
  add(&names, "time", 0, 0);
  for (int k = 1; k <= 1200; k++) add(&names, "x[%d]", k, 0);
  for (int k = 1; k <= 700; k++) add(&names, "der(y3[%d])", k, 0);
  add(&names, "z", 0, 0);
  assert_true(round_trip(names.name, names.n) < 250);
}

/* Some of each component, and the number is not the last one. */
static void test_components(void **state)
{
  (void)state;
  static NameList names;
  for (int k = 8; k <= 108; k++) {
    add(&names, "c[%d].p1.v", k, 0);
    add(&names, "c[%d].p1.i", k, 0);
    add(&names, "c[%d].q[1]", k, 0);
    add(&names, "der(c[%d].q[1])", k, 0);
  }
  add(&names, "c[%d].q[2]", 108, 0);
  add(&names, "c[%d].q[3]", 108, 0);
  assert_true(round_trip(names.name, names.n) < 300);
}

static void test_matrix(void **state)
{
  (void)state;
  static NameList names;
  for (int i = 1; i <= 12; i++) {
    for (int j = 1; j <= 30; j++) add(&names, "A[%d,%d]", i, j);
  }
  round_trip(names.name, names.n);
}

/* What looks like counting on, and is not. */
static void test_other_numbers(void **state)
{
  (void)state;
  const char *name[] = {"a[1]", "a[3]", "a[5]",   "b08",    "b09", "b10",
                        "b11",  "n9",   "n10x",   "n11x",   "7",   "8",
                        "9",    "10",   "p99[1]", "p100[2]"};
  round_trip(name, 16);
}

static void test_large_numbers(void **state)
{
  (void)state;
  const char *name[] = {"x[99999998]",  "x[99999999]",  "x[100000000]",
                        "x[100000001]", "x[100000002]", "x[100000003]"};
  round_trip(name, 6);
}

/* Longer ones than messages have room for are cut. */
static void test_long_name(void **state)
{
  (void)state;
  static char longer[2][400];
  const char *name[] = {longer[0], longer[1], "x"};
  char found[NAME_ROWS_SIZE];
  memset(longer[0], 'a', 399);
  memset(longer[1], 'a', 398);
  Table t = table_of(name, 3);
  name_rows_find(t.list, 1, found);
  assert_true(strlen(found) > 290);
  assert_memory_equal(found, longer[1], strlen(found));
  name_rows_find(t.list, 2, found);
  assert_string_equal(found, "x");
  table_free(&t);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_scalars),
      cmocka_unit_test(test_array),
      cmocka_unit_test(test_components),
      cmocka_unit_test(test_matrix),
      cmocka_unit_test(test_other_numbers),
      cmocka_unit_test(test_large_numbers),
      cmocka_unit_test(test_long_name),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
