/* flat_function.h: operators and built-in functions of flat expressions, as
 * base/builtin_functions.def lists them. */
#ifndef FOUCAULT_FLATTEN_FLAT_FLAT_FUNCTION_H
#define FOUCAULT_FLATTEN_FLAT_FLAT_FUNCTION_H

#include <stdbool.h>

#include "base/one_byte.h"

/* Operators and built-in functions alike: FLAT_ADD, FLAT_SIN, FLAT_DER, ...
 * Integer operands are converted by an explicit FLAT_TO_REAL, so that both
 * operands have the same type. */
typedef enum ONE_BYTE FlatFunction {
#define OPERATOR(NAME, ...) FLAT_##NAME,
#define MATH_FUNCTION(NAME, ...) FLAT_##NAME,
#define SCALAR_FUNCTION(NAME, ...) FLAT_##NAME,
#define CLOCK_OPERATOR(NAME, ...) FLAT_CLOCK_##NAME,
#define FLAT_NODE(NAME, ...) FLAT_##NAME,
#define CLOCK_NODE(NAME, ...) FLAT_CLOCK_##NAME,
#include "base/builtin_functions.def"
  N_FLAT_FUNCTIONS
} FlatFunction;

/* Which operands a function takes and what type its result has. */
typedef enum ONE_BYTE FlatRule {
  FLAT_RULE_NUMERIC,         /* numbers of one type, result of that type */
  FLAT_RULE_REAL,            /* operands converted to Real, result Real */
  FLAT_RULE_TO_REAL,         /* one Integer, result Real */
  FLAT_RULE_TO_INTEGER,      /* one number, result Integer */
  FLAT_RULE_REAL_TO_INTEGER, /* one operand converted to Real, the same */
  FLAT_RULE_RELATION,        /* two values of one type, result Boolean */
  FLAT_RULE_LOGICAL,         /* Booleans */
  FLAT_RULE_DER,             /* one Real that varies continuously */
  FLAT_RULE_SAME,            /* any value, given back */
  FLAT_RULE_SMOOTH,          /* Integer constant, any value, given back */
  FLAT_RULE_ORDINAL,         /* one enumeration, result Integer */
  FLAT_RULE_NO_ARGUMENT,     /* result Boolean, changes at events */
  FLAT_RULE_PRE,             /* one variable, given back */
  FLAT_RULE_EDGE,            /* one variable, result Boolean */
  FLAT_RULE_SAMPLE,          /* two Real parameter expressions, Boolean */
  FLAT_RULE_DELAY,
  FLAT_RULE_SEMI_LINEAR,
  FLAT_RULE_SPATIAL, /* made and checked by spatial.c */
  FLAT_RULE_CLOCK    /* made and checked by clock_calls.c */
} FlatRule;

/* What happens to the value where the operands vary continuously. */
typedef enum ONE_BYTE FlatEvents {
  FLAT_EVENTS_NO,
  FLAT_EVENTS_JUMPS, /* jumps at events and varies between them */
  FLAT_EVENTS_STEPS  /* changes at events only */
} FlatEvents;

typedef struct FlatFunctionRow {
  const char *name; /* as Modelica writes it: "+", "sin" */
  FlatRule rule;
  FlatEvents events;
  unsigned char least, most; /* arguments */
  bool is_word;              /* models call it by its name */
  bool is_smooth;            /* has derivatives by its operands */
  bool is_of_model; /* of variables, not of values: not in functions, and in
                       algorithms computed outside of them */
} FlatFunctionRow;

const FlatFunctionRow *flat_function(FlatFunction function);
const char *flat_function_name(FlatFunction function);
/* Does the relation hold for a < b (order < 0), a == b, a > b? */
bool flat_relation_holds(FlatFunction relation, int order);
/* The function that models call by this name; false: there is none. */
bool flat_function_find(const char *name, FlatFunction *function);

#endif
