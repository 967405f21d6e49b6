/* test_flat_print.c: text that flattens to itself, with random
 * expressions. */
#include "test.h"

#include <dirent.h>

#include "flat_fixture.h"

/* Prints, reads the print, prints again. */
static void expect_stable(const char *text)
{
  FlatFixture *first = flat_fixture_create(text);
  if (!first->flat) fail_msg("%s\n%s", text, flat_fixture_messages(first));
  const char *printed = flat_fixture_print(first);
  FlatFixture *second = flat_fixture_create(printed);
  if (!second->flat) fail_msg("%s\n%s", printed, flat_fixture_messages(second));
  assert_string_equal(printed, flat_fixture_print(second));
  flat_fixture_destroy(first);
  flat_fixture_destroy(second);
}

static void expect_line(const char *declaration, const char *line)
{
  char text[500];
  snprintf(text, sizeof text, "model M %s end M;", declaration);
  FlatFixture *f = flat_fixture_create(text);
  if (!f->flat) fail_msg("%s", flat_fixture_messages(f));
  if (!strstr(flat_fixture_print(f), line)) fail_msg("%s", f->printed);
  flat_fixture_destroy(f);
  expect_stable(text);
}

static void test_numbers(void **state)
{
  (void)state;
  expect_line("Real x = 0.1;", " = 0.1;");
  expect_line("Real x = 1e20;", " = 1e20;");
  expect_line("Real x = 1e-7;", " = 1e-7;");
  expect_line("Real x = 2;", " = 2;");
  expect_line("Real x = 0.30000000000000004;", " = 0.30000000000000004;");
  expect_line("Real x = 123456789012.0;", " = 123456789012.0;");
  expect_line("Real x = 2.0*3.0;", " = 2.0*3.0;");
  expect_line("Real x = 5e-324;", "e-324;");
  expect_line("Real x = 1.7976931348623157e308;", " = 1.7976931348623157e308;");
  expect_line("Integer x = -5;", " = -5;");
  expect_line("Real x = -0.0;", " = -0.0;");
}

static void test_strings(void **state)
{
  (void)state;
  expect_line("Real x \"say \\\"hi\\\" \\\\ \\n\\t\";",
              " \"say \\\"hi\\\" \\\\ \\n\\t\";");
}

static void test_names(void **state)
{
  (void)state;
  expect_line("record R Real x = 1; end R; R r;", "Real 'r.x' = 1;");
  expect_line("Real 'odd name' = 1;", "Real 'odd name' = 1;");
  expect_line("record R Real 'a\\'b' = 1; end R; R r;",
              "Real 'r.\\'a\\\\\\'b\\'' = 1;");
}

/* A generator of its own, so that a failure can be repeated. */
static unsigned random_number(unsigned *seed)
{
  *seed = *seed * 1664525u + 1013904223u;
  return *seed >> 16;
}

static char *append(char *end, const char *text)
{
  return end + sprintf(end, "%s", text);
}

static char *random_boolean(char *end, unsigned *seed, int depth);

static char *random_real(char *end, unsigned *seed, int depth)
{
  static const char *const leaf[] = {"x", "p", "n", "2", "2.5", "time", "1e9"};
  static const char *const sign[] = {"+", "-", "*", "/", "^"};
  static const char *const function[] = {"sin",   "abs",  "noEvent",
                                         "floor", "sign", "-"};
  if (depth == 0) return append(end, leaf[random_number(seed) % 7]);
  end = append(end, "(");
  switch (random_number(seed) % 5) {
  case 0:
  case 1:
    end = random_real(end, seed, depth - 1);
    end = append(end, sign[random_number(seed) % 5]);
    end = random_real(end, seed, depth - 1);
    break;
  case 2:
    end = append(end, function[random_number(seed) % 6]);
    end = append(end, "(");
    end = random_real(end, seed, depth - 1);
    end = append(end, ")");
    break;
  case 3:
    end = append(end, "max(");
    end = random_real(end, seed, depth - 1);
    end = append(end, ",");
    end = random_real(end, seed, depth - 1);
    end = append(end, ")");
    break;
  default:
    end = append(end, "if ");
    end = random_boolean(end, seed, depth - 1);
    end = append(end, " then ");
    end = random_real(end, seed, depth - 1);
    end = append(end, " else ");
    end = random_real(end, seed, depth - 1);
  }
  return append(end, ")");
}

static char *random_boolean(char *end, unsigned *seed, int depth)
{
  static const char *const sign[] = {" and ", " or ", " == ", " < "};
  if (depth <= 0) return append(end, random_number(seed) % 2 ? "b" : "true");
  if (random_number(seed) % 2) {
    end = append(end, random_number(seed) % 2 ? "(not " : "(");
    end = append(end, "(");
    end = random_boolean(end, seed, depth - 1);
    end = append(end, sign[random_number(seed) % 4]);
    end = random_boolean(end, seed, depth - 1);
    return append(end, "))");
  }
  end = append(end, "(");
  end = random_real(end, seed, depth - 1);
  end = append(end, random_number(seed) % 2 ? " < " : " >= ");
  end = random_real(end, seed, depth - 1);
  return append(end, ")");
}

static void test_random(void **state)
{
  (void)state;
  unsigned seed = 7;
  char *text = malloc(100000);
  for (int i = 0; i < 300; i++) {
    char *end = append(text, "model M parameter Real p; Integer n; Boolean b;"
                             " Real x; Real y = ");
    end = random_real(end, &seed, i % 6);
    end = append(end, "; equation x + ");
    end = random_real(end, &seed, i % 5);
    end = append(end, " = ");
    end = random_real(end, &seed, i % 4);
    append(end, "; end M;");
    expect_stable(text);
  }
  free(text);
}

static char *read_whole(const char *path)
{
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  char *text = calloc(1, 100000);
  size_t n = fread(text, 1, 99999, file);
  assert_in_range(n, 1, 99998);
  fclose(file);
  return text;
}

/* Every golden flat model is Modelica that flattens to the same text, but where
 * a function cannot be written (W208). */
static void test_golden_files(void **state)
{
  (void)state;
  const char *folder = FOUCAULT_SOURCE_DIR "/tests/golden/flatten";
  DIR *dir = opendir(folder);
  assert_non_null(dir);
  int n_files = 0;
  for (struct dirent *entry; (entry = readdir(dir));) {
    const char *ending = strrchr(entry->d_name, '.');
    char path[1000];
    if (!ending || strcmp(ending, ".flat") != 0) continue;
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    char *text = read_whole(path);
    if (strstr(text, "// not written: ")) {
      free(text);
      continue;
    }
    FlatFixture *f = flat_fixture_create(text);
    if (!f->flat) fail_msg("%s\n%s", path, flat_fixture_messages(f));
    assert_string_equal(flat_fixture_print(f), text);
    flat_fixture_destroy(f);
    free(text);
    n_files++;
  }
  closedir(dir);
  assert_in_range(n_files, 12, 1000);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_numbers),      cmocka_unit_test(test_strings),
      cmocka_unit_test(test_names),        cmocka_unit_test(test_random),
      cmocka_unit_test(test_golden_files),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
