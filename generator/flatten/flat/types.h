/* types.h: the typing rules of scalar expressions.
 *
 * Every node of a flat expression is made here, so that its type, its
 * variability and the conversions of its operands follow one set of rules
 * (Modelica Language Specification 3.6, sections 3.4 to 3.8 and 6.7).
 *
 * A function that gets a NULL operand returns NULL and says nothing: the
 * fault was reported where it arose.
 */
#ifndef FOUCAULT_FLATTEN_FLAT_TYPES_H
#define FOUCAULT_FLATTEN_FLAT_TYPES_H

#include <stdbool.h>

#include "flatten/flat/fault.h"
#include "flatten/flat/flat.h"

struct FunctionBuild;
struct TextProcedures;
struct Flattening;

typedef struct Typing Typing;

/* What a variable of the model, or time, becomes in an algorithm of the
 * model. */
typedef FlatExpr *TypingOutside(const Typing *t, FlatExpr *expr);

/* Never changed while it is passed down: what holds for a part of the text
 * only is another Typing (instances/scope.h). */
struct Typing {
  const Faults *faults;
  Arena *arena;    /* of the expressions */
  Arena *values;   /* of what is made of them, value.h; NULL: the same */
  int no_events;   /* how many noEvent() are around the expression being made */
  int n_functions; /* how many functions are being carried out around it */
  int n_whens;     /* how many when-equations are around it */
  struct FunctionBuild *build; /* the function that is being made, whose
                                  statements take what is not an expression
                                  (function_build.h); NULL: none */
  TypingOutside *outside;      /* NULL: they are themselves */
  /* Gives the literal of an expression, or NULL after a diagnostic; sizes,
   * subscripts and String() need it. NULL: only literals have values. */
  FlatExpr *(*constant)(const void *constant_context, FlatExpr *expr);
  const void *constant_context;
  /* The procedures that work on Strings while the model runs
   * (text_functions.h); NULL: Strings are known at translation. */
  struct TextProcedures *texts;
  const struct Flattening *flattening; /* that it belongs to; NULL: none */
  /* Is called with each subscript that is known only while running, with the
   * size and the number of its dimension; false: the size is 0, and the
   * subscript counts always. NULL: there may be none. */
  bool (*open_subscript)(const void *constant_context, FlatExpr *index,
                         int size, int dimension);
  /* Is called with each delay(x, T, longest) of the equations; may be NULL. */
  void (*delay_made)(const void *constant_context, FlatExpr *call);
  /* Whether an expression of parameters is known only after initialization
   * (fixed = false). NULL: none is. */
  bool (*is_computed)(const void *constant_context, const FlatExpr *expr);
};

const char *types_name(FlatType type);               /* "Real" */
const char *types_a_name(FlatType type);             /* "a Real" */
const char *types_variability_name(FlatVariability); /* "parameter" */

/* Literals. */
FlatExpr *types_real(const Typing *t, Span span, double value);
FlatExpr *types_integer(const Typing *t, Span span, int64_t value);
FlatExpr *types_boolean(const Typing *t, Span span, bool value);
FlatExpr *types_string(const Typing *t, Span span, const char *value);
FlatExpr *types_enumeration(const Typing *t, Span span,
                            const FlatEnumeration *enumeration, int ordinal);
/* The start value of a variable, which is no object: where none is given, that
 * of its type (section 4.9). */
FlatExpr *types_start(const Typing *t, const FlatVar *var);
/* An external object of the class: FlattenTables.made[number]; NO_OBJECT stands
 * for any of them where only types matter. No object reaches the flat model. */
#define NO_OBJECT (-1)
FlatExpr *types_object(const Typing *t, Span span, const FlatEnumeration *class,
                       int number);
/* NO_OBJECT: of none, or of any. */
int types_object_number(const FlatExpr *object);
bool types_is_literal(const FlatExpr *expr);
/* The literal of an expression known at translation; NULL after E205 or
 * whatever the constant() of the Typing reported. */
FlatExpr *types_constant(const Typing *t, FlatExpr *expr);

FlatExpr *types_time(const Typing *t, Span span);
FlatExpr *types_variable(const Typing *t, Span span, FlatVarId id,
                         const FlatVar *var);

/* A slot of the procedure that is being made. */
FlatExpr *types_local(const Typing *t, Span span, FlatType type,
                      const FlatEnumeration *enumeration, int slot);
/* One result of a call; keeps arg. Its variability is the highest of the
 * arguments. */
FlatExpr *types_result_of(const Typing *t, const FlatExpr *like, Span span,
                          int procedure, int output, FlatExpr **arg,
                          int n_args);

/* An operator or built-in function. E204 wrong type of an operand, E208
 * wrong number of arguments, E290 not supported. */
FlatExpr *types_call(const Typing *t, Span span, FlatFunction function,
                     FlatExpr **arg, int n_args);
FlatExpr *types_binary(const Typing *t, Span span, FlatFunction function,
                       FlatExpr *left, FlatExpr *right);
FlatExpr *types_unary(const Typing *t, Span span, FlatFunction function,
                      FlatExpr *operand);
FlatExpr *types_if(const Typing *t, Span span, FlatExpr *condition,
                   FlatExpr *then_value, FlatExpr *else_value);

/* One of the conditions becomes true (FLAT_ACTIVE); keeps them. */
FlatExpr *types_active(const Typing *t, Span span, FlatExpr **condition, int n);

/* An operator of clocks (FLAT_CLOCK_...), as clock_calls.c checked it. */
FlatExpr *types_clock(const Typing *t, Span span, FlatFunction function,
                      FlatType type, const FlatEnumeration *enumeration,
                      FlatExpr **arg, int n);

/* spatialDistribution() (FLAT_SPATIAL), as spatial.c checked it. */
FlatExpr *types_spatial(const Typing *t, Span span, FlatExpr **arg, int n_args);

/* The type of the result for operands of the type. */
FlatType types_result(FlatFunction function, FlatType operand);

/* The expression as a value of the type, converted from Integer to Real
 * where needed; NULL without a diagnostic if the types do not go together. */
FlatExpr *types_convert(const Typing *t, FlatExpr *expr, FlatType type);
/* Gives both the same type if they go together. */
bool types_unify(const Typing *t, FlatExpr **a, FlatExpr **b);

/* The same literals in the same order (section 6.4). */
bool types_same_enumeration(const FlatEnumeration *a, const FlatEnumeration *b);
/* "Real", or the name of the enumeration. */
const char *types_expr_name(const FlatExpr *expr);

#endif
