/* check.c: foucault check, what is wrong with an FMU. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/suggest.h"
#include "base/temporary.h"
#include "check/check_report.h"
#include "check/workers.h"
#include "commands/commands.h"

#define CALL_SECONDS 10.0
#define TOTAL_FACTOR 12.0 /* a stage may last this many calls */
#define MEMORY_MEGABYTE 2000.0

static bool read_ignored(Session *s, const Options *o, Findings *f)
{
  for (int i = 0; i < o->n_ignored; i++) {
    RuleId rule = rule_find(o->ignored[i]);
    if (rule != N_RULES) {
      f->ignore[rule] = true;
      continue;
    }
    Suggestion near = suggest_for(s, o->ignored[i]);
    for (int k = 0; k < N_RULES; k++) {
      suggest_offer(&near, rule_of((RuleId)k)->name);
    }
    if (!near.best) {
      return options_complain("--ignore: there is no rule '%s'; see "
                              "foucault check --rules",
                              o->ignored[i]);
    }
    return options_complain("--ignore: there is no rule '%s'; did you mean "
                            "'%s'?",
                            o->ignored[i], near.best);
  }
  return true;
}

static void check_print_json(const Options *o, const Findings *f)
{
  JsonWriter w = json_begin(stdout);
  if (o->n_files == 1) {
    check_report_json(&w, o->file[0], &f[0]);
  } else {
    bool ok = true;
    json_object_begin(&w);
    json_key(&w, "fmus");
    json_array_begin(&w);
    for (int i = 0; i < o->n_files; i++) {
      check_report_json(&w, o->file[i], &f[i]);
      ok = ok && findings_count(&f[i], FINDING_ERROR) == 0;
    }
    json_array_end(&w);
    json_key(&w, "ok");
    json_bool(&w, ok);
    json_object_end(&w);
  }
  json_end(&w);
}

static bool write_junit(Session *s, const Options *o, const Findings *f)
{
  const char *path = temporary_beside(s, o->junit);
  FILE *out = path ? fopen(path, "w") : NULL;
  if (!out) {
    if (path) diagnostic_file_error(s, o->junit, E501, "cannot be written");
    return false;
  }
  check_report_junit(out, o->file, o->n_files, f);
  bool good = !ferror(out);
  good = fclose(out) == 0 && good;
  if (!good)
    diagnostic_file_error(s, o->junit, E501, "cannot be written: %s",
                          strerror(errno));
  return good && temporary_publish(s, path, o->junit);
}

static bool has_color(const Options *o)
{
  return o->color == COLOR_ALWAYS ||
         (o->color == COLOR_AUTO && isatty(STDOUT_FILENO));
}

static CheckOptions check_options(const Options *o)
{
  double seconds = o->time_limit.given ? o->time_limit.value : CALL_SECONDS;
  double memory =
      o->memory_limit.given ? o->memory_limit.value : MEMORY_MEGABYTE;
  return (CheckOptions){.runs = !o->no_run,
                        .limits = {seconds, seconds * TOTAL_FACTOR, memory},
                        .csv = o->csv};
}

static bool check_names_fmus(const Options *o)
{
  for (int i = 0; i < o->n_files; i++) {
    const char *dot = strrchr(o->file[i], '.');
    if (!dot || strcmp(dot, ".mo") != 0) continue;
    return options_complain("check is for FMUs, and %s is a Modelica file: "
                            "foucault build makes an FMU of it, foucault "
                            "flatten checks the model alone",
                            o->file[i]);
  }
  return true;
}

int command_check(Session *s, const Options *o)
{
  if (o->rules) {
    check_report_rules(stdout);
    return EXIT_DONE;
  }
  if (o->n_files == 0) {
    options_complain("check needs one or more FMUs");
    return EXIT_USAGE;
  }
  if (!check_names_fmus(o)) return EXIT_USAGE;
  if (o->csv && o->n_files > 1) {
    options_complain("--csv needs exactly one FMU");
    return EXIT_USAGE;
  }
  Findings *f = arena_array(s->session_arena, (size_t)o->n_files, sizeof f[0]);
  for (int i = 0; i < o->n_files; i++) {
    f[i].s = s;
    if (!read_ignored(s, o, &f[i])) return EXIT_USAGE;
  }
  CheckOptions options = check_options(o);
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  int jobs = o->jobs.given ? (int)o->jobs.value : cores > 0 ? (int)cores : 1;
#ifdef _WIN32 /* see generator/windows/check/workers.c */
  if (o->jobs.given && jobs > 1) {
    options_complain("--jobs: on Windows one FMU is checked after the other");
    jobs = 1;
  }
#endif
  workers_check(s, o->file, o->n_files, &options, jobs, f);
  int status = EXIT_DONE;
  for (int i = 0; i < o->n_files; i++) {
    if (findings_count(&f[i], FINDING_ERROR) > 0) status = EXIT_FAULT;
    if (!o->json) {
      check_report_text(stdout, o->file[i], &f[i], has_color(o), o->quiet);
    }
  }
  if (o->json) check_print_json(o, f);
  if (o->junit && !write_junit(s, o, f)) status = EXIT_FAULT;
  return status;
}
