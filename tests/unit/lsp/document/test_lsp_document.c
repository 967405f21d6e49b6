/* test_lsp_document.c: places of the protocol, changes of a text, URIs. */
#include "test.h"

#include "lsp/document/lsp_document.h"

/* "aé" LF, "😀x" CR LF, an empty line CR, "z" */
static const char mixed[] = "a\xC3\xA9\n\xF0\x9F\x98\x80x\r\n\rz";

static size_t offset_in(const char *text, int line, int unit)
{
  return lsp_offset(text, strlen(text), (LspPlace){line, unit});
}

static void a_character_outside_of_the_first_plane_is_two_units(void **state)
{
  (void)state;
  assert_int_equal(lsp_units("", 0), 0);
  assert_int_equal(lsp_units("ab", 2), 2);
  assert_int_equal(lsp_units("\xC3\xA9", 2), 1);
  assert_int_equal(lsp_units("\xE2\x82\xAC", 3), 1);
  assert_int_equal(lsp_units("\xF0\x9F\x98\x80", 4), 2);
  assert_int_equal(lsp_units("\xFF"
                             "a\x80",
                             3),
                   3); /* no UTF-8 */
}

static void places_count_units_and_lines_of_any_end(void **state)
{
  (void)state;
  assert_int_equal(offset_in(mixed, 0, 0), 0);
  assert_int_equal(offset_in(mixed, 0, 2), 3); /* after the e with accent */
  assert_int_equal(offset_in(mixed, 1, 0), 4);
  assert_int_equal(offset_in(mixed, 1, 2), 8); /* after the pair */
  assert_int_equal(offset_in(mixed, 1, 3), 9);
  assert_int_equal(offset_in(mixed, 2, 0), 11); /* CR LF is one end */
  assert_int_equal(offset_in(mixed, 3, 0), 12); /* CR alone is one too */
  assert_int_equal(offset_in(mixed, 3, 1), 13);
}

static void a_place_in_a_pair_is_before_it(void **state)
{
  (void)state;
  assert_int_equal(offset_in(mixed, 1, 1), 4);
}

static void places_beyond_the_end_mean_the_end(void **state)
{
  (void)state;
  assert_int_equal(offset_in(mixed, 0, 99), 3);
  assert_int_equal(offset_in(mixed, 1, 99), 9);
  assert_int_equal(offset_in(mixed, 2, 5), 11);
  assert_int_equal(offset_in(mixed, 4, 0), 13);
  assert_int_equal(offset_in(mixed, INT32_MAX, INT32_MAX), 13);
  assert_int_equal(offset_in("", 0, 0), 0);
  assert_int_equal(offset_in("", 3, 3), 0);
  assert_int_equal(offset_in("a\n", 1, 7), 2);
}

/* Each character begins at a place of its own, and is found there again. */
static void offsets_become_places_and_come_back(void **state)
{
  (void)state;
  static const size_t begins[] = {0, 1, 3, 4, 8, 9, 11, 12, 13};
  Arena *arena = arena_create("test");
  LspLines lines = lsp_lines(arena, mixed, strlen(mixed));
  assert_int_equal(lines.n, 4);
  for (size_t k = 0; k < sizeof begins / sizeof begins[0]; k++) {
    LspPlace place = lsp_place(&lines, begins[k]);
    assert_int_equal(lsp_offset(mixed, strlen(mixed), place), begins[k]);
  }
  LspPlace last = lsp_place(&lines, 13);
  assert_int_equal(last.line, 3);
  assert_int_equal(last.unit, 1);
  arena_destroy(arena);
}

static void offsets_within_a_character_or_a_line_end_are_before_it(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  LspLines lines = lsp_lines(arena, mixed, strlen(mixed));
  LspPlace in_character = lsp_place(&lines, 2), in_end = lsp_place(&lines, 10);
  assert_int_equal(in_character.line, 0);
  assert_int_equal(in_character.unit, 1);
  assert_int_equal(in_end.line, 1);
  assert_int_equal(in_end.unit, 3);
  arena_destroy(arena);
}

/* --- changes --- */

typedef struct Change {
  Arena *arena;
  LspDocument *document;
} Change;

static int set_up(void **state)
{
  Change *c = calloc(1, sizeof *c);
  c->arena = arena_create("test");
  c->document = lsp_document_open("file:///a/M.mo", mixed, strlen(mixed), 1);
  *state = c;
  return 0;
}

static int tear_down(void **state)
{
  Change *c = *state;
  lsp_document_close(c->document);
  arena_destroy(c->arena);
  free(c);
  return 0;
}

static bool change(Change *c, const char *json, size_t most)
{
  return lsp_document_change(c->document,
                             json_read(c->arena, json, strlen(json)), most);
}

#define RANGE(line, unit, last, end)                                           \
  "\"range\":{\"start\":{\"line\":" #line ",\"character\":" #unit              \
  "},\"end\":{\"line\":" #last ",\"character\":" #end "}}"

static void a_range_is_replaced(void **state)
{
  Change *c = *state;
  assert_true(change(c, "{" RANGE(1, 0, 1, 2) ",\"text\":\"b\\n\"}", 100));
  assert_string_equal(c->document->text, "a\xC3\xA9\nb\nx\r\n\rz");
  assert_int_equal(c->document->length, strlen(c->document->text));
  assert_int_equal(c->document->last_edit, 4);
}

static void text_is_added_at_the_end_and_lines_are_joined(void **state)
{
  Change *c = *state;
  assert_true(change(c, "{" RANGE(9, 0, 9, 0) ",\"text\":\"!\"}", 100));
  assert_true(change(c, "{" RANGE(0, 2, 1, 0) ",\"text\":\"\"}", 100));
  assert_string_equal(c->document->text, "a\xC3\xA9\xF0\x9F\x98\x80x\r\n\rz!");
}

static void without_a_range_the_whole_text_is_replaced(void **state)
{
  Change *c = *state;
  assert_true(change(c, "{\"text\":\"new\"}", 100));
  assert_string_equal(c->document->text, "new");
  assert_true(change(c, "{\"range\":null,\"text\":\"\"}", 100));
  assert_string_equal(c->document->text, "");
}

static void what_is_no_change_leaves_the_text(void **state)
{
  static const char *const wrong[] = {
      "{}",
      "[]",
      "{\"text\":5}",
      "{\"range\":5,\"text\":\"x\"}",
      "{\"range\":{\"start\":{\"line\":0}},\"text\":\"x\"}",
      "{" RANGE(-1, 0, 0, 0) ",\"text\":\"x\"}",
      "{" RANGE(0, 1.5, 0, 2) ",\"text\":\"x\"}",
      "{" RANGE(1, 0, 0, 0) ",\"text\":\"backward\"}",
      "{" RANGE(0, 99999999999, 0, 99999999999) ",\"text\":\"x\"}"};
  Change *c = *state;
  for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++)
    assert_false(change(c, wrong[k], 100));
  assert_false(lsp_document_change(c->document, NULL, 100));
  assert_string_equal(c->document->text, mixed);
}

static void a_text_does_not_grow_beyond_its_limit(void **state)
{
  Change *c = *state;
  assert_false(change(c, "{\"text\":\"12345678\"}", 7));
  assert_true(change(c, "{\"text\":\"1234567\"}", 7));
  assert_false(change(c, "{" RANGE(0, 0, 0, 1) ",\"text\":\"ab\"}", 7));
  assert_true(change(c, "{" RANGE(0, 0, 0, 2) ",\"text\":\"ab\"}", 7));
  assert_string_equal(c->document->text, "ab34567");
}

static void of_each_class_the_last_facts_are_kept(void **state)
{
  Change *c = *state;
  lsp_document_learn(c->document, "M\t1\t1\t0\t0\nx\t\tstate\n", 19);
  lsp_document_learn(c->document, "M.N\t2", 5);
  lsp_document_learn(c->document, "M\t3", 3);
  assert_int_equal(c->document->n_facts, 2);
  assert_string_equal(c->document->fact[0], "M\t3");
  assert_string_equal(c->document->fact[1], "M.N\t2");
}

/* --- URIs --- */

static void a_file_uri_is_a_path(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  assert_string_equal(lsp_path_of_uri(arena, "file:///a/b%20c.mo"),
                      "/a/b c.mo");
  assert_string_equal(lsp_path_of_uri(arena, "file://host/a.mo"), "/a.mo");
  assert_string_equal(lsp_path_of_uri(arena, "file:///%C3%A9%2fx"),
                      "/\xC3\xA9/x");
  assert_string_equal(lsp_path_of_uri(arena, "file:///100%"), "/100%");
  assert_string_equal(lsp_path_of_uri(arena, "file:///%4"), "/%4");
  assert_string_equal(lsp_path_of_uri(arena, "untitled:Untitled-1"),
                      "untitled:Untitled-1");
  assert_null(lsp_path_of_uri(arena, "file:///a%00b"));
  assert_null(lsp_path_of_uri(arena, "file://"));
  arena_destroy(arena);
}

static void a_path_comes_back_from_its_uri(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  const char *path = "/no such folder/\xC3\xA9#?%25.mo";
  const char *uri = lsp_uri_of_path(arena, path);
  assert_string_equal(uri, "file:///no%20such%20folder/%C3%A9%23%3F%2525.mo");
  assert_string_equal(lsp_path_of_uri(arena, uri), path);
  arena_destroy(arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_character_outside_of_the_first_plane_is_two_units),
      cmocka_unit_test(places_count_units_and_lines_of_any_end),
      cmocka_unit_test(a_place_in_a_pair_is_before_it),
      cmocka_unit_test(places_beyond_the_end_mean_the_end),
      cmocka_unit_test(offsets_become_places_and_come_back),
      cmocka_unit_test(offsets_within_a_character_or_a_line_end_are_before_it),
      cmocka_unit_test_setup_teardown(a_range_is_replaced, set_up, tear_down),
      cmocka_unit_test_setup_teardown(
          text_is_added_at_the_end_and_lines_are_joined, set_up, tear_down),
      cmocka_unit_test_setup_teardown(
          without_a_range_the_whole_text_is_replaced, set_up, tear_down),
      cmocka_unit_test_setup_teardown(what_is_no_change_leaves_the_text, set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(a_text_does_not_grow_beyond_its_limit,
                                      set_up, tear_down),
      cmocka_unit_test_setup_teardown(of_each_class_the_last_facts_are_kept,
                                      set_up, tear_down),
      cmocka_unit_test(a_file_uri_is_a_path),
      cmocka_unit_test(a_path_comes_back_from_its_uri),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
