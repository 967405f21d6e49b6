/* options.h: what the user typed after the command word.
 *
 * The room commands/options/ owns what stands after the command: the table of
 * options with help texts and commands (option_table), what their values mean
 * (option_values), the reader of the words (options), and what the compiler is
 * asked for then (request). It calls base/, the table of passes and the types of
 * compile.h. --help, completion and the manual read the same table.
 */
#ifndef FOUCAULT_COMMANDS_OPTIONS_OPTIONS_H
#define FOUCAULT_COMMANDS_OPTIONS_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

#include "base/session.h"
#include "commands/options/options_complain.h"
#include "compile.h"
#include "emit/package/target.h"
#include "reduce/system/system.h"
#include "studies/sweep_plan.h"

/* Exit status of the program. */
enum {
  EXIT_DONE = 0,
  EXIT_FAULT = 1,        /* the model or FMU is at fault: diagnostics printed */
  EXIT_USAGE = 2,        /* wrong usage */
  EXIT_INTERNAL = 3,     /* we are wrong, or the machine is short of memory */
  EXIT_INTERRUPTED = 130 /* Ctrl-C: what was computed has been written */
};

/* One bit per command, for the option table. */
typedef enum CommandBit {
  COMMAND_BUILD = 1,
  COMMAND_SIMULATE = 2,
  COMMAND_FLATTEN = 4,
  COMMAND_INFO = 8,
  COMMAND_EXPLAIN = 16,
  COMMAND_CHECK = 32,
  COMMAND_COMPARE = 64,
  COMMAND_LIBRARY = 128,
  COMMAND_PLOT = 256,
  COMMAND_CACHE = 512,
  COMMAND_PAGE = 1024,
  COMMAND_SWEEP = 2048,
  COMMAND_LINEARIZE = 4096,
  COMMAND_STEADY = 8192,
  COMMAND_SENSITIVITIES = 16384,
  COMMAND_FORMAT = 32768,
  COMMAND_LINT = 131072,
  COMMAND_WATCH = 262144,
  COMMAND_COUPLE = 524288,
  COMMAND_LSP = 1048576,
  COMMAND_DOC = 2097152,
  COMMAND_ALL = 4194303
} CommandBit;

/* One option as the user sees it; for --help, completion and the manual. */
typedef struct OptionRow {
  int id;            /* of OptionId */
  char letter;       /* 0: none */
  const char *name;  /* without the two dashes */
  const char *value; /* what the option is followed by; NULL: nothing */
  int commands;      /* bits of CommandBit */
  const char *help;  /* NULL: not listed (not available in this version) */
} OptionRow;

/* One option as it was given, for a run of another command. */
typedef struct OptionWord {
  const char *text; /* --name, or --name=value */
  const char *name; /* without the dashes */
} OptionWord;

typedef struct Options {
  CommandBit command;
  bool help;
  const char **file;
  int n_files, cap_files;

  const char *model, *output;
  const char **set; /* "name=value" */
  int n_set, cap_set;
  const char **library; /* -L */
  int n_libraries, cap_libraries;
  const char *library_path; /* MODELICAPATH, or NULL */
  const char **allowed;     /* --allow-path */
  int n_allowed, cap_allowed;
  CodeTrust external; /* whose C code runs: --external, --no-external */
  const int *limit;   /* [N_LIMITS] of the session; --limit */
  bool co_simulation, model_exchange, scheduled_execution; /* --type */
  FmiVersions fmi;                                         /* --fmi */
  ClocksWanted clocks;                                     /* --clocks */
  const char **structural;                                 /* --structural */
  int n_structural, cap_structural;
  ExposeChoice expose; /* --expose */
  OptionalNumber tolerance, start, stop, step;
  bool source;      /* --source: C files in the FMU */
  const char *icon; /* --icon, or NULL */
  Target *target;   /* --target, with folders that differ */
  int n_targets, cap_targets;
  const char *compiler; /* --compiler, or NULL */
  const char *depfile;  /* --depfile, or NULL */
  bool no_event_proof;  /* see TranslationChoice */
  bool many_points;     /* points side by side: model_points.h */
  bool no_loops;        /* equal equations are written one by one */
  Reduction reduction;
  bool has_reduction; /* it was given */
  ProjectionChoice projection;
  bool ida, cvode;        /* --solver; neither: auto */
  bool has_method;        /* one of these or --linear-solver was given */
  FormulaChoice formulas; /* --method */
  bool has_formulas;      /* it was given */
  LinearSolverChoice linear_solver;
  const char *dump; /* pass name, NULL: none */

  const char *variables, *plot_file; /* simulate */
  const char *inputs;
  const char **plot; /* one picture each */
  int n_plots, cap_plots;
  bool grid_only;       /* no rows at events */
  bool verify;          /* repeat the run in another way */
  bool cache, no_cache; /* build: take kept FMUs; simulate: take none */
  bool clear;           /* cache */
  bool only_check;      /* format */
  const char *html;     /* explain */
  const char **draw;    /* page: shapes of the moving picture */
  int n_draws, cap_draws;
  OptionalNumber most_variables; /* page */
  const char *invariant;         /* compare */

  const char **ignored; /* check: names of rules */
  int n_ignored, cap_ignored;
  const char *junit, *csv;
  bool rules, no_run;
  OptionalNumber time_limit, memory_limit, jobs;

  const char **vary; /* sweep: one quantity each */
  int n_vary, cap_vary;
  OptionalNumber samples;
  Sampler sampler;
  OptionalNumber seed;
  const char *plan, *record, *reduce, *runs;
  bool final, resume;
  OptionalNumber at;       /* linearize, steady; the --inputs are names */
  const char *outputs;     /* the same of --of */
  const char *sarif;       /* lint */
  const char *watched_fmu; /* watch: --fmu */
  const char *seen;        /* where to write what was read; for watch */
  OptionWord *word;        /* all options, in their order */
  int n_words, cap_words;
  bool sequential; /* couple: --algorithm gauss-seidel */
  bool split;      /* build */
  OptionalNumber filter;
  OptionalNumber extrapolation, iterations, adaptive;
  const char *variant; /* couple */
  const char *by, *times, *weights;
  bool adjoint;
  const char **fix, **free; /* steady: NAME[=VALUE]; names of inputs */
  int n_fix, cap_fix, n_free, cap_free;
  bool steady; /* linearize: at an equilibrium */

  bool no_summary; /* build: no line about what was made */
  bool json, quiet, verbose;
  ColorMode color;
} Options;

/* Are they choices for an FMU that is given? False after a message: exit with
 * EXIT_USAGE. */
bool options_fit_fmu(const Options *options);

/* Reads the words after the command. False after a message on stderr: exit
 * with EXIT_USAGE. Lists are in the session's arena; texts are the caller's. */
bool options_parse(Session *s, CommandBit command, int argc,
                   const char *const *argv, Options *options);

/* Does the command have an option of this name? */
bool options_has(CommandBit command, const char *name);

/* The listed options of these commands in the order of the table: the one
 * after `last`, the first for NULL; NULL at the end. */
const OptionRow *options_next(const OptionRow *last, int commands);

/* One line per option that the command takes. */
void options_print_help(FILE *out, CommandBit command);

#endif
