/* test_build_check.c: each broken invariant of a ReducedSystem under
 * construction stops the program. */
#define _POSIX_C_SOURCE 200809L
#include "test.h"

#include <sys/wait.h>
#include <unistd.h>

#include "model_text.h"
#include "reduce/build_check.h"

/* 40 cells: the pattern is sparse. */
static const char model[] =
    "model M parameter Real p = 2, q = 2*p; Real x[40](each start = 1, each "
    "fixed = true), a(start = 1), b; equation der(x[1]) = x[2] - 2*x[1]; for k "
    "in 2:39 loop der(x[k]) = x[k - 1] - 2*x[k] + x[k + 1]; end for; "
    "der(x[40]) = x[39] - q*a; a*b = p; a + sin(b) = 2*x[1]; "
    "when x[3] < 0 then reinit(x[3], 1); end when; end M;";

typedef void Damage(ReducedBuild *b);
typedef void Check(const ReducedBuild *b);

/* In a child process, which is expected to be stopped. */
static bool is_found(Damage *damage, Check *check)
{
  ModelText *m = model_text_complete(model);
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    fclose(stderr);
    damage(m->passes.build);
    check(m->passes.build);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  model_text_free(m);
  return WIFSIGNALED(status);
}

static void nothing(ReducedBuild *b)
{
  (void)b;
}
static void reinit_of_an_algebraic(ReducedBuild *b)
{
  b->own->reinit[0].state = b->r->derivative[0];
}
static void computed_twice(ReducedBuild *b)
{
  BlockSequence *s = &b->r->continuous;
  s->block[1].unknown[0] = s->block[0].unknown[0];
}
static void entry_outside(ReducedBuild *b)
{
  BlockSequence *s = &b->r->continuous;
  for (int k = 0; k < s->n_blocks; k++) {
    if (s->block[k].n_entries > 0) s->block[k].entry[0].row = s->block[k].n;
  }
}
static void guess_beside_start(ReducedBuild *b)
{
  int v = b->r->state[0].i;
  b->guess[v] = b->sys->var[v].start;
}
static void wrong_slot(ReducedBuild *b)
{
  b->r->var[1].value_reference = b->r->n_real;
}
static void state_without_derivative(ReducedBuild *b)
{
  b->r->var[b->r->row_of_var[b->r->derivative[0].i]].derivative_of = -1;
}
static void hidden_state(ReducedBuild *b)
{
  b->r->var[b->r->row_of_var[b->r->state[0].i]].is_hidden = true;
}
static void same_colour(ReducedBuild *b)
{
  SparsePattern *p = &b->r->jacobian; /* columns 1 and 2 share a row */
  p->column[p->color_start[0]] = 0;
  p->column[p->color_start[0] + 1] = 1;
}

static void test_damage(void **state)
{
  (void)state;
  static const struct {
    Damage *damage;
    Check *check;
  } row[] = {
      {reinit_of_an_algebraic, build_check_reinits},
      {computed_twice, build_check_blocks},
      {entry_outside, build_check_blocks},
      {guess_beside_start, build_check_guesses},
      {wrong_slot, build_check_variables},
      {state_without_derivative, build_check_variables},
      {hidden_state, build_check_exposed},
      {same_colour, build_check_pattern},
  };
  for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
    assert_false(is_found(nothing, row[k].check));
    if (!is_found(row[k].damage, row[k].check)) fail_msg("row %zu", k);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_damage)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
