/* index_projection.c: the constraints of each block, one after the other. */
#include "reduce/index/index_projection.h"

#include <assert.h>
#include <math.h>

#include "base/vector.h"
#include "reduce/index/index_again.h"
#include "reduce/index/index_dummy.h"
#include "reduce/structure/null_space.h"
#include "reduce/structure/top_problem.h"
#include "reduce/system/generated_root.h"
#include "symbolic/differentiate.h"

/* A frame has as many numbers as its square. */
enum { MOST_FRAME_COLUMNS = 60 };

/* An equation that replaces a given one (NO_EQ: is added). */
typedef struct Change {
  EqId given;
  ExprId residual;
  Span span;
} Change;

typedef struct Projection {
  System *sys;
  Session *s;
  Arena *scratch;
  Walk *walk;
  Name root;
  int n_new, n_entries;
  int *column_of; /* [old n_vars] of the block at hand, of tops; -1 */
  bool *is_zero;  /* [old n_vars] */
  Change *change;
  int n_changes, cap_changes;
  EqId *replaced; /* constraints that hold at the start only */
  int n_replaced, cap_replaced;
} Projection;

/* The constraints of a block: k rows, n columns. */
typedef struct Group {
  EqId *row; /* the given equations */
  int order; /* all of them were differentiated so often */
  VarId *top;
  SymbolicMatrix c;
  bool is_linear; /* C is free of unknowns */
} Group;

/* --- what a block holds --- */

static bool index_projection_in_block(const void *context, VarId var)
{
  const Projection *p = context;
  return p->column_of[var.i] >= 0;
}

/* May D hold this variable? Its derivatives must not be wanted earlier than
 * those of the positions. */
static bool is_deep(const System *sys, VarId v, int order)
{
  for (int k = 0; k < order; k++) {
    if (sys->var[v.i].derivative.i < 0) return false;
    v = sys->var[v.i].derivative;
  }
  return true;
}

/* False: the entry cannot be part of D. */
static bool index_projection_judge_entry(Projection *p, Group *g, ExprId e)
{
  const System *sys = p->sys;
  walk_from(p->walk, e, false);
  for (int k = 0; k < p->walk->n_nodes; k++) {
    const ExprNode *n = expr_node(sys->exprs, p->walk->node[k]);
    if (n->op != EXPR_VAR) continue;
    VarKind kind = sys->var[n->var.i].kind;
    if (kind <= VAR_PARAMETER) continue;
    g->is_linear = false;
    if (kind == VAR_CONTINUOUS && !is_deep(sys, n->var, g->order)) return false;
  }
  return true;
}

static EqId index_projection_given_of(const System *sys, EqId top)
{
  return system_eq_integral(sys, top, system_eq_order(sys, top));
}

/* Fills C; columns that no constraint holds are left out. False: a position is
 * missing, or C holds what D must not. */
static bool fill_matrix(Projection *p, Group *g, const EqId *top_row, int k,
                        const int *block_row, int n_block)
{
  System *sys = p->sys;
  int n = 0;
  int *place = arena_array(p->scratch, (size_t)n_block, sizeof(int));
  Gradient *gradient = arena_array(p->scratch, (size_t)k, sizeof *gradient);
  for (int c = 0; c < n_block; c++) place[c] = -1;
  for (int r = 0; r < k; r++) {
    differentiate_gradient(p->walk, sys->eq[top_row[r].i].residual,
                           index_projection_in_block, p, &gradient[r]);
    for (int i = 0; i < gradient[r].n_entries; i++) {
      VarId top = gradient[r].entry[i].var;
      if (system_integral(sys, top, g->order).i < 0) return false;
      place[p->column_of[top.i]] = 0;
    }
  }
  g->top = arena_array(p->scratch, (size_t)n_block, sizeof(VarId));
  for (int c = 0; c < n_block; c++) {
    if (place[c] < 0) continue;
    g->top[n] = sys->eq_var[block_row[c]];
    place[c] = n++;
  }
  g->c = (SymbolicMatrix){
      k, n, arena_array(p->scratch, (size_t)(k * n), sizeof(ExprId))};
  for (int i = 0; i < k * n; i++) g->c.entry[i] = NO_EXPR;
  for (int r = 0; r < k; r++) {
    for (int i = 0; i < gradient[r].n_entries; i++) {
      const GradientEntry *e = &gradient[r].entry[i];
      g->c.entry[r * n + place[p->column_of[e->var.i]]] = e->value;
      if (!index_projection_judge_entry(p, g, e->value)) return false;
    }
  }
  return true;
}

/* --- linear rows --- */

static bool is_number_row(const ExprTable *t, const SymbolicMatrix *c, int row)
{
  for (int j = 0; j < c->n_columns; j++) {
    ExprId e = c->entry[row * c->n_columns + j];
    if (e.i >= 0 && !expr_is_const(t, e, NULL)) return false;
  }
  return true;
}

/* The column that a row of numbers is solved for: one without a start value,
 * if possible. -1: the row is empty. */
static int solved_column(const Projection *p, const Group *g, int row)
{
  const System *sys = p->sys;
  int best = -1;
  for (int j = 0; j < g->c.n_columns; j++) {
    if (g->c.entry[row * g->c.n_columns + j].i < 0) continue;
    VarId x = system_integral(sys, g->top[j], g->order);
    bool is_free = sys->var[x.i].start.i < 0;
    if (best < 0 || is_free) best = j;
  }
  return best;
}

/* Takes the column out of all other rows. */
static void index_projection_eliminate(ExprTable *t, SymbolicMatrix *c, int row,
                                       int column)
{
  int n = c->n_columns;
  const ExprId *own = &c->entry[row * n];
  for (int r = 0; r < c->n_rows; r++) {
    ExprId *other = &c->entry[r * n];
    if (r == row || other[column].i < 0) continue;
    ExprId factor = expr_div(t, other[column], own[column]);
    for (int j = 0; j < n; j++) {
      if (own[j].i < 0 || j == column) continue;
      ExprId part = expr_neg(t, expr_mul(t, factor, own[j]));
      other[j] = other[j].i < 0 ? part : expr_add(t, other[j], part);
      double value;
      bool is_const = expr_is_const(t, other[j], &value);
      if (is_const && !(fabs(value) > 0)) other[j] = NO_EXPR;
    }
    other[column] = NO_EXPR;
  }
}

static void drop_rows_and_columns(Group *g, const bool *row, const bool *column)
{
  SymbolicMatrix *c = &g->c;
  int n = c->n_columns, n_rows = 0, at = 0;
  for (int r = 0; r < c->n_rows; r++) {
    if (row[r]) continue;
    g->row[n_rows++] = g->row[r];
    for (int j = 0; j < n; j++) {
      if (!column[j]) c->entry[at++] = c->entry[r * n + j];
    }
  }
  c->n_rows = n_rows;
  c->n_columns = 0;
  for (int j = 0; j < n; j++) {
    if (!column[j]) g->top[c->n_columns++] = g->top[j];
  }
}

/* Rows of numbers hold at all levels: each is solved for one column, as dummy
 * derivatives do, and leaves the group with it. */
static void drop_number_rows(Projection *p, Group *g)
{
  ExprTable *t = p->sys->exprs;
  SymbolicMatrix *c = &g->c;
  bool *row = arena_array(p->scratch, (size_t)c->n_rows, sizeof(bool));
  bool *column = arena_array(p->scratch, (size_t)c->n_columns, sizeof(bool));
  for (int r = 0; r < c->n_rows; r++) {
    if (!is_number_row(t, c, r)) continue;
    int solved = solved_column(p, g, r);
    if (solved < 0) continue;
    index_projection_eliminate(t, c, r, solved);
    row[r] = column[solved] = true;
  }
  drop_rows_and_columns(g, row, column);
}

/* --- changes --- */

static void add_change(Projection *p, EqId given, ExprId residual, Span span)
{
  p->change = vector_grow(p->scratch, p->change, &p->cap_changes,
                          p->n_changes + 1, sizeof p->change[0]);
  p->change[p->n_changes++] = (Change){given, residual, span};
}

static void note_replaced(Projection *p, EqId given)
{
  p->replaced = vector_grow(p->scratch, p->replaced, &p->cap_replaced,
                            p->n_replaced + 1, sizeof p->replaced[0]);
  p->replaced[p->n_replaced++] = given;
}

static VarId add_unknown(Projection *p, const char *word,
                         const char *description)
{
  char *name = arena_printf(p->scratch, "%s.%s[%d]", p->root, word, ++p->n_new);
  VarId v = system_add_var(p->sys, session_name(p->s, name));
  p->sys->var[v.i].is_generated = true;
  p->sys->var[v.i].attributes =
      system_attributes(p->sys, (VarAttributes){.description = description});
  return v;
}

static ExprId zero_if_marked(void *context, ExprTable *t, VarId var)
{
  const bool *is_zero = context;
  return is_zero[var.i] ? expr_const(t, 0) : expr_var(t, var);
}

static void mark_columns(const Projection *p, const Group *g, int below,
                         bool value)
{
  for (int c = 0; c < g->c.n_columns; c++) {
    p->is_zero[system_integral(p->sys, g->top[c], below).i] = value;
  }
}

/* Does the equation hold more than the columns, `below` derivatives under
 * the highest? */
static bool has_rest(Projection *p, const Group *g, ExprId residual, int below)
{
  double value;
  mark_columns(p, g, below, true);
  ExprId rest =
      walk_replace(p->walk, residual, false, zero_if_marked, p->is_zero);
  mark_columns(p, g, below, false);
  return !expr_is_const(p->sys->exprs, rest, &value) || fabs(value) > 0;
}

static ExprId index_projection_times(ExprTable *t, ExprId sum, ExprId factor,
                                     VarId v)
{
  if (factor.i < 0) return sum;
  return expr_add(t, sum, expr_mul(t, factor, expr_var(t, v)));
}

/* The columns, `below` derivatives under the highest, along D; and across, if
 * the constraints themselves (`kept`) stay to say how far. */
static void project(Projection *p, const Group *g, const SymbolicMatrix *d,
                    int below, const ExprId *kept)
{
  System *sys = p->sys;
  ExprTable *t = sys->exprs;
  int k = g->c.n_rows, n = g->c.n_columns;
  assert(n > k && d->n_rows == n && d->n_columns == n - k);
  VarId *u = arena_array(p->scratch, (size_t)(n - k), sizeof(VarId));
  VarId *v = arena_array(p->scratch, (size_t)k, sizeof(VarId));
  for (int i = 0; i < n - k; i++) {
    u[i] = add_unknown(p, "u", "component along the constraints");
  }
  for (int r = 0; kept && r < k; r++) {
    v[r] = add_unknown(p, "v", "component across the constraints");
    add_change(p, g->row[r], kept[r], sys->eq[g->row[r].i].span);
  }
  for (int c = 0; c < n; c++) {
    ExprId sum = expr_const(t, 0);
    for (int i = 0; i < n - k; i++) {
      sum = index_projection_times(t, sum, d->entry[c * (n - k) + i], u[i]);
    }
    for (int r = 0; kept && r < k; r++) {
      sum = index_projection_times(t, sum, g->c.entry[r * n + c], v[r]);
    }
    VarId x = system_integral(sys, g->top[c], below);
    EqId row = g->row[c < k ? c : 0];
    add_change(p, !kept && c < k ? row : NO_EQ,
               expr_sub(t, expr_var(t, x), sum), sys->eq[row.i].span);
  }
}

/* --- one block --- */

/* Without a formula for D: the derivatives of the constraints stand for
 * them. */
static void lower_rows(Projection *p, const EqId *row, int k)
{
  System *sys = p->sys;
  for (int r = 0; r < k; r++) {
    EqId given = index_projection_given_of(sys, row[r]);
    EqId derivative = sys->eq[given.i].derivative;
    assert(derivative.i >= 0);
    note_replaced(p, given);
    add_change(p, given, sys->eq[derivative.i].residual, sys->eq[given.i].span);
  }
}

/* --- frames --- */

/* Any numbers in general position, until the FMU makes its own. */
static double index_projection_first_entry(int i, int c)
{
  return cos(1 + 2.4 * c + 1.7 * i * (c + 1));
}

static VarId index_projection_add_entry(Projection *p, int i, int c)
{
  System *sys = p->sys;
  char *name =
      arena_printf(p->scratch, "%s.frame[%d]", p->root, ++p->n_entries);
  VarId v = system_add_var(sys, session_name(p->s, name));
  Var *var = &sys->var[v.i];
  var->kind = VAR_MEMORY;
  var->is_internal = true;
  var->start = expr_const(sys->exprs, index_projection_first_entry(i, c));
  return v;
}

static CoordinateFrame *add_frame(System *sys, int n_columns, int n_along)
{
  sys->frame = vector_grow(sys->arena, sys->frame, &sys->cap_frames,
                           sys->n_frames + 1, sizeof sys->frame[0]);
  CoordinateFrame *f = &sys->frame[sys->n_frames++];
  size_t n = (size_t)n_columns, n_u = (size_t)n_along;
  *f = (CoordinateFrame){.n_columns = n_columns, .n_along = n_along};
  f->tied = arena_array(sys->arena, n, sizeof(VarId));
  f->along = arena_array(sys->arena, n_u, sizeof(VarId));
  f->entry = arena_array(sys->arena, n * n_u, sizeof(VarId));
  return f;
}

/* One coordinate: the sum over the columns. */
static void add_coordinate(Projection *p, CoordinateFrame *f, int i, Span span)
{
  ExprTable *t = p->sys->exprs;
  ExprId sum = expr_const(t, 0);
  f->along[i] = add_unknown(p, "u", "component along the constraints");
  p->sys->var[f->along[i].i].state_select = STATE_ALWAYS;
  for (int c = 0; c < f->n_columns; c++) {
    VarId entry = index_projection_add_entry(p, i, c);
    f->entry[i * f->n_columns + c] = entry;
    sum = index_projection_times(t, sum, expr_var(t, entry), f->tied[c]);
  }
  ExprId residual = expr_sub(t, expr_var(t, f->along[i]), sum);
  add_change(p, NO_EQ, residual, span);
}

/* By a frame; false: it would be too large. */
static bool project_by_frame(Projection *p, const Group *g)
{
  System *sys = p->sys;
  int k = g->c.n_rows, n = g->c.n_columns;
  if (n > MOST_FRAME_COLUMNS || k > n) return false;
  int below = g->is_linear ? g->order : g->order - 1;
  CoordinateFrame *f = add_frame(sys, n, n - k);
  f->n_levels = below;
  for (int c = 0; c < n; c++) {
    f->tied[c] = system_integral(sys, g->top[c], below);
  }
  for (int i = 0; i < n - k; i++) {
    add_coordinate(p, f, i, sys->eq[g->row[0].i].span);
  }
  for (int r = 0; !g->is_linear && r < k; r++) {
    EqId given = g->row[r], derivative = sys->eq[given.i].derivative;
    note_replaced(p, given);
    add_change(p, given, sys->eq[derivative.i].residual, sys->eq[given.i].span);
  }
  return true;
}

/* Are a coordinate and its derivatives the states that they should be? */
static bool are_states(System *sys, VarId v, int n_levels)
{
  for (int l = 0; l < n_levels; l++) {
    Var *var = &sys->var[v.i];
    if (var->role != ROLE_STATE) return false;
    var->why = "a coordinate along the constraints, in a frame that is made "
               "while the FMU runs";
    v = var->derivative;
  }
  return true;
}

/* What did not become states as was preferred has no frame: the choice of states
 * has taken its place, and its first numbers stay. */
static void drop_unused_frames(System *sys)
{
  int n = 0;
  for (int k = 0; k < sys->n_frames; k++) {
    const CoordinateFrame *f = &sys->frame[k];
    bool used = true;
    for (int i = 0; i < f->n_along; i++) {
      used = are_states(sys, f->along[i], f->n_levels) && used;
    }
    if (used) sys->frame[n++] = *f;
  }
  sys->n_frames = n;
}

/* --- one block, continued --- */

/* By formulas; false: there are none. */
static bool project_group(Projection *p, const Group *g)
{
  const System *sys = p->sys;
  int k = g->c.n_rows;
  SymbolicMatrix d;
  if (!null_space_make(sys->exprs, &g->c, &d, p->scratch)) return false;
  int below = g->is_linear ? g->order : g->order - 1;
  bool rest = false;
  ExprId *kept = arena_array(p->scratch, (size_t)k, sizeof(ExprId));
  for (int r = 0; r < k; r++) {
    EqId e = g->row[r];
    if (!g->is_linear) e = sys->eq[e.i].derivative;
    kept[r] = sys->eq[e.i].residual;
    rest |= has_rest(p, g, kept[r], below);
  }
  for (int r = 0; !g->is_linear && r < k; r++) note_replaced(p, g->row[r]);
  project(p, g, &d, below, rest ? kept : NULL);
  return true;
}

/* The rows of the block that were differentiated twice or more; *order: how
 * often, 0: not equally often. */
static int constraint_rows(const System *sys, const int *row, int n, EqId *top,
                           int *order)
{
  int k = 0;
  *order = 0;
  for (int r = 0; r < n; r++) {
    int nu = system_eq_order(sys, (EqId){row[r]});
    if (nu < 2) continue;
    if (k == 0) *order = nu;
    if (nu != *order) *order = 0;
    top[k++] = (EqId){row[r]};
  }
  return k;
}

/* Solved as dummy derivatives do, by formulas or a frame; false: nothing of
 * that. */
static bool treat_group(Projection *p, Group *g)
{
  drop_number_rows(p, g);
  return g->c.n_rows == g->c.n_columns || project_group(p, g) ||
         project_by_frame(p, g);
}

static void index_projection_take_block(Projection *p, const int *row, int n)
{
  const System *sys = p->sys;
  EqId *top = arena_array(p->scratch, (size_t)n, sizeof(EqId));
  Group g = {.is_linear = true};
  int k = constraint_rows(sys, row, n, top, &g.order);
  if (k == 0) return;
  g.row = arena_array(p->scratch, (size_t)k, sizeof(EqId));
  assert(k <= n);
  for (int r = 0; r < k; r++) g.row[r] = index_projection_given_of(sys, top[r]);
  for (int r = 0; r < n; r++) p->column_of[sys->eq_var[row[r]].i] = r;
  bool usable = g.order > 0 && fill_matrix(p, &g, top, k, row, n);
  if (!(usable && treat_group(p, &g))) lower_rows(p, top, k);
  for (int r = 0; r < n; r++) p->column_of[sys->eq_var[row[r]].i] = -1;
}

/* --- the whole --- */

/* g alone: its derivatives hold. */
static void mark_monitors(const Projection *p)
{
  System *sys = p->sys;
  bool *replaced = arena_array(p->scratch, (size_t)sys->n_given, sizeof(bool));
  for (int k = 0; k < p->n_replaced; k++) replaced[p->replaced[k].i] = true;
  for (int k = 0; k < sys->n_monitors; k++) {
    Monitor *m = &sys->monitor[k];
    m->drifts = m->level == 0 && replaced[m->given.i];
  }
}

static void make_changes(Projection *p)
{
  System *sys = p->sys;
  for (int k = 0; k < p->n_replaced; k++) {
    Eq eq = sys->eq[p->replaced[k].i];
    sys->initial_eq =
        vector_grow(sys->arena, sys->initial_eq, &sys->cap_initial_eqs,
                    sys->n_initial_eqs + 1, sizeof eq);
    sys->initial_eq[sys->n_initial_eqs++] = eq;
  }
  for (int k = 0; k < p->n_changes; k++) {
    const Change *c = &p->change[k];
    if (c->given.i < 0) {
      system_add_eq(sys, c->residual, c->span);
      continue;
    }
    Eq *eq = &sys->eq[c->given.i];
    eq->residual = c->residual;
    eq->left = eq->right = NO_EXPR;
    eq->has_start_residual = false;
  }
}

bool index_projection_change(System *sys, Session *s)
{
  assert(sys->eq_var && sys->n_frames == 0);
  ArenaMark mark = arena_mark(session_scratch(s));
  Arena *scratch = session_scratch(s);
  int n_vars = sys->n_vars;
  Projection p = {.sys = sys,
                  .s = s,
                  .scratch = scratch,
                  .walk = walk_create(sys->exprs, scratch),
                  .root = generated_root(sys, s, "projection"),
                  .is_zero = arena_array(scratch, (size_t)n_vars, sizeof(bool)),
                  .column_of =
                      arena_array(scratch, (size_t)n_vars, sizeof(int))};
  for (int i = 0; i < n_vars; i++) p.column_of[i] = -1;
  Blt blt = top_problem_blocks(sys, p.walk, scratch);
  for (int k = 0; k < blt.n_blocks; k++) {
    const int *row = blt.row + blt.start[k];
    if (sys->eq[row[0]].derivative.i >= 0) continue; /* not a top */
    index_projection_take_block(&p, row, blt.start[k + 1] - blt.start[k]);
  }
  mark_monitors(&p);
  index_again_begin(sys);
  make_changes(&p);
  arena_release(mark);
  return true;
}

bool index_projection_select(System *sys, Session *s)
{
  bool good = index_dummy_select(sys, s);
  drop_unused_frames(sys);
  return good;
}
