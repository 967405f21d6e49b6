/* fmi3_floats.c: fmi3GetFloat64 and fmi3SetFloat64. Variables without a place
 * in real[] may stand among the others: a call is then cut into runs. */
#include "../fmi/exchange.h"
#include "../fmi/sizes.h"
#include "../fmi/values.h"
#include "fmi3_references.h"
#include <stdlib.h>

/* Variables whose values are not in real[]: the event indicators, and arrays
 * that can be resized. */
static bool is_placeless(fmi3ValueReference reference)
{
  ValueReference kind = reference >> REFERENCE_SHIFT;
  return kind == REFERENCE_INDICATORS || kind == REFERENCE_RESIZABLE;
}

static bool are_placed(const fmi3ValueReference *reference, size_t n)
{
  for (size_t k = 0; reference && k < n; k++) {
    if (is_placeless(reference[k])) return false;
  }
  return true;
}

static Status get_floats(Instance *inst, const fmi3ValueReference *reference,
                         size_t n, double *values, size_t n_values)
{
  References r;
  if (!references_open(&r, inst, CALL_GET_REAL, reference, n, values,
                       n_values)) {
    return STATUS_ERROR;
  }
  Status status = values_get_reals(inst, r.place, r.n, values);
  references_close(&r);
  return status;
}

/* The event indicators, as the variable that FMI 3.0 wants them to be. Before
 * initialization there are none. */
static Status floats_of_indicators(Instance *inst, double *values, size_t n)
{
  if (inst->mode != MODE_INSTANTIATED)
    return exchange_read_indicators(inst, CALL_GET_REAL, values, n);
  for (size_t k = 0; k < n; k++) values[k] = 0;
  return STATUS_OK;
}

static size_t count_floats(const Instance *inst, fmi3ValueReference reference)
{
  int k = references_resizable(inst->model, reference, REFERENCE_REAL);
  if (k >= 0) return resizable_count(inst, k);
  if (reference >> REFERENCE_SHIFT == REFERENCE_INDICATORS)
    return (size_t)exchange_count_indicators(inst);
  return references_size(inst->model, reference, REFERENCE_REAL);
}

/* One variable that has no places; as many values as there are. */
static Status get_placeless(Instance *inst, fmi3ValueReference reference,
                            double *values, size_t n)
{
  int k = references_resizable(inst->model, reference, REFERENCE_REAL);
  if (k < 0 && reference >> REFERENCE_SHIFT != REFERENCE_INDICATORS)
    return get_floats(inst, &reference, 1, values, n); /* there is none */
  size_t own = count_floats(inst, reference);
  if (n < own || (own > 0 && !values)) {
    return instance_refuse(
        inst, CALL_GET_REAL,
        "got too few values: the variable with value reference %u has %zu",
        reference, own);
  }
  if (k < 0) return floats_of_indicators(inst, values, own);
  sizes_get_elements(inst, k, values);
  return STATUS_OK;
}

fmi3Status fmi3GetFloat64(fmi3Instance instance,
                          const fmi3ValueReference valueReferences[],
                          size_t nValueReferences, fmi3Float64 values[],
                          size_t nValues)
{
  Instance *inst = fmi3_enter(instance, CALL_GET_REAL);
  if (!inst) return fmi3Error;
  size_t begin = 0;
  for (size_t k = 0; valueReferences && k < nValueReferences; k++) {
    if (!is_placeless(valueReferences[k])) continue;
    size_t before = 0, own = count_floats(inst, valueReferences[k]);
    for (size_t i = begin; i < k; i++)
      before += count_floats(inst, valueReferences[i]);
    if (before > nValues) before = nValues;
    Status status = STATUS_OK;
    if (k > begin)
      status =
          get_floats(inst, valueReferences + begin, k - begin, values, before);
    if (status == STATUS_OK)
      status = get_placeless(inst, valueReferences[k], values + before,
                             nValues - before);
    if (status != STATUS_OK) return fmi3_status(status);
    values += before + own;
    nValues -= before + own;
    begin = k + 1;
  }
  if (begin > 0 && begin == nValueReferences && nValues == 0) return fmi3OK;
  if (begin > 0) valueReferences += begin;
  return fmi3_status(get_floats(inst, valueReferences, nValueReferences - begin,
                                values, nValues));
}

/* In an intermediate update, inputs alone. */
static bool may_set_now(Instance *inst, const References *r)
{
  for (size_t k = 0; inst->is_stepping && k < r->n; k++) {
    if (r->place[k] < (unsigned)inst->model->n_real &&
        inst->model->real_kind[r->place[k]] == VARIABLE_INPUT)
      continue;
    instance_refuse(inst, CALL_SET_REAL,
                    "in an intermediate update only inputs can be set");
    return false;
  }
  return true;
}

static Status set_floats(Instance *inst, const fmi3ValueReference *reference,
                         size_t n, const double *values, size_t n_values)
{
  References r;
  if (!references_open(&r, inst, CALL_SET_REAL, reference, n, values, n_values))
    return STATUS_ERROR;
  Status status = STATUS_ERROR;
  if (may_set_now(inst, &r))
    status = values_set_reals(inst, r.place, r.n, values);
  references_close(&r);
  return status;
}

/* The arrays that can be resized, all of which may be set. */
static Status set_resizables(Instance *inst,
                             const fmi3ValueReference *reference, size_t n,
                             const double *values)
{
  for (size_t k = 0; k < n; k++) {
    int array = references_resizable(inst->model, reference[k], REFERENCE_REAL);
    if (array >= 0) {
      Status status = sizes_set_elements(inst, array, values);
      if (status != STATUS_OK) return status;
    }
    values += count_floats(inst, reference[k]);
  }
  return STATUS_OK;
}

/* What has places and what has none: all is looked at before any is set. */
static Status set_mixed_floats(Instance *inst,
                               const fmi3ValueReference *reference, size_t n,
                               const double *values, size_t n_values)
{
  size_t total = 0, n_placed = 0, n_numbers = 0;
  for (size_t k = 0; k < n; k++) {
    int array = references_resizable(inst->model, reference[k], REFERENCE_REAL);
    if (array >= 0 && !sizes_may_set_elements(inst, CALL_SET_REAL, array))
      return STATUS_ERROR;
    total += count_floats(inst, reference[k]);
  }
  if (total != n_values || (total > 0 && !values)) {
    return instance_refuse(inst, CALL_SET_REAL,
                           "got %zu values, the variables have %zu",
                           values ? n_values : 0, total);
  }
  fmi3ValueReference *placed = malloc((n + 1) * sizeof placed[0]);
  double *number = malloc((total + 1) * sizeof number[0]);
  for (size_t k = 0, at = 0; placed && number && k < n; k++) {
    size_t own = count_floats(inst, reference[k]);
    if (references_resizable(inst->model, reference[k], REFERENCE_REAL) < 0) {
      placed[n_placed++] = reference[k];
      for (size_t i = 0; i < own; i++) number[n_numbers++] = values[at + i];
    }
    at += own;
  }
  Status status =
      placed && number
          ? set_floats(inst, placed, n_placed, number, n_numbers)
          : instance_refuse(inst, CALL_SET_REAL, "not enough memory");
  free(placed);
  free(number);
  return status == STATUS_OK ? set_resizables(inst, reference, n, values)
                             : status;
}

fmi3Status fmi3SetFloat64(fmi3Instance instance,
                          const fmi3ValueReference valueReferences[],
                          size_t nValueReferences, const fmi3Float64 values[],
                          size_t nValues)
{
  Instance *inst = fmi3_enter(instance, CALL_SET_REAL);
  if (!inst) return fmi3Error;
  bool is_plain = inst->model->n_resizables == 0 ||
                  are_placed(valueReferences, nValueReferences);
  return fmi3_status((is_plain ? set_floats : set_mixed_floats)(
      inst, valueReferences, nValueReferences, values, nValues));
}
