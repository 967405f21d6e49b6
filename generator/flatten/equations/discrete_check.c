/* discrete_check.c: see discrete_check.h.
 *
 * A variable of a connection gets its value from another one, which is looked
 * at itself; in a model with clocks a discrete variable may be clocked.
 */
#include "flatten/equations/discrete_check.h"

#include <assert.h>
#include <stdlib.h>

static void discrete_check_take(const FlatModel *flat, bool *otherwise,
                                const FlatExpr *target)
{
  if (!target || target->kind != FLAT_EXPR_VARIABLE) return;
  assert(target->variable.i < flat->n_vars);
  otherwise[target->variable.i] = true;
}

/* What equations determine outside of when-clauses. False: there are
 * clocks. */
static bool discrete_check_equations(const FlatModel *flat, bool *otherwise)
{
  for (int i = 0; i < flat->n_equations; i++) {
    const FlatEquation *e = &flat->equation[i];
    if (e->clock) return false;
    if (e->is_initial || e->connection_set > 0) continue;
    bool is_left = e->left && e->left->kind == FLAT_EXPR_VARIABLE;
    discrete_check_take(flat, otherwise, is_left ? e->left : e->right);
  }
  return true;
}

/* Reals are discrete-time by declaration, or since a when-clause assigns
 * them. */
static bool must_be_assigned(const FlatVar *var)
{
  return var->type == FLAT_REAL && var->variability == FLAT_DISCRETE &&
         var->causality != FLAT_INPUT && !var->is_when_assigned &&
         !var->is_internal && !var->is_interface;
}

void discrete_check(const Flattening *f)
{
  const FlatModel *flat = f->flat;
  ArenaMark mark = arena_mark(session_scratch(f->s));
  bool *otherwise = arena_array(session_scratch(f->s), (size_t)flat->n_vars + 1,
                                sizeof otherwise[0]);
  bool is_clocked =
      !discrete_check_equations(flat, otherwise) || f->tables->machines;
  for (int i = 0; i < flat->n_vars && !is_clocked; i++) {
    const FlatVar *var = &flat->var[i];
    if (!must_be_assigned(var) || !(otherwise[i] || var->binding)) continue;
    fault_error(f->faults, var->span, E306,
                "'%s' is discrete: a when-clause must assign it (section "
                "4.4.4)",
                var->name);
  }
  arena_release(mark);
}
