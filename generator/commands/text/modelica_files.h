/* modelica_files.h: which files a command works on that takes files and folders.
 *
 * The room commands/text/ has the commands that work on Modelica text alone. It
 * calls commands/, format/ and parse/. Begin with format.c.
 *
 * needs   words of the command line: files, folders, - for standard input
 * gives   the files as they were named, then those that end with .mo in the
 *         folders and in folders inside of them, by name; what is hidden is
 *         left out, and links to folders are not followed
 * fails   E101 for a folder that cannot be read; the rest is listed
 * owner   the session's arena
 */
#ifndef FOUCAULT_COMMANDS_TEXT_MODELICA_FILES_H
#define FOUCAULT_COMMANDS_TEXT_MODELICA_FILES_H

#include "base/session.h"

typedef struct ModelicaFiles {
  const char **path;
  int n_paths, cap_paths;
} ModelicaFiles;

ModelicaFiles modelica_files(Session *s, const char *const *word, int n_words);

#endif
