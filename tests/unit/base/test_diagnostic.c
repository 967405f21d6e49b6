/* test_diagnostic.c: how messages look on the terminal. */
#include "test.h"

#include "session_fixture.h"

static void an_error_shows_line_and_caret(void **state)
{
  SessionFixture *f = *state;
  int source = session_fixture_source(f, "model A\n  x^2 = L;\nend A;\n");
  diagnostic_error(f->s, (Span){source, 10, 17}, E301, "%d for %d", 3, 2);
  assert_string_equal(session_fixture_messages(f),
                      "a.mo:2:3: error E301: 3 for 2\n"
                      "    2 |   x^2 = L;\n"
                      "      |   ^~~~~~~\n");
  assert_int_equal(f->s->n_errors, 1);
}

static void it_waits_for_its_notes(void **state)
{
  SessionFixture *f = *state;
  int source = session_fixture_source(f, "ab\ncd\n");
  Diagnostic *d = diagnostic_warning(f->s, (Span){source, 0, 1}, W201, "w");
  fflush(f->s->messages);
  assert_int_equal(f->length, 0);
  diagnostic_note(f->s, d, NO_SPAN, "because of %s", "that");
  diagnostic_note(f->s, d, (Span){source, 4, 5}, "here");
  assert_string_equal(session_fixture_messages(f), "a.mo:1:1: warning W201: w\n"
                                                   "    1 | ab\n"
                                                   "      | ^\n"
                                                   "note: because of that\n"
                                                   "a.mo:2:2: note: here\n"
                                                   "    2 | cd\n"
                                                   "      |  ^\n");
  assert_int_equal(f->s->n_errors, 0);
}

static void the_next_one_pushes_it_out(void **state)
{
  SessionFixture *f = *state;
  diagnostic_file_error(f->s, "b.mo", E101, "no");
  diagnostic_error(f->s, NO_SPAN, E502, "none");
  fflush(f->s->messages);
  assert_string_equal(f->text, "b.mo: error E101: no\n");
  assert_string_equal(session_fixture_messages(f),
                      "b.mo: error E101: no\nerror E502: none\n");
  diagnostic_flush(f->s); /* once is enough */
  assert_string_equal(session_fixture_messages(f),
                      "b.mo: error E101: no\nerror E502: none\n");
}

static void a_span_is_marked_on_its_first_line_only(void **state)
{
  SessionFixture *f = *state;
  int source = session_fixture_source(f, "ab(\r\ncd\r\n)");
  diagnostic_error(f->s, (Span){source, 1, 10}, E120, "x");
  assert_string_equal(session_fixture_messages(f), "a.mo:1:2: error E120: x\n"
                                                   "    1 | ab(\n"
                                                   "      |  ^~\n");
}

static void the_end_of_the_text_has_a_caret(void **state)
{
  SessionFixture *f = *state;
  int source = session_fixture_source(f, "ab");
  diagnostic_error(f->s, (Span){source, 2, 2}, E120, "x");
  assert_string_equal(session_fixture_messages(f), "a.mo:1:3: error E120: x\n"
                                                   "    1 | ab\n"
                                                   "      |   ^\n");
}

static void tabs_and_wide_characters_line_up(void **state)
{
  SessionFixture *f = *state;
  int source = session_fixture_source(f, "\ta\t\xC3\xBC = b");
  diagnostic_error(f->s, (Span){source, 8, 9}, E120, "x");
  assert_string_equal(session_fixture_messages(f),
                      "a.mo:1:8: error E120: x\n"
                      "    1 |     a   \xC3\xBC = b\n"
                      "      |             ^\n");
}

static void nothing_harmful_reaches_the_terminal(void **state)
{
  SessionFixture *f = *state;
  int source = session_add_source(f->s, "a\033.mo",
                                  "a\033[2J\0b\x7F\xFF\xC2\x9B"
                                  "\xE2\x80\xAEz",
                                  15);
  diagnostic_error(f->s, (Span){source, 0, 1}, E120, "bell \a");
  assert_string_equal(session_fixture_messages(f),
                      "a?.mo:1:1: error E120: bell ?\n"
                      "    1 | a?[2J?b????z\n"
                      "      | ^\n");
}

static void long_lines_are_cut_around_the_caret(void **state)
{
  SessionFixture *f = *state;
  char line[1001];
  memset(line, '.', 1000);
  line[1000] = 0;
  line[500] = 'X';
  int source = session_fixture_source(f, line);
  diagnostic_error(f->s, (Span){source, 500, 503}, E120, "x");
  const char *text = session_fixture_messages(f);
  const char *quote = strchr(text, '|');
  const char *mark = strchr(quote + 1, '|');
  ptrdiff_t shown = strchr(quote, '\n') - quote;
  assert_true(shown > 80 && shown < 120);
  assert_int_equal(strchr(quote, 'X') - quote, strchr(mark, '^') - mark);
  assert_non_null(strstr(mark, "^~~\n"));
  assert_memory_equal(quote, "| ...", 5);
}

static void colours_are_set_when_asked_for(void **state)
{
  SessionFixture *f = *state;
  f->s->color = COLOR_ALWAYS;
  diagnostic_error(f->s, NO_SPAN, E502, "none");
  assert_string_equal(session_fixture_messages(f),
                      "\033[1;31merror E502:\033[0m none\n");
}

static void a_stream_that_is_no_terminal_has_no_colours(void **state)
{
  SessionFixture *f = *state;
  f->s->color = COLOR_AUTO;
  FILE *text = f->s->messages;
  FILE *file = tmpfile();
  assert_non_null(file);
  f->s->messages = file;
  diagnostic_error(f->s, NO_SPAN, E502, "none");
  diagnostic_flush(f->s);
  rewind(file);
  char line[80];
  assert_non_null(fgets(line, sizeof line, file));
  assert_string_equal(line, "error E502: none\n");
  f->s->messages = text;
  fclose(file);
}

static void the_hundredth_error_is_the_last_one_printed(void **state)
{
  SessionFixture *f = *state;
  for (int i = 1; i <= 150; i++) {
    diagnostic_error(f->s, NO_SPAN, E502, "number %d", i);
  }
  diagnostic_warning(f->s, NO_SPAN, W201, "after all");
  const char *text = session_fixture_messages(f);
  assert_int_equal(f->s->n_errors, 150);
  assert_int_equal(f->s->n_diagnostics, 151);
  assert_non_null(strstr(text, "number 100\n"));
  assert_null(strstr(text, "number 101\n"));
  assert_null(strstr(text, "after all"));
  assert_non_null(strstr(text, "note: 100 errors"));
}

static void quiet_means_no_warnings(void **state)
{
  SessionFixture *f = *state;
  f->s->quiet = true;
  diagnostic_warning(f->s, NO_SPAN, W201, "w");
  diagnostic_error(f->s, NO_SPAN, E502, "e");
  assert_string_equal(session_fixture_messages(f), "error E502: e\n");
  assert_int_equal(f->s->n_diagnostics, 2);
}

static void warnings_are_switched_off_by_code(void **state)
{
  SessionFixture *f = *state;
  f->s->silent[diagnostic_code_find("W201")] = true;
  Diagnostic *d = diagnostic_warning(f->s, NO_SPAN, W201, "gone");
  diagnostic_note(f->s, d, NO_SPAN, "with its note");
  diagnostic_warning(f->s, NO_SPAN, W220, "there");
  assert_string_equal(session_fixture_messages(f), "warning W220: there\n");
  assert_int_equal(f->s->n_diagnostics, 1);
  assert_int_equal(diagnostic_code_find("W999"), N_DIAGNOSTIC_CODES);
}

static void every_code_has_its_name_and_title(void **state)
{
  (void)state;
  assert_string_equal(diagnostic_code_name(E301), "E301");
  assert_string_equal(diagnostic_code_name(W401), "W401");
  for (int i = 0; i < N_DIAGNOSTIC_CODES; i++) {
    const char *name = diagnostic_code_name((DiagnosticCode)i);
    assert_int_equal(strlen(name), 4);
    assert_true(name[0] == 'E' || name[0] == 'W');
    assert_true(strlen(diagnostic_code_title((DiagnosticCode)i)) > 5);
  }
}

int main(void)
{
#define TEST(f)                                                                \
  cmocka_unit_test_setup_teardown(f, session_fixture_set_up,                   \
                                  session_fixture_tear_down)
  const struct CMUnitTest tests[] = {
      TEST(an_error_shows_line_and_caret),
      TEST(it_waits_for_its_notes),
      TEST(the_next_one_pushes_it_out),
      TEST(a_span_is_marked_on_its_first_line_only),
      TEST(the_end_of_the_text_has_a_caret),
      TEST(tabs_and_wide_characters_line_up),
      TEST(nothing_harmful_reaches_the_terminal),
      TEST(long_lines_are_cut_around_the_caret),
      TEST(colours_are_set_when_asked_for),
      TEST(a_stream_that_is_no_terminal_has_no_colours),
      TEST(the_hundredth_error_is_the_last_one_printed),
      TEST(quiet_means_no_warnings),
      TEST(warnings_are_switched_off_by_code),
      TEST(every_code_has_its_name_and_title),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
