/* command_notes.h: what --help and the manual say about a command beyond its
 * line in the table: a paragraph, and examples as one types them. */
#ifndef FOUCAULT_COMMANDS_HELP_COMMAND_NOTES_H
#define FOUCAULT_COMMANDS_HELP_COMMAND_NOTES_H

#define MOST_EXAMPLES 6

typedef struct CommandNotes {
  const char *command;
  const char *text;
  const char *example[MOST_EXAMPLES + 1]; /* NULL after the last */
} CommandNotes;

/* Empty notes where there are none. */
const CommandNotes *command_notes(const char *command);

#endif
