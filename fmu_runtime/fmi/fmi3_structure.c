/* fmi3_structure.c: the exported calls of FMI 3.0 about what this FMU does not
 * have: sizes that change, dependencies of single elements, clocks. */
#include "fmi3_layer.h"

static fmi3Status no_parameters(fmi3Instance instance, const char *call)
{
  return fmi3_refuse(instance, call, "this FMU has no structural parameters");
}

fmi3Status fmi3EnterConfigurationMode(fmi3Instance instance)
{
  return no_parameters(instance, "fmi3EnterConfigurationMode");
}

fmi3Status fmi3ExitConfigurationMode(fmi3Instance instance)
{
  return no_parameters(instance, "fmi3ExitConfigurationMode");
}

static fmi3Status no_elements(fmi3Instance instance, const char *call)
{
  return fmi3_refuse(instance, call,
                     "not supported (providesPerElementDependencies is false)");
}

fmi3Status
fmi3GetNumberOfVariableDependencies(fmi3Instance instance,
                                    fmi3ValueReference valueReference,
                                    size_t *nDependencies)
{
  (void)valueReference;
  (void)nDependencies;
  return no_elements(instance, "fmi3GetNumberOfVariableDependencies");
}

fmi3Status fmi3GetVariableDependencies(fmi3Instance instance,
                                       fmi3ValueReference dependent,
                                       size_t elementIndicesOfDependent[],
                                       fmi3ValueReference independents[],
                                       size_t elementIndicesOfIndependents[],
                                       fmi3DependencyKind dependencyKinds[],
                                       size_t nDependencies)
{
  (void)dependent;
  (void)elementIndicesOfDependent;
  (void)independents;
  (void)elementIndicesOfIndependents;
  (void)dependencyKinds;
  (void)nDependencies;
  return no_elements(instance, "fmi3GetVariableDependencies");
}

/* --- clocks -------------------------------------------------------------- */

static fmi3Status no_clocks(fmi3Instance instance, const char *call, size_t n)
{
  if (n == 0 && instance) return fmi3OK;
  return fmi3_refuse(instance, call, "this FMU has no clocks");
}

fmi3Status fmi3GetClock(fmi3Instance instance,
                        const fmi3ValueReference valueReferences[],
                        size_t nValueReferences, fmi3Clock values[])
{
  (void)valueReferences;
  (void)values;
  return no_clocks(instance, "fmi3GetClock", nValueReferences);
}

fmi3Status fmi3SetClock(fmi3Instance instance,
                        const fmi3ValueReference valueReferences[],
                        size_t nValueReferences, const fmi3Clock values[])
{
  (void)valueReferences;
  (void)values;
  return no_clocks(instance, "fmi3SetClock", nValueReferences);
}

fmi3Status fmi3GetIntervalDecimal(fmi3Instance instance,
                                  const fmi3ValueReference valueReferences[],
                                  size_t nValueReferences,
                                  fmi3Float64 intervals[],
                                  fmi3IntervalQualifier qualifiers[])
{
  (void)valueReferences;
  (void)intervals;
  (void)qualifiers;
  return no_clocks(instance, "fmi3GetIntervalDecimal", nValueReferences);
}

fmi3Status fmi3GetIntervalFraction(fmi3Instance instance,
                                   const fmi3ValueReference valueReferences[],
                                   size_t nValueReferences,
                                   fmi3UInt64 counters[],
                                   fmi3UInt64 resolutions[],
                                   fmi3IntervalQualifier qualifiers[])
{
  (void)valueReferences;
  (void)counters;
  (void)resolutions;
  (void)qualifiers;
  return no_clocks(instance, "fmi3GetIntervalFraction", nValueReferences);
}

fmi3Status fmi3GetShiftDecimal(fmi3Instance instance,
                               const fmi3ValueReference valueReferences[],
                               size_t nValueReferences, fmi3Float64 shifts[])
{
  (void)valueReferences;
  (void)shifts;
  return no_clocks(instance, "fmi3GetShiftDecimal", nValueReferences);
}

fmi3Status fmi3GetShiftFraction(fmi3Instance instance,
                                const fmi3ValueReference valueReferences[],
                                size_t nValueReferences, fmi3UInt64 counters[],
                                fmi3UInt64 resolutions[])
{
  (void)valueReferences;
  (void)counters;
  (void)resolutions;
  return no_clocks(instance, "fmi3GetShiftFraction", nValueReferences);
}

fmi3Status fmi3SetIntervalDecimal(fmi3Instance instance,
                                  const fmi3ValueReference valueReferences[],
                                  size_t nValueReferences,
                                  const fmi3Float64 intervals[])
{
  (void)valueReferences;
  (void)intervals;
  return no_clocks(instance, "fmi3SetIntervalDecimal", nValueReferences);
}

fmi3Status fmi3SetIntervalFraction(fmi3Instance instance,
                                   const fmi3ValueReference valueReferences[],
                                   size_t nValueReferences,
                                   const fmi3UInt64 counters[],
                                   const fmi3UInt64 resolutions[])
{
  (void)valueReferences;
  (void)counters;
  (void)resolutions;
  return no_clocks(instance, "fmi3SetIntervalFraction", nValueReferences);
}

fmi3Status fmi3SetShiftDecimal(fmi3Instance instance,
                               const fmi3ValueReference valueReferences[],
                               size_t nValueReferences,
                               const fmi3Float64 shifts[])
{
  (void)valueReferences;
  (void)shifts;
  return no_clocks(instance, "fmi3SetShiftDecimal", nValueReferences);
}

fmi3Status fmi3SetShiftFraction(fmi3Instance instance,
                                const fmi3ValueReference valueReferences[],
                                size_t nValueReferences,
                                const fmi3UInt64 counters[],
                                const fmi3UInt64 resolutions[])
{
  (void)valueReferences;
  (void)counters;
  (void)resolutions;
  return no_clocks(instance, "fmi3SetShiftFraction", nValueReferences);
}

fmi3Status fmi3ActivateModelPartition(fmi3Instance instance,
                                      fmi3ValueReference clockReference,
                                      fmi3Float64 activationTime)
{
  (void)clockReference;
  (void)activationTime;
  return no_clocks(instance, "fmi3ActivateModelPartition", 1);
}
