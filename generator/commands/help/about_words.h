/* about_words.h: the words that describe the program, as a list for help, manual
 * pages and completion. */
#ifndef FOUCAULT_COMMANDS_HELP_ABOUT_WORDS_H
#define FOUCAULT_COMMANDS_HELP_ABOUT_WORDS_H

typedef struct AboutWord {
  const char *name, *usage, *help;
} AboutWord;

/* Those without dashes; the last has no name. */
extern const AboutWord about_words[];

#endif
