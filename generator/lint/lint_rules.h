/* lint_rules.h: the rules that look at the flat model. */
#ifndef FOUCAULT_LINT_LINT_RULES_H
#define FOUCAULT_LINT_LINT_RULES_H

#include "lint/lint_place.h"

void lint_units(Lint *lint);
void lint_values(Lint *lint);
void lint_events(Lint *lint);

#endif
