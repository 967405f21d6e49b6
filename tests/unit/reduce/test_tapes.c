/* test_tapes.c: which relations have a tape, and which share one. */
#include "test.h"

#include "model_text.h"
#include "reduce/tapes.h"

static int tape_of(const ModelText *m, int relation)
{
  assert_true(relation < m->reduced->sys->n_relations);
  return m->reduced->tapes.of_item[relation];
}

static void test_relations_of_one_shape_share_a_tape(void **state)
{
  (void)state;
  ModelText *m = model_text_complete(
      "model M parameter Real w[1000] = 1:1000; Boolean b[1000]; equation "
      "for i in 1:1000 loop b[i] = sin(w[i]*time) > 0.001*i; end for; end M;");
  const ReducedTapes *t = &m->reduced->tapes;
  assert_int_equal(m->reduced->sys->n_relations, 1000);
  for (int k = 0; k < 1000; k++) {
    assert_int_equal(tape_of(m, k), 1);
    assert_true(m->reduced->sys->relation[k].is_searched);
  }
  assert_int_equal(t->n, 1);
  assert_int_equal(t->n_operands, 2000);
  assert_int_equal(t->n_numbers, 1000);
  model_text_free(m);
}

static void test_states_are_not_searched(void **state)
{
  (void)state;
  ModelText *m = model_text_complete(
      "model M Real x, w; Boolean a; equation der(x) = 1; w = 3*x; "
      "a = w*time > 1; assert(x < 9, \"far\"); end M;");
  assert_int_equal(tape_of(m, 0), 1);
  assert_false(m->reduced->sys->relation[0].is_searched);
  assert_true(m->reduced->tapes.tape[0].has_states);
  assert_int_equal(m->reduced->sys->n_assertions, 1);
  assert_int_equal(m->reduced->tapes.of_item[1], 2);
  model_text_free(m);
}

static void test_what_cannot_be_enclosed_has_none(void **state)
{
  (void)state;
  ModelText *m =
      model_text_complete("model M Real x, z; Boolean c, d, e; equation "
                          "der(x) = 1; z + exp(z) = time; c = z > time^2; "
                          "d = delay(time, 1)*time > 1; e = time > 2; end M;");
  const TapeReason *reason = m->reduced->tapes.reason;
  for (int k = 0; k < m->reduced->sys->n_relations; k++) {
    assert_int_equal(tape_of(m, k), 0);
    assert_false(m->reduced->sys->relation[k].is_searched);
  }
  assert_int_equal(reason[0].lack, TAPE_OF_LOOP);
  assert_int_equal(reason[1].lack, TAPE_OF_PAST);
  assert_int_equal(reason[2].lack, TAPE_LACKS_NOTHING);
  model_text_free(m);
}

/* The runtime knows how it moves; the time of its change it does not. */
static void test_inputs_have_a_tape(void **state)
{
  (void)state;
  ModelText *m = model_text_complete(
      "model M input Real u; Boolean b = u*time > 1; end M;");
  assert_int_equal(tape_of(m, 0), 1);
  assert_false(m->reduced->sys->relation[0].is_searched);
  model_text_free(m);
}

/* y[k] = y[k-1] + sin(k*y[k-1]): one step of it is four or five steps. */
static void test_long_ones_are_left_out(void **state)
{
  (void)state;
  ModelText *m = model_text_complete(
      "model M Real y[100]; Boolean b[100]; equation y[1] = sin(time); "
      "for k in 2:100 loop y[k] = y[k-1] + sin(k*y[k-1]); end for; "
      "for k in 1:100 loop b[k] = y[k] > 0.5; end for; end M;");
  assert_int_equal(m->reduced->sys->n_relations, 100);
  assert_true(tape_of(m, 0) > 0 && tape_of(m, 30) > 0);
  assert_int_equal(tape_of(m, 99), 0);
  for (int k = 0; k < m->reduced->tapes.n; k++) {
    assert_true(m->reduced->tapes.tape[k].n_steps <= TAPE_LONGEST);
  }
  model_text_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_relations_of_one_shape_share_a_tape),
      cmocka_unit_test(test_states_are_not_searched),
      cmocka_unit_test(test_what_cannot_be_enclosed_has_none),
      cmocka_unit_test(test_inputs_have_a_tape),
      cmocka_unit_test(test_long_ones_are_left_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
