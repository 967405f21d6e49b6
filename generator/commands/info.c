/* info.c: foucault info, what is in an FMU. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/text/json_text.h"
#include "base/vector.h"
#include "commands/commands.h"
#include "fmu_file/archive.h"
#include "fmu_file/description_read.h"
#include "report/report.h"

enum { STATES_SHOWN = 40 };

/* Names of the folders below binaries/, in the order of the archive. */
typedef struct Platforms {
  const char **name;
  int n, cap;
} Platforms;

static bool has_platform(const Platforms *p, const char *name, size_t n)
{
  for (int i = 0; i < p->n; i++) {
    if (strlen(p->name[i]) == n && memcmp(p->name[i], name, n) == 0) {
      return true;
    }
  }
  return false;
}

static Platforms find_platforms(Session *s, const Archive *archive)
{
  Platforms p = {0};
  for (int i = 0; i < archive->n_entries; i++) {
    const char *name = archive->entry[i].name;
    if (strncmp(name, "binaries/", 9) != 0) continue;
    const char *slash = strchr(name + 9, '/');
    size_t n = slash ? (size_t)(slash - name - 9) : 0;
    if (n == 0 || has_platform(&p, name + 9, n)) continue;
    p.name = vector_grow(s->session_arena, p.name, &p.cap, p.n + 1,
                         sizeof p.name[0]);
    p.name[p.n++] = arena_copy_text(s->session_arena, name + 9, n);
  }
  return p;
}

/* --- JSON --- */

static void put_optional(JsonWriter *w, const char *key, bool given,
                         double value)
{
  json_key(w, key);
  if (given)
    json_double(w, value);
  else
    json_null(w);
}

static void put_kind(JsonWriter *w, const char *key, const FmuKind *kind)
{
  json_key(w, key);
  if (!kind->present) {
    json_null(w);
    return;
  }
  json_object_begin(w);
  json_key(w, "modelIdentifier");
  json_string(w, kind->identifier);
  json_key(w, "capabilities");
  json_array_begin(w);
  for (int i = 0; i < kind->n_capabilities; i++) {
    json_string(w, kind->capability[i]);
  }
  json_array_end(w);
  json_object_end(w);
}

static void put_variables(JsonWriter *w, const FmuDescription *d)
{
  json_key(w, "variables");
  json_array_begin(w);
  for (int i = 0; i < d->n_variables; i++) {
    const FmuVariable *v = &d->variable[i];
    json_object_begin(w);
    json_key(w, "name");
    json_string(w, v->name);
    json_key(w, "type");
    json_string(w, v->type_name);
    json_key(w, "causality");
    json_string(w, description_causality_word(v->causality));
    json_key(w, "variability");
    json_string(w, description_variability_word(v->variability));
    json_key(w, "unit");
    json_string(w, v->unit);
    json_key(w, "start");
    json_string(w, v->start);
    json_key(w, "description");
    json_string(w, v->description);
    json_object_end(w);
  }
  json_array_end(w);
}

/* Of FMI 3.0: what the elements in `variables` belong to. */
static void put_arrays(JsonWriter *w, const FmuDescription *d)
{
  json_key(w, "arrays");
  json_array_begin(w);
  for (int i = 0; i < d->n_arrays; i++) {
    const FmuArray *a = &d->array[i];
    json_object_begin(w);
    json_key(w, "name");
    json_string(w, a->name);
    json_key(w, "type");
    json_string(w, description_fmi3_type_word(a->type));
    json_key(w, "value_reference");
    json_int(w, a->value_reference);
    json_key(w, "dimensions");
    json_array_begin(w);
    for (int k = 0; k < a->n_dimensions; k++) json_int(w, a->dimension[k].size);
    json_array_end(w);
    if (a->type == FMI3_CLOCK) {
      json_key(w, "interval");
      json_string(w, description_interval_word(a->interval_variability));
    }
    json_object_end(w);
  }
  json_array_end(w);
}

static void put_identity(JsonWriter *w, const FmuDescription *d)
{
  json_key(w, "model");
  json_string(w, d ? d->model_name : NULL);
  if (!d) return;
  json_key(w, "description");
  json_string(w, d->description);
  json_key(w, "guid");
  json_string(w, d->guid);
  json_key(w, "fmi_version");
  json_string(w, d->fmi_version);
  json_key(w, "generation_tool");
  json_string(w, d->generation_tool);
  static const FmuKind none = {0};
  put_kind(w, "co_simulation", d->is_scheduled ? &none : &d->co_simulation);
  put_kind(w, "model_exchange", &d->model_exchange);
  put_kind(w, "scheduled_execution", &d->scheduled_execution);
}

static void put_contents(JsonWriter *w, const FmuDescription *d)
{
  json_key(w, "states");
  json_array_begin(w);
  for (int i = 0; i < d->n_states; i++) {
    assert(d->state[i] >= 0 && d->state[i] < d->n_variables);
    json_string(w, d->variable[d->state[i]].name);
  }
  json_array_end(w);
  json_key(w, "event_indicators");
  json_int(w, d->n_event_indicators);
  json_key(w, "default_experiment");
  json_object_begin(w);
  put_optional(w, "start", d->has_start, d->start);
  put_optional(w, "stop", d->has_stop, d->stop);
  put_optional(w, "tolerance", d->has_tolerance, d->tolerance);
  put_optional(w, "step", d->has_step, d->step);
  json_object_end(w);
  if (d->version == 3) put_arrays(w, d);
  put_variables(w, d);
}

static void info_print_json(Session *s, const char *fmu, const Archive *archive,
                            const FmuDescription *d)
{
  JsonWriter w = json_begin(stdout);
  json_object_begin(&w);
  json_key(&w, "fmu");
  json_string(&w, fmu);
  put_identity(&w, d);
  if (d) {
    put_contents(&w, d);
    Platforms p = find_platforms(s, archive);
    json_key(&w, "platforms");
    json_array_begin(&w);
    for (int i = 0; i < p.n; i++) json_string(&w, p.name[i]);
    json_array_end(&w);
    json_key(&w, "bytes");
    json_int(&w, (int64_t)archive->file_size);
  }
  report_diagnostics(&w, s);
  json_object_end(&w);
  json_end(&w);
}

/* --- for people --- */

static void print_kind(Session *s, const char *title, const FmuKind *kind)
{
  if (!kind->present) return;
  printf("%-15s %s", title, report_clean(s, kind->identifier));
  for (int i = 0; i < kind->n_capabilities; i++) {
    /* Only what it can do: "name=true" */
    const char *c = kind->capability[i];
    size_t n = strcspn(c, "=");
    if (strcmp(c + n, "=true") == 0) printf(" %.*s", (int)n, c);
  }
  putchar('\n');
}

static void print_experiment(const FmuDescription *d)
{
  if (!d->has_start && !d->has_stop && !d->has_tolerance && !d->has_step) {
    return;
  }
  printf("%-15s", "experiment");
  if (d->has_start) printf(" start %g", d->start);
  if (d->has_stop) printf(" stop %g", d->stop);
  if (d->has_step) printf(" step %g", d->step);
  if (d->has_tolerance) printf(" tolerance %g", d->tolerance);
  putchar('\n');
}

enum { MOST_STARTS = 8 }; /* of an array that are shown */

/* The name; of the first element of an array A[n=3,2]. */
static const char *info_name(Session *s, const FmuDescription *d,
                             const FmuVariable *v)
{
  const FmuArray *a = v->array >= 0 ? &d->array[v->array] : NULL;
  if (!a || a->n_dimensions == 0) return v->name;
  Arena *arena = s->session_arena;
  const char *text = "";
  for (int k = 0; k < a->n_dimensions; k++) {
    const FmuDimension *size = &a->dimension[k];
    const char *by = size->parameter >= 0 ? d->array[size->parameter].name : "";
    text = arena_printf(arena, "%s%s%s%s%ld", text, k > 0 ? "," : "", by,
                        *by ? "=" : "", size->size);
  }
  return arena_printf(arena, "%s[%s]", a->name, text);
}

/* One start value of all elements, or the first of them. */
static void info_print_starts(Session *s, const FmuDescription *d,
                              const FmuVariable *v)
{
  int n = v->array >= 0 ? d->array[v->array].n : 1;
  bool is_one = true;
  for (int k = 1; k < n && is_one; k++) is_one = v[k].start == v->start;
  printf(" = %s", report_clean(s, v->start));
  if (is_one) return;
  for (int k = 1; k < n && k < MOST_STARTS; k++)
    printf(" %s", report_clean(s, v[k].start));
  if (n > MOST_STARTS) printf(" ...");
}

static void info_print_variable(Session *s, const FmuDescription *d,
                                const FmuVariable *v)
{
  printf("  %-24s %-11s %-10s", report_clean(s, info_name(s, d, v)),
         v->type_name, description_variability_word(v->variability));
  if (v->start) info_print_starts(s, d, v);
  if (v->unit) printf(" %s", report_clean(s, v->unit));
  if (v->array >= 0 && d->array[v->array].type == FMI3_CLOCK)
    printf(" %s",
           description_interval_word(d->array[v->array].interval_variability));
  if (v->description) printf("  \"%s\"", report_clean(s, v->description));
  putchar('\n');
}

/* Arrays are shown once, by their first elements. */
static bool info_is_shown(const FmuDescription *d, int i,
                          FmuCausality causality)
{
  const FmuVariable *v = &d->variable[i];
  if (v->causality != causality) return false;
  return v->array < 0 || d->array[v->array].n == 1 ||
         v->value_reference == (unsigned)d->array[v->array].first;
}

static void info_print_causality(Session *s, const FmuDescription *d,
                                 FmuCausality causality)
{
  int n = 0;
  for (int i = 0; i < d->n_variables; i++) {
    if (info_is_shown(d, i, causality)) n++;
  }
  if (n == 0) return;
  printf("\n%s (%d)\n", description_causality_word(causality), n);
  for (int i = 0; i < d->n_variables; i++) {
    if (info_is_shown(d, i, causality))
      info_print_variable(s, d, &d->variable[i]);
  }
}

static void info_print_row(Session *s, const char *title, const char *text)
{
  if (text) printf("%-15s %s\n", title, report_clean(s, text));
}

/* All of them in --json; a reader wants no million names. */
static void info_print_states(Session *s, const FmuDescription *d)
{
  int n = d->n_states <= STATES_SHOWN ? d->n_states : STATES_SHOWN;
  printf("%-15s %d", "states", d->n_states);
  for (int i = 0; i < n; i++) {
    printf("%s %s", i == 0 ? ":" : ",",
           report_clean(s, d->variable[d->state[i]].name));
  }
  if (n < d->n_states) printf(" and %d more", d->n_states - n);
  fputs("\n", stdout);
}

static void info_print_text(Session *s, const Archive *archive,
                            const FmuDescription *d)
{
  info_print_row(s, "model", d->model_name);
  info_print_row(s, "description", d->description);
  info_print_row(s, "FMI", d->fmi_version);
  info_print_row(s, "guid", d->guid);
  info_print_row(s, "made by", d->generation_tool);
  if (!d->is_scheduled) print_kind(s, "Co-Simulation", &d->co_simulation);
  print_kind(s, "Model Exchange", &d->model_exchange);
  print_kind(s, "Scheduled Exec.", &d->scheduled_execution);
  printf("%-15s", "platforms");
  Platforms p = find_platforms(s, archive);
  for (int i = 0; i < p.n; i++) printf(" %s", report_clean(s, p.name[i]));
  printf("\n%-15s %.1f kB\n", "size", (double)archive->file_size / 1000);
  print_experiment(d);
  info_print_states(s, d);
  printf("%-15s %d\n", "crossings", d->n_event_indicators);
  for (int c = 0; c < N_FMU_CAUSALITIES; c++) {
    info_print_causality(s, d, (FmuCausality)c);
  }
}

int command_info(Session *s, const Options *options)
{
  if (options->n_files != 1) {
    options_complain("info needs exactly one FMU");
    return EXIT_USAGE;
  }
  const char *path = options->file[0];
  const FmuDescription *d = NULL;
  Archive *archive = archive_open(s, path);
  if (archive) {
    size_t length;
    const char *bytes = archive_read(s, archive, "modelDescription.xml",
                                     archive_description_limit(), &length);
    if (bytes) d = description_read(s, path, bytes, length);
  }
  if (options->json)
    info_print_json(s, path, archive, d);
  else if (d)
    info_print_text(s, archive, d);
  archive_close(archive);
  return d ? EXIT_DONE : EXIT_FAULT;
}
