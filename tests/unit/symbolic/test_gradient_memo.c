/* test_gradient_memo.c: the same parts of gradients as without memo. */
#include "test.h"

#include "random_expr.h"
#include "symbolic/gradient_memo.h"

enum { N_EXPRESSIONS = 300 };

/* context: bit k, is variable k wanted? */
static bool is_wanted(const void *context, VarId var)
{
  return (*(const unsigned *)context >> var.i & 1) != 0;
}

static void expect_same(const Gradient *a, const Gradient *b)
{
  assert_int_equal(a->n_entries, b->n_entries);
  for (int k = 0; k < a->n_entries; k++) {
    assert_int_equal(a->entry[k].var.i, b->entry[k].var.i);
    assert_int_equal(a->entry[k].value.i, b->entry[k].value.i);
  }
}

static void test_all_parts(void **state)
{
  (void)state;
  RandomWorld w;
  random_world_begin(&w, 2718);
  GradientMemo *memo = gradient_memo_create(w.arena);
  int n_noted = 0;
  for (int k = 0; k < N_EXPRESSIONS; k++) {
    ExprId e = random_raw(&w, 2 + random_below(&w.random, 14), true);
    for (unsigned set = 0; set < 1u << RANDOM_VARS; set++) {
      Gradient noted = {0}, made = {0};
      gradient_remembered(memo, w.walk, replay_of(e, 0), is_wanted, &set,
                          &noted);
      differentiate_gradient(w.walk, e, is_wanted, &set, &made);
      expect_same(&noted, &made);
    }
    n_noted += expr_memo_find(memo->kept, e) != NULL;
  }
  assert_int_equal(n_noted, N_EXPRESSIONS);
  random_world_end(&w);
}

/* The same graph with other variables: made again, not derived. */
static void test_renamed(void **state)
{
  (void)state;
  RandomWorld w;
  random_world_begin(&w, 577);
  Walk *other = walk_create(w.t, w.scratch);
  GradientMemo *memo = gradient_memo_create(w.arena);
  const unsigned all = ~0u;
  int n_again = 0;
  for (int k = 0; k < N_EXPRESSIONS; k++) {
    ExprId e = random_raw(&w, 1 + random_below(&w.random, 6), true);
    for (int i = 0; i < 8; i++) {
      Gradient noted = {0}, made = {0};
      ExprId renamed = random_renamed(&w, other, e);
      /* those of a family need not be alike */
      ReplayFrom from = replay_of(renamed, k % 5);
      n_again += replay_finds(memo->replay, w.walk, from);
      gradient_remembered(memo, w.walk, from, is_wanted, &all, &noted);
      differentiate_gradient(w.walk, renamed, is_wanted, &all, &made);
      expect_same(&noted, &made);
    }
  }
  assert_true(n_again > N_EXPRESSIONS);
  random_world_end(&w);
}

/* With other ones wanted each time. */
static void test_repeated(void **state)
{
  (void)state;
  RandomWorld w;
  random_world_begin(&w, 4669);
  Walk *other = walk_create(w.t, w.scratch);
  Replay *replay = replay_create(w.arena);
  int n_again = 0;
  for (int k = 0; k < N_EXPRESSIONS; k++) {
    ExprId e = random_raw(&w, 1 + random_below(&w.random, 6), true);
    for (unsigned set = 0; set < 1u << RANDOM_VARS; set++) {
      Gradient repeated = {0}, made = {0};
      ExprId renamed = random_renamed(&w, other, e);
      ReplayFrom from = replay_of(renamed, k % 5);
      n_again += replay_finds(replay, w.walk, from);
      gradient_repeated(replay, w.walk, from, is_wanted, &set, &repeated);
      differentiate_gradient(w.walk, renamed, is_wanted, &set, &made);
      expect_same(&repeated, &made);
    }
  }
  assert_true(n_again > N_EXPRESSIONS);
  random_world_end(&w);
}

static void test_without_notes(void **state)
{
  (void)state;
  RandomWorld w;
  random_world_begin(&w, 2718);
  ExprId x = expr_var(w.t, (VarId){0}), y = expr_var(w.t, (VarId){1});
  unsigned first = 1;
  Gradient gradient = {0};
  gradient_remembered(NULL, w.walk, replay_of(expr_mul(w.t, x, y), 0),
                      is_wanted, &first, &gradient);
  assert_int_equal(gradient.n_entries, 1);
  assert_int_equal(gradient.entry[0].var.i, 0);
  assert_int_equal(gradient.entry[0].value.i, y.i);
  random_world_end(&w);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_parts), cmocka_unit_test(test_renamed),
      cmocka_unit_test(test_repeated), cmocka_unit_test(test_without_notes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
