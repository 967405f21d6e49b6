/* function_build.h: functions that stay functions, as procedures.
 *
 * needs   a function written in Modelica, and the Values of its arguments
 * gives   a procedure for the shapes of these arguments (procedure.h), made
 *         once for each combination of them; inputs that sizes depend on are
 *         part of the combination, with their values
 * fails   E202, E204, E205 a size is not known at translation, E209
 *         read before it is assigned, E213, E290
 * cost    the text of the function; loops over what is known are unrolled
 *         only where their body needs the number
 *
 * While a function is made, Typing.build leads here: what is not an expression
 * (elements with computed subscripts, calls, branches that contain such) is
 * appended to the statements, and the expression names a local instead. So
 * all other files of flatten/ work inside of functions as they do elsewhere.
 *
 * The files, from below: function_names.c (what a name stands for while the
 * procedure is made), function_signature.c (which procedure a call needs),
 * function_statements.c, function_loops.c and function_branches.c (the text),
 * function_body.c (one procedure), function_build.c (all of them, each once).
 * The annotations of a function, and the function that a partial derivative is
 * made of, are functions again: function_annotations.c and
 * partial_derivative.c come back to function_build().
 *
 * The room functions/ has what a function of the model is made of: its
 * variables and arguments, its text as a procedure, and what an external
 * function needs. It calls flat/, classes/, values/, instances/ and
 * expressions/; calls inside of a function come back by Flattening.calls.
 * Reading order: function_variables.h and function_arguments.c; this file and
 * those that it lists; unassigned_reads.c; then function_external.c,
 * function_library.c and resource.c (C and Fortran).
 */
#ifndef FOUCAULT_FLATTEN_FUNCTIONS_FUNCTION_BUILD_H
#define FOUCAULT_FLATTEN_FUNCTIONS_FUNCTION_BUILD_H

#include "flatten/expressions/expressions.h"
#include "flatten/flat/procedure.h"
#include "flatten/instances/instances.h"
#include "flatten/values/procedure_build.h"

/* A procedure with its results as Values of its own slots. */
typedef struct BuiltFunction {
  int procedure;
  Value **output;
  int n_outputs;
  const bool *is_passed; /* [n_inputs] false: its value is part of the
                            procedure */
  bool is_broken, was_quiet;
  bool is_complete;      /* with its annotations */
  uint64_t index_levels; /* whose indices it depends on, component_family.h */
} BuiltFunction;

/* arg[]: the inputs in their order, all there and of their types. NULL after
 * a diagnostic. */
BuiltFunction *function_build(const Flattening *f, InstClass *function,
                              const AstExpr *call, const Components *variables,
                              Value **arg);

/* --- function_signature.c --- */

/* The value of the argument is part of the procedure. */
bool function_build_is_specialised(const Flattening *f, FunctionBuild *b,
                                   const Instance *input, const Value *arg);
/* A text for each combination of arguments that needs a procedure of its own;
 * NULL after a diagnostic. */
Name function_build_key(const Flattening *f, FunctionBuild *b, Value **arg);

/* --- function_names.c --- */

/* From now on the name stands for the Value. */
void function_build_bind(const Flattening *f, FunctionBuild *b, Name name,
                         const Value *value);
/* What the name of a variable stands for; NULL: it has no slots yet. */
const Value *function_build_value(const FunctionBuild *b, Name name);
/* The variable gets a value of another size than before. False: it may not,
 * or is known to do so already; true: the function has to be made again. */
bool function_build_grows(const Flattening *f, FunctionBuild *b,
                          const Instance *variable, const Value *target,
                          const Value *value);
bool function_build_is_growing(const FunctionBuild *b, Name name);

/* --- function_body.c --- */

/* Variables, statements and outputs; false after a diagnostic. */
bool function_build_body(const Flattening *f, FunctionBuild *b,
                         BuiltFunction *built, Value **arg);

/* --- function_statements.c and function_loops.c --- */

bool function_build_statements(const Flattening *f, FunctionBuild *b,
                               AstStatement *const *statement, int n);
/* A Boolean; where it is known at translation, its value. False after a
 * diagnostic. */
bool function_build_condition(const Flattening *f, FunctionBuild *b,
                              const char *where, const AstExpr *written,
                              FlatExpr **condition, bool *is_known,
                              bool *value);
bool function_build_for(const Flattening *f, FunctionBuild *b,
                        const AstStatement *loop);
bool function_build_while(const Flattening *f, FunctionBuild *b,
                          const AstStatement *loop);
/* The message of assert() and terminate(), as far as it is known at
 * translation; argument i. */
const char *function_build_message(const Flattening *f, FunctionBuild *b,
                                   const AstExpr *call, int i);

/* --- arrays of computed size (open_declaration.c) --- */

/* The declared sizes of a variable, where one of them is known only while the
 * function runs; false: all are known, or a diagnostic will follow. */
bool open_declared(const Flattening *f, FunctionBuild *b, Instance *variable,
                   FlatExpr **size);
/* Slots of the variable's own for its sizes, and elements. */
Value *open_declare(const Typing *t, Instance *variable, FlatExpr **size);

/* --- rules of functions (BuildRules) --- */

/* if-expressions, `and` and `or`: the parts that are not taken are not
 * computed. */
Value *function_conditional(const Flattening *f, Context context,
                            const AstExpr *expr);
Value *function_logical(const Flattening *f, Context context,
                        const AstExpr *expr, const Value *left);

/* The derivative and inverse annotations of a function that is complete
 * (function_annotations.c). */
void function_annotations(const Flattening *f, FunctionBuild *b,
                          BuiltFunction *built, Value **arg);
/* They name inputs of the function, and functions that fit it: E202, E204,
 * E208, E211 (sections 12.7.1 and 12.7.3). */
void function_annotations_check(const Flattening *f, InstClass *function,
                                const Components *variables);

#endif
