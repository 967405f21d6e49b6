/* discrete.c: discrete variables are assigned, never solved for. */
#include "reduce/structure/discrete.h"

#include <assert.h>

#include "base/vector.h"
#include "reduce/simplify/free_parameters.h"
#include "reduce/structure/matching.h"

static bool discrete_is_discrete_var(const System *sys, ExprId e)
{
  const ExprNode *n = expr_node(sys->exprs, e);
  return n->op == EXPR_VAR && sys->var[n->var.i].kind == VAR_DISCRETE;
}

static void discrete_append(System *sys, const Eq *eq)
{
  sys->discrete_eq =
      vector_grow(sys->arena, sys->discrete_eq, &sys->cap_discrete_eqs,
                  sys->n_discrete_eqs + 1, sizeof *eq);
  sys->discrete_eq[sys->n_discrete_eqs++] = *eq;
}

/* Is the value of e constant between events? */
static bool is_discrete_time(const System *sys, Walk *walk, ExprId e)
{
  walk_from(walk, e, true);
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *n = expr_node(sys->exprs, walk->node[k]);
    if (n->op == EXPR_TIME) return false;
    if (n->op != EXPR_VAR) continue;
    const Var *var = &sys->var[n->var.i];
    if (var->type != VAR_REAL) continue;
    if (var->kind == VAR_CONTINUOUS) return false;
    if (var->kind == VAR_INPUT && !var->is_held) return false;
  }
  return true;
}

/* The discrete variables that the equation can define: those that stand
 * alone on one side, with a value that is discrete too. */
static IntList definable(const System *sys, Walk *walk, const Eq *eq,
                         Arena *arena)
{
  IntList list = {arena_array(arena, 2, sizeof(int)), 0};
  for (int side = 0; side < 2; side++) {
    ExprId var = side == 0 ? eq->left : eq->right;
    ExprId value = side == 0 ? eq->right : eq->left;
    if (!discrete_is_discrete_var(sys, var)) continue;
    if (eq->is_when && side == 1) continue;
    if (!eq->is_discrete && !eq->is_when &&
        !is_discrete_time(sys, walk, value)) {
      continue;
    }
    list.item[list.n++] = expr_node(sys->exprs, var)->var.i;
  }
  return list;
}

/* Which equation defines which variable; i = j may define either one. */
static Matching *match_definitions(const System *sys, Arena *scratch)
{
  Walk *walk = walk_create(sys->exprs, scratch);
  Matching *m = matching_create(scratch, sys->n_eqs, sys->n_vars);
  for (int k = 0; k < sys->n_eqs; k++) {
    m->row[k] = definable(sys, walk, &sys->eq[k], scratch);
    matching_augment(m, k);
  }
  return m;
}

/* The equation with the variable it defines on the left. */
static void append_definition(System *sys, Eq eq, VarId var)
{
  const ExprNode *left = expr_node(sys->exprs, eq.left);
  if (left->op != EXPR_VAR || !var_same(left->var, var)) {
    ExprId value = eq.left;
    eq.left = eq.right;
    eq.right = value;
  }
  eq.has_start_residual = false; /* the value has both, see homotopy.h */
  assert(expr_same(eq.left, expr_var(sys->exprs, var))); /* see definable() */
  discrete_append(sys, &eq);
}

/* --- initial equations --- */

/* What the variable is another name of: v = w, w = pre(u). */
static ExprId meant(const System *sys, const Eq *const *definition, ExprId e)
{
  for (int n_steps = 0; n_steps < sys->n_vars; n_steps++) {
    const ExprNode *n = expr_node(sys->exprs, e);
    const Eq *eq = n->op == EXPR_VAR ? definition[n->var.i] : NULL;
    if (!eq || eq->is_when) return e;
    if (expr_node(sys->exprs, eq->right)->op != EXPR_VAR) return e;
    e = eq->right;
  }
  return e;
}

/* What an initial equation for the variable determines: pre(v) itself, or
 * that of a v which keeps its value in initialization, or a free parameter;
 * else NO_VAR. */
static VarId start_memory(const System *sys, const Eq *const *definition,
                          ExprId e)
{
  const ExprNode *n = expr_node(sys->exprs, meant(sys, definition, e));
  if (n->op != EXPR_VAR) return NO_VAR;
  const Var *var = &sys->var[n->var.i];
  if (var->kind == VAR_MEMORY && var->pre_of.i >= 0) return n->var;
  if (parameter_is_free(var) && var->type != VAR_REAL) return n->var;
  const Eq *eq = definition[n->var.i];
  if (!eq || !eq->is_when || eq->runs_initially) return NO_VAR;
  return var->pre;
}

static void append_initial(System *sys, const Eq *eq, VarId memory,
                           ExprId value)
{
  assert(!sys->var[memory.i].is_set_at_start);
  sys->initial_discrete_eq = vector_grow(
      sys->arena, sys->initial_discrete_eq, &sys->cap_initial_discrete_eqs,
      sys->n_initial_discrete_eqs + 1, sizeof *eq);
  Eq *made = &sys->initial_discrete_eq[sys->n_initial_discrete_eqs++];
  *made = *eq;
  made->left = expr_var(sys->exprs, memory);
  made->right = value;
  sys->var[memory.i].is_set_at_start = true;
}

/* What an initial equation can set at the start; NO_VAR: nothing. */
typedef struct Settable {
  VarId left, right;
} Settable;

/* v = pre(v) */
static bool says_nothing(const Settable *one)
{
  return one->left.i >= 0 && var_same(one->left, one->right);
}

static Settable *find_settable(const System *sys, Arena *scratch)
{
  const Eq **definition =
      arena_array(scratch, (size_t)sys->n_vars, sizeof definition[0]);
  for (int k = 0; k < sys->n_discrete_eqs; k++) {
    const Eq *eq = &sys->discrete_eq[k];
    definition[expr_node(sys->exprs, eq->left)->var.i] = eq;
  }
  Settable *settable =
      arena_array(scratch, (size_t)sys->n_initial_eqs + 1, sizeof settable[0]);
  for (int k = 0; k < sys->n_initial_eqs; k++) {
    const Eq *eq = &sys->initial_eq[k];
    settable[k] = (Settable){start_memory(sys, definition, eq->left),
                             start_memory(sys, definition, eq->right)};
  }
  return settable;
}

static void offer(const System *sys, IntList *list, VarId memory)
{
  bool is_open = memory.i >= 0 && !sys->var[memory.i].is_set_at_start;
  if (is_open) list->item[list->n++] = memory.i;
}

/* Which initial equation sets what: pre(a) = pre(b) may set either one. */
static Matching *match_initial(const System *sys, const Settable *settable,
                               Arena *scratch)
{
  Matching *m = matching_create(scratch, sys->n_initial_eqs, sys->n_vars);
  for (int k = 0; k < sys->n_initial_eqs; k++) {
    m->row[k] = (IntList){arena_array(scratch, 2, sizeof(int)), 0};
    if (says_nothing(&settable[k])) continue;
    offer(sys, &m->row[k], settable[k].left);
    offer(sys, &m->row[k], settable[k].right);
    matching_augment(m, k);
  }
  return m;
}

static void report_initial(Session *s, Span span)
{
  Diagnostic *d = diagnostic_error(
      s, span, E306,
      "an initial equation of Integer or Boolean type must have the form "
      "'pre(v) = expression', or 'v = expression' with a v that a "
      "when-equation determines, and each v once");
  diagnostic_note(s, d, NO_SPAN,
                  "any other discrete variable is determined by its own "
                  "equation in initialization too");
}

static bool split_initial(System *sys, Session *s)
{
  const Settable *settable = find_settable(sys, session_scratch(s));
  const Matching *m = match_initial(sys, settable, session_scratch(s));
  int kept = 0;
  bool ok = true;
  for (int k = 0; k < sys->n_initial_eqs; k++) {
    Eq eq = sys->initial_eq[k];
    if (says_nothing(&settable[k])) continue;
    VarId memory = {m->row_col[k]};
    if (memory.i >= 0) {
      bool is_left = var_same(memory, settable[k].left);
      append_initial(sys, &eq, memory, is_left ? eq.right : eq.left);
      continue;
    }
    if (eq.is_discrete) {
      report_initial(s, eq.span);
      ok = false;
    }
    sys->initial_eq[kept++] = eq;
  }
  sys->n_initial_eqs = kept;
  return ok;
}

/* The variable that another equation defines already: an equation of the form
 * v = expression has no other reason to be left over. */
static VarId defined_elsewhere(const System *sys, const Matching *m,
                               const Eq *eq)
{
  const ExprNode *left = expr_node(sys->exprs, eq->left);
  if (left->op != EXPR_VAR || sys->var[left->var.i].kind != VAR_DISCRETE ||
      m->col_row[left->var.i] < 0)
    return NO_VAR;
  return left->var;
}

/* The equation that defines it: those before equation k have been moved. */
static const Eq *definition_of(const System *sys, const Matching *m, VarId v,
                               int k)
{
  if (m->col_row[v.i] > k) return &sys->eq[m->col_row[v.i]];
  for (int i = 0; i < sys->n_discrete_eqs; i++) {
    const ExprNode *left = expr_node(sys->exprs, sys->discrete_eq[i].left);
    if (var_same(left->var, v)) return &sys->discrete_eq[i];
  }
  assert(false); /* it is matched */
  return NULL;
}

static void report_undefined(const System *sys, Session *s, const Matching *m,
                             const Eq *eq, int k)
{
  VarId v = defined_elsewhere(sys, m, eq);
  if (v.i < 0) {
    diagnostic_error(s, eq->span, E306,
                     "an equation of Integer or Boolean type must have the "
                     "form 'variable = expression', with a variable that no "
                     "other equation defines");
    return;
  }
  const Eq *other = definition_of(sys, m, v, k);
  Diagnostic *d =
      diagnostic_error(s, eq->span, E306, "'%s' is defined by two equations",
                       sys->var[v.i].name);
  diagnostic_note(s, d, other->span, "this is the other one");
  if (eq->is_when && other->is_when)
    diagnostic_note(s, d, NO_SPAN,
                    "a variable belongs to one when-equation: put the second "
                    "condition after 'elsewhen', or use an algorithm");
}

/* An equation of Real type may name Integer variables, but not give one of
 * them its value (section 6.6). */
static bool gives_its_type(const System *sys, Session *s, const Eq *eq, int var)
{
  const Var *v = &sys->var[var];
  if (v->type != VAR_INTEGER || eq->is_discrete || eq->is_when) return true;
  diagnostic_error(
      s, eq->span, E204,
      "the Integer '%s' is determined by an equation of type Real: "
      "integer(...) rounds down",
      v->name);
  return false;
}

bool discrete_split(System *sys, Session *s)
{
  assert(sys->n_discrete_eqs == 0 && !sys->eq_var);
  ArenaMark mark = arena_mark(session_scratch(s));
  Matching *m = match_definitions(sys, session_scratch(s));
  bool ok = true;
  int kept = 0;
  for (int k = 0; k < sys->n_eqs; k++) {
    Eq eq = sys->eq[k];
    if (m->row_col[k] >= 0) {
      ok &= gives_its_type(sys, s, &eq, m->row_col[k]);
      append_definition(sys, eq, (VarId){m->row_col[k]});
      continue;
    }
    if (eq.is_discrete) {
      report_undefined(sys, s, m, &eq, k);
      ok = false;
      continue;
    }
    sys->eq[kept++] = eq;
  }
  sys->n_eqs = sys->n_given = kept;
  ok &= split_initial(sys, s);
  for (int i = 0; i < sys->n_vars; i++) {
    if (sys->var[i].kind != VAR_DISCRETE || m->col_row[i] >= 0) continue;
    diagnostic_error(s, sys->var[i].span, E306,
                     "the discrete variable '%s' has no equation of the form "
                     "'%s = expression'",
                     sys->var[i].name, sys->var[i].name);
    ok = false;
  }
  arena_release(mark);
  return ok;
}
