/* test_archive_rules.c: archives with one fault each, and sound ones. */
#include "test.h"

#include "archive_text.h"
#include "check/rules/archive_rules.h"
#include "rule_text.h"

#define FILE_NAME "test_archive_rules.fmu"

static const HandEntry description = {.name = "modelDescription.xml"};

/* The rules that the file breaks; it may be unpacked or not. */
static void expect_file(const char *path, const char *rules, bool opened)
{
  Session *s = session_create();
  Findings f = {.s = s};
  Archive *a = archive_rules(&f, path);
  if (a) archive_contents_rules(&f, a);
  if (strcmp(rule_text_names(&f), rules) != 0) {
    fail_msg("'%s' instead of '%s'", rule_text_names(&f), rules);
  }
  assert_int_equal(a != NULL, opened);
  if (a) archive_close(a);
  session_destroy(s);
}

/* An archive of a description and these entries. */
static void expect_entries(const HandEntry *more, int n, const char *rules,
                           bool opened)
{
  HandEntry entry[8] = {description};
  for (int i = 0; i < n; i++) entry[i + 1] = more[i];
  archive_text_write(FILE_NAME, entry, n + 1, 1);
  expect_file(FILE_NAME, rules, opened);
  remove(FILE_NAME);
}

static void expect_entry(HandEntry more, const char *rules, bool opened)
{
  expect_entries(&more, 1, rules, opened);
}

/* What must not be unpacked is not opened. */
static void test_names(void **state)
{
  (void)state;
  expect_entry((HandEntry){.name = "resources/a"}, "", true);
  expect_entry((HandEntry){.name = "resources/..a"}, "", true);
  expect_entry((HandEntry){.name = "../a"}, "archive-path", false);
  expect_entry((HandEntry){.name = "resources/../../a"}, "archive-path", false);
  expect_entry((HandEntry){.name = "/etc/a"}, "archive-path", false);
  expect_entry((HandEntry){.name = "C:a"}, "archive-path", false);
  expect_entry((HandEntry){.name = "resources//a"}, "archive-path", false);
  expect_entry((HandEntry){.name = "resources/./a"}, "archive-path", false);
  expect_entry((HandEntry){.name = "resources/\ta"}, "archive-path", false);
  expect_entry((HandEntry){.name = ""}, "archive-path", false);
  expect_entry((HandEntry){.name = "resources\\a"}, "archive-backslash", false);
  expect_entry((HandEntry){.name = "resources/\xC3\xA4"}, "archive-name", true);
}

static void test_links(void **state)
{
  (void)state;
  expect_entry((HandEntry){.name = "resources/a", .mode = 0100644}, "", true);
  expect_entry((HandEntry){.name = "resources/a", .mode = 0120777},
               "archive-link", false);
  expect_entry((HandEntry){.name = "resources/a", .mode = 0010644},
               "archive-link", false);
}

static void test_packing(void **state)
{
  (void)state;
  expect_entry((HandEntry){.name = "resources/a", .flags = 1},
               "archive-encrypted", false);
  expect_entry((HandEntry){.name = "resources/a", .method = 12},
               "archive-method archive-damaged", false);
  expect_entry((HandEntry){.name = "resources/a", .needed = 45},
               "archive-zip-version", true);
  expect_entry((HandEntry){.name = "resources/a", .needed = 10}, "", true);
  expect_entry((HandEntry){.name = "resources/a", .flags = 8}, "archive-bit3",
               true);
  expect_entry((HandEntry){.name = "resources/a", .header_name = "b"},
               "archive-header", true);
  expect_entry((HandEntry){.name = "resources/a", .is_damaged = true},
               "archive-damaged", false);
  expect_entry((HandEntry){.name = "resources/a", .size = 0xF0000000u},
               "archive-size", false);
}

static void test_twins(void **state)
{
  (void)state;
  expect_entries(
      (HandEntry[]){{.name = "resources/a"}, {.name = "resources/b"}}, 2, "",
      true);
  expect_entries(
      (HandEntry[]){{.name = "resources/a"}, {.name = "resources/a"}}, 2,
      "archive-duplicate", false);
  expect_entries(
      (HandEntry[]){{.name = "resources/a"}, {.name = "resources/A"}}, 2,
      "archive-case", true);
}

static void test_files(void **state)
{
  (void)state;
  archive_text_write(FILE_NAME, &description, 1, 1);
  assert_int_equal(rename(FILE_NAME, "test_archive_rules.zip"), 0);
  expect_file("test_archive_rules.zip", "archive-extension", true);
  remove("test_archive_rules.zip");

  archive_text_write(FILE_NAME, &description, 1, 2);
  expect_file(FILE_NAME, "archive-spanned archive-size", false);

  FILE *out = fopen(FILE_NAME, "wb");
  expect_file(FILE_NAME, "archive-unreadable", false); /* empty */
  fputs("This is a text, not an archive.", out);
  fclose(out);
  expect_file(FILE_NAME, "archive-unreadable", false);
  remove(FILE_NAME);
  expect_file(FILE_NAME, "archive-file", false);
}

static void test_contents(void **state)
{
  (void)state;
  expect_entry((HandEntry){.name = "readme.txt"}, "archive-top", true);
  expect_entry((HandEntry){.name = "extra/com.example/a"}, "", true);
  expect_entry((HandEntry){.name = "extra/mine/a"}, "archive-extra", true);
  expect_entry((HandEntry){.name = "extra/a.txt"}, "archive-extra", true);
  expect_entry((HandEntry){.name = "model.png", .data = "GIF89a..."}, "icon",
               true);
  expect_entry((HandEntry){.name = "model.png", .data = "\x89PNG\r\n\x1A\n..."},
               "", true);
  expect_entry((HandEntry){.name = "documentation/a.html"}, "documentation",
               true);
  expect_entry((HandEntry){.name = "documentation/index.html"}, "", true);
  expect_entries((HandEntry[]){{.name = "documentation/index.html"},
                               {.name = "documentation/licenses/a.txt"}},
                 2, "licenses", true);
  expect_entries((HandEntry[]){{.name = "documentation/index.html"},
                               {.name = "documentation/licenses/license.txt"}},
                 2, "", true);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names),   cmocka_unit_test(test_links),
      cmocka_unit_test(test_packing), cmocka_unit_test(test_twins),
      cmocka_unit_test(test_files),   cmocka_unit_test(test_contents),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
