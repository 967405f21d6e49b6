/* sizes.c: see sizes.h. */
#include "sizes.h"
#include "../core/runtime_assert.h"
#include "values.h"
#include <stdlib.h>
#include <string.h>

/* --- modes --------------------------------------------------------------- */

static bool has_tunable_size(const Model *m)
{
  for (int k = 0; k < m->n_sizes; k++) {
    if (m->integer_kind[m->size[k].reference] == VARIABLE_TUNABLE) return true;
  }
  return false;
}

Status sizes_enter(void *c)
{
  Call call = CALL_ENTER_CONFIGURATION;
  Instance *inst = instance_enter(c, call);
  if (!inst) return STATUS_ERROR;
  if (inst->model->n_sizes == 0)
    return instance_refuse(inst, call, "this FMU has no structural parameters");
  bool is_early = inst->mode == MODE_INSTANTIATED;
  if (!is_early && !has_tunable_size(inst->model)) {
    return instance_refuse(
        inst, call,
        "the structural parameters of this FMU are fixed: they are set before "
        "initialization");
  }
  inst->mode = is_early ? MODE_CONFIGURATION : MODE_RECONFIGURATION;
  return STATUS_OK;
}

/* The mode that the present one was entered from. */
static Mode mode_around(const Instance *inst)
{
  if (inst->mode == MODE_CONFIGURATION) return MODE_INSTANTIATED;
  RUNTIME_ASSERT(inst->mode == MODE_RECONFIGURATION);
  switch (inst->type) {
  case MODEL_EXCHANGE: return MODE_EVENT;
  case CO_SIMULATION: return MODE_STEP_COMPLETE;
  case SCHEDULED_EXECUTION: return MODE_CLOCK_ACTIVATION;
  }
  return MODE_INSTANTIATED;
}

Status sizes_exit(void *c)
{
  Instance *inst = instance_enter(c, CALL_EXIT_CONFIGURATION);
  if (!inst) return STATUS_ERROR;
  inst->mode = mode_around(inst);
  return STATUS_OK;
}

/* --- sizes --------------------------------------------------------------- */

Status sizes_get(void *c, Call call, const ValueReference *place, size_t n,
                 int *value)
{
  Instance *inst = instance_enter(c, call);
  if (!inst) return STATUS_ERROR;
  for (size_t k = 0; k < n; k++) {
    RUNTIME_ASSERT(place[k] < (unsigned)inst->model->n_sizes);
    value[k] = inst->values.integer[inst->model->size[place[k]].reference];
  }
  return STATUS_OK;
}

static bool may_set_size(Instance *inst, Call call, ValueReference place,
                         int value)
{
  const ModelSize *size = &inst->model->size[place];
  unsigned char kind = inst->model->integer_kind[size->reference];
  ValueReference reference = instance_reference(inst, call, place);
  if (!(modes_settable(kind) & (unsigned)mode_around(inst))) {
    instance_refuse(inst, call,
                    "the structural parameter with value reference %u is fixed "
                    "after initialization",
                    reference);
  } else if (value < size->min || value > size->max) {
    instance_refuse(inst, call,
                    "%d is no size that the structural parameter with value "
                    "reference %u can have: it is from %d to %d",
                    value, reference, size->min, size->max);
  } else if (!resizable_fits(inst, (int)place, value)) {
    instance_refuse(inst, call,
                    "with %d for the structural parameter with value reference "
                    "%u the arrays would have more than %d elements",
                    value, reference, ARRAY_POOL_MOST);
  } else {
    return true;
  }
  return false;
}

/* Other elements are a change of a parameter. */
static Status change_version(Instance *inst, int k)
{
  ValueReference version = (ValueReference)inst->model->resizable[k].version;
  double next = resizable_next_version(inst);
  return values_set_reals(inst, &version, 1, &next);
}

/* In the mode around. */
static Status sizes_set_one(Instance *inst, Call call, int place, int value)
{
  const Model *m = inst->model;
  ValueReference reference = (ValueReference)m->size[place].reference;
  if (inst->values.integer[reference] == value) return STATUS_OK;
  double *elements = resizable_prepare(inst, place, value);
  if (!elements) return instance_refuse(inst, call, "not enough memory");
  Status status =
      values_set_integers(inst, CALL_SET_INTEGER, &reference, 1, &value);
  if (status != STATUS_OK) {
    free(elements);
    return status;
  }
  resizable_take(inst, elements);
  for (int k = 0; k < m->n_resizables && status == STATUS_OK; k++) {
    if (resizable_has_size(m, k, place)) status = change_version(inst, k);
  }
  return status;
}

Status sizes_set(void *c, Call call, const ValueReference *place, size_t n,
                 const int *value)
{
  Instance *inst = instance_enter(c, call);
  if (!inst) return STATUS_ERROR;
  for (size_t k = 0; k < n; k++) {
    if (!may_set_size(inst, call, place[k], value[k])) return STATUS_ERROR;
  }
  Mode mode = inst->mode;
  Status status = STATUS_OK;
  inst->mode = mode_around(inst);
  for (size_t k = 0; k < n && status == STATUS_OK; k++) {
    /* with those before it there may be too many */
    if (resizable_fits(inst, (int)place[k], value[k])) {
      status = sizes_set_one(inst, call, (int)place[k], value[k]);
    } else {
      status = instance_refuse(inst, call,
                               "the arrays would have more than %d "
                               "elements",
                               ARRAY_POOL_MOST);
    }
  }
  if (inst->mode != MODE_ERROR) inst->mode = mode;
  return status;
}

/* --- elements ------------------------------------------------------------ */

void sizes_get_elements(const Instance *inst, int k, double *value)
{
  size_t n = resizable_count(inst, k);
  if (n > 0)
    memcpy(value, resizable_elements((Instance *)inst, k), n * sizeof value[0]);
}

bool sizes_may_set_elements(Instance *inst, Call call, int k)
{
  int version = inst->model->resizable[k].version;
  unsigned settable = modes_settable(inst->model->real_kind[version]);
  if ((settable & (unsigned)inst->mode) && !inst->is_stepping) return true;
  instance_refuse(
      inst, call,
      "the variable with value reference %u cannot be set %s \"%s\"",
      (ValueReference)REFERENCE_RESIZABLE << REFERENCE_SHIFT |
          (ValueReference)k,
      inst->is_stepping ? "within a step, in the mode" : "in the mode",
      modes_name(inst->mode));
  return false;
}

/* The change is made known first: what is true before it is computed with the
 * elements before it. */
Status sizes_set_elements(Instance *inst, int k, const double *value)
{
  size_t n = resizable_count(inst, k);
  if (n == 0 ||
      memcmp(resizable_elements(inst, k), value, n * sizeof value[0]) == 0) {
    return STATUS_OK;
  }
  Status status = change_version(inst, k);
  if (status != STATUS_OK) return status;
  memcpy(resizable_elements(inst, k), value, n * sizeof value[0]);
  return STATUS_OK;
}
