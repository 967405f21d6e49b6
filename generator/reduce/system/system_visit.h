/* system_visit.h: what a System holds, listed once.
 *
 * Every expression and every reference to a variable in a System has a place.
 * A pass that looks at expressions, or rewrites them, has no list of its own:
 * it says of every place whether it takes it, by a switch without `default`,
 * and is given what stands there. So a new kind of equation is listed here,
 * and a pass that has not been asked about it does not compile.
 *
 * The order is always the same: list by list, within a list element by
 * element, within an element field by field.
 *
 * cost    linear in the lists that hold a place which is taken
 */
#ifndef FOUCAULT_REDUCE_SYSTEM_SYSTEM_VISIT_H
#define FOUCAULT_REDUCE_SYSTEM_SYSTEM_VISIT_H

#include "reduce/system/system.h"

/* --- expressions --- */

typedef enum ExprPlace {
  PLACE_IN_EQUATION,               /* Eq.residual of System.eq */
  PLACE_IN_START_RESIDUAL,         /* Eq.start_residual, where it has one */
  PLACE_AS_WRITTEN,                /* Eq.left, Eq.right */
  PLACE_IN_INITIAL,                /* residuals of System.initial_eq */
  PLACE_INITIAL_AS_WRITTEN,        /* left and right of these */
  PLACE_DISCRETE_VALUE,            /* Eq.right of System.discrete_eq */
  PLACE_DISCRETE_VARIABLE,         /* Eq.left of these, a variable */
  PLACE_INITIAL_DISCRETE_VALUE,    /* the same of System.initial_discrete_eq */
  PLACE_INITIAL_DISCRETE_VARIABLE, /* a pre(v) or a parameter */
  PLACE_BEFORE_SPLIT, /* residuals of both, as discrete.c found them; nothing
                        looks at these any more */
  PLACE_IN_ASSERTION,
  PLACE_REINIT_ACTIVE,
  PLACE_REINIT_VALUE,
  PLACE_IN_RELATION,       /* EventRelation.left, right */
  PLACE_RELATION_TIME,     /* event_time */
  PLACE_RELATION_DISTANCE, /* difference */
  PLACE_IN_SAMPLE,         /* start and interval */
  PLACE_IN_MONITOR,
  PLACE_IN_SET,         /* SelectionSet.residual */
  PLACE_IN_COMBINATION, /* residual, before and factors: for reports */
  PLACE_BINDING,        /* of parameters and constants */
  PLACE_START,
  PLACE_BOUND, /* Var.min, Var.max */
  PLACE_NOMINAL
} ExprPlace;

typedef bool TakesExpr(ExprPlace place);
/* Element `at` of its list holds e, which is not NO_EXPR. */
typedef void VisitExpr(void *context, ExprPlace place, int at, ExprId *e);
typedef void ReadExpr(void *context, ExprPlace place, int at, ExprId e);

/* The expressions at the places taken. A visit may replace *e and must not
 * add to any list of the system, new variables excepted where no place of a
 * variable is taken. */
void system_each_expression(System *sys, TakesExpr *takes, VisitExpr *visit,
                            void *context);
void system_read_expressions(const System *sys, TakesExpr *takes,
                             ReadExpr *read, void *context);

/* --- lists --- */

/* What a System is made of, list by list: for who takes one element at a time
 * and all that it holds together, as a printer does. */
typedef enum SystemList {
  LIST_VARIABLES,
  LIST_EQUATIONS,
  LIST_DISCRETE,
  LIST_INITIAL,
  LIST_INITIAL_DISCRETE,
  LIST_RELATIONS,
  LIST_SAMPLES,
  LIST_REINITS,
  LIST_ASSERTIONS,
  LIST_DELAYS,
  LIST_TRANSPORTS,
  LIST_MONITORS,
  LIST_SETS,
  LIST_FRAMES,
  LIST_JUMPS,
  LIST_STEPS,
  LIST_COMBINATIONS,
  N_SYSTEM_LISTS
} SystemList;

/* The number of its elements. */
int system_list_length(const System *sys, SystemList list);

/* --- references to variables --- */

typedef enum VarLink {
  LINK_IN_CHAIN,          /* Var.derivative, Var.integral */
  LINK_REPRESENTATIVE,    /* Var.alias_of */
  LINK_IN_PRE,            /* Var.pre, Var.pre_of */
  LINK_MATCHED,           /* System.eq_var */
  LINK_REINIT_STATE,      /* Reinit.state */
  LINK_SAMPLED,           /* Sample.var */
  LINK_DELAYED,           /* Delay.x: kept while the model runs */
  LINK_DELAY_TIME,        /* Delay.T: decides how old the result is */
  LINK_DELAY_LONGEST,     /* Delay.longest: read at the start */
  LINK_DELAY_RESULT,      /* Delay.y */
  LINK_TRANSPORTED,       /* Transport.in0, in1: kept while the model runs */
  LINK_TRANSPORT_MOTION,  /* Transport.x, positive: decide what arrives */
  LINK_TRANSPORT_PROFILE, /* Transport.point, value: read at the start */
  LINK_TRANSPORT_RESULT,  /* Transport.y */
  LINK_SET_CANDIDATE,     /* SelectionSet.column, eliminated */
  LINK_SET_STATE,         /* SelectionSet.state, derivative */
  LINK_FRAME_TIED,        /* CoordinateFrame.tied */
  LINK_FRAME_ALONG,       /* CoordinateFrame.along */
  LINK_FRAME_ENTRY,       /* CoordinateFrame.entry */
  LINK_OF_MONITOR,        /* Monitor.var */
  LINK_IMPULSE,           /* Jump.impulse */
  LINK_IN_STEP,           /* DifferentiationStep.var, wanted: for reports */
  LINK_DECIDED,           /* Combination.decided */
  LINK_OF_SYSTEM,         /* System.terminal, System.homotopy */
  LINK_TOLERANCE          /* SystemExperiment.tolerance_parameter */
} VarLink;

typedef bool TakesVar(VarLink link);
typedef void VisitVar(void *context, VarLink link, int at, VarId *v);
typedef void ReadVar(void *context, VarLink link, int at, VarId v);

/* The same for references to variables; NO_VAR is not visited. */
void system_each_variable(System *sys, TakesVar *takes, VisitVar *visit,
                          void *context);
void system_read_variables(const System *sys, TakesVar *takes, ReadVar *read,
                           void *context);
/* A link may name an alias, which has the slot of its representative: the
 * variable that a block computes for it. */
VarId system_slot_owner(const System *sys, VarId v);

#endif
