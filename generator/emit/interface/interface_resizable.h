/* interface_resizable.h: structural parameters of FMI 3.0, and the arrays whose
 * sizes they are (function/resizable_array.h).
 *
 * needs   a ReducedSystem
 * gives   the tables Model.size and Model.resizable: sizes in the order of
 *         their variables, arrays by their numbers. A value reference of
 *         either is an index into its table
 */
#ifndef FOUCAULT_EMIT_INTERFACE_INTERFACE_RESIZABLE_H
#define FOUCAULT_EMIT_INTERFACE_INTERFACE_RESIZABLE_H

#include <stdio.h>

#include "reduce/system/reduced.h"

/* The place of a size in its table; -1: it is none. */
int interface_resizable_size(const ReducedSystem *r, const ReducedVar *v);
/* The place of the size with this name, which is one. */
int interface_resizable_named(const ReducedSystem *r, Name parameter);

/* Tables of model.c, and members of foucault_model; nothing where there are no
 * such arrays. */
void interface_resizable_write_tables(const ReducedSystem *r, FILE *out);
void interface_resizable_write_members(const ReducedSystem *r, FILE *out);

#endif
