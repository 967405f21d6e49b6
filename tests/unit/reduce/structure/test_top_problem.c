/* test_top_problem.c: blocks of the most differentiated equations. */
#include "test.h"

#include "model_text.h"
#include "reduce/structure/top_problem.h"

/* "der(x,2) | y z": the unknowns of the blocks, in
 * order. */
static void expect(const char *text, const char *wanted)
{
  ModelText *m = model_text_at(text, "pantelides");
  Arena *arena = m->s->scratch_arena;
  Walk *walk = walk_create(m->sys->exprs, arena);
  Blt blt = top_problem_blocks(m->sys, walk, arena);
  char got[300] = "";
  for (int k = 0; k < blt.n_blocks; k++) {
    int first = blt.row[blt.start[k]];
    if (m->sys->eq[first].derivative.i >= 0) { /* not a top: alone, empty */
      assert_int_equal(blt.start[k + 1] - blt.start[k], 1);
      continue;
    }
    if (got[0]) strcat(got, " | ");
    for (int i = blt.start[k]; i < blt.start[k + 1]; i++) {
      if (i > blt.start[k]) strcat(got, " ");
      strcat(got, m->sys->var[m->sys->eq_var[blt.row[i]].i].name);
    }
  }
  assert_string_equal(got, wanted);
  model_text_free(m);
}

static void test_blocks(void **state)
{
  (void)state;
  /* triangular: x'' from f'', then y', then z */
  expect("model M Real x, y, z; equation der(x) = 2*y; der(y) = 3*z; "
         "x = sin(time); end M;",
         "der(x,2) | der(y) | z");
  /* the reactor's four blocks */
  expect("model M Real C, R, T, U; equation der(C) = 2.5 - C - R; "
         "0 = C - sin(time); der(T) = R - T + 2*U; 0 = R - exp(T)*C; end M;",
         "der(C,2) | der(R) | der(T) | U");
}

/* Lower derivatives are known: they order nothing. */
static void test_lower_derivatives_are_known(void **state)
{
  (void)state;
  expect("model M Real x, y; equation der(x) = y; der(y) = x + sin(x); "
         "end M;",
         "der(y)");
  expect("model M Real x, y; equation 2*der(x) = y; 2*der(y) = x; end M;",
         "der(x) | der(y)");
}

/* Kept blocks are those of the system as it is. */
static void test_kept(void **state)
{
  (void)state;
  ModelText *m = model_text_run("model M Real a, b; equation a = b + time; "
                                "2*b = 3*a; end M;",
                                "pantelides");
  System *sys = m->sys;
  ExprTable *t = sys->exprs;
  Arena *arena = m->s->scratch_arena;
  Walk *walk = walk_create(t, arena);
  sys->top_blocks = top_blocks_create(arena);
  for (int k = 0; k < 2; k++) {
    Blt blt = top_problem_blocks(sys, walk, arena);
    assert_int_equal(blt.n_blocks, 1);
    assert_int_equal(blt.row[0], 0);
    assert_int_equal(blt.row[1], 1);
    blt.row[0] = 7; /* a copy */
  }
  VarId b = model_text_var(m, "b"), a = model_text_var(m, "a");
  ExprId looped = sys->eq[1].residual;
  sys->eq_var[0] = a;
  sys->eq_var[1] = b;
  sys->eq[1].residual = expr_sub(t, expr_var(t, b), expr_const(t, 2));
  assert_int_equal(top_problem_blocks(sys, walk, arena).n_blocks, 2);
  sys->eq[1].residual = looped;
  assert_int_equal(top_problem_blocks(sys, walk, arena).n_blocks, 1);
  sys->var[a.i].kind = VAR_INPUT;
  assert_int_equal(top_problem_blocks(sys, walk, arena).n_blocks, 2);
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_kept),
      cmocka_unit_test(test_blocks),
      cmocka_unit_test(test_lower_derivatives_are_known),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
