/* fmi3_references.c: see fmi3_references.h. */
#include "fmi3_references.h"
#include "../fmi/arguments.h"
#include <stdlib.h>

static const ValueReference place_mask = (1u << REFERENCE_SHIFT) - 1;

static int count_places(const Model *m, ValueReference kind)
{
  switch (kind) {
  case REFERENCE_REAL: return real_references(m);
  case REFERENCE_INTEGER:
  case REFERENCE_ENUMERATION: return m->n_integer;
  case REFERENCE_BOOLEAN: return m->n_boolean;
  case REFERENCE_CLOCK: return m->n_clocks;
  case REFERENCE_STRING: return m->n_strings + m->n_integer;
  case REFERENCE_SIZE: return m->n_sizes;
  default: return 0;
  }
}

size_t references_size(const Model *m, ValueReference reference,
                       ValueReference kind)
{
  ValueReference is = reference >> REFERENCE_SHIFT;
  ValueReference place = reference & place_mask;
  if (is == kind) return place < (unsigned)count_places(m, kind) ? 1 : 0;
  if (is != kind + REFERENCE_ARRAY || place >= (unsigned)m->n_arrays) return 0;
  const ModelArray *array = &m->array[place];
  return array->kind == kind ? (size_t)array->n_cells : 0;
}

int references_resizable(const Model *m, ValueReference reference,
                         ValueReference kind)
{
  ValueReference place = reference & place_mask;
  if (reference >> REFERENCE_SHIFT != REFERENCE_RESIZABLE ||
      place >= (unsigned)m->n_resizables)
    return -1;
  return m->resizable[place].kind == kind ? (int)place : -1;
}

bool references_exist(const Model *m, ValueReference reference)
{
  ValueReference kind = reference >> REFERENCE_SHIFT;
  if (kind == REFERENCE_RESIZABLE)
    return (reference & place_mask) < (unsigned)m->n_resizables;
  if (kind >= REFERENCE_ARRAY) kind -= REFERENCE_ARRAY;
  return references_size(m, reference, kind) > 0;
}

int references_first_real(const Model *m, ValueReference reference)
{
  if (references_size(m, reference, REFERENCE_REAL) == 0) return -1;
  ValueReference place = reference & place_mask;
  if (reference >> REFERENCE_SHIFT != REFERENCE_REAL)
    place = (ValueReference)m->array_run[m->array[place].first_run].first;
  return place < (unsigned)m->n_real ? (int)place : -1;
}

static bool refuse_reference(Instance *inst, Call call,
                             ValueReference reference)
{
  if (references_exist(inst->model, reference)) {
    instance_refuse(inst, call,
                    "the variable with value reference %u is of another type",
                    reference);
  } else {
    instance_refuse(inst, call, "there is no value reference %u", reference);
  }
  return false;
}

static ValueReference *write_places(const Model *m, ValueReference reference,
                                    ValueReference kind, ValueReference *to)
{
  ValueReference place = reference & place_mask;
  if (reference >> REFERENCE_SHIFT == kind) {
    *to++ = place;
    return to;
  }
  const ModelArray *array = &m->array[place];
  const ArrayRun *run = &m->array_run[array->first_run];
  for (int left = array->n_cells; left > 0; run++) {
    for (int k = 0; k < run->n; k++)
      *to++ = (ValueReference)(run->first + k * run->step);
    left -= run->n;
  }
  return to;
}

static bool references_count(Instance *inst, Call call, ValueReference kind,
                             const fmi3ValueReference *reference, size_t n,
                             size_t *n_places)
{
  *n_places = 0;
  for (size_t k = 0; k < n; k++) {
    size_t size = references_size(inst->model, reference[k], kind);
    if (size == 0) return refuse_reference(inst, call, reference[k]);
    *n_places += size;
  }
  return true;
}

static bool find_places(References *r, Instance *inst, Call call,
                        const fmi3ValueReference *reference, size_t n,
                        const void *values, size_t n_values)
{
  ValueReference kind = inst->calls[call].kind;
  r->many = NULL;
  r->n = 0;
  r->place = r->few;
  if (n > 0 && !reference) {
    instance_refuse(inst, call, "an array is missing");
    return false;
  }
  if (!references_count(inst, call, kind, reference, n, &r->n)) return false;
  if (r->n != n_values || (n_values > 0 && !values)) {
    instance_refuse(inst, call, "got %zu values, the variables have %zu",
                    values ? n_values : 0, r->n);
    return false;
  }
  if (r->n == n && kind == REFERENCE_REAL) {
    size_t k = 0;
    while (k < n && reference[k] <= place_mask) k++;
    r->place = reference; /* scalars: the places themselves */
    if (k == n) return true;
  }
  if (r->n > REFERENCES_FEW) {
    r->many = malloc(r->n * sizeof r->many[0]);
    if (!r->many) {
      instance_refuse(inst, call, "not enough memory");
      return false;
    }
  }
  ValueReference *to = r->many ? r->many : r->few;
  r->place = to;
  for (size_t k = 0; k < n; k++)
    to = write_places(inst->model, reference[k], kind, to);
  return true;
}

bool references_open(References *r, Instance *inst, Call call,
                     const fmi3ValueReference *reference, size_t n,
                     const void *values, size_t n_values)
{
  if (!find_places(r, inst, call, reference, n, values, n_values)) return false;
  r->inst = inst;
  instance_lock(inst);
  return true;
}

Instance *references_enter(References *r, fmi3Instance instance, Call call,
                           const fmi3ValueReference *reference, size_t n,
                           const void *values, size_t n_values)
{
  Instance *inst = fmi3_enter(instance, call);
  if (!inst) return NULL;
  return references_open(r, inst, call, reference, n, values, n_values) ? inst
                                                                        : NULL;
}

void references_close(References *r)
{
  free(r->many);
  instance_unlock(r->inst);
}
