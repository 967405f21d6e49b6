/* algorithm_print.h: algorithm sections of the flat model as Modelica text.
 *
 * needs   procedure_print_begin()
 * gives   the sections, with the variables of the model and what comes from
 *         outside in place of slots. Arrays are gone in the flat model: an
 *         element with a computed subscript is chosen by an if-expression or
 *         assigned by an if-statement. Temporaries become protected
 *         variables of the model. The text flattens to itself
 * cost    the size of the procedures, times the size of an array for each
 *         computed subscript
 */
#ifndef FOUCAULT_FLATTEN_PRINT_ALGORITHM_PRINT_H
#define FOUCAULT_FLATTEN_PRINT_ALGORITHM_PRINT_H

#include "flatten/print/flat_printer.h"

/* Makes the texts, so that their temporaries are known. */
void algorithm_print_begin(Printer *p);
/* The temporaries. is_protected: what stood before them is. */
void algorithm_print_variables(Printer *p, bool is_protected);
void algorithm_print(Printer *p, bool is_initial);
/* What is printed in place of a slot of the section that is printed now; NULL:
 * its name. */
const FlatExpr *algorithm_print_shown(const Printer *p, int slot);

#endif
