/* test_combination.c: the equation hidden in a few dependent ones, asked for
 * directly; test_regular.c has what the pass makes of it. */
#include "test.h"

#include "model_text.h"
#include "reduce/structure/dependent/combination.h"
#include "symbolic/differentiate.h"

enum { MOST = 8, N_POINTS = 4, N_OTHERS = 2 };

/* All equations of a model in their most differentiated version, as one
 * block. */
typedef struct Bench {
  ModelText *m;
  Walk *walk;
  int row[MOST], n;
  Entry entry[MOST * MOST];
  StartPoint *point[N_POINTS], *other[N_OTHERS];
  SingularBlock block;
  Combination found;
} Bench;

static bool in_block(const void *context, VarId var)
{
  const Bench *b = context;
  for (int r = 0; r < b->n; r++) {
    if (var_same(b->m->sys->eq_var[b->row[r]], var)) return true;
  }
  return false;
}

static int column_of(const Bench *b, VarId var)
{
  int r = 0;
  while (!var_same(b->m->sys->eq_var[b->row[r]], var)) r++;
  return r;
}

static int add_entries(Bench *b, int n_entries)
{
  for (int r = 0; r < b->n; r++) {
    Gradient gradient = {0};
    differentiate_gradient(b->walk, b->m->sys->eq[b->row[r]].residual, in_block,
                           b, &gradient);
    for (int k = 0; k < gradient.n_entries; k++) {
      b->entry[n_entries++] = (Entry){r, column_of(b, gradient.entry[k].var),
                                      gradient.entry[k].value};
    }
  }
  return n_entries;
}

static CombinationResult find(Bench *b, const char *text)
{
  memset(b, 0, sizeof *b);
  b->m = model_text_unmerged(text, "pantelides");
  if (!b->m->ok) fail_msg("%s", model_text_messages(b->m));
  System *sys = b->m->sys;
  Arena *scratch = b->m->s->scratch_arena;
  b->walk = walk_create(sys->exprs, scratch);
  for (int k = 0; k < sys->n_eqs; k++) {
    if (sys->eq[k].derivative.i < 0) b->row[b->n++] = k;
  }
  assert_true(b->n <= MOST);
  for (int k = 0; k < N_POINTS; k++) {
    b->point[k] = start_point_make(sys, b->walk, k, scratch);
  }
  for (int k = 0; k < N_OTHERS; k++) {
    b->other[k] = start_point_other(sys, b->walk, k + 1, scratch);
  }
  b->block = (SingularBlock){.row = b->row,
                             .n = b->n,
                             .entry = b->entry,
                             .n_entries = add_entries(b, 0),
                             .point = b->point,
                             .n_points = N_POINTS,
                             .other = b->other,
                             .n_others = N_OTHERS};
  return combination_find(sys, b->m->s, b->walk, &b->block, &b->found);
}

/* "-2*eq1 + 1*eq2'": the terms in order, a stroke for each differentiation. */
static const char *terms(const Bench *b)
{
  const char *text = "";
  Arena *arena = b->m->s->session_arena;
  for (int k = 0; k < b->found.n_terms; k++) {
    const CombinationTerm *t = &b->found.term[k];
    text = arena_printf(arena, "%s%s(%s)*eq%d%.*s", text, k ? " + " : "",
                        model_text_expr(b->m, t->factor), t->eq.i + 1, t->order,
                        "''''");
  }
  return text;
}

static void expect_found(const char *text, const char *sum,
                         const char *residual, int replaced)
{
  Bench b;
  CombinationResult result = find(&b, text);
  if (result != COMBINATION_FOUND) fail_msg("%d: %s", result, b.found.why);
  assert_string_equal(terms(&b), sum);
  assert_string_equal(model_text_expr(b.m, b.found.residual), residual);
  assert_int_equal(b.found.replaced.i, replaced - 1);
  assert_int_equal(b.found.before.i,
                   b.m->sys->eq[b.found.replaced.i].residual.i);
  model_text_free(b.m);
}

/* Rows (1, 1) and (2, 2). */
static void test_numbers(void **state)
{
  (void)state;
  expect_found("model M Real x, y; equation der(x) + der(y) = x; "
               "2*der(x) + 2*der(y) = y + time; end M;",
               "(-2)*eq1 + (1)*eq2", "2*x - y - time", 2);
}

/* An equation and the derivative of another: the combination holds once more
 * than both. */
static void test_differentiated(void **state)
{
  (void)state;
  expect_found("model M Real x, y; equation der(x) + time*der(y) = 1 - time; "
               "x + time*y = 2 + time; end M;",
               "(-1)*eq2' + (1)*eq1", "time - y", 1);
}

/* Rows (1, x) and (x, x^2): the factor is an expression. */
static void test_expressions(void **state)
{
  (void)state;
  expect_found("model M Real x, a, b; equation der(x) = 1; "
               "der(a) + x*der(b) = a; x*der(a) + x^2*der(b) = b; end M;",
               "(-x)*eq2 + (1)*eq3", "x*a - b", 3);
}

/* The rows of z depend on each other; the equation of x is not part of it. */
static void test_part(void **state)
{
  (void)state;
  expect_found("model M Real x, y, z; equation der(x) = y + z; "
               "der(y) + der(z) = x; der(y) + der(z) = 3*y; end M;",
               "(-1)*eq2 + (1)*eq3", "x - 3*y", 3);
}

static void test_empty(void **state)
{
  (void)state;
  Bench b;
  assert_int_equal(find(&b, "model M Real x, y; equation "
                            "der(x) + der(y) = time; "
                            "2*der(x) + 2*der(y) = 2*time; end M;"),
                   COMBINATION_EMPTY);
  model_text_free(b.m);
}

/* Rows (2*s, 2*s) and (1, 1) with s = der(x) + der(y): the factor would hold
 * what is to be solved for. */
static void test_none(void **state)
{
  (void)state;
  Bench b;
  assert_int_equal(find(&b, "model M Real x, y; equation "
                            "(der(x) + der(y))^2 = x; "
                            "der(x) + der(y) = y; end M;"),
                   COMBINATION_NONE);
  assert_non_null(b.found.why);
  model_text_free(b.m);
}

/* For p = 2 alone the rows depend on each other: p is decided. */
static void test_decided(void **state)
{
  (void)state;
  Bench b;
  assert_int_equal(find(&b, "model M parameter Real p = 2, q = 3; Real x, y; "
                            "equation der(x) + der(y) = q; "
                            "2*der(x) + p*der(y) = q*x; end M;"),
                   COMBINATION_FOUND);
  assert_int_equal(b.found.n_decided, 1);
  assert_int_equal(b.found.decided[0].i, model_text_var(b.m, "p").i);
  model_text_free(b.m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_numbers),     cmocka_unit_test(test_differentiated),
      cmocka_unit_test(test_expressions), cmocka_unit_test(test_part),
      cmocka_unit_test(test_empty),       cmocka_unit_test(test_none),
      cmocka_unit_test(test_decided),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
