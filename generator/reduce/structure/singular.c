/* singular.c: matching of the given equations to whole derivative chains. */
#include "reduce/structure/singular.h"

#include <assert.h>
#include <stdio.h>

#include "reduce/structure/matching.h"
#include "reduce/system/equation_text.h"

/* MAX_ALONE: so few equations speak for themselves. */
enum { MAX_LISTED = 8, MAX_ALONE = 3 };

typedef struct Chains {
  int *chain;  /* [n_vars] number of the chain, -1: not an unknown */
  VarId *root; /* [n_chains] */
  int n_chains;
} Chains;

static Chains find_chains(const System *sys, Arena *arena)
{
  Chains c = {
      arena_array(arena, (size_t)sys->n_vars, sizeof(int)),
      arena_array(arena, (size_t)sys->n_vars, sizeof(VarId)),
      0,
  };
  for (int i = 0; i < sys->n_vars; i++) c.chain[i] = -1;
  for (int i = 0; i < sys->n_vars; i++) {
    VarId v = {i};
    if (!system_is_unknown(sys, v) || sys->var[i].kind != VAR_CONTINUOUS ||
        sys->var[i].integral.i >= 0) {
      continue;
    }
    c.root[c.n_chains] = v;
    for (; v.i >= 0; v = sys->var[v.i].derivative) c.chain[v.i] = c.n_chains;
    c.n_chains++;
  }
  return c;
}

/* Occurrences of chains in an equation, each once. */
static IntList chain_list(const System *sys, Walk *walk, const Chains *c,
                          ExprId residual, Arena *arena, int *stamp, int now)
{
  IntList list = incidence_solvable(sys, walk, residual, arena);
  int n = 0;
  for (int k = 0; k < list.n; k++) {
    int chain = c->chain[list.item[k]];
    if (chain < 0 || stamp[chain] == now) continue;
    stamp[chain] = now;
    list.item[n++] = chain;
  }
  list.n = n;
  return list;
}

static Matching *match_chains(const System *sys, const Chains *c, Arena *arena)
{
  Walk *walk = walk_create(sys->exprs, arena);
  Matching *m = matching_create(arena, sys->n_given, c->n_chains);
  int *stamp = arena_array(arena, (size_t)c->n_chains, sizeof(int));
  for (int k = 0; k < sys->n_given; k++) {
    m->row[k] =
        chain_list(sys, walk, c, sys->eq[k].residual, arena, stamp, k + 1);
  }
  for (int k = 0; k < sys->n_given; k++) matching_augment(m, k);
  return m;
}

/* "x, y, z, ... (12 in all)" */
static const char *name_list(Session *s, const System *sys, const Chains *c,
                             const int *chain, int n)
{
  char *text = "";
  Arena *arena = session_scratch(s);
  for (int k = 0; k < n && k < MAX_LISTED; k++) {
    text = arena_printf(arena, "%s%s%s", text, k > 0 ? ", " : "",
                        sys->var[c->root[chain[k]].i].name);
  }
  if (n > MAX_LISTED) {
    text = arena_printf(arena, "%s, ... (%d in all)", text, n);
  }
  return text;
}

static const char *plural(int n)
{
  return n == 1 ? "" : "s";
}

/* The variable that stands alone on the left; NO_VAR: none. */
static VarId value_for(const System *sys, int row)
{
  ExprId left = sys->eq[row].left;
  if (left.i < 0) return NO_VAR;
  const ExprNode *n = expr_node(sys->exprs, left);
  return n->op == EXPR_VAR ? n->var : NO_VAR;
}

/* Of too many equations two that are written as values of one variable are
 * the first to look at. */
static void note_two_values(Session *s, const System *sys, const Matching *m,
                            Diagnostic *d)
{
  size_t n_vars = (size_t)sys->n_vars, n_rows = (size_t)m->n_rows;
  bool *reached = arena_array(session_scratch(s), n_rows, sizeof(bool));
  int *given = arena_array(session_scratch(s), n_vars, sizeof(int));
  for (int k = 0; k < m->n_reached_rows; k++) reached[m->reached_row[k]] = true;
  for (int r = 0; r < m->n_rows; r++) {
    VarId v = reached[r] ? value_for(sys, r) : NO_VAR;
    if (v.i < 0) continue;
    if (given[v.i] == 0) {
      given[v.i] = r + 1;
      continue;
    }
    diagnostic_note(s, d, sys->eq[given[v.i] - 1].span,
                    "this one gives '%s' a value", sys->var[v.i].name);
    diagnostic_note(s, d, sys->eq[r].span, "and so does this one");
    return;
  }
}

/* Equations that share too few unknowns: all reached from unmatched rows. */
static void report_surplus(Session *s, const System *sys, const Chains *c,
                           Matching *m, DiagnosticCode code)
{
  int first = -1;
  matching_reach_begin(m);
  for (int r = 0; r < m->n_rows; r++) {
    if (m->row_col[r] >= 0) continue;
    if (first < 0) first = r;
    matching_reach(m, r);
  }
  if (first < 0) return;
  int n = m->n_reached_rows, u = m->n_reached_cols;
  Diagnostic *d =
      u == 0 ? diagnostic_error(s, sys->eq[first].span, code,
                                "this equation determines no unknown%s",
                                equation_text_after(s, sys, (EqId){first}))
             : diagnostic_error(s, sys->eq[first].span, code,
                                "%d equation%s for %d unknown%s (%s)", n,
                                plural(n), u, plural(u),
                                name_list(s, sys, c, m->reached_col, u));
  if (n > MAX_ALONE) note_two_values(s, sys, m, d);
  int listed = 0;
  for (int k = 0; k < n; k++) {
    if (m->reached_row[k] == first) continue;
    if (++listed > MAX_LISTED) break;
    EqId e = {m->reached_row[k]};
    diagnostic_note(s, d, sys->eq[e.i].span, "%s%s",
                    u == 0 ? "nor does this one"
                           : "this equation is one of them",
                    equation_text_after(s, sys, e));
  }
}

/* The transposed graph: equations of each chain. */
static Matching *transpose(const Matching *m, Arena *arena)
{
  Matching *tr = matching_create(arena, m->n_cols, m->n_rows);
  int *count = arena_array(arena, (size_t)m->n_cols, sizeof(int));
  for (int r = 0; r < m->n_rows; r++) {
    for (int k = 0; k < m->row[r].n; k++) count[m->row[r].item[k]]++;
  }
  for (int c = 0; c < m->n_cols; c++) {
    tr->row[c].item = arena_array(arena, (size_t)count[c], sizeof(int));
    tr->row_col[c] = m->col_row[c];
  }
  for (int r = 0; r < m->n_rows; r++) {
    tr->col_row[r] = m->row_col[r];
    for (int k = 0; k < m->row[r].n; k++) {
      IntList *list = &tr->row[m->row[r].item[k]];
      list->item[list->n++] = r;
    }
  }
  return tr;
}

/* Unknowns that share too few equations. */
static void singular_report_missing(Session *s, const System *sys,
                                    const Chains *c, Matching *m,
                                    DiagnosticCode code)
{
  Matching *tr = transpose(m, session_scratch(s));
  int first = -1;
  matching_reach_begin(tr);
  for (int v = 0; v < tr->n_rows; v++) {
    if (tr->row_col[v] >= 0) continue;
    if (first < 0) first = v;
    matching_reach(tr, v);
  }
  if (first < 0) return;
  int u = tr->n_reached_rows, n = tr->n_reached_cols;
  const Var *var = &sys->var[c->root[first].i];
  const char *names = name_list(s, sys, c, tr->reached_row, u);
  Diagnostic *d =
      n == 0 ? diagnostic_error(s, var->span, code,
                                "no equation determines the unknown%s %s",
                                plural(u), names)
             : diagnostic_error(s, var->span, code,
                                "only %d equation%s for %d unknowns (%s)", n,
                                plural(n), u, names);
  for (int k = 0; k < n && k < MAX_LISTED; k++) {
    EqId e = {tr->reached_col[k]};
    diagnostic_note(s, d, sys->eq[e.i].span, "this equation is one of them%s",
                    equation_text_after(s, sys, e));
  }
}

bool singular_check(System *sys, Session *s)
{
  assert(!sys->eq_var && sys->n_eqs == sys->n_given);
  ArenaMark mark = arena_mark(session_scratch(s));
  Chains c = find_chains(sys, session_scratch(s));
  Matching *m = match_chains(sys, &c, session_scratch(s));
  int matched = 0;
  for (int r = 0; r < m->n_rows; r++) matched += m->row_col[r] >= 0;
  bool ok = matched == m->n_rows && matched == m->n_cols;
  if (!ok) {
    bool unbalanced = m->n_rows != m->n_cols;
    DiagnosticCode code = unbalanced ? E302 : E301;
    if (unbalanced) {
      /* what was merged or split off was balanced: the numbers of the text */
      int n = sys->n_written_eqs, u = sys->n_written_unknowns;
      Diagnostic *d =
          diagnostic_error(s, sys->span, E302,
                           "the model '%s' has %d equation%s for %d "
                           "unknown%s",
                           sys->name, n, plural(n), u, plural(u));
      diagnostic_note(s, d, NO_SPAN,
                      "x, der(x), der(x,2), ... count as one unknown");
    }
    report_surplus(s, sys, &c, m, code);
    singular_report_missing(s, sys, &c, m, code);
  }
  arena_release(mark);
  return ok;
}
