/* ssp_unit.h: from one unit to another, by the units that a file of SSP
 * defines; a name that it does not define means what Modelica means by it
 * (base/units.h).
 */
#ifndef FOUCAULT_COUPLE_SSP_UNIT_H
#define FOUCAULT_COUPLE_SSP_UNIT_H

#include "couple/ssp.h"

typedef enum SspFit {
  SSP_FIT,     /* value in `to` = factor * value in `from` + offset */
  SSP_UNKNOWN, /* one of the names is not known: factor 1, offset 0 */
  SSP_UNFIT    /* they measure different things */
} SspFit;

/* NULL for a unit: nothing is said, and nothing is converted. */
SspFit ssp_unit_convert(const SspUnits *units_from, const char *from,
                        const SspUnits *units_to, const char *to,
                        double *factor, double *offset);

/* False: the name is not known. */
bool ssp_unit_find(const SspUnits *units, const char *name, Unit *unit);

#endif
