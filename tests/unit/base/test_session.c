/* test_session.c: reading source files, the strange ones included. */
#include "test.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/source_read.h"
#include "session_fixture.h"

typedef struct Fixture {
  SessionFixture *session;
  char folder[64];
  char path[96];
} Fixture;

static int set_up(void **state)
{
  Fixture *f = calloc(1, sizeof *f);
  f->session = session_fixture_create();
  strcpy(f->folder, "test_session_XXXXXX");
  if (!mkdtemp(f->folder)) return -1;
  snprintf(f->path, sizeof f->path, "%s/a.mo", f->folder);
  *state = f;
  return 0;
}

static int tear_down(void **state)
{
  Fixture *f = *state;
  session_fixture_destroy(f->session);
  remove(f->path);
  rmdir(f->folder);
  free(f);
  return 0;
}

static int read_bytes(Fixture *f, const char *bytes, size_t n)
{
  FILE *out = fopen(f->path, "wb");
  assert_non_null(out);
  assert_int_equal(fwrite(bytes, 1, n, out), n);
  fclose(out);
  return source_read(f->session->s, f->path);
}

static void assert_refused(Fixture *f, int source, DiagnosticCode code)
{
  Session *s = f->session->s;
  assert_int_equal(source, -1);
  assert_int_equal(s->n_errors, 1);
  assert_int_equal(s->diagnostic[0]->code, code);
  assert_non_null(strstr(session_fixture_messages(f->session), ": error E1"));
}

static void a_file_is_read(void **state)
{
  Fixture *f = *state;
  const char text[] = "model A \"\xC3\xBC\"\nend A;\n";
  int source = read_bytes(f, text, sizeof text - 1);
  assert_int_equal(source, 0);
  const SourceText *read = session_source(f->session->s, source);
  assert_string_equal(read->bytes, text);
  assert_string_equal(read->path, f->path);
  assert_int_equal(read->n_lines, 3);
  assert_int_equal(f->session->s->n_errors, 0);
}

static void an_empty_file_is_text(void **state)
{
  Fixture *f = *state;
  int source = read_bytes(f, "", 0);
  assert_int_equal(source, 0);
  assert_int_equal(session_source(f->session->s, source)->length, 0);
}

static void a_missing_file_is_told(void **state)
{
  Fixture *f = *state;
  assert_refused(f, source_read(f->session->s, f->path), E101);
}

static void a_folder_is_no_file(void **state)
{
  Fixture *f = *state;
  assert_refused(f, source_read(f->session->s, f->folder), E101);
}

static void zero_bytes_are_no_text(void **state)
{
  Fixture *f = *state;
  assert_refused(f, read_bytes(f, "model A\n\0end", 12), E102);
  assert_non_null(strstr(f->session->text, "line 2"));
}

static void other_encodings_are_refused(void **state)
{
  Fixture *f = *state;
  assert_refused(f, read_bytes(f, "// f\xFCr", 7), E102);
  assert_non_null(strstr(f->session->text, "0xFC"));
}

static void a_huge_file_is_refused_unread(void **state)
{
  Fixture *f = *state;
  read_bytes(f, "", 0);
  assert_int_equal(truncate(f->path, (off_t)64 * 1024 * 1024 + 1), 0);
  assert_refused(f, source_read(f->session->s, f->path), E103);
}

static void a_pipe_without_end_is_cut_off(void **state)
{
  Fixture *f = *state;
  if (access("/dev/zero", R_OK) != 0) skip();
  assert_refused(f, source_read(f->session->s, "/dev/zero"), E103);
}

static void sources_are_numbered(void **state)
{
  Fixture *f = *state;
  Session *s = f->session->s;
  for (int i = 0; i < 20; i++) {
    char text[16];
    snprintf(text, sizeof text, "%d", i);
    assert_int_equal(session_add_source(s, "x", text, (int32_t)strlen(text)),
                     i);
  }
  assert_string_equal(session_source(s, 13)->bytes, "13");
}

static void names_are_shared(void **state)
{
  Fixture *f = *state;
  Session *s = f->session->s;
  assert_ptr_equal(session_name(s, "abc"), session_name_n(s, "abcd", 3));
  assert_ptr_equal(session_scratch(s), s->scratch_arena);
}

static void destroying_nothing_is_allowed(void **state)
{
  (void)state;
  session_destroy(NULL);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      TEST(a_file_is_read),
      TEST(an_empty_file_is_text),
      TEST(a_missing_file_is_told),
      TEST(a_folder_is_no_file),
      TEST(zero_bytes_are_no_text),
      TEST(other_encodings_are_refused),
      TEST(a_huge_file_is_refused_unread),
      TEST(a_pipe_without_end_is_cut_off),
      TEST(sources_are_numbered),
      TEST(names_are_shared),
      TEST(destroying_nothing_is_allowed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
