/* units.h: what a unit string of Modelica means in SI base units.
 *
 * The syntax is that of the Modelica specification's chapter on unit
 * expressions: "m/s2", "N.m", "J/(kg.K)", "1/s"; symbols may carry an SI
 * prefix. value_in_base_units = factor * value + offset.
 */
#ifndef FOUCAULT_BASE_UNITS_H
#define FOUCAULT_BASE_UNITS_H

#include <stdbool.h>

/* In the order of FMI's BaseUnit attributes; in step with unit_base_name. */
typedef enum UnitBase {
  UNIT_KG,
  UNIT_M,
  UNIT_S,
  UNIT_A,
  UNIT_K,
  UNIT_MOL,
  UNIT_CD,
  UNIT_RAD,
  N_UNIT_BASES
} UnitBase;

typedef struct Unit {
  double factor, offset;
  int exponent[N_UNIT_BASES];
} Unit;

extern const char *const unit_base_name[N_UNIT_BASES]; /* "kg", "m", ... */

/* False if the text is not a unit expression of known symbols. The offset of
 * degC counts only where it stands alone: a difference has none. */
bool units_parse(const char *text, Unit *unit);

/* Can values in `a` be converted to `b`? Then b = factor * a + offset. */
bool units_convert(const Unit *a, const Unit *b, double *factor,
                   double *offset);

/* Are values in `b` reciprocals, as S of Ohm? Then b = factor / a. */
bool units_invert(const Unit *a, const Unit *b, double *factor);

#endif
