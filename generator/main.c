/* main.c: the command line, nothing else. What a word does is in
 * commands/; the pipeline is in compile.c. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/files_seen.h"
#include "base/session.h"
#include "base/system/internal_error.h"
#include "base/system/memory_limit.h"
#include "base/system/ward.h"
#include "base/temporary.h"
#include "commands/commands.h"
#include "commands/editor/editor.h"
#include "commands/help/about.h"
#include "commands/options/options.h"
#include "report/report.h"

static const Command commands[] = {
    {"build", COMMAND_BUILD, command_build, "FILE.mo... [-o OUT.fmu]",
     "turn a Modelica model into an FMU"},
    {"simulate", COMMAND_SIMULATE, command_simulate,
     "FILE.mo...|FILE.fmu [-o OUT.csv]",
     "step a model or FMU, write results, draw plots"},
    {"watch", COMMAND_WATCH, command_watch, "FILE.mo...|FILE.fmu [--plot x,y]",
     "simulate and draw again whenever a file of the model is saved"},
    {"couple", COMMAND_COUPLE, command_couple, "SYSTEM.ssp [-o OUT.csv]",
     "run a system of FMUs, of an SSP archive, together"},
    {"sweep", COMMAND_SWEEP, command_sweep,
     "FILE.mo...|FILE.fmu --vary NAME=VALUES... [-o OUT.csv]",
     "run a model many times with other values, on all processors"},
    {"linearize", COMMAND_LINEARIZE, command_linearize,
     "FILE.mo...|FILE.fmu [-o OUT.mat]",
     "print the linear model around a point: A, B, C, D, poles"},
    {"steady", COMMAND_STEADY, command_steady,
     "FILE.mo...|FILE.fmu [--fix NAME=VALUE] [--free INPUT]",
     "find the point at which a model rests"},
    {"sensitivities", COMMAND_SENSITIVITIES, command_sensitivities,
     "FILE.mo...|FILE.fmu --by NAME,... [-o OUT.csv]",
     "compute how curves change with parameters, by exact derivatives"},
    {"plot", COMMAND_PLOT, command_plot, "RUN.csv|RUN.mat... [-o OUT.html]",
     "draw results of one or more runs: a page to zoom in, or a picture"},
    {"page", COMMAND_PAGE, command_page, "FILE.mo... [-o OUT.html]",
     "make a web page that runs the model: sliders, plots, a moving picture"},
    {"flatten", COMMAND_FLATTEN, command_flatten, "FILE.mo...",
     "print the flat model as Modelica text"},
    {"explain", COMMAND_EXPLAIN, command_explain, "FILE.mo...|FILE.fmu",
     "explain how the index was reduced: states, dummies, blocks"},
    {"compare", COMMAND_COMPARE, command_compare, "FILE.mo...",
     "run a model by every method of index reduction, in one table"},
    {"check", COMMAND_CHECK, command_check, "FILE.fmu...",
     "find out what is wrong with an FMU of any maker"},
    {"library", COMMAND_LIBRARY, command_library, "[NAME|FILE.mo]...",
     "list the libraries that are found, or say why one is not"},
    {"info", COMMAND_INFO, command_info, "FILE.fmu", "print what is in an FMU"},
    {"format", COMMAND_FORMAT, command_format, "FILE.mo...|FOLDER...|-",
     "lay Modelica text out: indentation and blanks"},
    {"lint", COMMAND_LINT, command_lint, "FILE.mo...",
     "find what compiles and is suspicious: units, names, events, divisors"},
    {"doc", COMMAND_DOC, command_doc, "LIBRARY|FILE.mo... -o FOLDER",
     "write the documentation of libraries as pages to browse"},
    {"lsp", COMMAND_LSP, command_lsp, "[-L DIR]",
     "answer an editor: faults while typing, names, outlines (LSP)"},
    {"cache", COMMAND_CACHE, command_cache, "[--clear]",
     "show or clear the FMUs that simulate keeps"},
};

static const CommandList all_commands = {commands,
                                         sizeof commands / sizeof commands[0]};

static int complain_command(const Session *s, const char *word)
{
  about_complain(s, all_commands, word);
  return EXIT_USAGE;
}

/* For somebody at a terminal: where the first error is explained. */
static void point_to_help(const Session *s)
{
  if (s->quiet || !isatty(STDERR_FILENO)) return;
  for (int i = 0; i < s->n_diagnostics; i++) {
    if (s->diagnostic[i]->severity != SEVERITY_ERROR) continue;
    fprintf(stderr, "(foucault help %s explains it, with an example)\n",
            diagnostic_code_name(s->diagnostic[i]->code));
    return;
  }
}

/* --- the limit of memory --- */

typedef struct MemoryWatch {
  Session *s;
  const Options *options;
  double megabytes;
  pid_t process; /* workers leave without a word, base/worker.h */
} MemoryWatch;

/* There is no way back from where it happens: what is open is left to
 * temporary_end(). */
static void end_beyond_memory(void *context, const char *name)
{
  const MemoryWatch *w = context;
  Session *s = w->s;
  if (getpid() != w->process) _exit(EXIT_FAULT);
  Diagnostic *d = diagnostic_error(
      s, NO_SPAN, E122, "the translation takes more than %.0f MB of memory",
      w->megabytes);
  diagnostic_note(s, d, NO_SPAN, "the last was for: %s", name);
  diagnostic_note(s, d, NO_SPAN, "--limit memory=N permits more");
  diagnostic_flush(s);
  if (w->options->json) {
    JsonWriter json = json_begin(stdout);
    json_object_begin(&json);
    report_diagnostics(&json, s);
    json_object_end(&json);
    json_end(&json);
  }
  temporary_end(s);
  ward_done(&(Ward){s->ward}, EXIT_FAULT);
  fflush(stdout);
  _exit(EXIT_FAULT);
}

/* The usual number is for machines that have as much. */
static void begin_memory_limit(MemoryWatch *w)
{
  int asked = w->s->limit[LIMIT_MEMORY];
  double most = 0.9 * memory_limit_machine();
  bool is_usual = asked == limits_row(LIMIT_MEMORY)->usual;
  w->megabytes = is_usual && most < asked ? most : asked;
  memory_limit_begin(1e6 * w->megabytes, end_beyond_memory, w);
}

static int main_run(Session *s, const Command *command, int argc,
                    const char *const *argv)
{
  Options options;
  if (!options_parse(s, command->bit, argc, argv, &options)) return EXIT_USAGE;
  if (options.help) {
    about_print_command(stdout, command);
    return EXIT_DONE;
  }
  bool needs_file =
      !(command->bit & (COMMAND_LIBRARY | COMMAND_CACHE | COMMAND_LSP));
  if (needs_file && options.n_files == 0 && !options.model && !options.rules) {
    options_complain("usage: foucault %s %s", command->name, command->usage);
    return EXIT_USAGE;
  }
  s->color = options.color;
  s->quiet = options.quiet;
  s->verbose = options.verbose;
  if (options.seen) files_seen_begin(s);
  MemoryWatch watch = {.s = s, .options = &options, .process = getpid()};
  begin_memory_limit(&watch);
  int status = command->run(s, &options);
  memory_limit_end();
  if (options.seen) files_seen_write(s, options.seen);
  diagnostic_flush(s);
  if (status == EXIT_DONE && s->n_errors > 0) status = EXIT_FAULT;
  if (status == EXIT_FAULT) point_to_help(s);
  return status;
}

/* Results that did not reach stdout (a full disk, a closed pipe) are lost. */
static int close_stdout(int status)
{
  if (fflush(stdout) == 0 && !ferror(stdout)) return status;
  options_complain("standard output cannot be written");
  return status == EXIT_DONE ? EXIT_FAULT : status;
}

/* The stages of a large model are dropped one after the other: what is large
 * goes back to the system when it is freed, not to a heap with holes. */
static void return_large_memory(void)
{
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 256 * 1024);
#endif
}

int main(int argc, char **argv)
{
  return_large_memory();
  signal(SIGABRT, internal_error_end);
  if (argc < 2) {
    about_print_help(stderr, all_commands);
    return EXIT_USAGE;
  }
  Session *s = session_create();
  const char *const *words = (const char *const *)argv + 1;
  const Command *command = command_find(all_commands, words[0]);
  int status;
  if (command)
    status = main_run(s, command, argc - 2, words + 1);
  else if (!about_run(s, all_commands, argc - 1, words, &status))
    status = complain_command(s, words[0]);
  temporary_end(s);
  Ward ward = {s->ward};
  session_destroy(s);
  status = close_stdout(status);
  ward_done(&ward, status);
  return status;
}
