/* state_statement.c: transition(), initialState() and what asks for states. */
#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/classes/lookup.h"
#include "flatten/classes/written.h"
#include "flatten/clocks/state_machine.h"
#include "flatten/expressions/evaluate.h"
#include "flatten/expressions/expressions.h"
#include "flatten/expressions/reference.h"
#include "flatten/flat/builtin_word.h"
#include "flatten/flat/made_variable.h"
#include "flatten/instances/instance.h"

bool state_statement_is(const AstReference *name)
{
  BuiltinWord word = builtin_word(name);
  return word == WORD_TRANSITION || word == WORD_INITIAL_STATE;
}

/* --- states --- */

static StateMachines *machines_of(const Flattening *f)
{
  if (f->tables->machines) return f->tables->machines;
  StateMachines *m = arena_alloc(f->arena, sizeof *m);
  m->of_component = arena_array(f->arena, (size_t)f->flat->n_components + 1,
                                sizeof m->of_component[0]);
  m->around = -1;
  f->tables->machines = m;
  f->tables->has_clocks = true;
  return m;
}

static int state_number(const Flattening *f, Instance *instance, Span span)
{
  StateMachines *m = machines_of(f);
  const FlatVarId none = {-1};
  int32_t component = instance->component;
  assert(component >= 0 && component < f->flat->n_components);
  if (m->of_component[component] > 0) return m->of_component[component] - 1;
  m->state = vector_grow(f->arena, m->state, &m->cap_states, m->n_states + 1,
                         sizeof m->state[0]);
  m->state[m->n_states] = (State){.instance = instance,
                                  .component = component,
                                  .span = span,
                                  .machine = -1,
                                  .active = none,
                                  .resets = none,
                                  .entered = none,
                                  .staying_ticks = none,
                                  .staying_seconds = none,
                                  .ticks = none,
                                  .seconds = none};
  m->of_component[component] = ++m->n_states;
  return m->n_states - 1;
}

int state_around(const Flattening *f, int32_t component)
{
  assert(f->tables->machines);
  const StateMachines *m = f->tables->machines;
  for (; component >= 0; component = f->flat->component[component].parent) {
    int known = m->of_component[component];
    if (known > 0 && m->state[known - 1].is_state) return known - 1;
  }
  return -1;
}

enum { STATE_FAULTY = -1, STATE_ABSENT = -2 };

/* The block that an argument names; STATE_FAULTY after a diagnostic;
 * STATE_ABSENT: its condition is false, or it is an array without elements. */
static int state_argument(const Flattening *f, Context context,
                          const AstExpr *call, int i, const char *word)
{
  bool is_absent;
  Selection selection;
  const AstExpr *written = written_argument(call, i, word);
  if (!written || written->kind != AST_REFERENCE) {
    fault_error(f->faults, call->span, E208, "'%s' needs the name of a block",
                call->reference->part[0].ident);
    return STATE_FAULTY;
  }
  if (!reference_select(f, context, written->reference, &selection, &is_absent))
    return STATE_FAULTY;
  if (is_absent || selection.n_items == 0) return STATE_ABSENT;
  Instance *instance = selection.item[0];
  if (selection.n_items == 1 && instance->class_def &&
      instance->class_def->kind != CLASS_BUILTIN && instance->type &&
      lookup_true_restriction(f->lookup, instance->type) == AST_BLOCK &&
      instance_owns_equations(f, instance)) {
    return state_number(f, instance, call->span);
  }
  fault_error(f->faults, written->span, E204,
              "'%s' is not a block: a state of a state machine is one",
              instance->path);
  return STATE_FAULTY;
}

/* --- statements --- */

/* The arguments that the statement has, by their names. */
static bool state_statement_has_arguments(const Flattening *f,
                                          const AstExpr *call,
                                          const char *const *word, int n)
{
  const char *name = call->reference->part[0].ident;
  if (call->n_args > n) {
    fault_error(f->faults, call->span, E208,
                "'%s' has %d arguments at most, not %d", name, n, call->n_args);
    return false;
  }
  for (int k = 0; k < call->n_named; k++) {
    bool is_known = false;
    for (int i = call->n_args; i < n; i++)
      is_known |= strcmp(word[i], call->named[k].name) == 0;
    if (is_known) continue;
    fault_error(f->faults, call->span, E208, "'%s' has no argument '%s'", name,
                call->named[k].name);
    return false;
  }
  return true;
}

void state_statement_refused(const Flattening *f)
{
  machines_of(f)->is_incomplete = true;
}

static bool find_option(const Flattening *f, Context context,
                        const AstExpr *call, int i, const char *word,
                        bool *value)
{
  const AstExpr *written = written_argument(call, i, word);
  return !written || evaluate_boolean(f, context, written, value);
}

static bool state_statement_find_priority(const Flattening *f, Context context,
                                          const AstExpr *call, int *priority)
{
  const AstExpr *written = written_argument(call, 6, "priority");
  *priority = 1;
  if (!written) return true;
  if (!evaluate_size(f, context, written, priority)) return false;
  if (*priority >= 1) return true;
  fault_error(f->faults, written->span, E240,
              "the priority of a transition is at least 1, this is %d",
              *priority);
  return false;
}

static FlatExpr *find_condition(const Flattening *f, Context context,
                                const AstExpr *call, const StateTransition *t)
{
  StateMachines *m = f->tables->machines;
  const AstExpr *written = written_argument(call, 2, "condition");
  if (!written) {
    fault_error(f->faults, call->span, E208, "'transition' needs a condition");
    return NULL;
  }
  m->around = t->from;
  m->around_immediate = t->immediate;
  FlatExpr *value = expression_flatten(f, context, written);
  m->around = -1;
  if (!value || value->type == FLAT_BOOLEAN) return value;
  fault_error(f->faults, written->span, E204,
              "the condition of a transition must be a Boolean, this is %s",
              types_expr_name(value));
  return NULL;
}

static void read_transition(const Flattening *f, Context context,
                            const AstExpr *call)
{
  static const char *const word[] = {"from",      "to",    "condition",
                                     "immediate", "reset", "synchronize",
                                     "priority"};
  StateTransition t = {.immediate = true, .reset = true, .span = call->span};
  if (!state_statement_has_arguments(f, call, word,
                                     (int)(sizeof word / sizeof word[0])))
    return;
  t.from = state_argument(f, context, call, 0, "from");
  t.to = state_argument(f, context, call, 1, "to");
  if (t.from < 0 || t.to < 0) return;
  StateMachines *m = f->tables->machines;
  if (!find_option(f, context, call, 3, "immediate", &t.immediate) ||
      !find_option(f, context, call, 4, "reset", &t.reset) ||
      !find_option(f, context, call, 5, "synchronize", &t.synchronize) ||
      !state_statement_find_priority(f, context, call, &t.priority)) {
    return;
  }
  t.condition = find_condition(f, context, call, &t);
  if (!t.condition) return;
  m->state[t.from].is_state = m->state[t.to].is_state = true;
  m->transition = vector_grow(f->arena, m->transition, &m->cap_transitions,
                              m->n_transitions + 1, sizeof m->transition[0]);
  m->transition[m->n_transitions++] = t;
}

void state_statement(const Flattening *f, Context context, const AstExpr *call)
{
  assert(state_statement_is(call->reference));
  if (builtin_word(call->reference) == WORD_TRANSITION) {
    read_transition(f, context, call);
    return;
  }
  static const char *const word[] = {"state"};
  int state = state_statement_has_arguments(f, call, word, 1)
                  ? state_argument(f, context, call, 0, "state")
                  : STATE_FAULTY;
  if (state == STATE_ABSENT) return;
  if (state == STATE_FAULTY) {
    state_statement_refused(f);
    return;
  }
  State *initial = &f->tables->machines->state[state];
  if (initial->is_initial)
    fault_error(f->faults, call->span, E240,
                "'%s' is marked as the initial state twice (section 17.1)",
                initial->instance->path);
  initial->is_state = true;
  initial->is_initial = true;
}

/* --- questions --- */

/* `<state>.active`, unless the state has something of that name. */
static FlatVarId make_active(const Flattening *f, const State *state)
{
  Name word = session_name(f->s, "active");
  if (instance_child(f, state->instance, word)) {
    return made_variable(f, word, FLAT_BOOLEAN, FLAT_DISCRETE, state->span);
  }
  char *path =
      arena_printf(session_scratch(f->s), "%s.%s", state->instance->path, word);
  return made_variable_public(f, session_name(f->s, path), FLAT_BOOLEAN,
                              FLAT_DISCRETE, state->span);
}

FlatVarId state_active(const Flattening *f, int state)
{
  assert(state >= 0 && state < f->tables->machines->n_states);
  State *s = &f->tables->machines->state[state];
  if (s->active.i < 0) s->active = make_active(f, s);
  return s->active;
}

FlatExpr *state_merge_outputs(const void *flattening, Span span, FlatVarId sink,
                              const FlatVarId *source, int n_sources)
{
  const Flattening *f = flattening;
  assert(n_sources > 1);
  if (!f->tables->machines) return NULL;
  const StateMachines *m = f->tables->machines;
  int32_t around = -1;
  FlatExpr *value = made_variable_previous(f, span, sink);
  for (int i = n_sources - 1; i >= 0; i--) {
    int state = state_around(f, f->flat->var[source[i].i].component);
    int32_t parent =
        state < 0 ? -1 : f->flat->component[m->state[state].component].parent;
    if (state < 0 || (i < n_sources - 1 && parent != around)) return NULL;
    for (int k = i + 1; k < n_sources; k++)
      if (state_around(f, f->flat->var[source[k].i].component) == state)
        return NULL;
    around = parent;
    FlatExpr *active = made_variable_use(f, span, state_active(f, state));
    value = types_if(&f->typing, span, active,
                     made_variable_use(f, span, source[i]), value);
  }
  return value;
}

FlatVarId state_resets(const Flattening *f, int state)
{
  assert(state >= 0 && state < f->tables->machines->n_states);
  State *s = &f->tables->machines->state[state];
  if (s->resets.i < 0)
    s->resets =
        made_variable(f, "resets", FLAT_BOOLEAN, FLAT_DISCRETE, s->span);
  return s->resets;
}

static FlatVarId since(const Flattening *f, FlatVarId *id, bool is_ticks,
                       Span span)
{
  if (id->i < 0)
    *id =
        made_variable(f, is_ticks ? "ticksInState" : "timeInState",
                      is_ticks ? FLAT_INTEGER : FLAT_REAL, FLAT_DISCRETE, span);
  return *id;
}

/* ticksInState() and timeInState() of the state around; in a transition, of
 * the one that is left. */
static FlatVarId since_activation(const Flattening *f, Context context,
                                  const AstExpr *call)
{
  StateMachines *m = machines_of(f);
  int at = m->around >= 0 ? m->around
                          : state_number(f, context.instance, call->span);
  State *s = &m->state[at];
  bool is_ticks = builtin_word(call->reference) == WORD_TICKS_IN_STATE;
  FlatVarId now =
      since(f, is_ticks ? &s->ticks : &s->seconds, is_ticks, call->span);
  if (m->around < 0 || !m->around_immediate) return now;
  return since(f, is_ticks ? &s->staying_ticks : &s->staying_seconds, is_ticks,
               call->span);
}

Value *state_query(const Flattening *f, Context context, const AstExpr *call)
{
  FlatVarId id;
  if (f->typing.n_functions > 0 || f->typing.build || !context.instance) {
    fault_error(f->faults, call->span, E237,
                "'%s' is allowed in equations only",
                call->reference->part[0].ident);
    return NULL;
  }
  bool is_active = builtin_word(call->reference) == WORD_ACTIVE_STATE;
  static const char *const word[] = {"state"};
  if (!state_statement_has_arguments(f, call, word, is_active ? 1 : 0))
    return NULL;
  if (is_active) {
    int state = state_argument(f, context, call, 0, "state");
    if (state == STATE_ABSENT)
      fault_error(f->faults, call->span, E205,
                  "'activeState' names a state that is not there");
    if (state < 0) return NULL;
    id = state_active(f, state);
  } else {
    id = since_activation(f, context, call);
  }
  return value_of(&f->typing, made_variable_use(f, call->span, id));
}
