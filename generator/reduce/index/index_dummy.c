/* index_dummy.c: selection of dummy derivatives inside each block.
 *
 * Notation of the paper: g[1] are the most differentiated equations of the
 * block, z[1] its highest derivatives, G[1] = dg[1]/dz[1]. At level j the m
 * equations that are differentiated at least j times are the first rows,
 * H[j]; m columns of it with a regular matrix M[j] are chosen. Their
 * derivatives become dummies, and they alone are candidates of level j+1,
 * where G[j+1] = M[j]. */
#include "reduce/index/index_dummy.h"

#include <assert.h>
#include <math.h>

#include "base/vector.h"
#include "reduce/index/selection_set.h"
#include "reduce/index/state_preference.h"
#include "reduce/structure/derivative_arguments.h"
#include "reduce/structure/elimination.h"
#include "reduce/system/family.h"
#include "reduce/system/start_point.h"
#include "symbolic/gradient_memo.h"

/* A pivot below this part of the largest entry of its row is not a pivot; preferences
 * alone make factors of 1e9. */
static const double RANK_TOLERANCE = 1e-11;
/* Units of one model differ by less than this; smaller factors are no pivots. */
static const double LEAST_UNIT = 1e-10;
/* Among columns that differ in nothing else the larger factor decides: a part
 * of LEAST_UNIT becomes a third, which is within what preferences allow. */
static const double UNIT_WEIGHT = 0.05;
enum { N_SHAKES = 3 };

typedef struct Select {
  Session *s;
  System *sys;
  Walk *walk;
  Arena *scratch;
  StartPoint *point[N_SHAKES];
  int *col_of_var; /* [n_vars] column in the present block, -1 */
  int times;       /* what is looked at is so often differentiated below */
} Select;

/* The column that the variable has in the equation that is looked at. */
static int index_dummy_column_of(const Select *sel, VarId var)
{
  VarId top = derivative_arguments_top(sel->sys, var, sel->times);
  return top.i >= 0 ? sel->col_of_var[top.i] : -1;
}

static bool index_dummy_in_block(const void *context, VarId var)
{
  return index_dummy_column_of(context, var) >= 0;
}

static VarId index_dummy_top_of(const System *sys, VarId v)
{
  while (sys->var[v.i].derivative.i >= 0) v = sys->var[v.i].derivative;
  return v;
}

/* What one entry says about its column: without unknowns and time it never
 * vanishes by itself, without its own chain the column occurs linearly. */
static void index_dummy_judge_entry(Select *sel, ExprId e, Column *c)
{
  const System *sys = sel->sys;
  walk_from(sel->walk, e, false);
  for (int k = 0; k < sel->walk->n_nodes; k++) {
    const ExprNode *n = expr_node(sys->exprs, sel->walk->node[k]);
    if (n->op == EXPR_TIME) c->constant = c->number = false;
    if (n->op != EXPR_VAR) continue;
    c->number = false;
    if (sys->var[n->var.i].kind > VAR_PARAMETER) c->constant = false;
    if (var_same(index_dummy_top_of(sys, n->var), c->top)) c->linear = false;
  }
}

static Column make_column(const System *sys, VarId top)
{
  Column c = {.top = top, .constant = true, .linear = true, .number = true};
  for (VarId v = sys->var[top.i].integral; v.i >= 0;
       v = sys->var[v.i].integral) {
    c.fixed |= sys->var[v.i].fixed;
    c.started |= sys->var[v.i].start.i >= 0;
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
  assert(highest > 0); /* one of them was differentiated */
  for (int level = highest; level >= 0; level--) {
    for (int k = 0; k < b->n; k++) {
      if (order[k] != level) continue;
      b->eq[n] = (EqId){row[k]};
      b->order[n++] = level;
    }
  }
}

static void index_dummy_block_entries(Select *sel, DummyBlock *b)
{
  Gradient gradient = {0};
  int cap = 0;
  for (int r = 0; r < b->n && b->order[r] > 0; r++) {
    EqId e = b->eq[r];
    sel->times =
        derivative_arguments_used(sel->sys, sel->walk, e) ? b->order[r] : 0;
    EqId row = system_eq_integral(sel->sys, e, sel->times);
    gradient_remembered(
        sel->sys->gradient_memo, sel->walk,
        family_from(sel->sys, row, sel->sys->eq[row.i].residual),
        index_dummy_in_block, sel, &gradient);
    if (b->n_entries + gradient.n_entries > cap) {
      int grown = 2 * (b->n_entries + gradient.n_entries);
      Entry *more = arena_array(sel->scratch, (size_t)grown, sizeof(Entry));
      for (int k = 0; k < b->n_entries; k++) more[k] = b->entry[k];
      b->entry = more;
      cap = grown;
    }
    for (int k = 0; k < gradient.n_entries; k++) {
      b->entry[b->n_entries++] =
          (Entry){r, index_dummy_column_of(sel, gradient.entry[k].var),
                  gradient.entry[k].value};
    }
  }
  for (int k = 0; k < b->n_entries; k++) {
    assert(b->entry[k].col >= 0 && b->entry[k].col < b->n);
    index_dummy_judge_entry(sel, b->entry[k].value,
                            &b->column[b->entry[k].col]);
  }
}

static DummyBlock index_dummy_make_block(Select *sel, const int *row, int n)
{
  DummyBlock b = {.n = n};
  b.eq = arena_array(sel->scratch, (size_t)n, sizeof(EqId));
  b.order = arena_array(sel->scratch, (size_t)n, sizeof(int));
  b.column = arena_array(sel->scratch, (size_t)n, sizeof(Column));
  int *order = arena_array(sel->scratch, (size_t)n, sizeof(int));
  for (int k = 0; k < n; k++) {
    order[k] = system_eq_order(sel->sys, (EqId){row[k]});
    VarId top = sel->sys->eq_var[row[k]];
    assert(top.i >= 0); /* the matching is perfect */
    b.column[k] = make_column(sel->sys, top);
    sel->col_of_var[top.i] = k;
  }
  sort_by_order(&b, row, order);
  index_dummy_block_entries(sel, &b);
  b.n_levels = b.order[0];
  b.chosen = arena_array(sel->scratch, (size_t)(b.n_levels * n), sizeof(bool));
  return b;
}

static void forget_block(Select *sel, const DummyBlock *b)
{
  for (int k = 0; k < b->n; k++) sel->col_of_var[b->column[k].top.i] = -1;
}

/* Lower: the better dummy. Unwanted as state, safe (constant), not fixed by
 * the user, no start value given, linear, without parameters; then the pivot
 * decides, then the later variable. In step with reasons[]. */
enum { N_REASONS = 6, PREFERENCE_SHIFT = N_REASONS - 1 };

static int dummy_rank(const System *sys, const Column *c, int level)
{
  return (state_preference_rank(sys, c->top, level) << PREFERENCE_SHIFT) |
         (!c->constant << 4) | (c->fixed << 3) | (c->started << 2) |
         (!c->linear << 1) | !c->number;
}

static const char *const reasons[N_REASONS] = {
    "its factors in the constraints are numbers, free of parameters",
    "the constraints are linear in it",
    "no start value is given for it",
    "its start value is not fixed",
    "its factors in the constraints are constant and cannot vanish",
    "stateSelect or reinit() decides",
};

/* Factors of constant columns say in which units the variables are measured,
 * and nothing about how near they are to vanishing: these columns are scaled so
 * that their largest factor nearly equals the largest of its row. So the choice
 * is the same in metres and in millimetres. */
static void scale_constant_columns(Arena *scratch, SparseMatrix *h,
                                   const bool *constant)
{
  double *row = arena_array(scratch, (size_t)h->n_rows, sizeof row[0]);
  double *column = arena_array(scratch, (size_t)h->n_columns, sizeof column[0]);
  for (int k = 0; k < h->n_entries; k++) {
    const SparseEntry *e = &h->entry[k];
    row[e->row] = fmax(row[e->row], fabs(e->value));
  }
  for (int k = 0; k < h->n_entries; k++) {
    const SparseEntry *e = &h->entry[k];
    if (e->value == 0 || !constant[e->column]) continue;
    column[e->column] = fmax(column[e->column], fabs(e->value) / row[e->row]);
  }
  for (int k = 0; k < h->n_entries; k++) {
    SparseEntry *e = &h->entry[k];
    if (column[e->column] < LEAST_UNIT) continue;
    e->value *= pow(column[e->column], UNIT_WEIGHT - 1);
  }
}

/* H at one point: the first m rows, the candidates as columns. */
static SparseMatrix index_dummy_make_matrix(Select *sel, const DummyBlock *b,
                                            int level, const int *candidate,
                                            int n, int m,
                                            const StartPoint *point)
{
  SparseMatrix h = {.n_rows = m, .n_columns = n};
  int *preference = arena_array(sel->scratch, (size_t)n, sizeof(int));
  int *tie = arena_array(sel->scratch, (size_t)n, sizeof(int));
  bool *constant = arena_array(sel->scratch, (size_t)n, sizeof(bool));
  int *position = arena_array(sel->scratch, (size_t)b->n, sizeof(int));
  for (int c = 0; c < b->n; c++) position[c] = -1;
  for (int c = 0; c < n; c++) {
    const Column *column = &b->column[candidate[c]];
    position[candidate[c]] = c;
    preference[c] = dummy_rank(sel->sys, column, level);
    constant[c] = column->constant;
    tie[c] = column->top.i;
  }
  h.preference = preference;
  h.tie = tie;
  h.entry = arena_array(sel->scratch, (size_t)b->n_entries, sizeof h.entry[0]);
  for (int k = 0; k < b->n_entries; k++) {
    const Entry *e = &b->entry[k];
    if (e->row >= m || position[e->col] < 0) continue;
    double v = evaluate(sel->walk, e->value, &point->point);
    h.entry[h.n_entries++] =
        (SparseEntry){e->row, position[e->col], isfinite(v) ? v : 1.0, false};
  }
  scale_constant_columns(sel->scratch, &h, constant);
  for (int k = 0; k < h.n_entries; k++) {
    int rank = preference[h.entry[k].column] >> PREFERENCE_SHIFT;
    h.entry[k].value *= state_preference_weight(rank);
  }
  return h;
}

/* Most blocks are regular at the first point: the others are made when they
 * are needed. */
static const StartPoint *index_dummy_point_at(Select *sel, int shake)
{
  if (!sel->point[shake]) {
    sel->point[shake] =
        start_point_make(sel->sys, sel->walk, shake, sel->scratch);
  }
  return sel->point[shake];
}

/* One level: fills `chosen`; false if dependent at all points. */
static bool index_dummy_choose_level(Select *sel, const DummyBlock *b,
                                     int level, const int *candidate, int n,
                                     int m, int *chosen)
{
  for (int shake = 0; shake < N_SHAKES; shake++) {
    SparseMatrix h = index_dummy_make_matrix(sel, b, level, candidate, n, m,
                                             index_dummy_point_at(sel, shake));
    int rank = elimination_choose(&h, RANK_TOLERANCE, sel->scratch, chosen);
    for (int k = 0; k < rank; k++) chosen[k] = candidate[chosen[k]];
    if (rank == m) return true;
  }
  return false;
}

static void index_dummy_report_dependent(Select *sel, const DummyBlock *b,
                                         int m)
{
  Diagnostic *d = diagnostic_error(
      sel->s, sel->sys->eq[b->eq[0].i].span, E305,
      m == 1 ? "the derivative of this constraint determines no highest "
               "derivative, although its structure says so"
             : "the derivatives of these %d constraints are dependent, "
               "although their structure is not",
      m);
  for (int r = 1; r < m && r < 8; r++) {
    diagnostic_note(sel->s, d, sel->sys->eq[b->eq[r].i].span,
                    "together with this equation");
  }
  diagnostic_note(sel->s, d, NO_SPAN,
                  m == 1 ? "what cancels out does not count"
                         : "a combination of them is an equation without "
                           "highest derivatives; write that equation instead "
                           "of one of them");
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
    if (n < m ||
        !index_dummy_choose_level(sel, b, level, candidate, n, m, chosen)) {
      index_dummy_report_dependent(sel, b, m);
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

/* Was the column a candidate at the level? */
static bool index_dummy_is_candidate(const System *sys, const DummyBlock *b,
                                     int c, int level)
{
  if (level > 1 && !b->chosen[(level - 2) * b->n + c]) return false;
  return system_integral(sys, b->column[c].top, level).i >= 0;
}

/* The least preference of the candidates not chosen; -1: there are none. */
static int best_left(const System *sys, const DummyBlock *b, int level)
{
  int best = -1;
  for (int c = 0; c < b->n; c++) {
    if (b->chosen[(level - 1) * b->n + c]) continue;
    if (!index_dummy_is_candidate(sys, b, c, level)) continue;
    int other = dummy_rank(sys, &b->column[c], level);
    if (best < 0 || other < best) best = other;
  }
  return best;
}

/* What set a chosen column apart from the best one that was not chosen: the
 * first difference in their preference. */
static const char *index_dummy_reason(int own, int best)
{
  if (best < 0) return "there is no other candidate";
  if (own >> PREFERENCE_SHIFT < best >> PREFERENCE_SHIFT)
    return reasons[PREFERENCE_SHIFT];
  for (int bit = PREFERENCE_SHIFT - 1; bit >= 0 && own < best; bit--) {
    if ((own ^ best) >> bit & 1) return reasons[bit];
  }
  return "its factors in the constraints are large at the start values";
}

/* Why the chain below `top` is wanted. */
static const char *wanted_by(const System *sys, VarId top)
{
  for (VarId v = top; v.i >= 0; v = sys->var[v.i].integral) {
    if (sys->var[v.i].is_reset) return "reinit() asks for it";
  }
  return "stateSelect asks for it";
}

/* The variable and all that it is a derivative of are states. */
static void index_dummy_mark_states(System *sys, VarId v, const char *why)
{
  for (; v.i >= 0; v = sys->var[v.i].integral) sys->var[v.i].why = why;
}

static void mark_level(System *sys, const DummyBlock *b, int level)
{
  int best = best_left(sys, b, level);
  for (int c = 0; c < b->n; c++) {
    if (!index_dummy_is_candidate(sys, b, c, level)) continue;
    VarId v = system_integral(sys, b->column[c].top, level - 1);
    assert(v.i >= 0);
    VarId below = sys->var[v.i].integral;
    if (b->chosen[(level - 1) * b->n + c]) {
      sys->var[v.i].is_dummy = true;
      sys->var[v.i].why =
          index_dummy_reason(dummy_rank(sys, &b->column[c], level), best);
    } else if (state_preference_rank(sys, b->column[c].top, level) >
               STATE_PREFERENCE_NONE) {
      index_dummy_mark_states(sys, below, wanted_by(sys, b->column[c].top));
    } else {
      index_dummy_mark_states(
          sys, below, "the constraints are better solved for other candidates");
    }
  }
}

static void mark_dummies(Select *sel, const DummyBlock *b)
{
  for (int level = 1; level <= b->n_levels; level++) {
    mark_level(sel->sys, b, level);
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
    if (!var->why) var->why = "no constraint ties it to others";
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
  return sel;
}

bool index_dummy_select(System *sys, Session *s)
{
  assert(sys->eq_var && sys->n_sets == 0);
  bool ok = true;
  ArenaMark mark = arena_mark(session_scratch(s));
  if (sys->n_eqs > sys->n_given) {
    Select *sel = make_select(sys, s);
    Blt blt = state_preference_blocks(sys, sel->walk, sel->scratch);
    for (int k = 0; k < blt.n_blocks; k++) {
      const int *row = blt.row + blt.start[k];
      int n = blt.start[k + 1] - blt.start[k];
      if (sys->eq[row[0]].derivative.i >= 0) continue; /* not a top */
      bool any = false;
      for (int r = 0; r < n; r++) any |= sys->eq[row[r]].integral.i >= 0;
      if (!any) continue;
      DummyBlock b = index_dummy_make_block(sel, row, n);
      bool selected = select_in_block(sel, &b);
      forget_block(sel, &b);
      ok &= selected;
      if (!selected) continue;
      mark_dummies(sel, &b);
      selection_set_make(sys, s, sel->walk, &b);
    }
  }
  if (ok) {
    set_roles(sys);
    state_preference_report(sys, s);
  }
  arena_release(mark);
  return ok;
}
