/* fmi3_structure.c: the exported calls of FMI 3.0 about structure: sizes that
 * change, dependencies of single elements. */
#include "fmi3_layer.h"
#include "../fmi/sizes.h"

fmi3Status fmi3EnterConfigurationMode(fmi3Instance instance)
{
  if (!fmi3_enter(instance, CALL_ENTER_CONFIGURATION)) return fmi3Error;
  return fmi3_status(sizes_enter(instance));
}

fmi3Status fmi3ExitConfigurationMode(fmi3Instance instance)
{
  if (!fmi3_enter(instance, CALL_EXIT_CONFIGURATION)) return fmi3Error;
  return fmi3_status(sizes_exit(instance));
}

/* --- dependencies of single elements (section 2.2.10) -------------------- */

/* The unknowns of the mode at hand. */
typedef struct Unknowns {
  const ModelUnknown *unknown;
  int n;
} Unknowns;

static Unknowns unknowns_now(const Instance *inst)
{
  const Model *m = inst->model;
  const unsigned early =
      MODE_INSTANTIATED | MODE_INITIALIZATION | MODE_CONFIGURATION;
  bool is_early = ((unsigned)inst->mode & early) != 0;
  return is_early
             ? (Unknowns){m->unknown + m->n_unknowns, m->n_initial_unknowns}
             : (Unknowns){m->unknown, m->n_unknowns};
}

/* How many rows the variable has; false: it is none of the unknowns. */
static bool count_dependencies(const Unknowns *all,
                               fmi3ValueReference reference, size_t *n)
{
  bool found = false;
  *n = 0;
  for (int k = 0; k < all->n; k++) {
    if (all->unknown[k].reference != reference) continue;
    found = true;
    *n += (size_t)all->unknown[k].n;
  }
  return found;
}

/* NULL: refused. */
static Instance *enter_dependencies(fmi3Instance instance, Call call,
                                    fmi3ValueReference reference, size_t *n)
{
  Instance *inst = fmi3_enter(instance, call);
  if (!inst) return NULL;
  if (!inst->model->unknown) {
    instance_refuse(inst, call,
                    "not supported (providesPerElementDependencies is false)");
    return NULL;
  }
  Unknowns all = unknowns_now(inst);
  if (count_dependencies(&all, reference, n)) return inst;
  instance_refuse(inst, call,
                  "the variable with value reference %u is no unknown of "
                  "ModelStructure in the mode \"%s\"",
                  reference, modes_name(inst->mode));
  return NULL;
}

fmi3Status
fmi3GetNumberOfVariableDependencies(fmi3Instance instance,
                                    fmi3ValueReference valueReference,
                                    size_t *nDependencies)
{
  Call call = CALL_COUNT_DEPENDENCIES;
  size_t n;
  Instance *inst = enter_dependencies(instance, call, valueReference, &n);
  if (!inst) return fmi3Error;
  if (!nDependencies)
    return fmi3_status(instance_refuse(inst, call, "no nDependencies"));
  *nDependencies = n;
  return fmi3OK;
}

fmi3Status fmi3GetVariableDependencies(fmi3Instance instance,
                                       fmi3ValueReference dependent,
                                       size_t elementIndicesOfDependent[],
                                       fmi3ValueReference independents[],
                                       size_t elementIndicesOfIndependents[],
                                       fmi3DependencyKind dependencyKinds[],
                                       size_t nDependencies)
{
  Call call = CALL_GET_DEPENDENCIES;
  size_t n, row = 0;
  Instance *inst = enter_dependencies(instance, call, dependent, &n);
  if (!inst) return fmi3Error;
  if (nDependencies != n) {
    return fmi3_status(instance_refuse(
        inst, call, "got room for %zu dependencies, there are %zu",
        nDependencies, n));
  }
  if (n > 0 && (!elementIndicesOfDependent || !independents ||
                !elementIndicesOfIndependents || !dependencyKinds))
    return fmi3_status(instance_refuse(inst, call, "an array is missing"));
  Unknowns all = unknowns_now(inst);
  for (int k = 0; k < all.n; k++) {
    const ModelUnknown *u = &all.unknown[k];
    if (u->reference != dependent) continue;
    for (int i = 0; i < u->n; i++, row++) {
      const ModelDependency *d = &inst->model->dependency[u->first + i];
      elementIndicesOfDependent[row] = (size_t)u->element;
      independents[row] = d->reference;
      elementIndicesOfIndependents[row] = (size_t)d->element;
      dependencyKinds[row] = (fmi3DependencyKind)d->kind;
    }
  }
  return fmi3OK;
}
