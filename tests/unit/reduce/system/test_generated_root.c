/* test_generated_root.c: names that the model does not have. */
#include "test.h"

#include "model_text.h"
#include "reduce/system/generated_root.h"

static void expect(const char *declarations, const char *wanted)
{
  char text[200];
  snprintf(text, sizeof text, "model M Real x; %s equation x = time; end M;",
           declarations);
  ModelText *m = model_text_at(text, "lower");
  assert_string_equal(generated_root(m->sys, m->s, "drift"), wanted);
  model_text_free(m);
}

static void test_names(void **state)
{
  (void)state;
  expect("", "drift");
  expect("Real drifting = 1;", "drift"); /* goes on otherwise */
  expect("Real drift = 1;", "drift_2");
  expect("Real drift[2] = {1, 2};", "drift_2");
  expect("Real drift_2 = 1;", "drift_3"); /* after the highest number */
  expect("Real drift = 1; Real drift_2[1] = {2};", "drift_3");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
