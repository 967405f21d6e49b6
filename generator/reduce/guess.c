/* guess.c: equations solved for one variable at the start of the others. */
#include "reduce/guess.h"

#include "reduce/incidence.h"
#include "symbolic/solve_for.h"

typedef struct Guess {
  const System *sys;
  Walk *walk;
  ExprId *guess;
  bool failed; /* a variable without a start value was met */
} Guess;

static ExprId start_of(void *context, ExprTable *t, VarId var)
{
  Guess *g = context;
  const Var *v = &g->sys->var[var.i];
  bool is_known = v->kind <= VAR_PARAMETER && !v->is_set_at_start;
  if (is_known) return expr_var(t, var);
  if (v->start.i >= 0) return v->start;
  if (g->guess[var.i].i >= 0) return g->guess[var.i];
  g->failed = true;
  return expr_const(t, 0);
}

static bool try_equation(Guess *g, ExprId residual, VarId v)
{
  ExprId divisor;
  ExprId solved = solve_for(g->walk, residual, v, &divisor);
  if (solved.i < 0) return false;
  g->failed = false;
  ExprId value = walk_replace(g->walk, solved, true, start_of, g);
  if (g->failed) return false;
  if (divisor.i >= 0) {
    divisor = walk_replace(g->walk, divisor, true, start_of, g);
    if (expr_is_zero(g->sys->exprs, divisor)) return false;
  }
  g->guess[v.i] = value;
  return true;
}

ExprId *guess_starts(const System *sys, Walk *walk, const bool *wanted,
                     Arena *arena)
{
  Guess g = {sys, walk, NULL, false};
  g.guess = arena_array(arena, (size_t)sys->n_vars, sizeof(ExprId));
  for (int i = 0; i < sys->n_vars; i++) g.guess[i] = NO_EXPR;
  for (int e = 0; e < sys->n_given; e++) {
    ArenaMark mark = arena_mark(arena);
    IntList list = incidence_of(sys, walk, sys->eq[e].residual, false, arena);
    for (int k = 0; k < list.n; k++) {
      int i = list.item[k];
      bool missing = wanted[i] && sys->var[i].start.i < 0 && g.guess[i].i < 0;
      if (missing) try_equation(&g, sys->eq[e].residual, (VarId){i});
    }
    arena_release(mark);
  }
  return g.guess;
}
