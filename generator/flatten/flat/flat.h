/* flat.h: the flat model: variables with full names, equations, nothing else.
 *
 * Everything of classes, inheritance and modification is gone; names are
 * resolved to FlatVarId; every expression carries its type. Built in the
 * session's flat arena, read-only afterwards; dropped when lowering is done
 * (reduce/lower/lower.c copies what lives on).
 *
 * The room flat/ holds the flat model and what is said of it alone; it calls
 * base/ only. Reading order: this header, procedure.h (functions and algorithm
 * sections), types.h (how typed expressions are made); then the walks
 * (flat_visit.h: all expressions of a model; flat_find.h, flat_rewrite.h: one
 * expression), constant_eval.h (values of constants), flat_repeat.h and
 * flat_move.h (equations that differ by their variables alone), balance.h,
 * flat_check.h (the invariants), fault.h (how faults are reported).
 */
#ifndef FOUCAULT_FLATTEN_FLAT_FLAT_H
#define FOUCAULT_FLATTEN_FLAT_FLAT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/one_byte.h"
#include "base/session.h"
#include "base/simple_type.h"
#include "flatten/flat/flat_function.h"
#include "function/resizable_array.h"

typedef struct FlatVarId {
  int32_t i;
} FlatVarId;

typedef enum ONE_BYTE FlatType {
  FLAT_REAL,
  FLAT_INTEGER,
  FLAT_BOOLEAN,
  FLAT_STRING,
  FLAT_ENUMERATION,
  FLAT_OBJECT, /* an external object, MLS 12.9.7 */
  N_FLAT_TYPES
} FlatType;

/* An enumeration type (MLS 4.8.5); two are the same type if they have the
 * same literals in the same order. A class of external objects is one whose
 * only literal is its name. */
typedef struct FlatEnumeration {
  Name name; /* full class name */
  const Name *literal;
  int n_literals;
} FlatEnumeration;

/* In rising order: a binding may not be of higher variability. */
typedef enum ONE_BYTE FlatVariability {
  FLAT_CONSTANT,
  FLAT_PARAMETER,
  FLAT_DISCRETE,
  FLAT_CONTINUOUS
} FlatVariability;

typedef enum ONE_BYTE FlatCausality {
  FLAT_LOCAL,
  FLAT_INPUT,
  FLAT_OUTPUT
} FlatCausality;

typedef enum ONE_BYTE FlatStateSelect {
  FLAT_STATE_NEVER,
  FLAT_STATE_AVOID,
  FLAT_STATE_DEFAULT,
  FLAT_STATE_PREFER,
  FLAT_STATE_ALWAYS
} FlatStateSelect;

typedef enum ONE_BYTE FlatExprKind {
  FLAT_EXPR_REAL,        /* real */
  FLAT_EXPR_INTEGER,     /* integer */
  FLAT_EXPR_BOOLEAN,     /* boolean */
  FLAT_EXPR_STRING,      /* string */
  FLAT_EXPR_ENUMERATION, /* enumeration, integer: its ordinal, from 1 */
  FLAT_EXPR_VARIABLE,    /* variable */
  FLAT_EXPR_TIME,
  FLAT_EXPR_CALL, /* function, arg[] */
  FLAT_EXPR_IF,   /* arg: condition, then, else (nested for elseif) */
  /* functions that are called while the model runs (procedure.h) */
  FLAT_EXPR_RESULT, /* result `output` of `procedure`(arg[]) */
  FLAT_EXPR_LOCAL,  /* slot, inside of a procedure */
  FLAT_EXPR_ELEMENT /* element arg[0] of local, inside of a procedure and
                       only while it is made: the target of an assignment */
} FlatExprKind;

typedef struct FlatExpr FlatExpr;
struct FlatExpr {
  FlatExprKind kind;
  FlatType type;
  FlatVariability variability;
  FlatFunction function; /* FLAT_EXPR_CALL */
  Span span;
  int n_args;
  union {
    double real;
    int64_t integer;
    bool boolean;
    const char *string;
    FlatVarId variable;
    int slot, local;
    struct {
      int procedure, output;
    };
  };
  FlatExpr **arg;
  const FlatEnumeration *enumeration; /* FLAT_ENUMERATION, FLAT_OBJECT */
};

/* A model or block instance: the owner of variables and equations. The first
 * one is the model itself; each comes after the one around it. */
typedef struct FlatComponent {
  Name path;       /* full name, "" of the model itself */
  Name class_name; /* full name of its class */
  Span span;       /* of its declaration's name */
  int32_t parent;  /* the component around it, -1 of the model itself */
  bool is_open;    /* its equations cannot be counted by themselves: it, or
                      a component in it, has expandable or overdetermined
                      connectors, or such without flows, elements that are
                      inner or outer, or clocks */
} FlatComponent;

typedef struct FlatVar {
  const char *name; /* full name, a.b.c; of an array's elements not interned */
  Span span;        /* of the declaration's name */
  FlatType type;
  FlatVariability variability;
  FlatCausality causality; /* of top-level components only */
  FlatStateSelect state_select;
  bool has_state_select;
  bool is_protected;
  bool is_internal; /* made by flattening: not seen by anybody */
  bool evaluated;   /* `final` or Evaluate=true parameter: treat as constant */
  bool is_when_assigned; /* a when-clause determines it */
  bool names_file;       /* a String with the annotation loadSelector */
  uint8_t set_depth;     /* how far inside of the model the start value, or the
                        binding of a parameter, is written (set_depth.h) */
  bool is_interface;     /* its equation comes from outside of the component: a
                        flow or an input in a public connector, or a public
                        input without a binding */
  bool is_structural; /* the importer of an FMU of FMI 3.0 may change it, and by
                         that the sizes of arrays */
  bool is_given_outside; /* the binding is written around that component */
  int32_t component;     /* the model or block that declares it, itself or in a
                        connector or record of it */
  const FlatEnumeration *enumeration; /* FLAT_ENUMERATION, FLAT_OBJECT */
  const SimpleType *declared_type;    /* NULL: predefined */
  const char *description;            /* NULL: none */
  FlatExpr *binding; /* NULL: none. Of parameters and constants the value; of
                        variables an equation */
  /* attributes; NULL: not given */
  FlatExpr *start, *nominal, *min, *max;
  FlatExpr *fixed; /* a literal after flattening */
  const char *unit, *display_unit, *quantity;
  const ClockRole *clock;          /* in an FMU of FMI 3.0; NULL: none */
  const ResizableArray *resizable; /* it stands for that array; NULL: none */
} FlatVar;

/* flat_repeat.h */
typedef struct FlatRepeat FlatRepeat;

typedef struct FlatEquation {
  Span span;
  bool is_initial;
  bool is_held;           /* left is discrete and else keeps its value */
  bool runs_initially;    /* is_held: not kept in initialization */
  FlatExpr *left, *right; /* where it repeats another one: of that one */
  FlatExpr *clock;        /* of the clocked when-clause around; NULL: none */
  FlatRepeat *repeat;     /* the family whose member it is, and has its sides;
                             NULL: of none */
  int32_t position;       /* in the family */
  int32_t algorithm;      /* + 1: of the section whose result it is; 0: none */
  int32_t component;      /* the model or block that holds it */
  int32_t connection_set; /* + 1; 0: written as an equation */
} FlatEquation;

/* assert(): the condition is to hold whenever the model has settled. */
typedef struct FlatAssertion {
  Span span;
  FlatExpr *condition;
  FlatExpr *clock;     /* of the clocked when-clause around; NULL: none */
  const char *message; /* "": not known at translation */
  FlatExpr *subscript; /* whose bounds it checks; NULL: written as assert() */
  bool is_warning, is_initial;
  bool ends;         /* terminate(): the condition is "not now" */
  bool is_internal;  /* made for an algorithm section, not written */
  int32_t component; /* the model or block that holds it; 0 of what was not
                        written */
} FlatAssertion;

/* What happens when a branch of a when-equation becomes active. */
typedef enum FlatActionKind {
  FLAT_ACTION_ASSIGN,   /* target: a variable, value */
  FLAT_ACTION_REINIT,   /* the same, of a continuous Real */
  FLAT_ACTION_ASSERT,   /* value: the condition, message, is_warning */
  FLAT_ACTION_TERMINATE /* message */
} FlatActionKind;

typedef struct FlatAction {
  FlatActionKind kind;
  Span span;
  FlatExpr *guard; /* of the if-equations around it; NULL: none */
  FlatExpr *target, *value;
  const char *message;
  bool is_warning;
  bool not_initially; /* reinit: its guard is false when initial() is true */
} FlatAction;

/* Active at the moment when one of the conditions becomes true. */
typedef struct FlatWhenBranch {
  FlatExpr **condition;
  int n_conditions;
  FlatAction *action;
  int n_actions, cap_actions;
} FlatWhenBranch;

/* when, elsewhen ...: of several active branches the first counts. */
typedef struct FlatWhen {
  Span span;
  FlatWhenBranch *branch;
  int n_branches;
  int32_t component; /* the model or block that holds it */
} FlatWhen;

typedef enum FlatConnectionKind {
  FLAT_CONNECTION_POTENTIAL, /* all members are equal */
  FLAT_CONNECTION_FLOW,      /* the sum of inside minus outside is zero */
  FLAT_CONNECTION_SIGNAL,    /* all equal the source, the first member */
  FLAT_CONNECTION_STREAM     /* mixed by streams.c */
} FlatConnectionKind;

typedef struct FlatConnectionMember {
  FlatVarId variable;
  bool is_outside; /* of a connector seen from inside of its component */
  Span span;       /* of the first connect() that names it; NO_SPAN: none */
} FlatConnectionMember;

/* What connect() tied together, for `explain`. */
typedef struct FlatConnectionSet {
  FlatConnectionKind kind;
  FlatConnectionMember *member;
  int n_members; /* 1: a flow that is not connected */
} FlatConnectionSet;

/* A connection of overdetermined connectors that would close a loop: what
 * equalityConstraint() gives is zero instead of the equality. */
typedef struct FlatBrokenEdge {
  Name a, b; /* the overdetermined records or variables */
  Span span; /* of the connect() */
  int n_equations;
} FlatBrokenEdge;

typedef struct Experiment {
  bool has_start, has_stop, has_tolerance, has_interval;
  double start, stop, tolerance, interval;
  bool is_tunable; /* the tolerance, by a parameter */
  FlatVarId tolerance_parameter;
} Experiment;

/* What the model wants to be seen of it (flatten/shown.h); in the session
 * arena. */
typedef struct FlatShownTexts {
  const char **item;
  int n;
} FlatShownTexts;
typedef struct FlatShown {
  FlatShownTexts plot, draw;
  const char *text; /* of the class, as it is written */
} FlatShown;

/* Texts, each once. */
typedef struct FlatTexts {
  const char **item;
  int n_items, cap_items;
} FlatTexts;

/* What external functions are compiled and linked with. */
typedef struct FlatLinkage {
  FlatTexts include, include_folder, library;
} FlatLinkage;

/* A file of a library that the FMU takes along. */
typedef struct FlatResource {
  const char *name; /* of its address: Library/path */
  const char *path; /* on this machine */
} FlatResource;

/* procedure.h */
typedef struct FlatProcedure FlatProcedure;

/* An algorithm section: each variable equals a result of the procedure, by an
 * equation of its own. */
typedef struct FlatAlgorithm {
  Span span;
  int procedure;
  FlatVarId *variable; /* [n_outputs of the procedure]; i < 0: none */
  FlatExpr **shown;    /* [n_inputs] what the section calls it; NULL: nothing
                          it says, but the value of something before */
  bool is_initial;
} FlatAlgorithm;

typedef struct FlatModel {
  Name name;                 /* full class name, e.g. Package.Model */
  const char *description;   /* NULL: none */
  const char *documentation; /* info of its annotation; NULL: none */
  Span span;
  FlatVar *var;
  int n_vars, cap_vars;
  FlatEquation *equation;
  int n_equations, cap_equations;
  int n_repeats; /* that equations were made of, flat_repeat.h */
  FlatComponent *component;
  int n_components, cap_components;
  FlatAssertion *assertion;
  int n_assertions, cap_assertions;
  FlatWhen *when;
  int n_whens, cap_whens;
  FlatConnectionSet *connection_set;
  int n_connection_sets, cap_connection_sets;
  FlatBrokenEdge *broken_edge;
  int n_broken_edges, cap_broken_edges;
  FlatLinkage linkage; /* of external functions */
  FlatResource *resource;
  int n_resources, cap_resources;
  FlatProcedure **procedure; /* called by expressions */
  int n_procedures, cap_procedures;
  int n_objects; /* calls of constructors of external objects */
  FlatAlgorithm *algorithm;
  int n_algorithms, cap_algorithms;
  Experiment experiment;
  FlatShown shown;
  const struct ModelFace *face; /* in the session arena; NULL: none */
  bool is_package;    /* constants alone, and models that are not in it: */
  const Name *inside; /* the full names of the complete models inside of a
                         package, at any depth */
  int n_inside;
} FlatModel;

/* In the arena of the model. */
void flat_add_equation(FlatModel *flat, Arena *arena, FlatEquation equation);
/* Likewise; the message must live there. */
void flat_add_assertion(FlatModel *flat, Arena *arena, FlatAssertion assertion);

/* How many variables a when-equation determines; each counts once. */
int flat_when_unknowns(const FlatWhen *when);

#endif
