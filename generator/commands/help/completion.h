/* completion.h: what the shell needs to complete `foucault ...`.
 *
 * The scripts are written from the tables of commands and options, so that
 * they are never out of date. An option whose value is FILE or DIR completes
 * paths; one whose value is a|b|C completes the words in small letters,
 * one whose value is WARNING the names of the warnings.
 */
#ifndef FOUCAULT_COMMANDS_HELP_COMPLETION_H
#define FOUCAULT_COMMANDS_HELP_COMPLETION_H

#include <stdbool.h>
#include <stdio.h>

#include "commands/commands.h"

/* False: no shell of that name (bash, zsh, fish). */
bool completion_print(FILE *out, CommandList commands, const char *shell);

/* The shells' names, a NULL after the last. */
extern const char *const completion_shells[];

#endif
