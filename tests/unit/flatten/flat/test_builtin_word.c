/* test_builtin_word.c: words that are called like functions, by their names. */
#include "test.h"

#include "flatten/flat/builtin_word.h"
#include "session_fixture.h"

static BuiltinWord word_of(const char *first, const char *second)
{
  AstNamePart part[] = {{.ident = first}, {.ident = second}};
  AstReference name = {.part = part, .n_parts = second ? 2 : 1};
  return builtin_word(&name);
}

static void test_words(void **state)
{
  (void)state;
  assert_int_equal(word_of("reinit", NULL), WORD_REINIT);
  assert_int_equal(word_of("cardinality", NULL), WORD_CARDINALITY);
  assert_int_equal(word_of("sin", NULL), WORD_NONE);
  assert_int_equal(word_of("a", "reinit"), WORD_NONE);
}

/* The part in front of the dot counts, all of it. */
static void test_connections(void **state)
{
  (void)state;
  assert_int_equal(word_of("Connections", "root"), WORD_ROOT);
  assert_int_equal(word_of("Connections", "rooted"), WORD_ROOTED);
  assert_int_equal(word_of("Connection", "root"), WORD_NONE);
  assert_int_equal(word_of("Connections2", "root"), WORD_NONE);
  assert_int_equal(word_of("root", NULL), WORD_NONE);
  assert_int_equal(word_of("rooted", NULL), WORD_ROOTED_ALONE);
}

static void test_values(void **state)
{
  (void)state;
  assert_true(builtin_word_has_no_value(WORD_ASSERT));
  assert_true(builtin_word_has_no_value(WORD_NTH_ROOT));
  assert_false(builtin_word_has_no_value(WORD_IN_STREAM));
  assert_false(builtin_word_has_no_value(WORD_NONE));
}

/* Every kind of function is offered where a name is unknown. */
static void test_offers(void **state)
{
  (void)state;
  static const char *const wrong[][2] = {{"sinn", "sin"},
                                         {"noEvents", "noEvent"},
                                         {"linespace", "linspace"},
                                         {"subSamples", "subSample"},
                                         {"inStreams", "inStream"}};
  SessionFixture *f = session_fixture_create();
  for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
    Suggestion near = suggest_for(f->s, wrong[k][0]);
    builtin_word_offer(&near);
    assert_non_null(near.best);
    assert_string_equal(near.best, wrong[k][1]);
  }
  session_fixture_destroy(f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_words),
      cmocka_unit_test(test_connections),
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_offers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
