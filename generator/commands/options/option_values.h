/* option_values.h: what the value of an option means.
 *
 * needs   an option and its value, NULL where the row has none
 * gives   the field of Options that it stands for, or of the session
 * fails   a message on stderr that names the option and what it takes
 */
#ifndef FOUCAULT_COMMANDS_OPTIONS_OPTION_VALUES_H
#define FOUCAULT_COMMANDS_OPTIONS_OPTION_VALUES_H

#include "commands/options/options.h"

/* Texts stay the caller's. False after a message. */
bool option_apply(Session *s, const OptionRow *row, const char *value,
                  Options *o);

#endif
