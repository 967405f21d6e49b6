/* watch.c: foucault watch: a run, a picture, and again at every save.
 *
 * Each run is foucault simulate in a process of its own, with --seen to say
 * what it has read. Meanwhile and afterwards the files are looked at. */
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/system/clock.h"
#include "base/temporary.h"
#include "base/text/json_text.h"
#include "base/vector.h"
#include "commands/commands.h"
#include "commands/watch/watch_bell.h"
#include "commands/watch/watch_child.h"
#include "commands/watch/watch_page.h"
#include "emit/text/read_file.h"
#include "report/report.h"

enum {
  TICK = 4,       /* ms between looks at a run that has just begun */
  LONG_TICK = 20, /* and at one that takes its time */
  SETTLE = 20,    /* a burst of writes is over after so many ms without */
  MOST_SETTLES = 40,
  POLL = 250,       /* ms between looks where no bell rings */
  SLOW_POLL = 2000, /* of more files than MANY_FILES */
  MANY_FILES = 1000
};

typedef enum WatchEnd {
  WATCH_DONE,    /* the run has ended, by itself */
  WATCH_CHANGED, /* a file was saved meanwhile: it was ended */
  WATCH_LEFT     /* Ctrl-C */
} WatchEnd;

typedef struct WatchWords {
  const char **word;
  int n, capacity;
} WatchWords;

typedef struct Watch {
  Session *s;
  const Options *o;
  WatchFiles files;
  WatchBell bell;
  WatchChild child;
  WatchPage page;
  WatchWords simulate, build; /* ends with NULL; build: of --fmu */
  const char *seen, *result, *built, *label;
  bool is_terminal;
  int run;
  int fmu_status; /* -1: no FMU was asked for, or the run has failed */
} Watch;

/* --- words --- */

static void watch_add(const Watch *w, WatchWords *words, const char *word)
{
  assert(words->n == 0 || words->word[words->n - 1]); /* NULL is the last */
  words->word = vector_grow(w->s->session_arena, words->word, &words->capacity,
                            words->n + 1, sizeof words->word[0]);
  words->word[words->n++] = word;
}

static bool is_own_word(const char *name)
{
  static const char *const own[] = {"plot-file", "json",   "fmu",
                                    "color",     "output", "no-cache"};
  for (size_t k = 0; k < sizeof own / sizeof own[0]; k++) {
    if (strcmp(own[k], name) == 0) return true;
  }
  return false;
}

/* What the command takes of the options of the watch, then the files. */
static void watch_add_all(const Watch *w, WatchWords *words, CommandBit command)
{
  const Options *o = w->o;
  for (int k = 0; k < o->n_words; k++) {
    const OptionWord *word = &o->word[k];
    if (!is_own_word(word->name) && options_has(command, word->name))
      watch_add(w, words, word->text);
  }
  watch_add(w, words, "--");
  for (int k = 0; k < o->n_files; k++) watch_add(w, words, o->file[k]);
  watch_add(w, words, NULL);
}

static const char *watch_option(const Watch *w, const char *name,
                                const char *value)
{
  return arena_printf(w->s->session_arena, "--%s=%s", name, value);
}

/* Messages that go to a file first have the colours of this terminal. */
static const char *watch_color(const Watch *w)
{
  const char *refused = getenv("NO_COLOR"), *kind = getenv("TERM");
  if (w->o->color == COLOR_ALWAYS) return "always";
  if (w->o->color == COLOR_NEVER) return "never";
  bool shows = w->page.said && isatty(STDERR_FILENO) &&
               !(refused && *refused) && !(kind && strcmp(kind, "dumb") == 0);
  return shows ? "always" : "auto";
}

static void words_begin(Watch *w)
{
  const Options *o = w->o;
  WatchWords *words = &w->simulate;
  watch_add(w, words, w->child.program);
  watch_add(w, words, "simulate");
  watch_add(w, words, "--no-cache");
  watch_add(w, words, watch_option(w, "seen", w->seen));
  watch_add(w, words, watch_option(w, "color", watch_color(w)));
  if (o->json) watch_add(w, words, "--json");
  if (o->output) watch_add(w, words, watch_option(w, "output", o->output));
  const char *drawn = w->page.path ? w->page.drawn : o->plot_file;
  if (drawn) watch_add(w, words, watch_option(w, "plot-file", drawn));
  watch_add_all(w, words, COMMAND_SIMULATE);
  words = &w->build;
  watch_add(w, words, w->child.program);
  watch_add(w, words, "build");
  watch_add(w, words, "--no-summary");
  if (o->watched_fmu)
    watch_add(w, words, watch_option(w, "output", o->watched_fmu));
  watch_add_all(w, words, COMMAND_BUILD);
}

/* --- changes --- */

/* Editors write in several steps, and move files away before the new one comes:
 * waits until nothing happens any more. */
static void watch_settle(Watch *w)
{
  int n = 0;
  assert(w->run > 0);
  do {
    watch_bell_wait(&w->bell, SETTLE);
    n++;
  } while ((watch_files_look(&w->files) || watch_files_lack_one(&w->files)) &&
           n < MOST_SETTLES && !interrupt_asked());
}

/* Has something changed since the last run began? */
static bool watch_has_changed(Watch *w)
{
  if (!watch_files_look(&w->files) && !watch_files_have_changed(&w->files))
    return false;
  watch_settle(w);
  return watch_files_have_changed(&w->files);
}

/* False: Ctrl-C. */
static bool wait_for_change(Watch *w)
{
  int pause = w->files.n > MANY_FILES ? SLOW_POLL : POLL;
  while (!interrupt_asked()) {
    if (watch_has_changed(w)) return true;
    watch_bell_wait(&w->bell, pause);
  }
  return false;
}

/* --- what is said --- */

/* "pendulum.mo" or "pendulum.mo and 2 more". */
static const char *changed_text(const Watch *w)
{
  const char *first = NULL;
  int n = 0;
  for (int i = 0; i < w->files.n; i++) {
    const WatchedFile *f = &w->files.item[i];
    if (!watch_file_has_changed(f)) continue;
    if (!first) first = f->path;
    n++;
  }
  if (!first) return NULL;
  Arena *arena = session_scratch(w->s);
  first = report_clean(w->s, first);
  return n == 1 ? first : arena_printf(arena, "%s and %d more", first, n - 1);
}

static void watch_say_begin(const Watch *w)
{
  const Options *o = w->o;
  if (o->json || o->quiet) return;
  ArenaMark mark = arena_mark(session_scratch(w->s));
  const char *changed = changed_text(w);
  if (w->is_terminal) fputs("\033[H\033[2J", stdout);
  printf("%s: run %d%s%s%s\n", report_clean(w->s, w->label), w->run,
         changed ? ", " : "", changed ? changed : "",
         changed ? " was saved" : "");
  fflush(stdout);
  arena_release(mark);
}

static void watch_say_end(const Watch *w, double seconds)
{
  const Options *o = w->o;
  if (o->json || o->quiet) return;
  const char *what = w->child.status == EXIT_DONE       ? "done"
                     : w->child.status == EXIT_INTERNAL ? "crashed"
                                                        : "failed";
  printf("run %d %s in %.2g s; ", w->run, what, seconds);
  if (w->fmu_status >= 0)
    printf("%s %s; ", w->o->watched_fmu,
           w->fmu_status == EXIT_DONE ? "is new" : "is as it was");
  printf("looking at %s\n", report_count(w->s, w->files.n, "path"));
  fflush(stdout);
}

/* The document of simulate, on one line: no text in it has a line break. */
static void watch_put_result(const Watch *w, FILE *out)
{
  FileBytes bytes;
  ArenaMark mark = arena_mark(session_scratch(w->s));
  bool is_there = read_file(session_scratch(w->s), w->result, &bytes) &&
                  bytes.size > 1 && bytes.bytes[0] == '{';
  if (!is_there) fputs("null", out);
  for (size_t k = 0; is_there && k < bytes.size; k++) {
    if (bytes.bytes[k] == '\n')
      while (bytes.bytes[k + 1] == ' ') k++;
    else
      fputc(bytes.bytes[k], out);
  }
  arena_release(mark);
}

static void json_line(const Watch *w, const Name *changed, double seconds)
{
  printf("{\"run\": %d, \"changed\": [", w->run);
  for (int k = 0; changed[k]; k++) {
    if (k > 0) fputs(", ", stdout);
    json_write_string(stdout, changed[k]);
  }
  printf("], \"status\": %d, \"seconds\": %.3f, ", w->child.status, seconds);
  fputs("\"fmu\": ", stdout);
  if (w->fmu_status == EXIT_DONE)
    json_write_string(stdout, w->o->watched_fmu);
  else
    fputs("null", stdout);
  fputs(", \"result\": ", stdout);
  watch_put_result(w, stdout);
  fputs("}\n", stdout);
  fflush(stdout);
}

/* The paths that differ now; ends with NULL. */
static const Name *list_changed(Watch *w)
{
  int n = 0;
  Name *path = arena_array(session_scratch(w->s), (size_t)w->files.n + 1,
                           sizeof path[0]);
  for (int i = 0; i < w->files.n; i++) {
    const WatchedFile *f = &w->files.item[i];
    if (watch_file_has_changed(f)) path[n++] = f->path;
  }
  return path;
}

/* --- runs --- */

/* Until the process has ended, a file was saved, or Ctrl-C. */
static WatchEnd watch_follow(Watch *w)
{
  double began = clock_now(), looked = began;
  while (!watch_child_has_ended(&w->child)) {
    if (interrupt_asked()) {
      watch_child_stop(&w->child, true);
      return WATCH_LEFT;
    }
    double now = clock_now();
    bool has_rung =
        watch_bell_wait(&w->bell, now < began + 1 ? TICK : LONG_TICK);
    if (!has_rung && now < looked + POLL / 1e3) continue;
    looked = now;
    if (!watch_has_changed(w)) continue;
    watch_child_stop(&w->child, false);
    return WATCH_CHANGED;
  }
  return interrupt_asked() ? WATCH_LEFT : WATCH_DONE;
}

/* What went to a file instead of to the messages. */
static void pass_messages(const Watch *w)
{
  FileBytes bytes;
  ArenaMark mark = arena_mark(session_scratch(w->s));
  if (w->page.said && read_file(session_scratch(w->s), w->page.said, &bytes))
    fwrite(bytes.bytes, 1, bytes.size, stderr);
  arena_release(mark);
}

static void watch_forget_results(Watch *w)
{
  const Options *o = w->o;
  if (o->output) watch_files_forget(&w->files, o->output);
  if (o->plot_file) watch_files_forget(&w->files, o->plot_file);
  if (o->watched_fmu) watch_files_forget(&w->files, o->watched_fmu);
}

static WatchEnd make_fmu(Watch *w)
{
  if (w->child.status != EXIT_DONE || !w->o->watched_fmu) return WATCH_DONE;
  if (!watch_child_start(&w->child, w->build.word, w->o->json ? w->built : NULL,
                         NULL)) {
    return WATCH_DONE;
  }
  WatchEnd end = watch_follow(w);
  if (end != WATCH_DONE) return end;
  w->fmu_status = w->child.status;
  w->child.status = w->fmu_status == EXIT_DONE ? EXIT_DONE : EXIT_FAULT;
  return WATCH_DONE;
}

/* The run's own part: simulate, the page, the list of files. */
static WatchEnd simulate_once(Watch *w)
{
  struct timespec since;
  clock_gettime(CLOCK_REALTIME, &since);
  unlink(w->seen);
  if (w->page.drawn) unlink(w->page.drawn);
  if (!watch_child_start(&w->child, w->simulate.word,
                         w->o->json ? w->result : NULL, w->page.said)) {
    diagnostic_file_error(w->s, w->label, E501, "no process can be made");
    w->child.status = EXIT_INTERNAL;
    return WATCH_LEFT;
  }
  WatchEnd end = watch_follow(w);
  if (end != WATCH_CHANGED) pass_messages(w);
  if (end != WATCH_DONE) return end;
  bool is_good = w->child.status == EXIT_DONE;
  if (w->page.path && w->child.status != EXIT_USAGE)
    watch_page_show(&w->page, w->run, is_good);
  diagnostic_flush(w->s);
  watch_files_read(&w->files, w->seen, since);
  watch_forget_results(w);
  watch_bell_hang(&w->bell, &w->files);
  return WATCH_DONE;
}

static WatchEnd watch_run_once(Watch *w)
{
  ArenaMark mark = arena_mark(session_scratch(w->s));
  double began = clock_now();
  const Name *changed = list_changed(w);
  w->run++;
  w->fmu_status = -1;
  watch_say_begin(w);
  watch_files_accept(&w->files);
  WatchEnd end = simulate_once(w);
  int status = w->child.status;
  if (end == WATCH_DONE) end = make_fmu(w);
  if (end == WATCH_DONE && status != EXIT_USAGE) {
    double seconds = clock_now() - began;
    if (w->o->json)
      json_line(w, changed, seconds);
    else
      watch_say_end(w, seconds);
  }
  arena_release(mark);
  return end;
}

/* --- the command --- */

static int watch_loop(Watch *w)
{
  for (;;) {
    WatchEnd end = watch_run_once(w);
    if (w->run == 1 && end == WATCH_DONE && w->child.status == EXIT_USAGE)
      return EXIT_USAGE;
    if (end == WATCH_LEFT) break;
    if (end == WATCH_DONE && !wait_for_change(w)) break;
  }
  return interrupt_asked() ? EXIT_INTERRUPTED : EXIT_FAULT;
}

static bool watch_check_usage(const Options *o)
{
  if (o->output && strcmp(o->output, "-") == 0) {
    return options_complain("--output - writes the results of one run: watch "
                            "needs a file");
  }
  if (o->plot && !o->plot_file && o->json) {
    return options_complain("--json and a plot in the terminal cannot be "
                            "combined; use --plot-file");
  }
  if (o->n_files == 0) {
    return options_complain("watch needs a file: which one will be edited?");
  }
  return true;
}

static bool watch_find_program(Watch *w)
{
  char path[4096];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
  if (n > 0) {
    w->child.program = arena_copy_text(w->s->session_arena, path, (size_t)n);
    return true;
  }
  diagnostic_file_error(w->s, w->label, E501,
                        "the program does not know its own path");
  return false;
}

static bool watch_begin(Watch *w)
{
  Session *s = w->s;
  const Options *o = w->o;
  const char *folder = temporary_folder(s);
  if (!folder || !watch_find_program(w)) return false;
  w->seen = arena_printf(s->session_arena, "%s/seen", folder);
  w->result = arena_printf(s->session_arena, "%s/result.json", folder);
  w->built = arena_printf(s->session_arena, "%s/built.json", folder);
  if (!watch_page_begin(&w->page, s, o->plot_file, w->label)) return false;
  for (int k = 0; k < o->n_files; k++) watch_files_give(&w->files, o->file[k]);
  if (o->inputs) watch_files_give(&w->files, o->inputs);
  words_begin(w);
  watch_bell_hang(&w->bell, &w->files);
  return true;
}

int command_watch(Session *s, const Options *o)
{
  if (!watch_check_usage(o)) return EXIT_USAGE;
  Watch w = {.s = s,
             .o = o,
             .label = o->file[0],
             .files = {.s = s},
             .bell = {.file = -1},
             .is_terminal = isatty(STDOUT_FILENO)};
  if (!watch_begin(&w)) return EXIT_FAULT;
  interrupt_watch();
  int status = watch_loop(&w);
  interrupt_end();
  watch_page_end(&w.page);
  watch_bell_end(&w.bell);
  return status;
}
