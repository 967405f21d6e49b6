/* test_singular.c: too many, too few, the wrong ones: who is named? */
#include "test.h"

#include "model_text.h"
#include "random_expr.h"

static void expect_good(const char *text)
{
  ModelText *m = model_text_at(text, "singular");
  model_text_free(m);
}

/* All parts appear in this order. */
static void expect_messages(const char *text, const char *const part[])
{
  ModelText *m = model_text_run(text, "singular");
  assert_false(m->ok);
  assert_string_equal(m->reached, "time_relations");
  const char *at = model_text_messages(m);
  for (int k = 0; part[k]; k++) {
    at = strstr(at, part[k]);
    if (!at) fail_msg("no '%s' in\n%s", part[k], model_text_messages(m));
  }
  model_text_free(m);
}

#define expect(text, ...)                                                      \
  expect_messages(text, (const char *const[]){__VA_ARGS__, NULL})

static void test_balanced(void **state)
{
  (void)state;
  expect_good("model M Real x; equation der(x) = -x; end M;");
  expect_good("model M Real x, y; equation x + y = 1; x - y = time; end M;");
  expect_good("model M Real x, y, z; equation der(x) = z; x = sin(time); "
              "y = z; end M;");
}

static void test_too_many(void **state)
{
  (void)state;
  expect("model M\n Real x;\nequation\n x = 1;\n x = sin(time);\nend M;",
         "a.mo:1:7: error E302: the model 'M' has 2 equations for 1 unknown",
         "a.mo:5:2: error E302: 2 equations for 1 unknown (x)",
         "a.mo:4:2: note: this equation is one of them");
}

static void test_too_few(void **state)
{
  (void)state;
  expect("model M\n Real x;\n Real y;\nequation\n x + y = 1;\nend M;",
         "has 1 equation for 2 unknowns",
         "error E302: only 1 equation for 2 unknowns (y, x)",
         "a.mo:5:2: note: this equation is one of them");
  expect("model M\n Real x, y, z;\nequation\n z = 1;\nend M;",
         "has 1 equation for 3 unknowns",
         "a.mo:2:7: error E302: no equation determines the unknowns x, y");
}

/* Three equations, three unknowns, but x twice and z nowhere. */
static void test_wrong_ones(void **state)
{
  (void)state;
  expect("model M\n Real x, y, z;\nequation\n x = 1;\n x^2 = time;\n"
         " y + z = 2;\nend M;",
         "a.mo:5:2: error E301: 2 equations for 1 unknown (x)",
         "a.mo:4:2: note: this equation is one of them",
         "error E301: only 1 equation for 2 unknowns (z, y)",
         "a.mo:6:2: note: this equation is one of them");
}

static void test_equation_without_unknown(void **state)
{
  (void)state;
  expect("model M\n parameter Real p = 1;\n Real x;\nequation\n p = 1;\n"
         "end M;",
         "a.mo:5:2: error E301: this equation determines no unknown",
         "a.mo:3:7: error E301: no equation determines the unknown x");
}

/* x and its derivative count as one. */
static void test_chains_count_once(void **state)
{
  (void)state;
  expect("model M\n Real x;\nequation\n der(x) = 1;\n x = time;\nend M;",
         "has 2 equations for 1 unknown", "2 equations for 1 unknown (x)");
}

/* An equation cannot be solved for what stands inside sign(). */
static void test_steps_do_not_count(void **state)
{
  (void)state;
  expect("model M Real x, y; equation y = time; sign(x) + y = 2; end M;",
         "2 equations for 1 unknown (y)", "determines the unknown x");
}

static void test_long_lists_are_cut(void **state)
{
  (void)state;
  expect("model M Real a, b, c, d, e, f, g, h, i, j; equation "
         "a + b + c + d + e + f + g + h + i + j = 0; end M;",
         "only 1 equation for 10 unknowns (", ", ... (10 in all))");
}

/* Random patterns: refused exactly if no perfect matching exists. */
static bool has_matching(const unsigned *row, int n, unsigned free)
{
  if (n == 0) return true;
  for (unsigned c = row[0] & free; c; c &= c - 1) {
    if (has_matching(row + 1, n - 1, free & ~(c & -c))) return true;
  }
  return false;
}

static void test_random_patterns(void **state)
{
  (void)state;
  enum { N = 5 };
  Random random = {5};
  int good = 0;
  for (int trial = 0; trial < 300; trial++) {
    unsigned row[N];
    char text[1000], *at = text;
    at += sprintf(at, "model M Real x0, x1, x2, x3, x4; equation ");
    for (int r = 0; r < N; r++) {
      row[r] = 0;
      at += sprintf(at, "1 + sin(time)");
      for (int c = 0; c < N; c++) {
        if (random_below(&random, 3) > 0) continue;
        row[r] |= 1u << c;
        at += sprintf(at, " + %d*x%d", r + c + 2, c);
      }
      at += sprintf(at, " = 0; ");
    }
    sprintf(at, "end M;");
    ModelText *m = model_text_run(text, "singular");
    bool wanted = has_matching(row, N, (1u << N) - 1);
    assert_int_equal(m->ok, wanted);
    assert_int_equal(strlen(model_text_messages(m)) == 0, wanted);
    good += wanted;
    model_text_free(m);
  }
  assert_in_range(good, 20, 280); /* both happen */
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_balanced),
      cmocka_unit_test(test_too_many),
      cmocka_unit_test(test_too_few),
      cmocka_unit_test(test_wrong_ones),
      cmocka_unit_test(test_equation_without_unknown),
      cmocka_unit_test(test_chains_count_once),
      cmocka_unit_test(test_steps_do_not_count),
      cmocka_unit_test(test_long_lists_are_cut),
      cmocka_unit_test(test_random_patterns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
