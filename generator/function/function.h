/* function.h: functions that are called while the model runs.
 *
 * The room function/ owns functions that are called while the model runs:
 * their statements, values and derivatives. It calls symbolic/ and base/.
 * Reading order: this file, statement_kind.h, function_evaluate.h,
 * function_derive.h, function_depends.h.
 *
 * A Function is a list of statements on scalar slots. Arrays are rows of
 * slots: their sizes are known, because a function is made for each
 * combination of sizes it is called with. Expressions are those of the
 * expression table, where EXPR_VAR is a slot; they hold no calls and read no
 * computed elements: these are statements of their own, so that they happen
 * in their order and only where the text says so.
 *
 * An open local is an array whose size is computed while the function runs:
 * one slot that holds the array (fmu_runtime/array_pool.h). Its elements are
 * read and written by statements only; to assign the slot is to share it.
 *
 * All slots are zero at the beginning. Integers are whole numbers in doubles,
 * Booleans 0 and 1.
 *
 * Made by reduce/lower/lower_function.c and function_derive.c, read-only otherwise.
 * Functions live in the arena of their table.
 */
#ifndef FOUCAULT_FUNCTION_FUNCTION_H
#define FOUCAULT_FUNCTION_FUNCTION_H

#include "base/session.h"
#include "function/statement_kind.h"
#include "symbolic/call.h"

/* A variable of the function: slots first .. first+n-1. */
typedef struct FunctionLocal {
  Name name;
  SlotType type; /* of an open one: of its elements */
  bool is_array;
  bool is_open; /* n is 1 */
  int first, n;
  const double *constant; /* [n] it is a table and never assigned; or NULL */
} FunctionLocal;

typedef struct Statement Statement;

typedef struct StatementList {
  Statement *item;
  int n_items, cap_items;
} StatementList;

typedef struct ExternalField {
  ExternalFieldKind kind;
  SlotType type;
  int local;
} ExternalField;

typedef struct ExternalArgument {
  ExternalKind kind;
  SlotType type;
  int local;
  ExprId value; /* of an open local: the number of its elements */
  const char *text;
  const ExternalField *field; /* EXTERNAL_RECORD */
  int n_fields;
  bool is_output;
  int n_columns;  /* of a matrix, for Fortran; 0: it is none */
  ExprId columns; /* the same of an open local */
} ExternalArgument;

/* result = name(arg...) of C or, with the name that it has for the linker, of
 * Fortran. */
typedef struct ExternalCall {
  const char *name;
  bool is_declared; /* by the header that the annotation includes */
  bool is_fortran;
  ExternalArgument *arg;
  int n_args;
  int result;                     /* slot; -1: none */
  const ExternalArgument *record; /* EXTERNAL_RECORD that is returned; NULL */
} ExternalCall;

struct Statement {
  StatementKind kind;
  Span span;
  int target, local, dimension, size, kept;
  ExprId value, index, step, limit;
  StatementList body, otherwise;
  int function;
  ExprId *arg;
  int n_args;
  int *result;
  int n_results;
  const char *text;
  bool is_warning;
  const ExternalCall *external;
};

/* derivative(...) = g of the text, MLS 12.7.1, as a function of the same
 * arguments and a direction for each (function_calls.c). */
typedef struct GivenDerivative {
  int function;
  bool *needs_fixed;  /* [n_inputs] zeroDerivative */
  int *follows;       /* [n_inputs] order > 1: the direction must be this
                        argument; -1: any */
  bool *takes;        /* [n_inputs] the direction is looked at */
  bool *leaves_out;   /* [n_inputs] parts of records in noDerivative */
  bool leaves_record; /* any of them: see unused_arguments.h */
  bool is_by_time;    /* noDerivative: of an input that moves the direction is
                        not looked at; no partial derivative */
  bool is_checked, is_wrong; /* function_calls.c: it is no derivative */
} GivenDerivative;

enum { FUNCTION_NOT_MADE = -1, FUNCTION_CANNOT = -2 };

typedef struct Function {
  const char *name; /* as the model calls it */
  Span span;
  FunctionLocal *local;
  int n_locals, cap_locals;
  int n_slots;
  int *input, n_inputs;   /* slots */
  int *output, n_outputs; /* slots */
  StatementList body;
  GivenDerivative *given; /* in the order of the text */
  int n_given;
  CallInverse *inverse;
  int n_inverses;
  int n_linear;    /* so many of the last inputs are directions: all outputs are
                       linear in them */
  bool may_expand; /* calls may become expressions: function_expand.h */
  bool is_impure;  /* not evaluated at translation */
  bool is_external;   /* has no derivative but the given ones */
  bool has_effects;   /* declared impure */
  bool is_section;    /* of an algorithm of the model */
  bool is_incomplete; /* its body is still to be filled: it has no value */
  int destructor;     /* function, of the external objects that it makes; -1: it
                       makes none. The last argument is the object's number */

  /* filled in by function_calls.c when asked for */
  int derivative, difference; /* or FUNCTION_NOT_MADE, FUNCTION_CANNOT */
  int difference_of;   /* -1; else the body is empty: quotients of differences
                        of that function */
  const bool *depends; /* [n_inputs] see function_depends.h */
} Function;

typedef struct FunctionTable {
  Session *s;
  Arena *arena;
  ExprTable *exprs;
  Function **function;
  int n_functions, cap_functions;
  CallFunctions calls; /* for the expression table */
  struct CostlyCalls *costly; /* of function_evaluate.c, which has met */
  int n_unfinished;           /* so many functions that were incomplete */
  struct Walk *taken,
      *left_out; /* of unused_arguments.c; NULL: not needed yet */
  int *same; /* [procedures of the flat model] the function that stands for it:
                reduce/lower/same_functions.h */
  /* Is the variable constant between events? NULL: none is. */
  bool (*is_still)(const void *still_context, VarId var);
  const void *still_context;
  /* annotations of external functions, each once */
  const char *const *include; /* C text */
  int n_includes;
  const char *const *include_folder;
  int n_include_folders;
  const char *const *library; /* what the linker gets */
  int n_libraries;
  int n_objects;            /* external objects of an instance */
  const char **object_name; /* [n_objects] the variables that hold them */
  /* files of libraries that the FMU takes along: Library/path, and where they
   * are */
  const char **resource_name, **resource_path;
  int n_resources;
} FunctionTable;

/* A table whose CallFunctions are those of the expression table from now
 * on. */
FunctionTable *function_table_create(Session *s, Arena *arena,
                                     ExprTable *exprs);
/* An empty function; its number is table->n_functions - 1. */
Function *function_add(FunctionTable *table, const char *name, Span span);
/* A variable of n slots; its number in local[]. */
int function_add_local(FunctionTable *table, Function *f, Name name,
                       SlotType type, bool is_array, int n);
/* A statement at the end of the list, kind and span set. */
Statement *function_append(FunctionTable *table, StatementList *list,
                           StatementKind kind, Span span);
/* The number in local[] of the variable that has the slot. */
int function_local_of(const Function *f, int slot);
/* What the slot holds: of an open local a number. */
SlotType function_slot_type(const Function *f, int slot);

#endif
