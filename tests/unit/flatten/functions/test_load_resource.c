/* test_load_resource.c: files of libraries, found at translation
 * (flatten/functions/resource.c; test_resource would be that of the runtime). */
#include "test.h"

#include <sys/stat.h>

#include "base/temporary.h"
#include "flat_fixture.h"

/* A library Lib with a file, in a folder that is gone with the session. */
typedef struct Fixture {
  Session *s;
  const char *root;
} Fixture;

static void write_file(const Fixture *t, const char *path, const char *text)
{
  FILE *file =
      fopen(arena_printf(t->s->session_arena, "%s/%s", t->root, path), "wb");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

static Fixture begin(void)
{
  Fixture t = {.s = session_create()};
  t.root = temporary_folder(t.s);
  assert_non_null(t.root);
  mkdir(arena_printf(t.s->session_arena, "%s/Lib", t.root), 0777);
  mkdir(arena_printf(t.s->session_arena, "%s/Lib/Data", t.root), 0777);
  write_file(&t, "Lib/package.mo", "package Lib end Lib;");
  write_file(&t, "Lib/Data/table.txt", "1 2");
  write_file(&t, "outside.txt", "3 4");
  return t;
}

static void end(Fixture *t)
{
  temporary_end(t->s);
  session_destroy(t->s);
}

/* file = loadResource(address), with the function where the standard library
 * has it. */
static FlatFixture *loaded(const Fixture *t, const char *address)
{
  const char *root[] = {t->root};
  FlattenOptions options = {.model = "M", .library = {root, 1, NULL}};
  const char *text = arena_printf(
      t->s->session_arena,
      "package Modelica package Utilities package Files "
      "function loadResource input String uri; output String name; "
      "external \"C\"; end loadResource; end Files; end Utilities; "
      "end Modelica; "
      "model M parameter String file = "
      "Modelica.Utilities.Files.loadResource(\"%s\"); end M;",
      address);
  return flat_fixture_options(text, &options);
}

static void test_file_of_a_library(void **state)
{
  (void)state;
  Fixture t = begin();
  FlatFixture *f = loaded(&t, "modelica://Lib/Data/table.txt");
  if (!f->flat) fail_msg("%s", flat_fixture_messages(f));
  /* the address, the same on every machine; the file goes with the FMU */
  assert_string_equal(flat_fixture_var(f, "file")->binding->string,
                      "modelica://Lib/Data/table.txt");
  assert_int_equal(f->flat->n_resources, 1);
  assert_string_equal(f->flat->resource[0].name, "Lib/Data/table.txt");
  const char *path =
      arena_printf(t.s->session_arena, "%s/Lib/Data/table.txt", t.root);
  assert_string_equal(f->flat->resource[0].path, path);
  flat_fixture_destroy(f);
  end(&t);
}

/* A file of the machine stays there, and is named by its path. */
static void test_plain_paths(void **state)
{
  (void)state;
  Fixture t = begin();
  const char *path = arena_printf(t.s->session_arena, "%s/outside.txt", t.root);
  const char *address[] = {path,
                           arena_printf(t.s->session_arena, "file://%s", path)};
  for (int k = 0; k < 2; k++) {
    FlatFixture *f = loaded(&t, address[k]);
    if (!f->flat) fail_msg("%s", flat_fixture_messages(f));
    assert_string_equal(flat_fixture_var(f, "file")->binding->string, path);
    assert_int_equal(f->flat->n_resources, 0);
    flat_fixture_destroy(f);
  }
  end(&t);
}

static void expect_refused(const char *address, const char *message)
{
  Fixture t = begin();
  FlatFixture *f = loaded(&t, address);
  assert_null(f->flat);
  const char *reported = flat_fixture_messages(f);
  if (!strstr(reported, "E220") || !strstr(reported, message))
    fail_msg("%s", reported);
  flat_fixture_destroy(f);
  end(&t);
}

static void test_what_is_refused(void **state)
{
  (void)state;
  expect_refused("modelica://Lib/Data/none.txt", "no file that can be read");
  expect_refused("modelica://Lib/None", "no file that can be read");
  expect_refused("modelica://Lib/..", "no file that can be read");
  expect_refused("modelica://Lib/../outside.txt", "no file that can be read");
  expect_refused("modelica://Other/table.txt", "no library that is known");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_file_of_a_library),
      cmocka_unit_test(test_plain_paths),
      cmocka_unit_test(test_what_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
