/* test_source_text.c: lines and columns of byte offsets; UTF-8. */
#include "test.h"

#include "base/source_text.h"
#include "base/text/utf8.h"

static void assert_place(const SourceText *text, int32_t offset, int line,
                         int column)
{
  Place place = source_text_place(text, offset);
  assert_int_equal(place.line, line);
  assert_int_equal(place.column, column);
}

static SourceText *make(Arena *arena, const char *bytes)
{
  return source_text_make(arena, "a.mo", bytes, (int32_t)strlen(bytes));
}

static void lines_and_columns_count_from_one(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  const SourceText *text = make(arena, "ab\ncd\r\n\nx");
  assert_int_equal(text->n_lines, 4);
  assert_place(text, 0, 1, 1);
  assert_place(text, 2, 1, 3); /* the line break ends its own line */
  assert_place(text, 3, 2, 1);
  assert_place(text, 5, 2, 3);
  assert_place(text, 7, 3, 1);
  assert_place(text, 8, 4, 1);
  assert_place(text, 9, 4, 2); /* the end of the file */
  arena_destroy(arena);
}

static void columns_are_characters(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  const SourceText *text = make(arena, "\xC3\xBC\xE2\x82\xAC x");
  assert_place(text, 2, 1, 2);
  assert_place(text, 5, 1, 3);
  assert_place(text, 6, 1, 4);
  arena_destroy(arena);
}

static void a_byte_order_mark_has_no_column(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  const SourceText *text = make(arena, "\xEF\xBB\xBFmodel\nx");
  assert_place(text, 3, 1, 1);
  assert_place(text, 5, 1, 3);
  assert_place(text, 9, 2, 1);
  arena_destroy(arena);
}

static void the_text_is_a_copy_with_a_zero_behind(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  char bytes[] = {'a', 0, 'b', '\n', 'c', '!'};
  const SourceText *text = source_text_make(arena, "a.mo", bytes, 5);
  bytes[0] = 'x';
  assert_memory_equal(text->bytes, "a\0b\nc\0", 6);
  assert_int_equal(text->length, 5);
  assert_int_equal(text->n_lines, 2);
  assert_string_equal(text->path, "a.mo");
  arena_destroy(arena);
}

static void empty_text_has_one_line(void **state)
{
  (void)state;
  Arena *arena = arena_create("test");
  const SourceText *text = make(arena, "");
  assert_int_equal(text->n_lines, 1);
  assert_place(text, 0, 1, 1);
  arena_destroy(arena);
}

static void utf8_is_decoded(void **state)
{
  (void)state;
  uint32_t c;
  assert_int_equal(utf8_decode("a", 1, &c), 1);
  assert_int_equal(c, 'a');
  assert_int_equal(utf8_decode("\xC3\xBC", 2, &c), 2);
  assert_int_equal(c, 0xFC);
  assert_int_equal(utf8_decode("\xE2\x82\xAC", 3, &c), 3);
  assert_int_equal(c, 0x20AC);
  assert_int_equal(utf8_decode("\xF0\x9F\x98\x80", 4, &c), 4);
  assert_int_equal(c, 0x1F600);
}

static void faulty_utf8_is_refused(void **state)
{
  (void)state;
  static const char *const bad[] = {
      "\x80",             /* a continuation alone */
      "\xC3",             /* cut off */
      "\xC3(",            /* not continued */
      "\xC0\xAF",         /* overlong */
      "\xE0\x80\xAF",     /* overlong */
      "\xF0\x80\x80\xAF", /* overlong */
      "\xED\xA0\x80",     /* a surrogate */
      "\xF4\x90\x80\x80", /* above U+10FFFF */
      "\xF5\x80\x80\x80",
      "\xFF",
  };
  uint32_t c;
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    assert_int_equal(utf8_decode(bad[i], strlen(bad[i]), &c), 0);
    assert_int_equal(utf8_valid_prefix(bad[i], strlen(bad[i])), 0);
  }
  assert_int_equal(utf8_decode("", 0, &c), 0);
}

static void the_valid_prefix_ends_at_the_first_fault(void **state)
{
  (void)state;
  const char good[] = "plain text of many bytes, \xC3\xBC and \xE2\x82\xAC";
  assert_int_equal(utf8_valid_prefix(good, sizeof good - 1), sizeof good - 1);
  char text[40];
  for (size_t at = 0; at < sizeof text; at++) {
    memset(text, 'a', sizeof text);
    text[at] = 0;
    assert_int_equal(utf8_valid_prefix(text, sizeof text), at);
    text[at] = '\xFF';
    assert_int_equal(utf8_valid_prefix(text, sizeof text), at);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lines_and_columns_count_from_one),
      cmocka_unit_test(columns_are_characters),
      cmocka_unit_test(a_byte_order_mark_has_no_column),
      cmocka_unit_test(the_text_is_a_copy_with_a_zero_behind),
      cmocka_unit_test(empty_text_has_one_line),
      cmocka_unit_test(utf8_is_decoded),
      cmocka_unit_test(faulty_utf8_is_refused),
      cmocka_unit_test(the_valid_prefix_ends_at_the_first_fault),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
