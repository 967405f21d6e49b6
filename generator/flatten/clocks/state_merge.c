/* state_merge.c: the equations of states (MLS 3.6, sections 17.3.3 to 17.3.5).
 *
 * An equation in a state counts while the state is active; else its variable
 * keeps its value. A variable of a component around may have an equation in
 * each of several states: they become one. */
#include <assert.h>

#include "base/vector.h"
#include "flatten/clocks/clock_search.h"
#include "flatten/clocks/state_machine.h"
#include "flatten/flat/flat_find.h"
#include "flatten/flat/flat_visit.h"
#include "flatten/flat/made_variable.h"
#include "flatten/instances/component_family.h"
#include "flatten/instances/instance.h"

/* variable = value, while the state is active. */
typedef struct Definition {
  FlatExpr *value;
  Span span;
  int state;
  int next; /* of the same variable; -1: the last */
} Definition;

typedef struct Merging {
  const Flattening *f;
  StateMachines *all;
  int n_vars;        /* of the model as it was written */
  int *around;       /* [n_components] the innermost state; -1: none */
  int *first;        /* [n_vars] definition; -1: none */
  FlatVarId *alias;  /* [n_vars] what stands for it */
  FlatVarId *before; /* [n_vars] previous(v), or the start value; i < 0: not
                        asked for */
  Definition *definition;
  int n_definitions, cap_definitions;
  bool in_section; /* what is rewritten is the result of an algorithm section */
  bool failed;
} Merging;

static FlatExpr *state_merge_use(const Merging *m, Span span, FlatVarId id)
{
  return made_variable_use(m->f, span, id);
}

static int state_of_variable(const Merging *m, int variable)
{
  return m->around[m->f->flat->var[variable].component];
}

/* --- variables that are passed on --- */

/* `inner outer` in a state: what the states inside of it write is written
 * around it. */
static FlatVarId passed_on(const Merging *m, int i)
{
  const Variable *variable = &m->f->tables->variable[i];
  Instance *inner = component_family_like(m->f, (FlatVarId){i});
  if (!inner->is_inner_side || m->f->flat->var[i].binding ||
      state_of_variable(m, i) < 0) {
    return (FlatVarId){i};
  }
  Instance *outer = instance_child(m->f, inner->parent, inner->name);
  Instance *target = outer ? instance_resolve(m->f, outer) : NULL;
  if (!target || target->variable.i < 0) return (FlatVarId){i};
  /* what is around has its own alias already: it comes first */
  return m->alias[target->variable.i + variable->element];
}

static void state_merge_find_aliases(Merging *m)
{
  for (int i = 0; i < m->n_vars; i++) m->alias[i] = (FlatVarId){i};
  for (int i = 0; i < m->n_vars; i++) {
    m->alias[i] = passed_on(m, i);
    FlatVar *var = &m->f->flat->var[i];
    if (m->alias[i].i != i)
      var->binding = state_merge_use(m, var->span, m->alias[i]);
  }
}

/* --- previous() --- */

/* What previous(v) stands for: a variable of its own where v belongs to a
 * state, which may be reset. Its equation is written by state_merge_write_before(). */
static FlatVarId before(Merging *m, int variable)
{
  assert(variable >= 0 && variable < m->n_vars);
  const FlatVar *var = &m->f->flat->var[variable];
  if (m->before[variable].i >= 0) return m->before[variable];
  FlatVarId id =
      made_variable(m->f, "previous", var->type, FLAT_DISCRETE, var->span);
  m->f->flat->var[id.i].enumeration = m->f->flat->var[variable].enumeration;
  m->before[variable] = id;
  return id;
}

static FlatExpr *before_of(Merging *m, Span span, int variable)
{
  return state_of_variable(m, variable) < 0
             ? made_variable_previous(m->f, span, (FlatVarId){variable})
             : state_merge_use(m, span, before(m, variable));
}

static void state_merge_write_before(const Merging *m)
{
  for (int i = 0; i < m->n_vars; i++) {
    if (m->before[i].i < 0) continue;
    Span span = m->f->flat->var[i].span;
    FlatExpr *resets =
        state_merge_use(m, span, state_resets(m->f, state_of_variable(m, i)));
    made_variable_equate(
        m->f, span, m->before[i],
        types_if(&m->f->typing, span, resets,
                 types_start(&m->f->typing, &m->f->flat->var[i]),
                 made_variable_previous(m->f, span, (FlatVarId){i})));
  }
}

/* What an algorithm section begins with is pre(v): previous(v) in a state. */
static bool is_previous(const Merging *m, const FlatExpr *at)
{
  return at->kind == FLAT_EXPR_CALL &&
         (at->function == FLAT_CLOCK_PREVIOUS ||
          (m->in_section && at->function == FLAT_PRE)) &&
         at->arg[0]->kind == FLAT_EXPR_VARIABLE;
}

static void state_merge_rewrite_node(Merging *m, FlatExpr *at)
{
  if (at->kind == FLAT_EXPR_VARIABLE && at->variable.i < m->n_vars &&
      m->alias[at->variable.i].i != at->variable.i) {
    *at = *state_merge_use(m, at->span, m->alias[at->variable.i]);
  }
  if (!is_previous(m, at)) return;
  state_merge_rewrite_node(m, at->arg[0]);
  if (at->function == FLAT_PRE)
    *at = *made_variable_previous(m->f, at->span, at->arg[0]->variable);
  int variable = at->arg[0]->variable.i;
  if (variable < m->n_vars && state_of_variable(m, variable) >= 0 &&
      at->arg[0]->variability > FLAT_PARAMETER) {
    *at = *state_merge_use(m, at->span, before(m, variable));
  }
}

/* In place: nodes that expressions share mean the same in all of them. */
static void state_merge_rewrite(Merging *m, FlatExpr *expr)
{
  Arena *scratch = session_scratch(m->f->s);
  ArenaMark mark = arena_mark(scratch);
  FlatExpr **stack = NULL;
  int n = 0, cap = 0;
  stack = vector_grow(scratch, stack, &cap, 1, sizeof stack[0]);
  stack[n++] = expr;
  while (n > 0) {
    FlatExpr *at = stack[--n];
    state_merge_rewrite_node(m, at);
    stack = vector_grow(scratch, stack, &cap, n + at->n_args, sizeof stack[0]);
    for (int i = 0; i < at->n_args; i++) stack[n++] = at->arg[i];
  }
  arena_release(mark);
}

/* Where a variable of a state, or previous() of it, may be read. */
static bool may_read_state(FlatPlace place)
{
  switch (place) {
  case FLAT_AT_BINDING:
  case FLAT_AT_SIDE:
  case FLAT_AT_INITIAL_SIDE:
  case FLAT_AT_RESULT_SIDE:
  case FLAT_AT_SHOWN:
  case FLAT_AT_WHEN_CONDITION:
  case FLAT_AT_GUARD:
  case FLAT_AT_VALUE:
  case FLAT_AT_ASSERTION:
  case FLAT_AT_SUBSCRIPT: return true;
  case FLAT_AT_START: /* parameters only */
  case FLAT_AT_NOMINAL:
  case FLAT_AT_BOUND:
  case FLAT_AT_FIXED:
  case FLAT_AT_TABLE:
  case FLAT_AT_STATEMENT:
  case FLAT_AT_WRITTEN_CONDITION:
  case FLAT_AT_EXTERNAL: return false;
  case FLAT_AT_CLOCK: return false;
  case FLAT_AT_TARGET: return false; /* not read */
  }
  return false;
}

static void rewrite_visited(void *context, FlatPlace place, int at,
                            FlatExpr **e)
{
  Merging *m = context;
  bool is_known = place == FLAT_AT_BINDING &&
                  m->f->flat->var[at].variability <= FLAT_PARAMETER;
  m->in_section = place == FLAT_AT_RESULT_SIDE &&
                  m->around[m->f->flat->equation[at].component] >= 0;
  if (!is_known) state_merge_rewrite(m, *e);
  m->in_section = false;
}

static void state_merge_rewrite_all(Merging *m)
{
  flat_each_expression(m->f->flat, may_read_state, rewrite_visited, m);
  for (int i = 0; i < m->all->n_transitions; i++) {
    state_merge_rewrite(m, m->all->transition[i].condition);
  }
}

/* --- definitions --- */

static bool state_merge_is_unknown(const FlatExpr *side)
{
  return side->kind == FLAT_EXPR_VARIABLE && side->variability > FLAT_PARAMETER;
}

static bool has_definition(const Merging *m, int variable, int state)
{
  for (int k = m->first[variable]; k >= 0; k = m->definition[k].next) {
    if (m->definition[k].state == state) return true;
  }
  return false;
}

static Name state_merge_path_of(const Merging *m, int state)
{
  return m->all->state[state].instance->path;
}

/* Can both be active? Not if they, or states around them, are states of one
 * machine. */
static bool are_parallel(const Merging *m, int a, int b)
{
  for (int up = a; up >= 0;) {
    int32_t place = m->f->flat->component[m->all->state[up].component].parent;
    for (int other = b; other >= 0;) {
      int32_t at = m->f->flat->component[m->all->state[other].component].parent;
      if (m->all->state[up].machine == m->all->state[other].machine)
        return up == other;
      other = at >= 0 ? m->around[at] : -1;
    }
    up = place >= 0 ? m->around[place] : -1;
  }
  return true;
}

static void state_merge_define(Merging *m, int variable, FlatExpr *value,
                               Span span, int state)
{
  assert(variable >= 0 && variable < m->n_vars && state >= 0);
  int last = -1;
  for (int k = m->first[variable]; k >= 0; k = m->definition[k].next) {
    last = k;
    if (!are_parallel(m, m->definition[k].state, state)) continue;
    Diagnostic *d = fault_error(
        m->f->faults, span, E240,
        "'%s' is determined in the states '%s' and '%s', which can be active "
        "at the same time",
        m->f->flat->var[variable].name,
        state_merge_path_of(m, m->definition[k].state),
        state_merge_path_of(m, state));
    fault_note(m->f->faults, d, m->definition[k].span, "the other equation");
    m->failed = true;
  }
  m->definition = vector_grow(m->f->arena, m->definition, &m->cap_definitions,
                              m->n_definitions + 1, sizeof m->definition[0]);
  m->definition[m->n_definitions] = (Definition){value, span, state, -1};
  if (last >= 0)
    m->definition[last].next = m->n_definitions;
  else
    m->first[variable] = m->n_definitions;
  m->n_definitions++;
}

static FlatVerdict look_for_derivative(void *context, const FlatExpr *at)
{
  (void)context;
  return at->kind == FLAT_EXPR_CALL && at->function == FLAT_DER ? FLAT_FOUND
                                                                : FLAT_GO_ON;
}

static bool state_merge_has_derivative(const Merging *m, const FlatExpr *side)
{
  return flat_find(m->f->s, side, look_for_derivative, NULL) != NULL;
}

/* The left side where there is a choice. */
static void state_merge_take_equation(Merging *m, const FlatEquation *eq,
                                      int state)
{
  bool left = state_merge_is_unknown(eq->left),
       right = state_merge_is_unknown(eq->right);
  if (left && right && has_definition(m, eq->left->variable.i, state))
    left = false;
  if (left) {
    state_merge_define(m, eq->left->variable.i, eq->right, eq->span, state);
  } else if (right) {
    state_merge_define(m, eq->right->variable.i, eq->left, eq->span, state);
  } else if (state_merge_has_derivative(m, eq->left) ||
             state_merge_has_derivative(m, eq->right)) {
    fault_error(m->f->faults, eq->span, E240,
                "a state of a state machine has no continuous-time equations, "
                "and so no derivatives (section 17.1)");
    m->failed = true;
  } else {
    fault_error(m->f->faults, eq->span, E290,
                "an equation of a state must have the form 'variable = "
                "expression'");
    m->failed = true;
  }
}

static void take_bindings(Merging *m)
{
  for (int i = 0; i < m->n_vars; i++) {
    FlatVar *var = &m->f->flat->var[i];
    int state = state_of_variable(m, i);
    bool is_kept = state < 0 || m->alias[i].i != i;
    if (!var->binding || is_kept || var->variability <= FLAT_PARAMETER)
      continue;
    state_merge_define(m, i, var->binding, var->span, state);
    var->binding = NULL;
  }
}

static void state_merge_take_equations(Merging *m)
{
  FlatModel *flat = m->f->flat;
  bool *is_gone =
      arena_array(m->f->arena, (size_t)flat->n_equations + 1, sizeof(bool));
  for (int i = 0; i < flat->n_equations; i++) {
    const FlatEquation *eq = &flat->equation[i];
    int state = m->around[eq->component];
    is_gone[i] = state >= 0 && !eq->is_initial;
    if (is_gone[i]) state_merge_take_equation(m, eq, state);
  }
  clock_search_drop_sections(m->f, is_gone);
  int kept = 0;
  for (int i = 0; i < flat->n_equations; i++) {
    if (!is_gone[i]) flat->equation[kept++] = flat->equation[i];
  }
  flat->n_equations = kept;
}

/* What a state demands counts while it is active. */
static void guard_assertions(const Merging *m)
{
  FlatModel *flat = m->f->flat;
  const Typing *t = &m->f->typing;
  for (int i = 0; i < flat->n_assertions; i++) {
    FlatAssertion *a = &flat->assertion[i];
    int state = m->around[a->component];
    if (state < 0 || a->is_initial) continue;
    FlatExpr *active = state_merge_use(m, a->span, state_active(m->f, state));
    FlatExpr *sleeps = types_unary(t, a->span, FLAT_NOT, active);
    a->condition = types_binary(t, a->span, FLAT_OR, sleeps, a->condition);
  }
}

static void refuse_whens(Merging *m)
{
  const FlatModel *flat = m->f->flat;
  for (int i = 0; i < flat->n_whens; i++) {
    if (m->around[flat->when[i].component] < 0) continue;
    fault_error(m->f->faults, flat->when[i].span, E240,
                "a when-equation in a state: a state has clocked equations "
                "only (section 17.1)");
    m->failed = true;
  }
}

/* --- one equation for each variable --- */

/* Active at the first tick? */
static bool state_merge_is_initial(const Merging *m, int state)
{
  for (; state >= 0;) {
    const State *s = &m->all->state[state];
    if (!s->is_initial) return false;
    int32_t parent = m->f->flat->component[s->component].parent;
    state = parent >= 0 ? m->around[parent] : -1;
  }
  return true;
}

/* Section 17.3.5: else the variable has no value at the first tick. */
static void check_start(Merging *m, int variable)
{
  const FlatVar *var = &m->f->flat->var[variable];
  if (var->start || var->is_internal) return;
  for (int k = m->first[variable]; k >= 0; k = m->definition[k].next) {
    if (state_merge_is_initial(m, m->definition[k].state) ||
        m->definition[k].state == state_of_variable(m, variable))
      return;
  }
  fault_error(m->f->faults, var->span, E240,
              "'%s' needs a start value: the initial state does not determine "
              "it (section 17.3.5)",
              var->name);
  m->failed = true;
}

static void write_merged(Merging *m, int variable)
{
  assert(m->first[variable] >= 0);
  const Typing *t = &m->f->typing;
  const Definition *first = &m->definition[m->first[variable]];
  FlatVarId id = {variable};
  FlatExpr *value = before_of(m, first->span, variable);
  for (const Definition *d = first;; d = &m->definition[d->next]) {
    FlatExpr *active =
        state_merge_use(m, d->span, state_active(m->f, d->state));
    value = types_if(t, d->span, active, d->value, value);
    if (d->next < 0) break;
  }
  made_variable_equate(m->f, first->span, id, value);
}

static void state_merge_find_states(Merging *m)
{
  const FlatModel *flat = m->f->flat;
  for (int c = 0; c < flat->n_components; c++) {
    int known = m->all->of_component[c];
    int32_t parent = flat->component[c].parent;
    assert(parent < c);
    bool is_state = known > 0 && m->all->state[known - 1].is_state;
    m->around[c] = is_state ? known - 1 : parent >= 0 ? m->around[parent] : -1;
  }
}

bool state_merge(const Flattening *f)
{
  size_t n = (size_t)f->flat->n_vars + 1;
  Merging m = {.f = f, .all = f->tables->machines, .n_vars = f->flat->n_vars};
  m.around = arena_array(f->arena, (size_t)f->flat->n_components + 1,
                         sizeof m.around[0]);
  m.first = arena_array(f->arena, n, sizeof m.first[0]);
  m.alias = arena_array(f->arena, n, sizeof m.alias[0]);
  m.before = arena_array(f->arena, n, sizeof m.before[0]);
  for (int i = 0; i < m.n_vars; i++) {
    m.first[i] = -1;
    m.before[i] = (FlatVarId){-1};
  }
  state_merge_find_states(&m);
  refuse_whens(&m);
  state_merge_find_aliases(&m);
  state_merge_rewrite_all(&m);
  take_bindings(&m);
  state_merge_take_equations(&m);
  guard_assertions(&m);
  for (int i = 0; i < m.n_vars; i++) {
    if (m.first[i] >= 0) check_start(&m, i);
  }
  if (m.failed) return false;
  for (int i = 0; i < m.n_vars; i++) {
    if (m.first[i] >= 0) write_merged(&m, i);
  }
  state_merge_write_before(&m);
  return true;
}
