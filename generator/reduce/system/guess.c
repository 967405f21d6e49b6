/* guess.c: equations solved for one variable at the start of the others. */
#include "reduce/system/guess.h"

#include "reduce/system/incidence.h"
#include "symbolic/solve_for.h"

typedef struct Guess {
  const System *sys;
  const ExprId *guess;
  bool failed; /* a variable without a start value was met */
} Guess;

static ExprId guess_start_of(void *context, ExprTable *t, VarId var)
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

ExprId guess_value(const System *sys, Walk *walk, const ExprId *guess, ExprId e)
{
  Guess g = {sys, guess, false};
  ExprId value = walk_replace(walk, e, true, guess_start_of, &g);
  return g.failed ? NO_EXPR : value;
}

static ExprId by_equation(const System *sys, Walk *walk, const ExprId *guess,
                          ExprId residual, VarId v)
{
  ExprId divisor;
  ExprId solved = solve_for(walk, residual, v, &divisor);
  if (solved.i < 0) return NO_EXPR;
  ExprId value = guess_value(sys, walk, guess, solved);
  if (value.i < 0 || divisor.i < 0) return value;
  divisor = guess_value(sys, walk, guess, divisor);
  return expr_is_zero(sys->exprs, divisor) ? NO_EXPR : value;
}

static bool is_missing(const System *sys, const ExprId *guess,
                       const bool *wanted, int i)
{
  return wanted[i] && sys->var[i].start.i < 0 && guess[i].i < 0;
}

ExprId *guess_starts(const System *sys, Walk *walk, const bool *wanted,
                     Arena *arena)
{
  int n_missing = 0;
  ExprId *guess = arena_array(arena, (size_t)sys->n_vars, sizeof(ExprId));
  for (int i = 0; i < sys->n_vars; i++) {
    guess[i] = NO_EXPR;
    n_missing += is_missing(sys, guess, wanted, i);
  }
  for (int e = 0; e < sys->n_given && n_missing > 0; e++) {
    ArenaMark mark = arena_mark(arena);
    IntList list = incidence_of(sys, walk, sys->eq[e].residual, false, arena);
    for (int k = 0; k < list.n; k++) {
      int i = list.item[k];
      if (!is_missing(sys, guess, wanted, i)) continue;
      ExprId residual = sys->eq[e].residual;
      guess[i] = by_equation(sys, walk, guess, residual, (VarId){i});
      n_missing -= guess[i].i >= 0;
    }
    arena_release(mark);
  }
  return guess;
}
