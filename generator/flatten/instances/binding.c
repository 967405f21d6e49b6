/* binding.c: see binding.h. */
#include "flatten/instances/binding.h"

bool binding_exists(const Instance *instance)
{
  return instance->bound_by ||
         (instance->modifier && instance->modifier->value);
}

const Modifier *binding_modifier(const Instance *instance)
{
  return instance->bound_by ? instance->bound_by->modifier : instance->modifier;
}

FaultPlace binding_enter(const Flattening *f, const Instance *instance,
                         const Modifier *modifier)
{
  /* The modifier of a type belongs to no component. */
  const Instance *written = modifier ? modifier->context.instance : NULL;
  return fault_enter(f->faults, written ? written : instance->parent);
}

void binding_use(const Flattening *f, const Instance *instance)
{
  const Modifier *m = binding_modifier(instance);
  const Instance *owner =
      instance->bound_by ? instance->bound_by->parent : instance->parent;
  if (!m || !m->value || instance->is_package || m->context.instance == owner) {
    return;
  }
  fault_use_modifier(f->faults, instance->path, m->span);
}

const Modifier *binding_of_attribute(const Flattening *f,
                                     const Instance *instance, const char *name)
{
  const Modifier *modifier = modification_find(
      f->modifications, instance->modifier, session_name(f->s, name));
  return modifier && modifier->value ? modifier : NULL;
}
