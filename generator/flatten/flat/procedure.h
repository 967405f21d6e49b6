/* procedure.h: functions of the flat model that stay functions.
 *
 * A call that cannot be written as an expression calls a procedure: the
 * function for certain sizes of its arguments, with statements on scalar
 * slots. Arrays are rows of slots. The same as function/function.h has it,
 * with flat expressions; the slots in them are FLAT_EXPR_LOCAL.
 *
 * Lives in the flat arena.
 */
#ifndef FOUCAULT_FLATTEN_FLAT_PROCEDURE_H
#define FOUCAULT_FLATTEN_FLAT_PROCEDURE_H

#include "flatten/flat/flat.h"
#include "function/statement_kind.h"

/* slots first .. first+n-1 */
typedef struct FlatLocal {
  Name name;
  FlatType type;
  bool is_array, is_open; /* open: one slot, see function/function.h */
  int first, n;
  FlatExpr **constant; /* [n] literals: a table; NULL: a variable */
} FlatLocal;

typedef struct FlatStatement FlatStatement;

typedef struct FlatStatementList {
  FlatStatement *item;
  int n_items, cap_items;
} FlatStatementList;

typedef struct FlatExternalField {
  ExternalFieldKind kind;
  FlatType type;
  int local;
} FlatExternalField;

typedef struct FlatExternalArgument {
  ExternalKind kind;
  FlatType type;
  int local;
  FlatExpr *value; /* of an array whose size is computed: how many elements */
  const char *text;
  FlatExternalField *field; /* EXTERNAL_RECORD */
  int n_fields, cap_fields;
  bool is_output;
  int n_columns;     /* of a matrix; 0: it is none, or its size is computed */
  FlatExpr *columns; /* of a matrix whose size is computed; NULL */
} FlatExternalArgument;

/* As ExternalCall. */
typedef struct FlatExternal {
  const char *name;
  bool is_declared, is_fortran;
  FlatExternalArgument *arg;
  int n_args;
  int result;                   /* slot; -1: none */
  FlatExternalArgument *record; /* EXTERNAL_RECORD that is returned; NULL */
} FlatExternal;

/* The fields are those of Statement in function/function.h, and what printing
 * needs. STATEMENT_ASSIGN with a text: terminate(text). */
struct FlatStatement {
  StatementKind kind;
  Span span;
  int target, local, dimension, size, kept;
  FlatExpr *value, *index, *step, *limit;
  FlatStatementList body, otherwise;
  FlatExpr **condition; /* STATEMENT_IF: of the when-statement it stands for,
                           as written */
  int n_conditions;     /* 0: it is an if-statement */
  int procedure;
  FlatExpr **arg;
  int n_args;
  int *result; /* slots; -1: not wanted */
  int n_results;
  int *along;  /* STATEMENT_CALL: the results are derivatives by these inputs
                 of the procedure, one after the other; such a call is all
                 that its procedure does */
  int n_along; /* 0: the results themselves */
  const char *text;
  bool is_warning;
  FlatExternal *external;
};

/* derivative(...) = g: which of the scalar inputs g takes a direction of,
 * which must not move, and whose direction must be an input that is there
 * already (order > 1: of a function that is a derivative itself); which parts
 * of records it leaves out. */
typedef struct FlatDerivative {
  int procedure, order;
  bool *has_direction, *needs_fixed; /* [n_inputs] */
  bool *leaves_out;                  /* [n_inputs] */
  int *follows;                      /* [n_inputs] input; -1: none */
} FlatDerivative;

/* inverse(input = g(...)): as CallInverse in symbolic/call.h. */
typedef struct FlatInverse {
  int procedure, input;
  int *argument, n_arguments;
} FlatInverse;

struct FlatProcedure {
  Name name; /* full name of the function */
  Span span;
  FlatLocal *local;
  int n_locals, cap_locals, n_slots;
  int *input, n_inputs;
  int *output, n_outputs;
  FlatStatementList body;
  FlatDerivative *derivative;
  int n_derivatives, cap_derivatives;
  FlatInverse *inverse;
  int n_inverses, cap_inverses;
  bool may_expand;                          /* as in function/function.h */
  bool is_impure, is_external, has_effects; /* the same */
  bool is_section;                          /* the same */
  int destructor; /* procedure, of the external objects that it makes; -1: it
                     makes none */
};

int procedure_add(Session *s, FlatModel *flat, Name name, Span span);
int procedure_add_local(Session *s, FlatProcedure *p, Name name, FlatType type,
                        bool is_array, int n);
/* For as many values as `like` has, their slots: one local that is an array, if
 * all are of one type, else a local for each. */
void procedure_add_locals(Session *s, FlatProcedure *p, Name name,
                          FlatExpr *const *like, int n, int *slot);
FlatStatement *procedure_append(Session *s, FlatStatementList *list,
                                StatementKind kind, Span span);

#endif
