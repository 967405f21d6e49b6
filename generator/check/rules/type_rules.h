/* type_rules.h: units, ranges and items of enumerations, as FMI 2.0 and 3.0 have
 * them alike. An element that has unit, min or start may be that of a variable
 * or of a type.
 */
#ifndef FOUCAULT_CHECK_RULES_TYPE_RULES_H
#define FOUCAULT_CHECK_RULES_TYPE_RULES_H

#include "check/rules/fmi2_variables.h"

/* Elements of a list in the order of their names. */
typedef struct NamedNode {
  const char *name;
  xmlNode *node;
} NamedNode;

typedef struct NodeList {
  NamedNode *item;
  int n, cap;
} NodeList;

/* Of the elements below this one of the root. */
NodeList type_rules_list(const CheckTable *c, const char *list);
xmlNode *type_rules_find(const NodeList *l, const char *name); /* NULL: none */
void type_rules_twice(const XmlTree *t, const NodeList *l, RuleId rule);
void type_rules_unit(const XmlTree *t, const xmlNode *unit);
/* `unit`: that of the element, or of its type. */
void type_rules_used_unit(const XmlTree *t, const NodeList *units,
                          const xmlNode *typed, const char *unit);
void type_rules_finite(const XmlTree *t, const xmlNode *typed);
/* `type`: the declared one, or NULL. */
void type_rules_range(const XmlTree *t, const xmlNode *typed,
                      const xmlNode *type);
/* The same of a list of start values. */
void type_rules_starts(const XmlTree *t, const xmlNode *typed,
                       const xmlNode *type);
void type_rules_items(const XmlTree *t, const xmlNode *enumeration);

#endif
