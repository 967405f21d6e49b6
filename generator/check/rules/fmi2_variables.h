/* fmi2_variables.h: the variables of an FMI 2.0 description, as the rules
 * need them: what was written, and the defaults of the standard beside it.
 */
#ifndef FOUCAULT_CHECK_RULES_FMI2_VARIABLES_H
#define FOUCAULT_CHECK_RULES_FMI2_VARIABLES_H

#include "check/rules/xml_tree.h"
#include "fmu_file/description_read.h"

typedef struct CheckVariable {
  xmlNode *node;    /* ScalarVariable */
  xmlNode *typed;   /* Real, Integer, ...; NULL: missing */
  const char *name; /* "" if it is missing */
  FmuType type;
  int causality, variability; /* FmuCausality, FmuVariability; -1: no word of
                                 the standard */
  int initial;                /* FmuInitial, the default filled in */
  bool has_initial;
  const char *start; /* NULL: none */
  unsigned reference;
  long derivative; /* index from 1; 0: none */
  bool is_state, is_state_derivative;
} CheckVariable;

typedef struct CheckTable {
  XmlTree *text;
  xmlNode *root, *structure; /* structure: NULL if missing */
  CheckVariable *item;
  int n, cap;
  bool co_simulation, model_exchange;
} CheckTable;

CheckTable fmi2_variables(XmlTree *text);

/* Positions of the variables in the order of their names. */
int *fmi2_by_name(const CheckTable *table);

/* A whole number; false: absent or malformed. */
bool fmi2_whole(const XmlTree *text, const xmlNode *node, const char *attribute,
                long *value);

#endif
