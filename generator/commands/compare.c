/* compare.c: foucault compare: one model, every method of index reduction,
 * one table. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "base/text/json_text.h"
#include "base/vector.h"
#include "commands/commands.h"
#include "commands/options/request.h"
#include "commands/trial.h"
#include "plot/plot.h"
#include "reduce/index/index_method.h"
#include "reduce/index/index_minimal_extension.h"
#include "report/circuit_report.h"
#include "report/report.h"
#include "results/invariant.h"

/* The finest solution: dummy derivatives with this part of the tolerance. */
static const double finer = 1e-3;
static const double finest = 1e-12;
static const double usual_tolerance = 1e-6;

/* The rows of the table; the first is what the others are measured by. */
typedef struct Variant {
  const char *name;
  Reduction reduction;
  ProjectionChoice projection;
} Variant;

static const Variant variants[] = {
    {"dummy", REDUCTION_DUMMY, PROJECTION_OFF},
    {"none", REDUCTION_NONE, PROJECTION_OFF},
    {"none, step", REDUCTION_NONE, PROJECTION_STEP},
    {"none, inner", REDUCTION_NONE, PROJECTION_INNER},
    {"baumgarte", REDUCTION_BAUMGARTE, PROJECTION_OFF},
    {"ggl", REDUCTION_GGL, PROJECTION_OFF},
    {"projection", REDUCTION_PROJECTION, PROJECTION_OFF},
    {"projection, step", REDUCTION_PROJECTION, PROJECTION_STEP},
    {"projection, inner", REDUCTION_PROJECTION, PROJECTION_INNER},
    {"minimal-extension", REDUCTION_MINIMAL_EXTENSION, PROJECTION_OFF},
    {"angles", REDUCTION_ANGLES, PROJECTION_OFF}, /* last: see run_all() */
};

enum { N_VARIANTS = sizeof variants / sizeof variants[0] };

typedef struct Comparison {
  Session *s;
  const Options *options;
  Trial trial[N_VARIANTS];
  int n_trials;    /* 0: the model is at fault */
  Trial reference; /* the finest solution */
  int n_levels;    /* of constraints, of all trials */
  bool is_reduced; /* an equation has to be differentiated */
  FirstOrderSize size;
  const Circuit *circuit; /* NULL: none */
} Comparison;

/* --- trials --- */

/* Why the integrator that was asked for has no such variant; NULL: it has. */
static const char *missing_in(const Options *o, const Variant *v)
{
  if (v->projection == PROJECTION_OFF) return NULL;
  if (o->ida) return "projection needs --solver cvode";
  bool is_step = v->projection == PROJECTION_STEP;
  bool is_adams = o->formulas == FORMULAS_ADAMS;
  return is_adams && is_step ? "CVODE projects steps of BDF only" : NULL;
}

static Trial try_variant(const Comparison *c, const Variant *v,
                         double tolerance)
{
  Options own = *c->options;
  own.reduction = v->reduction;
  own.projection = v->projection;
  const Trial *first = &c->trial[0];
  return trial_run(&own, tolerance, first->applies ? first : NULL,
                   c->s->session_arena);
}

static void find_reference(Comparison *c)
{
  assert(c->n_trials > 0);
  const FmuRun *run = &c->trial[0].run;
  double tolerance = run->has_tolerance ? run->tolerance : usual_tolerance;
  c->reference = try_variant(c, &variants[0], fmax(finer * tolerance, finest));
}

static bool compare_has_variable(Session *s, const ReducedSystem *r,
                                 const InvariantName *name)
{
  Suggestion near = suggest_for(s, name->text);
  for (int k = 0; k < r->n_vars; k++) {
    if (strcmp(r->var[k].name, name->text) == 0) return true;
    suggest_offer(&near, r->var[k].name);
  }
  diagnostic_error(s, name->span, E605, "no variable '%s' in %s%s", name->text,
                   r->name, suggest_text(s, &near));
  return false;
}

static bool check_invariant(Session *s, const ReducedSystem *r,
                            const char *text)
{
  const Invariant *v = invariant_read(s, text);
  if (!v) return false;
  bool good = true;
  for (int k = 0; k < v->n_names; k++) {
    if (!compare_has_variable(s, r, &v->name[k])) good = false;
  }
  return good;
}

/* What is wrong with the model itself is reported as by any command. */
static const ReducedSystem *check_model(Comparison *c)
{
  CompileReport report = {0};
  CompileRequest request = request_of(c->options);
  const ReducedSystem *r = compile_reduced(c->s, &request, &report);
  const char *invariant = c->options->invariant;
  if (r && invariant && !check_invariant(c->s, r, invariant)) return NULL;
  return r;
}

/* Without anything to reduce there is one method only, without circles none
 * that makes angles of them. */
static bool run_all(Comparison *c)
{
  const ReducedSystem *r = check_model(c);
  if (!r) return false;
  c->is_reduced = r->sys->n_eqs > r->sys->n_given;
  c->size = index_minimal_extension_size(r->sys, c->s, r->n_states);
  c->circuit = r->sys->circuit;
  assert(variants[0].reduction == REDUCTION_DUMMY &&
         variants[N_VARIANTS - 1].reduction == REDUCTION_ANGLES);
  c->n_trials = N_VARIANTS;
  if (r->sys->n_circles == 0) c->n_trials--;
  for (int k = 0; k < c->n_trials; k++) {
    Trial *t = &c->trial[k];
    t->why = missing_in(c->options, &variants[k]);
    if (k > 0 && !c->is_reduced) t->why = "nothing has to be differentiated";
    if (!t->why) *t = try_variant(c, &variants[k], 0);
    if (t->n_levels > c->n_levels) c->n_levels = t->n_levels;
  }
  if (!c->trial[0].model) c->trial[0].model = r->name;
  find_reference(c);
  return true;
}

static double difference_of(const Comparison *c, const Trial *t)
{
  if (!c->reference.applies || !t->applies) return NAN;
  return trial_difference(t, &c->reference);
}

/* --- text --- */

static void compare_print_number(double value, bool exists)
{
  if (exists && isfinite(value))
    printf(" %9.2g", value);
  else
    printf(" %9s", "-");
}

static void compare_print_head(const Comparison *c)
{
  const Trial *t = &c->trial[0];
  printf("%s: structural index %d, time %g to %g", t->model, t->index,
         t->run.start, t->run.stop);
  if (t->run.has_tolerance) printf(", tolerance %g", t->run.tolerance);
  printf("\n%s of first order, %d with the hidden constraints",
         report_count(c->s, c->size.given, "equation"), c->size.minimal);
  putchar('\n');
  if (c->circuit) circuit_report_size(c->s, c->circuit, stdout);
  printf("\n%-18s %5s %5s %5s %5s %8s %8s %6s %6s %7s %8s", "method", "index",
         "diff.", "alg.", "loops", "steps", "evals", "Jac.", "fact.", "restart",
         "time/s");
  for (int k = 0; k < c->n_levels; k++) {
    char name[16];
    snprintf(name, sizeof name, "g%.*s", k, "''''''''");
    printf(" %9s", name);
  }
  printf(" %9s %9s\n", "invariant", "at end");
}

/* A reason that a row above has given is not reported again. */
static void print_why(const Comparison *c, int k)
{
  assert(!c->trial[k].applies && c->trial[k].why);
  const char *why = c->trial[k].why;
  for (int i = 0; i < k; i++) {
    const Trial *other = &c->trial[i];
    if (other->applies || strcmp(other->why, why) != 0) continue;
    printf("%-18s does not apply: as %s\n", variants[k].name, variants[i].name);
    return;
  }
  printf("%-18s does not apply: %s\n", variants[k].name,
         report_clean(c->s, why));
}

static void compare_print_row(const Comparison *c, int k)
{
  const Trial *t = &c->trial[k];
  if (!t->applies) {
    print_why(c, k);
    return;
  }
  const FmuStatistics *n = &t->statistics;
  printf("%-18s %5d %5d %5d %5d %8ld %8ld %6ld %6ld %7ld %8.3g",
         variants[k].name, t->index_after, t->differential, t->algebraic,
         t->implicit, n->steps, n->rhs, n->jacobians, n->factorizations,
         n->restarts, t->wall_seconds);
  for (int i = 0; i < c->n_levels; i++) {
    bool exists = i < t->n_levels;
    compare_print_number(exists ? t->residual[i] : 0, exists);
  }
  compare_print_number(t->invariant_drift, t->has_invariant);
  compare_print_number(difference_of(c, t), true);
  putchar('\n');
}

static void print_table(const Comparison *c)
{
  compare_print_head(c);
  for (int k = 0; k < (c->is_reduced ? c->n_trials : 1); k++)
    compare_print_row(c, k);
  if (!c->is_reduced) {
    puts("\nNothing had to be reduced: no equation needs to be differentiated, "
         "as in minimal\ncoordinates. The other methods would change nothing.");
  }
  puts("\nindex: of the equations that are solved; diff., alg.: differential "
       "and "
       "algebraic ones; loops:\nunknowns of loops that no formula solves; "
       "g, g', ...: largest residual of the constraints,\nundifferentiated and "
       "differentiated; invariant: largest change of it; at end: largest\n"
       "difference to a solution with a far smaller tolerance. step, inner: "
       "--project");
}

/* --- JSON --- */

static void compare_put_number(JsonWriter *w, const char *key, double value,
                               bool exists)
{
  json_key(w, key);
  if (exists && isfinite(value))
    json_double(w, value);
  else
    json_null(w);
}

static void compare_put_count(JsonWriter *w, const char *key, const Trial *t,
                              long n)
{
  json_key(w, key);
  if (t->applies)
    json_int(w, n);
  else
    json_null(w);
}

static void put_residuals(JsonWriter *w, const Trial *t)
{
  bool has_any = t->applies && t->n_levels > 0;
  compare_put_number(w, "constraint_residual", has_any ? t->residual[0] : 0,
                     has_any);
  json_key(w, "residuals"); /* by level */
  json_array_begin(w);
  for (int k = 0; has_any && k < t->n_levels; k++) {
    json_double(w, t->residual[k]);
  }
  json_array_end(w);
}

static void put_trial(JsonWriter *w, const Comparison *c, int k)
{
  assert(k >= 0 && k < c->n_trials);
  static const char *const project[] = {"off", "step", "inner"};
  const Trial *t = &c->trial[k];
  const FmuStatistics *n = &t->statistics;
  json_object_begin(w);
  json_key(w, "method");
  json_string(w, variants[k].name);
  json_key(w, "reduction");
  json_string(w, index_method(variants[k].reduction)->name);
  json_key(w, "project");
  json_string(w, project[variants[k].projection]);
  json_key(w, "applies");
  json_bool(w, t->applies);
  json_key(w, "why");
  json_string(w, t->why);
  compare_put_count(w, "index_after", t, t->index_after);
  compare_put_count(w, "differential", t, t->differential);
  compare_put_count(w, "algebraic", t, t->algebraic);
  compare_put_count(w, "implicit", t, t->implicit);
  compare_put_count(w, "steps", t, n->steps);
  compare_put_count(w, "evaluations", t, n->rhs);
  compare_put_count(w, "jacobians", t, n->jacobians);
  compare_put_count(w, "factorizations", t, n->factorizations);
  compare_put_count(w, "pivots", t, n->pivots);
  compare_put_count(w, "restarts", t, n->restarts);
  compare_put_number(w, "wall_s", t->wall_seconds, t->applies);
  put_residuals(w, t);
  compare_put_number(w, "invariant_drift", t->invariant_drift,
                     t->applies && t->has_invariant);
  compare_put_number(w, "difference", difference_of(c, t), t->applies);
  json_object_end(w);
}

static void compare_print_json(const Comparison *c)
{
  JsonWriter w = json_begin(stdout);
  json_object_begin(&w);
  json_key(&w, "model");
  json_string(&w, c->n_trials > 0 ? c->trial[0].model : NULL);
  json_key(&w, "index");
  json_int(&w, c->n_trials > 0 ? c->trial[0].index : 0);
  json_key(&w, "first_order");
  json_object_begin(&w);
  json_key(&w, "given");
  json_int(&w, c->size.given);
  json_key(&w, "minimal");
  json_int(&w, c->size.minimal);
  json_object_end(&w);
  circuit_report_json(&w, c->circuit);
  json_key(&w, "methods");
  json_array_begin(&w);
  for (int k = 0; k < c->n_trials; k++) put_trial(&w, c, k);
  json_array_end(&w);
  report_diagnostics(&w, c->s);
  json_object_end(&w);
  json_end(&w);
}

/* --- the plot --- */

/* Exact values have no logarithm. */
static const double smallest_drift = 1e-17;

/* The largest drift so far, since residuals swing through zero: one curve for
 * each method that has constraints and got to the end. */
static Plot *make_plot(const Comparison *c, const Trial **shown)
{
  Arena *arena = c->s->session_arena;
  Plot *plot = arena_alloc(arena, sizeof *plot);
  plot->curve = arena_array(arena, (size_t)c->n_trials, sizeof plot->curve[0]);
  plot->cap_curves = c->n_trials;
  plot->title = arena_printf(
      arena, "%s: log10 of the largest residual of the constraints so far",
      c->trial[0].model);
  for (int k = 0; k < c->n_trials; k++) {
    const Trial *t = &c->trial[k];
    if (!t->applies || t->n_levels == 0) continue;
    if (t->n_points != c->trial[0].n_points) continue;
    int n = plot->n_curves++;
    shown[n] = t;
    plot->curve[n] = (PlotCurve){.y = variants[k].name, .y_column = n + 1};
  }
  plot->n_columns = plot->n_curves + 1;
  return plot;
}

static bool compare_draw(const Comparison *c)
{
  assert(c->n_trials > 0 && c->options->plot_file);
  Arena *arena = c->s->session_arena;
  size_t n = (size_t)c->n_trials;
  const Trial **shown = arena_array(arena, n, sizeof shown[0]);
  double *row = arena_array(arena, n + 1, sizeof row[0]);
  double *largest = arena_array(arena, n, sizeof largest[0]);
  Plot *plot = make_plot(c, shown);
  if (plot->n_curves == 0) return true; /* nothing drifts */
  for (int p = 0; p < c->trial[0].n_points; p++) {
    row[0] = shown[0]->time[p];
    for (int i = 0; i < plot->n_curves; i++) {
      largest[i] = fmax(largest[i], shown[i]->drift[p]);
      row[i + 1] = log10(fmax(largest[i], smallest_drift));
    }
    plot_add_row(c->s, plot, row);
  }
  return plot_draw(c->s, plot, c->options->plot_file);
}

/* --- the command --- */

int command_compare(Session *s, const Options *options)
{
  if (options->plot_file && !plot_file_is_known(options->plot_file)) {
    options_complain("--plot-file must end in .svg, .png or .html");
    return EXIT_USAGE;
  }
  Comparison c = {.s = s, .options = options};
  bool good = run_all(&c);
  if (good && options->plot_file) good = compare_draw(&c);
  if (options->json)
    compare_print_json(&c);
  else if (good)
    print_table(&c);
  return good ? EXIT_DONE : EXIT_FAULT;
}
