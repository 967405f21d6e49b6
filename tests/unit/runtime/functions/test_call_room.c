/* Memory of calls: pieces that never move, of an instance by itself. */
#include "test.h"

#include "call_room.h"
#include "hand_model.h"

static Instance *roomy(HandLog *log, Model *m, size_t functions)
{
  *m = hand_stateless;
  m->call_room[0] = 3;
  m->call_room[1] = 2;
  m->function_room = functions;
  return hand_running(m, fmi2CoSimulation, log, 1e-6, 5);
}

static void fill(double *number, int n, double value)
{
  for (int k = 0; k < n; k++) number[k] = value;
}

static void need_all(const double *number, int n, double value)
{
  for (int k = 0; k < n; k++) assert_true(number[k] == value);
}

static void test_places_last(void **state)
{
  (void)state;
  HandLog log = {0};
  Model m;
  Instance *a = roomy(&log, &m, 0), *b = roomy(&log, &m, 0);
  fill(call_room(&a->values, 0, 0), 3, 1);
  fill(call_room(&a->values, 1, 0), 2, 2);
  fill(call_room(&b->values, 0, 0), 3, 3);
  need_all(call_room(&a->values, 0, 0), 3, 1);
  need_all(call_room(&a->values, 1, 1), 1, 2);
  assert_true(call_room(&a->values, 0, 2) == call_room(&a->values, 0, 0) + 2);
  instance_free(a);
  instance_free(b);
}

/* A function inside of itself, until the first piece is full and others come:
 * what was taken before stays where it is, and as it is. */
static void test_inside_of_itself(void **state)
{
  (void)state;
  enum { DEEP = 20 };
  HandLog log = {0};
  Model m;
  Instance *inst = roomy(&log, &m, 10);
  const ModelValues *v = &inst->values;
  double *taken[DEEP], *again[DEEP];
  for (int turn = 0; turn < 2; turn++) {
    for (int k = 0; k < DEEP; k++) {
      taken[k] = call_room_take(v, (size_t)(k % 7) * 5 + 1);
      assert_non_null(taken[k]);
      fill(taken[k], k % 7 * 5 + 1, k);
      if (turn > 0) assert_true(taken[k] == again[k]);
      again[k] = taken[k];
    }
    for (int k = DEEP - 1; k >= 0; k--) {
      need_all(taken[k], k % 7 * 5 + 1, k);
      call_room_give_back(v, (size_t)(k % 7) * 5 + 1);
    }
  }
  instance_free(inst);
}

/* What does not fit one piece comes into the next; the rest of the first one is
 * there again afterwards. */
static void test_a_piece_that_is_passed_over(void **state)
{
  (void)state;
  HandLog log = {0};
  Model m;
  Instance *inst = roomy(&log, &m, 10);
  const ModelValues *v = &inst->values;
  double *first = call_room_take(v, 4);
  call_room_take(v, 15);
  call_room_take(v, 100);
  call_room_give_back(v, 100);
  call_room_give_back(v, 15);
  double *second = call_room_take(v, 6);
  assert_true(second == first + 4);
  call_room_give_back(v, 6);
  call_room_give_back(v, 4);
  assert_true(call_room_take(v, 10) == first);
  call_room_give_back(v, 10);
  instance_free(inst);
}

static void test_too_much(void **state)
{
  (void)state;
  HandLog log = {0};
  Model m;
  Instance *inst = roomy(&log, &m, 10);
  assert_null(call_room_take(&inst->values, (size_t)-1));
  double *taken = call_room_take(&inst->values, 10);
  assert_non_null(taken);
  call_room_give_back(&inst->values, 10);
  instance_free(inst);
}

/* A saved state is as large as without, and both goes on where it was. */
static void test_no_part_of_a_state(void **state)
{
  (void)state;
  HandLog log = {0};
  Model m, plain = hand_stateless;
  Instance *with = roomy(&log, &m, 100000);
  Instance *without = hand_running(&plain, fmi2CoSimulation, &log, 1e-6, 5);
  assert_true(with->block_size == without->block_size);
  instance_free(with);
  instance_free(without);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_places_last),
      cmocka_unit_test(test_inside_of_itself),
      cmocka_unit_test(test_a_piece_that_is_passed_over),
      cmocka_unit_test(test_too_much),
      cmocka_unit_test(test_no_part_of_a_state),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
