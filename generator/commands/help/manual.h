/* manual.h: manual pages in the language of man(7), from the tables of
 * commands and options. */
#ifndef FOUCAULT_COMMANDS_HELP_MANUAL_H
#define FOUCAULT_COMMANDS_HELP_MANUAL_H

#include <stdio.h>

#include "commands/commands.h"

/* foucault(1): the commands, environment, exit status. */
void manual_print(FILE *out, CommandList commands);

/* foucault-COMMAND(1): what it does and its options. */
void manual_print_command(FILE *out, CommandList commands,
                          const Command *command);

#endif
