/* state_machine.c: which states are active, as section 17.3 defines it. */
#include "flatten/clocks/state_machine.h"

#include <assert.h>

#include "base/vector.h"
#include "flatten/flat/flat_repeat.h"
#include "flatten/flat/made_variable.h"

/* The transitions of a machine are numbered from 1, those that count more
 * after the others; 0 means none. */
typedef struct Machine {
  int parent; /* the state in which it runs; -1: always */
  int *state; /* by number - 1 */
  int n_states, cap_states;
  StateTransition **transition; /* by number - 1 */
  int n_transitions, cap_transitions;
  Span span;
  FlatVarId reset;        /* Boolean: it begins with its initial state */
  FlatVarId selected;     /* state before a transition */
  FlatVarId delayed;      /* transition that fires at the next tick, */
  FlatVarId fired;        /* and now; of no use without transitions */
  FlatVarId active;       /* state after it */
  FlatVarId active_reset; /* Boolean: by a transition that resets */
  FlatVarId next;         /* state with which the next tick begins */
} Machine;

typedef struct Making {
  const Flattening *f;
  StateMachines *all;
  Machine *machine;
  int n_machines, cap_machines;
  bool failed;
} Making;

/* --- which states belong together --- */

static int state_machine_find(int *parent, int node)
{
  while (parent[node] != node) {
    parent[node] = parent[parent[node]]; /* path halving */
    node = parent[node];
  }
  return node;
}

static void state_machine_fail(Making *k, Span span, const char *format, Name a,
                               Name b)
{
  k->failed = true;
  fault_error(k->f->faults, span, E240, format, a, b);
}

static Name state_machine_path_of(const Making *k, int state)
{
  return k->all->state[state].instance->path;
}

static int32_t state_machine_place_of(const Making *k, int state)
{
  int32_t component = k->all->state[state].component;
  return k->f->flat->component[component].parent;
}

static int new_machine(Making *k, int state)
{
  k->machine = vector_grow(k->f->arena, k->machine, &k->cap_machines,
                           k->n_machines + 1, sizeof k->machine[0]);
  k->machine[k->n_machines] =
      (Machine){.span = k->all->state[state].span, .parent = -1};
  return k->n_machines++;
}

static void state_machine_add_state(Making *k, Machine *m, int state)
{
  m->state = vector_grow(k->f->arena, m->state, &m->cap_states, m->n_states + 1,
                         sizeof m->state[0]);
  m->state[m->n_states++] = state;
}

/* The initial state becomes the first one. */
static void choose_initial(Making *k, Machine *m)
{
  assert(m->n_states > 0);
  int n_initial = 0;
  for (int i = 0; i < m->n_states; i++) {
    int state = m->state[i];
    if (!k->all->state[state].is_initial) continue;
    if (n_initial++ > 0) {
      state_machine_fail(
          k, k->all->state[state].span,
          "the state machine has two initial states: '%s' and '%s'",
          state_machine_path_of(k, m->state[0]),
          state_machine_path_of(k, state));
    }
    m->state[i] = m->state[0];
    m->state[0] = state;
  }
  if (n_initial == 0 && k->all->is_incomplete) {
    k->failed = true; /* the statement may have been refused */
  } else if (n_initial == 0) {
    state_machine_fail(
        k, m->span,
        "the state machine of '%s' has no initial state: initialState(...) "
        "names one%s",
        state_machine_path_of(k, m->state[0]), "");
  }
  for (int i = 0; i < m->n_states; i++) {
    k->all->state[m->state[i]].number = i + 1;
  }
}

static void find_machines(Making *k)
{
  StateMachines *all = k->all;
  int *parent =
      arena_array(k->f->arena, (size_t)all->n_states + 1, sizeof parent[0]);
  for (int i = 0; i < all->n_states; i++) parent[i] = i;
  for (int i = 0; i < all->n_transitions; i++) {
    const StateTransition *t = &all->transition[i];
    parent[state_machine_find(parent, t->to)] =
        state_machine_find(parent, t->from);
    if (state_machine_place_of(k, t->from) == state_machine_place_of(k, t->to))
      continue;
    state_machine_fail(
        k, t->span,
        "a transition leads from '%s' to '%s', which are not parts of the "
        "same component",
        state_machine_path_of(k, t->from), state_machine_path_of(k, t->to));
  }
  for (int i = 0; i < all->n_states; i++) {
    State *state = &all->state[i],
          *root = &all->state[state_machine_find(parent, i)];
    if (!state->is_state) continue;
    if (root->machine < 0) root->machine = new_machine(k, i);
    state->machine = root->machine;
    state_machine_add_state(k, &k->machine[state->machine], i);
  }
}

static bool is_before(const StateTransition *a, const StateTransition *b)
{
  return a->priority > b->priority;
}

/* By insertion: machines have few transitions. */
static void add_transition(Making *k, StateTransition *t)
{
  assert(k->all->state[t->from].machine == k->all->state[t->to].machine);
  Machine *m = &k->machine[k->all->state[t->from].machine];
  m->transition = vector_grow(k->f->arena, m->transition, &m->cap_transitions,
                              m->n_transitions + 1, sizeof m->transition[0]);
  int at = m->n_transitions++;
  for (; at > 0 && is_before(t, m->transition[at - 1]); at--) {
    m->transition[at] = m->transition[at - 1];
  }
  m->transition[at] = t;
  for (at--; at >= 0 && m->transition[at]->priority == t->priority; at--) {
    if (m->transition[at]->from != t->from) continue;
    state_machine_fail(
        k, t->span,
        "two transitions from '%s' have the same priority: 'priority = 2' "
        "lets the other one go first%s",
        state_machine_path_of(k, t->from), "");
  }
}

static void complete_machines(Making *k)
{
  for (int i = 0; i < k->all->n_transitions; i++) {
    add_transition(k, &k->all->transition[i]);
  }
  for (int i = 0; i < k->n_machines; i++) {
    Machine *m = &k->machine[i];
    choose_initial(k, m);
    m->parent = state_around(k->f, state_machine_place_of(k, m->state[0]));
  }
}

/* --- expressions --- */

static FlatExpr *state_machine_use(const Making *k, Span span, FlatVarId id)
{
  return made_variable_use(k->f, span, id);
}

static FlatExpr *state_machine_previous(const Making *k, Span span,
                                        FlatVarId id)
{
  return made_variable_previous(k->f, span, id);
}

static FlatExpr *state_machine_integer(const Making *k, Span span, int value)
{
  return types_integer(&k->f->typing, span, value);
}

static FlatExpr *state_machine_choose(const Making *k, FlatExpr *condition,
                                      FlatExpr *a, FlatExpr *b)
{
  return types_if(&k->f->typing, condition->span, condition, a, b);
}

static FlatExpr *state_machine_combine(const Making *k, FlatFunction function,
                                       FlatExpr *a, FlatExpr *b)
{
  return types_binary(&k->f->typing, a->span, function, a, b);
}

static FlatExpr *state_machine_is_number(const Making *k, FlatExpr *a,
                                         int number)
{
  return state_machine_combine(k, FLAT_EQUAL, a,
                               state_machine_integer(k, a->span, number));
}

static FlatVarId state_machine_make(const Making *k, const Machine *m,
                                    const char *name, FlatType type)
{
  return made_variable(k->f, name, type, FLAT_DISCRETE, m->span);
}

static void equate(const Making *k, const Machine *m, FlatVarId id,
                   FlatExpr *value)
{
  made_variable_equate(k->f, m->span, id, value);
}

/* a while the machine runs, else b; without a state around it always does. */
static FlatExpr *while_running(const Making *k, const Machine *m, FlatExpr *a,
                               FlatExpr *b)
{
  if (m->parent < 0) return a;
  return state_machine_choose(
      k, state_machine_use(k, m->span, state_active(k->f, m->parent)), a, b);
}

/* --- one machine --- */

static void state_machine_make_variables(const Making *k, Machine *m)
{
  m->reset = state_machine_make(k, m, "machineResets", FLAT_BOOLEAN);
  m->selected = state_machine_make(k, m, "selectedState", FLAT_INTEGER);
  if (m->n_transitions > 0) {
    m->delayed = state_machine_make(k, m, "delayed", FLAT_INTEGER);
    m->fired = state_machine_make(k, m, "fired", FLAT_INTEGER);
  }
  m->active = state_machine_make(k, m, "activeState", FLAT_INTEGER);
  m->active_reset = state_machine_make(k, m, "activeReset", FLAT_BOOLEAN);
  m->next = state_machine_make(k, m, "nextState", FLAT_INTEGER);
}

/* Is it in a state that no transition leaves? */
static FlatExpr *state_machine_is_final(const Making *k, const Machine *m,
                                        bool now)
{
  FlatExpr *any = types_boolean(&k->f->typing, m->span, false);
  for (int i = 0; i < m->n_states; i++) {
    bool is_left = false;
    for (int j = 0; j < m->n_transitions; j++) {
      is_left |= m->transition[j]->from == m->state[i];
    }
    if (is_left) continue;
    FlatExpr *state = now ? state_machine_use(k, m->span, m->active)
                          : state_machine_previous(k, m->span, m->active);
    any = state_machine_combine(k, FLAT_OR, any,
                                state_machine_is_number(k, state, i + 1));
  }
  return any;
}

/* Whether a transition may be taken, in the state that it leaves. */
static FlatExpr *condition_of(const Making *k, const StateTransition *t)
{
  assert(t->condition->type == FLAT_BOOLEAN);
  FlatExpr *condition = t->condition;
  if (!t->synchronize) return condition;
  for (int i = 0; i < k->n_machines; i++) {
    const Machine *m = &k->machine[i];
    if (m->parent != t->from) continue;
    condition = state_machine_combine(
        k, FLAT_AND, condition, state_machine_is_final(k, m, !t->immediate));
  }
  return condition;
}

/* The transition of one kind that can be taken from a state; 0: none. */
static FlatExpr *find_transition(const Making *k, const Machine *m,
                                 FlatVarId from, bool immediate)
{
  FlatExpr *found = state_machine_integer(k, m->span, 0);
  for (int i = 0; i < m->n_transitions; i++) {
    const StateTransition *t = m->transition[i];
    if (t->immediate != immediate) continue;
    int number = k->all->state[t->from].number;
    FlatExpr *is_there =
        state_machine_is_number(k, state_machine_use(k, t->span, from), number);
    found = state_machine_choose(
        k, state_machine_combine(k, FLAT_AND, is_there, condition_of(k, t)),
        state_machine_integer(k, t->span, i + 1), found);
  }
  return found;
}

/* Where nothing can fire, nothing says so: it would be on no clock. */
static void equate_fired(const Making *k, const Machine *m)
{
  if (m->n_transitions == 0) return;
  FlatVarId immediate = state_machine_make(k, m, "immediate", FLAT_INTEGER);
  equate(k, m, immediate, find_transition(k, m, m->selected, true));
  equate(k, m, m->delayed, find_transition(k, m, m->next, false));
  FlatExpr *is_late = state_machine_combine(
      k, FLAT_GREATER, state_machine_previous(k, m->span, m->delayed),
      state_machine_use(k, m->span, immediate));
  equate(k, m, m->fired,
         state_machine_choose(k, is_late,
                              state_machine_previous(k, m->span, m->delayed),
                              state_machine_use(k, m->span, immediate)));
}

static void equate_active(const Making *k, const Machine *m)
{
  FlatExpr *state = state_machine_use(k, m->span, m->selected);
  FlatExpr *resets = state_machine_use(k, m->span, m->reset);
  for (int i = 0; i < m->n_transitions; i++) {
    const StateTransition *t = m->transition[i];
    FlatExpr *is_fired = state_machine_is_number(
        k, state_machine_use(k, t->span, m->fired), i + 1);
    int to = k->all->state[t->to].number;
    state = state_machine_choose(k, is_fired,
                                 state_machine_integer(k, t->span, to), state);
    if (t->reset) resets = state_machine_combine(k, FLAT_OR, resets, is_fired);
  }
  equate(k, m, m->active,
         state_machine_choose(k, state_machine_use(k, m->span, m->reset),
                              state_machine_integer(k, m->span, 1), state));
  equate(k, m, m->active_reset, resets);
}

/* A state that was not active when the machine was reset waits for its
 * reset. */
static void equate_state(const Making *k, const Machine *m, int state)
{
  const Flattening *f = k->f;
  State *s = &k->all->state[state];
  assert(s->number > 0); /* choose_initial() numbered them */
  FlatVarId waits = state_machine_make(k, m, "waits", FLAT_BOOLEAN);
  FlatVarId next = state_machine_make(k, m, "nextWaits", FLAT_BOOLEAN);
  FlatExpr *is_other = state_machine_combine(
      k, FLAT_NOT_EQUAL, state_machine_use(k, m->span, m->active),
      state_machine_integer(k, m->span, s->number));
  FlatExpr *begins = state_machine_combine(
      k, FLAT_OR, state_machine_use(k, m->span, m->active_reset),
      state_machine_use(k, m->span, waits));
  equate(k, m, waits,
         state_machine_combine(k, FLAT_OR,
                               state_machine_use(k, m->span, m->reset),
                               state_machine_previous(k, m->span, next)));
  equate(
      k, m, next,
      while_running(k, m,
                    state_machine_combine(k, FLAT_AND, is_other,
                                          state_machine_use(k, m->span, waits)),
                    state_machine_previous(k, m->span, next)));
  equate(
      k, m, state_active(f, state),
      while_running(k, m,
                    state_machine_is_number(
                        k, state_machine_use(k, m->span, m->active), s->number),
                    types_boolean(&f->typing, m->span, false)));
  equate(k, m, state_resets(f, state),
         state_machine_combine(
             k, FLAT_AND, state_machine_use(k, m->span, state_active(f, state)),
             begins));
}

static void equate_machine(const Making *k, const Machine *m)
{
  const Typing *t = &k->f->typing;
  FlatExpr *first =
      types_clock(t, m->span, FLAT_CLOCK_FIRST, FLAT_BOOLEAN, NULL, NULL, 0);
  equate(k, m, m->reset,
         m->parent < 0
             ? first
             : state_machine_use(k, m->span, state_resets(k->f, m->parent)));
  equate(k, m, m->selected,
         state_machine_choose(k, state_machine_use(k, m->span, m->reset),
                              state_machine_integer(k, m->span, 1),
                              state_machine_previous(k, m->span, m->next)));
  equate_fired(k, m);
  equate_active(k, m);
  equate(k, m, m->next,
         while_running(k, m, state_machine_use(k, m->span, m->active),
                       state_machine_previous(k, m->span, m->next)));
  for (int i = 0; i < m->n_states; i++) equate_state(k, m, m->state[i]);
}

/* --- since when --- */

static void ask_entered(const Making *k, int state)
{
  for (; state >= 0 && k->all->state[state].entered.i < 0;) {
    assert(k->all->state[state].machine >= 0);
    const Machine *m = &k->machine[k->all->state[state].machine];
    k->all->state[state].entered =
        state_machine_make(k, m, "entered", FLAT_BOOLEAN);
    state = m->parent;
  }
}

/* A state is entered by any transition to it, or to a state around it. */
static void equate_entered(const Making *k, int state)
{
  const State *s = &k->all->state[state];
  assert(s->entered.i >= 0);
  const Machine *m = &k->machine[s->machine];
  FlatVarId active = state_active(k->f, state);
  FlatExpr *was_not = types_unary(&k->f->typing, m->span, FLAT_NOT,
                                  state_machine_previous(k, m->span, active));
  FlatExpr *any = was_not;
  if (m->n_transitions > 0) {
    FlatExpr *moved = state_machine_combine(
        k, FLAT_GREATER, state_machine_use(k, m->span, m->fired),
        state_machine_integer(k, m->span, 0));
    any = state_machine_combine(k, FLAT_OR, any, moved);
  }
  if (m->parent >= 0) {
    FlatVarId around = k->all->state[m->parent].entered;
    any = state_machine_combine(k, FLAT_OR, any,
                                state_machine_use(k, m->span, around));
  }
  equate(k, m, s->entered,
         state_machine_combine(k, FLAT_AND,
                               state_machine_use(k, m->span, active), any));
}

/* Whether a state that stays active begins again, with the one around it; NULL:
 * there is none around it. */
static FlatExpr *restarts(const Making *k, const Machine *m)
{
  if (m->parent < 0) return NULL;
  return state_machine_use(k, m->span, k->all->state[m->parent].entered);
}

static void equate_ticks(const Making *k, const Machine *m, const State *s)
{
  FlatExpr *more = state_machine_combine(
      k, FLAT_ADD, state_machine_previous(k, m->span, s->ticks),
      state_machine_integer(k, m->span, 1));
  if (s->staying_ticks.i >= 0) {
    FlatExpr *again = restarts(k, m);
    FlatExpr *one = state_machine_integer(k, m->span, 1);
    equate(k, m, s->staying_ticks,
           again ? state_machine_choose(k, again, one, more) : more);
  }
  equate(k, m, s->ticks,
         state_machine_choose(
             k, state_machine_use(k, m->span, s->entered),
             state_machine_integer(k, m->span, 1),
             state_machine_choose(k, state_machine_use(k, m->span, s->active),
                                  more, state_machine_integer(k, m->span, 0))));
}

static void equate_seconds(const Making *k, const Machine *m, const State *s)
{
  const Typing *t = &k->f->typing;
  FlatExpr *time = types_time(t, m->span);
  FlatVarId now = state_machine_make(k, m, "tickTime", FLAT_REAL);
  FlatVarId begin = state_machine_make(k, m, "entryTime", FLAT_REAL);
  equate(k, m, now,
         types_clock(t, m->span, FLAT_CLOCK_SAMPLE, FLAT_REAL, NULL, &time, 1));
  equate(k, m, begin,
         state_machine_choose(k, state_machine_use(k, m->span, s->entered),
                              state_machine_use(k, m->span, now),
                              state_machine_previous(k, m->span, begin)));
  equate(k, m, s->seconds,
         state_machine_choose(
             k, state_machine_use(k, m->span, s->active),
             state_machine_combine(k, FLAT_SUBTRACT,
                                   state_machine_use(k, m->span, now),
                                   state_machine_use(k, m->span, begin)),
             types_real(t, m->span, 0)));
  if (s->staying_seconds.i < 0) return;
  FlatExpr *again = restarts(k, m);
  FlatExpr *is_new = types_unary(t, m->span, FLAT_NOT,
                                 state_machine_previous(k, m->span, s->active));
  if (again) is_new = state_machine_combine(k, FLAT_OR, again, is_new);
  equate(k, m, s->staying_seconds,
         state_machine_choose(
             k, is_new, types_real(t, m->span, 0),
             state_machine_combine(k, FLAT_SUBTRACT,
                                   state_machine_use(k, m->span, now),
                                   state_machine_previous(k, m->span, begin))));
}

/* ticksInState() in a component inside of a state: of that state. */
static void ask_state(Making *k, const State *asked)
{
  int state = state_around(k->f, asked->component);
  if (state < 0) {
    fault_error(k->f->faults, asked->span, E204,
                "there is no state around this");
    k->failed = true;
    return;
  }
  const Machine *m = &k->machine[k->all->state[state].machine];
  State *s = &k->all->state[state];
  ask_entered(k, state);
  if (asked->ticks.i >= 0 && s->ticks.i < 0)
    s->ticks = state_machine_make(k, m, "ticksInState", FLAT_INTEGER);
  if (asked->seconds.i >= 0 && s->seconds.i < 0)
    s->seconds = state_machine_make(k, m, "timeInState", FLAT_REAL);
  if (asked == s) return;
  if (asked->ticks.i >= 0)
    equate(k, m, asked->ticks, state_machine_use(k, m->span, s->ticks));
  if (asked->seconds.i >= 0)
    equate(k, m, asked->seconds, state_machine_use(k, m->span, s->seconds));
}

static void equate_times(Making *k)
{
  StateMachines *all = k->all;
  for (int i = 0; i < all->n_states; i++) {
    const State *s = &all->state[i];
    if (s->ticks.i >= 0 || s->seconds.i >= 0) ask_state(k, s);
  }
  for (int i = 0; i < all->n_states; i++) {
    const State *s = &all->state[i];
    if (!s->is_state || s->entered.i < 0) continue;
    const Machine *m = &k->machine[s->machine];
    equate_entered(k, i);
    if (s->ticks.i >= 0) equate_ticks(k, m, s);
    if (s->seconds.i >= 0) equate_seconds(k, m, s);
  }
}

/* --- all machines --- */

static void check_asked(Making *k)
{
  for (int i = 0; i < k->all->n_states; i++) {
    const State *s = &k->all->state[i];
    if (s->is_state || s->active.i < 0) continue;
    fault_error(k->f->faults, s->span, E204,
                "'%s' is not a state: no transition leads to it or from it",
                s->instance->path);
    k->failed = true;
  }
}

bool state_machine_flatten(const Flattening *f)
{
  Making k = {.f = f, .all = f->tables->machines};
  if (!k.all) return true;
  flat_unfold(f->flat, f->s->flat_arena);
  find_machines(&k);
  check_asked(&k);
  complete_machines(&k);
  if (k.failed || !state_merge(f)) return false;
  for (int i = 0; i < k.n_machines; i++)
    state_machine_make_variables(&k, &k.machine[i]);
  for (int i = 0; i < k.n_machines; i++) equate_machine(&k, &k.machine[i]);
  equate_times(&k);
  return !k.failed;
}
