/* variable_name.h: the grammar of structured variable names.
 *
 * FMI 2.0.5 section 2.2.9 (FMI 3.0 2.4.7.5.1 has the same): a.b[1,2].c,
 * der(x), der(x,2), 'any characters', names that begin with '_'.
 */
#ifndef FOUCAULT_CHECK_RULES_VARIABLE_NAME_H
#define FOUCAULT_CHECK_RULES_VARIABLE_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* NULL: the name fits; else what was expected, with the offset of the first
 * byte that does not fit. */
const char *variable_name_fault(const char *name, size_t *at);

/* As modelIdentifier must be. */
bool variable_name_is_c_identifier(const char *text);

#endif
