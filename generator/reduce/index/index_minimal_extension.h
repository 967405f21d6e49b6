/* index_minimal_extension.h: the fewest new variables and equations.
 *
 * needs   pantelides() is done
 * gives   dummy derivatives as index_dummy.h does, but for derivatives of
 *         higher order than the model itself holds: where a differentiated
 *         equation gives such a derivative with a number for its factor, it is
 *         put into the others, and equation and variable are gone
 * fails   what index_dummy.h says
 * cost    linear in the system: what is put in goes ten equations deep at most
 * paper   Kunkel, Mehrmann, Index reduction for differential-algebraic
 *         equations by minimal extension, ZAMM 84(9), 2004
 *
 * What is left beside the model are its hidden constraints, free of
 * derivatives that were not there before. Counted as equations of first order
 * there are index_minimal_extension_size() of them: one for each hidden
 * constraint more than the model has.
 */
#ifndef FOUCAULT_REDUCE_INDEX_INDEX_MINIMAL_EXTENSION_H
#define FOUCAULT_REDUCE_INDEX_INDEX_MINIMAL_EXTENSION_H

#include "reduce/system/system.h"

bool index_minimal_extension_select(System *sys, Session *s);

/* The model as equations of first order: each derivative that is
 * differentiated again counts as a variable with an equation of its own. */
typedef struct FirstOrderSize {
  int given;   /* as the model is written */
  int minimal; /* with its hidden constraints */
} FirstOrderSize;

/* needs   a method that keeps the given equations; n_states of it
 * The number of hidden constraints is the rank of the derivatives in the
 * first-order form, by structure, less the states. */
FirstOrderSize index_minimal_extension_size(const System *sys, Session *s,
                                            int n_states);

#endif
