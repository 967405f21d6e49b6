/* procedure_print.h: procedures as functions inside of the flat model.
 *
 * needs   a flat model without faults
 * gives   each procedure that the model calls, itself or by another one, as a
 *         function; where it has several scalar results, one more function
 *         for each of them that an expression uses ('f[2]'): no expression
 *         can select a result. Algorithm sections are the functions they
 *         became. Names, order and statements are such that flattening the
 *         text gives it again
 * fails   never; W208 a procedure that no function can be written for: its
 *         head is printed, with the reason in place of its statements
 * cost    the size of the procedures
 */
#ifndef FOUCAULT_FLATTEN_PRINT_PROCEDURE_PRINT_H
#define FOUCAULT_FLATTEN_PRINT_PROCEDURE_PRINT_H

#include "flatten/print/flat_printer.h"

/* Finds the functions and names them; false after W208. */
bool procedure_print_begin(Session *s, Printer *p);
void procedure_print(Printer *p);

/* All expressions of the functions that are printed. */
void procedure_print_each(Printer *p, EachExpr each, void *context);
/* The function that gives scalar result `output`, ready to print. */
const char *procedure_print_name(const Printer *p, int procedure, int output);
/* A slot of the function that is printed now. */
const char *procedure_print_slot(Printer *p, int slot);
/* For each input its number of elements; 0: a scalar. */
const int *procedure_print_inputs(const Printer *p, int procedure,
                                  int *n_inputs);

#endif
