/* split_build.c: foucault build --split, one FMU of each component at the top
 * of a system model, in an SSP archive. */
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/temporary.h"
#include "base/text/json_text.h"
#include "commands/commands.h"
#include "commands/options/request.h"
#include "commands/split_start.h"
#include "emit/package/package.h"
#include "flatten/flat/flat_repeat.h"
#include "report/report.h"
#include "split/split_choose.h"
#include "split/split_plan.h"
#include "split/split_ssd.h"

typedef struct SplitBuild {
  Session *s;
  const Options *options;
  CompileRequest request;
  SplitPlan *plan;
  const char *output;
  char *ssd;
  size_t ssd_size;
  CompileReport *report; /* [n_parts] numbers alone are good */
  bool is_written;
} SplitBuild;

/* --- the parts --- */

/* Each in a session of its own: warnings were given for the whole model. */
static bool split_build_part(SplitBuild *b, int part, const char *path)
{
  SplitContext context = {b->plan, part};
  assert(b->plan && b->report);
  CompileRequest request = b->request;
  request.part = split_choose_part;
  request.part_context = &context;
  Session *own = session_create();
  memcpy(own->limit, b->s->limit, sizeof own->limit);
  own->quiet = true;
  own->verbose = b->s->verbose;
  own->color = b->s->color;
  own->messages = b->s->messages;
  diagnostic_flush(b->s);
  bool good = compile_model(own, &request, path, &b->report[part]);
  diagnostic_flush(own);
  temporary_end(own);
  session_destroy(own);
  if (!good)
    diagnostic_error(b->s, NO_SPAN, E623, "the FMU of '%s' cannot be made",
                     b->plan->part[part].name);
  return good;
}

static bool split_build_parts(SplitBuild *b)
{
  const SplitPlan *plan = b->plan;
  Arena *arena = b->s->session_arena;
  const char *folder = temporary_folder(b->s);
  size_t n = (size_t)plan->n_parts;
  if (!folder) return false;
  PackageMember *member = arena_array(arena, n + 1, sizeof member[0]);
  b->report = arena_array(arena, n, sizeof b->report[0]);
  member[0] = (PackageMember){
      .name = "SystemStructure.ssd", .bytes = b->ssd, .size = b->ssd_size};
  for (int p = 0; p < plan->n_parts; p++) {
    const char *path =
        arena_printf(arena, "%s/%s.fmu", folder, plan->part[p].word);
    if (!split_build_part(b, p, path)) return false;
    member[p + 1] =
        (PackageMember){.name = split_ssd_source(b->s, plan, p), .path = path};
  }
  b->is_written =
      package_write(b->s, b->output, PACKAGE_KEPT, member, plan->n_parts + 1);
  return b->is_written;
}

/* Where the whole model cannot be initialized the parts have their guesses. */
static void split_build_begin(SplitBuild *b, const FlatModel *flat)
{
  if (!b->plan->has_guesses) return;
  double *first = arena_array(b->s->session_arena, (size_t)flat->n_vars + 1,
                              sizeof first[0]);
  if (split_start_find(b->options, flat, first)) b->plan->first = first;
}

static bool split_build_all(SplitBuild *b)
{
  Session *s = b->s;
  const Options *o = b->options;
  CompileReport report = {0};
  const FlatModel *flat = compile_flat(s, &b->request, &report);
  if (!flat || s->n_errors > 0) return false;
  flat = flat_unfolded(flat, s->flat_arena);
  b->plan = split_plan(s, flat);
  if (!b->plan) return false;
  b->plan->filter = o->filter.given ? o->filter.value : 0;
  if (!split_choose(s, &b->request, b->plan)) return false;
  split_build_begin(b, flat);
  if (!b->output) {
    const char *dot = strrchr(b->plan->name, '.');
    b->output =
        arena_printf(s->session_arena, "%s.ssp", dot ? dot + 1 : b->plan->name);
  }
  b->ssd = split_ssd_write(s, flat, b->plan, &b->ssd_size);
  return b->ssd && split_build_parts(b);
}

/* --- the report --- */

static const char *split_build_giver(const SplitBuild *b, const SplitNode *node)
{
  return b->plan->part[node->part[node->giver]].name;
}

static void split_build_put_nodes(JsonWriter *w, const SplitBuild *b)
{
  json_key(w, "couplings");
  json_array_begin(w);
  for (int k = 0; b->is_written && k < b->plan->n_nodes; k++) {
    const SplitNode *node = &b->plan->node[k];
    json_object_begin(w);
    json_key(w, "connectors");
    json_string(w, node->name);
    json_key(w, "potential");
    json_string(w, split_build_giver(b, node));
    json_key(w, "rates");
    json_int(w, node->n_rates);
    json_key(w, "why");
    json_string(w, node->why);
    json_object_end(w);
  }
  json_array_end(w);
}

static void split_build_json(const SplitBuild *b)
{
  JsonWriter w = json_begin(stdout);
  json_object_begin(&w);
  json_key(&w, "model");
  json_string(&w, b->plan ? b->plan->name : NULL);
  json_key(&w, "ssp");
  json_string(&w, b->is_written ? b->output : NULL);
  json_key(&w, "parts");
  json_array_begin(&w);
  for (int p = 0; b->is_written && p < b->plan->n_parts; p++) {
    json_object_begin(&w);
    json_key(&w, "name");
    json_string(&w, b->plan->part[p].name);
    json_key(&w, "equations");
    json_int(&w, b->report[p].n_equations);
    json_key(&w, "states");
    json_int(&w, b->report[p].n_states);
    json_key(&w, "index");
    json_int(&w, b->report[p].index);
    json_object_end(&w);
  }
  json_array_end(&w);
  split_build_put_nodes(&w, b);
  report_diagnostics(&w, b->s);
  json_object_end(&w);
  json_end(&w);
}

static void split_build_summary(const SplitBuild *b)
{
  assert(b->is_written);
  Session *s = b->s;
  for (int p = 0; p < b->plan->n_parts; p++) {
    const CompileReport *r = &b->report[p];
    printf("%s: %s, %s\n", b->plan->part[p].name,
           report_count(s, r->n_equations, "equation"),
           report_count(s, r->n_states, "state"));
  }
  for (int k = 0; k < b->plan->n_nodes; k++) {
    const SplitNode *node = &b->plan->node[k];
    printf("%s: '%s' gives the potential%s and takes the flow\n  %s\n",
           node->name, split_build_giver(b, node),
           node->n_rates == 0   ? ""
           : node->n_rates == 1 ? " with its derivative"
                                : " with two derivatives",
           node->why);
  }
  printf("%s written: %s, %s of signals\n", b->output,
         report_count(s, b->plan->n_parts, "FMU"),
         report_count(s, b->plan->n_signals + b->plan->n_uses, "connection"));
}

static bool split_build_check_usage(const Options *o)
{
  size_t n = o->output ? strlen(o->output) : 0;
  if (o->output && (n < 5 || strcmp(o->output + n - 4, ".ssp") != 0))
    return options_complain("--split writes an SSP archive: -o NAME.ssp");
  if (o->fmi == FMI_BOTH)
    return options_complain("--split writes FMUs of one version: --fmi 2 or 3");
  if (o->dump || o->depfile || o->cache)
    return options_complain("--split does not go with --dump, --depfile or "
                            "--cache");
  return true;
}

int build_split(Session *s, const Options *options)
{
  if (!split_build_check_usage(options)) return EXIT_USAGE;
  SplitBuild b = {.s = s,
                  .options = options,
                  .request = request_of(options),
                  .output = options->output};
  b.request.choice.input_rates = false; /* importers need not give them */
  bool good = split_build_all(&b);
  free(b.ssd);
  if (options->json)
    split_build_json(&b);
  else if (good && !options->quiet && !options->no_summary)
    split_build_summary(&b);
  return good ? EXIT_DONE : EXIT_FAULT;
}
