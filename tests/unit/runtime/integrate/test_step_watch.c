/* A curve that never follows the model, whatever the length of the steps is;
 * steps that are short because of something very small. */
#include "test.h"
#include <limits.h>

#include "core/thresholds.h"
#include "hand_model.h"
#include "integrate/integrator_run.h"
#include "integrate/step_watch.h"
#include "states/scale.h"

static int n_looks;                         /* that have refused a step */
static int n_refused = DEFECT_MOST_RETURNS; /* before them */
static int n_warnings;
static char warning[1500];

static void keep_warning(fmi2ComponentEnvironment environment, fmi2String name,
                         fmi2Status status, fmi2String category,
                         fmi2String message, ...)
{
  va_list arguments;
  (void)environment, (void)name, (void)category;
  if (status != fmi2Warning) return;
  n_warnings++;
  va_start(arguments, message);
  vsnprintf(warning, sizeof warning, message, arguments);
  va_end(arguments);
}

double __wrap_defect_watch_look(IntegratorRun *run, double seen, double end,
                                double interval, double *broken);
double __wrap_defect_watch_look(IntegratorRun *run, double seen, double end,
                                double interval, double *broken)
{
  (void)interval;
  if (end == run->now) return end; /* the solver has been there */
  *broken = end;
  n_looks++;
  run->n_refused_curves = n_refused;
  return seen;
}

/* After ten of them the step is taken, with one warning in a run. */
static void test_gives_up(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_running(&hand_decay, fmi2CoSimulation, &log, 1e-6, 10);
  inst->logger.listener = (void (*)(void))keep_warning;
  for (int k = 0; k < 3; k++)
    assert_int_equal(fmi2DoStep(inst, k * 0.1, 0.1, fmi2True), fmi2OK);
  assert_true(n_looks > 1);
  assert_int_equal(n_warnings, 1);
  assert_non_null(strstr(warning, "the solution does not follow the model: 10 "
                                  "shorter steps have not made the error"));
  instance_free(inst);
}

/* As long as it is refused, steps become shorter until none is short enough. */
static void test_refuses(void **state)
{
  (void)state;
  HandLog log;
  Instance *inst = hand_running(&hand_decay, fmi2CoSimulation, &log, 1e-6, 10);
  fmi2Status status = fmi2OK;
  n_refused = 0;
  for (int k = 0; k < 20 && status == fmi2OK; k++)
    status = fmi2DoStep(inst, k * 0.1, 0.1, fmi2True);
  assert_int_equal(status, fmi2Error);
  instance_free(inst);
}

static const StepWatcher *watcher_of_scales(void)
{
  const StepWatcher *watcher = step_watchers;
  while (strcmp(watcher->name, "scales") != 0) watcher++;
  return watcher;
}

/* Something very small makes steps short, and the solver starts again between
 * them, without an event: they are short still. An event begins anew. */
static bool is_raised(int n_steps, bool is_new, int every)
{
  static const int group[] = {1};
  static const int slope[] = {0};
  static const double hint[] = {1e-20};
  Model model = hand_decay;
  const StepWatcher *scales = watcher_of_scales();
  HandLog log;
  model.n_scale_groups = model.n_scaled = 1;
  model.scale_group = group;
  model.scale_slope = slope;
  model.scale_hint = hint;
  Instance *inst = hand_running(&model, fmi2CoSimulation, &log, 1e-6, 10);
  inst->values.real[inst->state[0]] = 1e-20;
  inst->stale |= STALE_VALUES;
  scales_of(inst)->group[0] = 1e-20;
  IntegratorRun run = {.inst = inst, .now = 1};
  for (int k = 0; k < n_steps; k++) {
    double before = run.now;
    if (k % 50 == 0) assert_true(scales->begin(&run, is_new));
    scales_of(inst)->group[0] = 1e-20;
    run.now += k % every == every - 1 ? 0.01 : 1e-9;
    assert_int_equal(scales->accept(&run, before), STEP_ACCEPTED);
  }
  bool was_raised = *scales_of(inst)->floor > 0;
  instance_free(inst);
  return was_raised;
}

static void test_short_steps_are_counted(void **state)
{
  (void)state;
  int n = SCALE_MOST_SHORT;
  assert_true(is_raised(n, false, INT_MAX));
  assert_false(is_raised(n - 1, false, INT_MAX));
  assert_false(is_raised(n, true, INT_MAX));
}

/* A longer one now and then is no way out, every tenth one is. */
static void test_few_steps_are_longer(void **state)
{
  (void)state;
  assert_true(is_raised(3 * SCALE_MOST_SHORT, false, 60));
  assert_false(is_raised(30 * SCALE_MOST_SHORT, false, 10));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_gives_up), cmocka_unit_test(test_refuses),
      cmocka_unit_test(test_short_steps_are_counted),
      cmocka_unit_test(test_few_steps_are_longer)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
