/* fmi3_structure.c: the exported calls of FMI 3.0 about what this FMU does not
 * have: sizes that change, dependencies of single elements. */
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
