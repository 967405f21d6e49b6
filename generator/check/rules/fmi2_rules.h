/* fmi2_rules.h: everything FMI 2.0 demands of modelDescription.xml that a
 * schema cannot say, by topic. Each reads the table and adds findings.
 */
#ifndef FOUCAULT_CHECK_RULES_FMI2_RULES_H
#define FOUCAULT_CHECK_RULES_FMI2_RULES_H

#include "check/rules/fmi2_variables.h"

/* kinds, identifiers, capabilities, log categories, default experiment */
/* What FMI 2.0 and 3.0 have alike: identifiers, capabilities, date, log
 * categories, default experiment. Uses text and root alone. */
void common_head_rules(const CheckTable *table);
void fmi2_head_rules(const CheckTable *table);
/* units, display units, types, enumerations, ranges */
void fmi2_type_rules(const CheckTable *table);
/* names, causality, variability, initial, start, aliases */
void fmi2_variable_rules(const CheckTable *table);
/* ModelStructure: unknowns and their dependencies */
void fmi2_structure_rules(const CheckTable *table);

#endif
