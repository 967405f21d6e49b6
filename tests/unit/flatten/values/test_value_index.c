/* test_value_index.c: a[subscripts] of chapter 10.5. */
#include "test.h"

#include "value_fixture.h"

#include "flatten/values/value_index.h"

static Value *index1(ValueFixture *f, const Value *v, const Value *a)
{
  const Value *sub[] = {a};
  return value_index(&f->t, NO_SPAN, v, sub, 1);
}

static Value *index2(ValueFixture *f, const Value *v, const Value *a,
                     const Value *b)
{
  const Value *sub[] = {a, b};
  return value_index(&f->t, NO_SPAN, v, sub, 2);
}

static void test_scalars(void **state)
{
  ValueFixture *f = *state;
  Value *two = value_fixture_integer(f, 2), *one = value_fixture_integer(f, 1);
  assert_value(f, index1(f, f->x, two), "Real: x2");
  assert_value(f, index1(f, f->x, f->n), "Real: x2");
  assert_value(f, index2(f, f->a, two, one), "Real: a3");
  assert_value(f, index1(f, f->a, two), "Real[2]: a3, a4");
}

static void test_slices(void **state)
{
  ValueFixture *f = *state;
  Value *two = value_fixture_integer(f, 2);
  assert_value(f, index2(f, f->a, NULL, two), "Real[2]: a2, a4");
  assert_value(f, index2(f, f->a, two, NULL), "Real[2]: a3, a4");
  assert_value(f, index2(f, f->a, NULL, NULL), "Real[2, 2]: a1, a2, a3, a4");
  assert_value(f, index1(f, f->x, value_fixture_digits(f, "31")),
               "Real[2]: x3, x1");
  assert_value(f, index2(f, f->a, value_fixture_digits(f, "221"), two),
               "Real[3]: a4, a4, a2");
  assert_value(f, index2(f, f->a, value_fixture_digits(f, "1"), NULL),
               "Real[1, 2]: a1, a2");
  assert_value(
      f,
      index1(f, value_fixture_digits(f, "5678"), value_fixture_digits(f, "42")),
      "Integer[2]: 8, 6");
}

static void test_ranges(void **state)
{
  ValueFixture *f = *state;
  Value *one = value_fixture_integer(f, 1);
  Value *three = value_fixture_integer(f, 3);
  Value *down =
      value_range(&f->t, NO_SPAN, three, value_fixture_integer(f, -2), one);
  Value *part = index1(f, f->x, down);
  assert_value(f, part, "Real[2]: x3, x1");
  assert_int_equal(part->kind, VALUE_VARIABLES);
  assert_value(f, index1(f, part, value_fixture_integer(f, 2)), "Real: x1");
  Value *none = value_range(&f->t, NO_SPAN, three, NULL, one);
  assert_value(f, index1(f, f->x, none), "Real[0]:");
  assert_value(f, index2(f, f->a, none, NULL), "Real[0, 2]:");
  assert_value(f, index2(f, f->a, one, none), "Real[0]:");
}

static void test_end(void **state)
{
  ValueFixture *f = *state;
  assert_value(f, value_end(&f->t, NO_SPAN, f->a, 1), "Integer: 2");
  assert_value(f, index1(f, f->x, value_end(&f->t, NO_SPAN, f->x, 0)),
               "Real: x3");
  assert_refused(f, value_end(&f->t, NO_SPAN, f->x, 1),
                 "Real[3] has no dimension 2 for 'end'");
}

static void test_other_types(void **state)
{
  ValueFixture *f = *state;
  const FlatEnumeration *color = value_fixture_enumeration(f);
  Value *all = value_all_of_enumeration(&f->t, NO_SPAN, color);
  assert_value(f, index1(f, f->x, value_element(&f->t, all, 1, 2)), "Real: x3");
  assert_value(f, index1(f, f->x, all), "Real[3]: x1, x2, x3");
  assert_value(f,
               index2(f, f->a, value_fixture_boolean(f, true),
                      value_all_of_boolean(&f->t, NO_SPAN)),
               "Real[2]: a3, a4");
}

static void test_records(void **state)
{
  ValueFixture *f = *state;
  Value *item[] = {value_fixture_record(f, 1), value_fixture_record(f, 2),
                   value_fixture_record(f, 3)};
  Value *v = value_construct(&f->t, NO_SPAN, item, 3);
  assert_value(f, index1(f, v, value_fixture_integer(f, 2)),
               "R: re Real: 2.0; k Integer[2]: 2, -2;");
  assert_value(f, index1(f, v, value_fixture_digits(f, "31")),
               "R[2]: re Real[2]: 3.0, 1.0; k Integer[2, 2]: 3, -3, 1, -1;");
}

static void test_refused(void **state)
{
  ValueFixture *f = *state;
  Value *one = value_fixture_integer(f, 1);
  assert_refused(f, index1(f, f->x, value_fixture_integer(f, 4)),
                 "E215: index 4 is out of bounds: dimension 1 has size 3");
  assert_refused(f, index2(f, f->a, one, value_fixture_integer(f, 0)),
                 "E215: index 0 is out of bounds: dimension 2 has size 2");
  assert_refused(f, index1(f, f->x, value_fixture_digits(f, "19")),
                 "index 9 is out of bounds");
  assert_refused(f, index2(f, f->x, one, one),
                 "E213: 2 subscripts for an array Real[3]");
  assert_refused(f, index1(f, f->p, one),
                 "E213: 1 subscript for the scalar Real");
  assert_refused(f, index1(f, f->x, value_fixture_real(f, 1)),
                 "E204: a subscript must be an Integer, Boolean or "
                 "enumeration, this is a Real");
  assert_refused(f, index1(f, f->x, f->i), "E205: a value known at");
  assert_refused(
      f, index1(f, f->x, f->a),
      "a subscript must be a scalar or a vector, this is Real[2, 2]");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      value_test(test_scalars),     value_test(test_slices),
      value_test(test_ranges),      value_test(test_end),
      value_test(test_other_types), value_test(test_records),
      value_test(test_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
