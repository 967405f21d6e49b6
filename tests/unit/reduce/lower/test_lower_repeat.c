/* test_lower_repeat.c: loops give the equations that their turns would give
 * one by one. */
#include "test.h"

#include "model_text.h"

enum { FIRST = 2, LAST = 9 };

/* The equation with %d for k - 1, k, k + 1 as `place` says. */
typedef struct Body {
  const char *declarations;
  const char *loop;   /* with k */
  const char *turn;   /* with % for each of the places, in turn */
  const char *places; /* '-', '0', '+' */
} Body;

static void put_turn(FILE *out, const Body *body, int k)
{
  const char *place = body->places;
  for (const char *at = body->turn; *at; at++) {
    if (*at != '%') {
      fputc(*at, out);
      continue;
    }
    fprintf(out, "%d", k + (*place == '+') - (*place == '-'));
    place++;
  }
  fputs(";\n", out);
}

static void write_model(const Body *body, bool loops, char *text, size_t size)
{
  FILE *out = fmemopen(text, size, "w");
  assert_non_null(out);
  fprintf(out, "model M Real x[10], y[10]; %s equation\n", body->declarations);
  if (loops) {
    fprintf(out, "for k in %d:%d loop %s; end for;\n", FIRST, LAST, body->loop);
  } else {
    for (int k = FIRST; k <= LAST; k++) put_turn(out, body, k);
  }
  fputs("end M;\n", out);
  fclose(out);
}

static void expect_same(const Body *body)
{
  char text[2][2000];
  ModelText *m[2];
  for (int k = 0; k < 2; k++) {
    write_model(body, k == 0, text[k], sizeof text[k]);
    m[k] = model_text_run(text[k], "lower");
    if (!m[k]->ok) fail_msg("%s", model_text_messages(m[k]));
  }
  const System *a = m[0]->sys, *b = m[1]->sys;
  assert_int_equal(a->n_eqs, LAST - FIRST + 1);
  assert_int_equal(b->n_eqs, a->n_eqs);
  assert_int_equal(b->n_vars, a->n_vars);
  for (int i = 0; i < a->n_vars; i++) {
    assert_string_equal(a->var[i].name, b->var[i].name);
  }
  for (int k = 0; k < a->n_eqs; k++) {
    const ExprId by_loop[] = {a->eq[k].residual, a->eq[k].left, a->eq[k].right};
    const ExprId alone[] = {b->eq[k].residual, b->eq[k].left, b->eq[k].right};
    for (int i = 0; i < 3; i++) {
      assert_string_equal(model_text_expr(m[0], by_loop[i]),
                          model_text_expr(m[1], alone[i]));
    }
    assert_int_equal(a->eq[k].is_discrete, b->eq[k].is_discrete);
  }
  for (int k = 0; k < 2; k++) model_text_free(m[k]);
}

static void test_plain(void **state)
{
  (void)state;
  expect_same(&(Body){"", "der(x[k]) = x[k + 1]*y[k - 1] - 2*sin(time)",
                      "der(x[%]) = x[%]*y[%] - 2*sin(time)", "0+-"});
  expect_same(&(Body){"", "(x[k] - y[k])^2 = der(x[k])*der(y[k])",
                      "(x[%] - y[%])^2 = der(x[%])*der(y[%])", "0000"});
}

/* x[k] - x[5] is zero in one turn, and 2 - x[5] in none. */
static void test_same_in_one_turn(void **state)
{
  (void)state;
  expect_same(&(Body){"", "y[k] = x[k] - x[5]", "y[%] = x[%] - x[5]", "00"});
  expect_same(&(Body){"", "y[k] = x[k] - x[3]", "y[%] = x[%] - x[3]", "00"});
  expect_same(&(Body){"", "y[k] = x[k]/x[2]", "y[%] = x[%]/x[2]", "00"});
  expect_same(&(Body){"", "y[k] = x[k]/x[4]", "y[%] = x[%]/x[4]", "00"});
  expect_same(
      &(Body){"", "y[k] = der(x[k])*x[4]", "y[%] = der(x[%])*x[4]", "00"});
}

/* Of numbers that are known some are one, and others stay names. */
static void test_parameters(void **state)
{
  (void)state;
  expect_same(&(Body){"parameter Real p[10] = 1:10;", "p[k]*x[k] = y[k]",
                      "p[%]*x[%] = y[%]", "000"});
  expect_same(&(Body){"final parameter Real p[10] = 1:10;",
                      "p[k - 1]*x[k] = y[k]", "p[%]*x[%] = y[%]", "-00"});
  expect_same(&(Body){"constant Real p[10] = 0:9;", "der(x[k]) = p[k - 1]*y[k]",
                      "der(x[%]) = p[%]*y[%]", "0-0"});
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_plain),
                                     cmocka_unit_test(test_same_in_one_turn),
                                     cmocka_unit_test(test_parameters)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
