/* scope.h: what holds around the text that is translated.
 *
 * A Flattening is never changed while it is passed down. Each function here
 * makes another one for a part of the text: `inside` is `f` with one thing
 * changed. It is a variable of the caller, who passes it to what translates
 * that part; nothing has to be set back.
 *
 * What a scope decides:
 *
 *   typing.values       arena of the Values
 *   typing.build        the procedure whose statements take what is not an
 *                       expression
 *   typing.outside      what variables of the model become in an algorithm
 *   typing.no_events    noEvent() around the expression
 *   typing.n_functions  functions that are carried out around it
 *   typing.n_whens      when-equations and when-statements around it
 *   in_procedure        the same, of functions that are carried out inside too
 *   mode, evaluation    variables, their values, or their sizes alone
 *   decides             conditions of parameters choose their branch now
 *   takes_structural    structural parameters have values at translation
 *   caller              in the default of an argument: where the call stands
 *   guard               the condition under which the text counts (guard.h)
 *   faults              whether faults are reported; lookup and modifications
 *                       have the same
 */
#ifndef FOUCAULT_FLATTEN_INSTANCES_SCOPE_H
#define FOUCAULT_FLATTEN_INSTANCES_SCOPE_H

#include "flatten/instances/instances.h"

/* A value that is needed at translation: the text around it does not matter
 * (no functions, no algorithm, no noEvent()), and the Values are kept. */
void scope_evaluate(Flattening *inside, const Flattening *f, ValueMode mode);
/* The value of this component is being evaluated, in the scope of
 * scope_evaluate(); `link` must outlive the scope. */
void scope_evaluate_component(Flattening *inside, const Flattening *f,
                              Evaluation *link, Instance *component);
/* Only the mode is another one. */
void scope_mode(Flattening *inside, const Flattening *f, ValueMode mode);
/* Values are made in this arena; NULL: they are kept. */
void scope_values(Flattening *inside, const Flattening *f, Arena *values);
/* The expressions of numbers are dropped with their Values. */
void scope_number(Flattening *inside, const Flattening *f);

/* noEvent() is around the text. */
void scope_no_event(Flattening *inside, const Flattening *f);
/* A when-equation or when-statement is around the text. */
void scope_when(Flattening *inside, const Flattening *f);
/* Whether the text inside may call impure functions, section 12.3. */
void scope_purity(Flattening *inside, const Flattening *f, bool is_pure);
/* The call may be of an impure function wherever it stands. */
void scope_pure_call(Flattening *inside, const Flattening *f,
                     const AstExpr *call);
/* The default of an argument, of a call that stands in this instance. */
void scope_default(Flattening *inside, const Flattening *f,
                   const Instance *caller);
/* The text counts where the guard is true; NULL: always. */
void scope_guard(Flattening *inside, const Flattening *f, FlatExpr *guard);
/* Structural parameters have values at translation, where they are named
 * themselves. */
void scope_structural(Flattening *inside, const Flattening *f);
/* Conditions of parameters are decided now, and the parameters with them. */
void scope_decide(Flattening *inside, const Flattening *f);

/* The body of a function, carried out with Values. */
void scope_inline(Flattening *inside, const Flattening *f);
/* The body of a function, as statements of a procedure. */
void scope_procedure(Flattening *inside, const Flattening *f,
                     struct FunctionBuild *build);
/* An algorithm section of the model, as statements of a procedure. */
void scope_section(Flattening *inside, const Flattening *f,
                   struct FunctionBuild *build, TypingOutside *outside);
/* Inside of a section: what is computed outside of it, as in equations. */
void scope_outside(Flattening *inside, const Flattening *f);

/* A Flattening whose faults are its own. */
typedef struct Attempt {
  Flattening f;
  Faults faults;
  Lookup lookup;
  Modifications modifications;
} Attempt;

/* Something is only tried: nothing is reported. */
void scope_try(Attempt *inside, const Flattening *f);
/* Faults about sizes and subscripts are held back. */
void scope_hold(Attempt *inside, const Flattening *f, HeldFault *held);
/* It is not a fault (E205) if a value is not known at translation. */
void scope_may_be_unknown(Attempt *inside, const Flattening *f);

#endif
