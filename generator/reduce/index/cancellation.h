/* cancellation.h: may terms of an equation cancel, so that digits are lost?
 *
 * An equation of two terms, as phi_a = i*phi_b or p*V = m*R*T, gives each of its
 * variables as exactly as the others, however small a factor is: factors are
 * units there. With three terms, as in a*x + b*y = u, a small b makes y the
 * small difference of large terms, unless y is large.
 *
 * needs   an expression of the system's table
 * gives   how many terms that change with time it is a sum of, up to three;
 *         constants and parameters do not count
 * cost    linear in the expression
 */
#ifndef FOUCAULT_REDUCE_INDEX_CANCELLATION_H
#define FOUCAULT_REDUCE_INDEX_CANCELLATION_H

#include "reduce/system/system.h"
#include "symbolic/walk.h"

/* From this number of terms on they may cancel. */
enum { CANCELLATION_TERMS = 3 };

int cancellation_terms(const System *sys, Walk *walk, ExprId e);

/* May an equation with so many terms be solved for a variable that it holds with
 * this factor, for ever? `largest`: of the numbers among its factors. A parameter
 * can be set in the FMU, so that among three terms only numbers are good. */
bool cancellation_factor_is_good(const System *sys, ExprId factor, int n_terms,
                                 double largest);

/* Neither time nor unknowns stand in it. */
bool cancellation_is_constant(const System *sys, Walk *walk, ExprId e);

#endif
