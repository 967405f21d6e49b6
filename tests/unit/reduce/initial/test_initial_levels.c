/* test_initial_levels.c: which unknowns share the freedom at the start. */
#include "test.h"

#include "base/vector.h"
#include "model_text.h"

#define PENDULUM(starts)                                                       \
  "model M " starts                                                            \
  " Real lam; equation der(x) = vx; der(y) = vy; der(vx) = -lam*x; "           \
  "der(vy) = -lam*y - 1; x^2 + y^2 = 1; end M;"

/* The unknowns of each block of the smallest change, "x y, vx vy": those
 * whose start values do not count with a question mark. */
static const char *freedom(const ModelText *m)
{
  const char *text = "";
  for (int k = 0; k < m->reduced->initial.n_blocks; k++) {
    const ReducedBlock *b = &m->reduced->initial.block[k];
    if (b->kind != BLOCK_LEAST) continue;
    for (int c = 0; c < b->n_columns; c++) {
      text = arena_printf(m->s->session_arena, "%s%s%s%s", text,
                          c > 0          ? " "
                          : text[0] != 0 ? ", "
                                         : "",
                          m->sys->var[b->unknown[c].i].name,
                          b->how->is_preferred_start[c] ? "" : "?");
    }
  }
  return text;
}

static void expect(const char *model, const char *expected)
{
  ModelText *m = model_text_at(model, "reduced");
  assert_string_equal(freedom(m), expected);
  model_text_free(m);
}

static void test_levels(void **state)
{
  (void)state;
  expect(PENDULUM("Real x(start = 0.6), y(start = -0.8), vx(start = 1), "
                  "vy(start = 1);"),
         "y x, vy vx");
  expect(PENDULUM("Real x(start = 0.6, fixed = true), y(start = -0.8), "
                  "vx(start = 1), vy(start = 1);"),
         "vy vx");
}

/* Without another start value there is nothing to weigh against. */
static void test_no_other_wish(void **state)
{
  (void)state;
  expect(PENDULUM("Real x(start = 0.6), y, vx(start = 1), vy;"), "");
  expect(PENDULUM("Real x(start = 0.6), y, vx, vy;"), "");
}

/* stateSelect comes first. */
static void test_preferred(void **state)
{
  (void)state;
  expect(PENDULUM("Real x(start = 0.6, stateSelect = StateSelect.prefer), "
                  "y(start = -0.8), vx(start = 1), vy(start = 1);"),
         "vy vx");
}

/* Free states have no equation to fit; a sum ties them. */
static void test_initial_equation(void **state)
{
  (void)state;
  expect("model M Real x(start = 1), y(start = 2); equation der(x) = -x; "
         "der(y) = -y; end M;",
         "");
  expect("model M Real x(start = 1), y(start = 2); initial equation x + y = "
         "4; equation der(x) = -x; der(y) = -y; end M;",
         "x y");
}

/* Two constraints that share a variable are one problem, two that do not are
 * two. */
static void test_parts(void **state)
{
  (void)state;
  expect("model M Real a(start = 1), b(start = 1), c(start = 1); initial "
         "equation a + b = 1; b + c = 1; equation der(a) = -a; der(b) = -b; "
         "der(c) = -c; end M;",
         "a b c");
  expect("model M Real a(start = 1), b(start = 1), c(start = 1), d(start = "
         "1); initial equation a + b = 1; c + d = 1; equation der(a) = -a; "
         "der(b) = -b; der(c) = -c; der(d) = -d; end M;",
         "a b, c d");
}

/* What is determined anyway stays out of it. */
static void test_determined(void **state)
{
  (void)state;
  expect("model M Real a(start = 1), b(start = 1), c(start = 1); initial "
         "equation a^3 = 8; a + b + c = 1; equation der(a) = -a; der(b) = -b; "
         "der(c) = -c; end M;",
         "b c");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_levels),    cmocka_unit_test(test_no_other_wish),
      cmocka_unit_test(test_preferred), cmocka_unit_test(test_initial_equation),
      cmocka_unit_test(test_parts),     cmocka_unit_test(test_determined),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
