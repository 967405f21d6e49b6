/* fmi3_table.h: the variables of an FMI 3.0 description, for its rules.
 *
 *   fmi3_table            reading them, what the others share
 *   fmi3_rules            names, attributes, dimensions
 *   fmi3_clock_rules      clocks and what belongs to them
 *   fmi3_type_rules       units, types, ranges
 *   fmi3_structure_rules  ModelStructure
 */
#ifndef FOUCAULT_CHECK_RULES_FMI3_TABLE_H
#define FOUCAULT_CHECK_RULES_FMI3_TABLE_H

#include "check/rules/fmi2_variables.h"

typedef struct Fmi3Variable {
  xmlNode *node;
  const char *name, *causality, *variability, *initial;
  unsigned long reference;
  int position;
} Fmi3Variable;

typedef struct Fmi3Table {
  XmlTree *text;
  xmlNode *root;
  Fmi3Variable *item;
  int n, cap;
  const Fmi3Variable **by_reference;
} Fmi3Table;

Fmi3Table fmi3_table_read(XmlTree *t);

/* The attribute, or the other word. */
const char *fmi3_table_word(const XmlTree *t, const xmlNode *node,
                            const char *name, const char *otherwise);
/* Words with spaces between. */
bool fmi3_table_is_one_of(const char *text, const char *list);
bool fmi3_table_is_float(const Fmi3Variable *v);
const Fmi3Variable *fmi3_table_find(const Fmi3Table *c,
                                    unsigned long reference);
/* Every reference of the attribute names a variable (of this element name, if
 * one is given). */
void fmi3_table_references(const Fmi3Table *c, const xmlNode *node,
                           const char *attribute, const char *element,
                           RuleId rule);

void fmi3_clock_rules(const Fmi3Table *c);
void fmi3_variable_rules(const Fmi3Table *c);
void fmi3_type_rules(const Fmi3Table *c);
void fmi3_structure_rules(const Fmi3Table *c);

#endif
