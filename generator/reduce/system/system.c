/* system.c: making variables, equations and derivative chains. */
#include "reduce/system/system.h"
#include "symbolic/walk.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/vector.h"

System *system_create(Session *s)
{
  System *sys = arena_alloc(s->system_arena, sizeof *sys);
  sys->arena = s->system_arena;
  if (!s->expressions) s->expressions = expr_table_create(s->session_arena);
  sys->exprs = s->expressions;
  sys->span = NO_SPAN;
  sys->terminal = NO_VAR;
  sys->homotopy = NO_VAR;
  sys->experiment.tolerance_parameter = NO_VAR;
  return sys;
}

int system_literal(System *sys, Session *s, const char *text)
{
  assert(text);
  Name name = session_name(s, text);
  if (name[0] == '\0') return 0;
  for (int k = 0; k < sys->n_literals; k++) {
    if (sys->literal[k] == name) return k + 1;
  }
  sys->literal = vector_grow(sys->arena, sys->literal, &sys->cap_literals,
                             sys->n_literals + 1, sizeof sys->literal[0]);
  sys->literal[sys->n_literals++] = name;
  return sys->n_literals;
}

const VarAttributes *system_attributes(System *sys, VarAttributes attributes)
{
  const VarAttributes *last = sys->last_attributes;
  if (last && last->declared_type == attributes.declared_type &&
      last->clock == attributes.clock &&
      last->resizable == attributes.resizable &&
      last->is_structural == attributes.is_structural &&
      last->description == attributes.description &&
      last->unit == attributes.unit &&
      last->display_unit == attributes.display_unit &&
      last->quantity == attributes.quantity)
    return last;
  VarAttributes *kept = arena_alloc(sys->arena, sizeof *kept);
  *kept = attributes;
  sys->last_attributes = kept;
  return kept;
}

VarId system_add_var(System *sys, const char *name)
{
  assert(name);
  static const VarAttributes no_attributes = {0};
  sys->var = vector_grow(sys->arena, sys->var, &sys->cap_vars, sys->n_vars + 1,
                         sizeof sys->var[0]);
  sys->var[sys->n_vars] = (Var){
      .name = name,
      .attributes = &no_attributes,
      .span = NO_SPAN,
      .kind = VAR_CONTINUOUS,
      .binding = NO_EXPR,
      .start = NO_EXPR,
      .min = NO_EXPR,
      .max = NO_EXPR,
      .nominal = NO_EXPR,
      .state_select = STATE_DEFAULT,
      .derivative = NO_VAR,
      .integral = NO_VAR,
      .alias_of = NO_VAR,
      .pre = NO_VAR,
      .pre_of = NO_VAR,
      .set = -1,
  };
  return (VarId){sys->n_vars++};
}

EqId system_add_eq(System *sys, ExprId residual, Span span)
{
  assert(residual.i >= 0);
  sys->eq = vector_grow(sys->arena, sys->eq, &sys->cap_eqs, sys->n_eqs + 1,
                        sizeof sys->eq[0]);
  sys->eq[sys->n_eqs] = (Eq){
      .residual = residual,
      .span = span,
      .derivative = NO_EQ,
      .integral = NO_EQ,
      .left = NO_EXPR,
      .right = NO_EXPR,
  };
  return (EqId){sys->n_eqs++};
}

bool system_is_der(const System *sys, VarId v)
{
  assert(v.i >= 0 && v.i < sys->n_vars);
  const Var *var = &sys->var[v.i];
  return var->integral.i >= 0 && strncmp(var->name, "der(", 4) == 0;
}

/* "der(x)" of "x", "der(x,2)" of "der(x)" (FMI 2.0 section 2.2.9). No other
 * variable has such a name, so it is not looked for among all names. */
static const char *derivative_name(Session *s, const System *sys, VarId v)
{
  int order = 1;
  VarId root = v;
  while (system_is_der(sys, root)) {
    root = sys->var[root.i].integral;
    order++;
  }
  const char *name = sys->var[root.i].name;
  return order == 1 ? arena_printf(s->session_arena, "der(%s)", name)
                    : arena_printf(s->session_arena, "der(%s,%d)", name, order);
}

VarId system_derivative(System *sys, Session *s, VarId v)
{
  assert(v.i >= 0 && v.i < sys->n_vars);
  assert(sys->var[v.i].alias_of.i < 0 && sys->var[v.i].kind != VAR_ABSENT);
  if (sys->var[v.i].derivative.i >= 0) return sys->var[v.i].derivative;
  VarId d = system_add_var(sys, derivative_name(s, sys, v));
  sys->var[d.i].span = sys->var[v.i].span;
  sys->var[d.i].integral = v;
  sys->var[v.i].derivative = d;
  return d;
}

int system_order(const System *sys, VarId v)
{
  assert(v.i >= 0 && v.i < sys->n_vars);
  int order = 0;
  while (sys->var[v.i].integral.i >= 0) {
    v = sys->var[v.i].integral;
    order++;
  }
  return order;
}

int system_eq_order(const System *sys, EqId e)
{
  assert(e.i >= 0 && e.i < sys->n_eqs);
  int order = 0;
  while (sys->eq[e.i].integral.i >= 0) {
    e = sys->eq[e.i].integral;
    order++;
  }
  return order;
}

VarId system_integral(const System *sys, VarId v, int times)
{
  assert(times >= 0 && v.i < sys->n_vars);
  for (int k = 0; k < times && v.i >= 0; k++) v = sys->var[v.i].integral;
  return v;
}

VarId system_lowest(const System *sys, VarId v)
{
  assert(v.i >= 0 && v.i < sys->n_vars);
  while (sys->var[v.i].integral.i >= 0) v = sys->var[v.i].integral;
  return v;
}

EqId system_eq_integral(const System *sys, EqId e, int times)
{
  assert(times >= 0 && e.i < sys->n_eqs);
  for (int k = 0; k < times && e.i >= 0; k++) e = sys->eq[e.i].integral;
  return e;
}

int selection_rows(const SelectionSet *set, int level)
{
  assert(level >= 1);
  int n = 0;
  while (n < set->n_rows && set->order[n] >= level) n++;
  return n;
}

ExprId selection_residual(const System *sys, const SelectionSet *set, int level,
                          int r)
{
  assert(level >= 1 && level <= set->n_levels);
  assert(r >= 0 && r < set->n_rows && set->order[r] >= level);
  if (set->residual) return set->residual[(level - 1) * set->n_rows + r];
  return sys->eq[system_eq_integral(sys, set->row[r], level).i].residual;
}

int system_index(const System *sys)
{
  assert(sys->eq_var); /* pantelides() has run */
  int highest = 0;
  bool algebraic = false;
  for (int k = 0; k < sys->n_eqs; k++) {
    int order = system_eq_order(sys, (EqId){k});
    if (order > highest) highest = order;
    VarId v = sys->eq_var[k];
    if (v.i >= 0 && !system_is_der(sys, v)) algebraic = true;
  }
  return highest + algebraic;
}

static bool is_type_number(const System *sys, ExprId e, bool has, double number)
{
  double value;
  return has && expr_is_const(sys->exprs, e, &value) && value == number;
}

bool var_has_own_start(const System *sys, const Var *var)
{
  const SimpleType *t = var->attributes->declared_type;
  return var->start.i >= 0 &&
         !(t && is_type_number(sys, var->start, t->has_start, t->start));
}

bool var_has_own_nominal(const System *sys, const Var *var)
{
  const SimpleType *t = var->attributes->declared_type;
  return var->nominal.i >= 0 &&
         !(t && is_type_number(sys, var->nominal, t->has_nominal, t->nominal));
}

bool system_is_fixed(const System *sys, const ExprNode *n)
{
  if (n->op == EXPR_TIME || n->op == EXPR_INITIAL || walk_is_event(n)) {
    return false;
  }
  if (n->op != EXPR_VAR) return true;
  const Var *var = &sys->var[n->var.i];
  return var->kind == VAR_CONSTANT ||
         (var->kind == VAR_PARAMETER && !var->is_set_at_start);
}

int system_level(const System *sys, VarId v)
{
  assert(v.i >= 0 && v.i < sys->n_vars);
  int n = 0;
  if (sys->var[v.i].kind != VAR_CONTINUOUS) return 0;
  while ((v = sys->var[v.i].derivative).i >= 0) n++;
  return n;
}
