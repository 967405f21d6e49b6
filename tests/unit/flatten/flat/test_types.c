/* test_types.c: types, conversions and variability of expressions. */
#include "test.h"

#include "flatten/flat/types.h"
#include "session_fixture.h"

typedef struct TypesFixture {
  SessionFixture *f;
  Typing t;
  FlatVar var[4]; /* Real x, Integer i, Boolean b, parameter Real p */
  FlatExpr *x, *i, *b, *p;
} TypesFixture;

static FlatExpr *variable(TypesFixture *t, int k, FlatType type,
                          FlatVariability variability)
{
  t->var[k].type = type;
  t->var[k].variability = variability;
  return types_variable(&t->t, NO_SPAN, (FlatVarId){k}, &t->var[k]);
}

static int set_up(void **state)
{
  TypesFixture *t = calloc(1, sizeof *t);
  t->f = session_fixture_create();
  t->t =
      (Typing){.faults = fault_create(t->f->s), .arena = t->f->s->flat_arena};
  t->x = variable(t, 0, FLAT_REAL, FLAT_CONTINUOUS);
  t->i = variable(t, 1, FLAT_INTEGER, FLAT_DISCRETE);
  t->b = variable(t, 2, FLAT_BOOLEAN, FLAT_DISCRETE);
  t->p = variable(t, 3, FLAT_REAL, FLAT_PARAMETER);
  *state = t;
  return 0;
}

static int tear_down(void **state)
{
  TypesFixture *t = *state;
  session_fixture_destroy(t->f);
  free(t);
  return 0;
}

static FlatExpr *binary(TypesFixture *t, FlatFunction function, FlatExpr *a,
                        FlatExpr *b)
{
  return types_binary(&t->t, NO_SPAN, function, a, b);
}

static FlatExpr *unary(TypesFixture *t, FlatFunction function, FlatExpr *a)
{
  return types_unary(&t->t, NO_SPAN, function, a);
}

static void test_conversion(void **state)
{
  TypesFixture *t = *state;
  FlatExpr *sum = binary(t, FLAT_ADD, t->x, t->i);
  assert_int_equal(sum->type, FLAT_REAL);
  assert_int_equal(sum->arg[1]->function, FLAT_TO_REAL);
  sum = binary(t, FLAT_ADD, t->i, t->i);
  assert_int_equal(sum->type, FLAT_INTEGER);
  sum = binary(t, FLAT_MULTIPLY, types_integer(&t->t, NO_SPAN, 2), t->x);
  assert_int_equal(sum->arg[0]->kind, FLAT_EXPR_REAL);
  assert_true(sum->arg[0]->real == 2.0);
  assert_null(types_convert(&t->t, t->x, FLAT_INTEGER));
  assert_null(types_convert(&t->t, t->b, FLAT_REAL));
  assert_int_equal(t->f->s->n_errors, 0);
}

static void test_always_real(void **state)
{
  TypesFixture *t = *state;
  assert_int_equal(binary(t, FLAT_DIVIDE, t->i, t->i)->type, FLAT_REAL);
  assert_int_equal(binary(t, FLAT_POWER, t->i, t->i)->type, FLAT_REAL);
  assert_int_equal(unary(t, FLAT_SIN, t->i)->type, FLAT_REAL);
  assert_int_equal(unary(t, FLAT_FLOOR, t->x)->type, FLAT_REAL);
}

static void test_integer_functions(void **state)
{
  TypesFixture *t = *state;
  assert_int_equal(unary(t, FLAT_ABS, t->i)->type, FLAT_INTEGER);
  assert_int_equal(unary(t, FLAT_ABS, t->x)->type, FLAT_REAL);
  assert_int_equal(unary(t, FLAT_SIGN, t->x)->type, FLAT_INTEGER);
  assert_int_equal(unary(t, FLAT_INTEGER_OF, t->x)->type, FLAT_INTEGER);
  assert_int_equal(binary(t, FLAT_MOD, t->i, t->i)->type, FLAT_INTEGER);
  assert_int_equal(binary(t, FLAT_DIV, t->i, t->x)->type, FLAT_REAL);
  assert_int_equal(binary(t, FLAT_MAX, t->i, t->x)->type, FLAT_REAL);
}

static void test_variability(void **state)
{
  TypesFixture *t = *state;
  assert_int_equal(binary(t, FLAT_ADD, t->p, t->p)->variability,
                   FLAT_PARAMETER);
  assert_int_equal(binary(t, FLAT_ADD, t->p, t->x)->variability,
                   FLAT_CONTINUOUS);
  assert_int_equal(binary(t, FLAT_LESS, t->p, t->x)->variability,
                   FLAT_DISCRETE);
  assert_int_equal(binary(t, FLAT_LESS, t->p, t->p)->variability,
                   FLAT_PARAMETER);
  assert_int_equal(unary(t, FLAT_FLOOR, t->x)->variability, FLAT_DISCRETE);
  assert_int_equal(binary(t, FLAT_MOD, t->x, t->p)->variability,
                   FLAT_CONTINUOUS);
  t->t.no_events = 1;
  assert_int_equal(binary(t, FLAT_LESS, t->p, t->x)->variability,
                   FLAT_CONTINUOUS);
  t->t.no_events = 0;
  FlatExpr *initial = types_call(&t->t, NO_SPAN, FLAT_INITIAL_CALL, NULL, 0);
  assert_int_equal(initial->variability, FLAT_DISCRETE);
}

static void test_der(void **state)
{
  TypesFixture *t = *state;
  assert_int_equal(unary(t, FLAT_DER, t->x)->function, FLAT_DER);
  assert_true(unary(t, FLAT_DER, t->p)->real == 0.0);
  assert_true(unary(t, FLAT_DER, types_time(&t->t, NO_SPAN))->real == 1.0);
  assert_null(unary(t, FLAT_DER, t->i));
  assert_null(unary(t, FLAT_DER, t->b));
  FlatExpr *sum = binary(t, FLAT_ADD, t->x, t->x);
  assert_int_equal(unary(t, FLAT_DER, sum)->function, FLAT_DER);
  assert_int_equal(t->f->s->n_errors, 2);
}

static void test_refused(void **state)
{
  TypesFixture *t = *state;
  assert_null(binary(t, FLAT_ADD, t->x, t->b));
  assert_null(binary(t, FLAT_AND, t->x, t->b));
  assert_null(unary(t, FLAT_NOT, t->x));
  assert_null(binary(t, FLAT_LESS, t->x, t->b));
  assert_null(binary(t, FLAT_EQUAL, t->x, t->p));
  assert_null(types_call(&t->t, NO_SPAN, FLAT_SIN, NULL, 0));
  assert_null(types_if(&t->t, NO_SPAN, t->x, t->x, t->x));
  assert_null(types_if(&t->t, NO_SPAN, t->b, t->x, t->b));
  assert_int_equal(t->f->s->n_errors, 8);
  /* faults that were reported before are passed on in silence */
  assert_null(binary(t, FLAT_ADD, t->x, NULL));
  assert_null(types_if(&t->t, NO_SPAN, t->b, NULL, t->x));
  assert_int_equal(t->f->s->n_errors, 8);
}

static void test_enumeration(void **state)
{
  TypesFixture *t = *state;
  Name literal[] = {session_name(t->f->s, "one"), session_name(t->f->s, "two")};
  FlatEnumeration e = {session_name(t->f->s, "E"), literal, 2};
  FlatEnumeration same = {session_name(t->f->s, "F"), literal, 2};
  FlatEnumeration other = {session_name(t->f->s, "G"), literal, 1};
  FlatVar var = {.type = FLAT_ENUMERATION,
                 .enumeration = &e,
                 .variability = FLAT_DISCRETE};
  FlatExpr *v = types_variable(&t->t, NO_SPAN, (FlatVarId){0}, &var);
  FlatExpr *two = types_enumeration(&t->t, NO_SPAN, &same, 2);
  assert_int_equal(binary(t, FLAT_EQUAL, v, two)->type, FLAT_BOOLEAN);
  assert_int_equal(unary(t, FLAT_ORDINAL, v)->type, FLAT_INTEGER);
  assert_int_equal(unary(t, FLAT_ORDINAL, two)->integer, 2);
  FlatExpr *chosen = types_if(&t->t, NO_SPAN, t->b, v, two);
  assert_int_equal(chosen->type, FLAT_ENUMERATION);
  assert_non_null(chosen->enumeration);
  assert_int_equal(t->f->s->n_errors, 0);
  FlatExpr *one = types_enumeration(&t->t, NO_SPAN, &other, 1);
  assert_null(binary(t, FLAT_EQUAL, v, one));
  assert_null(types_if(&t->t, NO_SPAN, t->b, v, one));
  assert_null(binary(t, FLAT_ADD, v, two));
  assert_null(unary(t, FLAT_ORDINAL, t->i));
  assert_int_equal(t->f->s->n_errors, 5);
}

static void test_if(void **state)
{
  TypesFixture *t = *state;
  FlatExpr *expr = types_if(&t->t, NO_SPAN, t->b, t->i, t->x);
  assert_int_equal(expr->kind, FLAT_EXPR_IF);
  assert_int_equal(expr->type, FLAT_REAL);
  assert_int_equal(expr->arg[1]->function, FLAT_TO_REAL);
}

static void test_negative_literals(void **state)
{
  TypesFixture *t = *state;
  FlatExpr *three = types_integer(&t->t, NO_SPAN, 3);
  assert_int_equal(unary(t, FLAT_NEGATE, three)->integer, -3);
  FlatExpr *half = types_real(&t->t, NO_SPAN, 0.5);
  assert_true(unary(t, FLAT_NEGATE, half)->real == -0.5);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
  const struct CMUnitTest tests[] = {
      TEST(test_conversion),
      TEST(test_always_real),
      TEST(test_integer_functions),
      TEST(test_variability),
      TEST(test_der),
      TEST(test_enumeration),
      TEST(test_refused),
      TEST(test_if),
      TEST(test_negative_literals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
