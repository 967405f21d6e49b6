/* test_reduced_visit.c: every expression of a block is read, once and in the
 * order of the places, and every variable that is named. */
#include "test.h"

#include "model_text.h"
#include "reduce/system/reduced_visit.h"

/* An assignment that divides by a sum, a linear loop with formulas, and a
 * nonlinear one that is torn and has first values. */
static const char everything[] =
    "model M\n"
    "  parameter Real p = 2, q = 2*p;\n"
    "  Real x(start = q, fixed = true), y, a, b, c(start = 1), d, e;\n"
    "equation\n"
    "  der(x) = -x; (x + p)*y = 3; a + x*b = 1; x*a - 2*b = p;\n"
    "  c + d^3 = x; d = e + sin(c); e = c^2 + x; \n"
    "end M;";

enum { N_BLOCK_PLACES = IN_BLOCK_TANGENT + 1 };

typedef struct Seen {
  int n[N_BLOCK_PLACES];
  BlockPlace last;
} Seen;

static bool any_place(BlockPlace place)
{
  (void)place;
  return true;
}

static bool only_residuals(BlockPlace place)
{
  return place == IN_BLOCK_RESIDUAL;
}

static void count(void *context, BlockPlace place, int at, ExprId e)
{
  Seen *seen = context;
  assert_true(e.i >= 0);
  assert_int_equal(at, seen->n[place]); /* position in its list */
  assert_true(place >= seen->last);
  seen->last = place;
  seen->n[place]++;
}

/* Counted by hand. */
static void expect_all(const ReducedBlock *b, const Seen *seen)
{
  bool is_assignment = b->kind == BLOCK_ASSIGN;
  int n_divisors =
      is_assignment && b->divisor.i >= 0 ? 1 + (b->divisor_size.i >= 0) : 0;
  int n_first = b->how && b->how->first ? b->how->first->n : 0;
  assert_int_equal(seen->n[IN_BLOCK_VALUE], is_assignment);
  assert_int_equal(seen->n[IN_BLOCK_DIVISOR], n_divisors);
  assert_int_equal(seen->n[IN_BLOCK_RESIDUAL], is_assignment ? 0 : b->n);
  assert_int_equal(seen->n[IN_BLOCK_ENTRY], is_assignment ? 0 : b->n_entries);
  assert_int_equal(seen->n[IN_BLOCK_INNER], b->how ? b->how->n_inner : 0);
  assert_int_equal(seen->n[IN_BLOCK_FIRST], n_first);
  assert_int_equal(seen->n[IN_BLOCK_REST], b->how && b->how->rest ? b->n : 0);
  assert_int_equal(seen->n[IN_BLOCK_TANGENT], b->n_tangents);
}

static void test_blocks(void **state)
{
  (void)state;
  ModelText *m = model_text_at(everything, "reduced");
  Seen all = {{0}, IN_BLOCK_VALUE};
  for (int q = 0; q < N_SEQUENCES; q++) {
    const BlockSequence *sequence =
        reduced_sequence(m->reduced, (SequencePlace)q);
    assert_int_equal(reduced_sequence_place(m->reduced, sequence), q);
    for (int k = 0; k < sequence->n_blocks; k++) {
      Seen seen = {{0}, IN_BLOCK_VALUE};
      block_read_expressions(&sequence->block[k], any_place, count, &seen);
      expect_all(&sequence->block[k], &seen);
      for (int i = 0; i < N_BLOCK_PLACES; i++) all.n[i] += seen.n[i];
    }
  }
  for (int i = 0; i < N_BLOCK_PLACES; i++) assert_true(all.n[i] > 0);
  model_text_free(m);
}

static void test_filter(void **state)
{
  (void)state;
  ModelText *m = model_text_at(everything, "reduced");
  const ReducedBlock *b = model_text_block(m, &m->reduced->continuous, "c");
  Seen seen = {{0}, IN_BLOCK_VALUE};
  block_read_expressions(b, only_residuals, count, &seen);
  for (int i = 0; i < N_BLOCK_PLACES; i++) {
    assert_int_equal(seen.n[i], i == IN_BLOCK_RESIDUAL ? b->n : 0);
  }
  model_text_free(m);
}

/* --- beside the blocks --- */

static bool any_beside(ReducedPlace place)
{
  (void)place;
  return true;
}

static void count_beside(void *context, ReducedPlace place, int at, ExprId e)
{
  assert_true(e.i >= 0 && at >= 0);
  ((int *)context)[place]++;
}

static void test_beside(void **state)
{
  (void)state;
  ModelText *m = model_text_at(
      "model M parameter Real p = 3; Real x(start = 2*p, fixed = true), y, z; "
      "equation der(x) = -x; p*y = x; z = 2*y; end M;",
      "reduced");
  const ReducedSystem *r = m->reduced;
  int n[REDUCED_IMPLICIT + 1] = {0};
  reduced_read_expressions(r, any_beside, count_beside, n);
  assert_int_equal(n[REDUCED_START], 1);
  assert_int_equal(r->n_divisors, 1);
  assert_int_equal(n[REDUCED_DIVISOR], 1); /* not a sum: without a size */
  assert_int_equal(n[REDUCED_IMPLICIT], 0);
  model_text_free(m);
}

static void test_implicit(void **state)
{
  (void)state;
  ModelText *m =
      model_text_at("model M Real x, y(start = 1, fixed = true); equation "
                    "der(x) + der(y) = 1; x = 2*y; end M;",
                    "reduced");
  const ReducedBlock *rows = &m->reduced->implicit.rows;
  int n[REDUCED_IMPLICIT + 1] = {0};
  reduced_read_expressions(m->reduced, any_beside, count_beside, n);
  assert_true(rows->n > 0);
  assert_int_equal(n[REDUCED_IMPLICIT], rows->n + rows->n_tangents);
  model_text_free(m);
}

/* --- variables --- */

static bool any_in_block(BlockLink link)
{
  (void)link;
  return true;
}

static void count_in_block(void *context, BlockLink link, int at, VarId v)
{
  assert_true(v.i >= 0 && at >= 0);
  ((int *)context)[link]++;
}

/* Time, which a tangent may be by, is not a variable. */
static void test_block_variables(void **state)
{
  (void)state;
  ModelText *m = model_text_at(everything, "reduced");
  const BlockSequence *sequence = &m->reduced->continuous;
  int n[BLOCK_VARIES_BY + 1] = {0}, expected[BLOCK_VARIES_BY + 1] = {0};
  for (int k = 0; k < sequence->n_blocks; k++) {
    const ReducedBlock *b = &sequence->block[k];
    BlockLink own = b->kind == BLOCK_ASSIGN ? BLOCK_COMPUTES : BLOCK_SOLVES_FOR;
    expected[own] += b->n_columns;
    for (int i = 0; i < b->n_tangents; i++) {
      expected[BLOCK_VARIES_BY] += b->tangent[i].var.i >= 0;
    }
  }
  sequence_read_variables(sequence, any_in_block, count_in_block, n);
  for (int k = 0; k <= BLOCK_VARIES_BY; k++) {
    assert_true(n[k] > 0);
    assert_int_equal(n[k], expected[k]);
  }
  model_text_free(m);
}

static bool any_link(ReducedLink link)
{
  (void)link;
  return true;
}

static bool only_states(ReducedLink link)
{
  return link == REDUCED_STATE;
}

static void count_link(void *context, ReducedLink link, int at, VarId v)
{
  assert_true(v.i >= 0 && at >= 0);
  ((int *)context)[link]++;
}

enum { N_REDUCED_LINKS = REDUCED_SCALE_SOURCE + 1 };

static void test_variables(void **state)
{
  (void)state;
  ModelText *m = model_text_at(
      "model M parameter Real p = 3; Real x(start = 2*p, fixed = true), y, z; "
      "equation der(x) = -x; p*y = x; z = 2*y; end M;",
      "reduced");
  const ReducedSystem *r = m->reduced;
  int n[N_REDUCED_LINKS] = {0}, states[N_REDUCED_LINKS] = {0};
  reduced_read_variables(r, any_link, count_link, n);
  assert_int_equal(n[REDUCED_ROW], r->n_vars - 1); /* without time */
  assert_int_equal(n[REDUCED_STARTED], 1);
  assert_int_equal(n[REDUCED_DIVIDED_FOR], 1);
  assert_int_equal(n[REDUCED_PREFERRED_START], r->n_start_preferences);
  assert_int_equal(n[REDUCED_STATE], 1);
  assert_int_equal(n[REDUCED_DERIVATIVE], 1);
  assert_int_equal(n[REDUCED_SOURCE], 2);
  assert_int_equal(n[REDUCED_CONSTRAINT], r->n_constraints);
  assert_int_equal(n[REDUCED_SCALE_SOURCE], r->scale.n_sources);
  reduced_read_variables(r, only_states, count_link, states);
  for (int k = 0; k < N_REDUCED_LINKS; k++) {
    assert_int_equal(states[k], k == REDUCED_STATE);
  }
  model_text_free(m);
}

static void test_implicit_variables(void **state)
{
  (void)state;
  ModelText *m =
      model_text_at("model M Real x, y(start = 1, fixed = true); equation "
                    "der(x) + der(y) = 1; x = 2*y; end M;",
                    "reduced");
  const ReducedImplicit *implicit = &m->reduced->implicit;
  int n[N_REDUCED_LINKS] = {0};
  reduced_read_variables(m->reduced, any_link, count_link, n);
  assert_true(implicit->exists);
  assert_true(implicit->n_slopes + implicit->n_dummies > 0);
  assert_int_equal(n[REDUCED_IMPLICIT_SLOPE], implicit->n_slopes);
  assert_int_equal(n[REDUCED_IMPLICIT_DUMMY], implicit->n_dummies);
  assert_int_equal(n[REDUCED_IMPLICIT_VARIES_BY], implicit->rows.n_tangents);
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_blocks),
      cmocka_unit_test(test_filter),
      cmocka_unit_test(test_beside),
      cmocka_unit_test(test_implicit),
      cmocka_unit_test(test_block_variables),
      cmocka_unit_test(test_variables),
      cmocka_unit_test(test_implicit_variables),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
