/* flat.h: the flat model: variables with full names, equations, nothing else.
 *
 * Everything of classes, inheritance and modification is gone; names are
 * resolved to FlatVarId; every expression carries its type. Built in the
 * session's flat arena, read-only afterwards; dropped when lowering is done
 * (reduce/lower.c copies what lives on).
 *
 * Kinds marked "(arrays)" or "(events)" are reserved for constructs that the
 * front end refuses today with E290.
 */
#ifndef FOUCAULT_FLATTEN_FLAT_H
#define FOUCAULT_FLATTEN_FLAT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/session.h"

typedef struct FlatVarId {
  int32_t i;
} FlatVarId;

typedef enum FlatType {
  FLAT_REAL, FLAT_INTEGER, FLAT_BOOLEAN, FLAT_STRING
} FlatType;

/* In rising order: a binding may not be of higher variability. */
typedef enum FlatVariability {
  FLAT_CONSTANT, FLAT_PARAMETER, FLAT_DISCRETE, FLAT_CONTINUOUS
} FlatVariability;

typedef enum FlatCausality {
  FLAT_LOCAL, FLAT_INPUT, FLAT_OUTPUT
} FlatCausality;

typedef enum FlatStateSelect {
  FLAT_STATE_NEVER, FLAT_STATE_AVOID, FLAT_STATE_DEFAULT, FLAT_STATE_PREFER,
  FLAT_STATE_ALWAYS
} FlatStateSelect;

typedef enum FlatExprKind {
  FLAT_EXPR_REAL,     /* real */
  FLAT_EXPR_INTEGER,  /* integer */
  FLAT_EXPR_BOOLEAN,  /* boolean */
  FLAT_EXPR_STRING,   /* string */
  FLAT_EXPR_VARIABLE, /* variable */
  FLAT_EXPR_TIME,
  FLAT_EXPR_CALL,     /* function, arg[] */
  FLAT_EXPR_IF        /* arg: condition, then, else (nested for elseif) */
} FlatExprKind;

/* Operators and built-in functions alike. Integer operands are converted by
 * an explicit FLAT_TO_REAL, so that both operands have the same type. */
typedef enum FlatFunction {
  /* arithmetic; FLAT_DIVIDE and FLAT_POWER always give Real */
  FLAT_ADD, FLAT_SUBTRACT, FLAT_MULTIPLY, FLAT_DIVIDE, FLAT_POWER, FLAT_NEGATE,
  FLAT_TO_REAL,
  /* relations (of Real, Integer, Boolean): generate events unless inside
   * noEvent() */
  FLAT_LESS, FLAT_LESS_EQUAL, FLAT_GREATER, FLAT_GREATER_EQUAL, FLAT_EQUAL,
  FLAT_NOT_EQUAL,
  FLAT_AND, FLAT_OR, FLAT_NOT,
  /* MLS 3.7.3: elementary functions */
  FLAT_SIN, FLAT_COS, FLAT_TAN, FLAT_ASIN, FLAT_ACOS, FLAT_ATAN, FLAT_ATAN2,
  FLAT_SINH, FLAT_COSH, FLAT_TANH, FLAT_EXP, FLAT_LOG, FLAT_LOG10,
  /* MLS 3.7.1 */
  FLAT_ABS, FLAT_SIGN, FLAT_SQRT, FLAT_MIN, FLAT_MAX,
  /* event-triggering conversions, MLS 3.7.2 */
  FLAT_DIV, FLAT_MOD, FLAT_REM, FLAT_CEIL, FLAT_FLOOR, FLAT_INTEGER_OF,
  /* derivative and special operators, MLS 3.7.4 */
  FLAT_DER, FLAT_NO_EVENT, FLAT_SMOOTH, FLAT_INITIAL_CALL, FLAT_HOMOTOPY,
  N_FLAT_FUNCTIONS
} FlatFunction;

typedef struct FlatExpr FlatExpr;
struct FlatExpr {
  FlatExprKind kind;
  FlatType type;
  FlatVariability variability;
  FlatFunction function; /* FLAT_EXPR_CALL */
  Span span;
  union {
    double real;
    int64_t integer;
    bool boolean;
    const char *string;
    FlatVarId variable;
  };
  FlatExpr **arg;
  int n_args;
};

typedef struct FlatVar {
  Name name; /* full name, a.b.c */
  Span span; /* of the declaration's name */
  FlatType type;
  FlatVariability variability;
  FlatCausality causality; /* of top-level components only */
  bool is_protected;
  const char *description; /* NULL: none */
  FlatExpr *binding;       /* NULL: none. Of parameters and constants the
                              value; of variables an equation */
  /* attributes; NULL: not given */
  FlatExpr *start, *nominal, *min, *max;
  FlatExpr *fixed; /* a literal after flattening */
  const char *unit, *display_unit, *quantity;
  FlatStateSelect state_select;
  bool has_state_select;
  bool evaluated; /* `final` or Evaluate=true parameter: treat as constant */
} FlatVar;

typedef struct FlatEquation {
  Span span;
  FlatExpr *left, *right;
  bool is_initial;
} FlatEquation;

typedef struct Experiment {
  bool has_start, has_stop, has_tolerance, has_interval;
  double start, stop, tolerance, interval;
} Experiment;

typedef struct FlatModel {
  Name name;               /* full class name, e.g. Package.Model */
  const char *description; /* NULL: none */
  Span span;
  FlatVar *var;
  int n_vars, cap_vars;
  FlatEquation *equation;
  int n_equations, cap_equations;
  Experiment experiment;
} FlatModel;

/* The name of the function as Modelica writes it ("+", "sin"). */
const char *flat_function_name(FlatFunction function);

#endif
