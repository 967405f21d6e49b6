/* index_dummy.c: selection of dummy derivatives inside each block.
 *
 * Notation of the paper: g[1] are the most differentiated equations of the
 * block, z[1] its highest derivatives, G[1] = dg[1]/dz[1]. At level j the m
 * equations that are differentiated at least j times are the first rows,
 * H[j]; m columns of it with a regular matrix M[j] are chosen. Their
 * derivatives become dummies, and they alone are candidates of level j+1,
 * where G[j+1] = M[j]. */
#include "reduce/index_dummy.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/vector.h"
#include "reduce/elimination.h"
#include "reduce/selection_set.h"
#include "reduce/start_point.h"
#include "reduce/top_problem.h"
#include "symbolic/differentiate.h"

/* A pivot below this part of the largest entry of its row is no pivot. */
static const double RANK_TOLERANCE = 1e-9;
enum { N_SHAKES = 3 };

typedef struct Select {
  Session *s;
  System *sys;
  Walk *walk;
  Arena *scratch;
  StartPoint *point[N_SHAKES];
  int *col_of_var; /* [n_vars] column in the present block, -1 */
} Select;

static bool in_block(const void *context, VarId var)
{
  const Select *sel = context;
  return sel->col_of_var[var.i] >= 0;
}

/* No unknown and no time below e: the entry never vanishes by itself. */
static bool is_constant(Select *sel, ExprId e)
{
  walk_from(sel->walk, e, false);
  for (int k = 0; k < sel->walk->n_nodes; k++) {
    const ExprNode *n = expr_node(sel->sys->exprs, sel->walk->node[k]);
    if (n->op == EXPR_TIME) return false;
    if (n->op == EXPR_VAR && sel->sys->var[n->var.i].kind > VAR_PARAMETER) {
      return false;
    }
  }
  return true;
}

static Column make_column(const System *sys, VarId top)
{
  Column c = {top, STATE_DEFAULT, false, true};
  for (VarId v = sys->var[top.i].integral; v.i >= 0;
       v = sys->var[v.i].integral) {
    const Var *var = &sys->var[v.i];
    c.fixed |= var->fixed;
    if (abs((int)var->state_select - STATE_DEFAULT) >
        abs((int)c.state_select - STATE_DEFAULT)) {
      c.state_select = var->state_select;
    }
  }
  return c;
}

/* Stable, by falling order; `order` of each row is given. */
static void sort_by_order(DummyBlock *b, const int *row, const int *order)
{
  int highest = 0, n = 0;
  for (int k = 0; k < b->n; k++) {
    if (order[k] > highest) highest = order[k];
  }
  for (int level = highest; level >= 0; level--) {
    for (int k = 0; k < b->n; k++) {
      if (order[k] != level) continue;
      b->eq[n] = (EqId){row[k]};
      b->order[n++] = level;
    }
  }
}

static void block_entries(Select *sel, DummyBlock *b)
{
  Gradient gradient = {0};
  int cap = 0;
  for (int r = 0; r < b->n && b->order[r] > 0; r++) {
    differentiate_gradient(sel->walk, sel->sys->eq[b->eq[r].i].residual,
                           in_block, sel, &gradient);
    if (b->n_entries + gradient.n_entries > cap) {
      int grown = 2 * (b->n_entries + gradient.n_entries);
      Entry *more = arena_array(sel->scratch, (size_t)grown, sizeof(Entry));
      for (int k = 0; k < b->n_entries; k++) more[k] = b->entry[k];
      b->entry = more;
      cap = grown;
    }
    for (int k = 0; k < gradient.n_entries; k++) {
      Entry e = {r, sel->col_of_var[gradient.entry[k].var.i],
                 gradient.entry[k].value};
      b->entry[b->n_entries++] = e;
    }
  }
  for (int k = 0; k < b->n_entries; k++) {
    Entry *e = &b->entry[k];
    if (!is_constant(sel, e->value)) b->column[e->col].constant = false;
  }
}

static DummyBlock make_block(Select *sel, const int *row, int n)
{
  DummyBlock b = {.n = n};
  b.eq = arena_array(sel->scratch, (size_t)n, sizeof(EqId));
  b.order = arena_array(sel->scratch, (size_t)n, sizeof(int));
  b.column = arena_array(sel->scratch, (size_t)n, sizeof(Column));
  int *order = arena_array(sel->scratch, (size_t)n, sizeof(int));
  for (int k = 0; k < n; k++) {
    order[k] = system_eq_order(sel->sys, (EqId){row[k]});
    VarId top = sel->sys->eq_var[row[k]];
    b.column[k] = make_column(sel->sys, top);
    sel->col_of_var[top.i] = k;
  }
  sort_by_order(&b, row, order);
  block_entries(sel, &b);
  b.n_levels = b.order[0];
  b.chosen = arena_array(sel->scratch, (size_t)(b.n_levels * n), sizeof(bool));
  return b;
}

static void forget_block(Select *sel, const DummyBlock *b)
{
  for (int k = 0; k < b->n; k++) sel->col_of_var[b->column[k].top.i] = -1;
}

/* Better dummy first: unwanted as state, safe (constant), not fixed by the
 * user; then the pivot decides, then the later variable. */
static int preference(const Column *c)
{
  return 4 * (int)c->state_select + 2 * !c->constant + c->fixed;
}

/* H at one point: the first m rows, the candidates as columns. */
static SparseMatrix make_matrix(Select *sel, const DummyBlock *b,
                                const int *candidate, int n, int m,
                                const StartPoint *point)
{
  SparseMatrix h = {.n_rows = m, .n_columns = n};
  int *wish = arena_array(sel->scratch, (size_t)n, sizeof(int));
  int *tie = arena_array(sel->scratch, (size_t)n, sizeof(int));
  int *position = arena_array(sel->scratch, (size_t)b->n, sizeof(int));
  for (int c = 0; c < b->n; c++) position[c] = -1;
  for (int c = 0; c < n; c++) {
    position[candidate[c]] = c;
    wish[c] = preference(&b->column[candidate[c]]);
    tie[c] = b->column[candidate[c]].top.i;
  }
  h.preference = wish;
  h.tie = tie;
  h.entry = arena_array(sel->scratch, (size_t)b->n_entries, sizeof h.entry[0]);
  for (int k = 0; k < b->n_entries; k++) {
    const Entry *e = &b->entry[k];
    if (e->row >= m || position[e->col] < 0) continue;
    double v = evaluate(sel->walk, e->value, &point->point);
    h.entry[h.n_entries++] =
        (SparseEntry){e->row, position[e->col], isfinite(v) ? v : 1.0};
  }
  return h;
}

/* One level: fills `chosen`; false if dependent at all points. */
static bool choose_level(Select *sel, const DummyBlock *b, const int *candidate,
                         int n, int m, int *chosen)
{
  for (int shake = 0; shake < N_SHAKES; shake++) {
    SparseMatrix h = make_matrix(sel, b, candidate, n, m, sel->point[shake]);
    int rank = elimination_choose(&h, RANK_TOLERANCE, sel->scratch, chosen);
    for (int k = 0; k < rank; k++) chosen[k] = candidate[chosen[k]];
    if (rank == m) return true;
  }
  return false;
}

static void report_dependent(Select *sel, const DummyBlock *b, int m)
{
  Diagnostic *d = diagnostic_error(
      sel->s, sel->sys->eq[b->eq[0].i].span, E305,
      "the constraints are structurally independent, but their derivatives "
      "are not: %d of them do not determine %d highest derivatives",
      m, m);
  for (int r = 1; r < m && r < 8; r++) {
    diagnostic_note(sel->s, d, sel->sys->eq[b->eq[r].i].span,
                    "together with this equation");
  }
  diagnostic_note(sel->s, d, NO_SPAN,
                  "a combination of them is an equation without highest "
                  "derivatives; write that equation instead of one of them");
}

/* Steps 1 to 5 of the paper's section 3.2 for one block; fills b->chosen. */
static bool select_in_block(Select *sel, const DummyBlock *b)
{
  int *candidate = arena_array(sel->scratch, (size_t)b->n, sizeof(int));
  int *chosen = arena_array(sel->scratch, (size_t)b->n, sizeof(int));
  int n = 0;
  for (int c = 0; c < b->n; c++) {
    if (sel->sys->var[b->column[c].top.i].integral.i >= 0) candidate[n++] = c;
  }
  for (int level = 1; level <= b->n_levels; level++) {
    int m = 0;
    while (m < b->n && b->order[m] >= level) m++;
    if (n < m || !choose_level(sel, b, candidate, n, m, chosen)) {
      report_dependent(sel, b, m);
      return false;
    }
    vector_sort_ints(chosen, m);
    n = 0;
    for (int k = 0; k < m; k++) {
      b->chosen[(level - 1) * b->n + chosen[k]] = true;
      /* candidates of the next level need two derivatives below the top */
      VarId top = b->column[chosen[k]].top;
      VarId below = system_integral(sel->sys, top, level + 1);
      if (below.i >= 0) candidate[n++] = chosen[k];
    }
  }
  return true;
}

static const char *reason(const Column *column)
{
  if (column->state_select < STATE_DEFAULT) return "stateSelect asks for it";
  if (column->constant) {
    return "its factors in the constraints are constant and cannot vanish";
  }
  return "its factors in the constraints are large at the start values";
}

static void mark_dummies(Select *sel, const DummyBlock *b)
{
  for (int level = 1; level <= b->n_levels; level++) {
    for (int c = 0; c < b->n; c++) {
      if (!b->chosen[(level - 1) * b->n + c]) continue;
      VarId v = system_integral(sel->sys, b->column[c].top, level - 1);
      sel->sys->var[v.i].is_dummy = true;
      sel->sys->var[v.i].why_dummy = reason(&b->column[c]);
    }
  }
}

static void set_roles(System *sys)
{
  for (int i = 0; i < sys->n_vars; i++) {
    Var *var = &sys->var[i];
    if (var->kind != VAR_CONTINUOUS || var->alias_of.i >= 0) continue;
    VarId d = var->derivative;
    if (d.i < 0 || sys->var[d.i].is_dummy) continue;
    var->role = ROLE_STATE;
    if (sys->var[d.i].role != ROLE_STATE) sys->var[d.i].role = ROLE_DERIVATIVE;
  }
}

static Select *make_select(System *sys, Session *s)
{
  Arena *scratch = session_scratch(s);
  Select *sel = arena_alloc(scratch, sizeof *sel);
  sel->s = s;
  sel->sys = sys;
  sel->scratch = scratch;
  sel->walk = walk_create(sys->exprs, scratch);
  sel->col_of_var = arena_array(scratch, (size_t)sys->n_vars, sizeof(int));
  for (int i = 0; i < sys->n_vars; i++) sel->col_of_var[i] = -1;
  for (int k = 0; k < N_SHAKES; k++) {
    sel->point[k] = start_point_make(sys, sel->walk, k, scratch);
  }
  return sel;
}

bool index_dummy_select(System *sys, Session *s)
{
  bool ok = true;
  ArenaMark mark = arena_mark(session_scratch(s));
  if (sys->n_eqs > sys->n_given) {
    Select *sel = make_select(sys, s);
    Blt blt = top_problem_blocks(sys, sel->walk, sel->scratch);
    for (int k = 0; k < blt.n_blocks; k++) {
      const int *row = blt.row + blt.start[k];
      int n = blt.start[k + 1] - blt.start[k];
      if (sys->eq[row[0]].derivative.i >= 0) continue; /* not a top */
      bool any = false;
      for (int r = 0; r < n; r++) any |= sys->eq[row[r]].integral.i >= 0;
      if (!any) continue;
      DummyBlock b = make_block(sel, row, n);
      bool selected = select_in_block(sel, &b);
      forget_block(sel, &b);
      ok &= selected;
      if (!selected) continue;
      mark_dummies(sel, &b);
      selection_set_make(sys, s, &b);
    }
  }
  if (ok) set_roles(sys);
  arena_release(mark);
  return ok;
}
