/* explain_json.c: what explain_text.c writes in words, key by key. */
#include "report/explain_json.h"

#include <assert.h>

#include "base/text/json_text.h"
#include "reduce/index/jumps.h"
#include "reduce/initial/initial_changes.h"
#include "reduce/structure/given_index.h"
#include "reduce/system/system_print.h"
#include "report/circuit_report.h"
#include "report/explain_text.h"
#include "report/preferred_states_report.h"
#include "report/report.h"
#include "report/sampled_report.h"

static void json_names(JsonWriter *w, const char *key, const System *sys,
                       const VarId *var, int n)
{
  json_key(w, key);
  json_array_begin(w);
  for (int k = 0; k < n; k++) json_string(w, sys->var[var[k].i].name);
  json_array_end(w);
}

static EqId last_derivative(const System *sys, int k)
{
  EqId e = {k};
  while (sys->eq[e.i].derivative.i >= 0) e = sys->eq[e.i].derivative;
  return e;
}

/* How often the given equation was differentiated. */
static int explain_json_differentiations(const System *sys, int k)
{
  int n = 0;
  for (EqId e = sys->eq[k].derivative; e.i >= 0; e = sys->eq[e.i].derivative) {
    n++;
  }
  return n;
}

/* y = x, or y = -x: y is not an unknown of its own. */
static void json_merged(JsonWriter *w, const System *sys)
{
  json_key(w, "merged");
  json_array_begin(w);
  for (int i = 0; i < sys->n_vars; i++) {
    const Var *var = &sys->var[i];
    if (var->alias_of.i < 0) continue;
    json_object_begin(w);
    json_key(w, "name");
    json_string(w, var->name);
    json_key(w, "with");
    json_string(w, sys->var[var->alias_of.i].name);
    json_key(w, "negative");
    json_bool(w, var->alias_negative);
    json_object_end(w);
  }
  json_array_end(w);
}

/* The text of an equation and where it stands; the object is left open. */
static void json_equation_begin(JsonWriter *w, Session *s, Span span,
                                const char *equation)
{
  const SourceText *text =
      span.source >= 0 ? session_source(s, span.source) : NULL;
  json_object_begin(w);
  json_key(w, "text");
  json_string(w, equation);
  json_key(w, "file");
  json_string(w, text ? text->path : NULL);
  json_key(w, "line");
  json_int(w, text ? source_text_place(text, span.begin).line : 0);
}

static void json_equations(JsonWriter *w, Session *s, const System *sys)
{
  json_key(w, "equations");
  json_array_begin(w);
  for (int k = 0; k < sys->n_given; k++) {
    ArenaMark mark = arena_mark(session_scratch(s));
    json_equation_begin(w, s, sys->eq[k].span,
                        explain_equation(s, sys, (EqId){k}));
    json_key(w, "differentiated");
    json_int(w, explain_json_differentiations(sys, k));
    json_key(w, "removable"); /* of these, for an implicit solver */
    json_int(w, sys->eq[last_derivative(sys, k).i].superfluous);
    json_object_end(w);
    arena_release(mark);
  }
  json_array_end(w);
}

/* The equations before variables are merged; null: not known. */
static void json_as_written(JsonWriter *w, Session *s, const System *sys)
{
  const GivenStructure *given = sys->given;
  json_key(w, "as_written");
  if (!given) {
    json_null(w);
    return;
  }
  json_array_begin(w);
  for (int k = 0; k < given->n_equations; k++) {
    ArenaMark mark = arena_mark(session_scratch(s));
    Span span = given->equation[k].span;
    json_equation_begin(w, s, span, explain_source(s, span));
    json_key(w, "differentiated");
    json_int(w, given->equation[k].n_derivatives);
    json_object_end(w);
    arena_release(mark);
  }
  json_array_end(w);
}

/* An equation of `equations`, counted from 1, and how often differentiated. */
static void json_version(JsonWriter *w, const System *sys, EqId e)
{
  int order = system_eq_order(sys, e);
  assert(system_eq_integral(sys, e, order).i < sys->n_given);
  json_object_begin(w);
  json_key(w, "equation");
  json_int(w, system_eq_integral(sys, e, order).i + 1);
  json_key(w, "differentiated");
  json_int(w, order);
  json_object_end(w);
}

/* Why equations were differentiated: sets that share too few highest
 * derivatives, as they were before the step. */
static void json_steps(JsonWriter *w, const System *sys)
{
  json_key(w, "differentiations");
  json_array_begin(w);
  for (int k = 0; k < sys->n_steps; k++) {
    const DifferentiationStep *step = &sys->step[k];
    json_object_begin(w);
    json_key(w, "equations");
    json_array_begin(w);
    for (int i = 0; i < step->n_eqs; i++) json_version(w, sys, step->eq[i]);
    json_array_end(w);
    json_names(w, "highest_derivatives", sys, step->var, step->n_vars);
    json_key(w, "for"); /* a wanted state; null: it had to be */
    json_string(w, step->wanted.i >= 0 ? sys->var[step->wanted.i].name : NULL);
    json_object_end(w);
  }
  json_array_end(w);
}

static void json_expr(JsonWriter *w, const char *key, Session *s,
                      const System *sys, ExprId e)
{
  json_key(w, key);
  json_string(w, system_expr_text(sys, s, e));
}

static void json_combinations(JsonWriter *w, Session *s, const System *sys)
{
  json_key(w, "combinations");
  json_array_begin(w);
  for (int k = 0; k < sys->n_combinations; k++) {
    ArenaMark mark = arena_mark(session_scratch(s));
    const Combination *c = &sys->combination[k];
    json_object_begin(w);
    json_expr(w, "residual", s, sys, c->residual);
    json_key(w, "replaced"); /* numbers count from 1, as `equations` does */
    json_int(w, c->replaced.i + 1);
    json_key(w, "terms");
    json_array_begin(w);
    for (int i = 0; i < c->n_terms; i++) {
      json_object_begin(w);
      json_key(w, "equation");
      json_int(w, c->term[i].eq.i + 1);
      json_key(w, "differentiated");
      json_int(w, c->term[i].order);
      json_expr(w, "factor", s, sys, c->term[i].factor);
      json_object_end(w);
    }
    json_array_end(w);
    json_names(w, "decided_by", sys, c->decided, c->n_decided);
    json_object_end(w);
    arena_release(mark);
  }
  json_array_end(w);
}

/* Why each state and dummy was chosen; in sets at the start values. */
static void json_reasons(JsonWriter *w, const System *sys)
{
  json_key(w, "reasons");
  json_array_begin(w);
  for (int i = 0; i < sys->n_vars; i++) {
    const Var *var = &sys->var[i];
    bool is_state = var->role == ROLE_STATE;
    if (!var->why || (!is_state && !var->is_dummy)) continue;
    json_object_begin(w);
    json_key(w, "name");
    json_string(w, var->name);
    json_key(w, "is");
    json_string(w, is_state ? "state" : "dummy");
    json_key(w, "why");
    json_string(w, var->why);
    json_object_end(w);
  }
  json_array_end(w);
}

static void json_states(JsonWriter *w, const ReducedSystem *r)
{
  const System *sys = r->sys;
  json_names(w, "states", sys, r->state, r->n_states);
  json_key(w, "dummies");
  json_array_begin(w);
  for (int i = 0; i < sys->n_vars; i++) {
    VarId below = sys->var[i].integral;
    assert(!sys->var[i].is_dummy || below.i >= 0);
    if (!sys->var[i].is_dummy || sys->var[below.i].set >= 0) continue;
    json_string(w, sys->var[i].name);
  }
  json_array_end(w);
  json_reasons(w, sys);
  preferred_states_report_json(w, sys);
}

/* The names of the candidates at a level, into an array that is open. */
static void json_candidates(JsonWriter *w, const System *sys,
                            const SelectionSet *set, int level)
{
  for (int c = 0; c < set->n_columns; c++) {
    VarId v = system_integral(sys, set->column[c], level);
    if (v.i >= 0) json_string(w, sys->var[v.i].name);
  }
}

/* At each level, positions before velocities, the constraints are solved for
 * as many of the candidates. */
static void json_levels(JsonWriter *w, const System *sys,
                        const SelectionSet *set)
{
  json_key(w, "levels");
  json_array_begin(w);
  for (int level = set->n_levels; level >= 1; level--) {
    json_object_begin(w);
    json_key(w, "candidates");
    json_array_begin(w);
    json_candidates(w, sys, set, level);
    json_array_end(w);
    json_key(w, "constraints");
    json_array_begin(w);
    for (int r = 0; r < selection_rows(set, level); r++) {
      json_version(w, sys, system_eq_integral(sys, set->row[r], level));
    }
    json_array_end(w);
    json_object_end(w);
  }
  json_array_end(w);
}

static void json_sets(JsonWriter *w, const System *sys)
{
  json_key(w, "selection_sets");
  json_array_begin(w);
  for (int k = 0; k < sys->n_sets; k++) {
    const SelectionSet *set = &sys->set[k];
    json_object_begin(w);
    json_key(w, "candidates");
    json_array_begin(w);
    for (int level = set->n_levels; level >= 1; level--) {
      json_candidates(w, sys, set, level);
    }
    json_array_end(w);
    json_key(w, "select");
    json_int(w, set->n_states);
    json_levels(w, sys, set);
    json_key(w, "put_in");
    json_array_begin(w);
    for (int i = 0; i < set->n_eliminated; i++) {
      json_string(w, sys->var[system_lowest(sys, set->eliminated[i]).i].name);
    }
    json_array_end(w);
    json_object_end(w);
  }
  json_array_end(w);
}

/* The equations among `equations`; start values and parameters are none. */
static void json_solved(JsonWriter *w, const System *sys, const ReducedBlock *b)
{
  json_key(w, "solves");
  json_array_begin(w);
  for (int r = 0; r < b->n; r++) {
    if (b->equation[r].i >= 0) json_version(w, sys, b->equation[r]);
  }
  json_array_end(w);
}

static void json_block(JsonWriter *w, const System *sys, const ReducedBlock *b)
{
  int n_torn = b->how ? b->how->n_torn : 0;
  assert(n_torn <= b->n_columns);
  json_object_begin(w);
  json_key(w, "equations");
  json_int(w, b->n);
  json_solved(w, sys, b);
  json_key(w, "unknowns");
  json_array_begin(w);
  for (int c = 0; c < b->n_columns; c++) {
    if (b->unknown[c].i >= 0) json_string(w, sys->var[b->unknown[c].i].name);
  }
  json_array_end(w);
  json_key(w, "torn");
  json_bool(w, n_torn > 0);
  json_key(w, "iterated");
  json_array_begin(w);
  for (int c = 0; c < n_torn; c++) {
    json_string(w, sys->var[b->unknown[b->how->torn[c]].i].name);
  }
  json_array_end(w);
  json_key(w, "linear");
  json_bool(w, b->kind == BLOCK_ASSIGN || b->linear);
  if (b->kind != BLOCK_ASSIGN && b->linear) {
    json_key(w, "constant"); /* factorised once */
    json_bool(w, b->constant);
  }
  if (b->kind == BLOCK_LEAST) {
    json_key(w, "least_change");
    json_bool(w, true);
  }
  json_object_end(w);
}

static void json_blocks(JsonWriter *w, const char *key, const System *sys,
                        const BlockSequence *sequence)
{
  json_key(w, key);
  json_array_begin(w);
  for (int k = 0; k < sequence->n_blocks; k++) {
    json_block(w, sys, &sequence->block[k]);
  }
  json_array_end(w);
}

static void json_connections(JsonWriter *w, const FlatModel *flat)
{
  json_key(w, "connection_sets");
  json_array_begin(w);
  for (int k = 0; k < flat->n_connection_sets; k++) {
    const FlatConnectionSet *set = &flat->connection_set[k];
    json_array_begin(w);
    for (int i = 0; i < set->n_members; i++) {
      json_string(w, flat->var[set->member[i].variable.i].name);
    }
    json_array_end(w);
  }
  json_array_end(w);
}

static void json_broken_edges(JsonWriter *w, const FlatModel *flat)
{
  json_key(w, "broken_edges");
  json_array_begin(w);
  for (int k = 0; k < flat->n_broken_edges; k++) {
    json_array_begin(w);
    json_string(w, flat->broken_edge[k].a);
    json_string(w, flat->broken_edge[k].b);
    json_array_end(w);
  }
  json_array_end(w);
}

static void json_sizes(JsonWriter *w, const ReducedSystem *r)
{
  json_key(w, "sizes");
  json_object_begin(w);
  json_key(w, "before");
  json_int(w, r->sys->n_given + r->sys->n_discrete_eqs);
  json_key(w, "after");
  json_int(w, r->sys->n_eqs + r->sys->n_discrete_eqs);
  json_key(w, "implicit"); /* what an implicit solver needs of these */
  json_int(w, r->sys->n_eqs + r->sys->n_discrete_eqs - r->sys->n_superfluous);
  json_key(w, "implicit_is_used"); /* by --solver ida */
  json_bool(w, r->implicit.exists);
  json_key(w, "implicit_slopes"); /* derivatives that the solver has itself */
  json_int(w, r->implicit.n_slopes);
  json_key(w, "implicit_dummies"); /* variables that become its unknowns */
  json_int(w, r->implicit.n_dummies);
  json_object_end(w);
}

/* Constraints that may jump at events. */
static void json_jumps(JsonWriter *w, Session *s, const ReducedSystem *r)
{
  const System *sys = r->sys;
  json_key(w, "jumps");
  json_object_begin(w);
  json_key(w, "constraints");
  json_array_begin(w);
  for (int k = 0; k < jumps_n_chains(sys); k++) {
    json_string(w, explain_equation(s, sys, sys->jump[k].below));
  }
  json_array_end(w);
  json_key(w, "variables");
  json_array_begin(w);
  for (int k = 0; k < r->jumps.n_leapers; k++) {
    json_string(w, sys->var[r->jumps.leaper[k].i].name);
  }
  json_array_end(w);
  json_key(w, "stays");
  json_array_begin(w);
  for (int k = 0; k < r->jumps.n_law_sums; k++) {
    json_string(w, system_expr_text(sys, s, r->jumps.law_sum[k]));
  }
  json_array_end(w);
  json_object_end(w);
}

static void json_initial(JsonWriter *w, Session *s, const ReducedSystem *r)
{
  InitialChanges changes = initial_changes(r, session_scratch(s));
  json_key(w, "initial");
  json_object_begin(w);
  json_blocks(w, "blocks", r->sys, &r->initial);
  json_key(w, "solved"); /* at translation, so that changes are known */
  json_bool(w, changes.is_known);
  json_key(w, "changed");
  json_array_begin(w);
  for (int k = 0; k < changes.n_changes; k++) {
    const InitialChange *c = &changes.change[k];
    json_object_begin(w);
    json_key(w, "name");
    json_string(w, r->sys->var[c->var.i].name);
    json_key(w, "start");
    json_double(w, c->start);
    json_key(w, "value");
    json_double(w, c->value);
    json_object_end(w);
  }
  json_array_end(w);
  json_object_end(w);
}

void explain_json_print(Session *s, const ReducedSystem *r,
                        const CompileReport *report, FILE *out)
{
  assert(!r || (report->model && report->flat));
  JsonWriter w = json_begin(out);
  json_object_begin(&w);
  json_key(&w, "model");
  json_string(&w, report->model);
  if (r) {
    json_key(&w, "index");
    json_int(&w, r->index);
    json_key(&w, "merged_index");
    json_int(&w, r->merged_index);
    json_as_written(&w, s, r->sys);
    json_merged(&w, r->sys);
    json_equations(&w, s, r->sys);
    json_steps(&w, r->sys);
    json_combinations(&w, s, r->sys);
    circuit_report_json(&w, r->sys->circuit);
    json_states(&w, r);
    json_sets(&w, r->sys);
    json_key(&w, "circles");
    json_int(&w, r->sys->n_circles);
    json_blocks(&w, "blocks", r->sys, &r->continuous);
    json_sizes(&w, r);
    json_connections(&w, report->flat);
    json_broken_edges(&w, report->flat);
    json_jumps(&w, s, r);
    sampled_report_json(&w, s, r, explain_source);
    json_initial(&w, s, r);
  }
  report_diagnostics(&w, s);
  json_object_end(&w);
  json_end(&w);
}
