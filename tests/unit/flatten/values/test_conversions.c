/* test_conversions.c: enumerations to and from Integers, String(). */
#include "test.h"

#include "value_fixture.h"

#include "flatten/values/conversions.h"

static Value *text_of(ValueFixture *f, const Value *v, StringFormat format)
{
  return conversion_to_string(&f->t, NO_SPAN, v, &format);
}

static void test_enumeration(void **state)
{
  ValueFixture *f = *state;
  const FlatEnumeration *color = value_fixture_enumeration(f);
  Value *all = value_all_of_enumeration(&f->t, NO_SPAN, color);
  assert_value(f, conversion_literal(&f->t, NO_SPAN, color, 2),
               "Color: Color.green");
  assert_int_equal(conversion_ordinal(color, session_name(f->f->s, "blue")), 3);
  assert_int_equal(conversion_ordinal(color, session_name(f->f->s, "grey")), 0);
  assert_value(f, conversion_to_integer(&f->t, NO_SPAN, all),
               "Integer[3]: 1, 2, 3");
  assert_value(f, conversion_to_enumeration(&f->t, NO_SPAN, color, f->n),
               "Color: Color.green");
  assert_value(f,
               conversion_to_enumeration(&f->t, NO_SPAN, color,
                                         value_fixture_digits(f, "31")),
               "Color[2]: Color.blue, Color.red");
}

static void test_enumeration_refused(void **state)
{
  ValueFixture *f = *state;
  const FlatEnumeration *color = value_fixture_enumeration(f);
  assert_refused(f,
                 conversion_to_enumeration(&f->t, NO_SPAN, color,
                                           value_fixture_integer(f, 4)),
                 "E215: 'Color' has the ordinals 1 to 3, not 4");
  assert_refused(f, conversion_to_enumeration(&f->t, NO_SPAN, color, f->p),
                 "E204: 'Color' needs an Integer, this is a Real");
  assert_refused(f, conversion_to_integer(&f->t, NO_SPAN, f->p),
                 "E204: 'Integer' needs an enumeration, this is a Real");
}

static void test_string(void **state)
{
  ValueFixture *f = *state;
  const FlatEnumeration *color = value_fixture_enumeration(f);
  StringFormat plain = {0};
  assert_value(f, text_of(f, f->n, plain), "String: \"2\"");
  assert_value(f, text_of(f, value_fixture_real(f, 12.3456789), plain),
               "String: \"12.3457\"");
  assert_value(f, text_of(f, value_fixture_real(f, 1e-10), plain),
               "String: \"1e-10\"");
  assert_value(f, text_of(f, value_fixture_boolean(f, true), plain),
               "String: \"true\"");
  assert_value(f,
               text_of(f, conversion_literal(&f->t, NO_SPAN, color, 1), plain),
               "String: \"red\"");
}

static void test_string_options(void **state)
{
  ValueFixture *f = *state;
  StringFormat wide = {.minimum_length = value_fixture_integer(f, 4)};
  StringFormat right = {.minimum_length = value_fixture_integer(f, 6),
                        .left_justified = value_fixture_boolean(f, false)};
  StringFormat digits = {.significant_digits = value_fixture_integer(f, 3)};
  assert_value(f, text_of(f, f->n, wide), "String: \"2   \"");
  assert_value(f, text_of(f, value_fixture_boolean(f, true), right),
               "String: \"  true\"");
  assert_value(f, text_of(f, value_fixture_real(f, 3.14159), digits),
               "String: \"3.14\"");
  assert_refused(f, text_of(f, f->n, digits),
                 "E208: 'significantDigits' is for Reals, this is an Integer");
  wide.minimum_length = value_fixture_integer(f, 100000);
  assert_refused(f, text_of(f, f->n, wide), "E212: a length of 0 to 1000");
}

static StringFormat formatted(ValueFixture *f, const char *text)
{
  return (StringFormat){.format = value_fixture_string(f, text)};
}

static void test_string_format(void **state)
{
  ValueFixture *f = *state;
  Value *x = value_fixture_real(f, 4.5), *k = value_fixture_integer(f, 255);
  assert_value(f, text_of(f, x, formatted(f, ".3f")), "String: \"4.500\"");
  assert_value(f, text_of(f, x, formatted(f, "8.1e")), "String: \" 4.5e+00\"");
  assert_value(f, text_of(f, k, formatted(f, "X")), "String: \"FF\"");
  assert_value(f, text_of(f, k, formatted(f, "-5d")), "String: \"255  \"");
  assert_value(f, text_of(f, k, formatted(f, ".1f")), "String: \"255.0\"");
  assert_value(f, text_of(f, value_fixture_integer(f, 65), formatted(f, "c")),
               "String: \"A\"");
}

static void test_string_refused(void **state)
{
  ValueFixture *f = *state;
  static const char *const wrong[] = {
      "s", "n", "%d", "*d", "99999f", "lld", "", "5.5.5f", "+++++++++f", "f "};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
    assert_null(text_of(f, f->n, formatted(f, wrong[i])));
  assert_int_equal(f->f->s->n_errors, 10);
  assert_refused(f, text_of(f, f->x, (StringFormat){0}), "E213");
  assert_refused(f, text_of(f, f->i, (StringFormat){0}), "E205");
  assert_refused(f, text_of(f, value_fixture_string(f, "a"), (StringFormat){0}),
                 "'String' converts values that are not Strings");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      value_test(test_enumeration),   value_test(test_enumeration_refused),
      value_test(test_string),        value_test(test_string_options),
      value_test(test_string_format), value_test(test_string_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
