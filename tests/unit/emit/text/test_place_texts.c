/* test_place_texts.c: the same texts as without keeping any. */
#include "test.h"

#include "emit/text/c_text.h"
#include "emit/text/place_texts.h"
#include "session_fixture.h"

/* Many more than are kept, each several times, in changing company. */
static void test_texts(void **state)
{
  (void)state;
  SessionFixture *f = session_fixture_create();
  char text[2001];
  for (int k = 0; k < 2000; k++) {
    text[k] = "abcdefghij klm\nopqrs"[k % 20];
  }
  text[2000] = '\0';
  int source = session_fixture_source(f, text);
  PlaceTexts *places = place_texts_create(f->s, f->s->session_arena);
  for (int k = 0; k < 20000; k++) {
    int begin = k * 37 % 1000, length = k * 11 % (k % 3 == 0 ? 5 : 400);
    Span span = {source, begin, begin + length};
    const char *wanted = c_text_place(session_scratch(f->s), f->s, span);
    assert_string_equal(place_texts_of(places, span), wanted);
    assert_string_equal(place_texts_of(places, span), wanted);
  }
  assert_string_equal(place_texts_of(places, NO_SPAN), "");
  session_fixture_destroy(f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_texts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
