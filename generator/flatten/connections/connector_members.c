/* connector_members.c: a walk over the parts of a connector with a stack. */
#include "flatten/connections/connector_members.h"

#include <assert.h>

#include "base/vector.h"
#include "flatten/connections/overconstrained.h"
#include "flatten/expressions/instance_expand.h"

bool connector_is(const Flattening *f, const Instance *instance)
{
  const InstClass *c =
      instance_is_variable(instance) ? instance->type : instance->class_def;
  if (!c) return false;
  if (c->ast && (c->ast->restriction == AST_CONNECTOR ||
                 c->ast->restriction == AST_EXPANDABLE_CONNECTOR)) {
    return true;
  }
  AstRestriction end = lookup_true_restriction(f->lookup, instance->type);
  return end == AST_CONNECTOR || end == AST_EXPANDABLE_CONNECTOR;
}

bool connector_is_model(const Flattening *f, const Instance *instance)
{
  if (instance_is_variable(instance)) return false;
  AstRestriction r = instance_restriction(f, instance);
  return r == AST_MODEL || r == AST_BLOCK || r == AST_CLASS;
}

static ConnectorTraits connector_add_prefix(ConnectorTraits traits,
                                            AstTypePrefix prefix)
{
  if (prefix.connection != AST_CONNECTION_NONE)
    traits.connection = prefix.connection;
  if (prefix.causality != AST_CAUSALITY_NONE)
    traits.causality = prefix.causality;
  return traits;
}

ConnectorTraits connector_traits(const Flattening *f, const Instance *instance)
{
  ConnectorTraits traits = {AST_CONNECTION_NONE, AST_CAUSALITY_NONE, false,
                            false, false};
  for (; instance && instance->element && !connector_is_model(f, instance);
       instance = instance->parent) {
    if (traits.connection == AST_CONNECTION_NONE)
      traits.connection = instance->prefix.connection;
    if (traits.causality == AST_CAUSALITY_NONE)
      traits.causality = instance->prefix.causality;
    if (instance_is_expandable(f, instance)) traits.is_of_bus = true;
    if (!traits.is_of_bus && !instance_is_variable(instance) &&
        connector_is(f, instance)) {
      traits.is_in_inside = true;
    }
  }
  return traits;
}

static MemberKind member_kind(const Instance *instance, ConnectorTraits traits)
{
  if (instance->variability == FLAT_CONSTANT) return MEMBER_CONSTANT;
  if (instance->variability == FLAT_PARAMETER) return MEMBER_PARAMETER;
  if (traits.connection == AST_FLOW) return MEMBER_FLOW;
  if (traits.is_overdetermined) return MEMBER_OVERDETERMINED;
  if (traits.connection == AST_STREAM) return MEMBER_STREAM;
  if (traits.is_of_bus &&
      (!traits.is_in_inside || traits.causality != AST_CAUSALITY_NONE)) {
    return MEMBER_SIGNAL;
  }
  if (traits.causality == AST_INPUT) return MEMBER_INPUT;
  if (traits.causality == AST_OUTPUT) return MEMBER_OUTPUT;
  return MEMBER_POTENTIAL;
}

/* A part of the connector that waits to be taken apart. */
typedef struct Rest {
  Instance *instance;
  const char *name; /* relative to the connector */
  ConnectorTraits traits;
} Rest;

typedef struct RestStack {
  Rest *item;
  int n_items, cap_items;
} RestStack;

const char *connector_element_name(Session *s, const char *name,
                                   const Instance *array, int element)
{
  assert(element >= 0 && element < array->n_elements);
  if (array->rank == 0) return name;
  char *subscripts = "";
  for (int i = array->rank - 1; i >= 0; i--) {
    subscripts =
        arena_printf(session_scratch(s), "%d%s%s", element % array->dim[i] + 1,
                     i < array->rank - 1 ? "," : "", subscripts);
    element /= array->dim[i];
  }
  return arena_printf(session_scratch(s), "%s[%s]", name, subscripts);
}

static void connector_add_member(const Flattening *f, ConnectorMembers *members,
                                 const char *name, const Instance *instance,
                                 int element, ConnectorTraits traits)
{
  members->item =
      vector_grow(session_scratch(f->s), members->item, &members->cap_items,
                  members->n_items + 1, sizeof members->item[0]);
  assert(instance->variable.i >= 0 &&
         instance->variable.i + element < f->flat->n_vars);
  members->item[members->n_items++] =
      (ConnectorMember){session_name(f->s, name),
                        {instance->variable.i + element},
                        member_kind(instance, traits)};
}

static void push_rest(const Flattening *f, RestStack *stack, Rest rest)
{
  stack->item =
      vector_grow(session_scratch(f->s), stack->item, &stack->cap_items,
                  stack->n_items + 1, sizeof stack->item[0]);
  stack->item[stack->n_items++] = rest;
}

/* All elements of a part, the first on top. */
static void push_elements(const Flattening *f, RestStack *stack,
                          Instance *child, const char *name,
                          ConnectorTraits traits)
{
  assert(child->array_element);
  for (int e = child->n_elements - 1; e >= 0; e--) {
    push_rest(f, stack,
              (Rest){child->array_element[e],
                     connector_element_name(f->s, name, child, e), traits});
  }
}

static void push_parts(const Flattening *f, RestStack *stack, const Rest *rest)
{
  Components parts = instance_components(f, rest->instance);
  for (int i = parts.n_items - 1; i >= 0; i--) {
    const AstElement *element = parts.item[i]->element;
    if (element && element->outer) continue; /* E241; it may lead back here */
    Instance *child = instance_resolve(f, parts.item[i]);
    if (!child || child->broken || !instance_expand(f, child) ||
        child->is_disabled) {
      continue;
    }
    const char *name = rest->name[0]
                           ? arena_printf(session_scratch(f->s), "%s.%s",
                                          rest->name, child->name)
                           : child->name;
    ConnectorTraits traits = connector_add_prefix(rest->traits, child->prefix);
    traits.is_overdetermined |= overconstrained_is(f, child);
    if (traits.is_of_bus && !instance_is_variable(child) &&
        connector_is(f, child) && !instance_is_expandable(f, child)) {
      traits.is_in_inside = true;
    }
    if (child->array_element)
      push_elements(f, stack, child, name, traits);
    else
      push_rest(f, stack, (Rest){child, name, traits});
  }
}

ConnectorMembers connector_members(const Flattening *f, Instance *connector,
                                   int element)
{
  ConnectorMembers members = {0};
  ConnectorTraits around = connector_traits(f, connector);
  if (instance_is_variable(connector)) {
    connector_add_member(f, &members, "", connector, element, around);
    return members;
  }
  RestStack stack = {0};
  push_rest(f, &stack, (Rest){connector, "", around});
  while (stack.n_items > 0) {
    Rest rest = stack.item[--stack.n_items];
    if (!instance_is_variable(rest.instance)) {
      push_parts(f, &stack, &rest);
      continue;
    }
    for (int e = 0; e < rest.instance->n_elements; e++) {
      connector_add_member(
          f, &members,
          connector_element_name(f->s, rest.name, rest.instance, e),
          rest.instance, e, rest.traits);
    }
  }
  return members;
}
