/* linear_dependence_report.h: E305, which equations depend on each other and
 * how. */
#ifndef FOUCAULT_REDUCE_STRUCTURE_DEPENDENT_LINEAR_DEPENDENCE_REPORT_H
#define FOUCAULT_REDUCE_STRUCTURE_DEPENDENT_LINEAR_DEPENDENCE_REPORT_H

#include "reduce/structure/dependent/combination.h"

/* `c` as combination_find() left it: the terms are known, the residual is
 * NO_EXPR or holds no unknown. */
void linear_dependence_report(const System *sys, Session *s, Walk *walk,
                              const SingularBlock *block, const Combination *c);

/* After an error of a system with combinations: says which equations are no
 * longer those of the text. */
void linear_dependence_report_replaced(const System *sys, Session *s);

#endif
