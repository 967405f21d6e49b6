/* explain_text.c: from the equations to the blocks, step by step. Someone who
 * knows the theory should recognise every step; someone who does not should
 * learn it. */
#include "report/explain_text.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "reduce/index/jumps.h"
#include "reduce/initial/initial_changes.h"
#include "reduce/system/equation_text.h"
#include "reduce/system/system_print.h"
#include "report/circuit_report.h"
#include "report/preferred_states_report.h"
#include "report/report.h"
#include "report/sampled_report.h"

enum { MOST_LISTED = 20 };

typedef struct Explain {
  Session *s;
  const ReducedSystem *r;
  const System *sys;
  FILE *out;
} Explain;

const char *explain_source(Session *s, Span span)
{
  if (span.source < 0) return "";
  const SourceText *text = session_source(s, span.source);
  assert(span.begin <= span.end && span.end <= text->length);
  size_t n = (size_t)(span.end - span.begin), used = 0;
  char *line = arena_alloc(session_scratch(s), n + 1);
  for (size_t k = 0; k < n; k++) {
    char c = text->bytes[(size_t)span.begin + k];
    if (!isspace((unsigned char)c))
      line[used++] = c;
    else if (used > 0 && line[used - 1] != ' ')
      line[used++] = ' ';
  }
  return line;
}

const char *explain_equation(Session *s, const System *sys, EqId e)
{
  EqId given = system_eq_integral(sys, e, system_eq_order(sys, e));
  assert(given.i >= 0 && given.i < sys->n_given);
  for (int k = sys->n_combinations - 1; k >= 0; k--) {
    const Combination *c = &sys->combination[k];
    if (!eq_same(c->replaced, given)) continue;
    return arena_printf(session_scratch(s), "0 = %s",
                        system_expr_text(sys, s, c->residual));
  }
  const Eq *eq = &sys->eq[given.i];
  if (!eq->is_rewritten) {
    const char *text = equation_text(s, sys, given);
    return text ? text : explain_source(s, eq->span);
  }
  return arena_printf(session_scratch(s), "%s = %s",
                      system_expr_text(sys, s, eq->left),
                      system_expr_text(sys, s, eq->right));
}

const char *explain_term(Session *s, const System *sys, const Combination *c,
                         EqId e)
{
  const char *text = explain_source(s, sys->eq[e.i].span);
  if (strncmp(text, "connect", 7) != 0) return text;
  ExprId residual = eq_same(e, c->replaced) ? c->before : sys->eq[e.i].residual;
  return arena_printf(session_scratch(s), "0 = %s",
                      system_expr_text(sys, s, residual));
}

static const char *explain_text_place(Explain *x, Span span)
{
  if (span.source < 0) return "";
  const SourceText *text = session_source(x->s, span.source);
  const char *slash = strrchr(text->path, '/');
  Place at = source_text_place(text, span.begin);
  return arena_printf(session_scratch(x->s), "%s:%d",
                      slash ? slash + 1 : text->path, at.line);
}

static const char *explain_text_name_of(const Explain *x, VarId v)
{
  return x->sys->var[v.i].name;
}

static const char *explain_text_count(Explain *x, long n, const char *word)
{
  return report_count(x->s, n, word);
}

/* "x, y, z and 12 more" */
static void explain_text_print_names(Explain *x, const VarId *var, int n)
{
  int shown = n > MOST_LISTED ? MOST_LISTED : n;
  for (int k = 0; k < shown; k++) {
    fprintf(x->out, "%s%s", k > 0 ? ", " : "", explain_text_name_of(x, var[k]));
  }
  if (n > shown) fprintf(x->out, " and %d more", n - shown);
}

static void explain_text_print_text(Explain *x, Span span, const char *text,
                                    int order)
{
  fprintf(x->out, "  %s   %s", explain_text_place(x, span), text);
  if (order > 0) {
    fprintf(x->out, "   (differentiated %s)",
            order == 1 ? "once" : explain_text_count(x, order, "time"));
  }
  fputc('\n', x->out);
}

static void explain_text_print_equation(Explain *x, EqId e)
{
  assert(e.i >= 0 && e.i < x->sys->n_eqs);
  explain_text_print_text(x, x->sys->eq[e.i].span,
                          explain_equation(x->s, x->sys, e),
                          system_eq_order(x->sys, e));
}

/* --- the sections --- */

static void explain_text_print_summary(Explain *x)
{
  const ReducedSystem *r = x->r;
  fprintf(x->out, "%s: %s in %s, structural index %d, %s\n", r->name,
          explain_text_count(x, r->n_equations, "equation"),
          explain_text_count(x, r->n_variables, "unknown"), r->index,
          explain_text_count(x, r->n_states, "state"));
  if (r->index != r->merged_index) {
    fprintf(x->out, "With equal variables merged into one the index is %d.\n",
            r->merged_index);
  }
}

static void print_aliases(Explain *x)
{
  const System *sys = x->sys;
  int n = 0;
  for (int i = 0; i < sys->n_vars; i++) n += sys->var[i].alias_of.i >= 0;
  if (n == 0) return;
  fputs("\nMerged variables\n", x->out);
  for (int i = 0, shown = 0; i < sys->n_vars; i++) {
    const Var *var = &sys->var[i];
    if (var->alias_of.i < 0) continue;
    if (shown++ == MOST_LISTED) {
      fprintf(x->out, "  and %d more\n", n - MOST_LISTED);
      break;
    }
    fprintf(x->out, "  %s = %s%s\n", var->name, var->alias_negative ? "-" : "",
            explain_text_name_of(x, var->alias_of));
  }
}

/* What connect() and unconnected flows came to. */
static void print_connections(Explain *x, const FlatModel *flat)
{
  static const char *const kind[] = {[FLAT_CONNECTION_POTENTIAL] = "equal",
                                     [FLAT_CONNECTION_FLOW] = "sum is zero",
                                     [FLAT_CONNECTION_SIGNAL] = "signal",
                                     [FLAT_CONNECTION_STREAM] = "mixed"};
  if (flat->n_connection_sets == 0) return;
  fputs("\nConnection sets\n", x->out);
  for (int k = 0; k < flat->n_connection_sets; k++) {
    const FlatConnectionSet *set = &flat->connection_set[k];
    if (k == MOST_LISTED) {
      fprintf(x->out, "  and %d more\n", flat->n_connection_sets - k);
      break;
    }
    fprintf(x->out, "  %s:", kind[set->kind]);
    for (int i = 0; i < set->n_members; i++) {
      const FlatConnectionMember *member = &set->member[i];
      bool minus = set->kind == FLAT_CONNECTION_FLOW && member->is_outside;
      fprintf(x->out, "%s %s%s", i > 0 ? "," : "", minus ? "-" : "",
              flat->var[member->variable.i].name);
    }
    fputc('\n', x->out);
  }
}

/* Dependent equations: what took the place of which one. */
static void print_combinations(Explain *x)
{
  const System *sys = x->sys;
  if (sys->n_combinations == 0) return;
  fputs("\nDependent equations\n  The structure was misleading: a "
        "combination of these equations holds none of\n  their highest "
        "derivatives. It took the place of one of them.\n",
        x->out);
  for (int k = 0; k < sys->n_combinations; k++) {
    const Combination *c = &sys->combination[k];
    fprintf(x->out, "\n  %d. 0 = ", k + 1);
    system_print_expr(sys, c->residual, x->out);
    fputs(c->is_open ? ", near the start values; 0 = 0 is the sum of\n"
                     : ", the sum of\n",
          x->out);
    for (int i = 0; i < c->n_terms && i < MOST_LISTED; i++) {
      fputs("     (", x->out);
      system_print_expr(sys, c->term[i].factor, x->out);
      fputs(") *", x->out);
      explain_text_print_text(x, sys->eq[c->term[i].eq.i].span,
                              explain_term(x->s, sys, c, c->term[i].eq),
                              c->term[i].order);
    }
    fputs("     instead of\n  ", x->out);
    explain_text_print_text(x, sys->eq[c->replaced.i].span,
                            explain_term(x->s, sys, c, c->replaced), 0);
  }
}

/* Where overdetermined connectors make a loop. */
static void print_broken_edges(Explain *x, const FlatModel *flat)
{
  if (flat->n_broken_edges == 0) return;
  fputs("\nBroken loops of overdetermined connectors\n", x->out);
  for (int k = 0; k < flat->n_broken_edges; k++) {
    const FlatBrokenEdge *edge = &flat->broken_edge[k];
    if (k == MOST_LISTED) {
      fprintf(x->out, "  and %d more\n", flat->n_broken_edges - k);
      break;
    }
    fprintf(x->out, "  %s and %s: %s instead of the equality\n", edge->a,
            edge->b, explain_text_count(x, edge->n_equations, "equation"));
  }
}

static void print_step(Explain *x, const DifferentiationStep *step, int k)
{
  fprintf(x->out, "\n  %d. %s", k + 1,
          explain_text_count(x, step->n_eqs, "equation"));
  if (step->wanted.i >= 0) {
    fprintf(x->out, ", so that %s can be a state (stateSelect):\n",
            explain_text_name_of(x, step->wanted));
  } else if (step->n_vars == 0) {
    fputs(" without any highest derivative:\n", x->out);
  } else {
    fprintf(x->out, " for only %s (",
            explain_text_count(x, step->n_vars, "highest derivative"));
    explain_text_print_names(x, step->var, step->n_vars);
    fputs("):\n", x->out);
  }
  for (int i = 0; i < step->n_eqs && i < MOST_LISTED; i++) {
    fputs("  ", x->out);
    explain_text_print_equation(x, step->eq[i]);
  }
  fputs("     differentiated once more.\n", x->out);
}

static void print_differentiation(Explain *x)
{
  const System *sys = x->sys;
  fputs("\nDifferentiation (Pantelides)\n", x->out);
  if (sys->n_steps == 0) {
    fputs("  Every equation can be solved for a highest derivative of its "
          "own:\n  nothing has to be differentiated.\n",
          x->out);
    return;
  }
  fputs("  Each equation needs a highest derivative of its own. Where there "
        "are too few,\n  the equations are differentiated together.\n",
        x->out);
  for (int k = 0; k < sys->n_steps; k++) {
    if (k == MOST_LISTED) {
      fprintf(x->out, "\n  and %d more steps\n", sys->n_steps - MOST_LISTED);
      break;
    }
    print_step(x, &sys->step[k], k);
  }
  fprintf(x->out, "\n  %s became %d.\n",
          explain_text_count(x, sys->n_given, "equation"), sys->n_eqs);
}

/* Constraints that may jump at events, and what follows for states. */
static void print_jumps(Explain *x)
{
  const System *sys = x->sys;
  const ReducedJumps *j = &x->r->jumps;
  int n_changing = 0, n_chains = jumps_n_chains(sys);
  if (sys->n_jumps == 0) return;
  fputs(j->jumps_by_itself ? "\nJumps at events\n"
                           : "\nJumps where a parameter is set while the FMU "
                             "runs\n",
        x->out);
  fputs("  These constraints may jump, or are nonlinear and tie what jumps:\n",
        x->out);
  for (int k = 0; k < n_chains && k < MOST_LISTED; k++) {
    EqId e = sys->jump[k].below;
    explain_text_print_equation(
        x, system_eq_integral(sys, e, system_eq_order(sys, e)));
  }
  if (n_chains > MOST_LISTED)
    fprintf(x->out, "  and %d more\n", n_chains - MOST_LISTED);
  fputs("  With them jump: ", x->out);
  explain_text_print_names(x, j->leaper, j->n_leapers);
  fputs(".\n", x->out);
  for (int k = 0; k < j->law.n && n_changing < MOST_LISTED; k++) {
    if (j->jumps_by_itself && !j->law_changes[k]) continue;
    if (n_changing++ == 0) {
      fputs("  Where a factor in one of these changes in the same instant, the "
            "run stops:\n",
            x->out);
    }
    explain_text_print_equation(x, j->law.equation[k]);
  }
  if (j->n_law_sums == 0) return;
  fputs("  What stays, because finite terms vanish over the instant:\n",
        x->out);
  for (int k = 0; k < j->n_law_sums && k < MOST_LISTED; k++) {
    fprintf(x->out, "    %s\n", system_expr_text(sys, x->s, j->law_sum[k]));
  }
}

/* What an implicit solver would not need. */
static void print_superfluous(Explain *x)
{
  const System *sys = x->sys;
  int shown = 0;
  if (sys->n_superfluous == 0) return;
  fprintf(x->out,
          "\nSuperfluous for an implicit solver (it needs %d equations)\n",
          sys->n_eqs - sys->n_superfluous);
  for (int k = 0; k < sys->n_eqs; k++) {
    if (!sys->eq[k].superfluous) continue;
    if (shown++ == MOST_LISTED) {
      fprintf(x->out, "  and %d more\n", sys->n_superfluous - MOST_LISTED);
      break;
    }
    explain_text_print_equation(x, (EqId){k});
  }
  const ReducedImplicit *form = &x->r->implicit;
  fputs(form->exists ? "  build --solver ida leaves them out"
                     : "  build --solver ida keeps them, because of reinit()",
        x->out);
  if (form->n_slopes > 0) {
    fprintf(x->out, "; %s and %s are then the solver's",
            explain_text_count(x, form->n_slopes, "derivative"),
            explain_text_count(x, form->n_dummies, "variable"));
  }
  fputs(".\n", x->out);
}

/* What the set does not choose among, though its constraints hold it. */
static void print_put_in(Explain *x, const SelectionSet *set)
{
  VarId *lowest = arena_array(session_scratch(x->s), (size_t)set->n_eliminated,
                              sizeof(VarId));
  for (int k = 0; k < set->n_eliminated; k++) {
    lowest[k] = system_lowest(x->sys, set->eliminated[k]);
  }
  fputs("    put into these constraints, as other equations give it: ", x->out);
  explain_text_print_names(x, lowest, set->n_eliminated);
  fputc('\n', x->out);
}

static void explain_text_print_set(Explain *x, int index)
{
  const SelectionSet *set = &x->sys->set[index];
  fprintf(x->out,
          "\n  Selection set %d: which candidates are states changes while "
          "the FMU runs.\n",
          index + 1);
  for (int level = set->n_levels; level >= 1; level--) {
    int n = selection_rows(set, level), n_candidates = 0;
    VarId *candidate = arena_array(session_scratch(x->s),
                                   (size_t)set->n_columns, sizeof(VarId));
    for (int c = 0; c < set->n_columns; c++) {
      VarId v = system_integral(x->sys, set->column[c], level);
      if (v.i >= 0) candidate[n_candidates++] = v;
    }
    assert(n_candidates >= n); /* one for each constraint */
    fprintf(x->out, "    of ");
    explain_text_print_names(x, candidate, n_candidates);
    fprintf(x->out, ": %d solved for, %s\n", n,
            explain_text_count(x, n_candidates - n, "state"));
    for (int r = 0; r < n && r < MOST_LISTED; r++) {
      fputs("    ", x->out);
      explain_text_print_equation(
          x, system_eq_integral(x->sys, set->row[r], level));
    }
  }
  if (set->n_eliminated > 0) print_put_in(x, set);
}

/* Another way to choose states, where it would make a difference. */
static void print_circles(Explain *x)
{
  int n = x->sys->n_circles;
  if (n == 0 || x->sys->n_sets == 0) return;
  fprintf(x->out,
          "\n  %d %s. --reduction angles takes angles for states\n  there, "
          "which are seldom exchanged; foucault compare shows what it saves.\n",
          n, n == 1 ? "constraint is a circle" : "constraints are circles");
}

static void print_choice(Explain *x)
{
  const System *sys = x->sys;
  int n_static = 0;
  fputs("\nStates\n", x->out);
  for (int i = 0; i < sys->n_vars; i++) {
    const Var *var = &sys->var[i];
    if (var->role != ROLE_STATE || var->set >= 0) continue;
    fprintf(x->out, "  %s: %s\n", var->name, var->why);
    n_static++;
  }
  for (int k = 0; k < sys->n_sets; k++) explain_text_print_set(x, k);
  print_circles(x);
  if (n_static == 0 && sys->n_sets == 0) fputs("  none\n", x->out);
  bool title = false;
  for (int i = 0; i < sys->n_vars; i++) {
    const Var *var = &sys->var[i];
    VarId below = var->integral;
    bool in_set = below.i >= 0 && sys->var[below.i].set >= 0;
    if (!var->is_dummy || in_set) continue;
    if (!title) fputs("\nDummy derivatives\n", x->out);
    title = true;
    fprintf(x->out, "  %s: %s\n", var->name, var->why);
  }
  preferred_states_report_text(sys, x->out);
}

static void print_tearing(Explain *x, const ReducedBlock *b)
{
  if (b->how->n_torn == 0) return;
  Arena *scratch = session_scratch(x->s);
  VarId *torn = arena_array(scratch, (size_t)b->how->n_torn, sizeof torn[0]);
  for (int k = 0; k < b->how->n_torn; k++)
    torn[k] = b->unknown[b->how->torn[k]];
  fputs("    torn: iterated for ", x->out);
  explain_text_print_names(x, torn, b->how->n_torn);
  fputs("; the others follow from them\n", x->out);
}

static void print_block(Explain *x, const ReducedBlock *b)
{
  assert(b->kind != BLOCK_ASSIGN && b->how);
  fprintf(x->out, "  %s for ",
          explain_text_count(
              x, b->n, b->linear ? "linear equation" : "nonlinear equation"));
  if (b->kind == BLOCK_SELECT) {
    fprintf(x->out, "%d of the candidates of selection set %d\n", b->n,
            b->set + 1);
    return;
  }
  explain_text_print_names(x, b->unknown, b->n_columns);
  fputs(b->kind == BLOCK_LEAST ? ", by the smallest change from their start "
                                 "values\n"
                               : "\n",
        x->out);
  if (b->kind == BLOCK_SOLVE && b->linear && b->constant)
    fputs("    constant factors: the matrix is factorised once\n", x->out);
  print_tearing(x, b);
}

static void print_blocks(Explain *x, const char *title,
                         const BlockSequence *sequence)
{
  int n_assigned = 0;
  for (int k = 0; k < sequence->n_blocks; k++) {
    n_assigned += sequence->block[k].kind == BLOCK_ASSIGN;
  }
  fprintf(x->out, "\n%s\n  %s\n", title,
          explain_text_count(x, n_assigned, "assignment"));
  for (int k = 0; k < sequence->n_blocks; k++) {
    const ReducedBlock *b = &sequence->block[k];
    if (b->kind != BLOCK_ASSIGN) print_block(x, b);
  }
}

/* Start values that the equations do not allow. */
static void print_changes(Explain *x)
{
  InitialChanges changes = initial_changes(x->r, session_scratch(x->s));
  if (!changes.is_known) {
    fputs("  Only the FMU finds out which start values fit.\n", x->out);
  }
  if (changes.n_changes == 0) return;
  fputs("\nStart values that do not fit the equations\n", x->out);
  for (int k = 0; k < changes.n_changes; k++) {
    const InitialChange *c = &changes.change[k];
    fprintf(x->out, "  %s: %.9g instead of %.9g (by %.3g)\n",
            x->sys->var[c->var.i].name, c->value, c->start,
            c->value - c->start);
  }
}

void explain_text_print(Session *s, const FlatModel *flat,
                        const ReducedSystem *reduced, FILE *out)
{
  ArenaMark mark = arena_mark(session_scratch(s));
  Explain x = {s, reduced, reduced->sys, out};
  explain_text_print_summary(&x);
  print_connections(&x, flat);
  print_broken_edges(&x, flat);
  circuit_report_text(s, x.sys->circuit, out);
  print_aliases(&x);
  print_combinations(&x);
  print_differentiation(&x);
  print_choice(&x);
  print_jumps(&x);
  sampled_report_text(s, reduced, explain_source, out);
  print_superfluous(&x);
  print_blocks(&x, "Order of evaluation", &reduced->continuous);
  print_blocks(&x, "Initial system", &reduced->initial);
  print_changes(&x);
  arena_release(mark);
}
