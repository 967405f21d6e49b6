/* explain_html.c: one writer for each hole of the template. */
#define _POSIX_C_SOURCE 200809L
#include "report/explain_html.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/temporary.h"
#include "emit/package/data_folder.h"
#include "emit/text/template.h"
#include "reduce/initial/initial_changes.h"
#include "reduce/system/system_print.h"
#include "report/documentation_html.h"
#include "report/explain_picture.h"
#include "report/explain_text.h"
#include "report/html_text.h"
#include "report/preferred_states_report.h"
#include "report/report.h"

/* Rows of a table, names of a list. */
enum { MOST_ROWS = 300, MOST_NAMES = 30 };

typedef struct Page {
  Session *s;
  const FlatModel *flat;
  const ReducedSystem *r;
  const System *sys;
  const char *plot; /* NULL: none */
} Page;

static const char *explain_html_count(const Page *p, long n, const char *word)
{
  return report_count(p->s, n, word);
}

static void explain_html_put_names(const Page *p, const VarId *var, int n,
                                   FILE *out)
{
  int shown = n > MOST_NAMES ? MOST_NAMES : n;
  for (int k = 0; k < shown; k++) {
    fputs(k > 0 ? ", <code>" : "<code>", out);
    html_put(out, p->sys->var[var[k].i].name);
    fputs("</code>", out);
  }
  if (n > shown) fprintf(out, " and %d more", n - shown);
}

static void explain_html_put_place(const Page *p, Span span, FILE *out)
{
  if (span.source < 0) return;
  const SourceText *text = session_source(p->s, span.source);
  const char *slash = strrchr(text->path, '/');
  html_put(out, slash ? slash + 1 : text->path);
  fprintf(out, ":%d", source_text_place(text, span.begin).line);
}

static const char *explain_html_how_often(const Page *p, int order)
{
  assert(order >= 0);
  if (order == 0) return "";
  return order == 1 ? "once" : explain_html_count(p, order, "time");
}

/* <code>text</code> place (differentiated ...) */
static void put_equation(const Page *p, EqId e, int order, FILE *out)
{
  fputs("<code>", out);
  html_put(out, explain_equation(p->s, p->sys, e));
  fputs("</code> <span class=\"soft\">", out);
  explain_html_put_place(p, p->sys->eq[e.i].span, out);
  fputs("</span>", out);
  if (order > 0) {
    fprintf(out, " <span class=\"mark\">differentiated %s</span>",
            explain_html_how_often(p, order));
  }
}

static void put_expr(const Page *p, ExprId e, FILE *out)
{
  fputs("<code>", out);
  html_put(out, system_expr_text(p->sys, p->s, e));
  fputs("</code>", out);
}

/* --- the head --- */

static void explain_html_write_name(void *context, FILE *out)
{
  html_put(out, ((const Page *)context)->r->name);
}

static void write_summary(void *context, FILE *out)
{
  assert(((const Page *)context)->r->sys == ((const Page *)context)->sys);
  const Page *p = context;
  const ReducedSystem *r = p->r;
  fprintf(out, "%s in %s, structural index %d. ",
          explain_html_count(p, r->n_equations, "equation"),
          explain_html_count(p, r->n_variables, "unknown"), r->index);
  if (p->sys->n_eqs == p->sys->n_given)
    fputs("Nothing has to be differentiated. ", out);
  else
    fprintf(out, "%s made before it is integrated. ",
            p->sys->n_eqs - p->sys->n_given == 1
                ? "One differentiation is"
                : arena_printf(session_scratch(p->s), "%d differentiations are",
                               p->sys->n_eqs - p->sys->n_given));
  if (r->n_states == 0)
    fputs("There is no state: every value follows from the time.", out);
  else
    fprintf(out, "%s integrated, all else follows from %s.",
            r->n_states == 1 ? "One state is"
                             : arena_printf(session_scratch(p->s),
                                            "%d states are", r->n_states),
            r->n_states == 1 ? "it" : "them");
}

/* What the author of the model says of it, made safe. */
static void write_documentation(void *context, FILE *out)
{
  const Page *p = context;
  if (!p->sys->documentation) return;
  fputs("<section class=\"about\">\n<h2>About the model</h2>\n", out);
  documentation_html_put(out, p->sys->documentation);
  fputs("</section>\n", out);
}

static void explain_html_write_description(void *context, FILE *out)
{
  const Page *p = context;
  if (!p->r->description) return;
  fputs("<p>", out);
  html_put(out, p->r->description);
  fputs("</p>\n", out);
}

static void explain_html_put_number(FILE *out, int n, const char *words)
{
  fprintf(out, "<div><b>%d</b>%s</div>\n", n, words);
}

static void explain_html_write_numbers(void *context, FILE *out)
{
  const Page *p = context;
  const System *sys = p->sys;
  int n_aliases = 0, largest = 0;
  for (int i = 0; i < sys->n_vars; i++)
    n_aliases += sys->var[i].alias_of.i >= 0;
  for (int k = 0; k < p->r->continuous.n_blocks; k++) {
    int n = p->r->continuous.block[k].n;
    if (n > largest) largest = n;
  }
  explain_html_put_number(out, p->r->index, "structural index");
  explain_html_put_number(out, p->r->n_equations, "equations as written");
  explain_html_put_number(out, n_aliases, "variables merged");
  explain_html_put_number(out, sys->n_given, "equations left");
  explain_html_put_number(out, sys->n_eqs - sys->n_given, "differentiations");
  explain_html_put_number(out, sys->n_eqs, "equations in the end");
  explain_html_put_number(out, p->r->n_states, "states");
  explain_html_put_number(out, sys->n_sets, "selection sets");
  explain_html_put_number(out, largest, "equations in the largest block");
}

/* --- the equations --- */

static void write_connections(void *context, FILE *out)
{
  static const char *const kind[] = {[FLAT_CONNECTION_POTENTIAL] = "equal",
                                     [FLAT_CONNECTION_FLOW] = "sum is zero",
                                     [FLAT_CONNECTION_SIGNAL] = "signal",
                                     [FLAT_CONNECTION_STREAM] = "mixed"};
  const Page *p = context;
  const FlatModel *flat = p->flat;
  if (!flat || flat->n_connection_sets == 0) return;
  fprintf(out, "<details><summary>%s</summary><ul>\n",
          explain_html_count(p, flat->n_connection_sets, "connection set"));
  for (int k = 0; k < flat->n_connection_sets && k < MOST_ROWS; k++) {
    const FlatConnectionSet *set = &flat->connection_set[k];
    assert(set->kind < sizeof kind / sizeof kind[0]);
    fprintf(out, "<li>%s: ", kind[set->kind]);
    for (int i = 0; i < set->n_members && i < MOST_NAMES; i++) {
      const FlatConnectionMember *member = &set->member[i];
      bool minus = set->kind == FLAT_CONNECTION_FLOW && member->is_outside;
      fprintf(out, "%s<code>%s", i > 0 ? ", " : "", minus ? "-" : "");
      html_put(out, flat->var[member->variable.i].name);
      fputs("</code>", out);
    }
    fputs("</li>\n", out);
  }
  fputs("</ul></details>\n", out);
}

static void write_aliases(void *context, FILE *out)
{
  const Page *p = context;
  int n = 0;
  for (int i = 0; i < p->sys->n_vars; i++) {
    const Var *var = &p->sys->var[i];
    if (var->alias_of.i < 0 || n++ >= MOST_ROWS) continue;
    if (n == 1) {
      fputs("<details><summary>merged variables</summary><ul>\n", out);
    }
    fputs("<li><code>", out);
    html_put(out, var->name);
    fputs(var->alias_negative ? " = -" : " = ", out);
    html_put(out, p->sys->var[var->alias_of.i].name);
    fputs("</code></li>\n", out);
  }
  if (n > MOST_ROWS) fprintf(out, "<li>and %d more</li>\n", n - MOST_ROWS);
  if (n > 0) fputs("</ul></details>\n", out);
}

static int explain_html_differentiations(const System *sys, int k)
{
  int n = 0;
  for (EqId e = {k}; sys->eq[e.i].derivative.i >= 0;
       e = sys->eq[e.i].derivative) {
    n++;
  }
  return n;
}

static void explain_html_write_equations(void *context, FILE *out)
{
  const Page *p = context;
  for (int k = 0; k < p->sys->n_given && k < MOST_ROWS; k++) {
    ArenaMark mark = arena_mark(session_scratch(p->s));
    int nu = explain_html_differentiations(p->sys, k);
    fprintf(out, "<tr><td class=\"number soft\">%d</td><td class=\"code\">",
            k + 1);
    html_put(out, explain_equation(p->s, p->sys, (EqId){k}));
    fputs("<span class=\"where\">", out);
    explain_html_put_place(p, p->sys->eq[k].span, out);
    fprintf(out, "</span></td><td class=\"mark\">%s</td></tr>\n",
            explain_html_how_often(p, nu));
    arena_release(mark);
  }
  if (p->sys->n_given > MOST_ROWS) {
    fprintf(out, "<tr><td></td><td>and %d more</td></tr>\n",
            p->sys->n_given - MOST_ROWS);
  }
}

static void put_combination(const Page *p, const Combination *c, FILE *out)
{
  fputs("<div class=\"step\">0 = ", out);
  put_expr(p, c->residual, out);
  fputs(c->is_open ? " keeps near its start values what is open, since 0 = 0 "
                     "is the sum of<ul>\n"
                   : " is the sum of<ul>\n",
        out);
  for (int k = 0; k < c->n_terms && k < MOST_NAMES; k++) {
    const CombinationTerm *term = &c->term[k];
    fputs("<li>", out);
    put_expr(p, term->factor, out);
    fputs(" times <code>", out);
    html_put(out, explain_term(p->s, p->sys, c, term->eq));
    fprintf(out, "</code> <span class=\"mark\">%s%s</span></li>\n",
            term->order > 0 ? "differentiated " : "",
            explain_html_how_often(p, term->order));
  }
  fputs("</ul>and replaces <code>", out);
  html_put(out, explain_term(p->s, p->sys, c, c->replaced));
  fputs("</code>.", out);
  if (c->n_decided > 0) {
    fputs(" This holds for the present values of ", out);
    explain_html_put_names(p, c->decided, c->n_decided, out);
    fputs(" only, which therefore cannot be changed in the FMU.", out);
  }
  fputs("</div>\n", out);
}

static void write_combinations(void *context, FILE *out)
{
  const Page *p = context;
  if (p->sys->n_combinations == 0) return;
  fputs("<h3>Dependent equations</h3>\n<p>The structure was misleading: a "
        "combination of equations held none of their highest derivatives. It "
        "is a constraint of its own that was hidden in them, and took the "
        "place of one of them.</p>\n",
        out);
  for (int k = 0; k < p->sys->n_combinations && k < MOST_ROWS; k++) {
    put_combination(p, &p->sys->combination[k], out);
  }
}

/* --- differentiation --- */

static void put_step(const Page *p, const DifferentiationStep *step, int k,
                     FILE *out)
{
  fprintf(out, "<div class=\"step\"><b>Step %d.</b> %s ", k + 1,
          explain_html_count(p, step->n_eqs, "equation"));
  if (step->wanted.i >= 0) {
    fputs("so that ", out);
    explain_html_put_names(p, &step->wanted, 1, out);
    fputs(" can be a state (stateSelect)", out);
  } else if (step->n_vars == 0) {
    fputs("without any highest derivative", out);
  } else {
    fprintf(out, "for only %s (",
            explain_html_count(p, step->n_vars, "highest derivative"));
    explain_html_put_names(p, step->var, step->n_vars, out);
    fputs(")", out);
  }
  fputs(":<ul>\n", out);
  for (int i = 0; i < step->n_eqs && i < MOST_NAMES; i++) {
    fputs("<li>", out);
    put_equation(p, step->eq[i], system_eq_order(p->sys, step->eq[i]), out);
    fputs("</li>\n", out);
  }
  if (step->n_eqs > MOST_NAMES) {
    fprintf(out, "<li>and %d more</li>\n", step->n_eqs - MOST_NAMES);
  }
  fputs("</ul>differentiated once more.</div>\n", out);
}

static void explain_html_write_steps(void *context, FILE *out)
{
  const Page *p = context;
  const System *sys = p->sys;
  if (sys->n_steps == 0) {
    fputs("<p>Here every equation has a highest derivative of its own: nothing "
          "has to be differentiated.</p>\n",
          out);
    return;
  }
  for (int k = 0; k < sys->n_steps && k < MOST_ROWS; k++) {
    ArenaMark mark = arena_mark(session_scratch(p->s));
    put_step(p, &sys->step[k], k, out);
    arena_release(mark);
  }
  if (sys->n_steps > MOST_ROWS) {
    fprintf(out, "<p>and %d more steps</p>\n", sys->n_steps - MOST_ROWS);
  }
  fprintf(out,
          "<p>%s became %d. The structural index is the largest number of "
          "differentiations, plus one if some unknown is left without any "
          "derivative: here %d. What is differentiated only for a preferred "
          "state does not count.",
          explain_html_count(p, sys->n_given, "equation"), sys->n_eqs,
          p->r->merged_index);
  if (p->r->index != p->r->merged_index) {
    fprintf(out,
            " Of the model as it is written, before equal variables were "
            "merged, it is %d.",
            p->r->index);
  }
  fputs("</p>\n", out);
}

/* --- choice --- */

static bool is_in_set(const System *sys, const Var *var)
{
  if (var->role == ROLE_STATE) return var->set >= 0;
  return var->integral.i >= 0 && sys->var[var->integral.i].set >= 0;
}

/* Static states, or static dummies: what is in a set is reported there. */
static bool is_choice(const Page *p, const Var *var, bool states)
{
  assert(!var->is_dummy || var->integral.i >= 0);
  if (states) return var->role == ROLE_STATE && !is_in_set(p->sys, var);
  return var->is_dummy && p->sys->var[var->integral.i].set < 0;
}

static int count_choices(const Page *p, bool states)
{
  int n = 0;
  for (int i = 0; i < p->sys->n_vars; i++) {
    n += is_choice(p, &p->sys->var[i], states);
  }
  return n;
}

/* One row for each. */
static void explain_html_put_choices(const Page *p, bool states, FILE *out)
{
  int n = 0;
  for (int i = 0; i < p->sys->n_vars; i++) {
    const Var *var = &p->sys->var[i];
    if (!is_choice(p, var, states) || ++n > MOST_ROWS) continue;
    fputs("<tr><td class=\"code\">", out);
    html_put(out, var->name);
    fprintf(out, "</td><td>%s</td><td>%s</td></tr>\n",
            states ? "state" : "dummy derivative", var->why ? var->why : "");
  }
  if (n > MOST_ROWS) {
    fprintf(out, "<tr><td>and %d more</td></tr>\n", n - MOST_ROWS);
  }
}

static void write_choice(void *context, FILE *out)
{
  const Page *p = context;
  if (count_choices(p, true) + count_choices(p, false) == 0) {
    fputs(p->sys->n_sets > 0
              ? "<p>No choice is made before the FMU runs: all candidates are "
                "in the selection sets below.</p>\n"
              : "<p>There is nothing to integrate.</p>\n",
          out);
    preferred_states_report_html(p->sys, out);
    return;
  }
  fputs("<div class=\"scroll\"><table><thead><tr><th>variable</th><th>is</th>"
        "<th>because</th></tr></thead><tbody>\n",
        out);
  explain_html_put_choices(p, true, out);
  explain_html_put_choices(p, false, out);
  fputs("</tbody></table></div>\n", out);
  preferred_states_report_html(p->sys, out);
}

static void put_level(const Page *p, const SelectionSet *set, int level,
                      FILE *out)
{
  int n = selection_rows(set, level), n_candidates = 0;
  VarId *candidate =
      arena_array(session_scratch(p->s), (size_t)set->n_columns, sizeof(VarId));
  for (int c = 0; c < set->n_columns; c++) {
    VarId v = system_integral(p->sys, set->column[c], level);
    if (v.i >= 0) candidate[n_candidates++] = v;
  }
  assert(n_candidates >= n); /* one for each constraint */
  fputs("<p>Candidates ", out);
  explain_html_put_names(p, candidate, n_candidates, out);
  fprintf(out, ": %d solved for, %s. Constraints:</p><ul>\n", n,
          explain_html_count(p, n_candidates - n, "state"));
  for (int r = 0; r < n && r < MOST_NAMES; r++) {
    EqId e = system_eq_integral(p->sys, set->row[r], level);
    fputs("<li>", out);
    put_equation(p, e, system_eq_order(p->sys, e), out);
    fputs("</li>\n", out);
  }
  fputs("</ul>\n", out);
}

/* What the set does not choose among, though its constraints hold it. */
static void put_put_in(const Page *p, const SelectionSet *set, FILE *out)
{
  VarId *lowest = arena_array(session_scratch(p->s), (size_t)set->n_eliminated,
                              sizeof(VarId));
  for (int k = 0; k < set->n_eliminated; k++) {
    lowest[k] = system_lowest(p->sys, set->eliminated[k]);
  }
  fputs("<p>Put into these constraints, as other equations give it: ", out);
  explain_html_put_names(p, lowest, set->n_eliminated, out);
  fputs("</p>\n", out);
}

static void put_circles(const Page *p, FILE *out)
{
  int n = p->sys->n_circles;
  if (n == 0) return;
  fprintf(out,
          "<p>Of the constraints %d %s: <code>--reduction angles</code> takes "
          "angles for states there, which are seldom exchanged; <code>foucault "
          "compare</code> shows what that saves.</p>\n",
          n, n == 1 ? "is a circle" : "are circles");
}

static void write_sets(void *context, FILE *out)
{
  const Page *p = context;
  if (p->sys->n_sets == 0) return;
  fputs("<h3>Selection sets</h3>\n<p>Here the constraints cannot be solved for "
        "the same unknowns everywhere: a factor that is large now may vanish "
        "on the way. The FMU watches the factors and exchanges states and "
        "dummy derivatives while it runs; the number of states stays the "
        "same.</p>\n",
        out);
  for (int k = 0; k < p->sys->n_sets && k < MOST_ROWS; k++) {
    const SelectionSet *set = &p->sys->set[k];
    ArenaMark mark = arena_mark(session_scratch(p->s));
    fprintf(out, "<div class=\"step\"><b>Set %d</b>", k + 1);
    for (int level = set->n_levels; level >= 1; level--) {
      put_level(p, set, level, out);
    }
    if (set->n_eliminated > 0) put_put_in(p, set, out);
    fputs("</div>\n", out);
    arena_release(mark);
  }
  put_circles(p, out);
}

static void write_superfluous(void *context, FILE *out)
{
  const Page *p = context;
  const System *sys = p->sys;
  int n = 0;
  if (sys->n_superfluous == 0) return;
  fprintf(out,
          "<h3>Superfluous differentiations</h3>\n<p>An implicit solver, which "
          "needs no formula for each derivative, can leave out these "
          "equations and work with %d; <code>--solver ida</code> %s. Model "
          "Exchange and CVODE need them.</p><ul>\n",
          sys->n_eqs - sys->n_superfluous,
          p->r->implicit.exists ? "does" : "does not, for reinit()");
  for (int k = 0; k < sys->n_eqs; k++) {
    if (!sys->eq[k].superfluous || ++n > MOST_NAMES) continue;
    fputs("<li>", out);
    put_equation(p, (EqId){k}, system_eq_order(sys, (EqId){k}), out);
    fputs("</li>\n", out);
  }
  if (n > MOST_NAMES) fprintf(out, "<li>and %d more</li>\n", n - MOST_NAMES);
  fputs("</ul>\n", out);
}

/* --- blocks --- */

static void put_block(const Page *p, const ReducedBlock *b, FILE *out)
{
  assert(b->kind != BLOCK_ASSIGN && b->how);
  fprintf(out, "<tr><td class=\"number\">%d</td><td>%s%s</td><td>", b->n,
          b->linear ? "linear" : "nonlinear",
          b->linear && b->constant ? ", constant factors" : "");
  if (b->kind == BLOCK_SELECT)
    fprintf(out, "%d of the candidates of set %d", b->n, b->set + 1);
  else
    explain_html_put_names(p, b->unknown, b->n_columns, out);
  if (b->kind == BLOCK_LEAST)
    fputs(", by the smallest change from their start values", out);
  if (b->how->n_torn > 0) {
    VarId *torn = arena_array(session_scratch(p->s), (size_t)b->how->n_torn,
                              sizeof torn[0]);
    for (int k = 0; k < b->how->n_torn; k++)
      torn[k] = b->unknown[b->how->torn[k]];
    fputs("<br>torn: iterated for ", out);
    explain_html_put_names(p, torn, b->how->n_torn, out);
    fputs(", the others follow from them", out);
  }
  fputs("</td></tr>\n", out);
}

static void put_sequence(const Page *p, const BlockSequence *sequence,
                         FILE *out)
{
  int n_assigned = 0, n_systems = 0;
  for (int k = 0; k < sequence->n_blocks; k++) {
    n_assigned += sequence->block[k].kind == BLOCK_ASSIGN;
  }
  fprintf(out, "<p>%s computed by one formula each",
          n_assigned == 1 ? "One unknown is"
                          : arena_printf(session_scratch(p->s),
                                         "%d unknowns are", n_assigned));
  if (n_assigned == sequence->n_blocks) {
    fputs("; nothing has to be solved together.</p>\n", out);
    return;
  }
  fputs("; these are solved together:</p>\n<div class=\"scroll\"><table><thead>"
        "<tr><th>size</th><th>kind</th><th>unknowns</th></tr></thead>"
        "<tbody>\n",
        out);
  for (int k = 0; k < sequence->n_blocks; k++) {
    ArenaMark mark = arena_mark(session_scratch(p->s));
    const ReducedBlock *b = &sequence->block[k];
    if (b->kind != BLOCK_ASSIGN && n_systems++ < MOST_ROWS) {
      put_block(p, b, out);
    }
    arena_release(mark);
  }
  if (n_systems > MOST_ROWS) {
    fprintf(out, "<tr><td></td><td>and %d more</td></tr>\n",
            n_systems - MOST_ROWS);
  }
  fputs("</tbody></table></div>\n", out);
}

static void explain_html_write_blocks(void *context, FILE *out)
{
  const Page *p = context;
  put_sequence(p, &p->r->continuous, out);
}

static void explain_html_put_changes(const Page *p, FILE *out)
{
  InitialChanges changes = initial_changes(p->r, session_scratch(p->s));
  if (changes.n_changes == 0) return;
  fputs("<p>Start values that do not fit the equations:</p>\n<div "
        "class=\"scroll\"><table><thead><tr><th>variable</th><th>start</th>"
        "<th>value</th><th>change</th></tr></thead><tbody>\n",
        out);
  for (int k = 0; k < changes.n_changes && k < MOST_ROWS; k++) {
    const InitialChange *c = &changes.change[k];
    fputs("<tr><td>", out);
    explain_html_put_names(p, &c->var, 1, out);
    fprintf(out,
            "</td><td class=\"number\">%.9g</td><td class=\"number\">%.9g</td>"
            "<td class=\"number\">%.3g</td></tr>\n",
            c->start, c->value, c->value - c->start);
  }
  fputs("</tbody></table></div>\n", out);
}

static void write_initial(void *context, FILE *out)
{
  const Page *p = context;
  put_sequence(p, &p->r->initial, out);
  explain_html_put_changes(p, out);
}

static void write_before(void *context, FILE *out)
{
  const Page *p = context;
  explain_picture_before(p->s, p->sys, out);
}

static void write_after(void *context, FILE *out)
{
  const Page *p = context;
  explain_picture_after(p->s, p->r, out);
}

static void write_plot(void *context, FILE *out)
{
  const Page *p = context;
  if (!p->plot) return;
  fputs("<section>\n<h2>7. What it does</h2>\n"
        "<p>Curves of the model, simulated.</p>\n<div class=\"plot\">\n",
        out);
  fputs(p->plot, out);
  fputs("</div>\n</section>\n", out);
}

/* --- the page --- */

static bool explain_html_write_page(Page *p, FILE *out)
{
  static const char name[] = "explain.html.in";
  TemplateHole holes[] = {
      {"NAME", explain_html_write_name, p, NULL},
      {"DESCRIPTION", explain_html_write_description, p, NULL},
      {"SUMMARY", write_summary, p, NULL},
      {"DOCUMENTATION", write_documentation, p, NULL},
      {"NUMBERS", explain_html_write_numbers, p, NULL},
      {"CONNECTIONS", write_connections, p, NULL},
      {"ALIASES", write_aliases, p, NULL},
      {"EQUATIONS", explain_html_write_equations, p, NULL},
      {"COMBINATIONS", write_combinations, p, NULL},
      {"PICTURE_BEFORE", write_before, p, NULL},
      {"STEPS", explain_html_write_steps, p, NULL},
      {"CHOICE", write_choice, p, NULL},
      {"SETS", write_sets, p, NULL},
      {"SUPERFLUOUS", write_superfluous, p, NULL},
      {"PICTURE_AFTER", write_after, p, NULL},
      {"BLOCKS", explain_html_write_blocks, p, NULL},
      {"INITIAL", write_initial, p, NULL},
      {"PLOT", write_plot, p, NULL},
  };
  const char *folder = data_folder_find(p->s);
  const char *text = folder ? template_read(p->s, folder, name) : NULL;
  return text && template_write(p->s, name, text, holes,
                                (int)(sizeof holes / sizeof holes[0]), out);
}

char *explain_html_text(Session *s, const FlatModel *flat,
                        const ReducedSystem *reduced, size_t *size)
{
  Page page = {s, flat, reduced, reduced->sys, NULL};
  char *text = NULL;
  FILE *out = open_memstream(&text, size);
  bool written = out != NULL;
  bool good = out && explain_html_write_page(&page, out);
  if (out && ferror(out)) written = false;
  if (out && (fclose(out) != 0 || !text)) written = false;
  if (good && written) return text;
  if (!written) {
    diagnostic_error(s, NO_SPAN, E501, "not enough memory for the page");
  }
  free(text);
  return NULL;
}

bool explain_html_write(Session *s, const FlatModel *flat,
                        const ReducedSystem *reduced, const char *plot,
                        const char *file)
{
  Page page = {s, flat, reduced, reduced->sys, plot};
  const char *partial = temporary_beside(s, file);
  if (!partial) return false;
  FILE *out = fopen(partial, "w");
  if (!out) {
    diagnostic_file_error(s, file, E501, "the page cannot be written");
    return false;
  }
  bool good = explain_html_write_page(&page, out);
  bool written = !ferror(out);
  written &= fclose(out) == 0;
  if (!written) {
    diagnostic_file_error(s, file, E501, "the page cannot be written");
  }
  return good && written && temporary_publish(s, partial, file);
}
