/* test_block_run.c: loops of one kernel whose numbers rise evenly. */
#include "test.h"

#include "emit/blocks/block_run.h"
#include "reduced_fixture.h"

enum { N = 200 };

/* 2*x = 0, N times; every second one belongs to another leader. */
typedef struct Cells {
  Fixture f;
  ModelText m;
  int number[N], leader[N];
} Cells;

static Cells cells_begin(void)
{
  Cells c = {.f = fixture_begin("Cells")};
  VarId x = fixture_real(&c.f, "x");
  BlockSequence *sequence = &c.f.r->continuous;
  ReducedBlock *first = fixture_block(&c.f, sequence, 1);
  first->kind = BLOCK_SOLVE;
  first->how = fixture_array(&c.f, 1, sizeof *first->how);
  first->unknown[0] = x;
  first->residual[0] = fixture_value(&c.f, x);
  ReducedBlock *block = fixture_array(&c.f, N, sizeof block[0]);
  for (int k = 0; k < N; k++) {
    block[k] = *first;
    c.number[k] = k;
    c.leader[k] = k % 2;
  }
  *sequence = (BlockSequence){block, N, N};
  c.m =
      (ModelText){.s = c.f.s, .reduced = c.f.r, .arena = c.f.s->session_arena};
  return c;
}

static BlockRuns find(Cells *c)
{
  return block_runs_find(&c->m, &c->f.r->continuous, c->number, c->leader);
}

static void test_interleaved(void **state)
{
  (void)state;
  Cells c = cells_begin();
  BlockRuns runs = find(&c);
  for (int k = 0; k < N; k++) {
    assert_int_equal(runs.entry[k], k < 2 ? k : -1);
    assert_int_equal(runs.run[k] != NULL, k < 2);
  }
  for (int k = 0; k < 2; k++) {
    assert_int_equal(runs.run[k]->n, N / 2);
    assert_int_equal(runs.run[k]->step, 2);
    for (int l = 0; l < N / 2; l++) {
      assert_ptr_equal(runs.run[k]->block[l],
                       &c.f.r->continuous.block[2 * l + k]);
    }
  }
  fixture_end(&c.f);
}

/* One that is not like its leader ends the run; 24 are too few for another. */
static void test_end_of_a_run(void **state)
{
  (void)state;
  Cells c = cells_begin();
  c.f.r->continuous.block[150].linear = true;
  c.leader[151] = -1;
  BlockRuns runs = find(&c);
  assert_int_equal(runs.run[0]->n, 75);
  assert_int_equal(runs.run[1]->n, 75);
  assert_int_equal(runs.entry[149], -1);
  for (int k = 150; k < N; k++) {
    assert_null(runs.run[k]);
    assert_int_equal(runs.entry[k], k - 148);
  }
  fixture_end(&c.f);
}

/* Blocks that are not loops have no entry. */
static void test_assignments(void **state)
{
  (void)state;
  Cells c = cells_begin();
  for (int k = 0; k < N; k++) {
    bool is_loop = k >= 10;
    c.number[k] = is_loop ? k - 10 : -1;
    c.leader[k] = is_loop ? 10 : -1;
  }
  BlockRuns runs = find(&c);
  for (int k = 0; k < N; k++) {
    assert_int_equal(runs.entry[k], k == 10 ? 0 : -1);
  }
  assert_int_equal(runs.run[10]->n, N - 10);
  assert_int_equal(runs.run[10]->step, 1);
  fixture_end(&c.f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_interleaved),
      cmocka_unit_test(test_end_of_a_run),
      cmocka_unit_test(test_assignments),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
