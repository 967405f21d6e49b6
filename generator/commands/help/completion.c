/* completion.c: one script per shell, from the same tables. */
#include "commands/help/completion.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/warning_word.h"
#include "commands/options/dump_names.h"
#include "commands/help/about_words.h"

const char *const completion_shells[] = {"bash", "zsh", "fish", NULL};

/* What may stand after an option. */
typedef enum ValueKind {
  VALUE_NONE,
  VALUE_CHOICE, /* some words */
  VALUE_FILE,
  VALUE_FOLDER,
  VALUE_FREE /* numbers, names */
} ValueKind;

static ValueKind value_kind(const OptionRow *row)
{
  if (!row->value) return VALUE_NONE;
  if (strchr(row->value, '|') || strcmp(row->value, "WARNING") == 0 ||
      strcmp(row->value, "PASS") == 0) {
    return VALUE_CHOICE;
  }
  if (strcmp(row->value, "FILE") == 0) return VALUE_FILE;
  return strcmp(row->value, "DIR") == 0 ? VALUE_FOLDER : VALUE_FREE;
}

/* The names of the warnings, with spaces between. */
static void put_warnings(FILE *out)
{
  const char *gap = "";
  for (int i = 0; i < N_DIAGNOSTIC_CODES; i++) {
    const char *word = warning_word((DiagnosticCode)i);
    if (!word) continue;
    fprintf(out, "%s%s", gap, word);
    gap = " ";
  }
}

static void put_dump_names(FILE *out)
{
  for (int k = 0; dump_name(k); k++) {
    fprintf(out, "%s%s", k > 0 ? " " : "", dump_name(k));
  }
}

static void put_codes(FILE *out)
{
  for (int i = 0; i < N_DIAGNOSTIC_CODES; i++) {
    fprintf(out, "%s ", diagnostic_code_name((DiagnosticCode)i));
  }
}

/* What `foucault help` knows beside the commands. */
static void put_topics(FILE *out)
{
  fputs("codes ", out);
  put_codes(out);
  put_warnings(out);
}

static bool completion_is_word(const char *text, size_t n, const char *word)
{
  return n == strlen(word) && strncmp(text, word, n) == 0;
}

/* The words of "a|b|C" that are meant literally, with spaces between; the
 * names of all warnings for WARNING, what --dump accepts for PASS. */
static void completion_put_choices(FILE *out, const char *value)
{
  assert(value); /* value_kind() has seen it */
  const char *gap = "";
  for (const char *word = value; *word;) {
    size_t n = strcspn(word, "|");
    bool is_warning = completion_is_word(word, n, "WARNING");
    bool is_pass = completion_is_word(word, n, "PASS");
    if (is_warning || is_pass || islower((unsigned char)word[0])) {
      fputs(gap, out);
      gap = " ";
    }
    if (is_warning)
      put_warnings(out);
    else if (is_pass)
      put_dump_names(out);
    else if (islower((unsigned char)word[0]))
      fprintf(out, "%.*s", (int)n, word);
    word += n + (word[n] == '|');
  }
}

static void put_command_names(FILE *out, CommandList commands)
{
  for (int i = 0; i < commands.n; i++) {
    fprintf(out, "%s ", commands.command[i].name);
  }
}

static void put_about_names(FILE *out)
{
  for (const AboutWord *w = about_words; w->name; w++) {
    fprintf(out, "%s ", w->name);
  }
}

static void put_shells(FILE *out)
{
  for (int i = 0; completion_shells[i]; i++) {
    fprintf(out, "%s%s", i > 0 ? " " : "", completion_shells[i]);
  }
}

static bool takes(const Command *command, const char *ending)
{
  return strstr(command->usage, ending) != NULL;
}

/* Inside single quotes; characters of `special` after a backslash. */
static void completion_put_quoted(FILE *out, const char *text,
                                  const char *special)
{
  for (const char *c = text; *c; c++) {
    if (*c == '\'') {
      fputs("'\\''", out);
      continue;
    }
    if (strchr(special, *c)) fputc('\\', out);
    fputc(*c, out);
  }
}

/* --- bash --- */

static void bash_put_option_names(FILE *out, const Command *command)
{
  const OptionRow *row = NULL;
  while ((row = options_next(row, (int)command->bit))) {
    fprintf(out, " --%s", row->name);
    if (row->letter) fprintf(out, " -%c", row->letter);
  }
}

static void bash_put_value(FILE *out, const OptionRow *row)
{
  ValueKind kind = value_kind(row);
  if (kind == VALUE_NONE) return;
  fputs("    ", out);
  if (row->letter) fprintf(out, "-%c|", row->letter);
  fprintf(out, "--%s) ", row->name);
  switch (kind) {
  case VALUE_CHOICE:
    fputs("_foucault_words \"", out);
    completion_put_choices(out, row->value);
    fputs("\"", out);
    break;
  case VALUE_FILE: fputs("_foucault_files '*'", out); break;
  case VALUE_FOLDER: fputs("_foucault_files ''", out); break;
  case VALUE_FREE: fputs(":", out); break;
  case VALUE_NONE: break; /* see above */
  }
  fputs(" ; return ;;\n", out);
}

static void bash_put_command(FILE *out, const Command *command)
{
  fprintf(out, "  %s)\n    case $before in\n", command->name);
  const OptionRow *row = NULL;
  while ((row = options_next(row, (int)command->bit))) bash_put_value(out, row);
  fputs("    esac\n    if [[ $word == -* ]]; then\n      _foucault_words \"",
        out);
  bash_put_option_names(out, command);
  fputs("\"\n      return\n    fi\n", out);
  if (takes(command, ".mo")) fputs("    _foucault_files '*.mo'\n", out);
  if (takes(command, ".fmu")) fputs("    _foucault_files '*.fmu'\n", out);
  fputs("    ;;\n", out);
}

static void bash_print(FILE *out, CommandList commands)
{
  fputs("# bash completion for foucault\n"
        "_foucault_words() {\n"
        "  COMPREPLY+=($(compgen -W \"$1\" -- \"$word\"))\n"
        "}\n"
        "# Files like the pattern, and the folders they may be in.\n"
        "_foucault_files() {\n"
        "  local IFS=$'\\n'\n"
        "  compopt -o filenames 2>/dev/null\n"
        "  if [[ -n $1 ]]; then\n"
        "    COMPREPLY+=($(compgen -f -X \"!$1\" -- \"$word\"))\n"
        "  fi\n"
        "  [[ $1 == '*' ]] || COMPREPLY+=($(compgen -d -- \"$word\"))\n"
        "}\n"
        "_foucault() {\n"
        "  local word=${COMP_WORDS[COMP_CWORD]}\n"
        "  local before=${COMP_WORDS[COMP_CWORD-1]}\n"
        "  # --option=value comes as three words\n"
        "  if [[ $word == '=' ]]; then word=\n"
        "  elif [[ $before == '=' ]]; then before=${COMP_WORDS[COMP_CWORD-2]}\n"
        "  fi\n"
        "  COMPREPLY=()\n"
        "  if ((COMP_CWORD == 1)); then\n"
        "    _foucault_words \"",
        out);
  put_command_names(out, commands);
  put_about_names(out);
  fputs("--help --version\"\n    return\n  fi\n"
        "  case ${COMP_WORDS[1]} in\n  manual) _foucault_words \"",
        out);
  put_command_names(out, commands);
  fputs("\" ;;\n  help) _foucault_words \"", out);
  put_command_names(out, commands);
  put_topics(out);
  fputs("\" ;;\n  completion) _foucault_words \"", out);
  put_shells(out);
  fputs("\" ;;\n", out);
  for (int i = 0; i < commands.n; i++) {
    bash_put_command(out, &commands.command[i]);
  }
  fputs("  esac\n}\ncomplete -F _foucault foucault\n", out);
}

/* --- zsh --- */

static void zsh_put_value(FILE *out, const OptionRow *row)
{
  switch (value_kind(row)) {
  case VALUE_NONE: return;
  case VALUE_CHOICE:
    fputs(":value:(", out);
    completion_put_choices(out, row->value);
    fputc(')', out);
    return;
  case VALUE_FILE: fputs(":file:_files", out); return;
  case VALUE_FOLDER: fputs(":folder:_files -/", out); return;
  case VALUE_FREE: fputs(":value: ", out); return;
  }
}

static void zsh_put_form(FILE *out, const OptionRow *row, bool is_letter)
{
  assert(!is_letter || row->letter);
  fputs("      '*", out);
  if (is_letter)
    fprintf(out, "-%c%s[", row->letter, row->value ? "+" : "");
  else
    fprintf(out, "--%s%s[", row->name, row->value ? "=" : "");
  completion_put_quoted(out, row->help, "[]:\\");
  fputc(']', out);
  zsh_put_value(out, row);
  fputs("' \\\n", out);
}

static void zsh_put_command(FILE *out, const Command *command)
{
  fprintf(out, "  %s)\n    _arguments -S : \\\n", command->name);
  const OptionRow *row = NULL;
  while ((row = options_next(row, (int)command->bit))) {
    zsh_put_form(out, row, false);
    if (row->letter) zsh_put_form(out, row, true);
  }
  fprintf(out, "      '*:file:_files -g \"*.(%s%s%s)\"'\n    ;;\n",
          takes(command, ".mo") ? "mo" : "",
          takes(command, ".mo") && takes(command, ".fmu") ? "|" : "",
          takes(command, ".fmu") ? "fmu" : "");
}

static void zsh_put_word(FILE *out, const char *word, const char *help)
{
  fprintf(out, "    '%s:", word);
  completion_put_quoted(out, help, ":\\");
  fputs("'\n", out);
}

static void zsh_print(FILE *out, CommandList commands)
{
  fputs("#compdef foucault\n"
        "_foucault() {\n"
        "  local -a known\n"
        "  known=(\n",
        out);
  for (int i = 0; i < commands.n; i++) {
    zsh_put_word(out, commands.command[i].name, commands.command[i].help);
  }
  for (const AboutWord *w = about_words; w->name; w++) {
    zsh_put_word(out, w->name, w->help);
  }
  fputs("  )\n"
        "  if ((CURRENT == 2)); then\n"
        "    _describe command known\n"
        "    return\n"
        "  fi\n"
        "  shift words\n"
        "  ((CURRENT--))\n"
        "  case $words[1] in\n"
        "  manual) _describe command known ;;\n"
        "  help)\n"
        "    _describe command known\n"
        "    compadd -- ",
        out);
  put_topics(out);
  fputs("\n    ;;\n  completion) _values shell ", out);
  put_shells(out);
  fputs(" ;;\n", out);
  for (int i = 0; i < commands.n; i++) {
    zsh_put_command(out, &commands.command[i]);
  }
  fputs("  esac\n}\n"
        "# loaded from fpath this file is the function; sourced it is not\n"
        "if [[ $funcstack[1] == _foucault ]]; then _foucault \"$@\"\n"
        "else compdef _foucault foucault; fi\n",
        out);
}

/* --- fish --- */

static void fish_put_word(FILE *out, const char *word, const char *help)
{
  fprintf(out, "complete -c foucault -n __fish_use_subcommand -f -a %s -d '",
          word);
  completion_put_quoted(out, help, "\\");
  fputs("'\n", out);
}

static void fish_put_behind(FILE *out, const char *word)
{
  fprintf(out, "complete -c foucault -n '__fish_seen_subcommand_from %s'",
          word);
}

static void fish_put_option(FILE *out, const Command *command,
                            const OptionRow *row)
{
  fish_put_behind(out, command->name);
  fprintf(out, " -l %s", row->name);
  if (row->letter) fprintf(out, " -s %c", row->letter);
  switch (value_kind(row)) {
  case VALUE_NONE: break;
  case VALUE_CHOICE:
    fputs(" -x -a '", out);
    completion_put_choices(out, row->value);
    fputc('\'', out);
    break;
  case VALUE_FILE: fputs(" -r -F", out); break;
  case VALUE_FOLDER:
    fputs(" -x -a '(__fish_complete_directories)'", out);
    break;
  case VALUE_FREE: fputs(" -x", out); break;
  }
  fputs(" -d '", out);
  completion_put_quoted(out, row->help, "\\");
  fputs("'\n", out);
}

static void fish_put_command(FILE *out, const Command *command)
{
  static const char *const endings[] = {".mo", ".fmu"};
  for (int i = 0; i < 2; i++) {
    if (!takes(command, endings[i])) continue;
    fish_put_behind(out, command->name);
    fprintf(out, " -k -f -a '(__fish_complete_suffix %s)'\n", endings[i]);
  }
  const OptionRow *row = NULL;
  while ((row = options_next(row, (int)command->bit))) {
    fish_put_option(out, command, row);
  }
}

static void fish_print(FILE *out, CommandList commands)
{
  fputs("# fish completion for foucault\n", out);
  for (int i = 0; i < commands.n; i++) {
    fish_put_word(out, commands.command[i].name, commands.command[i].help);
  }
  for (const AboutWord *w = about_words; w->name; w++) {
    fish_put_word(out, w->name, w->help);
  }
  fish_put_behind(out, "help manual");
  fputs(" -f -a '", out);
  put_command_names(out, commands);
  fputs("'\n", out);
  fish_put_behind(out, "help");
  fputs(" -f -a '", out);
  put_topics(out);
  fputs("'\n", out);
  fish_put_behind(out, "completion");
  fputs(" -f -a '", out);
  put_shells(out);
  fputs("'\n", out);
  for (int i = 0; i < commands.n; i++) {
    fish_put_command(out, &commands.command[i]);
  }
}

bool completion_print(FILE *out, CommandList commands, const char *shell)
{
  if (strcmp(shell, "bash") == 0)
    bash_print(out, commands);
  else if (strcmp(shell, "zsh") == 0)
    zsh_print(out, commands);
  else if (strcmp(shell, "fish") == 0)
    fish_print(out, commands);
  else
    return false;
  return true;
}
