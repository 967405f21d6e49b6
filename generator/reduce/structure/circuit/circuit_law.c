/* circuit_law.c: a search from the law of a branch through the equations that
 * its variables were matched to. */
#include "reduce/structure/circuit/circuit_law.h"

#include <assert.h>

#include "base/vector.h"

/* A component that ties current and voltage by higher derivatives is none of
 * a circuit; orders that grow beyond come from a loop that has no end. */
enum { HIGHEST_ORDER = 8 };

static IntList circuit_law_columns_of(const CircuitLaws *laws, ExprId residual)
{
  IntList list =
      incidence_of(laws->sys, laws->walk, residual, false, laws->scratch);
  int n = 0;
  for (int k = 0; k < list.n; k++) {
    int column = laws->column[list.item[k]];
    if (column >= 0) list.item[n++] = column;
  }
  list.n = n;
  return list;
}

CircuitLaws *circuit_laws_create(const System *sys, const int *column,
                                 const bool *is_current,
                                 const bool *is_potential, const bool *is_law,
                                 Arena *scratch)
{
  CircuitLaws *laws = arena_alloc(scratch, sizeof *laws);
  size_t n = (size_t)sys->n_eqs;
  *laws = (CircuitLaws){.sys = sys,
                        .walk = walk_create(sys->exprs, scratch),
                        .column = column,
                        .is_current = is_current,
                        .is_potential = is_potential,
                        .scratch = scratch};
  laws->order = arena_array(scratch, n, sizeof(int));
  laws->stamp = arena_array(scratch, n, sizeof(int));
  Matching *m = matching_create(scratch, sys->n_eqs, sys->n_vars);
  for (int e = 0; e < sys->n_eqs; e++) {
    if (is_law[e])
      m->row[e] = circuit_law_columns_of(laws, sys->eq[e].residual);
  }
  for (int e = 0; e < sys->n_eqs; e++) {
    if (is_law[e]) matching_augment_last(m, e);
  }
  laws->matching = m;
  return laws;
}

/* --- one law --- */

/* False: its order rises without an end. */
static bool circuit_law_enter(CircuitLaws *laws, int eq, int order)
{
  if (order > HIGHEST_ORDER) return false;
  if (laws->stamp[eq] == laws->now && laws->order[eq] >= order) return true;
  laws->stamp[eq] = laws->now;
  laws->order[eq] = order;
  laws->stack = vector_grow(laws->scratch, laws->stack, &laws->cap_stack,
                            laws->n_stack + 1, sizeof laws->stack[0]);
  laws->stack[laws->n_stack++] = eq;
  return true;
}

static void raise_order(bool *has, int *highest, int order)
{
  if (!*has || order > *highest) *highest = order;
  *has = true;
}

/* The highest derivative of the column's variables in the equation. */
static int order_in(CircuitLaws *laws, int eq, int column)
{
  int highest = 0;
  walk_from(laws->walk, laws->sys->eq[eq].residual, true);
  for (int k = 0; k < laws->walk->n_nodes; k++) {
    const ExprNode *n = expr_node(laws->sys->exprs, laws->walk->node[k]);
    if (n->op != EXPR_VAR || laws->column[n->var.i] != column) continue;
    int order = system_order(laws->sys, n->var);
    if (order > highest) highest = order;
  }
  return highest;
}

static bool is_fixed(const System *sys, VarId v)
{
  VarKind kind = sys->var[v.i].kind;
  return kind == VAR_CONSTANT || kind == VAR_PARAMETER;
}

/* One variable of an equation that was entered with `order`. */
static bool take_variable(CircuitLaws *laws, VarId v, int own, int order,
                          CircuitLaw *law)
{
  const System *sys = laws->sys;
  int column = laws->column[v.i];
  if (column < 0) {
    if (!is_fixed(sys, v)) law->is_constant = false;
    return true;
  }
  order += system_order(sys, v);
  VarId given = system_integral(sys, v, system_order(sys, v));
  if (column == own) {
    if (laws->is_potential[given.i])
      raise_order(&law->has_voltage, &law->voltage, order);
    else
      raise_order(&law->has_current, &law->current, order);
    return true;
  }
  law->is_constant = false;
  if (laws->is_current[column]) return true;
  int next = laws->matching->col_row[column];
  return next >= 0 &&
         circuit_law_enter(laws, next, order - order_in(laws, next, column));
}

/* The variables of an equation, in laws->var: the walk is needed again while
 * they are looked at. */
static int list_variables(CircuitLaws *laws, int eq, CircuitLaw *law)
{
  int n = 0;
  walk_from(laws->walk, laws->sys->eq[eq].residual, true);
  laws->var = vector_grow(laws->scratch, laws->var, &laws->cap_vars,
                          laws->walk->n_nodes, sizeof laws->var[0]);
  for (int k = 0; k < laws->walk->n_nodes; k++) {
    const ExprNode *node = expr_node(laws->sys->exprs, laws->walk->node[k]);
    if (node->op == EXPR_TIME) law->is_constant = false;
    if (node->op == EXPR_VAR) laws->var[n++] = node->var;
  }
  return n;
}

bool circuit_law_find(CircuitLaws *laws, int column, CircuitLaw *law)
{
  assert(column >= 0);
  int first = laws->matching->col_row[column];
  *law = (CircuitLaw){.is_constant = true};
  laws->n_stack = 0;
  laws->now++;
  if (first < 0 || !circuit_law_enter(laws, first, 0)) return false;
  while (laws->n_stack > 0) {
    int eq = laws->stack[--laws->n_stack];
    int n_vars = list_variables(laws, eq, law);
    for (int k = 0; k < n_vars; k++) {
      VarId v = laws->var[k];
      if (!take_variable(laws, v, column, laws->order[eq], law)) return false;
    }
  }
  return true;
}
