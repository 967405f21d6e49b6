/* system_check.c: chains are chains, aliases are flat, matchings agree. */
#include "reduce/system/system_check.h"

#include <stdio.h>
#include <stdlib.h>

/* Not assert(): the check must also work in builds that define NDEBUG. */
static void require(bool holds, const char *what, int where)
{
  if (holds) return;
  fprintf(stderr, "internal error: system invariant '%s' broken at %d\n", what,
          where);
  abort();
}

static void check_var(const System *sys, int i)
{
  const Var *var = &sys->var[i];
  require(var->name != NULL, "a variable has a name", i);
  if (var->alias_of.i >= 0) {
    require(var->alias_of.i < sys->n_vars, "alias in range", i);
    require(var->kind == VAR_CONTINUOUS, "only unknowns are aliases", i);
    require(sys->var[var->alias_of.i].alias_of.i < 0, "aliases are flat", i);
    return;
  }
  if (var->derivative.i >= 0) {
    require(sys->var[var->derivative.i].integral.i == i,
            "the derivative's integral is the variable", i);
    require(var->kind == VAR_CONTINUOUS || var->kind == VAR_INPUT,
            "only continuous unknowns and inputs have derivatives", i);
  }
  if (var->is_dummy)
    require(var->integral.i >= 0, "dummies are derivatives", i);
  if (var->kind == VAR_CONSTANT) {
    require(var->binding.i >= 0, "constants have values", i);
  }
}

static void check_eq(const System *sys, int k)
{
  const Eq *eq = &sys->eq[k];
  require(eq->residual.i >= 0, "an equation has a residual", k);
  if (eq->derivative.i >= 0) {
    require(sys->eq[eq->derivative.i].integral.i == k,
            "the derivative's integral is the equation", k);
  }
  require((eq->integral.i >= 0) == (k >= sys->n_given),
          "derivatives stand behind the given equations", k);
}

static void check_matching(const System *sys)
{
  bool *taken = calloc((size_t)sys->n_vars + 1, sizeof *taken);
  require(taken != NULL, "memory", 0);
  for (int k = 0; k < sys->n_eqs; k++) {
    bool top = sys->eq[k].derivative.i < 0;
    VarId v = sys->eq_var[k];
    require(top == (v.i >= 0), "exactly the top equations are matched", k);
    if (!top) continue;
    require(sys->var[v.i].derivative.i < 0, "matched to a highest one", k);
    require(!taken[v.i], "matched once", k);
    taken[v.i] = true;
  }
  free(taken);
}

/* At each level as many columns are chosen as there are rows, all of them
 * candidates of this set. */
static void check_set_level(const System *sys, int index, int level)
{
  const SelectionSet *set = &sys->set[index];
  int n_chosen = 0;
  for (int c = 0; c < set->n_columns; c++) {
    VarId v = system_integral(sys, set->column[c], level);
    bool chosen = set->chosen[(level - 1) * set->n_columns + c];
    require(v.i >= 0 || !chosen, "what is chosen exists", index);
    if (v.i < 0) continue;
    n_chosen += chosen;
    require(sys->var[v.i].set == index && sys->var[v.i].level == level,
            "candidates know their set", v.i);
  }
  require(n_chosen == selection_rows(set, level), "rows have columns", index);
}

static void check_set(const System *sys, int index)
{
  const SelectionSet *set = &sys->set[index];
  int n_states = 0;
  for (int level = 1; level <= set->n_levels; level++) {
    check_set_level(sys, index, level);
    for (int c = 0; c < set->n_columns; c++) {
      VarId v = system_integral(sys, set->column[c], level);
      n_states += v.i >= 0 && !set->chosen[(level - 1) * set->n_columns + c];
    }
  }
  require(n_states == set->n_states, "the others are states", index);
  for (int k = 0; k < set->n_eliminated; k++) {
    VarId v = system_integral(sys, set->eliminated[k], 1);
    require(sys->var[v.i].set < 0, "what was put in is not a candidate", v.i);
  }
}

void system_check(const System *sys)
{
  for (int i = 0; i < sys->n_vars; i++) check_var(sys, i);
  for (int k = 0; k < sys->n_eqs; k++) check_eq(sys, k);
  if (sys->eq_var) check_matching(sys);
  for (int k = 0; k < sys->n_sets; k++) check_set(sys, k);
}
