/* test_archive.c: archives that are fine, and archives that are not. */
#include "test.h"

#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>

#include "base/temporary.h"
#include "fmu_file/archive.h"
#include "session_fixture.h"

static int tear_down(void **state)
{
  SessionFixture *f = *state;
  temporary_end(f->s);
  session_fixture_destroy(f);
  remove("x.fmu");
  return 0;
}

/* An archive with one file per name, each holding its own name. */
static void make(const char *const *name, int n)
{
  remove("x.fmu");
  int code;
  zip_t *zip = zip_open("x.fmu", ZIP_CREATE, &code);
  assert_non_null(zip);
  for (int i = 0; i < n; i++) {
    zip_source_t *source = zip_source_buffer(zip, name[i], strlen(name[i]), 0);
    assert_non_null(source);
    assert_true(zip_file_add(zip, name[i], source, 0) >= 0);
  }
  assert_int_equal(zip_close(zip), 0);
}

static void files_are_listed_read_and_unpacked(void **state)
{
  SessionFixture *f = *state;
  static const char *const name[] = {"modelDescription.xml", "a/b/c.txt"};
  make(name, 2);
  Archive *archive = archive_open(f->s, "x.fmu");
  assert_non_null(archive);
  assert_int_equal(archive->n_entries, 2);
  assert_string_equal(archive->entry[1].name, "a/b/c.txt");

  size_t length;
  char *bytes = archive_read(f->s, archive, "a/b/c.txt", 100, &length);
  assert_non_null(bytes);
  assert_int_equal(length, 9);
  assert_string_equal(bytes, "a/b/c.txt");

  const char *folder = temporary_folder(f->s);
  assert_true(archive_extract(f->s, archive, folder));
  char path[512];
  snprintf(path, sizeof path, "%s/a/b/c.txt", folder);
  struct stat info;
  assert_int_equal(stat(path, &info), 0);
  assert_int_equal(info.st_size, 9);
  archive_close(archive);
}

static void a_missing_or_large_entry_is_told(void **state)
{
  SessionFixture *f = *state;
  static const char *const name[] = {"a.txt"};
  make(name, 1);
  Archive *archive = archive_open(f->s, "x.fmu");
  size_t length;
  assert_null(archive_read(f->s, archive, "b.txt", 100, &length));
  assert_null(archive_read(f->s, archive, "a.txt", 4, &length));
  assert_int_equal(f->s->n_errors, 2);
  archive_close(archive);
}

static void names_that_leave_the_folder_are_refused(void **state)
{
  SessionFixture *f = *state;
  static const char *const bad[] = {
      "../x", "a/../../x", "/x", "a//b", "./x", "a/./b", "C:x", "a\\b", "..",
  };
  int n = sizeof bad / sizeof bad[0];
  for (int i = 0; i < n; i++) {
    make(&bad[i], 1);
    assert_null(archive_open(f->s, "x.fmu"));
    assert_int_equal(f->s->n_errors, i + 1);
  }
}

static void no_archive_at_all(void **state)
{
  SessionFixture *f = *state;
  assert_null(archive_open(f->s, "missing.fmu"));
  assert_null(archive_open(f->s, "."));
  FILE *out = fopen("x.fmu", "w");
  fputs("PK but no archive", out);
  fclose(out);
  assert_null(archive_open(f->s, "x.fmu"));
  assert_int_equal(f->s->n_errors, 3);
}

/* Every byte changed once: refused or read, never a crash. */
static void damaged_archives(void **state)
{
  SessionFixture *f = *state;
  static const char *const name[] = {"modelDescription.xml"};
  make(name, 1);
  char bytes[1024];
  FILE *in = fopen("x.fmu", "rb");
  size_t n = fread(bytes, 1, sizeof bytes, in);
  fclose(in);
  for (size_t i = 0; i < n; i++) {
    bytes[i] = (char)(bytes[i] ^ 0x55);
    FILE *out = fopen("x.fmu", "wb");
    fwrite(bytes, 1, n, out);
    fclose(out);
    bytes[i] = (char)(bytes[i] ^ 0x55);
    Archive *archive = archive_open(f->s, "x.fmu");
    size_t length;
    if (archive) archive_read(f->s, archive, name[0], 1000, &length);
    archive_close(archive);
  }
}

int main(void)
{
#define TEST(f)                                                                \
  cmocka_unit_test_setup_teardown(f, session_fixture_set_up, tear_down)
  const struct CMUnitTest tests[] = {
      TEST(files_are_listed_read_and_unpacked),
      TEST(a_missing_or_large_entry_is_told),
      TEST(names_that_leave_the_folder_are_refused),
      TEST(no_archive_at_all),
      TEST(damaged_archives),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
