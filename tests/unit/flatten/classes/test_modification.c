/* test_modification.c: trees of modifiers and their merge. */
#include "test.h"

#include "flat_fixture.h"
#include "flatten/classes/modification.h"

typedef struct ModifierFixture {
  FlatFixture *f;
  Modifications m;
} ModifierFixture;

/* The modifiers of the components of the only class, by their numbers. */
static ModifierFixture *create(const char *text)
{
  ModifierFixture *t = calloc(1, sizeof *t);
  t->f = flat_fixture_parse(text);
  t->m = modification_create(fault_create(t->f->s));
  return t;
}

static void destroy(ModifierFixture *t)
{
  flat_fixture_destroy(t->f);
  free(t);
}

static Modifier *make(ModifierFixture *t, int element)
{
  const AstElement *e = t->f->ast->class_def[0]->element[element];
  return modification_make(&t->m, e->name, OF_COMPONENT, e->modification,
                           (Context){0});
}

static const Modifier *child(const ModifierFixture *t, const Modifier *from,
                             const char *name)
{
  return modification_find(&t->m, from, session_name(t->f->s, name));
}

static void test_make(void **state)
{
  (void)state;
  ModifierFixture *t =
      create("model M A a(b(start = 1, final k = 2), c.d = 3, c.e = 4); A x;"
             " end M;");
  Modifier *a = make(t, 0);
  assert_int_equal(a->n_children, 2);
  assert_null(a->value);
  assert_int_equal(child(t, child(t, a, "b"), "start")->value->integer, 1);
  assert_true(child(t, child(t, a, "b"), "k")->final);
  assert_int_equal(child(t, child(t, a, "c"), "d")->value->integer, 3);
  assert_int_equal(child(t, child(t, a, "c"), "e")->value->integer, 4);
  assert_null(child(t, a, "d"));
  assert_null(make(t, 1));
  destroy(t);
}

static void test_outer_wins(void **state)
{
  (void)state;
  ModifierFixture *t = create(
      "model M A a(x = 1, y(start = 2)); A b(x = 5, y(min = 3), z = 4) = 7;"
      " end M;");
  Modifier *outer = make(t, 0), *inner = make(t, 1);
  Modifier *both = modification_merge(&t->m, outer, inner);
  assert_int_equal(child(t, both, "x")->value->integer, 1);
  assert_int_equal(child(t, child(t, both, "y"), "start")->value->integer, 2);
  assert_int_equal(child(t, child(t, both, "y"), "min")->value->integer, 3);
  assert_int_equal(child(t, both, "z")->value->integer, 4);
  assert_int_equal(both->value->integer, 7);
  /* what was merged is as it was */
  assert_null(child(t, outer, "z"));
  assert_int_equal(child(t, inner, "x")->value->integer, 5);
  assert_ptr_equal(modification_merge(&t->m, NULL, inner), inner);
  assert_ptr_equal(modification_merge(&t->m, outer, NULL), outer);
  destroy(t);
}

static void test_final(void **state)
{
  (void)state;
  ModifierFixture *t = create("model M A a(x = 1); A b(final x = 5); end M;");
  Modifier *both = modification_merge(&t->m, make(t, 0), make(t, 1));
  assert_int_equal(child(t, both, "x")->value->integer, 5);
  assert_non_null(strstr(flat_fixture_messages(t->f), "E211"));
  destroy(t);
}

static void test_twice(void **state)
{
  (void)state;
  ModifierFixture *t = create("model M A a(x = 1, x = 2); end M;");
  make(t, 0);
  assert_non_null(strstr(flat_fixture_messages(t->f), "modified twice"));
  destroy(t);
}

/* Above a few children an index is used instead of a search. */
static void test_many_children(void **state)
{
  (void)state;
  char text[4000];
  size_t n = (size_t)snprintf(text, sizeof text, "model M A a(");
  for (int i = 0; i < 100; i++) {
    n += (size_t)snprintf(text + n, sizeof text - n, "x%d = %d, ", i, i);
  }
  snprintf(text + n, sizeof text - n, "y = 1); A b(x7 = 0, z = 9); end M;");
  ModifierFixture *t = create(text);
  Modifier *merged = modification_merge(&t->m, make(t, 0), make(t, 1));
  Modifier *again = modification_merge(&t->m, make(t, 1), merged);
  assert_int_equal(merged->n_children, 102);
  assert_int_equal(child(t, merged, "x7")->value->integer, 7);
  assert_int_equal(child(t, again, "x7")->value->integer, 0);
  assert_int_equal(child(t, again, "x99")->value->integer, 99);
  assert_int_equal(child(t, again, "z")->value->integer, 9);
  destroy(t);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_make),          cmocka_unit_test(test_outer_wins),
      cmocka_unit_test(test_final),         cmocka_unit_test(test_twice),
      cmocka_unit_test(test_many_children),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
