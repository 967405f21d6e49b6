/* explain_picture.h: the incidence matrix before and after the reduction.
 *
 * before  given equations and whole derivative chains; the shade is the
 *         highest order of the chain in the equation
 * after   the continuous equations and unknowns in the order in which they
 *         are solved, with frames around what is solved together
 */
#ifndef FOUCAULT_REPORT_EXPLAIN_PICTURE_H
#define FOUCAULT_REPORT_EXPLAIN_PICTURE_H

#include <stdio.h>

#include "reduce/system/reduced.h"

void explain_picture_before(Session *s, const System *sys, FILE *out);
void explain_picture_after(Session *s, const ReducedSystem *r, FILE *out);

#endif
