/* about.c: help, versions, completion scripts, manual pages. */
#include "commands/help/about.h"

#include <assert.h>
#include <string.h>

#include "base/suggest.h"
#include "base/warning_word.h"
#include "commands/help/about_words.h"
#include "commands/help/code_help.h"
#include "commands/help/command_notes.h"
#include "commands/help/completion.h"
#include "commands/help/manual.h"
#include "commands/help/version.h"

const Command *command_find(CommandList list, const char *name)
{
  for (int i = 0; i < list.n; i++) {
    if (strcmp(name, list.command[i].name) == 0) return &list.command[i];
  }
  return NULL;
}

/* --- help --- */

void about_print_help(FILE *out, CommandList commands)
{
  fputs("Foucault turns Modelica models into FMUs (FMI 2.0).\n\n"
        "usage: foucault COMMAND FILE... [OPTION]...\n"
        "       foucault COMMAND --model LIBRARY.MODEL [-L DIR]...\n\n",
        out);
  for (int i = 0; i < commands.n; i++) {
    fprintf(out, "  %-10s %s\n", commands.command[i].name,
            commands.command[i].help);
  }
  fputc('\n', out);
  for (const AboutWord *w = about_words; w->name; w++) {
    fprintf(out, "  %-10s %s\n", w->name, w->help);
  }
  fputs("\n"
        "  foucault COMMAND --help    the options of a command\n"
        "  foucault --version         the version, and those of the libraries\n"
        "\n"
        "exit status: 0 done, 1 the model or FMU is at fault, 2 wrong usage,\n"
        "3 an internal error, 130 a simulation was interrupted\n",
        out);
}

void about_print_command(FILE *out, const Command *command)
{
  fprintf(out, "usage: foucault %s %s [OPTION]...\n\n%s\n\n", command->name,
          command->usage, command->help);
  options_print_help(out, command->bit);
  const CommandNotes *notes = command_notes(command->name);
  if (notes->example[0]) fputs("\nexamples:\n", out);
  for (int i = 0; notes->example[i]; i++) {
    fprintf(out, "  %s\n", notes->example[i]);
  }
}

/* --- words that nobody knows --- */

static void offer_words(Suggestion *near, CommandList commands)
{
  for (int i = 0; i < commands.n; i++) {
    suggest_offer(near, commands.command[i].name);
  }
  for (const AboutWord *w = about_words; w->name; w++) {
    suggest_offer(near, w->name);
  }
}

static bool about_ends_with(const char *word, const char *ending)
{
  size_t n = strlen(word), m = strlen(ending);
  return n > m && strcmp(word + n - m, ending) == 0;
}

void about_complain(const Session *s, CommandList commands, const char *word)
{
  if (about_ends_with(word, ".mo")) {
    options_complain("what is to be done with %s? Try foucault simulate %s, or "
                     "build, explain, flatten, compare; see foucault --help",
                     word, word);
    return;
  }
  if (about_ends_with(word, ".fmu")) {
    options_complain("what is to be done with %s? Try foucault simulate %s, or "
                     "info, check; see foucault --help",
                     word, word);
    return;
  }
  Suggestion near = suggest_for(s, word);
  offer_words(&near, commands);
  if (near.best) {
    options_complain("unknown command '%s'; did you mean '%s'?", word,
                     near.best);
  } else {
    options_complain("unknown command '%s'; see foucault --help", word);
  }
}

static int complain_topic(const Session *s, CommandList commands,
                          const char *word)
{
  Suggestion near = suggest_for(s, word);
  offer_words(&near, commands);
  for (int i = 0; i < N_DIAGNOSTIC_CODES; i++) {
    const char *other = warning_word((DiagnosticCode)i);
    suggest_offer(&near, diagnostic_code_name((DiagnosticCode)i));
    if (other) suggest_offer(&near, other);
  }
  if (near.best) {
    options_complain("no help for '%s'; did you mean '%s'?", word, near.best);
  } else {
    options_complain("no help for '%s': it is neither a command nor a code; "
                     "foucault help codes lists the codes",
                     word);
  }
  return EXIT_USAGE;
}

/* --- the words --- */

static const AboutWord *find_word(const char *name)
{
  for (const AboutWord *w = about_words; w->name; w++) {
    if (strcmp(name, w->name) == 0) return w;
  }
  return NULL;
}

static int run_help(Session *s, CommandList commands, const char *topic)
{
  if (!topic) {
    about_print_help(stdout, commands);
    return EXIT_DONE;
  }
  const Command *command = command_find(commands, topic);
  const AboutWord *word = find_word(topic);
  DiagnosticCode code = warning_word_find(topic);
  if (command) {
    about_print_command(stdout, command);
  } else if (word) {
    printf("usage: foucault %s %s\n\n%s\n", word->name, word->usage,
           word->help);
  } else if (strcmp(topic, "codes") == 0) {
    code_help_list(stdout);
  } else if (code != N_DIAGNOSTIC_CODES) {
    return code_help_print(s, stdout, code) ? EXIT_DONE : EXIT_FAULT;
  } else {
    return complain_topic(s, commands, topic);
  }
  return EXIT_DONE;
}

static int run_completion(CommandList commands, const char *shell)
{
  if (shell && completion_print(stdout, commands, shell)) return EXIT_DONE;
  options_complain("usage: foucault completion bash|zsh|fish");
  return EXIT_USAGE;
}

static int run_manual(const Session *s, CommandList commands, const char *word)
{
  const Command *command = word ? command_find(commands, word) : NULL;
  if (word && !command) {
    about_complain(s, commands, word);
    return EXIT_USAGE;
  }
  if (command)
    manual_print_command(stdout, commands, command);
  else
    manual_print(stdout, commands);
  return EXIT_DONE;
}

static int run_word(Session *s, CommandList commands, const AboutWord *word,
                    const char *argument)
{
  if (strcmp(word->name, "help") == 0) return run_help(s, commands, argument);
  if (strcmp(word->name, "manual") == 0) {
    return run_manual(s, commands, argument);
  }
  assert(strcmp(word->name, "completion") == 0); /* the last of the table */
  return run_completion(commands, argument);
}

static bool about_is_one_of(const char *word, const char *a, const char *b)
{
  return strcmp(word, a) == 0 || strcmp(word, b) == 0;
}

bool about_run(Session *s, CommandList commands, int n_words,
               const char *const *word, int *status)
{
  assert(n_words > 0);
  *status = EXIT_DONE;
  const char *argument = n_words > 1 ? word[1] : NULL;
  const AboutWord *known = find_word(word[0]);
  if (about_is_one_of(word[0], "--version", "-V")) {
    version_print(stdout);
  } else if (about_is_one_of(word[0], "--help", "-h")) {
    about_print_help(stdout, commands);
  } else if (!known) {
    return false;
  } else if (n_words > 2) {
    options_complain("usage: foucault %s %s", known->name, known->usage);
    *status = EXIT_USAGE;
  } else if (argument && about_is_one_of(argument, "--help", "-h")) {
    *status = run_help(s, commands, known->name);
  } else {
    *status = run_word(s, commands, known, argument);
  }
  diagnostic_flush(s);
  return true;
}
