/* test_top_problem.c: blocks of the most differentiated equations. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model_text.h"
#include "reduce/top_problem.h"

/* "der(x,2) | y z": the unknowns of the blocks, in
 * order. */
static void expect(const char *text, const char *wanted)
{
  ModelText *m = model_text_run(text, STAGE_PANTELIDES);
  if (!m->ok) fail_msg("%s", model_text_messages(m));
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

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_blocks),
      cmocka_unit_test(test_lower_derivatives_are_known),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
