/* test_value_operators.c: shapes and types of operators on arrays. */
#include "test.h"

#include "value_fixture.h"

#include "flatten/values/value_operators.h"

static Value *binary(ValueFixture *f, AstOperator op, const Value *a,
                     const Value *b)
{
  return value_binary(&f->t, NO_SPAN, op, a, b);
}

static Value *unary(ValueFixture *f, AstOperator op, const Value *a)
{
  return value_unary(&f->t, NO_SPAN, op, a);
}

static void test_sums(void **state)
{
  ValueFixture *f = *state;
  Value *digits = value_fixture_digits(f, "123");
  assert_value(f, binary(f, AST_ADD, f->x, digits),
               "Real[3]: x1 + 1, x2 + 2, x3 + 3");
  assert_value(f, binary(f, AST_SUB, digits, digits),
               "Integer[3]: 1 - 1, 2 - 2, 3 - 3");
  assert_value(f, binary(f, AST_EL_ADD, f->p, f->x),
               "Real[3]: pp + x1, pp + x2, pp + x3");
  assert_value(f, unary(f, AST_MINUS, f->x), "Real[3]: -x1, -x2, -x3");
  assert_value(f, unary(f, AST_EL_PLUS, f->a), "Real[2, 2]: a1, a2, a3, a4");
}

static void test_products(void **state)
{
  ValueFixture *f = *state;
  Value *v = value_fixture_digits(f, "23");
  assert_value(f, binary(f, AST_MUL, f->p, v), "Real[2]: pp*2, pp*3");
  assert_value(f, binary(f, AST_MUL, f->x, f->x),
               "Real: x1*x1 + x2*x2 + x3*x3");
  assert_value(f, binary(f, AST_MUL, f->a, v),
               "Real[2]: a1*2 + a2*3, a3*2 + a4*3");
  assert_value(f, binary(f, AST_MUL, v, f->a),
               "Real[2]: 2*a1 + 3*a3, 2*a2 + 3*a4");
  assert_value(f, binary(f, AST_MUL, f->a, f->a),
               "Real[2, 2]: a1*a1 + a2*a3, a1*a2 + a2*a4, a3*a1 + a4*a3, "
               "a3*a2 + a4*a4");
  assert_value(f, binary(f, AST_EL_MUL, v, v), "Integer[2]: 2*2, 3*3");
  assert_value(f, binary(f, AST_DIV, v, f->p), "Real[2]: 2/pp, 3/pp");
  assert_value(f, binary(f, AST_EL_DIV, f->p, v), "Real[2]: pp/2, pp/3");
  assert_value(f, binary(f, AST_EL_POW, v, v), "Real[2]: 2^2, 3^3");
}

static void test_products_with_zeros(void **state)
{
  ValueFixture *f = *state;
  assert_value(f, binary(f, AST_MUL, f->x, value_fixture_digits(f, "010")),
               "Real: x2");
  assert_value(f, binary(f, AST_MUL, f->x, value_fixture_digits(f, "000")),
               "Real: 0.0");
  Value *v = value_fixture_digits(f, "00");
  assert_value(f, binary(f, AST_MUL, v, v), "Integer: 0");
}

/* Section 10.7. */
static void test_empty(void **state)
{
  ValueFixture *f = *state;
  static const int tall[] = {2, 0}, wide[] = {0, 2};
  FlatExpr *zero = types_real(&f->t, NO_SPAN, 0);
  Value *a = value_uniform(&f->t, NO_SPAN, zero, 2, tall);
  Value *b = value_uniform(&f->t, NO_SPAN, zero, 2, wide);
  assert_value(f, binary(f, AST_MUL, a, b), "Real[2, 2]: 0.0, 0.0, 0.0, 0.0");
  assert_value(f, binary(f, AST_MUL, b, f->a), "Real[0, 2]:");
  assert_value(f, binary(f, AST_ADD, a, a), "Real[2, 0]:");
  assert_refused(f, binary(f, AST_ADD, a, b),
                 "'+' cannot combine Real[2, 0] with Real[0, 2]");
}

static void test_power(void **state)
{
  ValueFixture *f = *state;
  Value *item[] = {value_fixture_digits(f, "12"),
                   value_fixture_digits(f, "34")};
  Value *m = value_construct(&f->t, NO_SPAN, item, 2);
  assert_value(f, binary(f, AST_POW, f->a, value_fixture_integer(f, 0)),
               "Real[2, 2]: 1.0, 0.0, 0.0, 1.0");
  assert_value(f, binary(f, AST_POW, m, value_fixture_integer(f, 1)),
               "Integer[2, 2]: 1, 2, 3, 4");
  assert_value(f, value_constant(&f->t, binary(f, AST_POW, m, f->n)),
               "Integer[2, 2]: 7, 10, 15, 22");
  assert_refused(f, binary(f, AST_POW, f->x, f->n),
                 "'^' needs a scalar or a square matrix, this is Real[3]");
  assert_refused(f, binary(f, AST_POW, f->p, f->x),
                 "'^' cannot combine Real with Real[3]");
  assert_refused(f, binary(f, AST_POW, m, value_fixture_integer(f, -1)),
                 "negative exponent -1");
}

static void test_relations(void **state)
{
  ValueFixture *f = *state;
  const FlatEnumeration *color = value_fixture_enumeration(f);
  Value *all = value_all_of_enumeration(&f->t, NO_SPAN, color);
  Value *red = value_element(&f->t, all, 1, 0);
  assert_value(f, binary(f, AST_LT, f->p, f->i), "Boolean: pp < ii");
  Value *equal = binary(f, AST_EQ, red, value_element(&f->t, all, 1, 2));
  assert_value(f, equal, "Boolean: Color.red == Color.blue");
  assert_value(f, value_constant(&f->t, equal), "Boolean: false");
  assert_refused(f, binary(f, AST_LT, f->x, f->p),
                 "'<' compares scalars, this is Real[3]");
  assert_refused(f, binary(f, AST_EQ, red, f->i), "E204: '==' cannot compare");
}

static void test_logic(void **state)
{
  ValueFixture *f = *state;
  Value *item[] = {f->b, value_fixture_boolean(f, true)};
  Value *v = value_construct(&f->t, NO_SPAN, item, 2);
  assert_value(f, binary(f, AST_AND, v, v),
               "Boolean[2]: bb and bb, true and true");
  assert_value(f, unary(f, AST_NOT, v), "Boolean[2]: not bb, not true");
  assert_refused(f, binary(f, AST_OR, v, f->b),
                 "'or' cannot combine Boolean[2] with Boolean");
}

static void test_strings(void **state)
{
  ValueFixture *f = *state;
  Value *a = value_fixture_string(f, "a"), *b = value_fixture_string(f, "b");
  assert_value(f, binary(f, AST_ADD, a, b), "String: \"ab\"");
  assert_value(f, binary(f, AST_LT, a, b), "Boolean: true");
  assert_value(f, binary(f, AST_EQ, a, b), "Boolean: false");
  assert_value(f, binary(f, AST_NE, a, b), "Boolean: true");
  assert_value(f, binary(f, AST_GE, a, a), "Boolean: true");
  Value *item[] = {a, b};
  Value *v = value_construct(&f->t, NO_SPAN, item, 2);
  assert_value(f, binary(f, AST_EL_ADD, v, b), "String[2]: \"ab\", \"bb\"");
}

static void test_refused(void **state)
{
  ValueFixture *f = *state;
  Value *r = value_fixture_record(f, 1);
  assert_refused(f, binary(f, AST_ADD, f->x, f->p),
                 "E213: '+' cannot combine Real[3] with Real");
  assert_refused(f, binary(f, AST_MUL, f->a, f->x),
                 "E213: '*' cannot combine Real[2, 2] with Real[3]");
  assert_refused(f, binary(f, AST_DIV, f->p, f->x),
                 "E213: '/' cannot combine Real with Real[3]");
  assert_refused(f, binary(f, AST_EL_MUL, f->a, f->x),
                 "E213: '.*' cannot combine Real[2, 2] with Real[3]");
  assert_refused(f, binary(f, AST_MUL, f->x, f->b),
                 "E204: '*' needs a number, this is a Boolean");
  assert_refused(
      f, binary(f, AST_ADD, r, r),
      "E204: '+' needs values of predefined types, this is the record R");
  assert_null(binary(f, AST_ADD, NULL, f->x));
}

static void test_if(void **state)
{
  ValueFixture *f = *state;
  Value *digits = value_fixture_digits(f, "123");
  Value *v = value_if(&f->t, NO_SPAN, f->b, f->x, digits);
  assert_value(f, v,
               "Real[3]: if bb then x1 else 1.0, if bb then x2 else 2.0, "
               "if bb then x3 else 3.0");
  Value *yes = value_fixture_boolean(f, true);
  assert_value(
      f, value_if(&f->t, NO_SPAN, yes, f->x, value_fixture_digits(f, "12")),
      "Real[3]: x1, x2, x3");
  assert_refused(f, value_if(&f->t, NO_SPAN, yes, f->x, f->a),
                 "the branches of 'if' differ");
  assert_value(f, value_if(&f->t, NO_SPAN, yes, digits, f->x),
               "Real[3]: 1.0, 2.0, 3.0");
  v = value_if(&f->t, NO_SPAN, f->b, value_fixture_record(f, 1),
               value_fixture_record(f, 2));
  assert_value(f, v,
               "R: re Real: if bb then 1.0 else 2.0; k Integer[2]: if bb "
               "then 1 else 2, if bb then -1 else -2;");
  assert_refused(f, value_if(&f->t, NO_SPAN, f->b, f->x, f->a),
                 "the branches of 'if' differ in size: Real[3] and Real[2, 2]");
  assert_refused(f, value_if(&f->t, NO_SPAN, f->i, f->x, f->x),
                 "the condition after 'if' must be a Boolean, this is an "
                 "Integer");
}

static void test_map(void **state)
{
  ValueFixture *f = *state;
  Value *arg[] = {f->x, f->p};
  assert_value(f, value_map(&f->t, NO_SPAN, FLAT_SIN, arg, 1),
               "Real[3]: sin(x1), sin(x2), sin(x3)");
  assert_value(f, value_map(&f->t, NO_SPAN, FLAT_ATAN2, arg, 2),
               "Real[3]: atan2(x1, pp), atan2(x2, pp), atan2(x3, pp)");
  assert_value(f, value_map(&f->t, NO_SPAN, FLAT_DER, arg, 1),
               "Real[3]: der(x1), der(x2), der(x3)");
  assert_value(f, value_map(&f->t, NO_SPAN, FLAT_INITIAL_CALL, NULL, 0),
               "Boolean: initial()");
  Value *mixed[] = {f->x, f->a};
  assert_refused(f, value_map(&f->t, NO_SPAN, FLAT_ATAN2, mixed, 2),
                 "E213: 'atan2' cannot combine Real[3] with Real[2, 2]");
  assert_refused(f, value_map(&f->t, NO_SPAN, FLAT_SIN, arg, 2),
                 "E208: 'sin' takes 1 argument, 2 given");
}

static void test_uniform_is_cheap(void **state)
{
  ValueFixture *f = *state;
  int dim = 10000000;
  Value *v =
      value_uniform(&f->t, NO_SPAN, types_real(&f->t, NO_SPAN, 1), 1, &dim);
  size_t before = arena_used(f->f->s->flat_arena);
  v = binary(f, AST_MUL, f->p, binary(f, AST_ADD, v, v));
  assert_int_equal(v->n_elements, 10000000);
  assert_true(arena_used(f->f->s->flat_arena) - before < 1000);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      value_test(test_sums),
      value_test(test_products),
      value_test(test_products_with_zeros),
      value_test(test_empty),
      value_test(test_power),
      value_test(test_relations),
      value_test(test_logic),
      value_test(test_strings),
      value_test(test_refused),
      value_test(test_if),
      value_test(test_map),
      value_test(test_uniform_is_cheap),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
