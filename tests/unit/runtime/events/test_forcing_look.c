/* forcing_look.c: what hides between the ends of a step. */
#include "test.h"

#include "events/forcing_look.h"
#include "hand_model.h"

/* Two forcings: exp(-((time - at)/w)^2), and sin(time). */
enum { TIME, AT, W, TWO, N_REAL };

static const unsigned char real_kind[] = {VARIABLE_TIME, VARIABLE_TUNABLE,
                                          VARIABLE_TUNABLE, VARIABLE_TUNABLE};
static const double real_start[] = {0, 0.7, 1e-5, 2};
static const TapeStep step[] = {
    {TAPE_TIME, 0, 0, 0}, {TAPE_REAL, 0, 0, 0}, {TAPE_SUB, 0, 1, 0},
    {TAPE_REAL, 1, 0, 0}, {TAPE_DIV, 2, 3, 0},  {TAPE_REAL, 2, 0, 0},
    {TAPE_POW, 4, 5, 0},  {TAPE_NEG, 6, 0, 0},  {TAPE_EXP, 7, 0, 0},
    {TAPE_TIME, 0, 0, 0}, {TAPE_SIN, 0, 0, 0}};
static const Tape tape[] = {{9, 3, step}, {2, 0, step + 9}};
static const int tape_of[] = {1, 2}, tape_operand[] = {AT, W, TWO};

static const Model forced = {.contract = FOUCAULT_MODEL_CONTRACT,
                             .name = "Forced",
                             .guid = HAND_GUID,
                             .n_real = N_REAL,
                             .real_kind = real_kind,
                             .real_start = real_start,
                             .tape = tape,
                             .n_forcings = 2,
                             .tape_of = tape_of,
                             .n_tape_operands = 3,
                             .tape_operand = tape_operand,
                             .tolerance = 1e-6,
                             .parameters = hand_nothing,
                             .starts = hand_no_starts,
                             .initialize = hand_nothing,
                             .evaluate = hand_nothing};

static Instance *begin(HandLog *log)
{
  Instance *inst = hand_running(&forced, fmi2CoSimulation, log, 1e-6, 1);
  assert_true(forcing_look_is_used(inst));
  forcing_look_begin(inst, true);
  return inst;
}

static void test_a_pulse_is_found(void **unused)
{
  (void)unused;
  HandLog log;
  ForcingSuspect suspect;
  Instance *inst = begin(&log);
  ForcingStep whole = {0, 1, 1};
  assert_int_equal(forcing_look_next(inst, 0, &whole), 0);
  assert_true(forcing_look_find(inst, 0, &whole, &suspect));
  assert_true(fabs(suspect.time - 0.7) < 1e-5);
  assert_true(suspect.distance > 0.5 && suspect.distance <= 1);
  ForcingPart first = forcing_look_first(inst, &whole, 0, 1e-3);
  assert_true(first.begin < 0.7 && first.begin > 0.7 - 4e-5);
  assert_true(first.end > first.begin && first.end < 0.7 + 1e-5);
  fmi2FreeInstance(inst);
}

/* What was harmless is so again, in a step as long; not after an event. */
static void test_what_is_allowed(void **unused)
{
  (void)unused;
  HandLog log;
  ForcingSuspect suspect;
  Instance *inst = begin(&log);
  ForcingStep whole = {0, 1, 1};
  assert_true(forcing_look_find(inst, 0, &whole, &suspect));
  forcing_look_allow(inst, &whole, &suspect, 0.1);
  forcing_look_begin(inst, false);
  assert_false(forcing_look_find(inst, 0, &whole, &suspect));
  forcing_look_begin(inst, true);
  assert_true(forcing_look_find(inst, 0, &whole, &suspect));
  fmi2FreeInstance(inst);
}

/* Far from the pulse, and along a wave, windows answer. */
static void test_windows(void **unused)
{
  (void)unused;
  HandLog log;
  Instance *inst = begin(&log);
  for (int k = 0; k < 8; k++) { /* how large they are is seen at first */
    assert_true(forcing_look_is_near(inst, 0.01 * k, 0.01 * (k + 1)));
  }
  ForcingStep next = {0.08, 0.09, 0.09}, across = {0.09, 0.9, 0.9};
  assert_true(forcing_look_is_clear(inst, &next));
  assert_false(forcing_look_is_clear(inst, &across));
  assert_false(forcing_look_is_near(inst, 0.09, 0.9));
  fmi2FreeInstance(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_pulse_is_found),
      cmocka_unit_test(test_what_is_allowed),
      cmocka_unit_test(test_windows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
