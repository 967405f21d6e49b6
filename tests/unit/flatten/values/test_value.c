/* test_value.c: making, reading, ranges, constants and what goes together. */
#include "test.h"

#include "value_fixture.h"

static Value *construct(ValueFixture *f, Value *a, Value *b)
{
  Value *item[] = {a, b};
  return value_construct(&f->t, NO_SPAN, item, 2);
}

static Value *range(ValueFixture *f, Value *first, Value *step, Value *stop)
{
  return value_range(&f->t, NO_SPAN, first, step, stop);
}

static Value *integers(ValueFixture *f, int first, int step, int stop)
{
  return range(f, value_fixture_integer(f, first),
               value_fixture_integer(f, step), value_fixture_integer(f, stop));
}

static void test_reading(void **state)
{
  ValueFixture *f = *state;
  assert_value(f, f->x, "Real[3]: x1, x2, x3");
  assert_value(f, f->a, "Real[2, 2]: a1, a2, a3, a4");
  assert_value(f, f->i, "Integer: ii");
  assert_true(value_is_scalar(f->i));
  assert_false(value_is_scalar(f->x));
  assert_value(f, value_element(&f->t, f->a, 1, 1), "Real[2]: a3, a4");
  assert_value(f, value_element(&f->t, f->a, 2, 3), "Real: a4");
  assert_int_equal(f->x->variability, FLAT_CONTINUOUS);
}

static void test_scalar(void **state)
{
  ValueFixture *f = *state;
  assert_non_null(value_scalar(&f->t, f->i));
  assert_null(value_scalar(&f->t, NULL));
  assert_null(value_scalar(&f->t, f->x));
  assert_null(value_scalar(&f->t, value_fixture_record(f, 1)));
  const char *text = session_fixture_messages(f->f);
  assert_non_null(
      strstr(text, "E213: a scalar is needed here, this is Real[3]"));
  assert_non_null(strstr(text, "E204: a scalar is needed here, this is the "
                               "record R"));
}

static void test_construct(void **state)
{
  ValueFixture *f = *state;
  Value *mixed = construct(f, value_fixture_integer(f, 1), f->p);
  assert_value(f, mixed, "Real[2]: 1.0, pp");
  assert_int_equal(mixed->variability, FLAT_PARAMETER);
  assert_value(f, construct(f, f->x, f->x),
               "Real[2, 3]: x1, x2, x3, x1, x2, x3");
  assert_value(
      f, construct(f, value_fixture_record(f, 1), value_fixture_record(f, 2)),
      "R[2]: re Real[2]: 1.0, 2.0; k Integer[2, 2]: 1, -1, 2, -2;");
  assert_null(construct(f, NULL, f->x));
  assert_int_equal(f->f->s->n_errors, 0);
}

static void test_construct_refused(void **state)
{
  ValueFixture *f = *state;
  assert_refused(f, construct(f, f->x, f->a),
                 "E213: the elements of the array differ in size: Real[3] and "
                 "Real[2, 2]");
  assert_refused(f, construct(f, f->p, f->b),
                 "E204: the elements of the array differ in type: Real and "
                 "Boolean");
}

static void test_construct_nothing(void **state)
{
  ValueFixture *f = *state;
  static const int zero[] = {0};
  Value *none = value_construct(&f->t, NO_SPAN, NULL, 0);
  Value *reals =
      value_uniform(&f->t, NO_SPAN, types_real(&f->t, NO_SPAN, 0), 1, zero);
  assert_true(none->is_untyped);
  assert_value(f, value_bind(&f->t, none, reals, "the value of", "it"),
               "Real[0]:");
  assert_value(f, construct(f, none, reals), "Real[2, 0]:");
  assert_refused(f, value_bind(&f->t, none, f->x, "the value of", "it"),
                 "the value of 'it' must be Real[3], this is Integer[0]");
}

static void test_range(void **state)
{
  ValueFixture *f = *state;
  assert_value(f, range(f, value_fixture_integer(f, 1), NULL, f->n),
               "Integer[2]: 1, 2");
  assert_value(f, integers(f, 1, 3, 9), "Integer[3]: 1, 4, 7");
  assert_value(f, integers(f, 3, -1, 1), "Integer[3]: 3, 2, 1");
  assert_value(f, integers(f, 3, 1, 1), "Integer[0]:");
  assert_value(f,
               range(f, value_fixture_real(f, 1), value_fixture_real(f, 1.5),
                     value_fixture_real(f, 5.5)),
               "Real[4]: 1.0, 2.5, 4.0, 5.5");
  assert_value(
      f, range(f, value_fixture_real(f, 2.7), NULL, value_fixture_real(f, 6.8)),
      "Real[5]: 2.7, 3.7, 4.7, 5.7, 6.7");
  assert_value(
      f,
      range(f, value_fixture_integer(f, 1), NULL, value_fixture_real(f, 2.5)),
      "Real[2]: 1.0, 2.0");
  assert_value(f, value_all_of_boolean(&f->t, NO_SPAN),
               "Boolean[2]: false, true");
  assert_value(f,
               range(f, value_fixture_boolean(f, true), NULL,
                     value_fixture_boolean(f, true)),
               "Boolean[1]: true");
}

static void test_range_of_enumeration(void **state)
{
  ValueFixture *f = *state;
  const FlatEnumeration *color = value_fixture_enumeration(f);
  Value *all = value_all_of_enumeration(&f->t, NO_SPAN, color);
  assert_value(f, all, "Color[3]: Color.red, Color.green, Color.blue");
  assert_value(f,
               range(f, value_element(&f->t, all, 1, 1), NULL,
                     value_element(&f->t, all, 1, 2)),
               "Color[2]: Color.green, Color.blue");
}

static void test_range_refused(void **state)
{
  ValueFixture *f = *state;
  Value *one = value_fixture_integer(f, 1);
  assert_refused(f, integers(f, 1, 0, 2), "the step of a range must not be 0");
  assert_refused(f, range(f, one, NULL, f->b),
                 "the ends of the range differ in type: Integer and Boolean");
  assert_refused(f, range(f, one, NULL, f->i), "E205: a value known at");
  assert_refused(f, range(f, one, NULL, value_fixture_real(f, 1e300)), "E214");
  assert_refused(f, integers(f, 1, 1, 2000000000),
                 "a range of 2000000000 elements is too large");
  assert_refused(f,
                 range(f, value_fixture_string(f, "a"), NULL,
                       value_fixture_string(f, "b")),
                 "a range cannot be of Strings");
}

static void test_unify(void **state)
{
  ValueFixture *f = *state;
  Value *a = value_fixture_digits(f, "123"), *b = f->x;
  assert_true(value_unify(&f->t, NO_SPAN, "the sides", &a, &b));
  assert_value(f, a, "Real[3]: 1.0, 2.0, 3.0");
  assert_ptr_equal(b, f->x);
  a = f->x;
  b = value_fixture_digits(f, "12");
  assert_false(value_unify(&f->t, NO_SPAN, "the sides", &a, &b));
  assert_refused(f, NULL,
                 "E213: the sides differ in size: Real[3] and "
                 "Integer[2]");
  a = f->p;
  b = f->b;
  assert_false(value_unify(&f->t, NO_SPAN, "the sides", &a, &b));
  assert_refused(f, NULL, "E204: the sides differ in type: Real and Boolean");
}

static void test_unify_records(void **state)
{
  ValueFixture *f = *state;
  Value *a = value_fixture_record(f, 1), *b = value_fixture_record(f, 2);
  /* the same fields in another order, Integer in place of Real */
  RecordType other = {.name = session_name(f->f->s, "S"),
                      .field =
                          (Name[]){a->record->field[1], a->record->field[0]},
                      .n_fields = 2};
  Value *field[] = {b->field[1], value_fixture_integer(f, 7)};
  b = value_record(&f->t, NO_SPAN, &other, 0, NULL, field);
  assert_true(value_unify(&f->t, NO_SPAN, "the sides", &a, &b));
  assert_value(f, b, "R: re Real: 7.0; k Integer[2]: 2, -2;");
  field[0] = f->i;
  b = value_record(&f->t, NO_SPAN, &other, 0, NULL, field);
  assert_false(value_unify(&f->t, NO_SPAN, "the sides", &a, &b));
  b = f->p;
  assert_false(value_unify(&f->t, NO_SPAN, "the parts", &a, &b));
  assert_refused(f, NULL, "the parts differ in type: R and Real");
}

static void test_bind(void **state)
{
  ValueFixture *f = *state;
  Value *digits = value_fixture_digits(f, "456");
  assert_value(f, value_bind(&f->t, digits, f->x, "the value of", "it"),
               "Real[3]: 4.0, 5.0, 6.0");
  assert_refused(f, value_bind(&f->t, f->p, f->i, "the value of", "n"),
                 "E204: the value of 'n' must be an Integer, this is a Real");
  assert_refused(f, value_bind(&f->t, f->p, f->x, "the value of", "x"),
                 "E213: the value of 'x' must be Real[3], this is Real");
  assert_null(value_bind(&f->t, NULL, f->x, "the value of", "it"));
}

static void test_constant(void **state)
{
  ValueFixture *f = *state;
  int64_t i;
  int size;
  assert_true(value_integer(&f->t, f->n, &i));
  assert_int_equal(i, 2);
  assert_false(value_integer(&f->t, f->p, &i));
  assert_refused(f, NULL, "an Integer is needed here, this is a Real");
  assert_value(f, value_constant(&f->t, construct(f, f->n, f->n)),
               "Integer[2]: 2, 2");
  assert_null(value_constant(&f->t, f->x));
  assert_false(value_size(&f->t, value_fixture_integer(f, -1), &size));
  assert_refused(f, NULL, "must not be negative, this is -1");
  assert_false(value_size(&f->t, value_fixture_integer(f, 2000000000), &size));
  assert_refused(f, NULL, "the size 2000000000 is too large");
}

static void test_count(void **state)
{
  ValueFixture *f = *state;
  assert_int_equal(value_count(&f->t, NO_SPAN, 0, NULL), 1);
  assert_int_equal(value_count(&f->t, NO_SPAN, 2, (int[]){1000000, 0}), 0);
  assert_int_equal(
      value_count(&f->t, NO_SPAN, 3, (int[]){100000, 100000, 100000}), -1);
  assert_refused(f, NULL,
                 "E214: an array of 1000000000000000 elements is too large");
}

static void test_large_is_cheap(void **state)
{
  ValueFixture *f = *state;
  int dim = 5000000;
  size_t before = arena_used(f->f->s->instance_arena);
  FlatVar real = {.type = FLAT_REAL, .variability = FLAT_CONTINUOUS};
  Value *v = value_variables(&f->t, NO_SPAN, (FlatVarId){0}, 1, &real, 1, &dim);
  assert_int_equal(v->n_elements, 5000000);
  v = integers(f, 1, 1, 5000000);
  assert_int_equal(value_at(&f->t, v, 4999999)->integer, 5000000);
  assert_true(arena_used(f->f->s->instance_arena) - before < 2000);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      value_test(test_reading),
      value_test(test_scalar),
      value_test(test_construct),
      value_test(test_construct_refused),
      value_test(test_construct_nothing),
      value_test(test_range),
      value_test(test_range_of_enumeration),
      value_test(test_range_refused),
      value_test(test_unify),
      value_test(test_unify_records),
      value_test(test_bind),
      value_test(test_constant),
      value_test(test_count),
      value_test(test_large_is_cheap),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
