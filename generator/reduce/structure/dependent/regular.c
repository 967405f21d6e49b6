/* regular.c: numeric rank of dG/dz at the start point and at points near. */
#include "reduce/structure/dependent/regular.h"

#include <assert.h>
#include <math.h>

#include "base/vector.h"
#include "reduce/structure/dependent/combination.h"
#include "reduce/structure/dependent/linear_dependence_report.h"
#include "reduce/structure/dependent/open_direction.h"
#include "reduce/structure/elimination.h"
#include "reduce/structure/equilibrate.h"
#include "reduce/structure/rewind.h"
#include "reduce/structure/top_problem.h"
#include "reduce/system/family.h"
#include "symbolic/gradient_memo.h"

enum { N_POINTS = START_FREE_RELATIONS + 3, N_OTHERS = 3 };
enum { MOST_NAMES = 20 }; /* of a parameter, one bound to the other */
static const double SINGULAR_PIVOT = 1e-11;

typedef struct Regular {
  Session *s;
  System *sys;
  Walk *walk;
  Arena *scratch;
  StartPoint *point[N_POINTS], *other[N_OTHERS];
  int *column; /* [n_vars] column in the present block, -1 */
  Combination *found;
  int n_found, cap_found;
} Regular;

static bool regular_in_block(const void *context, VarId var)
{
  const Regular *g = context;
  return g->column[var.i] >= 0;
}

/* The Jacobian of one block as expressions. */
static void regular_block_entries(Regular *g, SingularBlock *b)
{
  Gradient gradient = {0};
  Entry *entry = NULL;
  int cap = 0;
  for (int r = 0; r < b->n; r++) g->column[g->sys->eq_var[b->row[r]].i] = r;
  for (int r = 0; r < b->n; r++) {
    gradient_remembered(
        g->sys->gradient_memo, g->walk,
        family_from(g->sys, (EqId){b->row[r]}, g->sys->eq[b->row[r]].residual),
        regular_in_block, g, &gradient);
    entry = vector_grow(g->scratch, entry, &cap,
                        b->n_entries + gradient.n_entries, sizeof entry[0]);
    for (int k = 0; k < gradient.n_entries; k++) {
      entry[b->n_entries++] = (Entry){r, g->column[gradient.entry[k].var.i],
                                      gradient.entry[k].value};
    }
  }
  for (int r = 0; r < b->n; r++) g->column[g->sys->eq_var[b->row[r]].i] = -1;
  b->entry = entry;
}

static bool is_regular(Regular *g, const SingularBlock *b,
                       const StartPoint *point)
{
  SparseMatrix a = {
      .n_rows = b->n, .n_columns = b->n, .n_entries = b->n_entries};
  a.entry = arena_array(g->scratch, (size_t)b->n_entries, sizeof a.entry[0]);
  for (int k = 0; k < b->n_entries; k++) {
    const Entry *e = &b->entry[k];
    double v = evaluate(g->walk, e->value, &point->point);
    /* outside its domain: anything but zero */
    bool is_exact = equilibrate_is_exact(g->sys->exprs, g->walk, e->value);
    a.entry[k] = (SparseEntry){e->row, e->col, isfinite(v) ? v : 1.0, is_exact};
  }
  equilibrate(&a, g->scratch);
  return elimination_choose(&a, SINGULAR_PIVOT, g->scratch, NULL) == b->n;
}

/* Most blocks are regular at the first point: the others are made when they
 * are needed. */
static StartPoint *regular_point_at(Regular *g, int p)
{
  if (!g->point[p]) {
    g->point[p] = start_point_make(g->sys, g->walk, p, g->scratch);
  }
  return g->point[p];
}

static bool is_regular_somewhere(Regular *g, const SingularBlock *b)
{
  for (int p = 0; p < N_POINTS; p++) {
    if (is_regular(g, b, regular_point_at(g, p))) return true;
  }
  return false;
}

/* False after E305. */
static bool mend(Regular *g, const SingularBlock *b)
{
  for (int k = 0; k < N_OTHERS && !g->other[k]; k++) {
    g->other[k] = start_point_other(g->sys, g->walk, k + 1, g->scratch);
  }
  Combination c = {.residual = NO_EXPR};
  CombinationResult result = combination_find(g->sys, g->s, g->walk, b, &c);
  if (result == COMBINATION_EMPTY &&
      open_direction_close(g->sys, g->s, g->walk, b, &c))
    result = COMBINATION_FOUND;
  if (result != COMBINATION_FOUND) {
    linear_dependence_report(g->sys, g->s, g->walk, b, &c);
    return false;
  }
  g->found = vector_grow(g->scratch, g->found, &g->cap_found, g->n_found + 1,
                         sizeof c);
  g->found[g->n_found++] = c;
  return true;
}

static bool regular_check_block(Regular *g, const int *row, int n)
{
  SingularBlock b = {.row = row,
                     .n = n,
                     .point = g->point,
                     .n_points = N_POINTS,
                     .other = g->other,
                     .n_others = N_OTHERS};
  regular_block_entries(g, &b);
  return is_regular_somewhere(g, &b) || mend(g, &b);
}

static Regular *make_regular(System *sys, Session *s)
{
  Arena *scratch = session_scratch(s);
  Regular *g = arena_alloc(scratch, sizeof *g);
  g->s = s;
  g->sys = sys;
  g->scratch = scratch;
  g->walk = walk_create(sys->exprs, scratch);
  g->column = arena_array(scratch, (size_t)sys->n_vars, sizeof(int));
  for (int i = 0; i < sys->n_vars; i++) g->column[i] = -1;
  return g;
}

/* A parameter that is zero, by itself or as another name of one that is. */
static bool is_zero_parameter(const System *sys, VarId var)
{
  double value;
  const Var *v = &sys->var[var.i];
  for (int k = 0; k < MOST_NAMES && v->binding.i >= 0; k++) {
    if (v->kind != VAR_PARAMETER || v->is_set_at_start) return false;
    if (expr_is_const(sys->exprs, v->binding, &value)) return value == 0;
    const ExprNode *n = expr_node(sys->exprs, v->binding);
    if (n->op != EXPR_VAR) return false;
    v = &sys->var[n->var.i];
  }
  return false;
}

/* Is a single equation to be looked at? The branches of a condition may hold
 * other unknowns than each other, and a derivative may have a parameter as its
 * factor that is zero: no state then, but a constraint. Other equations are
 * solved for their unknowns where the factor is not zero, and show where it
 * is. */
static bool is_doubtful(Regular *g, int row)
{
  const System *sys = g->sys;
  bool has_slope = sys->var[sys->eq_var[row].i].integral.i >= 0;
  walk_from(g->walk, sys->eq[row].residual, true);
  for (int k = 0; k < g->walk->n_nodes; k++) {
    const ExprNode *n = expr_node(sys->exprs, g->walk->node[k]);
    if (n->op == EXPR_IF) return true;
    if (has_slope && n->op == EXPR_VAR && is_zero_parameter(sys, n->var))
      return true;
  }
  return false;
}

/* Looks at each block; what mends a singular one is put into `found`. */
static bool check_blocks(Regular *g)
{
  Blt blt = top_problem_blocks(g->sys, g->walk, g->scratch);
  bool ok = true;
  for (int k = 0; k < blt.n_blocks; k++) {
    const int *row = blt.row + blt.start[k];
    int n = blt.start[k + 1] - blt.start[k];
    if (g->sys->eq[row[0]].derivative.i >= 0) continue; /* not a top */
    if (n > 1 || is_doubtful(g, row[0])) ok &= regular_check_block(g, row, n);
  }
  return ok;
}

/* An earlier combination may have reported all of them. */
static bool decides_more(const System *sys, const Combination *c)
{
  for (int k = 0; k < c->n_decided; k++) {
    if (sys->var[c->decided[k].i].kind != VAR_CONSTANT) return true;
  }
  return false;
}

/* Parameters on whose values the structure rests cannot be set any more. */
static void regular_decide_parameters(Regular *g, const Combination *c)
{
  assert(g->point[0]);
  System *sys = g->sys;
  if (!decides_more(sys, c)) return;
  Diagnostic *d = diagnostic_warning(
      g->s, sys->var[c->decided[0].i].span, W302,
      c->n_terms == 1 ? "the value of '%s' decides which unknowns an equation "
                        "holds; it cannot be changed in the FMU"
                      : "for the value of '%s' some equations are dependent; "
                        "it cannot be changed in the FMU",
      sys->var[c->decided[0].i].name);
  for (int k = 1; k < c->n_decided; k++) {
    diagnostic_note(g->s, d, sys->var[c->decided[k].i].span,
                    "nor can that of '%s'", sys->var[c->decided[k].i].name);
  }
  for (int k = 0; k < c->n_terms; k++) {
    diagnostic_note(g->s, d, sys->eq[c->term[k].eq.i].span,
                    c->n_terms == 1 ? "this is the equation"
                                    : "this is one of the equations");
  }
  for (int k = 0; k < c->n_decided; k++) {
    Var *var = &sys->var[c->decided[k].i];
    var->kind = VAR_CONSTANT;
    var->binding = expr_const(sys->exprs, g->point[0]->value[c->decided[k].i]);
  }
}

/* The differentiation is to start again, with other equations. */
static void put_in_combinations(Regular *g)
{
  System *sys = g->sys;
  for (int k = 0; k < g->n_found; k++)
    regular_decide_parameters(g, &g->found[k]);
  rewind_system(sys, g->s, g->walk, g->found, g->n_found);
  for (int k = 0; k < g->n_found; k++) {
    sys->combination =
        vector_grow(sys->arena, sys->combination, &sys->cap_combinations,
                    sys->n_combinations + 1, sizeof sys->combination[0]);
    sys->combination[sys->n_combinations++] = g->found[k];
  }
  properties_lose(&sys->properties, HAS(SOLVABLE) | HAS(DIFFERENTIATED));
}

bool regular_check(System *sys, Session *s)
{
  assert(sys->eq_var); /* pantelides() is done */
  ArenaMark mark = arena_mark(session_scratch(s));
  Regular *g = make_regular(sys, s);
  bool ok = check_blocks(g);
  if (ok && g->n_found > 0) put_in_combinations(g);
  arena_release(mark);
  return ok;
}

void regular_report_again(const System *sys, Session *s)
{
  linear_dependence_report_replaced(sys, s);
}
