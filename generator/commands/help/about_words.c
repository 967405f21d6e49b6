/* about_words.c: about.c carries out what they ask for. */
#include "commands/help/about_words.h"

#include <stddef.h>

/* clang-format off */
const AboutWord about_words[] = {
  {"help", "[COMMAND|CODE|codes]",
   "explain a command, or the code of a message with examples"},
  {"completion", "bash|zsh|fish", "print the completion script of a shell"},
  {"manual", "[COMMAND]", "print a manual page (for man -l -)"},
  {NULL, NULL, NULL},
};
/* clang-format on */
