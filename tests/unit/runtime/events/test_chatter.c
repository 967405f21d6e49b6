/* chatter.c: what a reset forgets. */
#include "test.h"

#include "events/chatter.h"
#include "hand_model.h"

static void test_reset(void **state)
{
  (void)state;
  HandLog log = {0};
  Instance *inst = hand_running(&hand_chatter, fmi2CoSimulation, &log, 1e-6, 5);
  ChatterMemory *memory = chatter_of(inst);
  Chatter *c = &memory->relation[0];
  *memory->step = 0.25;
  *c = (Chatter){.event = 7, .last = 1, .slide = 2, .rest_until = 3};
  chatter_make_special(inst, 0);
  chatter_reset(inst);
  assert_true(*memory->step == 0);
  assert_true(c->event == 0 && c->slide == 0);
  assert_true(c->last == -HUGE_VAL && c->rest_until == -HUGE_VAL);
  assert_true(c->at[0] == -HUGE_VAL && c->at[1] == -HUGE_VAL);
  assert_false(chatter_is_special(inst, 0));
  fmi2FreeInstance(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_reset)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
