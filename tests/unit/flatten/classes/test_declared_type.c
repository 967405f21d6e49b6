/* test_declared_type.c: named types as the variables keep them. */
#include "test.h"

#include "model_text.h"

static const char package[] =
    "package P constant Real top = 5; "
    "type Length = Real(final quantity = \"Length\", unit = \"m\") \"long\"; "
    "type Depth = Length(displayUnit = \"cm\", min = -3.5, max = top, "
    "nominal = 10); type Level = enumeration(low \"below\", high); "
    "type Count = Integer(max = 7); type Flag = Boolean; end P; "
    "model M import P.*; Real r; Depth d, e(min = 0); Length l[2]; Level v; "
    "Count n; Flag f; equation r = time; d = r; e = r; l = {r, r}; "
    "v = if f then Level.low else Level.high; n = if f then 1 else 2; "
    "f = time > 1; end M;";

static const SimpleType *type_of(const ModelText *m, const char *name)
{
  return model_text_info(m, name)->attributes->declared_type;
}

static void test_names(void **state)
{
  (void)state;
  ModelText *m = model_text_at(package, "lower");
  assert_null(type_of(m, "r"));
  assert_string_equal(type_of(m, "d")->name, "P.Depth");
  assert_string_equal(type_of(m, "l[1]")->name, "P.Length");
  assert_string_equal(type_of(m, "l[1]")->description, "long");
  assert_ptr_equal(type_of(m, "l[1]"), type_of(m, "l[2]"));
  assert_ptr_equal(type_of(m, "d"), type_of(m, "e"));
  assert_int_equal(type_of(m, "n")->kind, SIMPLE_INTEGER);
  assert_int_equal(type_of(m, "f")->kind, SIMPLE_BOOLEAN);
  model_text_free(m);
}

/* Of the type and its bases; not of the variable; literals only. */
static void test_attributes(void **state)
{
  (void)state;
  ModelText *m = model_text_run(package, "lower");
  const SimpleType *t = type_of(m, "e");
  assert_string_equal(t->quantity, "Length");
  assert_string_equal(t->unit, "m");
  assert_string_equal(t->display_unit, "cm");
  assert_true(t->has_min && t->min == -3.5);
  assert_true(t->has_nominal && t->nominal == 10);
  assert_false(t->has_max);
  assert_true(type_of(m, "n")->has_max && type_of(m, "n")->max == 7);
  model_text_free(m);
}

static void test_literals(void **state)
{
  (void)state;
  ModelText *m = model_text_run(package, "lower");
  const SimpleType *t = type_of(m, "v");
  assert_int_equal(t->kind, SIMPLE_ENUMERATION);
  assert_int_equal(t->n_literals, 2);
  assert_string_equal(t->literal[0].name, "low");
  assert_string_equal(t->literal[0].description, "below");
  assert_string_equal(t->literal[1].name, "high");
  assert_null(t->literal[1].description);
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_names),
                                     cmocka_unit_test(test_attributes),
                                     cmocka_unit_test(test_literals)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
