/* tool.h: the C compiler and its companions, run without a shell.
 *
 * No name can be taken for a command. What a tool says goes into a log in the
 * folder where it runs.
 */
#ifndef FOUCAULT_EMIT_PACKAGE_TOOL_H
#define FOUCAULT_EMIT_PACKAGE_TOOL_H

#include <stdbool.h>

#include "base/session.h"

/* A command in the making; its words are in the session's scratch arena. */
typedef struct Tool {
  Session *s;
  const char *folder; /* where it runs, and has its temporary files; absolute */
  const char *input;  /* a file there that it reads; NULL: it reads nothing */
  const char **word;
  int n_words, cap_words;
  double seconds, megabytes; /* the most that it may take, by the clock, and
                                that each of its processes may have, but on
                                Windows; 0: any */
  const char *limits; /* whose they are: "compiler" of --limit compiler-seconds
                         and compiler-memory; NULL: nobody's */
} Tool;

void tool_add(Tool *tool, const char *word);
void tool_add_words(Tool *tool, const char *text); /* split at blanks;
                                                     in quotes: one word */

/* As execvp() searches: a name with a slash is a path. NULL: there is none; in
 * the session's scratch arena. */
const char *tool_find(Session *s, const char *name);
bool tool_can_run(Session *s, const char *name);

/* What it writes to standard output, at most 4 KB, in the session's scratch
 * arena; NULL: it could not be run, or failed. Nothing is reported. */
const char *tool_output(Tool *tool);

/* False after E503: "WHAT NAME failed"; the first lines of what it said are
 * notes. */
bool tool_run(Tool *tool, const char *what);

#endif
