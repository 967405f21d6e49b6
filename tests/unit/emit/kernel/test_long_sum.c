/* test_long_sum.c: sums of many terms and what many roots share. */
#include "test.h"

#include "emit/kernel/long_sum.h"
#include "emit/kernel/routine.h"
#include "emit/text/memory_stream.h"
#include "reduced_fixture.h"

enum { N = 62 };

typedef struct Sums {
  Fixture f;
  ExprId x[N];
  ModelText m;
  char *parts, *body;
  size_t parts_size, body_size;
  FILE *out;
} Sums;

static Sums *sums_begin(void)
{
  Sums *s = calloc(1, sizeof *s);
  s->f = fixture_begin("Sums");
  for (int k = 0; k < N; k++) {
    s->x[k] = fixture_value(&s->f, fixture_real(&s->f, "x"));
  }
  return s;
}

/* When all expressions are made. */
static void sums_write(Sums *s)
{
  Arena *arena = s->f.s->session_arena;
  s->m = (ModelText){.s = s->f.s,
                     .reduced = s->f.r,
                     .arena = arena,
                     .c = c_expression_create(arena, s->f.r),
                     .kernels = kernels_create(arena, s->f.r),
                     .tables = index_tables_create(arena),
                     .walk = walk_create(s->f.t, arena),
                     .stops = walk_stops_create(arena)};
  s->m.walk->stops = s->m.stops;
  c_expression_stops(s->m.c, s->m.stops);
  kernels_stops(s->m.kernels, s->m.stops);
  s->m.parts = memory_stream(&s->parts, &s->parts_size);
  s->out = memory_stream(&s->body, &s->body_size);
  c_expression_function(s->m.c, s->m.parts);
}

static void sums_end(Sums *s, const char *parts, const char *body)
{
  memory_stream_end(s->m.parts, &s->parts);
  memory_stream_end(s->out, &s->body);
  assert_string_equal(s->parts, parts);
  assert_string_equal(s->body, body);
  free(s->parts);
  free(s->body);
  fixture_end(&s->f);
  free(s);
}

/* x1*(1 + sin x1) - x2*(1 + sin x2) - ...; `plus`: this term is added. */
static ExprId long_chain(Sums *s, int plus)
{
  ExprTable *t = s->f.t;
  ExprId sum = NO_EXPR;
  for (int k = 0; k < N; k++) {
    ExprId sine = expr_unary(t, EXPR_SIN, s->x[k]);
    ExprId term = expr_mul(t, s->x[k], expr_add(t, expr_const(t, 1), sine));
    if (k == 0)
      sum = term;
    else
      sum = k == plus ? expr_add(t, sum, term) : expr_sub(t, sum, term);
  }
  return sum;
}

#define TERM(i) "v->real[" i "] * (1.0 + sin(v->real[" i "]))"

static void test_chain_is_a_loop(void **state)
{
  (void)state;
  Sums *s = sums_begin();
  ExprTable *t = s->f.t;
  ExprId root = expr_unary(t, EXPR_COS, long_chain(s, -1));
  sums_write(s);
  long_sum_prepare(&s->m, &root, 1, s->out);
  assert_string_equal(c_expression(s->m.c, root, C_REAL), "cos(s1)");
  sums_end(
      s, "",
      "  double s1 = " TERM("1") ";\n"
                                 "  for (int k = 0; k < 61; k++) {\n"
                                 "    s1 = s1 - (" TERM("2+k") ");\n  }\n");
}

/* One other sign: all terms get one. */
static void test_mixed_signs(void **state)
{
  (void)state;
  Sums *s = sums_begin();
  ExprId root = long_chain(s, 2);
  sums_write(s);
  long_sum_prepare(&s->m, &root, 1, s->out);
  assert_string_equal(c_expression(s->m.c, root, C_REAL), "s1");
  sums_end(s, "",
           "  double s1 = " TERM(
               "1") ";\n"
                    "  s1 = s1 + (-1) * (" TERM(
                        "2") ");\n"
                             "  s1 = s1 + (1) * (" TERM(
                                 "3") ");\n"
                                      "  for (int k = 0; k < 59; k++) {\n"
                                      "    s1 = s1 + (-1) * (" TERM(
                                          "4+k") ");\n  }\n");
}

/* Few nodes: as ever. */
static void test_short_ones_stay(void **state)
{
  (void)state;
  Sums *s = sums_begin();
  ExprId root = s->x[0];
  for (int k = 1; k < N; k++) root = expr_add(s->f.t, root, s->x[k]);
  sums_write(s);
  long_sum_prepare(&s->m, &root, 1, s->out);
  assert_int_equal(s->m.n_shared, 0);
  fflush(s->out);
  assert_null(strstr(s->body, "for ("));
  fclose(s->m.parts);
  fclose(s->out);
  free(s->parts);
  free(s->body);
  fixture_end(&s->f);
  free(s);
}

/* sin(x1) is wanted by all of them, x_k*sin(x1) by one. */
static void test_sharing(void **state)
{
  (void)state;
  Sums *s = sums_begin();
  ExprId root[N];
  ExprId sine = expr_unary(s->f.t, EXPR_SIN, s->x[0]);
  for (int k = 1; k < N; k++) root[k] = expr_mul(s->f.t, s->x[k], sine);
  sums_write(s);
  long_sum_share(&s->m, root + 1, N - 1, s->out);
  c_expression_prepare(s->m.c, &root[5], 1, s->out);
  assert_string_equal(c_expression(s->m.c, root[5], C_REAL), "v->real[6] * s1");
  long_sum_end(&s->m);
  c_expression_prepare(s->m.c, &root[5], 1, s->out);
  assert_string_equal(c_expression(s->m.c, root[5], C_REAL),
                      "v->real[6] * sin(v->real[1])");
  sums_end(s, "", "  const double s1 = sin(v->real[1]);\n");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_chain_is_a_loop),
      cmocka_unit_test(test_mixed_signs),
      cmocka_unit_test(test_short_ones_stay),
      cmocka_unit_test(test_sharing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
