/* code_help.h: what a code like E301 means, with an example and its cure.
 *
 * The texts are the sections of docs/diagnostics.md, which lies in the data
 * folder of the program as diagnostics.md: "## E301 title", paragraphs and
 * code between fences. After it come the rules of the language specification
 * that the code refuses to break, from docs/language/rules.md (rules.md).
 */
#ifndef FOUCAULT_COMMANDS_HELP_CODE_HELP_H
#define FOUCAULT_COMMANDS_HELP_CODE_HELP_H

#include <stdbool.h>
#include <stdio.h>

#include "base/session.h"

/* The section of the code, code indented, and its rules; false after E504. */
bool code_help_print(Session *s, FILE *out, DiagnosticCode code);

/* One line per code: its title, and the word of a warning. */
void code_help_list(FILE *out);

#endif
