/* test_setting.c: arrays and records of --set, as their scalars. */
#include "test.h"

#include "parse/setting.h"

typedef struct Case {
  const char *name, *value;
  const char *expected; /* "name=value" of each scalar, with blanks between */
} Case;

static char *joined(Arena *arena, const SettingList *list)
{
  char *text = arena_copy_text(arena, "", 0);
  for (int i = 0; i < list->n; i++) {
    text = arena_printf(arena, "%s%s%s=%s", text, i ? " " : "",
                        list->item[i].name, list->item[i].value);
  }
  return text;
}

static void values_are_taken_apart(void **state)
{
  (void)state;
  static const Case all[] = {
      {"k", "{1,2}", "k[1]=1 k[2]=2"},
      {"k", " { 1 , -2.5e-3 } ", "k[1]=1 k[2]=-2.5e-3"},
      {"m", "{{1,2},{3,4}}", "m[1,1]=1 m[1,2]=2 m[2,1]=3 m[2,2]=4"},
      {"m[2]", "{3,4}", "m[2,1]=3 m[2,2]=4"},
      {"r", "R(a=1, b={2,3})", "r.a=1 r.b[1]=2 r.b[2]=3"},
      {"r", "Lib.R(s=Lib.S(x=1))", "r.s.x=1"},
      {"c[2]", "R(a=1)", "c[2].a=1"},
      {"s", "{\"a,b\",\"c\\\"d\"}", "s[1]=a,b s[2]=c\"d"},
      {"x", "1.5", "x=1.5"},
      {"s", " any, {text", "s= any, {text"},
      {"s", "\"quoted\"", "s=\"quoted\""}};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
    Arena *arena = arena_create("test");
    SettingList list = {0};
    assert_true(setting_expand(arena, all[i].name, all[i].value, &list));
    assert_string_equal(joined(arena, &list), all[i].expected);
    arena_destroy(arena);
  }
}

static void faults_are_named(void **state)
{
  (void)state;
  static const char *const bad[] = {"{1,,2}", "{}", "{1,}", "R(1,2)"};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    Arena *arena = arena_create("test");
    SettingList list = {0};
    assert_false(setting_expand(arena, "k", bad[i], &list));
    assert_non_null(list.fault);
    arena_destroy(arena);
  }
}

static void depth_is_limited(void **state)
{
  (void)state;
  char deep[201];
  memset(deep, '{', 100);
  memset(deep + 100, '}', 100);
  deep[200] = 0;
  Arena *arena = arena_create("test");
  SettingList list = {0};
  assert_false(setting_expand(arena, "k", deep, &list));
  assert_string_equal(list.fault, "the value is nested too deeply");
  arena_destroy(arena);
}

static void elements_are_recognized(void **state)
{
  (void)state;
  assert_true(setting_is_element("k[1]", "k"));
  assert_true(setting_is_element("m[2,1]", "m[2]"));
  assert_false(setting_is_element("m[21]", "m[2]"));
  assert_false(setting_is_element("kk[1]", "k"));
  assert_false(setting_is_element("k", "k"));
  assert_true(setting_is_compound(" {1}"));
  assert_true(setting_is_compound("R(a=1)"));
  assert_false(setting_is_compound("-(1)"));
  assert_false(setting_is_compound("1e3"));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_are_taken_apart),
      cmocka_unit_test(faults_are_named),
      cmocka_unit_test(depth_is_limited),
      cmocka_unit_test(elements_are_recognized),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
