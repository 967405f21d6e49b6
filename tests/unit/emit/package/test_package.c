/* test_package.c: reproducible archives; a failed write changes nothing. */
#include "test.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <zip.h>

#include "base/session.h"
#include "base/temporary.h"
#include "emit/package/package.h"
#include "emit/text/read_file.h"

static char noise[20000]; /* filled by main(); does not shrink */

static const PackageMember members[] = {
    {"modelDescription.xml", "<fmi/>\n", 7, false, NULL},
    {"binaries/linux64/m.so", noise, sizeof noise, true, NULL},
    {"documentation/licenses/empty.txt", "", 0, false, NULL},
};

typedef struct Bench {
  Session *s;
  const char *folder, *path;
} Bench;

static Bench bench_begin(void)
{
  Bench b = {.s = session_create()};
  b.s->messages = tmpfile();
  b.folder = temporary_folder(b.s);
  assert_non_null(b.folder);
  b.path = arena_printf(b.s->session_arena, "%s/m.fmu", b.folder);
  return b;
}

static void bench_end(Bench *b)
{
  temporary_end(b->s);
  fclose(b->s->messages);
  session_destroy(b->s);
}

static FileBytes packed(Bench *b)
{
  FileBytes file;
  assert_true(package_write(b->s, b->path, PACKAGE_KEPT, members, 3));
  assert_true(read_file(b->s->session_arena, b->path, &file));
  return file;
}

static void assert_same(FileBytes a, FileBytes b)
{
  assert_int_equal(a.size, b.size);
  assert_memory_equal(a.bytes, b.bytes, a.size);
}

static void test_same_bytes_in_every_time_zone(void **state)
{
  (void)state;
  static const char *const zones[] = {"UTC", "Pacific/Auckland",
                                      "America/Los_Angeles", "Asia/Kolkata"};
  Bench b = bench_begin();
  FileBytes first = packed(&b);
  for (size_t k = 0; k < sizeof zones / sizeof zones[0]; k++) {
    setenv("TZ", zones[k], 1);
    tzset();
    assert_same(packed(&b), first);
  }
  unsetenv("TZ");
  tzset();
  bench_end(&b);
}

static unsigned le16(const char *p)
{
  return (unsigned)(unsigned char)p[0] | (unsigned)(unsigned char)p[1] << 8;
}

/* Local headers by the zip specification: version, flags, method, time,
 * date, ... extra length. */
static void test_headers(void **state)
{
  (void)state;
  Bench b = bench_begin();
  FileBytes file = packed(&b);
  int found = 0;
  for (size_t k = 0; k + 30 < file.size; k++) {
    const char *h = file.bytes + k;
    if (memcmp(h, "PK\003\004", 4) != 0) continue;
    found++;
    assert_true(le16(h + 4) <= 20);
    assert_int_equal(le16(h + 6) & ~6u, 0); /* only deflate's own bits */
    assert_true(le16(h + 8) == 0 || le16(h + 8) == 8);
    assert_int_equal(le16(h + 12), 1 << 5 | 1); /* 1980-01-01 */
    assert_int_equal(le16(h + 28), 0);
  }
  assert_int_equal(found, 3);
  bench_end(&b);
}

static void test_content(void **state)
{
  (void)state;
  Bench b = bench_begin();
  packed(&b);
  zip_t *z = zip_open(b.path, ZIP_RDONLY | ZIP_CHECKCONS, NULL);
  assert_non_null(z);
  assert_int_equal(zip_get_num_entries(z, 0), 3);
  for (int k = 0; k < 3; k++) {
    zip_stat_t info;
    assert_int_equal(zip_stat_index(z, (zip_uint64_t)k, 0, &info), 0);
    assert_string_equal(info.name, members[k].name);
    assert_int_equal(info.size, members[k].size);
  }
  zip_close(z);
  bench_end(&b);
}

/* Of entry 0, which would shrink, and what it holds. */
static int method_of_text(Bench *b, PackageUse use)
{
  static const char text[] = "the same words, the same words, the same words";
  const PackageMember member = {"m.txt", text, sizeof text, false, NULL};
  assert_true(package_write(b->s, b->path, use, &member, 1));
  zip_t *z = zip_open(b->path, ZIP_RDONLY | ZIP_CHECKCONS, NULL);
  assert_non_null(z);
  zip_stat_t info;
  assert_int_equal(zip_stat_index(z, 0, 0, &info), 0);
  char found[sizeof text];
  zip_file_t *file = zip_fopen_index(z, 0, 0);
  assert_non_null(file);
  assert_int_equal(zip_fread(file, found, sizeof found), sizeof text);
  assert_memory_equal(found, text, sizeof text);
  zip_fclose(file);
  zip_close(z);
  return info.comp_method;
}

static void test_read_once_is_stored(void **state)
{
  (void)state;
  Bench b = bench_begin();
  assert_int_equal(method_of_text(&b, PACKAGE_KEPT), ZIP_CM_DEFLATE);
  assert_int_equal(method_of_text(&b, PACKAGE_READ_ONCE), ZIP_CM_STORE);
  bench_end(&b);
}

static int n_files(const char *folder)
{
  char command[300];
  int n = -1;
  snprintf(command, sizeof command, "ls -A '%s' | wc -l", folder);
  FILE *p = popen(command, "r");
  assert_non_null(p);
  assert_int_equal(fscanf(p, "%d", &n), 1);
  pclose(p);
  return n;
}

static void expect_refused(Bench *b, const char *path)
{
  int before = b->s->n_errors;
  assert_false(package_write(b->s, path, PACKAGE_KEPT, members, 3));
  assert_int_equal(b->s->n_errors, before + 1);
  assert_int_equal(b->s->diagnostic[b->s->n_diagnostics - 1]->code, E501);
}

/* Bytes that are in a file make the same archive. */
static void test_member_from_a_file(void **state)
{
  (void)state;
  Bench b = bench_begin();
  FileBytes all = packed(&b), file;
  PackageMember member[3];
  const char *path = arena_printf(b.s->session_arena, "%s/noise", b.folder);
  FILE *out = fopen(path, "wb");
  assert_non_null(out);
  assert_int_equal(fwrite(noise, 1, sizeof noise, out), sizeof noise);
  fclose(out);
  memcpy(member, members, sizeof member);
  member[1].bytes = NULL;
  member[1].path = path;
  assert_true(package_write(b.s, b.path, PACKAGE_KEPT, member, 3));
  assert_true(read_file(b.s->session_arena, b.path, &file));
  assert_same(file, all);
  member[1].path = b.folder; /* no file */
  assert_false(package_write(b.s, b.path, PACKAGE_KEPT, member, 3));
  bench_end(&b);
}

static void test_target_is_a_folder(void **state)
{
  (void)state;
  Bench b = bench_begin();
  assert_int_equal(mkdir(b.path, 0777), 0);
  expect_refused(&b, b.path);
  assert_int_equal(n_files(b.folder), 1);
  bench_end(&b);
}

static void test_no_such_folder(void **state)
{
  (void)state;
  Bench b = bench_begin();
  expect_refused(&b, arena_printf(b.s->session_arena, "%s/no/m.fmu", b.folder));
  bench_end(&b);
}

/* A limit on the size of files acts like a full disk. */
static void test_full_disk_keeps_the_old_file(void **state)
{
  (void)state;
  Bench b = bench_begin();
  FileBytes old = packed(&b), now;
  struct rlimit limit, small;
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
  small = limit;
  small.rlim_cur = sizeof noise / 2;
  signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
  expect_refused(&b, b.path);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
  assert_true(read_file(b.s->session_arena, b.path, &now));
  assert_same(old, now);
  assert_int_equal(n_files(b.folder), 1);
  bench_end(&b);
}

int main(void)
{
  unsigned seed = 1;
  for (size_t k = 0; k < sizeof noise; k++) {
    seed = seed * 1103515245u + 12345u;
    noise[k] = (char)(seed >> 16 & 0x7f);
  }
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_same_bytes_in_every_time_zone),
      cmocka_unit_test(test_headers),
      cmocka_unit_test(test_content),
      cmocka_unit_test(test_member_from_a_file),
      cmocka_unit_test(test_read_once_is_stored),
      cmocka_unit_test(test_target_is_a_folder),
      cmocka_unit_test(test_no_such_folder),
      cmocka_unit_test(test_full_disk_keeps_the_old_file),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
