/* interface_dependencies.h: what single elements of the unknowns of an FMU of
 * FMI 3.0 depend on (section 2.2.10 there), as tables of model.c.
 *
 * needs   the variables of the interface; what ModelStructure says
 * gives   InterfaceVariables.dependencies, where all lists are known and are
 *         small enough to be worth their room; else they stay NULL, and the
 *         FMU has no such calls
 * cost    linear in the lists
 */
#ifndef FOUCAULT_EMIT_INTERFACE_INTERFACE_DEPENDENCIES_H
#define FOUCAULT_EMIT_INTERFACE_INTERFACE_DEPENDENCIES_H

#include <stdio.h>

#include "emit/interface/interface_variables.h"
#include "reduce/blocks/model_structure.h"

/* Models with more variables have none. */
enum { DEPENDENCIES_MOST_VARIABLES = 20000 };

typedef struct InterfaceUnknown {
  unsigned reference;
  int element, first, n;
} InterfaceUnknown;

typedef struct InterfaceDependency {
  unsigned reference;
  int element;
  DependencyKind kind;
} InterfaceDependency;

struct InterfaceDependencies {
  InterfaceUnknown *unknown; /* the running ones, then those of the start */
  int n_running, n_initial;
  InterfaceDependency *dependency;
  int n_dependencies;
};

void interface_dependencies_find(const ReducedSystem *r,
                                 InterfaceVariables *all,
                                 const ModelStructure *structure, Arena *arena);

/* Tables of model.c, and members of foucault_model. NULL: nothing. */
void interface_dependencies_write_tables(const InterfaceVariables *all,
                                         FILE *out);
void interface_dependencies_write_members(const InterfaceVariables *all,
                                          FILE *out);

#endif
