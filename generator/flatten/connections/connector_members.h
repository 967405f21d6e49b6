/* connector_members.h: which instances are connectors, and the variables that
 * they hold.
 *
 * needs   all components are instantiated and in the flat model
 * gives   the members in the order of declaration, with the kind that the
 *         prefixes of all components around make of each
 * cost    linear in the variables of the connector
 */
#ifndef FOUCAULT_FLATTEN_CONNECTIONS_CONNECTOR_MEMBERS_H
#define FOUCAULT_FLATTEN_CONNECTIONS_CONNECTOR_MEMBERS_H

#include "flatten/connections/connections.h"
#include "flatten/instances/instances.h"

/* What the prefixes of components around a variable make of it. */
typedef struct ConnectorTraits {
  AstConnection connection;
  AstCausality causality;
  bool is_overdetermined;
  bool is_of_bus;    /* in an expandable connector */
  bool is_in_inside; /* in a connector that is none, in an expandable one */
} ConnectorTraits;

/* In the scratch arena. */
typedef struct ConnectorMembers {
  ConnectorMember *item;
  int n_items, cap_items;
} ConnectorMembers;

/* `connector RealInput = input Real` is a variable whose type says so. */
bool connector_is(const Flattening *f, const Instance *instance);

/* Is it a model or block, whose connectors are its interface? */
bool connector_is_model(const Flattening *f, const Instance *instance);

/* Prefixes of the connectors and records around. */
ConnectorTraits connector_traits(const Flattening *f, const Instance *instance);

/* The element counts for an array of variables; else it is 0. */
ConnectorMembers connector_members(const Flattening *f, Instance *connector,
                                   int element);

/* "[2,1]" after the name; row-major, from 1. */
const char *connector_element_name(Session *s, const char *name,
                                   const Instance *array, int element);

#endif
