/* index_method.h: the methods of index reduction, with one interface.
 *
 * The room reduce/index/ owns index reduction: the choice of states and the
 * methods. It calls reduce/structure/, reduce/system/, symbolic/ and base/.
 * Reading order: this file, index_dummy.h, selection_set.h,
 * state_preference.h, preferred_states.h; then the other methods.
 *
 * Each method is a file index_<method>.c. All of them begin with what
 * pantelides() found: which equations must be differentiated how often. They
 * end with a System whose equations, but for those that hold at the start
 * only, determine the derivatives of the states and everything else. Some
 * change the equations first: what was differentiated is then found again.
 */
#ifndef FOUCAULT_REDUCE_INDEX_INDEX_METHOD_H
#define FOUCAULT_REDUCE_INDEX_INDEX_METHOD_H

#include "reduce/system/system.h"

typedef struct IndexMethod {
  const char *name; /* as the user types it */
  const char *does;
  /* NULL: never; true: the equations have changed */
  bool (*change)(System *sys, Session *s);
  bool (*select)(System *sys, Session *s);
  bool prefers; /* preferred states get derivatives for it */
} IndexMethod;

const IndexMethod *index_method(Reduction reduction);

/* A pass: System.choice.reduction says which method.
 * gives   the equations of the method, and System.selection; residuals of the
 *         constraints as variables (monitor.h), but with dummy derivatives and
 *         angles only if they are asked for
 *         angles in place of dummy derivatives where the choice allows it and
 *         they fit (angles_fit.h): System.choice.reduction says so then
 *         W306 there is nothing to reduce: the method makes no difference
 * breaks  where the equations are others now, what index_again.h says; where
 *         preferred states count, that they have their derivatives */
bool index_method_apply(System *sys, Session *s);

/* A pass: the states, by System.selection. */
bool index_method_select(System *sys, Session *s);

#endif
