/* test_array_functions.c: the functions of chapter 10.3 and 10.4. */
#include "test.h"

#include "value_fixture.h"

#include "flatten/values/array_functions.h"

#define MAX_ARGS 4

/* name(args), up to the first NULL. */
static Value *call(ValueFixture *f, const char *name, Value *a, Value *b,
                   Value *c)
{
  ArrayFunction function;
  Value *arg[MAX_ARGS] = {a, b, c, NULL};
  int n_args = 0;
  while (arg[n_args]) n_args++;
  assert_true(array_function_find(name, &function));
  return array_function_call(&f->t, NO_SPAN, function, arg, n_args);
}

static Value *call1(ValueFixture *f, const char *name, Value *a)
{
  return call(f, name, a, NULL, NULL);
}

static Value *call2(ValueFixture *f, const char *name, Value *a, Value *b)
{
  return call(f, name, a, b, NULL);
}

static Value *integer(ValueFixture *f, int i)
{
  return value_fixture_integer(f, i);
}

static Value *digits(ValueFixture *f, const char *text)
{
  return value_fixture_digits(f, text);
}

static Value *zeros(ValueFixture *f, int n, int m)
{
  return call2(f, "zeros", integer(f, n), integer(f, m));
}

static void test_names(void **state)
{
  ValueFixture *f = *state;
  ArrayFunction function;
  assert_false(array_function_find("sin", &function));
  for (ArrayFunction k = 0; k < N_ARRAY_FUNCTIONS; k++) {
    assert_true(array_function_find(array_function_name(k), &function));
    assert_int_equal(function, k);
  }
  assert_string_equal(array_reductions_text(f->f->s),
                      "array, sum, product, min and max");
}

static void test_sizes(void **state)
{
  ValueFixture *f = *state;
  assert_value(f, call1(f, "ndims", f->a), "Integer: 2");
  assert_value(f, call1(f, "ndims", f->p), "Integer: 0");
  assert_value(f, call1(f, "size", zeros(f, 4, 1)), "Integer[2]: 4, 1");
  assert_value(f, call1(f, "size", f->p), "Integer[0]:");
  assert_value(f, call2(f, "size", zeros(f, 4, 1), f->n), "Integer: 1");
  assert_refused(f, call2(f, "size", f->x, integer(f, 2)),
                 "E215: Real[3] has no dimension 2");
  assert_refused(f, call2(f, "size", f->x, f->i), "E205");
}

static void test_conversions(void **state)
{
  ValueFixture *f = *state;
  Value *one = digits(f, "7");
  assert_value(f, call1(f, "scalar", one), "Integer: 7");
  assert_value(f, call1(f, "vector", f->p), "Real[1]: pp");
  assert_value(f, call1(f, "matrix", f->x), "Real[3, 1]: x1, x2, x3");
  assert_value(f, call1(f, "vector", call1(f, "matrix", f->x)),
               "Real[3]: x1, x2, x3");
  assert_value(f, call1(f, "matrix", call2(f, "promote", f->a, integer(f, 4))),
               "Real[2, 2]: a1, a2, a3, a4");
  assert_value(f, call2(f, "promote", f->x, integer(f, 3)),
               "Real[3, 1, 1]: x1, x2, x3");
  assert_refused(f, call1(f, "scalar", f->x),
                 "E213: 'scalar' needs sizes of 1, this is Real[3]");
  assert_refused(f, call1(f, "vector", f->a),
                 "'vector' needs at most one dimension larger than 1, this is "
                 "Real[2, 2]");
  assert_refused(f, call2(f, "promote", f->a, integer(f, 1)),
                 "Real[2, 2] cannot be promoted to 1 dimensions");
}

static void test_constructors(void **state)
{
  ValueFixture *f = *state;
  assert_value(f, call1(f, "identity", f->n), "Integer[2, 2]: 1, 0, 0, 1");
  assert_value(f, call1(f, "diagonal", f->x),
               "Real[3, 3]: x1, 0.0, 0.0, 0.0, x2, 0.0, 0.0, 0.0, x3");
  assert_value(f, zeros(f, 1, 2), "Integer[1, 2]: 0, 0");
  assert_value(f, zeros(f, 0, 3), "Integer[0, 3]:");
  assert_value(f, call1(f, "ones", f->n), "Integer[2]: 1, 1");
  assert_value(f, call(f, "fill", f->p, integer(f, 1), f->n),
               "Real[1, 2]: pp, pp");
  assert_value(f, call2(f, "fill", digits(f, "34"), f->n),
               "Integer[2, 2]: 3, 4, 3, 4");
  assert_value(f, call2(f, "fill", value_fixture_record(f, 3), f->n),
               "R[2]: re Real[2]: 3.0, 3.0; k Integer[2, 2]: 3, -3, 3, -3;");
  assert_value(f,
               call(f, "linspace", integer(f, 1), integer(f, 2), integer(f, 5)),
               "Real[5]: 1.0, 1.25, 1.5, 1.75, 2.0");
  assert_value(f, call(f, "linspace", integer(f, 0), f->p, integer(f, 3)),
               "Real[3]: 0.0, 0 + (pp - 0)*0.5, pp");
}

static void test_constructors_refused(void **state)
{
  ValueFixture *f = *state;
  assert_refused(f, zeros(f, -1, 2),
                 "E214: the size of an array must not be negative, this is -1");
  assert_refused(f, call1(f, "zeros", f->i), "E205");
  assert_refused(f, zeros(f, 100000, 100000),
                 "an array of 10000000000 elements is too large");
  assert_refused(f, call1(f, "diagonal", f->a),
                 "'diagonal' needs a vector, this is Real[2, 2]");
  assert_refused(f, call(f, "linspace", f->p, f->p, integer(f, 1)),
                 "'linspace' makes 2 elements or more, not 1");
  assert_refused(f, call1(f, "fill", f->p),
                 "E208: 'fill' takes at least 2 arguments, 1 given");
  assert_refused(f, call2(f, "ndims", f->p, f->p),
                 "E208: 'ndims' takes 1 argument, 2 given");
  assert_refused(f, call(f, "size", f->p, f->p, f->p),
                 "E208: 'size' takes at most 2 arguments, 3 given");
}

static void test_reductions(void **state)
{
  ValueFixture *f = *state;
  Value *none = zeros(f, 0, 2);
  assert_value(f, call1(f, "sum", f->a), "Real: a1 + a2 + a3 + a4");
  assert_value(f, call1(f, "product", f->x), "Real: x1*x2*x3");
  assert_value(f, call1(f, "min", f->x), "Real: min(min(x1, x2), x3)");
  assert_value(f, call2(f, "max", f->p, f->i), "Real: max(pp, ii)");
  assert_value(f, call1(f, "sum", none), "Integer: 0");
  assert_value(f, call1(f, "product", none), "Integer: 1");
  assert_value(f, call1(f, "min", none), "Integer: 2147483647");
  assert_value(f, call1(f, "max", value_all_of_boolean(&f->t, NO_SPAN)),
               "Boolean: if false > true then false else true");
  assert_refused(f, call1(f, "sum", f->b),
                 "E204: 'sum' needs numbers, this is Boolean");
  assert_refused(f, call2(f, "max", f->x, f->p), "E213: a scalar is needed");
  assert_refused(f, call1(f, "min", value_fixture_string(f, "a")),
                 "'min' needs a number, this is a String");
}

static void test_reduction_expressions(void **state)
{
  ValueFixture *f = *state;
  Value *item[] = {f->p, integer(f, 3), f->i};
  Value *row[] = {f->x, digits(f, "123")};
  const Typing *t = &f->t;
  assert_value(f, array_reduce(t, NO_SPAN, ARRAY_SUM, item, 3),
               "Real: pp + 3 + ii");
  assert_value(f, array_reduce(t, NO_SPAN, ARRAY_ARRAY, item, 3),
               "Real[3]: pp, 3.0, ii");
  assert_value(f, array_reduce(t, NO_SPAN, ARRAY_SUM, row, 2),
               "Real[3]: x1 + 1, x2 + 2, x3 + 3");
  assert_value(f, array_reduce(t, NO_SPAN, ARRAY_PRODUCT, NULL, 0),
               "Integer: 1");
  assert_refused(f, array_reduce(t, NO_SPAN, ARRAY_MAX, row, 2),
                 "E213: 'max' needs a scalar, this is Real[3]");
  assert_true(array_is_reduction(ARRAY_MIN));
  assert_false(array_is_reduction(ARRAY_SIZE));
}

static void test_algebra(void **state)
{
  ValueFixture *f = *state;
  Value *one = integer(f, 1), *v = digits(f, "456");
  assert_value(f, call1(f, "transpose", f->a), "Real[2, 2]: a1, a3, a2, a4");
  assert_value(f, call1(f, "transpose", call1(f, "matrix", v)),
               "Integer[1, 3]: 4, 5, 6");
  assert_value(f, call1(f, "transpose", zeros(f, 0, 3)), "Integer[3, 0]:");
  assert_value(f, call2(f, "outerProduct", f->x, call1(f, "vector", one)),
               "Real[3, 1]: x1*1, x2*1, x3*1");
  assert_value(f, call1(f, "symmetric", f->a), "Real[2, 2]: a1, a2, a2, a4");
  assert_value(f, call2(f, "cross", f->x, v),
               "Real[3]: x2*6 - x3*5, x3*4 - x1*6, x1*5 - x2*4");
  assert_value(f, call1(f, "skew", f->x),
               "Real[3, 3]: 0.0, -x3, x2, x3, 0.0, -x1, -x2, x1, 0.0");
  assert_refused(f, call1(f, "transpose", f->x),
                 "'transpose' needs a matrix, this is Real[3]");
  assert_refused(f, call2(f, "cross", f->x, f->a),
                 "'cross' needs vectors of 3 elements, this is Real[2, 2]");
  assert_refused(f, call1(f, "symmetric", zeros(f, 1, 2)),
                 "'symmetric' needs a square matrix, this is Integer[1, 2]");
}

static void test_cat(void **state)
{
  ValueFixture *f = *state;
  Value *one = integer(f, 1);
  Value *row = call1(f, "transpose", call1(f, "matrix", digits(f, "12")));
  assert_value(f, call(f, "cat", one, digits(f, "12"), f->x),
               "Real[5]: 1.0, 2.0, x1, x2, x3");
  assert_value(f, call(f, "cat", one, f->a, row),
               "Real[3, 2]: a1, a2, a3, a4, 1.0, 2.0");
  assert_value(f, call(f, "cat", f->n, f->a, f->a),
               "Real[2, 4]: a1, a2, a1, a2, a3, a4, a3, a4");
  assert_refused(f, call(f, "cat", f->n, f->a, row),
                 "E213: Real[2, 2] and Real[1, 2] cannot be joined along "
                 "dimension 2");
  assert_refused(f, call(f, "cat", integer(f, 3), f->a, row),
                 "E215: Real[2, 2] has no dimension 3");
  assert_refused(
      f, call(f, "cat", one, f->x, value_all_of_boolean(&f->t, NO_SPAN)),
      "E204: the joined arrays differ in type: Real[3] and "
      "Boolean[2]");
}

/* The examples of section 10.4.2.1. */
static void test_matrix(void **state)
{
  ValueFixture *f = *state;
  const Typing *t = &f->t;
  Value *four[] = {integer(f, 1), f->p, integer(f, 3), integer(f, 4)};
  assert_value(f, array_matrix(t, NO_SPAN, four, (int[]){2, 2}, 2),
               "Real[2, 2]: 1.0, pp, 3.0, 4.0");
  assert_value(f, array_matrix(t, NO_SPAN, four, (int[]){1}, 1),
               "Integer[1, 1]: 1");
  assert_value(f, array_matrix(t, NO_SPAN, &f->x, (int[]){1}, 1),
               "Real[3, 1]: x1, x2, x3");
  Value *columns[] = {f->x, digits(f, "456")};
  assert_value(f, array_matrix(t, NO_SPAN, columns, (int[]){2}, 1),
               "Real[3, 2]: x1, 4.0, x2, 5.0, x3, 6.0");
  assert_value(f, array_matrix(t, NO_SPAN, columns, (int[]){1, 1}, 2),
               "Real[6, 1]: x1, x2, x3, 4.0, 5.0, 6.0");
  assert_refused(f, array_matrix(t, NO_SPAN, four, (int[]){3, 1}, 2),
                 "cannot be joined along dimension 1");
  four[2] = NULL;
  assert_null(array_matrix(t, NO_SPAN, four, (int[]){2, 2}, 2));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      value_test(test_names),
      value_test(test_sizes),
      value_test(test_conversions),
      value_test(test_constructors),
      value_test(test_constructors_refused),
      value_test(test_reductions),
      value_test(test_reduction_expressions),
      value_test(test_algebra),
      value_test(test_cat),
      value_test(test_matrix),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
