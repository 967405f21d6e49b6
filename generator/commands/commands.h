/* commands.h: one function per word the user types.
 *
 * The room commands/ has one file for each command (those of studies in
 * commands/studies/). It calls every room but those inside of it that stand
 * above it: all but options/. Reading order: this file, options/options.h,
 * options/request.h, build.c, simulate.c; then any other command.
 *
 * Each gets the parsed options and returns the exit status of the program.
 * Results go to stdout or the named file, messages to stderr.
 */
#ifndef FOUCAULT_COMMANDS_COMMANDS_H
#define FOUCAULT_COMMANDS_COMMANDS_H

#include "base/session.h"
#include "commands/options/options.h"

/* One row of the table of commands in main.c. */
typedef struct Command {
  const char *name;
  CommandBit bit;
  int (*run)(Session *s, const Options *options);
  const char *usage; /* after the command word */
  const char *help;  /* one line */
} Command;

typedef struct CommandList {
  const Command *command;
  int n;
} CommandList;

/* NULL: no command of that name. */
const Command *command_find(CommandList list, const char *name);

int command_build(Session *s, const Options *options);
int command_simulate(Session *s, const Options *options);
int command_sweep(Session *s, const Options *options);
int command_linearize(Session *s, const Options *options);
int command_steady(Session *s, const Options *options);
int command_sensitivities(Session *s, const Options *options);
int command_flatten(Session *s, const Options *options);
int command_explain(Session *s, const Options *options);
int command_compare(Session *s, const Options *options);
int command_check(Session *s, const Options *options);
int command_plot(Session *s, const Options *options);
int command_library(Session *s, const Options *options);
int command_info(Session *s, const Options *options);
int command_page(Session *s, const Options *options);
int command_format(Session *s, const Options *options);
/* build --split */
int build_split(Session *s, const Options *options);
int command_couple(Session *s, const Options *options);
int command_lint(Session *s, const Options *options);
int command_watch(Session *s, const Options *options);
int command_doc(Session *s, const Options *options);
int command_cache(Session *s, const Options *options);

#endif
