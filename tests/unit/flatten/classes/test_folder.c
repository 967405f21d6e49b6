/* test_folder.c: which classes the names in a folder stand for. */
#include "test.h"

#include <sys/stat.h>
#include <unistd.h>

#include "flatten/classes/folder.h"
#include "session_fixture.h"

static const char *const files[] = {
    "A.mo",  "B 1.0.mo", ".hidden.mo",   "package.mo",
    "x.txt", "C.mo~",    "two words.mo", "package.order"};
enum { N_FILES = sizeof files / sizeof files[0] };

typedef struct Fixture {
  SessionFixture *f;
  char place[32];
} Fixture;

static const char *path_in(Fixture *t, const char *file)
{
  return arena_printf(t->f->s->session_arena, "%s/%s", t->place, file);
}

static int set_up(void **state)
{
  Fixture *t = calloc(1, sizeof *t);
  t->f = session_fixture_create();
  strcpy(t->place, "folder_XXXXXX");
  if (!mkdtemp(t->place)) return -1;
  for (int i = 0; i < N_FILES; i++) {
    FILE *out = fopen(path_in(t, files[i]), "w");
    if (!out) return -1;
    fputs("'two words'\nA\n", out);
    fclose(out);
  }
  *state = t;
  return mkdir(path_in(t, "D 2.0"), 0777);
}

static int tear_down(void **state)
{
  Fixture *t = *state;
  for (int i = 0; i < N_FILES; i++) remove(path_in(t, files[i]));
  rmdir(path_in(t, "D 2.0"));
  rmdir(t->place);
  session_fixture_destroy(t->f);
  free(t);
  return 0;
}

static const FolderEntry *find(Fixture *t, const Folder *folder,
                               const char *name)
{
  int n;
  const FolderEntry *entry =
      folder_find(folder, session_name(t->f->s, name), &n);
  assert_int_equal(n, entry ? 1 : 0);
  return entry;
}

static void a_root_has_versions(void **state)
{
  Fixture *t = *state;
  Folder *folder = folder_read(t->f->s, t->place, true);
  assert_int_equal(folder->error, 0);
  assert_true(find(t, folder, "A")->is_file);
  assert_string_equal(find(t, folder, "A")->version, "");
  assert_string_equal(find(t, folder, "B")->version, "1.0");
  assert_string_equal(find(t, folder, "two")->version, "words");
  assert_string_equal(find(t, folder, "D")->version, "2.0");
  assert_false(find(t, folder, "D")->is_file);
  assert_false(folder_holds_class(t->f->s, find(t, folder, "D")));
  assert_int_equal(folder->n_entries, 4);
}

static void a_package_has_none(void **state)
{
  Fixture *t = *state;
  Folder *folder = folder_read(t->f->s, t->place, false);
  assert_non_null(find(t, folder, "'two words'"));
  assert_non_null(find(t, folder, "'B 1.0'"));
  assert_null(find(t, folder, "B"));
  assert_null(find(t, folder, "package"));
  int n;
  const Name *name = folder_names(t->f->s, folder, &n);
  assert_int_equal(n, 3);
  assert_string_equal(name[0], "'two words'");
  assert_string_equal(name[1], "A");
  assert_string_equal(name[2], "'B 1.0'");
}

static void a_folder_that_is_not_there_has_an_error(void **state)
{
  Fixture *t = *state;
  Folder *folder = folder_read(t->f->s, path_in(t, "nothing"), true);
  assert_int_not_equal(folder->error, 0);
  assert_int_equal(folder->n_entries, 0);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      TEST(a_root_has_versions),
      TEST(a_package_has_none),
      TEST(a_folder_that_is_not_there_has_an_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
