/* warning_choice.h: the warnings that --no-warn and --warn-error name, by code
 * (W307, w307) or by word (alias-nominal).
 *
 * fails   with a message that offers the nearest code or word
 */
#ifndef FOUCAULT_COMMANDS_OPTIONS_WARNING_CHOICE_H
#define FOUCAULT_COMMANDS_OPTIONS_WARNING_CHOICE_H

#include "base/session.h"
#include "commands/options/options.h"

/* It will not be given. */
bool warning_choice_silence(Session *s, const OptionRow *row, const char *text);
/* It will be an error; "all": each one. */
bool warning_choice_refuse(Session *s, const OptionRow *row, const char *text);

#endif
