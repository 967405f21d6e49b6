/* ssp_values.h: the parameter bindings of an element: sets of values (SSV), in
 * the description or in files, and what maps their names (SSM).
 *
 * gives   the values with the names that they have for the element, in the
 *         order of the bindings: later ones go first
 * fails   E620 with file and line
 */
#ifndef FOUCAULT_COUPLE_SSP_VALUES_H
#define FOUCAULT_COUPLE_SSP_VALUES_H

#include "couple/ssp_xml.h"

/* `node`: of the element; `fmu`: its file, of a component, or NULL. */
bool ssp_values_read(const SspXml *x, const SspDocument *document,
                     xmlNode *node, const char *fmu, SspValues *values);

#endif
