/* algorithm_state.h: what is known of an algorithm section while it becomes a
 * procedure: which slots hold what it reads and assigns.
 *
 * needs   slots of the procedure that is made; a variable has one slot at most
 */
#ifndef FOUCAULT_FLATTEN_EQUATIONS_ALGORITHM_STATE_H
#define FOUCAULT_FLATTEN_EQUATIONS_ALGORITHM_STATE_H

#include "flatten/flat/name_map.h"
#include "flatten/functions/function_build.h"

/* Something from outside that is not a variable, and the slot that holds it. */
typedef struct Outside {
  FlatExpr *expr;
  int slot;
} Outside;

/* Where a variable of the model lives inside. */
typedef struct SlotOf {
  int slot;
  int assigned; /* index into Algorithm.assigned; -1: only read */
} SlotOf;

/* A scalar that the section assigns. */
typedef struct Assigned {
  FlatVarId variable;
  int slot;
  bool begins;         /* may be read before it is assigned */
  bool runs_initially; /* assigned outside of when, or by initial() */
} Assigned;

typedef struct Algorithm {
  FunctionBuild *build;
  const AstSection *section;
  NameMap slots; /* (variable, no_name) to SlotOf */
  Name no_name;
  FlatExpr **input; /* what is passed, with its slot */
  int *input_slot;
  FlatExpr **shown; /* as FlatAlgorithm has it */
  int n_inputs, cap_inputs, cap_slots, cap_shown;
  Assigned *assigned; /* in order */
  int n_assigned, cap_assigned;
  Outside *outside;
  int n_outside, cap_outside;
  bool is_in_when;
  bool has_when;
} Algorithm;

/* Where the variable lives; NULL, or -1: nowhere yet. */
SlotOf *algorithm_find_slot(const Algorithm *a, FlatVarId variable);
int algorithm_slot(const Algorithm *a, FlatVarId variable);
void algorithm_set_slot(const Flattening *f, Algorithm *a, FlatVarId variable,
                        int slot);
int algorithm_new_slot(const Flattening *f, Algorithm *a, Name name,
                       FlatType type);
/* What the slot holds, with the type of `like`. */
FlatExpr *algorithm_slot_expr(const Flattening *f, const FlatExpr *like,
                              int slot);
/* The expression is passed in this slot. */
void algorithm_pass(const Flattening *f, Algorithm *a, FlatExpr *expr,
                    int slot);
/* A slot for a value that is passed in. */
int algorithm_add_input(const Flattening *f, Algorithm *a, Name name,
                        FlatExpr *expr);
/* A variable with a slot is assigned. `begins`: it may be read before. */
Assigned *algorithm_add_assigned(const Flattening *f, Algorithm *a,
                                 FlatVarId variable, int slot, bool begins);
/* An internal variable of the flat model that the section assigns: it keeps
 * what the section must know of itself at other moments. `beginning`: what it
 * holds before it is assigned, NULL: nothing reads it. */
Assigned *algorithm_add_internal(const Flattening *f, Algorithm *a,
                                 const char *name, FlatType type, Span span,
                                 FlatExpr *beginning);
/* What comes from outside of the section, as a slot that holds it. */
FlatExpr *algorithm_outside(const Flattening *f, Algorithm *a, FlatExpr *expr);
/* Does it name something that the section assigns? */
bool algorithm_depends(const Flattening *f, const Algorithm *a,
                       const FlatExpr *expr);
/* An expression of what comes from outside, as such; NULL: it depends on what
 * the section assigns, or is faulty. */
Value *algorithm_from_outside(const Flattening *f, Context context,
                              const AstExpr *expr);

#endif
