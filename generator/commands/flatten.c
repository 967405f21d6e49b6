/* flatten.c: foucault flatten, the flat model as Modelica text. Of a package
 * the constants, and what each of its models is. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/temporary.h"
#include "base/text/harmless.h"
#include "base/text/json_text.h"
#include "base/vector.h"
#include "commands/commands.h"
#include "commands/options/request.h"
#include "emit/text/memory_stream.h"
#include "flatten/flat/balance.h"
#include "flatten/flatten_part.h"
#include "flatten/print/flat_print.h"
#include "report/report.h"

/* The text as one value; null where there is none. */
static void flatten_put_text(JsonWriter *w, Session *s, const FlatModel *flat)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = flat ? open_memstream(&text, &size) : NULL;
  bool good = out != NULL;
  if (out) flat_print(s, flat, out);
  if (out && fclose(out) != 0) good = false;
  json_key(w, "text");
  json_string(w, good ? text : NULL);
  free(text);
}

/* --- the models of a package --- */

/* What may follow from those: sizes are not what they will be. */
static bool follows_of_a_part(DiagnosticCode code)
{
  return code == E215 || code == E290;
}

typedef struct Member {
  const char *name;
  Balance balance; /* of the whole, with bindings */
  int n_variables;
  const char *wants; /* why it is not flattened by itself; NULL: it is */
  const char *error; /* the first one; NULL: none */
} Member;

/* The places of all errors that were printed. */
typedef struct Printed {
  const char **place;
  int n_places, cap_places;
} Printed;

static bool flatten_is_new(Session *s, Session *inner, const Diagnostic *d,
                           Printed *printed)
{
  const char *path = "", *key;
  if (d->span.source >= 0) path = session_source(inner, d->span.source)->path;
  key = arena_printf(s->session_arena, "%s:%d:%s", path, d->span.begin,
                     d->message);
  for (int k = 0; k < printed->n_places; k++) {
    if (strcmp(printed->place[k], key) == 0) return false;
  }
  printed->place =
      vector_grow(s->session_arena, printed->place, &printed->cap_places,
                  printed->n_places + 1, sizeof printed->place[0]);
  printed->place[printed->n_places++] = key;
  return true;
}

/* What the errors of one model mean, each place printed once. */
static void flatten_judge(Session *s, Session *inner, Member *m,
                          Printed *printed)
{
  const char *first = NULL;
  bool is_part = false, is_faulty = false;
  for (int k = 0; k < inner->n_diagnostics; k++) {
    const Diagnostic *d = inner->diagnostic[k];
    if (d->severity != SEVERITY_ERROR) continue;
    is_part |= flatten_part_may_have(d);
    is_faulty |= !flatten_part_may_have(d) && !follows_of_a_part(d->code);
    if (!first) first = arena_printf(s->session_arena, "%s", d->message);
  }
  if (is_part && !is_faulty) m->wants = first;
  if (!first || m->wants) return;
  m->error = first;
  for (int k = 0; k < inner->n_diagnostics; k++) {
    const Diagnostic *d = inner->diagnostic[k];
    if (d->severity == SEVERITY_ERROR && flatten_is_new(s, inner, d, printed))
      diagnostic_print(inner, d);
  }
}

/* A session for each, so that the memory of one model is what is needed. */
static Member flatten_member(Session *s, const Options *options,
                             const char *name, Printed *printed)
{
  Session *inner = session_create();
  memcpy(inner->limit, options->limit, sizeof inner->limit);
  inner->color = s->color;
  inner->messages = fopen("/dev/null", "w");
  if (!inner->messages) abort();
  CompileReport report = {0};
  CompileRequest request = request_of(options);
  request.model = name;
  const FlatModel *flat = compile_flat(inner, &request, &report);
  Member m = {.name = name,
              .balance = flat ? balance_global(flat) : (Balance){0},
              .n_variables = flat ? flat->n_vars : 0};
  diagnostic_flush(inner);
  fclose(inner->messages);
  inner->messages = s->messages;
  flatten_judge(s, inner, &m, printed);
  temporary_end(inner);
  session_destroy(inner);
  return m;
}

/* To a terminal without control characters, which texts of a model may have. */
static void flatten_show(Session *s, const FlatModel *flat)
{
  if (!harmless_is_terminal(stdout)) {
    flat_print(s, flat, stdout);
    return;
  }
  char *text;
  size_t size;
  FILE *out = memory_stream(&text, &size);
  flat_print(s, flat, out);
  memory_stream_end(out, &text);
  harmless_write(stdout, text, size);
  free(text);
}

static void flatten_print_member(Session *s, const Member *m)
{
  if (m->wants)
    printf("// %s is a part of other models: %s\n", m->name, m->wants);
  else if (!m->error)
    printf("// %s: %s in %s\n", m->name,
           report_count(s, m->balance.n_equations, "equation"),
           report_count(s, m->balance.n_unknowns, "unknown"));
  else
    printf("// %s has errors\n", m->name);
  fflush(stdout);
}

static void flatten_put_members(JsonWriter *w, const Member *m, int n)
{
  json_key(w, "models");
  json_array_begin(w);
  for (int k = 0; k < n; k++) {
    json_object_begin(w);
    json_key(w, "model");
    json_string(w, m[k].name);
    json_key(w, "equations");
    json_int(w, m[k].balance.n_equations);
    json_key(w, "unknowns");
    json_int(w, m[k].balance.n_unknowns);
    json_key(w, "variables");
    json_int(w, m[k].n_variables);
    json_key(w, "error");
    json_string(w, m[k].error);
    json_key(w, "needs");
    json_string(w, m[k].wants);
    json_object_end(w);
  }
  json_array_end(w);
}

static void flatten_print_json(Session *s, const FlatModel *flat,
                               const Member *member)
{
  JsonWriter w = json_begin(stdout);
  json_object_begin(&w);
  json_key(&w, "model");
  json_string(&w, flat ? flat->name : NULL);
  json_key(&w, "equations");
  json_int(&w, flat ? flat->n_equations : 0);
  json_key(&w, "variables");
  json_int(&w, flat ? flat->n_vars : 0);
  flatten_put_text(&w, s, flat);
  if (flat && flat->is_package) flatten_put_members(&w, member, flat->n_inside);
  report_diagnostics(&w, s);
  json_object_end(&w);
  json_end(&w);
}

/* --- the whole --- */

int command_flatten(Session *s, const Options *options)
{
  CompileReport report = {0};
  CompileRequest request = request_of(options);
  request.takes_packages = true;
  const FlatModel *flat = compile_flat(s, &request, &report);
  int n = flat ? flat->n_inside : 0;
  Member *member = arena_array(s->session_arena, (size_t)n, sizeof member[0]);
  Printed printed = {0};
  bool good = flat != NULL;
  if (flat && !options->json) flatten_show(s, flat);
  for (int k = 0; k < n; k++) {
    member[k] = flatten_member(s, options, flat->inside[k], &printed);
    if (!options->json) flatten_print_member(s, &member[k]);
    good &= member[k].error == NULL;
  }
  if (options->json) flatten_print_json(s, flat, member);
  return good ? EXIT_DONE : EXIT_FAULT;
}
