/* test_table_pack.c: packed tables are read as what was packed. */
#include "test.h"

#include "core/packed_table.c" /* the reader in the FMU */
#include "emit/text/table_pack.h"

enum { MOST = 20000 };

/* The text of the constant; NULL: it was not packed. To be freed. */
static char *pack(const int *value, int n, int period)
{
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  Arena *arena = arena_create("test");
  bool is_packed = table_pack_write("t", value, n, period, arena, out);
  arena_destroy(arena);
  fclose(out);
  assert_int_equal(is_packed, size > 0);
  if (is_packed) return text;
  free(text);
  return NULL;
}

/* The numbers of the text are those of the table; *n_words: how many. */
static int *read_text(const char *text, int *n_words)
{
  const char *begin = "static const int t[] = {PACKED_TABLE,";
  assert_memory_equal(text, begin, strlen(begin));
  int *word = calloc(MOST, sizeof word[0]), n = 1;
  char *at = (char *)text + strlen(begin);
  word[0] = PACKED_TABLE;
  for (; *at != '}'; at += *at == ',') word[n++] = (int)strtol(at, &at, 10);
  assert_string_equal(at, "};\n");
  *n_words = n;
  return word;
}

/* Packs and reads; the number of words that were needed, 0: not packed. */
static int check(const int *value, int n, int period)
{
  char *text = pack(value, n, period);
  if (!text) return 0;
  int n_words, *word = read_text(text, &n_words);
  int *element = calloc((size_t)n, sizeof element[0]);
  packed_table_integers(word, n, element);
  assert_memory_equal(element, value, (size_t)n * sizeof value[0]);
  free(element);
  free(word);
  free(text);
  return n_words;
}

static void test_text(void **state)
{
  (void)state;
  int value[1200];
  for (int k = 0; k < 1200; k++) value[k] = 2 * k - 5;
  char *text = pack(value, 1200, 0);
  assert_string_equal(text, "static const int t[] = {PACKED_TABLE,\n"
                            "  2, -5, -3, -1198, 1};\n");
  free(text);
}

/* Tables of small models are plain. */
static void test_short(void **state)
{
  (void)state;
  int value[900];
  for (int k = 0; k < 900; k++) value[k] = k;
  assert_int_equal(check(value, 900, 0), 0);
}

static void test_irregular(void **state)
{
  (void)state;
  static int value[MOST];
  unsigned seed = 7;
  for (int k = 0; k < MOST; k++) {
    seed = seed * 1664525u + 1013904223u;
    value[k] = (int)(seed >> 8) % 5000;
  }
  assert_int_equal(check(value, MOST, 0), 0);
}

/* Any period, each place with its own step, with faults in between. */
static void test_periods(void **state)
{
  (void)state;
  static int value[MOST];
  for (int period = 1; period <= 64; period += 7) {
    for (int k = 0; k < 5000; k++) {
      int place = k % period;
      value[k] = 1000 * place + k / period * (place % 3 - 1);
      if (k % 1700 == 1699) value[k] = -1;
    }
    int n_words = check(value, 5000, 0);
    assert_true(n_words > 0 && n_words <= 30 + 24 * period);
  }
}

/* Longer periods are found where they are given. */
static void test_known_period(void **state)
{
  (void)state;
  static int value[MOST];
  for (int k = 0; k < MOST; k++) value[k] = k % 100 * (k % 100) + k / 100;
  assert_int_equal(check(value, MOST, 0), 0);
  int n_words = check(value, MOST, 100);
  assert_true(n_words > 200 && n_words < 210);
}

/* Differences that an int cannot hold do not matter. */
static void test_large(void **state)
{
  (void)state;
  int value[2000];
  for (int k = 0; k < 2000; k++) value[k] = k % 2 ? INT32_MAX : -INT32_MAX;
  assert_true(check(value, 2000, 0) > 0);
  for (int k = 0; k < 2000; k++) value[k] = k < 1000 ? k : INT32_MAX - k;
  assert_true(check(value, 2000, 0) > 0);
}

static char *pack_numbers(const double *value, int n)
{
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  bool is_packed = table_pack_write_numbers("t", value, n, out);
  fclose(out);
  assert_int_equal(is_packed, size > 0);
  return text;
}

static void test_numbers(void **state)
{
  (void)state;
  double value[1200];
  for (int k = 0; k < 1200; k++) value[k] = k < 700 ? 1 : k < 701 ? 0.1 : 20;
  char *text = pack_numbers(value, 1200);
  assert_string_equal(text, "static const double t[] = {-700.0, 1.0,\n"
                            "  -1.0, 0.1,\n  -499.0, 20.0};\n");
  free(text);
  text = pack_numbers(value, 900);
  assert_string_equal(text, "");
  free(text);
  for (int k = 0; k < 1200; k++) value[k] = 1 + k / 2;
  text = pack_numbers(value, 1200);
  assert_string_equal(text, "");
  free(text);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_text),         cmocka_unit_test(test_short),
      cmocka_unit_test(test_irregular),    cmocka_unit_test(test_periods),
      cmocka_unit_test(test_known_period), cmocka_unit_test(test_large),
      cmocka_unit_test(test_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
