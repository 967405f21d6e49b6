/* test_c_expression.c: C text of expressions: its form, its values. */
#include "test.h"

#include "emit/text/c_expression.h"
#include "emit/text/c_text.h"
#include "math_functions.h"
#include "reduced_fixture.h"
#include "symbolic/evaluate.h"

/* x, y, z are real[1..3], n integer[0], b and c boolean[0..1]. */
typedef struct Small {
  Fixture f;
  ExprTable *t;
  ExprId x, y, z, n, b, c, one, two;
} Small;

static Small small_begin(void)
{
  Small m = {.f = fixture_begin("Small")};
  m.t = m.f.t;
  m.x = fixture_value(&m.f, fixture_real(&m.f, "x"));
  m.y = fixture_value(&m.f, fixture_real(&m.f, "y"));
  m.z = fixture_value(&m.f, fixture_real(&m.f, "z"));
  m.n = fixture_value(&m.f, fixture_var(&m.f, "n", VAR_INTEGER));
  m.b = fixture_value(&m.f, fixture_var(&m.f, "b", VAR_BOOLEAN));
  m.c = fixture_value(&m.f, fixture_var(&m.f, "c", VAR_BOOLEAN));
  m.one = expr_const(m.t, 1);
  m.two = expr_const(m.t, 2);
  return m;
}

/* Temporaries and text of one root. */
static void expect_typed(Small *m, ExprId e, CType type, const char *temps,
                         const char *text)
{
  Arena *arena = arena_create("test");
  CExpressions *c = c_expression_create(arena, m->f.r);
  char *got = NULL;
  size_t size;
  FILE *out = open_memstream(&got, &size);
  c_expression_function(c, out);
  c_expression_prepare(c, &e, 1, out);
  fclose(out);
  assert_string_equal(c_expression(c, e, type), text);
  assert_string_equal(got, temps);
  free(got);
  arena_destroy(arena);
}

static void expect(Small *m, ExprId e, const char *text)
{
  expect_typed(m, e, C_REAL, "", text);
}

static void test_numbers(void **state)
{
  (void)state;
  char buffer[C_NUMBER_SIZE];
  assert_string_equal(c_text_number(3, buffer), "3.0");
  assert_string_equal(c_text_number(-0.5, buffer), "-0.5");
  assert_string_equal(c_text_number(0.1, buffer), "0.1");
  assert_string_equal(c_text_number(1e300, buffer), "1e+300");
  assert_string_equal(c_text_number(0.1 + 0.2, buffer), "0.30000000000000004");
  assert_string_equal(c_text_number(HUGE_VAL, buffer), "HUGE_VAL");
  assert_string_equal(c_text_number(-HUGE_VAL, buffer), "-HUGE_VAL");
  assert_string_equal(c_text_number(NAN, buffer), "NAN");
  assert_string_equal(c_text_number(123456789, buffer), "123456789.0");
}

static void test_leaves(void **state)
{
  (void)state;
  Small m = small_begin();
  expect(&m, m.x, "v->real[1]");
  expect(&m, m.n, "(double)v->integer[0]");
  expect_typed(&m, m.b, C_BOOLEAN, "", "v->boolean[0]");
  expect_typed(&m, m.one, C_BOOLEAN, "", "1");
  expect(&m, m.one, "1.0");
  expect(&m, expr_time(m.t), "v->real[0]");
  expect_typed(&m, expr_initial(m.t), C_BOOLEAN, "", "v->initial");
  fixture_end(&m.f);
}

/* A node that no simplification has touched. */
static ExprId raw(ExprTable *t, ExprOp op, ExprId a, ExprId b)
{
  ExprNode n = {.op = (uint8_t)op, .n_args = 2, .arg = {a, b, NO_INDEX}};
  return expr_intern(t, &n);
}

/* The order of evaluation is that of the graph. */
static void test_parentheses(void **state)
{
  (void)state;
  Small m = small_begin();
  ExprTable *t = m.t;
  ExprId sum = expr_add(t, m.x, m.y), diff = expr_sub(t, m.x, m.y);
  ExprId prod = expr_mul(t, m.x, m.y), quot = expr_div(t, m.x, m.y);
  expect(&m, expr_add(t, sum, m.z), "v->real[1] + v->real[2] + v->real[3]");
  expect(&m, expr_add(t, m.z, sum), "v->real[3] + (v->real[1] + v->real[2])");
  expect(&m, expr_sub(t, m.z, diff), "v->real[3] - (v->real[1] - v->real[2])");
  expect(&m, expr_mul(t, sum, m.z), "(v->real[1] + v->real[2]) * v->real[3]");
  expect(&m, expr_div(t, m.z, prod), "v->real[3] / (v->real[1] * v->real[2])");
  expect(&m, expr_mul(t, quot, m.z), "v->real[1] / v->real[2] * v->real[3]");
  expect(&m, expr_neg(t, sum), "-(v->real[1] + v->real[2])");
  expect(&m, expr_unary(t, EXPR_SIN, expr_neg(t, m.x)), "sin(-v->real[1])");
  expect(&m, raw(t, EXPR_MUL, m.x, expr_const(t, -2.5)), "v->real[1] * (-2.5)");
  expect(&m, raw(t, EXPR_ADD, m.x, expr_const(t, -2.5)), "v->real[1] + (-2.5)");
  fixture_end(&m.f);
}

static void test_powers(void **state)
{
  (void)state;
  Small m = small_begin();
  ExprTable *t = m.t;
  ExprId sum = expr_add(t, m.x, m.y);
  expect(&m, expr_pow(t, m.x, m.two), "v->real[1] * v->real[1]");
  expect(&m, expr_pow(t, m.x, expr_const(t, -1)), "1.0 / v->real[1]");
  expect(&m, expr_pow(t, m.x, expr_const(t, -2)),
         "1.0 / (v->real[1] * v->real[1])");
  expect(&m, expr_pow(t, m.x, expr_const(t, 2.5)), "pow(v->real[1], 2.5)");
  expect(&m, expr_pow(t, m.x, m.y), "pow(v->real[1], v->real[2])");
  expect_typed(&m, expr_pow(t, sum, m.two), C_REAL,
               "  const double t1 = v->real[1] + v->real[2];\n", "t1 * t1");
  fixture_end(&m.f);
}

static void test_logic(void **state)
{
  (void)state;
  Small m = small_begin();
  ExprTable *t = m.t;
  ExprId less = expr_relation(t, EXPR_LT, m.x, m.y, -1);
  ExprId frozen = expr_relation(t, EXPR_LE, m.x, m.z, 4);
  ExprId both = expr_binary(t, EXPR_AND, less, m.b);
  expect(&m, expr_if(t, less, m.x, m.y),
         "v->real[1] < v->real[2] ? v->real[1] : v->real[2]");
  expect(&m, expr_add(t, m.z, expr_if(t, frozen, m.x, m.one)),
         "v->real[3] + (v->relation[4] ? v->real[1] : 1.0)");
  expect_typed(&m, expr_binary(t, EXPR_OR, both, m.c), C_BOOLEAN, "",
               "(v->real[1] < v->real[2] && v->boolean[0]) || v->boolean[1]");
  expect_typed(&m, expr_unary(t, EXPR_NOT, less), C_BOOLEAN, "",
               "!(v->real[1] < v->real[2])");
  expect_typed(&m,
               expr_relation(t, EXPR_EQ, expr_unary(t, EXPR_NOT, m.b), m.c, -1),
               C_BOOLEAN, "", "(!v->boolean[0]) == v->boolean[1]");
  expect_typed(&m, expr_if(t, m.b, m.one, expr_const(t, 0)), C_BOOLEAN, "",
               "v->boolean[0] ? 1 : 0");
  expect_typed(&m, expr_relation(t, EXPR_LT, m.x, m.x, -1), C_BOOLEAN, "", "0");
  fixture_end(&m.f);
}

static void test_functions_of_no_c_function(void **state)
{
  (void)state;
  Small m = small_begin();
  ExprTable *t = m.t;
  expect(&m, expr_binary(t, EXPR_MIN, m.x, m.y),
         "v->real[1] < v->real[2] ? v->real[1] : v->real[2]");
  expect(&m, expr_mul(t, m.z, expr_binary(t, EXPR_MAX, m.x, m.y)),
         "v->real[3] * (v->real[1] > v->real[2] ? v->real[1] : v->real[2])");
  expect(&m, expr_unary(t, EXPR_SIGN, m.x),
         "(double)((v->real[1] > 0.0) - (v->real[1] < 0.0))");
  expect(&m, expr_unary(t, EXPR_ABS, m.x), "fabs(v->real[1])");
  fixture_end(&m.f);
}

static void test_shared_parts(void **state)
{
  (void)state;
  Small m = small_begin();
  ExprTable *t = m.t;
  ExprId sine = expr_unary(t, EXPR_SIN, m.x);
  expect_typed(&m, expr_add(t, sine, expr_mul(t, m.y, sine)), C_REAL,
               "  const double t1 = sin(v->real[1]);\n",
               "t1 + v->real[2] * t1");
  ExprId less = expr_relation(t, EXPR_LT, m.x, m.y, -1);
  ExprId twice =
      expr_binary(t, EXPR_AND, less,
                  expr_binary(t, EXPR_OR, m.b, expr_unary(t, EXPR_NOT, less)));
  expect_typed(&m, twice, C_BOOLEAN,
               "  const int t1 = v->real[1] < v->real[2];\n",
               "t1 && (v->boolean[0] || !t1)");
  fixture_end(&m.f);
}

/* Nobody evaluates what a frozen relation guards. */
static void test_frozen_relation_hides_its_operands(void **state)
{
  (void)state;
  Small m = small_begin();
  ExprTable *t = m.t;
  ExprId sine = expr_unary(t, EXPR_SIN, m.x);
  ExprId frozen = expr_relation(t, EXPR_LT, sine, m.y, 0);
  expect(&m, expr_if(t, frozen, sine, m.z),
         "v->relation[0] ? sin(v->real[1]) : v->real[3]");
  fixture_end(&m.f);
}

/* A sum of a million terms is cut into short pieces. */
static void test_long_sum(void **state)
{
  (void)state;
  Small m = small_begin();
  enum { N_TERMS = 1000000 };
  ExprId sum = m.x;
  for (int k = 1; k < N_TERMS; k++) {
    sum = expr_add(m.t, sum, expr_mul(m.t, m.y, expr_const(m.t, k)));
  }
  Arena *arena = arena_create("test");
  CExpressions *c = c_expression_create(arena, m.f.r);
  FILE *out = tmpfile();
  c_expression_function(c, out);
  c_expression_prepare(c, &sum, 1, out);
  assert_true(ftell(out) > N_TERMS);
  assert_true(strlen(c_expression(c, sum, C_REAL)) < 2000);
  rewind(out);
  char line[200];
  while (fgets(line, sizeof line, out)) assert_true(strlen(line) <= 80);
  fclose(out);
  arena_destroy(arena);
  fixture_end(&m.f);
}

/* --- random expressions, compiled and compared --- */

static unsigned next_random(unsigned *seed)
{
  *seed = *seed * 1103515245u + 12345u;
  return *seed >> 16;
}

#define N_RANDOM 400

/* Operands come from what exists already, so parts are shared. */
static ExprId random_node(Small *m, unsigned *seed, const ExprId *pool, int n,
                          const ExprId *logic)
{
  static const ExprOp unary[] = {EXPR_NEG, EXPR_SIN,  EXPR_COS,   EXPR_TANH,
                                 EXPR_ABS, EXPR_SIGN, EXPR_FLOOR, EXPR_ATAN};
  static const ExprOp binary[] = {EXPR_ADD, EXPR_SUB, EXPR_MUL,
                                  EXPR_MIN, EXPR_MAX, EXPR_ATAN2};
  ExprId a = pool[next_random(seed) % (unsigned)n];
  ExprId b = pool[next_random(seed) % (unsigned)n];
  unsigned kind = next_random(seed) % 10;
  if (kind < 4) return expr_unary(m->t, unary[next_random(seed) % 8], a);
  if (kind < 8) {
    return expr_binary(m->t, binary[next_random(seed) % 6],
                       expr_unary(m->t, EXPR_SIN, a), b);
  }
  if (kind == 8) {
    /* bounded: powers of large numbers would only compare infinities */
    ExprId base = expr_unary(m->t, EXPR_SIN, a);
    double exponent = (double)(next_random(seed) % 4) + 2;
    return expr_pow(m->t, base, expr_const(m->t, exponent));
  }
  return expr_if(m->t, logic[next_random(seed) % 3], a, b);
}

static void make_random(Small *m, ExprId *root)
{
  unsigned seed = 7;
  ExprId pool[N_RANDOM + 5] = {m->x, m->y, m->z, m->n, m->one};
  int n = 5;
  for (int k = 0; k < N_RANDOM; k++) {
    ExprId less = expr_relation(m->t, EXPR_LT, pool[n - 1], m->y, -1);
    ExprId logic[3] = {less, m->b, expr_unary(m->t, EXPR_NOT, less)};
    root[k] = random_node(m, &seed, pool, n, logic);
    pool[n++] = root[k];
  }
}

static const double point[] = {0.7, -1.3, 2.9}; /* x, y, z */

static double value_of(const void *context, VarId var)
{
  (void)context;
  return var.i < 3 ? point[var.i] : var.i == 3 ? 5 : var.i == 4;
}

/* r[k] of n expressions, `batch` at a time. */
static void write_program(Small *m, const ExprId *root, int n, int batch,
                          FILE *out)
{
  Arena *arena = arena_create("test");
  CExpressions *c = c_expression_create(arena, m->f.r);
  char *body = NULL;
  size_t size;
  FILE *text = open_memstream(&body, &size);
  fputs("#include <math.h>\n#include <stdio.h>\n#include \"model.h\"\n", out);
  c_expression_function(c, out);
  for (int k = 0; k < n; k += batch) {
    c_expression_prepare(c, root + k, batch, text);
    for (int j = k; j < k + batch; j++) {
      fprintf(text, "  r[%d] =\n %s;\n", j, c_expression(c, root[j], C_REAL));
    }
  }
  fclose(text);
  fprintf(out, "static void compute(ModelValues *v, double *r)\n{\n%s", body);
  free(body);
  fprintf(out,
          "}\nint main(void)\n{\n  double real[] = {0, %g, %g, %g};\n"
          "  int integer[] = {5}, boolean[] = {1, 0};\n"
          "  ModelValues v = {.real = real, .integer = integer,\n"
          "                   .boolean = boolean};\n"
          "  double r[%d];\n  compute(&v, r);\n"
          "  for (int k = 0; k < %d; k++) printf(\"%%.17g\\n\", r[k]);\n"
          "  return 0;\n}\n",
          point[0], point[1], point[2], n, n);
  arena_destroy(arena);
}

static void run_program(Small *m, const ExprId *root, int n, int batch,
                        const char *folder)
{
  const char *command = arena_printf(
      m->f.s->session_arena,
      "cc -std=c99 -O1 -ffp-contract=off -Wall -Wextra -Wpedantic -Werror "
      "-I'%s/fmu_runtime' -o '%s/p' '%s/p.c' -lm && '%s/p' > '%s/out'",
      FOUCAULT_SOURCE_DIR, folder, folder, folder, folder);
  FILE *out = fopen(arena_printf(m->f.s->session_arena, "%s/p.c", folder), "w");
  assert_non_null(out);
  write_program(m, root, n, batch, out);
  fclose(out);
  assert_int_equal(system(command), 0);
}

static void compile_and_compare(Small *m, const ExprId *root, int n, int batch)
{
  const char *folder = temporary_folder(m->f.s);
  assert_non_null(folder);
  run_program(m, root, n, batch, folder);

  Walk *walk = walk_create(m->t, m->f.s->session_arena);
  EvaluatePoint at = {.var = value_of};
  FILE *in = fopen(arena_printf(m->f.s->session_arena, "%s/out", folder), "r");
  assert_non_null(in);
  for (int k = 0; k < n; k++) {
    char line[64];
    assert_non_null(fgets(line, sizeof line, in));
    double got = strtod(line, NULL), wanted = evaluate(walk, root[k], &at);
    if (!(fabs(got - wanted) <= 1e-9 * (1 + fabs(wanted)))) {
      fail_msg("expression %d, %s: %.17g, wanted %.17g", k,
               expr_op_name((ExprOp)expr_node(m->t, root[k])->op), got, wanted);
    }
  }
  fclose(in);
}

/* Each function of the table at points of its domain: its value as the
 * translation computes it is that of its C text. */
static void test_each_function(void **state)
{
  (void)state;
  enum { N_POINTS = 9 };
  Small m = small_begin();
  ExprId root[N_MATH_FUNCTIONS * N_POINTS];
  int n = 0;
  for (int k = 0; k < N_MATH_FUNCTIONS; k++) {
    const MathFunction *f = &math_functions[k];
    for (int i = 1; i <= N_POINTS; i++) {
      double x = math_function_point(f, i / (N_POINTS + 1.0));
      ExprId a = expr_add(m.t, m.x, expr_const(m.t, x - point[0]));
      root[n++] = f->n_args == 1 ? expr_unary(m.t, f->op, a)
                                 : expr_binary(m.t, f->op, a, m.y);
    }
  }
  compile_and_compare(&m, root, n, 1);
  fixture_end(&m.f);
}

/* `batch` expressions share their temporaries: with few of them these are
 * variables, with many elements of an array. */
static void check_random(int batch)
{
  Small m = small_begin();
  ExprId root[N_RANDOM];
  make_random(&m, root);
  compile_and_compare(&m, root, N_RANDOM, batch);
  fixture_end(&m.f);
}

static void test_random_expressions(void **state)
{
  (void)state;
  check_random(4);
}

static void test_random_expressions_in_parts(void **state)
{
  (void)state;
  check_random(N_RANDOM);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_leaves),
      cmocka_unit_test(test_parentheses),
      cmocka_unit_test(test_powers),
      cmocka_unit_test(test_logic),
      cmocka_unit_test(test_functions_of_no_c_function),
      cmocka_unit_test(test_shared_parts),
      cmocka_unit_test(test_frozen_relation_hides_its_operands),
      cmocka_unit_test(test_long_sum),
      cmocka_unit_test(test_each_function),
      cmocka_unit_test(test_random_expressions),
      cmocka_unit_test(test_random_expressions_in_parts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
