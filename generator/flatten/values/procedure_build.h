/* procedure_build.h: a procedure while it is made.
 *
 * Inside of functions and of algorithm sections, what is not an expression
 * (an element with a computed subscript, an array of computed size, a call)
 * becomes statements of a procedure, and the expression names a local instead.
 * Typing.build leads here: so Values are the same everywhere, and only the
 * functions below know what a procedure is.
 */
#ifndef FOUCAULT_FLATTEN_VALUES_PROCEDURE_BUILD_H
#define FOUCAULT_FLATTEN_VALUES_PROCEDURE_BUILD_H

#include "flatten/classes/modification.h"
#include "flatten/flat/procedure.h"
#include "flatten/values/value.h"

struct Flattening;
struct Components;
struct InstClass;

typedef struct FunctionBuild FunctionBuild;

/* How a text that becomes statements is translated where it differs from one
 * that becomes an expression. Who makes the procedure sets them: the body of a
 * function (function_build.c), or an algorithm section (function_algorithm.c),
 * which alone has those below the first two; NULL: as elsewhere.
 *
 * This is a way up, as CallRules (instances.h) is: expressions and Values are
 * below functions/ and equations/, and what they mean inside of a procedure is
 * known there. It is a table and not a set of direct calls because there are
 * two kinds of procedures, and because expressions/ would be one circle with
 * both rooms. */
typedef struct BuildRules {
  /* if-expressions, `and` and `or` */
  Value *(*conditional)(const struct Flattening *f, Context context,
                        const AstExpr *expr);
  Value *(*logical)(const struct Flattening *f, Context context,
                    const AstExpr *expr, const Value *left);
  /* A relation, or a function that jumps, of what the section does not
   * assign; NULL: it depends on the section. */
  Value *(*outside)(const struct Flattening *f, Context context,
                    const AstExpr *expr);
  /* A relation whose left side is known. */
  Value *(*relation)(const struct Flattening *f, Context context,
                     const AstExpr *expr, Value *left);
  /* A declared array of the model as a row of slots; false: it is none. */
  bool (*row)(const Typing *t, const Value *v, int *local);
  /* May the section assign the value to the target? False after a
   * diagnostic. */
  bool (*assigns)(const struct Flattening *f, FunctionBuild *b, Span span,
                  const Value *target, const Value *value);
  /* Does the condition change between events? */
  bool (*switches)(const struct Flattening *f, const FunctionBuild *b,
                   const FlatExpr *condition);
  bool (*when)(const struct Flattening *f, FunctionBuild *b,
               const AstStatement *statement);
  bool (*terminate)(const struct Flattening *f, FunctionBuild *b,
                    const AstExpr *call);
} BuildRules;

/* Variables with `:` that get values of several sizes. */
typedef struct Growing {
  Name name;
  const struct Growing *next;
} Growing;

struct FunctionBuild {
  const BuildRules *rules;
  struct InstClass *function;
  const AstExpr *call;                /* for messages */
  const struct Components *variables; /* of the function */
  Context context; /* of the statements; iteration: the variables */
  FlatProcedure *to;
  FlatStatementList *at;       /* where statements go now */
  int n_loops;                 /* of the procedure, around `at` */
  int n_switches;              /* conditions around it that change between
                                  events */
  bool selects_target;         /* subscripts choose what is assigned */
  Value **early;               /* [variables] slots that outputs have before
                                  their declared values; NULL: none */
  const Growing *growing;      /* found so far: they are open arrays */
  bool begins_anew;            /* one more was found: what is made is void */
  bool is_nested;              /* first called by another function, which may
                                  do so under a condition */
  bool has_events_in_loop;     /* a loop of the procedure has relations whose
                                  changes would be events */
  struct Algorithm *algorithm; /* of a model (function_algorithm.c); NULL: the
                                  body of a function */
};

/* A function as an argument, with the values that are given to some of its
 * inputs already: function f(a = 1) (section 12.4.2.1). */
typedef struct FunctionValue {
  struct InstClass *function;
  Name *name;
  Value **value;
  int n_bound;
} FunctionValue;

/* --- function_slots.c --- */

/* "the function 'f' cannot be called yet: ..."; returns false. */
bool function_build_refuse(const Faults *faults, const FunctionBuild *b,
                           Span span, const char *construct);
/* New locals of the type and shape of a Value; NULL after E290. */
Value *function_build_locals(const Typing *t, Name name, const Value *like);
/* The scalars of a Value, records and arrays taken apart, in order. */
void function_build_scalars(const Typing *t, const Value *value,
                            FlatExpr **scalar, int *n);
int function_build_count(const Value *value);
/* target := value, of the same shape. */
bool function_build_assign(const Typing *t, Span span, const Value *target,
                           const Value *value);

/* The same, where all sizes are known. */
bool function_build_assign_known(const Typing *t, Span span,
                                 const Value *target, const Value *value);

/* --- function_select.c --- */

/* Is a subscript only known while the function runs? */
bool function_select_is_open(const Value **sub, int n_subs);
Value *function_select(const Typing *t, Span span, const Value *v,
                       const Value **sub, int n_subs);
/* Element `index` (from 1, row-major, not checked) of an array of known size,
 * and an assignment to it. */
FlatExpr *function_select_linear(const Typing *t, Span span, const Value *v,
                                 FlatExpr *index);
bool function_select_write(const Typing *t, Span span, const Value *v,
                           FlatExpr *index, FlatExpr *value);

#endif
