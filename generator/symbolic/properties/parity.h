/* parity.h: what becomes of an expression when variables change their sign.
 *
 * Each variable that may is a bit; a choice of some of them is a set of bits.
 * x*y changes its sign if one of both does, x^2 and cos(x) never do. What an
 * expression does is a set of bits too, its form: it changes its sign where
 * an odd number of them is chosen. x + y has a form only where x and y do the
 * same, exp(x) where x does not change: such choices keep to rules.
 *
 * cost    linear in the nodes of the expression
 */
#ifndef FOUCAULT_SYMBOLIC_PROPERTIES_PARITY_H
#define FOUCAULT_SYMBOLIC_PROPERTIES_PARITY_H

#include "symbolic/walk.h"

typedef uint64_t ParityForm;
enum { PARITY_BITS = 64 };

/* Forms that must not change; independent of each other. */
typedef struct ParityRules {
  ParityForm rule[PARITY_BITS];
  int n;
} ParityRules;

/* Would the sign change with this choice? */
bool parity_is_odd(ParityForm form, ParityForm choice);

/* The form of e, by those of the variables; adds rules. */
ParityForm parity_of(Walk *walk, ExprId e, const ParityForm *of_var,
                     ParityRules *rules, Arena *scratch);

/* Independent choices of the first n_bits that keep to the rules; all others
 * are made of these. Their number. */
int parity_choices(const ParityRules *rules, int n_bits, ParityForm *choice);

#endif
