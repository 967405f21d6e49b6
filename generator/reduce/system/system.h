/* system.h: scalar unknowns and equations, edited in place by reduce/.
 *
 * The room reduce/system/ owns the two types of reduce/, System and
 * ReducedSystem, with their visitors, checks and printers. It calls symbolic/
 * and base/. Reading order: this file, system_visit.h, system_check.h,
 * incidence.h, reduced.h, properties.h.
 *
 * Variables form derivative chains: var[x].derivative is the variable der(x),
 * var[der(x)].integral is x. Equations form chains alike. An equation is a
 * residual: `residual = 0`. der() exists only as a variable. Aliases point to
 * their representative and occur in no equation any more after alias.c.
 *
 * Lives in the session's system arena; expressions in the session's table.
 */
#ifndef FOUCAULT_REDUCE_SYSTEM_SYSTEM_H
#define FOUCAULT_REDUCE_SYSTEM_SYSTEM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/one_byte.h"
#include "base/session.h"
#include "base/simple_type.h"
#include "function/resizable_array.h"
#include "reduce/system/properties.h"
#include "symbolic/expr.h"

typedef struct EqId {
  int32_t i;
} EqId;

#define NO_EQ ((EqId){-1})

static inline bool eq_same(EqId a, EqId b)
{
  return a.i == b.i;
}

/* There are as many variables and blocks as equations: what they are made of
 * is laid out without gaps. */
typedef enum ONE_BYTE VarType { VAR_REAL, VAR_INTEGER, VAR_BOOLEAN } VarType;

typedef enum ONE_BYTE VarKind {
  VAR_CONSTANT,   /* value: binding, a constant expression */
  VAR_PARAMETER,  /* binding: constant or an expression of parameters; none:
                     determined in initialization */
  VAR_MEMORY,     /* known: kept by the runtime, changes at events only:
                     pre(v), sample(), terminal() */
  VAR_INPUT,      /* known at any time */
  VAR_DISCRETE,   /* unknown, changes at events only */
  VAR_CONTINUOUS, /* unknown */
  VAR_SELECTED,   /* a state of a selection set or its derivative: stands for
                     one of the set's candidates, which one changes */
  VAR_MONITOR,    /* the residual of a constraint, see monitor.h */
  VAR_ABSENT      /* a der() that combination.c took out of every equation;
                     no part of the model any more */
} VarKind;

/* What the index reduction made of a continuous unknown. */
typedef enum ONE_BYTE VarRole {
  ROLE_ALGEBRAIC, /* solved for by the equations (dummies included) */
  ROLE_STATE,     /* integrated */
  ROLE_DERIVATIVE /* derivative of a state */
} VarRole;

typedef enum ONE_BYTE StateSelect {
  STATE_NEVER,
  STATE_AVOID,
  STATE_DEFAULT,
  STATE_PREFER,
  STATE_ALWAYS
} StateSelect;

/* What is said about a variable; those of an array share it. */
typedef struct VarAttributes {
  const SimpleType *declared_type; /* NULL: predefined */
  const ClockRole *clock;          /* NULL: none */
  const ResizableArray *resizable; /* NULL: none*/
  bool is_structural;              /* the size of such arrays */
  const char *description, *unit, *display_unit, *quantity; /* NULL: none */
} VarAttributes;

typedef struct Var {
  const char *name; /* "x", "der(x)", "der(x,2)"; not always interned */
  const VarAttributes *attributes; /* see system_attributes() */
  const char *why; /* of states and dummies, and of a preferred variable that
                      cannot be a state, for reports; NULL: no choice */
  Span span;
  ExprId binding;                  /* parameters and constants */
  ExprId start, min, max, nominal; /* NO_EXPR: not given */
  VarId derivative, integral;      /* NO_VAR: none */
  VarId alias_of;                  /* representative, NO_VAR: none */
  VarId pre, pre_of; /* pre(v) and what it belongs to; NO_VAR: none, see
                        hybrid.h */
  int set;           /* candidate of a selection set; -1: none */
  int16_t level;     /* so many derivatives below the highest (from 1) */

  uint8_t start_depth; /* of its start value: how far inside of the model it is
                          written; less is trusted more */
  VarKind kind;
  VarType type : 2;
  VarRole role : 2;
  StateSelect state_select : 3;
  bool fixed : 1, has_fixed : 1;
  bool is_output : 1, is_protected : 1;
  bool is_held : 1;      /* an input that changes at events only */
  bool is_generated : 1; /* der() that differentiation introduced */
  bool is_internal : 1;  /* not a variable of the model, or an external object:
                            not seen in the FMU */
  bool is_string : 1;    /* VAR_INTEGER: its values are numbers of texts */
  bool is_dummy : 1;     /* a derivative chosen as dummy */
  bool superfluous : 1;  /* a dummy that an implicit solver does without */
  bool is_slope : 1;     /* a derivative that an implicit solver has itself,
                            because of superfluous equations (superfluous.h) */
  bool alias_negative : 1;
  bool counts_turns : 1; /* an angle of index_angles.c: its error does not grow
                            with its value */
  bool is_reset : 1; /* reinit() sets it: that is why it is to be a state */
  /* VAR_MEMORY: by an initial equation; VAR_PARAMETER: by the initial system,
   * see free_parameters.h */
  bool is_set_at_start : 1;
} Var;
_Static_assert(sizeof(Var) == 88 || sizeof(void *) != 8, "no gaps");

typedef struct Eq {
  ExprId residual;
  Span span;
  EqId derivative, integral; /* "derived from"; NO_EQ: none */
  ExprId left, right;        /* as written; of derivatives NO_EXPR */
  /* In initialization another residual holds, with System.homotopy in it: see
   * homotopy.h. */
  ExprId start_residual;
  /* Made alike with others, from a loop or an array: see family.h. */
  int32_t family;   /* from 1; 0: of none */
  int32_t position; /* in it, from 0 */
  bool has_start_residual : 1;
  bool is_discrete : 1;    /* of type Integer or Boolean */
  bool superfluous : 1;    /* a derivative that an implicit solver does without
                              (superfluous.h) */
  bool start_only : 1;     /* holds at the start; while the model runs others
                              take its place (index_none.h) */
  bool is_when : 1;        /* left keeps its value but when active */
  bool runs_initially : 1; /* is_when: by initial() among the conditions */
  bool is_potential : 1;   /* of a connection: two potentials are equal */
  bool is_flow : 1;        /* of a connection: the sum of flows is zero */
  bool is_rewritten : 1;   /* left = right takes the place of what is written */
} Eq;

/* One event relation; expression nodes refer to it by index. */
typedef struct EventRelation {
  ExprId left, right;
  bool or_equal; /* left <= right, else left < right */
  /* It makes no events, unless the runtime wakes it (quiet_relations.h): no node has its
   * index. is_sign: it stands for sign(right). */
  bool is_quiet, is_sign;
  Span span;
  /* Of time and discrete values only: where it changes, set by
   * time_relations.c; NO_EXPR: it is to be watched. */
  ExprId event_time;
  bool is_true_before;
  bool is_searched;  /* the same, but the runtime is to find it: tapes.h */
  ExprId difference; /* left - right, set by time_relations.c */
} EventRelation;

/* sample(start, interval): a Boolean that the runtime makes true. */
typedef struct Sample {
  ExprId start, interval;
  VarId var;
  Span span;
} Sample;

/* y = delay(x, T, longest): y is known, from the past of x. */
typedef struct Delay {
  VarId x, T, longest, y;
  Span span;
} Delay;

/* y = spatialDistribution(...): y is known, from the past of in0, in1, x. */
typedef struct Transport {
  VarId in0, in1, x, positive, y;
  VarId *point, *value; /* [n_points] parameters */
  int n_points;
  Span span;
} Transport;

/* reinit(state, value): done at an event where active is true. */
typedef struct Reinit {
  VarId state;
  ExprId active, value;
  Span span;
} Reinit;

/* Constraints whose dummy derivatives are chosen again while the FMU runs.
 *
 * Row r is an equation that was differentiated order[r] times (falling);
 * column c a chain with highest derivative column[c]. At level l (from 1) the
 * rows with order >= l, each differentiated l times less, are solved for as
 * many columns, each l derivatives lower: the chosen ones. The others are
 * states. What is chosen at level l+1 is chosen at level l too. */
typedef struct SelectionSet {
  EqId *row; /* the most differentiated version */
  int *order;
  int n_rows;
  VarId *column;
  int n_columns;
  int n_levels;
  bool *chosen; /* [n_levels * n_columns] the choice at the start values */
  VarId *state, *derivative; /* [n_states] VAR_SELECTED */
  int n_states;
  /* Where unknowns were taken out of the set (eliminate_candidates.c), else
   * NULL: its rows with these put in, and the highest derivatives of those put
   * in. */
  ExprId *residual;  /* [n_levels * n_rows] */
  VarId *eliminated; /* [n_eliminated] */
  int n_eliminated;
} SelectionSet;

/* One step of pantelides.c, for reports: these equations hold too few of the
 * highest derivatives and were differentiated together; or one of
 * preferred_states.c. */
typedef struct DifferentiationStep {
  EqId *eq; /* before the step */
  int n_eqs;
  VarId *var; /* the highest derivatives they held */
  int n_vars;
  VarId wanted; /* for the sake of this preferred state; NO_VAR: needed */
} DifferentiationStep;

/* One step of regular.c, for reports: the combination sum factor*equation of
 * dependent equations holds none of their highest derivatives; it took the
 * place of one of them. */
typedef struct CombinationTerm {
  EqId eq;       /* a given equation */
  int order;     /* so often differentiated in the sum */
  ExprId factor; /* its value at all points: never zero for `replaced` */
} CombinationTerm;

typedef struct Combination {
  EqId replaced; /* given; one of the terms, of order 0 */
  CombinationTerm *term;
  int n_terms;
  ExprId residual; /* of the combination */
  ExprId before;   /* the residual that it replaced */
  VarId *decided;  /* parameters for whose values alone this holds: they are
                      constants now */
  int n_decided;
  const char *why; /* none was found, for a report */
  bool is_open;    /* the sum is 0 = 0; `residual` says what stays near its
                      start values (open_direction.h) */
} Combination;

typedef enum AssertionLevel {
  ASSERTION_ERROR,
  ASSERTION_WARNING,
  ASSERTION_TERMINATE /* terminate(): the condition is "not now" */
} AssertionLevel;

typedef enum AssertionMoment {
  ASSERTION_ALWAYS,  /* where the model has settled */
  ASSERTION_INITIAL, /* at the end of initialization only */
  ASSERTION_EVENT,   /* while an event is worked on: inside of when */
  ASSERTION_STEADY   /* where the model has settled, and after each event */
} AssertionMoment;

typedef struct Assertion {
  ExprId condition; /* without events */
  const char *message;
  AssertionLevel level;
  AssertionMoment moment;
  Span span;
} Assertion;

/* The residual of a constraint that has derivatives: see monitor.h. */
typedef struct Monitor {
  VarId var;  /* VAR_MONITOR */
  EqId given; /* that was differentiated */
  ExprId residual;
  Span span;
  int constraint, level; /* from 0: which one, how often differentiated */
  bool drifts;           /* left to the derivatives by the method */
} Monitor;

/* A chain of equations that may jump at an event, or an equation that is
 * integrated over it: see jumps.h. The latter come after all chains. */
typedef struct Jump {
  EqId below;    /* right below its most differentiated equation, which may be
                    put into others later; NO_EQ: not a chain */
  EqId law;      /* not a chain: this equation; else NO_EQ */
  VarId impulse; /* in the most differentiated equation, or in the law: known,
                    always zero */
} Jump;

/* How the index is reduced; in step with the table in index_method.c. */
typedef enum Reduction {
  REDUCTION_DUMMY,
  REDUCTION_NONE,
  REDUCTION_BAUMGARTE,
  REDUCTION_GGL,
  REDUCTION_PROJECTION,
  REDUCTION_MINIMAL_EXTENSION,
  REDUCTION_ANGLES,
  N_REDUCTIONS
} Reduction;

/* What a Co-Simulation does about constraints that drift away; in step with
 * PROJECT_* of fmu_runtime/model.h and the words in commands/options/options.c. */
typedef enum ProjectionChoice {
  PROJECTION_OFF,
  PROJECTION_STEP,
  PROJECTION_INNER
} ProjectionChoice;

/* The formulas of CVODE, by default Adams' until the model is stiff; in step
 * with the words in commands/options/option_values.c. */
typedef enum FormulaChoice {
  FORMULAS_AUTO,
  FORMULAS_BDF,
  FORMULAS_ADAMS
} FormulaChoice;

/* Of the integrator; in step with the same words. */
typedef enum LinearSolverChoice {
  LINEAR_SOLVER_AUTO, /* by size and sparsity */
  LINEAR_SOLVER_DENSE,
  LINEAR_SOLVER_SPARSE
} LinearSolverChoice;

/* What the importer is to see: see expose.h. */
typedef struct ExposeChoice {
  const char **pattern;
  int n_patterns, cap_patterns;
} ExposeChoice;

/* A String whose value is known at translation. */
typedef struct SystemText {
  Name name;
  const char *description; /* NULL: none */
  const SimpleType *declared_type;
  const char *value;
  bool is_protected;
} SystemText;

/* From when to when, how exact, how fine: the model's annotation, with what
 * the user gave in its place. */
typedef struct SystemExperiment {
  bool has_start, has_stop, has_tolerance, has_interval;
  double start, stop, tolerance, interval;
  VarId tolerance_parameter; /* that the tolerance can be set by; NO_VAR */
} SystemExperiment;

/* How the model is translated, and for which use: the user chose it. */
typedef struct TranslationChoice {
  bool ida; /* of Co-Simulation: instead of CVODE */
  FormulaChoice formulas;
  bool cvode; /* by the user; neither this nor ida: jacobian_pattern.c
                 chooses */
  LinearSolverChoice linear_solver;
  ExposeChoice expose;
  bool exchange_only; /* the FMU needs no integrator: no Co-Simulation */
  bool scheduled;     /* for Scheduled Execution of FMI 3.0 */
  bool input_rates;   /* for Co-Simulation alone: see input_rate.h */
  Reduction reduction;
  bool angles; /* nobody sees the states: REDUCTION_ANGLES may take the place of
                  REDUCTION_DUMMY (angles_fit.h) */
  ProjectionChoice projection;
  bool monitors;       /* make the residuals of all constraints variables */
  bool circuit;        /* a report is asked for: look for one, see circuit.h */
  bool no_event_proof; /* tapes of relations of time alone, no others */
  bool sensitivities;  /* directions may follow parameters: follow_rows.h */
  bool adjoints;       /* derivatives backward too: model_adjoint.h */
  bool points;         /* many points at once, if it can: model_points.h */
} TranslationChoice;

/* Coordinates along constraints, for which no formula is known: the runtime
 * chooses them (fmu_runtime/states/coordinate_frame.h). along[i] is the sum
 * over c of entry[i * n_columns + c] times tied[c]; the first n_levels
 * derivatives of along, from along itself, are states. */
typedef struct CoordinateFrame {
  VarId *tied;  /* [n_columns] */
  VarId *along; /* [n_along] */
  VarId *entry; /* [n_along * n_columns] VAR_MEMORY */
  int n_columns, n_along, n_levels;
} CoordinateFrame;

typedef struct System {
  Name name;
  const char *description;
  const char *documentation;    /* of the annotation, for the page; or NULL */
  const struct ModelFace *face; /* icon and terminals, face/face.h; or NULL */
  Span span;
  SystemExperiment experiment;
  TranslationChoice choice;
  int n_written_eqs, n_written_unknowns; /* of the flat model, for reports */
  ExprTable *exprs;                      /* of the session */
  Arena *arena;
  PropertySet properties; /* what the passes have reached so far */

  const char **literal; /* Strings: number 1 is literal[0]; 0 is "" */
  int n_literals, cap_literals;

  Var *var;
  int n_vars, cap_vars;
  const VarAttributes
      *last_attributes; /* made by system_attributes(); NULL: none */
  SystemText *text;
  int n_texts, cap_texts;
  Eq *eq; /* n_given given ones first, derivatives after them */
  int n_eqs, cap_eqs, n_given;
  int32_t *derived_family; /* of family k + 1: that of its derivatives; 0 */
  int n_families, cap_families;
  Eq *discrete_eq; /* split off by discrete.c: left is the variable */
  int n_discrete_eqs, cap_discrete_eqs;
  Eq *initial_eq;
  int n_initial_eqs, cap_initial_eqs;
  EventRelation *relation;
  int n_relations, cap_relations;

  /* Matching of the most differentiated equations to the highest
   * derivatives; set by pantelides.c. */
  VarId *eq_var; /* [n_eqs]; NO_VAR: none */

  Eq *initial_discrete_eq; /* the same of initial_eq: left is a pre(v) */
  int n_initial_discrete_eqs, cap_initial_discrete_eqs;

  Assertion *assertion;
  int n_assertions, cap_assertions;
  Sample *sample;
  int n_samples, cap_samples;
  Reinit *reinit;
  int n_reinits, cap_reinits;
  Delay *delay;
  int n_delays, cap_delays;
  Transport *transport;
  int n_transports, cap_transports;
  VarId terminal;   /* terminal(); NO_VAR: not used */
  VarId homotopy;   /* from simplified (0) to actual (1); NO_VAR: not used */
  int n_conditions; /* variables made for the conditions of when, and which: */
  struct ExprMemo *condition_memo; /* NULL: none */

  struct FunctionTable *functions; /* that expressions call; NULL: none */

  DifferentiationStep *step;
  int n_steps, cap_steps;
  int n_undifferentiated_vars; /* variables before pantelides.c added some */

  Combination *combination; /* made by regular.c, in this order */
  int n_combinations, cap_combinations;

  SelectionSet *set; /* made by index_dummy.c */
  int n_sets, cap_sets;
  int n_taken_sets;  /* highest number of a set's name that a variable has */
  int n_circles;     /* that index_angles.c would take, 0: not counted */
  int n_superfluous; /* equations marked by superfluous.c */
  CoordinateFrame *frame; /* made by index_projection.c */
  int n_frames, cap_frames;
  Monitor *monitor; /* made by monitor.c */
  int n_monitors, cap_monitors;
  Jump *jump; /* made by jumps.c */
  int n_jumps, cap_jumps;
  struct Circuit *circuit;      /* made by circuit.c; NULL: none */
  struct GivenStructure *given; /* made by given_index.c; NULL: none */
  /* on residuals, of incidence.c and gradient_memo.h; NULL: none are kept */
  struct ExprMemo *residual_memo;
  struct GradientMemo *gradient_memo;
  struct TopBlocks *top_blocks; /* top_problem.h; NULL: none are kept */
  Reduction selection; /* the method that chooses states; index_method.c */
  int index; /* structural, where a method changed the equations or preferences led
                to more derivatives; else 0 */
} System;

System *system_create(Session *s);
/* Without attributes; the name lives as long as the session. */
VarId system_add_var(System *sys, const char *name);
/* For Var.attributes; the same as last time where nothing has changed. */
const VarAttributes *system_attributes(System *sys, VarAttributes attributes);
/* The number of a text (fmu_runtime/string_pool.h). */
int system_literal(System *sys, Session *s, const char *text);
EqId system_add_eq(System *sys, ExprId residual, Span span);
/* der(v), made if it does not exist. */
VarId system_derivative(System *sys, Session *s, VarId v);
/* Made as der(...), not a variable of the model that is a derivative? */
bool system_is_der(const System *sys, VarId v);
/* How often is the first of its chain differentiated to give v? */
int system_order(const System *sys, VarId v);
int system_eq_order(const System *sys, EqId e);
/* v integrated `times` times, NO_VAR if its chain is shorter; the same of
 * equations. */
VarId system_integral(const System *sys, VarId v, int times);
EqId system_eq_integral(const System *sys, EqId e, int times);
/* Number of equations of a set at a level. */
int selection_rows(const SelectionSet *set, int level);
/* What row r of the level is solved by. */
ExprId selection_residual(const System *sys, const SelectionSet *set, int level,
                          int r);
/* What a chain begins with: v integrated as often as can be. */
VarId system_lowest(const System *sys, VarId v);
/* The structural index, after pantelides(): of the model as written, where a
 * variable that alias.c made a derivative counts as algebraic. */
int system_index(const System *sys);
/* An unknown of the continuous or discrete equations? */
static inline bool system_is_unknown(const System *sys, VarId v)
{
  const Var *var = &sys->var[v.i];
  return (var->kind == VAR_DISCRETE || var->kind == VAR_CONTINUOUS) &&
         var->alias_of.i < 0;
}

/* Is it given by the variable's own declaration or a modification of it, not
 * by its type? */
bool var_has_own_start(const System *sys, const Var *var);
bool var_has_own_nominal(const System *sys, const Var *var);
/* Does the value of the node stay the same while the model runs? Operands
 * are not looked at. */
bool system_is_fixed(const System *sys, const ExprNode *n);

/* How many more derivatives has a continuous variable? */
int system_level(const System *sys, VarId v);

#endif
