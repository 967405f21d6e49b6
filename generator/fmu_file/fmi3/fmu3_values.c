/* fmu3_values.c: see fmu3_values.h. */
#include "fmu_file/fmi3/fmu3_values.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fmu_file/fmi3/fmu3_texts.h"

/* --- room --- */

bool fmu3_values_begin(Fmu3 *m)
{
  size_t n = (size_t)m->d->n_arrays + 1;
  m->room.reference = calloc(n, sizeof m->room.reference[0]);
  m->room.offset = malloc(n * sizeof m->room.offset[0]);
  m->ticked = calloc(n, sizeof m->ticked[0]);
  m->text = calloc((size_t)m->d->n_variables + 1, sizeof m->text[0]);
  m->held = calloc((size_t)m->d->n_variables + 1, sizeof m->held[0]);
  m->is_held = calloc((size_t)m->d->n_variables + 1, sizeof m->is_held[0]);
  if (!m->room.reference || !m->room.offset || !m->ticked || !m->text ||
      !m->held || !m->is_held) {
    return false;
  }
  for (size_t i = 0; i < n; i++) m->room.offset[i] = -1;
  return true;
}

void fmu3_values_end(Fmu3 *m)
{
  for (int i = 0; m->text && i < m->d->n_variables; i++) free(m->text[i]);
  free(m->text);
  free(m->ticked);
  free(m->held);
  free(m->is_held);
  free(m->room.reference);
  free(m->room.offset);
  free(m->room.value);
  free(m->room.number);
}

static bool grow(double **room, size_t *n, size_t wanted)
{
  if (wanted <= *n) return true;
  double *more = realloc(*room, wanted * sizeof more[0]);
  if (!more) return false;
  *room = more;
  *n = wanted;
  return true;
}

static fmi2Status out_of_memory(Fmu3 *m)
{
  return fmu3_refuse(m, "memory is short", "");
}

/* --- the arrays of one call --- */

static const FmuArray *array_of(const Fmu3 *m, fmi2ValueReference r)
{
  assert(r < (unsigned)m->d->n_variables);
  return &m->d->array[m->d->variable[r].array];
}

/* Those of the type (N_FMI3_TYPES: of any) among the elements, each once. */
static size_t fmu3_values_collect(Fmu3 *m, int type,
                                  const fmi2ValueReference r[], size_t n,
                                  size_t *n_values)
{
  assert(type >= 0 && type <= N_FMI3_TYPES);
  size_t n_arrays = 0;
  *n_values = 0;
  for (size_t i = 0; i < n; i++) {
    const FmuArray *a = array_of(m, r[i]);
    long *offset = &m->room.offset[a - m->d->array];
    if ((type != N_FMI3_TYPES && (int)a->type != type) || *offset >= 0)
      continue;
    *offset = (long)*n_values;
    *n_values += (size_t)a->n;
    m->room.reference[n_arrays++] = a->value_reference;
  }
  return n_arrays;
}

static void forget(Fmu3 *m, const fmi2ValueReference r[], size_t n)
{
  for (size_t i = 0; i < n; i++)
    m->room.offset[array_of(m, r[i]) - m->d->array] = -1;
}

/* Where the element stands in the values of the call. */
static size_t place_of(const Fmu3 *m, fmi2ValueReference r)
{
  const FmuArray *a = array_of(m, r);
  long offset = m->room.offset[a - m->d->array];
  assert(offset >= 0);
  return (size_t)offset + r - (size_t)a->first;
}

static unsigned types_of(const Fmu3 *m, const fmi2ValueReference r[], size_t n)
{
  unsigned found = 0;
  for (size_t i = 0; i < n; i++) found |= 1u << array_of(m, r[i])->type;
  return found;
}

/* --- numbers of all types --- */

/* clang-format off */
#define NUMBER_TYPES(X) \
  X(FMI3_FLOAT32, Float32, float) X(FMI3_FLOAT64, Float64, double) \
  X(FMI3_INT8, Int8, int8_t) X(FMI3_UINT8, UInt8, uint8_t) \
  X(FMI3_INT16, Int16, int16_t) X(FMI3_UINT16, UInt16, uint16_t) \
  X(FMI3_INT32, Int32, int32_t) X(FMI3_UINT32, UInt32, uint32_t) \
  X(FMI3_INT64, Int64, int64_t) X(FMI3_UINT64, UInt64, uint64_t) \
  X(FMI3_BOOLEAN, Boolean, bool) X(FMI3_ENUMERATION, Int64, int64_t)
/* clang-format on */

static fmi2Status get_type(Fmu3 *m, Fmi3Type type, size_t n, size_t n_values)
{
  const Fmi3Calls *call = m->call;
  void *value = m->room.value;
  switch (type) {
#define GET_TYPE(id, name, c_type)                                             \
  case id:                                                                     \
    if (!call->Get##name) return fmu3_missing(m, "fmi3Get" #name);             \
    return call->Get##name(m->instance, m->room.reference, n, (c_type *)value, \
                           n_values);
    NUMBER_TYPES(GET_TYPE)
#undef GET_TYPE
  case FMI3_STRING:
  case FMI3_BINARY:
  case FMI3_CLOCK:
  case N_FMI3_TYPES: break;
  }
  return fmi2Error;
}

static fmi2Status set_type(Fmu3 *m, Fmi3Type type, size_t n, size_t n_values)
{
  const Fmi3Calls *call = m->call;
  const void *value = m->room.value;
  switch (type) {
#define SET_TYPE(id, name, c_type)                                             \
  case id:                                                                     \
    if (!call->Set##name) return fmu3_missing(m, "fmi3Set" #name);             \
    return call->Set##name(m->instance, m->room.reference, n,                  \
                           (const c_type *)value, n_values);
    NUMBER_TYPES(SET_TYPE)
#undef SET_TYPE
  case FMI3_STRING:
  case FMI3_BINARY:
  case FMI3_CLOCK:
  case N_FMI3_TYPES: break;
  }
  return fmi2Error;
}

static double fmu3_values_number_at(Fmi3Type type, const void *values, size_t k)
{
  switch (type) {
#define NUMBER_AT(id, name, c_type)                                            \
  case id: return (double)((const c_type *)values)[k];
    NUMBER_TYPES(NUMBER_AT)
#undef NUMBER_AT
  case FMI3_STRING:
  case FMI3_BINARY:
  case FMI3_CLOCK:
  case N_FMI3_TYPES: break;
  }
  return NAN;
}

/* Whole numbers fit: who reads them from texts has looked. */
static void fmu3_values_put_number(Fmi3Type type, void *values, size_t k,
                                   double number)
{
  switch (type) {
#define PUT_NUMBER(id, name, c_type)                                           \
  case id: ((c_type *)values)[k] = (c_type)number; break;
    NUMBER_TYPES(PUT_NUMBER)
#undef PUT_NUMBER
  case FMI3_STRING:
  case FMI3_BINARY:
  case FMI3_CLOCK:
  case N_FMI3_TYPES: break;
  }
}

/* Does the type hold it? A float may lose digits. */
static bool does_fit(Fmi3Type type, double number)
{
  static const double low[N_FMI3_TYPES] = {[FMI3_INT8] = -0x1p7,
                                           [FMI3_INT16] = -0x1p15,
                                           [FMI3_INT32] = -0x1p31,
                                           [FMI3_INT64] = -0x1p63,
                                           [FMI3_ENUMERATION] = -0x1p63};
  static const double above[N_FMI3_TYPES] = {
      [FMI3_INT8] = 0x1p7,         [FMI3_UINT8] = 0x1p8,
      [FMI3_INT16] = 0x1p15,       [FMI3_UINT16] = 0x1p16,
      [FMI3_INT32] = 0x1p31,       [FMI3_UINT32] = 0x1p32,
      [FMI3_INT64] = 0x1p63,       [FMI3_UINT64] = 0x1p64,
      [FMI3_ENUMERATION] = 0x1p63, [FMI3_BOOLEAN] = 2};
  if (above[type] == 0) return true; /* no whole number */
  return number >= low[type] && number < above[type] && number == floor(number);
}

static fmi2Status get_numbers(Fmu3 *m, const fmi2ValueReference r[], size_t n,
                              double value[])
{
  fmi2Status worst = fmi2OK;
  unsigned types = types_of(m, r, n);
  for (int t = 0; t < N_FMI3_TYPES; t++) {
    if (!(types & 1u << t)) continue;
    if (t == FMI3_CLOCK) {
      for (size_t i = 0; i < n; i++) {
        const FmuArray *a = array_of(m, r[i]);
        if (a->type == FMI3_CLOCK) value[i] = m->ticked[a - m->d->array];
      }
      continue;
    }
    size_t n_values, n_arrays = fmu3_values_collect(m, t, r, n, &n_values);
    fmi2Status status = grow(&m->room.value, &m->room.n_values, n_values)
                            ? get_type(m, (Fmi3Type)t, n_arrays, n_values)
                            : out_of_memory(m);
    for (size_t i = 0; status <= fmi2Warning && i < n; i++) {
      if ((int)array_of(m, r[i])->type == t)
        value[i] = fmu3_values_number_at((Fmi3Type)t, m->room.value,
                                         place_of(m, r[i]));
    }
    forget(m, r, n);
    worst = fmu3_worse(worst, status);
  }
  return worst;
}

/* In Co-Simulation, between steps: FMI 3.0 4.2.1 lets continuous inputs be
 * set there, all others in event mode. */
static bool needs_event(const Fmu3 *m, const fmi2ValueReference r[], size_t n)
{
  if (m->kind != fmi2CoSimulation || !m->has_events || m->mode != FMU3_STEP)
    return false;
  for (size_t i = 0; i < n; i++) {
    if (m->d->variable[r[i]].variability != FMU_CONTINUOUS) return true;
  }
  return false;
}

static bool fmu3_values_are_same(Fmu3 *m, const fmi2ValueReference r[],
                                 size_t n, const double value[])
{
  for (size_t i = 0; i < n; i++) {
    double now;
    if (get_numbers(m, &r[i], 1, &now) > fmi2Warning || now != value[i])
      return false;
  }
  return true;
}

static fmi2Status set_numbers_of(Fmu3 *m, int t, const fmi2ValueReference r[],
                                 size_t n, const double value[])
{
  size_t n_values, n_given = 0,
                   n_arrays = fmu3_values_collect(m, t, r, n, &n_values);
  if (!grow(&m->room.value, &m->room.n_values, n_values))
    return out_of_memory(m);
  for (size_t i = 0; i < n; i++) n_given += (int)array_of(m, r[i])->type == t;
  fmi2Status status = fmi2OK;
  if (n_given < n_values) /* the others keep what they are */
    status = get_type(m, (Fmi3Type)t, n_arrays, n_values);
  for (size_t i = 0; status <= fmi2Warning && i < n; i++) {
    if ((int)array_of(m, r[i])->type != t) continue;
    if (!does_fit((Fmi3Type)t, value[i]))
      return fmu3_refuse(m, "the type does not have this value of",
                         m->d->variable[r[i]].name);
    fmu3_values_put_number((Fmi3Type)t, m->room.value, place_of(m, r[i]),
                           value[i]);
  }
  if (status > fmi2Warning) return status;
  return fmu3_worse(status, set_type(m, (Fmi3Type)t, n_arrays, n_values));
}

/* FMI 3.0 2.3.6: sizes change in configuration mode alone. */
static fmi2Status fmu3_values_set_sizes(Fmu3 *m, const fmi2ValueReference r[],
                                        size_t n, const double value[])
{
  const Fmi3Calls *call = m->call;
  if (!call->EnterConfigurationMode || !call->ExitConfigurationMode)
    return fmu3_missing(m, "fmi3EnterConfigurationMode");
  fmi2Status worst = call->EnterConfigurationMode(m->instance);
  for (size_t i = 0; i < n && worst <= fmi2Warning; i++) {
    int type = (int)array_of(m, r[i])->type;
    worst = fmu3_worse(worst, set_numbers_of(m, type, &r[i], 1, &value[i]));
    forget(m, &r[i], 1);
  }
  if (worst > fmi2Warning) return worst;
  return fmu3_worse(worst, call->ExitConfigurationMode(m->instance));
}

/* Has one of its clocks ticked at this event? */
static bool has_ticking_clock(const Fmu3 *m, const FmuArray *a)
{
  for (int k = 0; k < a->n_clocks; k++) {
    for (int i = 0; i < m->d->n_arrays; i++) {
      if (m->d->array[i].value_reference == a->clock[k] && m->ticked[i])
        return true;
    }
  }
  return false;
}

/* FMI 3.0 2.2.8.3: clocked inputs are set where their clock is active. */
static bool does_wait(const Fmu3 *m, fmi2ValueReference r)
{
  const FmuArray *a = array_of(m, r);
  return a->is_clocked && a->type != FMI3_CLOCK && m->has_events &&
         m->mode >= FMU3_EVENT && m->d->variable[r].causality == FMU_INPUT &&
         !(m->mode == FMU3_EVENT && has_ticking_clock(m, a));
}

static fmi2Status set_one_by_one(Fmu3 *m, const fmi2ValueReference r[],
                                 size_t n, const double value[]);

static fmi2Status fmu3_values_set_numbers(Fmu3 *m, const fmi2ValueReference r[],
                                          size_t n, const double value[])
{
  for (size_t i = 0; i < n; i++) {
    if (!does_wait(m, r[i])) continue;
    if (n > 1) return set_one_by_one(m, r, n, value);
    m->is_held[r[i]] = true;
    m->held[r[i]] = value[i];
    return fmi2OK;
  }
  if (n > 0 && m->mode == FMU3_INSTANTIATED &&
      m->d->variable[r[0]].causality == FMU_STRUCTURAL_PARAMETER)
    return fmu3_values_set_sizes(m, r, n, value);
  if (needs_event(m, r, n)) {
    if (fmu3_values_are_same(m, r, n, value)) return fmi2OK;
    fmi2Status status = fmu3_enter_event(m);
    if (status > fmi2Warning) return status;
  }
  fmi2Status worst = fmi2OK;
  unsigned types = types_of(m, r, n);
  for (int t = 0; t < N_FMI3_TYPES; t++) {
    if (!(types & 1u << t)) continue;
    if (t == FMI3_CLOCK)
      return fmu3_refuse(m, "a clock has no value to set", "");
    worst = fmu3_worse(worst, set_numbers_of(m, t, r, n, value));
    forget(m, r, n);
  }
  return worst;
}

static fmi2Status set_one_by_one(Fmu3 *m, const fmi2ValueReference r[],
                                 size_t n, const double value[])
{
  fmi2Status worst = fmi2OK;
  for (size_t i = 0; i < n && worst <= fmi2Warning; i++)
    worst = fmu3_worse(worst, fmu3_values_set_numbers(m, &r[i], 1, &value[i]));
  return worst;
}

fmi2Status fmu3_values_ticked(Fmu3 *m)
{
  fmi2Status worst = fmi2OK;
  for (int i = 0; i < m->d->n_variables && worst <= fmi2Warning; i++) {
    fmi2ValueReference r = (fmi2ValueReference)i;
    if (!m->is_held[i] || does_wait(m, r)) continue;
    m->is_held[i] = false;
    worst = fmu3_worse(worst, fmu3_values_set_numbers(m, &r, 1, &m->held[i]));
  }
  return worst;
}

/* --- as FMI 2.0 has them --- */

fmi2Status fmu3_get_real(fmi2Component c, const fmi2ValueReference r[],
                         size_t n, fmi2Real value[])
{
  return get_numbers(c, r, n, value);
}

fmi2Status fmu3_set_real(fmi2Component c, const fmi2ValueReference r[],
                         size_t n, const fmi2Real value[])
{
  return fmu3_values_set_numbers(c, r, n, value);
}

fmi2Status fmu3_get_integer(fmi2Component c, const fmi2ValueReference r[],
                            size_t n, fmi2Integer value[])
{
  Fmu3 *m = c;
  if (!grow(&m->room.number, &m->room.n_numbers, n)) return out_of_memory(m);
  fmi2Status status = get_numbers(m, r, n, m->room.number);
  for (size_t i = 0; status <= fmi2Warning && i < n; i++) {
    double number = m->room.number[i];
    if (!(number >= INT_MIN && number <= INT_MAX))
      return fmu3_refuse(m, "more than 32 bits are not read of the enumeration",
                         m->d->variable[r[i]].name);
    value[i] = (fmi2Integer)number;
  }
  return status;
}

fmi2Status fmu3_set_integer(fmi2Component c, const fmi2ValueReference r[],
                            size_t n, const fmi2Integer value[])
{
  Fmu3 *m = c;
  if (!grow(&m->room.number, &m->room.n_numbers, n)) return out_of_memory(m);
  for (size_t i = 0; i < n; i++) m->room.number[i] = value[i];
  return fmu3_values_set_numbers(m, r, n, m->room.number);
}

/* --- texts --- */

fmi2Status fmu3_get_string(fmi2Component c, const fmi2ValueReference r[],
                           size_t n, fmi2String value[])
{
  Fmu3 *m = c;
  fmi2Status worst = fmi2OK;
  for (size_t i = 0; i < n; i++) {
    const FmuArray *a = array_of(m, r[i]);
    fmi2Status status =
        fmu3_texts_get(m, a, (int)r[i] - a->first, &m->text[r[i]]);
    value[i] = m->text[r[i]] ? m->text[r[i]] : "";
    worst = fmu3_worse(worst, status);
  }
  return worst;
}

fmi2Status fmu3_set_string(fmi2Component c, const fmi2ValueReference r[],
                           size_t n, const fmi2String value[])
{
  Fmu3 *m = c;
  fmi2Status worst = fmi2OK;
  for (size_t i = 0; i < n; i++) {
    if (needs_event(m, &r[i], 1)) {
      fmi2String now = NULL;
      fmi2Status status = fmu3_get_string(m, &r[i], 1, &now);
      if (status <= fmi2Warning && strcmp(now, value[i]) == 0) continue;
      status = fmu3_enter_event(m);
      if (status > fmi2Warning) return status;
    }
    const FmuArray *a = array_of(m, r[i]);
    worst =
        fmu3_worse(worst, fmu3_texts_set(m, a, (int)r[i] - a->first, value[i]));
  }
  return worst;
}

/* --- derivatives --- */

/* The two sides of a derivative: references and values of whole arrays. */
typedef struct Side {
  uint32_t *reference;
  double *value;
  size_t *place; /* of each element */
  size_t n_arrays, n_values;
} Side;

static bool make_side(Fmu3 *m, const fmi2ValueReference r[], size_t n,
                      Side *side)
{
  side->n_arrays = fmu3_values_collect(m, N_FMI3_TYPES, r, n, &side->n_values);
  side->reference = malloc((side->n_arrays + 1) * sizeof side->reference[0]);
  side->value = calloc(side->n_values + 1, sizeof side->value[0]);
  side->place = malloc((n + 1) * sizeof side->place[0]);
  bool good = side->reference && side->value && side->place;
  if (good)
    memcpy(side->reference, m->room.reference,
           side->n_arrays * sizeof side->reference[0]);
  for (size_t i = 0; good && i < n; i++) side->place[i] = place_of(m, r[i]);
  forget(m, r, n);
  return good;
}

static void free_side(Side *side)
{
  free(side->reference);
  free(side->value);
  free(side->place);
}

fmi2Status fmu3_directional(fmi2Component c, const fmi2ValueReference unknown[],
                            size_t n_unknown, const fmi2ValueReference known[],
                            size_t n_known, const fmi2Real seed[],
                            fmi2Real sensitivity[])
{
  Fmu3 *m = c;
  if (!m->call->GetDirectionalDerivative)
    return fmu3_missing(m, "fmi3GetDirectionalDerivative");
  assert(n_unknown > 0 || n_known == 0 || seed);
  Side u = {0}, k = {0};
  bool good =
      make_side(m, unknown, n_unknown, &u) && make_side(m, known, n_known, &k);
  fmi2Status status = good ? fmi2OK : out_of_memory(m);
  if (good) {
    for (size_t i = 0; i < n_known; i++) k.value[k.place[i]] = seed[i];
    status = m->call->GetDirectionalDerivative(
        m->instance, u.reference, u.n_arrays, k.reference, k.n_arrays, k.value,
        k.n_values, u.value, u.n_values);
    for (size_t i = 0; i < n_unknown; i++) sensitivity[i] = u.value[u.place[i]];
  }
  free_side(&u);
  free_side(&k);
  return status;
}

fmi2Status fmu3_adjoint(Fmu3 *m, const fmi2ValueReference unknown[],
                        size_t n_unknown, const fmi2ValueReference known[],
                        size_t n_known, const fmi2Real seed[],
                        fmi2Real sensitivity[])
{
  if (!m->call->GetAdjointDerivative)
    return fmu3_missing(m, "fmi3GetAdjointDerivative");
  Side u = {0}, k = {0};
  bool good =
      make_side(m, unknown, n_unknown, &u) && make_side(m, known, n_known, &k);
  fmi2Status status = good ? fmi2OK : out_of_memory(m);
  if (good) {
    for (size_t i = 0; i < n_unknown; i++) u.value[u.place[i]] = seed[i];
    status = m->call->GetAdjointDerivative(m->instance, u.reference, u.n_arrays,
                                           k.reference, k.n_arrays, u.value,
                                           u.n_values, k.value, k.n_values);
    for (size_t i = 0; i < n_known; i++) sensitivity[i] = k.value[k.place[i]];
  }
  free_side(&u);
  free_side(&k);
  return status;
}

fmi2Status fmu3_output_derivatives(fmi2Component c,
                                   const fmi2ValueReference r[], size_t n,
                                   const fmi2Integer order[], fmi2Real value[])
{
  Fmu3 *m = c;
  fmi2Status worst = fmi2OK;
  if (!m->call->GetOutputDerivatives)
    return fmu3_missing(m, "fmi3GetOutputDerivatives");
  for (size_t i = 0; i < n; i++) {
    const FmuArray *a = array_of(m, r[i]);
    size_t n_values = (size_t)a->n;
    if (!grow(&m->room.value, &m->room.n_values, n_values))
      return out_of_memory(m);
    int32_t of = order[i];
    worst = fmu3_worse(
        worst, m->call->GetOutputDerivatives(m->instance, &a->value_reference,
                                             1, &of, m->room.value, n_values));
    value[i] = m->room.value[r[i] - (unsigned)a->first];
  }
  return worst;
}
