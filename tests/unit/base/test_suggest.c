/* test_suggest.c: which known name a misspelt one stands for. */
#include "test.h"

#include "base/suggest.h"
#include "session_fixture.h"

static const char *const known[] = {
    "length",   "level", "x",        "y",   "sin",   "asin",   "Real",
    "velocity", "vel",   "pressure", "phi", "alpha", "xi_max", NULL};

static const char *best(const char *wanted)
{
  SessionFixture *f = session_fixture_create();
  Suggestion near = suggest_for(f->s, wanted);
  for (int i = 0; known[i]; i++) suggest_offer(&near, known[i]);
  const char *found = near.best ? near.best : "";
  session_fixture_destroy(f);
  return found;
}

static void test_near(void **state)
{
  (void)state;
  assert_string_equal(best("lenght"), "length");
  assert_string_equal(best("Length"), "length");
  assert_string_equal(best("sinn"), "sin");
  assert_string_equal(best("real"), "Real");
  assert_string_equal(best("velocty"), "velocity");
  assert_string_equal(best("X"), "x");
  assert_string_equal(best("presure"), "pressure");
  assert_string_equal(best("fi"), "phi");
  assert_string_equal(best("Alfa"), "alpha");
  assert_string_equal(best("ksi_max"), "xi_max");
}

static void test_far(void **state)
{
  (void)state;
  assert_string_equal(best("z"), "");
  assert_string_equal(best("temperature"), "");
  assert_string_equal(best("cos"), "");
  assert_string_equal(best("fo"), ""); /* not phi */
  assert_string_equal(best("ti"), "");
  assert_string_equal(best("ks"), ""); /* not x */
  assert_string_equal(best(""), "");
  assert_string_equal(best("length"), ""); /* the name itself does not help */
}

static void test_long_names(void **state)
{
  (void)state;
  char name[200];
  memset(name, 'a', sizeof name - 1);
  name[sizeof name - 1] = 0;
  assert_string_equal(best(name), "");
}

static void test_text(void **state)
{
  (void)state;
  SessionFixture *f = session_fixture_create();
  Suggestion near = suggest_for(f->s, "lenght");
  assert_string_equal(suggest_text(f->s, &near), "");
  suggest_offer(&near, "length");
  assert_string_equal(suggest_text(f->s, &near), "; did you mean 'length'?");
  session_fixture_destroy(f);
}

/* What is near comes first; few members are listed, many are not. */
static void test_member_text(void **state)
{
  (void)state;
  SessionFixture *f = session_fixture_create();
  Suggestion near = suggest_for(f->s, "port");
  assert_string_equal(suggest_member_text(f->s, &near), "");
  suggest_offer(&near, "a");
  suggest_offer(&near, "b");
  assert_string_equal(suggest_member_text(f->s, &near), "; it has a, b");
  for (int k = 0; k < 7; k++) suggest_offer(&near, "other");
  assert_string_equal(suggest_member_text(f->s, &near), "");
  suggest_offer(&near, "ports");
  assert_string_equal(suggest_member_text(f->s, &near),
                      "; did you mean 'ports'?");
  session_fixture_destroy(f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_near),        cmocka_unit_test(test_far),
      cmocka_unit_test(test_long_names),  cmocka_unit_test(test_text),
      cmocka_unit_test(test_member_text),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
