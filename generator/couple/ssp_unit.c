/* ssp_unit.c: see ssp_unit.h. */
#include "couple/ssp_unit.h"

#include <assert.h>
#include <string.h>

bool ssp_unit_find(const SspUnits *units, const char *name, Unit *unit)
{
  for (int i = 0; i < units->n; i++) {
    if (strcmp(units->item[i].name, name) != 0) continue;
    *unit = units->item[i].unit;
    return true;
  }
  return units_parse(name, unit);
}

SspFit ssp_unit_convert(const SspUnits *units_from, const char *from,
                        const SspUnits *units_to, const char *to,
                        double *factor, double *offset)
{
  Unit a, b;
  assert(units_from && units_to && factor && offset);
  *factor = 1;
  *offset = 0;
  if (!from || !to || strcmp(from, to) == 0) return SSP_FIT;
  if (!ssp_unit_find(units_from, from, &a) || !ssp_unit_find(units_to, to, &b))
    return SSP_UNKNOWN;
  return units_convert(&a, &b, factor, offset) ? SSP_FIT : SSP_UNFIT;
}
