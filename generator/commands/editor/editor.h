/* editor.h: commands that talk with editors.
 *
 * The room commands/editor/ owns them. It calls lsp/, commands/ and
 * commands/help/, whose texts explain codes in the editor.
 */
#ifndef FOUCAULT_COMMANDS_EDITOR_EDITOR_H
#define FOUCAULT_COMMANDS_EDITOR_EDITOR_H

#include "commands/commands.h"

int command_lsp(Session *s, const Options *options);

#endif
