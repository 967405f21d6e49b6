/* state_machine.h: state machines (MLS 3.6, chapter 17) become clocked
 * equations.
 *
 * A state is a block, so it is a component of the flat model. A machine is
 * what transition() ties together, all inside of one component; the state
 * around that, if there is one, lets it run.
 *
 * For state_statement.c (what was written), state_machine.c (which state is
 * active) and state_merge.c (what the equations of a state mean).
 *
 * needs   the components of the model are numbered; statements come before
 *         questions are answered
 */
#ifndef FOUCAULT_FLATTEN_CLOCKS_STATE_MACHINE_H
#define FOUCAULT_FLATTEN_CLOCKS_STATE_MACHINE_H

#include "flatten/instances/instances.h"

typedef struct StateTransition {
  int from, to; /* states, by their numbers */
  FlatExpr *condition;
  bool immediate, reset, synchronize;
  int priority;
  Span span;
} StateTransition;

/* Variables that are made when they are asked for; i < 0: not made. */
typedef struct State {
  Instance *instance;
  int32_t component;
  Span span;       /* of the first statement that names it */
  bool is_state;   /* of a transition or initialState(); else it was only asked
                      for */
  bool is_initial; /* named by initialState() */
  int machine;
  int number;        /* in its machine, from 1: the initial one */
  FlatVarId active;  /* Boolean */
  FlatVarId resets;  /* Boolean: it begins with start values now */
  FlatVarId entered; /* Boolean: by a transition now */
  FlatVarId ticks;   /* Integer: since then */
  FlatVarId seconds; /* Real: since then */
  /* The same, if it should stay active now: for its immediate transitions. */
  FlatVarId staying_ticks, staying_seconds;
} State;

typedef struct StateMachines {
  State *state;
  int n_states, cap_states;
  int *of_component; /* [n_components] 1 + its State; 0: none */
  StateTransition *transition;
  int n_transitions, cap_transitions;
  int around; /* the state whose transition is being read; -1: none */
  bool around_immediate;
  bool is_incomplete; /* an initialState() was refused */
} StateMachines;

/* transition(...), initialState(...): is it one? */
bool state_statement_is(const AstReference *name);
/* Keeps it. E204, E205, E208, E237. */
void state_statement(const Flattening *f, Context context, const AstExpr *call);
/* An initialState() has been refused: nothing more is said of what lacks. */
void state_statement_refused(const Flattening *f);

/* activeState(s), ticksInState(), timeInState(). E204, E205, E208, E237. */
Value *state_query(const Flattening *f, Context context, const AstExpr *call);

/* The innermost state around a component, or the component itself; -1: none.
 * Known when all statements are there. */
int state_around(const Flattening *f, int32_t component);
/* The variable of a state, made when it is asked for first. */
FlatVarId state_active(const Flattening *f, int state);
/* Section 17.3.6: what is connected to outputs of different states has the value
 * of the active one, else the one before. NULL: they are not. */
FlatExpr *state_merge_outputs(const void *flattening, Span span, FlatVarId sink,
                              const FlatVarId *source, int n_sources);
FlatVarId state_resets(const Flattening *f, int state);

/* All of it, when the equations of the flat model are there.
 *
 * gives   a model without state machines: clocked equations for the active
 *         states, and of each variable one equation
 *           v = if active(a) then e_a elseif active(b) then e_b else previous(v)
 *         where previous(v) is the start value in a state that is reset;
 *         assertions of a state hold while it is active
 * fails   E204 no state, E240 a machine without initial state or with several,
 *         two transitions of one priority, states of different components; a
 *         variable that two states determine at the same time; E290
 * cost    linear in the expressions and states
 */
bool state_machine_flatten(const Flattening *f);

/* The part of it that is about the equations of states; before the equations
 * of the machines are there. */
bool state_merge(const Flattening *f);

#endif
