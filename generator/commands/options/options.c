/* options.c: the words after the command, read by the table of options. */
#define _POSIX_C_SOURCE 200809L
#include "commands/options/options.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "base/vector.h"
#include "commands/options/option_table.h"
#include "commands/options/option_values.h"
#include "commands/options/options_outputs.h"

/* --- words --- */

/* Where the reader stands among the words. */
typedef struct Words {
  int n, next;
  const char *const *word;
} Words;

static const OptionRow *find_long(int commands, const char *name, size_t n)
{
  const OptionRow *row = NULL;
  while ((row = option_table_next(row, commands))) {
    if (strlen(row->name) == n && memcmp(row->name, name, n) == 0) break;
  }
  return row;
}

static const OptionRow *find_letter(int commands, char letter)
{
  assert(letter); /* rows without a letter have 0 */
  const OptionRow *row = NULL;
  while ((row = option_table_next(row, commands))) {
    if (row->letter == letter) break;
  }
  return row;
}

/* The only option of the command that begins so; NULL: none, or several. */
static const char *option_begun_with(const Options *o, const char *typed)
{
  const char *found = NULL;
  size_t n = strlen(typed);
  const OptionRow *row = NULL;
  if (n < 2) return NULL;
  while ((row = options_next(row, (int)o->command))) {
    if (strncmp(row->name, typed, n) != 0) continue;
    if (found) return NULL;
    found = row->name;
  }
  return found;
}

static bool complain_unknown(const Session *s, const Options *o,
                             const char *word, const char *name, size_t n)
{
  if (find_long(COMMAND_ALL, name, n)) {
    return options_complain("this command has no option '--%.*s'", (int)n,
                            name);
  }
  char typed[32];
  snprintf(typed, sizeof typed, "%.*s", (int)n, name);
  Suggestion near = suggest_for(s, typed);
  const OptionRow *row = NULL;
  while ((row = options_next(row, (int)o->command)))
    suggest_offer(&near, row->name);
  const char *best = near.best ? near.best : option_begun_with(o, typed);
  if (strncmp(typed, "no-color", 8) == 0 || strncmp(typed, "no-colour", 9) == 0)
    best = "color never";
  if (!best) return options_complain("unknown option '%s'", word);
  return options_complain("unknown option '%s'; did you mean '--%s'?", word,
                          best);
}

bool options_has(CommandBit command, const char *name)
{
  assert(command && name);
  return find_long((int)command, name, strlen(name)) != NULL;
}

/* Applies an option, and notes it. */
static bool apply_word(Session *s, const OptionRow *row, const char *value,
                       Options *o)
{
  o->word = vector_grow(s->session_arena, o->word, &o->cap_words,
                        o->n_words + 1, sizeof o->word[0]);
  o->word[o->n_words++] =
      (OptionWord){arena_printf(s->session_arena, "--%s%s%s", row->name,
                                value ? "=" : "", value ? value : ""),
                   row->name};
  return option_apply(s, row, value, o);
}

/* `attached` is the text after "=" or the letter, NULL if there is none. */
static bool read_option(Session *s, const OptionRow *row, const char *attached,
                        Words *w, Options *o)
{
  assert(row->commands & (int)o->command);
  if (!row->value) {
    if (!attached) return apply_word(s, row, NULL, o);
    return options_complain("--%s takes no value", row->name);
  }
  if (!attached) {
    if (w->next == w->n) {
      return options_complain("--%s needs a value: %s", row->name, row->value);
    }
    attached = w->word[w->next++];
  }
  if (!*attached) {
    return options_complain("--%s needs a value: %s", row->name, row->value);
  }
  return apply_word(s, row, attached, o);
}

static bool read_long(Session *s, const char *word, Words *w, Options *o)
{
  assert(word[0] == '-' && word[1] == '-');
  const char *name = word + 2;
  size_t n = strcspn(name, "=");
  const OptionRow *row = find_long((int)o->command, name, n);
  if (!row) return complain_unknown(s, o, word, name, n);
  return read_option(s, row, name[n] == '=' ? name + n + 1 : NULL, w, o);
}

static bool read_short(Session *s, const char *word, Words *w, Options *o)
{
  assert(word[0] == '-' && word[1] && word[1] != '-');
  const OptionRow *row = find_letter((int)o->command, word[1]);
  if (!row) return options_complain("unknown option '%s'", word);
  return read_option(s, row, word[2] ? word + 2 : NULL, w, o);
}

static bool add_file(Session *s, const char *word, Options *o)
{
  o->file = vector_grow(s->session_arena, o->file, &o->cap_files,
                        o->n_files + 1, sizeof o->file[0]);
  o->file[o->n_files++] = word;
  return true;
}

/* FMI 2.0 has no clocks, and both versions are made from one translation. */
static bool options_check_clocks(const Options *o)
{
  const char *what = o->scheduled_execution         ? "--type se"
                     : o->clocks != CLOCKS_INTERNAL ? "--clocks"
                                                    : NULL;
  if (!what) return true;
  if (o->command != COMMAND_BUILD)
    return options_complain("%s: only 'foucault build' makes such an FMU",
                            what);
  if (o->fmi == FMI_3) return true;
  return options_complain("%s is about clocks, which FMI 3.0 alone has: add "
                          "--fmi 3",
                          what);
}

/* FMI 2.0 has no arrays, and both versions are made from one translation. */
static bool options_check_structural(const Options *o)
{
  if (o->n_structural == 0 || o->fmi == FMI_3) return true;
  return options_complain(
      "--structural is about sizes of arrays, which FMI 3.0 "
      "alone has: add --fmi 3");
}

/* Choices that do not go together. */
static bool options_check_method(const Options *o)
{
  if (o->compiler && o->n_targets > 0) {
    return options_complain("--compiler is for this machine; --target finds "
                            "the compilers of other machines");
  }
  if (o->ida && o->formulas == FORMULAS_ADAMS) {
    return options_complain("--solver ida has BDF only, not --method adams");
  }
  if (o->projection == PROJECTION_OFF) return true;
  bool drifts = o->reduction == REDUCTION_NONE ||
                o->reduction == REDUCTION_BAUMGARTE ||
                o->reduction == REDUCTION_PROJECTION;
  if (!drifts) {
    return options_complain("--project is for constraints that drift away: "
                            "--reduction none, baumgarte or projection");
  }
  if (o->ida) return options_complain("--project needs --solver cvode");
  if (o->formulas == FORMULAS_ADAMS && o->projection == PROJECTION_STEP) {
    return options_complain("--project step needs --method bdf; use inner");
  }
  return true;
}

bool options_fit_fmu(const Options *o)
{
  if (!o->has_formulas || !o->co_simulation) return true;
  return options_complain("--method is for Modelica files and for --type me: "
                          "an FMU of Co-Simulation has what it was built with");
}

/* Who only looks at a model does not expect its code to run. */
static CodeTrust usual_external(CommandBit command)
{
  assert(command);
  bool only_looks =
      (command & (COMMAND_EXPLAIN | COMMAND_FLATTEN | COMMAND_LINT)) != 0;
  return only_looks ? CODE_OF_LIBRARIES : CODE_OF_ALL;
}

static bool read_external(Options *o)
{
  assert(o->command);
  const char *word = getenv("FOUCAULT_EXTERNAL");
  if (!word || !*word) return true;
  if (strcmp(word, "yes") == 0)
    o->external = CODE_OF_ALL;
  else if (strcmp(word, "no") == 0)
    o->external = CODE_OF_STANDARD;
  else
    return options_complain("FOUCAULT_EXTERNAL is yes or no, not '%s'", word);
  return true;
}

bool options_parse(Session *s, CommandBit command, int argc,
                   const char *const *argv, Options *options)
{
  assert(command && !(command & (command - 1))); /* one bit */
  *options = (Options){.command = command,
                       .co_simulation = true,
                       .model_exchange = true,
                       .fmi = FMI_2,
                       .clocks = CLOCKS_INTERNAL,
                       .library_path = getenv("MODELICAPATH"),
                       .external = usual_external(command),
                       .limit = s->limit,
                       .color = COLOR_AUTO};
  if (!read_external(options)) return false;
  Words w = {argc, 0, argv};
  bool only_files = false;
  while (w.next < w.n) {
    const char *word = w.word[w.next++];
    bool good;
    if (only_files || word[0] != '-' || !word[1]) {
      good = add_file(s, word, options);
    } else if (strcmp(word, "--") == 0) {
      good = only_files = true;
    } else if (word[1] == '-') {
      good = read_long(s, word, &w, options);
    } else {
      good = read_short(s, word, &w, options);
    }
    if (!good) return false;
    if (options->help) return true;
  }
  return options_check_clocks(options) && options_check_structural(options) &&
         options_check_method(options) && options_check_outputs(options);
}

/* --- help --- */

const OptionRow *options_next(const OptionRow *last, int commands)
{
  assert(commands);
  do {
    last = option_table_next(last, commands);
  } while (last && !last->help);
  return last;
}

static void options_print_row(FILE *out, const OptionRow *row)
{
  assert(row->help);
  int n =
      fprintf(out, "  %c%c%c --%s%s%s", row->letter ? '-' : ' ',
              row->letter ? row->letter : ' ', row->letter ? ',' : ' ',
              row->name, row->value ? " " : "", row->value ? row->value : "");
  int gap = n < 30 ? 32 - n : 2;
  fprintf(out, "%*s%s\n", gap, "", row->help);
}

void options_print_help(FILE *out, CommandBit command)
{
  const OptionRow *row = NULL;
  while ((row = options_next(row, (int)command))) options_print_row(out, row);
}
