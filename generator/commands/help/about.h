/* about.h: the words that describe the program itself.
 *
 * The room commands/help/ prints what the program says of itself: help, manual
 * pages, completion, codes, versions. It calls commands/ (the tables of
 * options.h), emit/package/, emit/text/ and base/. Reading order: this file,
 * command_notes.h, manual.h, completion.h, code_help.h.
 *
 *   foucault help [COMMAND|CODE|codes]    foucault completion SHELL
 *   foucault manual [COMMAND]             foucault --help, --version
 */
#ifndef FOUCAULT_COMMANDS_HELP_ABOUT_H
#define FOUCAULT_COMMANDS_HELP_ABOUT_H

#include <stdbool.h>

#include "commands/commands.h"

/* False if word[0] is none of these; else *status is the exit status. */
bool about_run(Session *s, CommandList commands, int n_words,
               const char *const *word, int *status);

/* The text of foucault --help. */
void about_print_help(FILE *out, CommandList commands);

/* The text of foucault COMMAND --help. */
void about_print_command(FILE *out, const Command *command);

/* Says that there is no such command and which one may be meant. */
void about_complain(const Session *s, CommandList commands, const char *word);

#endif
