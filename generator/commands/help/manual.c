/* manual.c: manual pages. */
#include "commands/help/manual.h"

#include <assert.h>
#include <ctype.h>

#include "commands/help/about_words.h"
#include "commands/help/command_notes.h"
#include "emit/package/version.h"

/* --- text --- */

/* A leading dot or quote would be a request, a backslash an escape, a hyphen
 * something else than the minus that one types. */
static void manual_put_text(FILE *out, const char *text)
{
  if (text[0] == '.' || text[0] == '\'') fputs("\\&", out);
  for (const char *c = text; *c; c++) {
    if (*c == '\\')
      fputs("\\e", out);
    else if (*c == '-')
      fputs("\\-", out);
    else
      fputc(*c, out);
  }
}

static void put_title(FILE *out, const char *command)
{
  fputs(".TH FOUCAULT", out);
  if (command) fputs("\\-", out);
  for (const char *c = command ? command : ""; *c; c++) {
    fputc(toupper((unsigned char)*c), out);
  }
  fputs(" 1 \"\" \"foucault " FOUCAULT_VERSION "\" \"Foucault\"\n", out);
}

static void manual_put_name(FILE *out, const char *command, const char *help)
{
  fputs(".SH NAME\nfoucault", out);
  if (command) fprintf(out, "\\-%s", command);
  fputs(" \\- ", out);
  manual_put_text(out, help);
  fputc('\n', out);
}

static void put_synopsis(FILE *out, const char *word, const char *usage)
{
  fprintf(out, ".B foucault %s\n", word);
  manual_put_text(out, usage);
  fputc('\n', out);
}

static void put_item(FILE *out, const char *bold, const char *text)
{
  fputs(".TP\n.B ", out);
  manual_put_text(out, bold);
  fputc('\n', out);
  manual_put_text(out, text);
  fputc('\n', out);
}

static void put_status(FILE *out)
{
  fputs(".SH EXIT STATUS\n", out);
  put_item(out, "0", "Done.");
  put_item(out, "1", "The model or FMU is at fault; messages say why.");
  put_item(out, "2", "Wrong usage.");
  put_item(out, "3", "An internal error.");
  put_item(out, "130",
           "A simulation was interrupted by Ctrl-C; what had been "
           "computed is written.");
}

/* --- pages --- */

static void put_option(FILE *out, const OptionRow *row)
{
  assert(row->help); /* others are not listed */
  fputs(".TP\n", out);
  if (row->letter) fprintf(out, "\\fB\\-%c\\fR, ", row->letter);
  fputs("\\fB\\-\\-", out);
  manual_put_text(out, row->name);
  fputs("\\fR", out);
  if (row->value) {
    fputs(" \\fI", out);
    manual_put_text(out, row->value);
    fputs("\\fR", out);
  }
  fputc('\n', out);
  manual_put_text(out, row->help);
  fputs(".\n", out);
}

static void put_examples(FILE *out, const CommandNotes *notes)
{
  if (!notes->example[0]) return;
  fputs(".SH EXAMPLES\n.nf\n", out);
  for (int i = 0; notes->example[i]; i++) {
    manual_put_text(out, notes->example[i]);
    fputc('\n', out);
  }
  fputs(".fi\n", out);
}

static void put_see_also(FILE *out, CommandList commands, const Command *except)
{
  assert(!except || (except >= commands.command &&
                     except < commands.command + commands.n));
  fputs(".SH SEE ALSO\n", out);
  if (except) fputs(".BR foucault (1),\n", out);
  for (int i = 0; i < commands.n; i++) {
    const Command *c = &commands.command[i];
    bool is_last = i + 1 == commands.n ||
                   (i + 2 == commands.n && &commands.command[i + 1] == except);
    if (c == except) continue;
    fprintf(out, ".BR foucault\\-%s (1)%s\n", c->name, is_last ? "" : ",");
  }
}

void manual_print_command(FILE *out, CommandList commands,
                          const Command *command)
{
  put_title(out, command->name);
  manual_put_name(out, command->name, command->help);
  fputs(".SH SYNOPSIS\n", out);
  put_synopsis(out, command->name, command->usage);
  fputs("[OPTION]...\n.SH DESCRIPTION\n", out);
  const CommandNotes *notes = command_notes(command->name);
  manual_put_text(out, *notes->text ? notes->text : command->help);
  fputs("\n.SH OPTIONS\n", out);
  const OptionRow *row = NULL;
  while ((row = options_next(row, (int)command->bit))) put_option(out, row);
  put_examples(out, notes);
  put_status(out);
  put_see_also(out, commands, command);
}

static void put_environment(FILE *out)
{
  fputs(".SH ENVIRONMENT\n", out);
  put_item(out, "MODELICAPATH",
           "Folders of Modelica libraries, separated by colons; read after "
           "those of -L.");
  put_item(out, "FOUCAULT_EXTERNAL",
           "no refuses the C code of models as --no-external does, yes takes "
           "it as --external does.");
  put_item(out, "CC", "The C compiler (default: cc).");
  put_item(out, "TMPDIR", "Where temporary folders are made.");
  put_item(out, "FOUCAULT_CACHE",
           "Where simulate keeps the FMUs of models (default: "
           "$XDG_CACHE_HOME/foucault/builds).");
  put_item(out, "FOUCAULT_CACHE_SIZE",
           "How many megabytes of them are kept (default: 1000; 0: none).");
  put_item(out, "FOUCAULT_HOME",
           "The folder share/foucault with templates and runtime, if it is "
           "not beside the program.");
}

void manual_print(FILE *out, CommandList commands)
{
  put_title(out, NULL);
  manual_put_name(out, NULL, "Modelica models to FMUs, for high-index DAEs");
  fputs(".SH SYNOPSIS\n.B foucault\n"
        "COMMAND FILE... [OPTION]...\n.SH DESCRIPTION\n",
        out);
  manual_put_text(out,
                  "Foucault turns Modelica models into self-contained FMUs of "
                  "FMI 2.0 for Co-Simulation and Model Exchange. Differential "
                  "algebraic equations of any index are reduced by dummy "
                  "derivatives, whose choice changes while the FMU runs.");
  fputs("\n.SH COMMANDS\n", out);
  for (int i = 0; i < commands.n; i++) {
    put_item(out, commands.command[i].name, commands.command[i].help);
  }
  for (const AboutWord *w = about_words; w->name; w++) {
    put_item(out, w->name, w->help);
  }
  put_environment(out);
  put_status(out);
  put_see_also(out, commands, NULL);
}
