/* fmi3_values.c: the calls of FMI 3.0 for Strings, and for the types that no
 * model has. */
#include "../fmi/values.h"
#include "fmi3_references.h"

/* --- String -------------------------------------------------------------- */

fmi3Status fmi3GetString(fmi3Instance instance,
                         const fmi3ValueReference valueReferences[],
                         size_t nValueReferences, fmi3String values[],
                         size_t nValues)
{
  References r;
  Instance *inst =
      references_enter(&r, instance, CALL_GET_STRING, valueReferences,
                       nValueReferences, values, nValues);
  if (!inst) return fmi3Error;
  Status status = values_get_strings(inst, r.place, r.n, values);
  references_close(&r);
  return fmi3_status(status);
}

fmi3Status fmi3SetString(fmi3Instance instance,
                         const fmi3ValueReference valueReferences[],
                         size_t nValueReferences, const fmi3String values[],
                         size_t nValues)
{
  References r;
  Instance *inst =
      references_enter(&r, instance, CALL_SET_STRING, valueReferences,
                       nValueReferences, values, nValues);
  if (!inst) return fmi3Error;
  Status status = values_set_strings(inst, r.place, r.n, values);
  references_close(&r);
  return fmi3_status(status);
}

/* --- types that no model has --------------------------------------------- */

static fmi3Status other_type(fmi3Instance instance, const char *call, size_t n)
{
  if (n == 0 && instance) return fmi3OK;
  return fmi3_refuse(instance, call, "this FMU has no variables of that type");
}

#define NO_VARIABLES(type)                                                     \
  fmi3Status fmi3Get##type(                                                    \
      fmi3Instance instance, const fmi3ValueReference valueReferences[],       \
      size_t nValueReferences, fmi3##type values[], size_t nValues)            \
  {                                                                            \
    (void)valueReferences;                                                     \
    (void)values;                                                              \
    (void)nValues;                                                             \
    return other_type(instance, "fmi3Get" #type, nValueReferences);            \
  }                                                                            \
  fmi3Status fmi3Set##type(                                                    \
      fmi3Instance instance, const fmi3ValueReference valueReferences[],       \
      size_t nValueReferences, const fmi3##type values[], size_t nValues)      \
  {                                                                            \
    (void)valueReferences;                                                     \
    (void)values;                                                              \
    (void)nValues;                                                             \
    return other_type(instance, "fmi3Set" #type, nValueReferences);            \
  }
NO_VARIABLES(Float32)
NO_VARIABLES(Int8)
NO_VARIABLES(UInt8)
NO_VARIABLES(Int16)
NO_VARIABLES(UInt16)
NO_VARIABLES(UInt32)

fmi3Status fmi3GetBinary(fmi3Instance instance,
                         const fmi3ValueReference valueReferences[],
                         size_t nValueReferences, size_t valueSizes[],
                         fmi3Binary values[], size_t nValues)
{
  (void)valueReferences;
  (void)valueSizes;
  (void)values;
  (void)nValues;
  return other_type(instance, "fmi3GetBinary", nValueReferences);
}

fmi3Status fmi3SetBinary(fmi3Instance instance,
                         const fmi3ValueReference valueReferences[],
                         size_t nValueReferences, const size_t valueSizes[],
                         const fmi3Binary values[], size_t nValues)
{
  (void)valueReferences;
  (void)valueSizes;
  (void)values;
  (void)nValues;
  return other_type(instance, "fmi3SetBinary", nValueReferences);
}
