/* values.c: see values.h. */
#include "values.h"
#include "../core/instance.h"
#include "../core/reference_name.h"
#include "../core/runtime_assert.h"
#include "../evaluate/clocks.h"
#include "../evaluate/evaluate.h"
#include "../evaluate/input_motion.h"
#include "../events/initialize.h"
#include "../events/jump.h"
#include "../events/refresh_values.h"
#include "../events/slide.h"
#include "../states/drift.h"
#include "../string_pool.h"
#include "arguments.h"
#include <math.h>
#include <string.h>

/* --- getting values ------------------------------------------------------ */

/* A variable that holds what was stored, without computation. */
static bool is_stored(unsigned char kind)
{
  return kind == VARIABLE_TIME || kind == VARIABLE_CONSTANT ||
         kind == VARIABLE_PARAMETER || kind == VARIABLE_TUNABLE ||
         kind == VARIABLE_INPUT;
}

/* Brings the values up to date if not all of those asked for are stored. */
static Status bring_up_to_date(Instance *inst, Call call, bool are_stored)
{
  /* before initialization there are start values (FMI 3.0 section 2.3.2) */
  if (inst->mode == MODE_INSTANTIATED) return STATUS_OK;
  /* what the last activation has found: fmi3ActivateModelPartition computes
   * (FMI 3.0 section 5.2.1) */
  if (inst->mode == MODE_CLOCK_ACTIVATION) return STATUS_OK;
  if (are_stored || refresh_values(inst)) return STATUS_OK;
  return evaluation_failed(inst, call, call == CALL_GET_REAL);
}

static Status refresh(Instance *inst, Call call, const ValueReference vr[],
                      size_t nvr, const unsigned char *kind)
{
  size_t k = 0;
  while (k < nvr && is_stored(kind[vr[k]])) k++;
  return bring_up_to_date(inst, call, k == nvr);
}

/* The same for Reals, which may be known by several references. */
static Status refresh_reals(Instance *inst, const ValueReference vr[],
                            size_t nvr)
{
  const Model *m = inst->model;
  size_t k = 0;
  while (k < nvr && is_stored(m->real_kind[place_of_reference(m, vr[k])])) k++;
  return bring_up_to_date(inst, CALL_GET_REAL, k == nvr);
}

/* String variables are Integers that go by another name; they come after
 * the constant Strings. */
static bool is_string(const Model *m, ValueReference vr)
{
  RUNTIME_ASSERT(vr < (unsigned)m->n_integer);
  return m->is_string && m->is_string[vr];
}

static bool no_reference(Instance *inst, Call call, ValueReference vr)
{
  instance_error(inst, "%s: there is no value reference %u",
                 instance_call_name(inst, call),
                 instance_reference(inst, call, vr));
  return false;
}

static bool integers_are_valid(Instance *inst, Call call,
                               const ValueReference vr[], size_t nvr,
                               const void *value)
{
  const Model *m = inst->model;
  if (!references_are_valid(inst, call, vr, nvr, value, m->n_integer)) {
    return false;
  }
  for (size_t k = 0; k < nvr; k++) {
    if (is_string(m, vr[k])) return no_reference(inst, call, vr[k]);
  }
  return true;
}

static bool strings_are_valid(Instance *inst, Call call,
                              const ValueReference vr[], size_t nvr,
                              const void *value)
{
  const Model *m = inst->model;
  int n = m->n_strings;
  if (!references_are_valid(inst, call, vr, nvr, value, n + m->n_integer)) {
    return false;
  }
  for (size_t k = 0; k < nvr; k++) {
    if ((int)vr[k] >= n && !is_string(m, vr[k] - (ValueReference)n)) {
      return no_reference(inst, call, vr[k]);
    }
  }
  return true;
}

Status values_get_reals(void *c, const ValueReference vr[], size_t nvr,
                        double value[])
{
  Instance *inst = instance_enter(c, CALL_GET_REAL);
  if (!inst || !references_are_valid(inst, CALL_GET_REAL, vr, nvr, value,
                                     real_references(inst->model))) {
    return STATUS_ERROR;
  }
  const Model *m = inst->model;
  Status status = refresh_reals(inst, vr, nvr);
  if (status != STATUS_OK) return status;
  const double *real = slide_shown(inst);
  if (!real) return evaluation_failed(inst, CALL_GET_REAL, true);
  for (size_t k = 0; k < nvr; k++) {
    value[k] = real[place_of_reference(m, vr[k])];
  }
  return STATUS_OK;
}

Status values_get_integers(void *c, Call call, const ValueReference vr[],
                           size_t nvr, int value[])
{
  Instance *inst = instance_enter(c, call);
  if (!inst || !integers_are_valid(inst, call, vr, nvr, value)) {
    return STATUS_ERROR;
  }
  Status status = refresh(inst, call, vr, nvr, inst->model->integer_kind);
  if (status != STATUS_OK) return status;
  for (size_t k = 0; k < nvr; k++) {
    value[k] = inst->values.integer[vr[k]];
  }
  return STATUS_OK;
}

Status values_get_booleans(void *c, const ValueReference vr[], size_t nvr,
                           int value[])
{
  Instance *inst = instance_enter(c, CALL_GET_BOOLEAN);
  if (!inst || !references_are_valid(inst, CALL_GET_BOOLEAN, vr, nvr, value,
                                     inst->model->n_boolean)) {
    return STATUS_ERROR;
  }
  Status status =
      refresh(inst, CALL_GET_BOOLEAN, vr, nvr, inst->model->boolean_kind);
  if (status != STATUS_OK) return status;
  for (size_t k = 0; k < nvr; k++) {
    value[k] = inst->values.boolean[vr[k]] ? 1 : 0;
  }
  return STATUS_OK;
}

Status values_get_strings(void *c, const ValueReference vr[], size_t nvr,
                          const char *value[])
{
  Instance *inst = instance_enter(c, CALL_GET_STRING);
  if (!inst || !strings_are_valid(inst, CALL_GET_STRING, vr, nvr, value)) {
    return STATUS_ERROR;
  }
  int n = inst->model->n_strings;
  for (size_t k = 0; k < nvr; k++) {
    ValueReference at = vr[k] - (ValueReference)n;
    if ((int)vr[k] < n) {
      value[k] = inst->model->string[vr[k]];
      continue;
    }
    Status status =
        refresh(inst, CALL_GET_STRING, &at, 1, inst->model->integer_kind);
    if (status != STATUS_OK) return status;
    value[k] = strings_text(&inst->values, inst->values.integer[at]);
  }
  return STATUS_OK;
}

/* --- setting values ------------------------------------------------------ */

/* The number of the state that the importer knows by this reference; -1:
 * none. */
static int state_known_as(const Instance *inst, ValueReference vr)
{
  for (int i = 0; i < inst->model->n_states; i++) {
    if ((ValueReference)inst->model->shown_state[i] == vr) return i;
  }
  return -1;
}

/* The parameter by which the model lets the tolerance be set. */
static bool is_tolerance(const Instance *inst, ValueReference vr)
{
  int parameter = inst->model->tolerance_parameter;
  return parameter > 0 && (ValueReference)parameter - 1 == vr;
}

/* It counts from the next step on. */
static bool tolerances_are_valid(Instance *inst, const ValueReference vr[],
                                 size_t nvr, const double value[])
{
  for (size_t k = 0; k < nvr; k++) {
    if (!is_tolerance(inst, vr[k])) continue;
    if (value[k] > 0 && isfinite(value[k])) continue;
    instance_refuse(inst, CALL_SET_REAL, "the tolerance %g is not positive",
                    value[k]);
    return false;
  }
  return true;
}

static void take_tolerance(Instance *inst, double value)
{
  RUNTIME_ASSERT(value > 0);
  instance_set_tolerance(inst, value);
  inst->tolerance_is_set = true;
}

static bool may_set(const Instance *inst, Call call, ValueReference vr,
                    unsigned char kind)
{
  if (modes_settable(kind) & (unsigned)inst->mode) return true;
  return call == CALL_SET_REAL && inst->mode == MODE_CONTINUOUS &&
         state_known_as(inst, vr) >= 0;
}

/* Where a value that may be set is stored: a state of a selection set lives
 * in the variable it stands for. */
static double *place_of_real(Instance *inst, ValueReference vr)
{
  RUNTIME_ASSERT(vr < (unsigned)inst->model->n_real);
  double *real = inst->values.real;
  if (inst->mode != MODE_CONTINUOUS) return &real[vr];
  if (inst->model->real_kind[vr] == VARIABLE_INPUT) return &real[vr];
  int i = state_known_as(inst, vr);
  if (i >= 0 && drift_is_at_work(inst)) return &drift_of(inst)->given[i];
  return &real[i >= 0 ? inst->state[i] : (int)vr];
}

/* Integers and Booleans have numbers after all Reals: see reference_name.h. */
static int values_number_of(const Instance *inst, Call call, ValueReference vr)
{
  const Model *m = inst->model;
  int number = (int)vr;
  if (call != CALL_SET_REAL) number += m->n_real;
  return call == CALL_SET_BOOLEAN ? number + m->n_integer : number;
}

/* REFERENCE_* of what the call sets; -1: nothing that belongs to a clock. */
static int clocked_type(Call call)
{
  switch (call) {
  case CALL_SET_REAL: return REFERENCE_REAL;
  case CALL_SET_INTEGER:
  case CALL_SET_ENUMERATION: return REFERENCE_INTEGER;
  case CALL_SET_BOOLEAN: return REFERENCE_BOOLEAN;
  default: return -1;
  }
}

/* FMI 3.0, section 2.2.8.3: a clocked input is set while its clock ticks. */
static bool clock_lets_set(Instance *inst, Call call, ValueReference vr)
{
  int type = clocked_type(call);
  int clock = type < 0 ? -1 : clocks_silent(inst, type, vr);
  if (clock < 0) return true;
  instance_refuse(inst, call,
                  "the variable with value reference %u belongs to the clock "
                  "with value reference %u, which %s",
                  instance_reference(inst, call, vr),
                  (ValueReference)REFERENCE_CLOCK << REFERENCE_SHIFT |
                      (ValueReference)clock,
                  clocks_is_active(inst, clock)
                      ? "has ticked: values that follow were asked for"
                      : "is not ticking");
  return false;
}

static bool refuse_to_set(Instance *inst, Call call, ValueReference vr)
{
  char name[REFERENCE_NAME_SIZE] = "";
  if (call != CALL_SET_REAL || vr < (unsigned)inst->model->n_real)
    reference_name(inst->model, values_number_of(inst, call, vr), name);
  instance_error(inst,
                 "%s: the variable with value reference %u%s%s cannot be set "
                 "in the mode \"%s\"",
                 instance_call_name(inst, call),
                 instance_reference(inst, call, vr), name[0] ? ", " : "", name,
                 modes_name(inst->mode));
  return false;
}

/* All or nothing: every reference is checked before a value is stored. */
static bool may_set_all(Instance *inst, Call call, const ValueReference vr[],
                        size_t nvr, const unsigned char *kind)
{
  for (size_t k = 0; k < nvr; k++) {
    if (!may_set(inst, call, vr[k], kind[vr[k]]))
      return refuse_to_set(inst, call, vr[k]);
    if (!clock_lets_set(inst, call, vr[k])) return false;
  }
  int type = clocked_type(call);
  for (size_t k = 0; k < nvr && type >= 0 && inst->mode == MODE_EVENT; k++) {
    if (clocks_of_input(inst, type, vr[k]) < 0) continue;
    clocks_begin_again(inst);
    break;
  }
  return true;
}

/* References of Reals beyond n_real are names of what others set. */
static bool may_set_reals(Instance *inst, const ValueReference vr[], size_t nvr)
{
  for (size_t k = 0; k < nvr; k++) {
    if (vr[k] < (unsigned)inst->model->n_real) continue;
    return refuse_to_set(inst, CALL_SET_REAL, vr[k]);
  }
  return may_set_all(inst, CALL_SET_REAL, vr, nvr, inst->model->real_kind);
}

static bool before_end_of_initialization(const Instance *inst)
{
  return inst->mode == MODE_INSTANTIATED || inst->mode == MODE_INITIALIZATION;
}

/* An input or tunable parameter has got another value while the model
 * runs. */
static void mark_change(Instance *inst, unsigned char kind)
{
  inst->stale |= STALE_VALUES;
  if (kind == VARIABLE_TUNABLE) inst->stale |= STALE_PARAMETERS;
  if (inst->mode != MODE_CONTINUOUS) inst->stale |= STALE_RELATIONS;
  inst->restart_needed = inst->inputs_changed = true;
}

/* A value is about to be stored. False: what is true before a parameter changes
 * cannot be computed. */
static bool prepare_change(Instance *inst, Call call, unsigned char kind)
{
  if (kind != VARIABLE_TUNABLE || jump_before_tuning(inst)) return true;
  evaluation_failed(inst, call, false);
  return false;
}

Status values_set_reals(void *c, const ValueReference vr[], size_t nvr,
                        const double value[])
{
  Instance *inst = instance_enter(c, CALL_SET_REAL);
  if (!inst || !references_are_valid(inst, CALL_SET_REAL, vr, nvr, value,
                                     real_references(inst->model))) {
    return STATUS_ERROR;
  }
  if (!may_set_reals(inst, vr, nvr) ||
      !tolerances_are_valid(inst, vr, nvr, value)) {
    return STATUS_ERROR;
  }
  for (size_t k = 0; k < nvr; k++) {
    if (is_tolerance(inst, vr[k])) take_tolerance(inst, value[k]);
    double *place = place_of_real(inst, vr[k]);
    if (before_end_of_initialization(inst)) {
      initialize_set_real(inst, vr[k], value[k]);
    } else if (memcmp(place, &value[k], sizeof *place) != 0) {
      unsigned char kind = inst->model->real_kind[vr[k]];
      bool jumps = kind == VARIABLE_TUNABLE ||
                   !input_motion_is_continuous(inst, *place, value[k]);
      if (!prepare_change(inst, CALL_SET_REAL, kind)) return STATUS_ERROR;
      *place = value[k];
      inst->stale |= STALE_VALUES;
      if (!jumps) continue;
      mark_change(inst, kind);
      input_motion_warn_of_jump(inst, vr[k]);
    }
  }
  return STATUS_OK;
}

static bool values_set_integer(Instance *inst, Call call, ValueReference vr,
                               int value)
{
  RUNTIME_ASSERT(vr < (unsigned)inst->model->n_integer);
  int *place = &inst->values.integer[vr];
  if (before_end_of_initialization(inst)) {
    initialize_set_integer(inst, vr, value);
  } else if (*place != value) {
    unsigned char kind = inst->model->integer_kind[vr];
    if (!prepare_change(inst, call, kind)) return false;
    *place = value;
    mark_change(inst, kind);
  }
  return true;
}

Status values_set_integers(void *c, Call call, const ValueReference vr[],
                           size_t nvr, const int value[])
{
  Instance *inst = instance_enter(c, call);
  if (!inst || !integers_are_valid(inst, call, vr, nvr, value)) {
    return STATUS_ERROR;
  }
  if (!may_set_all(inst, call, vr, nvr, inst->model->integer_kind)) {
    return STATUS_ERROR;
  }
  for (size_t k = 0; k < nvr; k++) {
    if (!values_set_integer(inst, call, vr[k], value[k])) return STATUS_ERROR;
  }
  return STATUS_OK;
}

Status values_set_booleans(void *c, const ValueReference vr[], size_t nvr,
                           const int value[])
{
  Instance *inst = instance_enter(c, CALL_SET_BOOLEAN);
  if (!inst || !references_are_valid(inst, CALL_SET_BOOLEAN, vr, nvr, value,
                                     inst->model->n_boolean)) {
    return STATUS_ERROR;
  }
  if (!may_set_all(inst, CALL_SET_BOOLEAN, vr, nvr,
                   inst->model->boolean_kind)) {
    return STATUS_ERROR;
  }
  for (size_t k = 0; k < nvr; k++) {
    int *place = &inst->values.boolean[vr[k]];
    int truth = value[k] != 0;
    if (before_end_of_initialization(inst)) {
      initialize_set_boolean(inst, vr[k], truth);
    } else if (*place != truth) {
      unsigned char kind = inst->model->boolean_kind[vr[k]];
      if (!prepare_change(inst, CALL_SET_BOOLEAN, kind)) return STATUS_ERROR;
      *place = truth;
      mark_change(inst, kind);
    }
  }
  return STATUS_OK;
}

Status values_set_strings(void *c, const ValueReference vr[], size_t nvr,
                          const char *const value[])
{
  Instance *inst = instance_enter(c, CALL_SET_STRING);
  if (!inst || !strings_are_valid(inst, CALL_SET_STRING, vr, nvr, value)) {
    return STATUS_ERROR;
  }
  int n = inst->model->n_strings;
  for (size_t k = 0; k < nvr; k++) {
    ValueReference at = vr[k] - (ValueReference)n;
    if ((int)vr[k] < n) {
      return instance_refuse(
          inst, CALL_SET_STRING,
          "the String with value reference %u is a constant of the model",
          vr[k]);
    }
    if (!may_set_all(inst, CALL_SET_STRING, &at, 1,
                     inst->model->integer_kind)) {
      return STATUS_ERROR;
    }
  }
  strings_begin_evaluation(inst);
  inst->function_failed = false;
  for (size_t k = 0; k < nvr; k++) {
    int string = (int)strings_number(&inst->values, value[k]);
    if (inst->function_failed) return STATUS_ERROR;
    if (!values_set_integer(inst, CALL_SET_STRING, vr[k] - (ValueReference)n,
                            string))
      return STATUS_ERROR;
  }
  strings_keep(inst);
  return STATUS_OK;
}
