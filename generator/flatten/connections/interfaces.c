/* interfaces.c: one walk over the variables in the order of the flat model. */
#include "flatten/connections/interfaces.h"

#include <assert.h>
#include <string.h>

#include "flatten/connections/connections_repeat.h"
#include "flatten/connections/connector_check.h"
#include "flatten/connections/connector_members.h"
#include "flatten/connections/overconstrained.h"
#include "flatten/instances/binding.h"
#include "flatten/instances/component_family.h"

/* The outermost connector around a variable, or NULL; `owner` gets the model
 * or block that declares it. */
static const Instance *find_connector(const Flattening *f,
                                      const Instance *variable,
                                      const Instance **owner)
{
  const Instance *connector = NULL, *at = variable;
  for (; at->element && !connector_is_model(f, at); at = at->parent) {
    if (connector_is(f, at)) connector = at;
  }
  *owner = at;
  return connector;
}

static void interface_demand(const Flattening *f, const Instance *connector,
                             const Instance *owner, FlatVarId flow,
                             const char *word)
{
  const AstComment *comment = connector->element->comment;
  const AstModification *m = comment ? comment->annotation : NULL;
  for (int k = 0; m && k < m->n_arguments; k++) {
    const AstArgument *a = m->argument[k];
    const AstExpr *text = a->kind == AST_MODIFY && a->modification
                              ? a->modification->value
                              : NULL;
    if (!text || text->kind != AST_STRING || a->name->n_parts != 1 ||
        strcmp(a->name->part[0].ident, word) != 0)
      continue;
    connections_demand(f->connections, flow,
                       strcmp(word, "mayOnlyConnectOnce") == 0, text->string,
                       owner->element->name_span);
  }
}

static bool is_overdetermined(const Flattening *f, const Instance *variable,
                              const Instance *connector)
{
  for (const Instance *at = variable; at != connector; at = at->parent)
    if (overconstrained_is(f, at)) return true;
  return false;
}

/* The value is written in a component around the one that declares it. */
static bool is_given_around(const Instance *variable, const Instance *owner)
{
  const Modifier *m = binding_modifier(variable);
  return m && m->value && m->context.instance &&
         m->context.instance->depth < owner->depth;
}

/* Section 4.7: what cannot be counted in one class alone. */
static void interface_open(const Flattening *f, const Instance *owner)
{
  FlatComponent *component = f->flat->component;
  int32_t parent = component[owner->component].parent;
  component[owner->component].is_open = true;
  if (parent >= 0) component[parent].is_open = true;
}

/* Section 4.7: what is around gives it by a modifier, not by an equation. */
static void interface_check_input(const Flattening *f, const Instance *variable,
                                  const Instance *owner)
{
  if (f->s->n_errors > 0) return; /* it may follow from another fault */
  Diagnostic *d = fault_error(
      f->faults, owner->element->name_span, E302,
      "the input '%s' has no binding: an input that is not a connector gets "
      "its value by a modifier, such as '%s(%s = ...)' (section 4.7)",
      variable->path, owner->element->name, variable->name);
  fault_note(f->faults, d, variable->element->name_span, "declared here");
}

/* Section 4.7: a modifier of a component gives values to parameters, inputs and
 * variables that have one in their class, and takes none away. Libraries do it,
 * and are left alone. */
static void interface_check_modifier(const Flattening *f,
                                     const Instance *variable,
                                     const Instance *owner)
{
  const Modifier *m = binding_modifier(variable);
  if (!m || !owner->element || f->s->n_errors > 0 ||
      session_source(f->s, m->span.source)->is_from_library)
    return;
  const Modifier *own = m->innermost ? m->innermost : m;
  bool has_own = own->value && !(own->context.instance &&
                                 own->context.instance->depth < owner->depth);
  if (m->is_break && has_own && own != m) {
    fault_error(f->faults, m->span, E302,
                "'%s' is a variable of '%s': a modifier cannot take its value "
                "away (section 4.7)",
                variable->path, owner->path);
    return;
  }
  if (!m->value || has_own) return;
  Diagnostic *d = fault_error(
      f->faults, m->span, E302,
      "'%s' has no value in the class of '%s': a modifier gives values to "
      "parameters, inputs and variables that have one (section 4.7)",
      variable->path, owner->path);
  fault_note(
      f->faults, d, variable->element->name_span,
      "declared here; write an equation for it, or give it a value here");
}

static void mark_interface(const Flattening *f, const Instance *variable,
                           const Instance **last)
{
  const Instance *owner;
  const Instance *connector = find_connector(f, variable, &owner);
  ConnectorTraits traits = connector_traits(f, variable);
  if (traits.connection == AST_FLOW) connector_check_flow(f, variable);
  if (variable->variability <= FLAT_PARAMETER) return;
  if (connector) connector_check_around(f, variable, traits, last);
  if (traits.connection == AST_STREAM && !connector) {
    fault_error(f->faults, variable->element->name_span, E231,
                "the stream '%s' is not in a connector", variable->path);
  }
  bool is_flow = connector && traits.connection == AST_FLOW;
  bool is_input = traits.causality == AST_INPUT && !traits.is_of_bus;
  const Instance *declared = connector ? connector : variable;
  bool is_public = declared->original && !declared->original->is_protected;
  bool is_given = !connector && binding_exists(variable);
  assert(owner->component >= 0 && owner->component < f->flat->n_components);
  int32_t parent = f->flat->component[owner->component].parent;
  if (!connector && is_input && is_public && !is_given && owner->element)
    interface_check_input(f, variable, owner);
  if (!is_input) interface_check_modifier(f, variable, owner);
  bool is_around = is_given_around(variable, owner);
  if (variable->element->inner || (owner->element && owner->element->inner))
    interface_open(f, owner);
  if (connector && (traits.is_of_bus || instance_is_sizeless(variable) ||
                    is_overdetermined(f, variable, connector)))
    interface_open(f, owner);
  for (int e = 0; e < variable->n_elements; e++) {
    FlatVarId id = {variable->variable.i + e};
    FlatVar *var = &f->flat->var[id.i];
    var->is_interface = is_public && (is_flow || (is_input && !is_given));
    var->is_given_outside = is_around;
    if (instance_is_sizeless(variable))
      connections_add_optional(f->connections, id, owner->component);
    /* Nothing around connects what is protected: flow = 0 is its own. */
    if (is_flow)
      connections_add_flow(f->connections, id,
                           parent < 0   ? 0
                           : !is_public ? owner->component
                                        : parent);
    if (is_flow && parent >= 0 && owner->element && connector->element) {
      interface_demand(f, connector, owner, id, "mustBeConnected");
      interface_demand(f, connector, owner, id, "mayOnlyConnectOnce");
    }
    if (is_flow && traits.is_of_bus)
      connections_add_outside_flow(f->connections, id, owner->component);
  }
}

/* The replicas of a family have the interfaces of the prototype, whose flows
 * are those from first_flow on. */
static void interface_mark_replicas(const Flattening *f,
                                    const ComponentFamily *family,
                                    int first_flow)
{
  int n_flows = connections_count_flows(f->connections);
  assert(first_flow <= n_flows);
  FlatVar *var = &f->flat->var[family->variable.first];
  int n = family->variable.n;
  assert(family->variable.first + (family->n_replicas + 1) * n <=
         f->flat->n_vars);
  for (int k = 1; k <= family->n_replicas; k++) {
    FlatComponent *component = &f->flat->component[family->component.first];
    for (int i = 0; i < family->component.n; i++)
      component[k * family->component.n + i].is_open = component[i].is_open;
    for (int i = 0; i < n; i++) {
      var[k * n + i].is_interface = var[i].is_interface;
      var[k * n + i].is_given_outside = var[i].is_given_outside;
    }
    for (int i = first_flow; i < n_flows; i++) {
      connections_repeat_flow(f->connections, i, family->variable,
                              family->component, k);
    }
  }
}

void interface_mark_all(const Flattening *f)
{
  int first_flow = 0; /* of the family that is at work */
  const Instance *last = NULL;
  for (int i = 0; i < f->tables->n_listed; i++) {
    const Listed *listed = &f->tables->listed[i];
    if (listed->family && listed->family->first_listed == i)
      first_flow = connections_count_flows(f->connections);
    if (listed->instance)
      mark_interface(f, listed->instance, &last);
    else
      interface_mark_replicas(f, listed->family, first_flow);
  }
}
