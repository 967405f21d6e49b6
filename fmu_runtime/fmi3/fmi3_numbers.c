/* fmi3_numbers.c: the calls of FMI 3.0 for what the runtime has as int: Int32,
 * Int64 of enumerations, UInt64 of sizes, Boolean. Arrays that can be resized
 * have no places: a call with such a one goes through its variables one after
 * the other. */
#include "../fmi/sizes.h"
#include "../fmi/values.h"
#include "fmi3_references.h"
#include <limits.h>
#include <stdlib.h>

/* --- types --------------------------------------------------------------- */

/* read and write as in values.h. */
typedef struct NumberType {
  Call get, set;
  ValueReference kind;
  Status (*read)(void *inst, Call call, const ValueReference *place, size_t n,
                 int *values);
  Status (*write)(void *inst, Call call, const ValueReference *place, size_t n,
                  const int *values);
  void (*put)(void *values, size_t k, int value);
  bool (*take)(const void *values, size_t k, int *value); /* false: too large */
} NumberType;

static Status read_booleans(void *inst, Call call, const ValueReference *place,
                            size_t n, int *values)
{
  (void)call;
  return values_get_booleans(inst, place, n, values);
}

static Status write_booleans(void *inst, Call call, const ValueReference *place,
                             size_t n, const int *values)
{
  (void)call;
  return values_set_booleans(inst, place, n, values);
}

static void put_int32(void *values, size_t k, int value)
{
  ((fmi3Int32 *)values)[k] = value;
}

static bool take_int32(const void *values, size_t k, int *value)
{
  *value = ((const fmi3Int32 *)values)[k];
  return true;
}

static void put_int64(void *values, size_t k, int value)
{
  ((fmi3Int64 *)values)[k] = value;
}

static bool take_int64(const void *values, size_t k, int *value)
{
  fmi3Int64 given = ((const fmi3Int64 *)values)[k];
  if (given < INT_MIN || given > INT_MAX) return false;
  *value = (int)given;
  return true;
}

static void put_uint64(void *values, size_t k, int value)
{
  ((fmi3UInt64 *)values)[k] = (fmi3UInt64)value;
}

static bool take_uint64(const void *values, size_t k, int *value)
{
  fmi3UInt64 given = ((const fmi3UInt64 *)values)[k];
  if (given > INT_MAX) return false;
  *value = (int)given;
  return true;
}

static void put_boolean(void *values, size_t k, int value)
{
  ((fmi3Boolean *)values)[k] = value != 0;
}

static bool take_boolean(const void *values, size_t k, int *value)
{
  *value = ((const fmi3Boolean *)values)[k] ? 1 : 0;
  return true;
}

static const NumberType integers = {CALL_GET_INTEGER,    CALL_SET_INTEGER,
                                    REFERENCE_INTEGER,   values_get_integers,
                                    values_set_integers, put_int32,
                                    take_int32};
static const NumberType enumerations = {CALL_GET_ENUMERATION,
                                        CALL_SET_ENUMERATION,
                                        REFERENCE_ENUMERATION,
                                        values_get_integers,
                                        values_set_integers,
                                        put_int64,
                                        take_int64};
static const NumberType array_sizes = {
    CALL_GET_SIZE, CALL_SET_SIZE, REFERENCE_SIZE, sizes_get,
    sizes_set,     put_uint64,    take_uint64};
static const NumberType booleans = {
    CALL_GET_BOOLEAN, CALL_SET_BOOLEAN, REFERENCE_BOOLEAN, read_booleans,
    write_booleans,   put_boolean,      take_boolean};

/* --- variables with places ----------------------------------------------- */

/* Room for n values of the runtime, `few` if it is enough; NULL: memory is
 * short. */
static int *number_open(int few[REFERENCES_FEW], Instance *inst, Call call,
                        size_t n)
{
  if (n <= REFERENCES_FEW) return few;
  int *many = malloc(n * sizeof many[0]);
  if (!many) instance_refuse(inst, call, "not enough memory");
  return many;
}

static void number_close(int few[REFERENCES_FEW], int *number)
{
  if (number != few) free(number);
}

/* The results are those from the place `at` of the values. */
static Status get_placed(Instance *inst, const NumberType *type,
                         const fmi3ValueReference *reference, size_t n,
                         void *values, size_t at, size_t n_values)
{
  References r;
  int few[REFERENCES_FEW];
  if (!references_open(&r, inst, type->get, reference, n, values, n_values))
    return STATUS_ERROR;
  int *number = number_open(few, inst, type->get, r.n);
  Status status = STATUS_ERROR;
  if (number) status = type->read(inst, type->get, r.place, r.n, number);
  for (size_t k = 0; status == STATUS_OK && k < r.n; k++)
    type->put(values, at + k, number[k]);
  number_close(few, number);
  references_close(&r);
  return status;
}

/* The values of the importer as int; NULL: refused. */
static int *take_numbers(int few[REFERENCES_FEW], Instance *inst,
                         const NumberType *type, const void *values, size_t n)
{
  int *number = number_open(few, inst, type->set, n);
  for (size_t k = 0; number && k < n; k++) {
    if (type->take(values, k, &number[k])) continue;
    instance_refuse(inst, type->set, "a value is out of range");
    number_close(few, number);
    return NULL;
  }
  return number;
}

static Status set_placed(Instance *inst, const NumberType *type,
                         const fmi3ValueReference *reference, size_t n,
                         const void *values, size_t n_values)
{
  References r;
  int few[REFERENCES_FEW];
  if (!references_open(&r, inst, type->set, reference, n, values, n_values))
    return STATUS_ERROR;
  int *number = take_numbers(few, inst, type, values, r.n);
  Status status = STATUS_ERROR;
  if (number) status = type->write(inst, type->set, r.place, r.n, number);
  number_close(few, number);
  references_close(&r);
  return status;
}

/* --- arrays that can be resized ------------------------------------------ */

static bool has_resizable(const Instance *inst, const NumberType *type,
                          const fmi3ValueReference *reference, size_t n)
{
  if (inst->model->n_resizables == 0 || !reference) return false;
  for (size_t k = 0; k < n; k++) {
    if (references_resizable(inst->model, reference[k], type->kind) >= 0)
      return true;
  }
  return false;
}

static size_t fmi3_numbers_count(const Instance *inst, const NumberType *type,
                                 fmi3ValueReference reference)
{
  int array = references_resizable(inst->model, reference, type->kind);
  return array >= 0 ? resizable_count(inst, array)
                    : references_size(inst->model, reference, type->kind);
}

/* As many as there are, of variables that there are; false: refused. */
static bool has_right_count(Instance *inst, const NumberType *type, Call call,
                            const fmi3ValueReference *reference, size_t n,
                            const void *values, size_t n_values)
{
  size_t total = 0;
  for (size_t k = 0; k < n; k++) {
    size_t own = fmi3_numbers_count(inst, type, reference[k]);
    total += own;
    if (own > 0 ||
        references_resizable(inst->model, reference[k], type->kind) >= 0)
      continue;
    References r; /* which says what is wrong with the reference */
    if (references_open(&r, inst, call, &reference[k], 1, NULL, 0))
      references_close(&r);
    return false;
  }
  if (total == n_values && (total == 0 || values)) return true;
  instance_refuse(inst, call, "got %zu values, the variables have %zu",
                  values ? n_values : 0, total);
  return false;
}

/* Into the values from the place `at`. */
static Status get_resizable(Instance *inst, const NumberType *type, int array,
                            void *values, size_t at)
{
  size_t n = resizable_count(inst, array);
  const double *element = resizable_elements(inst, array);
  for (size_t k = 0; k < n; k++) type->put(values, at + k, (int)element[k]);
  return STATUS_OK;
}

/* From the values from the place `at`, each of which is in the range. */
static Status set_resizable(Instance *inst, const NumberType *type, int array,
                            const void *values, size_t at)
{
  size_t n = resizable_count(inst, array);
  double *element = malloc((n + 1) * sizeof element[0]);
  if (!element) return instance_refuse(inst, type->set, "not enough memory");
  for (size_t k = 0; k < n; k++) {
    int number = 0;
    type->take(values, at + k, &number);
    element[k] = number;
  }
  Status status = sizes_set_elements(inst, array, element);
  free(element);
  return status;
}

static Status get_mixed(Instance *inst, const NumberType *type,
                        const fmi3ValueReference *reference, size_t n,
                        void *values, size_t n_values)
{
  if (!has_right_count(inst, type, type->get, reference, n, values, n_values))
    return STATUS_ERROR;
  Status status = STATUS_OK;
  for (size_t k = 0, at = 0; k < n && status == STATUS_OK; k++) {
    int array = references_resizable(inst->model, reference[k], type->kind);
    size_t own = fmi3_numbers_count(inst, type, reference[k]);
    status = array >= 0
                 ? get_resizable(inst, type, array, values, at)
                 : get_placed(inst, type, &reference[k], 1, values, at, own);
    at += own;
  }
  return status;
}

/* Can each of them be set, and is each value in the range? */
static bool may_set_mixed(Instance *inst, const NumberType *type,
                          const fmi3ValueReference *reference, size_t n,
                          const void *values, size_t n_values)
{
  if (!has_right_count(inst, type, type->set, reference, n, values, n_values))
    return false;
  for (size_t k = 0; k < n; k++) {
    int array = references_resizable(inst->model, reference[k], type->kind);
    if (array >= 0 && !sizes_may_set_elements(inst, type->set, array))
      return false;
  }
  int few[REFERENCES_FEW];
  int *number = take_numbers(few, inst, type, values, n_values);
  number_close(few, number);
  return number != NULL; /* of which nothing is read any more */
}

static Status fmi3_numbers_write(Instance *inst, const NumberType *type,
                                 const fmi3ValueReference *reference, size_t n,
                                 const int *number, size_t n_numbers)
{
  References r;
  if (!references_open(&r, inst, type->set, reference, n, number, n_numbers))
    return STATUS_ERROR;
  Status status = type->write(inst, type->set, r.place, r.n, number);
  references_close(&r);
  return status;
}

/* Those of the variables that have places. */
static Status set_places_of(Instance *inst, const NumberType *type,
                            const fmi3ValueReference *reference, size_t n,
                            const void *values, size_t n_values)
{
  size_t n_placed = 0, n_numbers = 0;
  fmi3ValueReference *placed = malloc((n + 1) * sizeof placed[0]);
  int *number = malloc((n_values + 1) * sizeof number[0]);
  for (size_t k = 0, at = 0; placed && number && k < n; k++) {
    size_t own = fmi3_numbers_count(inst, type, reference[k]);
    if (references_resizable(inst->model, reference[k], type->kind) < 0) {
      placed[n_placed++] = reference[k];
      for (size_t i = 0; i < own; i++)
        type->take(values, at + i, &number[n_numbers++]);
    }
    at += own;
  }
  Status status =
      placed && number
          ? fmi3_numbers_write(inst, type, placed, n_placed, number, n_numbers)
          : instance_refuse(inst, type->set, "not enough memory");
  free(placed);
  free(number);
  return status;
}

/* All is looked at before any is set: where a variable with a place cannot be,
 * the call ends before the arrays. */
static Status set_mixed(Instance *inst, const NumberType *type,
                        const fmi3ValueReference *reference, size_t n,
                        const void *values, size_t n_values)
{
  if (!may_set_mixed(inst, type, reference, n, values, n_values))
    return STATUS_ERROR;
  Status status = set_places_of(inst, type, reference, n, values, n_values);
  for (size_t k = 0, at = 0; k < n && status == STATUS_OK; k++) {
    int array = references_resizable(inst->model, reference[k], type->kind);
    size_t own = fmi3_numbers_count(inst, type, reference[k]);
    if (array >= 0) status = set_resizable(inst, type, array, values, at);
    at += own;
  }
  return status;
}

/* --- calls --------------------------------------------------------------- */

static fmi3Status numbers_get(fmi3Instance instance, const NumberType *type,
                              const fmi3ValueReference *reference, size_t n,
                              void *values, size_t n_values)
{
  Instance *inst = fmi3_enter(instance, type->get);
  if (!inst) return fmi3Error;
  return fmi3_status(
      has_resizable(inst, type, reference, n)
          ? get_mixed(inst, type, reference, n, values, n_values)
          : get_placed(inst, type, reference, n, values, 0, n_values));
}

static fmi3Status numbers_set(fmi3Instance instance, const NumberType *type,
                              const fmi3ValueReference *reference, size_t n,
                              const void *values, size_t n_values)
{
  Instance *inst = fmi3_enter(instance, type->set);
  if (!inst) return fmi3Error;
  return fmi3_status(
      (has_resizable(inst, type, reference, n) ? set_mixed : set_placed)(
          inst, type, reference, n, values, n_values));
}

#define NUMBERS(name, c_type, row)                                             \
  fmi3Status fmi3Get##name(                                                    \
      fmi3Instance instance, const fmi3ValueReference valueReferences[],       \
      size_t nValueReferences, c_type values[], size_t nValues)                \
  {                                                                            \
    return numbers_get(instance, &(row), valueReferences, nValueReferences,    \
                       values, nValues);                                       \
  }                                                                            \
  fmi3Status fmi3Set##name(                                                    \
      fmi3Instance instance, const fmi3ValueReference valueReferences[],       \
      size_t nValueReferences, const c_type values[], size_t nValues)          \
  {                                                                            \
    return numbers_set(instance, &(row), valueReferences, nValueReferences,    \
                       values, nValues);                                       \
  }
NUMBERS(Int32, fmi3Int32, integers)
NUMBERS(Int64, fmi3Int64, enumerations)
NUMBERS(UInt64, fmi3UInt64, array_sizes)
NUMBERS(Boolean, fmi3Boolean, booleans)
