/* options_outputs.h: files that a command would write where it must not.
 *
 * An output with the name of a file that the command reads would replace it:
 * a model by its own results. One whose ending belongs to another format than
 * what is written would mislead who opens it.
 *
 * needs   all words of the command
 * fails   a message on stderr that names the option; nothing was written
 */
#ifndef FOUCAULT_COMMANDS_OPTIONS_OPTIONS_OUTPUTS_H
#define FOUCAULT_COMMANDS_OPTIONS_OPTIONS_OUTPUTS_H

#include "commands/options/options.h"

bool options_check_outputs(const Options *o);

#endif
