/* Saved states: exact copies, the form without addresses, what is refused. */
#include "test.h"

#include "events/events.h"
#include "events/slide.h"
#include "fmi/saved_state.h"
#include "hand_ladder.h"
#include "hand_selection.h"
#include "integrate/integrator_run.h"
#include "states/dummy_pivot.h"
#include <limits.h>

enum { N_STEPS = 200 };
static const double step = 0.05;

/* All Reals after each of some steps. */
static void record(Instance *inst, double *out)
{
  size_t n = (size_t)inst->model->n_real;
  for (int k = 0; k < N_STEPS; k++) {
    double now = inst->communication_time;
    assert_int_equal(fmi2DoStep(inst, now, step, fmi2True), fmi2OK);
    for (fmi2ValueReference vr = 0; vr < n; vr++) {
      assert_int_equal(fmi2GetReal(inst, &vr, 1, &out[vr]), fmi2OK);
    }
    out += n;
  }
}

static double *make_record(const Model *model)
{
  double *out = calloc((size_t)(N_STEPS * model->n_real), sizeof *out);
  assert_non_null(out);
  return out;
}

static int differs(const Model *model, const double *a, const double *b)
{
  return memcmp(a, b, (size_t)(N_STEPS * model->n_real) * sizeof *a);
}

/* Save, go on, restore, go on: the same bytes; and saving changes nothing. */
static void check_exact(const Model *model)
{
  HandLog log;
  double *plain = make_record(model), *first = make_record(model);
  double *again = make_record(model);
  fmi2FMUstate saved = NULL;
  Instance *other = hand_running(model, fmi2CoSimulation, &log, 1e-7, 100);
  record(other, plain);
  record(other, plain);
  Instance *inst = hand_running(model, fmi2CoSimulation, &log, 1e-7, 100);
  record(inst, first);
  assert_int_equal(fmi2GetFMUstate(inst, &saved), fmi2OK);
  record(inst, first);
  assert_int_equal(differs(model, plain, first), 0);
  for (int k = 0; k < 2; k++) {
    assert_int_equal(fmi2SetFMUstate(inst, saved), fmi2OK);
    record(inst, again);
    assert_int_equal(differs(model, first, again), 0);
  }
  assert_int_equal(fmi2FreeFMUstate(inst, &saved), fmi2OK);
  assert_null(saved);
  instance_free(inst);
  instance_free(other);
  free(plain);
  free(first);
  free(again);
}

static void test_exact_with_history(void **state)
{
  (void)state;
  check_exact(&hand_decay);
  check_exact(&foucault_model);
}

static void test_exact_across_pivots(void **state)
{
  (void)state;
  check_exact(&hand_swing);
  check_exact(&hand_swing_with_events);
}

static void test_a_given_state_is_used_again(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_running(&hand_decay, fmi2CoSimulation, &log, 1e-6, 9);
  fmi2FMUstate saved = NULL;
  assert_int_equal(fmi2GetFMUstate(inst, &saved), fmi2OK);
  fmi2FMUstate same = saved;
  assert_int_equal(fmi2DoStep(inst, 0, 1, fmi2True), fmi2OK);
  assert_int_equal(fmi2GetFMUstate(inst, &saved), fmi2OK);
  assert_ptr_equal(saved, same);
  assert_int_equal(fmi2DoStep(inst, 1, 1, fmi2True), fmi2OK);
  assert_int_equal(fmi2SetFMUstate(inst, saved), fmi2OK);
  assert_true(inst->communication_time == 1);
  assert_int_equal(fmi2FreeFMUstate(inst, &saved), fmi2OK);
  instance_free(inst);
}

/* The bytes of a state, to be freed by the caller. */
static char *serialize(Instance *inst, size_t *size)
{
  fmi2FMUstate saved = NULL;
  assert_int_equal(fmi2GetFMUstate(inst, &saved), fmi2OK);
  assert_int_equal(fmi2SerializedFMUstateSize(inst, saved, size), fmi2OK);
  char *bytes = malloc(*size);
  assert_non_null(bytes);
  assert_int_equal(fmi2SerializeFMUstate(inst, saved, bytes, *size - 1),
                   fmi2Error);
  assert_int_equal(fmi2SerializeFMUstate(inst, saved, bytes, *size), fmi2OK);
  assert_int_equal(fmi2FreeFMUstate(inst, &saved), fmi2OK);
  return bytes;
}

/* With the history of the integrator, whatever this instance did before and
 * whatever it is called. */
static void test_another_instance_goes_on(void **state)
{
  (void)state;
  HandLog log;
  const Model *model = &hand_swing;
  double *first = make_record(model), *moved = make_record(model);
  size_t size;
  Instance *inst = hand_running(model, fmi2CoSimulation, &log, 1e-9, 100);
  record(inst, first);
  char *bytes = serialize(inst, &size);
  record(inst, first);

  Instance *other = hand_running(model, fmi2CoSimulation, &log, 1e-3, 100);
  assert_int_equal(fmi2DoStep(other, 0, 0.3, fmi2True), fmi2OK);
  fmi2FMUstate saved = NULL, own = NULL;
  assert_int_equal(fmi2GetFMUstate(other, &own), fmi2OK);
  assert_int_equal(fmi2DeSerializeFMUstate(other, bytes, size, &saved), fmi2OK);
  assert_int_equal(fmi2SetFMUstate(other, saved), fmi2OK);
  record(other, moved);
  size_t n = (size_t)(N_STEPS * model->n_real);
  assert_memory_equal(first, moved, n * sizeof first[0]);

  size_t again;
  assert_int_equal(fmi2SerializedFMUstateSize(other, saved, &again), fmi2OK);
  assert_int_equal(again, size);
  char *copy = malloc(size);
  assert_int_equal(fmi2SerializeFMUstate(other, saved, copy, size), fmi2OK);
  assert_memory_equal(copy, bytes, size);
  free(copy);
  assert_int_equal(fmi2SetFMUstate(other, own), fmi2OK); /* its own, as ever */
  assert_true(other->communication_time == 0.3);
  assert_int_equal(fmi2DoStep(other, 0.3, 0.3, fmi2True), fmi2OK);
  assert_int_equal(fmi2FreeFMUstate(other, &own), fmi2OK);
  assert_int_equal(fmi2FreeFMUstate(other, &saved), fmi2OK);
  instance_free(inst);
  instance_free(other);
  free(bytes);
  free(first);
  free(moved);
}

/* The input changes at each point, and the instance goes short ways. */
enum { N_WAYS = 50 };

static void drive(Instance *inst, double *out)
{
  const fmi2ValueReference x = 1, u = 3;
  for (int k = 0; k < N_WAYS; k++) {
    double now = inst->communication_time, value = sin(now);
    assert_int_equal(fmi2SetReal(inst, &u, 1, &value), fmi2OK);
    assert_int_equal(fmi2DoStep(inst, now, 0.02, fmi2True), fmi2OK);
    assert_int_equal(fmi2GetReal(inst, &x, 1, &out[k]), fmi2OK);
  }
}

/* A new instance with the state of this one. */
static Instance *move(Instance *inst, fmi2Type type, HandLog *log)
{
  size_t size;
  fmi2FMUstate saved = NULL;
  char *bytes = serialize(inst, &size);
  Instance *other = hand_running(inst->given, type, log, 1e-3, 100);
  assert_int_equal(fmi2DeSerializeFMUstate(other, bytes, size, &saved), fmi2OK);
  assert_int_equal(fmi2SetFMUstate(other, saved), fmi2OK);
  assert_int_equal(fmi2FreeFMUstate(other, &saved), fmi2OK);
  free(bytes);
  return other;
}

/* A short way leaves the solver behind, and its state moves all the same. */
static void test_a_state_after_a_short_way_moves(void **state)
{
  (void)state;
  HandLog log, other_log;
  double first[N_WAYS], moved[N_WAYS];
  Instance *inst = hand_running(&hand_decay, fmi2CoSimulation, &log, 1e-6, 100);
  assert_int_equal(fmi2DoStep(inst, 0, 0.1, fmi2True), fmi2OK);
  drive(inst, first);
  const IntegratorRun *run = inst->integrator;
  assert_true(run->now < instance_time(inst) && inst->restart_needed);
  Instance *other = move(inst, fmi2CoSimulation, &other_log);
  drive(inst, first);
  drive(other, moved);
  assert_memory_equal(first, moved, sizeof first);
  instance_free(inst);
  instance_free(other);
}

/* Adams' formulas fail; BDF goes on, the second time or by itself. */
static int fails_by_adams(ModelValues *v)
{
  Instance *inst = v->instance;
  const IntegratorRun *run = inst->integrator;
  if (!(v->real[0] > 0.5) || !run || run->method_changed) return 0;
  instance_note(inst, LOG_NONLINEAR_SYSTEMS, "stiff.mo:3: not by Adams");
  return 1;
}

static int stiff_decay(ModelValues *v)
{
  return fails_by_adams(v) || hand_decay.evaluate(v);
}

static int (*calm_ladder)(ModelValues *v);

static int stiff_ladder(ModelValues *v)
{
  return fails_by_adams(v) || calm_ladder(v);
}

/* The method that took over was made late, where the memory of the solver had
 * grown by what the failures left. */
static void check_changed_method(const Model *calm,
                                 int (*stiff)(ModelValues *v), int method)
{
  HandLog log, other_log;
  Model model = *calm;
  model.evaluate = stiff;
  model.method = method;
  double *first = make_record(&model), *moved = make_record(&model);
  Instance *inst = hand_running(&model, fmi2CoSimulation, &log, 1e-6, 100);
  record(inst, first);
  assert_true(((const IntegratorRun *)inst->integrator)->method_changed);
  Instance *other = move(inst, fmi2CoSimulation, &other_log);
  assert_true(((const IntegratorRun *)other->integrator)->method_changed);
  record(inst, first);
  record(other, moved);
  assert_int_equal(differs(&model, first, moved), 0);
  instance_free(inst);
  instance_free(other);
  free(first);
  free(moved);
}

static void test_a_changed_method_moves(void **state)
{
  (void)state;
  check_changed_method(&hand_decay, stiff_decay, METHOD_ADAMS);
  check_changed_method(&hand_decay, stiff_decay, METHOD_AUTO);
  for (int is_sparse = 0; is_sparse < 2; is_sparse++) {
    Model *ladder = hand_ladder_create(40, is_sparse);
    calm_ladder = ladder->evaluate;
    check_changed_method(ladder, stiff_ladder, METHOD_ADAMS);
    check_changed_method(ladder, stiff_ladder, METHOD_AUTO);
    hand_ladder_free(ladder);
  }
}

/* The state of a run that has failed is one, too. */
static void test_a_failed_run_moves(void **state)
{
  (void)state;
  const Model *failing[] = {&hand_dead_end, &hand_not_finite};
  for (int k = 0; k < 2; k++) {
    HandLog log, other_log;
    Instance *inst =
        hand_running(failing[k], fmi2CoSimulation, &log, 1e-6, 100);
    assert_int_equal(fmi2DoStep(inst, 0, 0.5, fmi2True), fmi2OK);
    assert_int_equal(fmi2DoStep(inst, 0.5, 1, fmi2True), fmi2Error);
    Instance *other = move(inst, fmi2CoSimulation, &other_log);
    assert_int_equal(other->mode, MODE_ERROR);
    assert_int_equal(fmi2Reset(other), fmi2OK);
    instance_free(inst);
    instance_free(other);
  }
}

static void see_at(Instance *inst, double time)
{
  double slope;
  assert_int_equal(fmi2SetTime(inst, time), fmi2OK);
  assert_int_equal(fmi2GetDerivatives(inst, &slope, 1), fmi2OK);
}

/* An importer's step that is tried again begins where the last one did. */
static void test_an_importer_that_went_back_moves(void **state)
{
  (void)state;
  HandLog log, other_log;
  fmi2EventInfo info;
  Instance *inst =
      hand_running(&hand_dead_end, fmi2ModelExchange, &log, 1e-6, 100);
  assert_int_equal(fmi2NewDiscreteStates(inst, &info), fmi2OK);
  assert_int_equal(fmi2EnterContinuousTimeMode(inst), fmi2OK);
  see_at(inst, 0.1);
  see_at(inst, 0.2);
  see_at(inst, 0.1);
  const GuessState *guess = block_guess_of(inst)->state;
  assert_true(guess->n_points == 2 && guess->time[0] == guess->time[1]);
  Instance *other = move(inst, fmi2ModelExchange, &other_log);
  see_at(other, 0.15);
  instance_free(inst);
  instance_free(other);
}

/* In Model Exchange there is no integrator: nothing is lost. */
static void test_model_exchange_values_move(void **state)
{
  (void)state;
  HandLog log;
  size_t size;
  Instance *inst = hand_running(&hand_swing, fmi2ModelExchange, &log, 1e-6, 9);
  Instance *other = hand_running(&hand_swing, fmi2ModelExchange, &log, 1e-6, 9);
  double x[2] = {0.6, 0.1}, back[2];
  if (inst->mode == MODE_EVENT) {
    assert_int_equal(fmi2EnterContinuousTimeMode(inst), fmi2OK);
  }
  assert_int_equal(fmi2SetContinuousStates(inst, x, 2), fmi2OK);
  char *bytes = serialize(inst, &size);
  fmi2FMUstate saved = NULL;
  assert_int_equal(fmi2DeSerializeFMUstate(other, bytes, size, &saved), fmi2OK);
  assert_int_equal(fmi2SetFMUstate(other, saved), fmi2OK);
  assert_int_equal(fmi2GetContinuousStates(other, back, 2), fmi2OK);
  assert_memory_equal(x, back, sizeof x);
  assert_int_equal(fmi2FreeFMUstate(other, &saved), fmi2OK);
  free(bytes);
  instance_free(inst);
  instance_free(other);
}

static void test_foreign_and_damaged_bytes_are_refused(void **state)
{
  (void)state;
  HandLog log;
  size_t size;
  Instance *inst = hand_running(&hand_decay, fmi2CoSimulation, &log, 1e-6, 9);
  Instance *kind = hand_running(&hand_decay, fmi2ModelExchange, &log, 1e-6, 9);
  char *bytes = serialize(inst, &size);
  fmi2FMUstate saved = NULL;
  assert_int_equal(fmi2DeSerializeFMUstate(kind, bytes, size, &saved),
                   fmi2Error);
  assert_non_null(strstr(log.last_error, "another FMU"));
  for (size_t k = 0; k < size; k++) {
    bytes[k] = (char)(bytes[k] ^ 0x20);
    assert_int_equal(fmi2DeSerializeFMUstate(inst, bytes, size, &saved),
                     fmi2Error);
    assert_null(saved);
    bytes[k] = (char)(bytes[k] ^ 0x20);
    assert_int_equal(fmi2DeSerializeFMUstate(inst, bytes, k, &saved),
                     fmi2Error);
  }
  assert_int_equal(fmi2DeSerializeFMUstate(inst, NULL, size, &saved),
                   fmi2Error);
  assert_int_equal(fmi2DeSerializeFMUstate(inst, bytes, size, NULL), fmi2Error);
  assert_int_equal(fmi2DeSerializeFMUstate(inst, bytes, size, &saved), fmi2OK);
  assert_int_equal(fmi2FreeFMUstate(inst, &saved), fmi2OK);
  free(bytes);
  instance_free(inst);
  instance_free(kind);
}

/* --- forged states --- */

enum { HEADER = 40, OWN_SIZE = 24, CHECKSUM = 32, SCALARS = 160 };

static uint64_t hash_of(uint64_t hash, const char *bytes, size_t n)
{
  for (size_t k = 0; k < n; k++) {
    hash = (hash ^ (unsigned char)bytes[k]) * 1099511628211u;
  }
  return hash;
}

/* Makes whatever the bytes say look undamaged. */
static void forge(char *bytes)
{
  uint64_t model, size, hash;
  memcpy(&model, bytes + 8, sizeof model);
  memcpy(&size, bytes + 16, sizeof size);
  hash = hash_of(model, bytes + OWN_SIZE, sizeof hash);
  hash = hash_of(hash, bytes + HEADER, (size_t)size);
  memcpy(bytes + CHECKSUM, &hash, sizeof hash);
}

/* A state with these bytes in place of some in the arrays. */
static void check_bytes_refused(Instance *inst, const HandLog *log,
                                const void *place, const void *value, size_t n)
{
  size_t size, at = HEADER + SCALARS;
  fmi2FMUstate saved = NULL;
  char *bytes = serialize(inst, &size);
  at += (size_t)((const char *)place - inst->arrays);
  assert_memory_equal(bytes + at, place, n);
  memcpy(bytes + at, value, n);
  forge(bytes);
  char *before = malloc(inst->block_size);
  memcpy(before, inst, inst->block_size);
  assert_int_equal(fmi2DeSerializeFMUstate(inst, bytes, size, &saved),
                   fmi2Error);
  assert_non_null(strstr(log->last_error, "in no state that this FMU"));
  assert_null(saved);
  assert_memory_equal(before, inst, inst->block_size);
  free(before);
  free(bytes);
}

static void check_refused(Instance *inst, const HandLog *log, const int *place,
                          int value)
{
  check_bytes_refused(inst, log, place, &value, sizeof value);
}

static void test_forged_indices_are_refused(void **state)
{
  (void)state;
  HandLog log;
  const Model *model = &hand_swing_with_events;
  Instance *inst = hand_running(model, fmi2CoSimulation, &log, 1e-7, 100);
  double *values = make_record(model);
  record(inst, values);
  const SetState *set = &selection_of(inst)->set_state[0];
  const int far[] = {-1, 2, model->n_real, INT_MAX, INT_MIN};
  for (size_t k = 0; k < sizeof far / sizeof far[0]; k++) {
    check_refused(inst, &log, &inst->state[1], far[k]);
    check_refused(inst, &log, &inst->derivative[0], far[k]);
    check_refused(inst, &log, &set->chosen[0], far[k]);
    check_refused(inst, &log, set->kept_sign, far[k] < 2 ? -2 : far[k]);
    check_refused(inst, &log, &event_work_of(inst)->relation_of[0], far[k]);
  }
  check_refused(inst, &log, &inst->state[1], inst->state[0]);
  free(values);
  instance_free(inst);
}

/* The run is ahead of its solver, or of the clock that both have. */
static void test_forged_times_are_refused(void **state)
{
  (void)state;
  HandLog log;
  size_t size;
  Instance *inst = hand_running(&hand_decay, fmi2CoSimulation, &log, 1e-6, 100);
  IntegratorRun *run = inst->integrator;
  assert_int_equal(fmi2DoStep(inst, 0, 0.5, fmi2True), fmi2OK);
  double *const time[] = {&run->now, &run->clock.own, &run->clock.shown};
  const double ahead[] = {1e-3, -1e-3, 1e-3};
  for (int k = 0; k < 3; k++) {
    fmi2FMUstate saved = NULL;
    double kept = *time[k];
    *time[k] += ahead[k];
    char *bytes = serialize(inst, &size);
    *time[k] = kept;
    assert_int_equal(fmi2DeSerializeFMUstate(inst, bytes, size, &saved),
                     fmi2Error);
    free(bytes);
  }
  instance_free(inst);
}

static int nothing_moves(ModelValues *v, Tangent *t)
{
  (void)v;
  (void)t;
  return 0;
}

static void stays_positive(const ModelValues *v, double *z)
{
  (void)v;
  z[0] = 1;
}

/* What a slide has kept of the signs of determinants. */
static void test_forged_signs_are_refused(void **state)
{
  (void)state;
  HandLog log;
  Model model = hand_dead_end;
  const Relation relation = {0, 0, "end.mo:4: x > 0", 1, 0};
  model.tangent = nothing_moves;
  model.n_relations = model.n_indicators = 1;
  model.relation = &relation;
  model.crossings = stays_positive;
  Instance *inst = hand_running(&model, fmi2ModelExchange, &log, 1e-7, 100);
  const SlideMemory *slides = slides_of(inst);
  assert_true(slide_is_known(&model) && model.n_blocks > 0);
  for (signed char sign = 2; sign < 100; sign += 33)
    check_bytes_refused(inst, &log, slides->sign, &sign, 1);
  instance_free(inst);
}

/* Each word of a state in turn is something else, as large as it may be. What is
 * not refused can be gone on with, and the instance is as good as new after a
 * reset. */
static void check_any_word(const Model *model, fmi2Type type, int value)
{
  HandLog log;
  size_t size;
  Instance *inst = hand_running(model, type, &log, 1e-4, 100);
  if (type == fmi2CoSimulation) {
    for (int k = 0; k < 20; k++) {
      assert_int_equal(fmi2DoStep(inst, k * step, step, fmi2True), fmi2OK);
    }
  }
  char *bytes = serialize(inst, &size), *forged = malloc(size);
  int n_taken = 0, n_refused = 0;
  for (size_t at = HEADER; at + sizeof value <= size; at += sizeof value) {
    fmi2FMUstate saved = NULL;
    memcpy(forged, bytes, size);
    memcpy(forged + at, &value, sizeof value);
    forge(forged);
    if (fmi2DeSerializeFMUstate(inst, forged, size, &saved) != fmi2OK) {
      assert_null(saved);
      n_refused++;
      continue;
    }
    n_taken++;
    assert_int_equal(fmi2SetFMUstate(inst, saved), fmi2OK);
    if (type == fmi2CoSimulation && inst->mode == MODE_STEP_COMPLETE)
      fmi2DoStep(inst, inst->communication_time, step, fmi2True);
    assert_int_equal(fmi2FreeFMUstate(inst, &saved), fmi2OK);
  }
  assert_true(n_taken > 100 && n_refused > 20);
  fmi2FMUstate saved = NULL;
  assert_int_equal(fmi2DeSerializeFMUstate(inst, bytes, size, &saved), fmi2OK);
  assert_int_equal(fmi2SetFMUstate(inst, saved), fmi2OK);
  assert_int_equal(fmi2FreeFMUstate(inst, &saved), fmi2OK);
  free(forged);
  free(bytes);
  instance_free(inst);
}

static void test_any_word_may_be_forged(void **state)
{
  (void)state;
  check_any_word(&hand_decay, fmi2CoSimulation, INT_MAX);
  check_any_word(&hand_decay, fmi2CoSimulation, -2);
  check_any_word(&hand_swing_with_events, fmi2CoSimulation, 77777);
  check_any_word(&hand_swing_with_events, fmi2ModelExchange, INT_MAX);
}

static void test_missing_arguments(void **state)
{
  (void)state;
  HandLog log;
  size_t size;
  Instance *inst = hand_running(&hand_decay, fmi2CoSimulation, &log, 1e-6, 9);
  fmi2FMUstate none = NULL;
  assert_int_equal(fmi2GetFMUstate(inst, NULL), fmi2Error);
  assert_int_equal(fmi2SetFMUstate(inst, NULL), fmi2Error);
  assert_int_equal(fmi2SerializedFMUstateSize(inst, NULL, &size), fmi2Error);
  assert_int_equal(fmi2FreeFMUstate(inst, &none), fmi2OK);
  assert_int_equal(fmi2FreeFMUstate(inst, NULL), fmi2OK);
  assert_int_equal(inst->mode, MODE_STEP_COMPLETE);
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_exact_with_history),
      cmocka_unit_test(test_exact_across_pivots),
      cmocka_unit_test(test_a_given_state_is_used_again),
      cmocka_unit_test(test_another_instance_goes_on),
      cmocka_unit_test(test_a_state_after_a_short_way_moves),
      cmocka_unit_test(test_a_changed_method_moves),
      cmocka_unit_test(test_a_failed_run_moves),
      cmocka_unit_test(test_an_importer_that_went_back_moves),
      cmocka_unit_test(test_model_exchange_values_move),
      cmocka_unit_test(test_foreign_and_damaged_bytes_are_refused),
      cmocka_unit_test(test_forged_indices_are_refused),
      cmocka_unit_test(test_forged_times_are_refused),
      cmocka_unit_test(test_forged_signs_are_refused),
      cmocka_unit_test(test_any_word_may_be_forged),
      cmocka_unit_test(test_missing_arguments),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
