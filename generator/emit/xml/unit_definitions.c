/* unit_definitions.c: collects units; there are few of them, even in large
 * models, so lists are searched from end to end. */
#include "emit/xml/unit_definitions.h"

#include <string.h>

#include "base/units.h"
#include "base/vector.h"

typedef struct DisplayUnit {
  const char *name;
  double factor, offset; /* display = factor * value + offset */
  bool is_inverse;       /* display = factor / value */
} DisplayUnit;

typedef struct UnitDefinition {
  const char *name;
  bool is_known;
  Unit unit; /* is_known */
  DisplayUnit *display;
  int n_displays, cap_displays;
} UnitDefinition;

struct UnitDefinitions {
  bool with_inverse;
  UnitDefinition *unit;
  int n_units, cap_units;
};

static UnitDefinition *find_unit(const UnitDefinitions *units, const char *name)
{
  for (int k = 0; k < units->n_units; k++) {
    if (strcmp(units->unit[k].name, name) == 0) return &units->unit[k];
  }
  return NULL;
}

static UnitDefinition *add_unit(Arena *arena, UnitDefinitions *units,
                                const char *name)
{
  UnitDefinition *found = find_unit(units, name);
  if (found) return found;
  units->unit = vector_grow(arena, units->unit, &units->cap_units,
                            units->n_units + 1, sizeof units->unit[0]);
  UnitDefinition *d = &units->unit[units->n_units++];
  d->name = name;
  d->is_known = units_parse(name, &d->unit);
  return d;
}

static bool has_display(const UnitDefinition *d, const char *name)
{
  for (int k = 0; k < d->n_displays; k++) {
    if (strcmp(d->display[k].name, name) == 0) return true;
  }
  return false;
}

static void add_display(Arena *arena, UnitDefinition *d, const char *name,
                        bool with_inverse)
{
  Unit unit;
  DisplayUnit display = {.name = name};
  if (!d->is_known || has_display(d, name)) return;
  if (!units_parse(name, &unit)) return;
  if (!units_convert(&d->unit, &unit, &display.factor, &display.offset)) {
    display.is_inverse = true;
    display.offset = 0;
    if (!with_inverse || !units_invert(&d->unit, &unit, &display.factor))
      return;
  }
  d->display = vector_grow(arena, d->display, &d->cap_displays,
                           d->n_displays + 1, sizeof d->display[0]);
  d->display[d->n_displays++] = display;
}

static void use_unit(Arena *arena, UnitDefinitions *units, const char *unit,
                     const char *display_unit)
{
  if (!unit || !unit[0]) return;
  UnitDefinition *d = add_unit(arena, units, unit);
  if (display_unit) add_display(arena, d, display_unit, units->with_inverse);
}

UnitDefinitions *unit_definitions_collect(Arena *arena,
                                          const ReducedSystem *reduced,
                                          bool with_inverse)
{
  UnitDefinitions *units = arena_alloc(arena, sizeof *units);
  units->with_inverse = with_inverse;
  for (int k = 0; k < reduced->n_vars; k++) {
    const ReducedVar *v = &reduced->var[k];
    const SimpleType *t = v->attributes->declared_type;
    if (v->type != VAR_REAL || v->is_hidden) continue;
    use_unit(arena, units, v->attributes->unit, v->attributes->display_unit);
    if (t) use_unit(arena, units, t->unit, t->display_unit);
  }
  return units;
}

static void write_base_unit(XmlText *x, const Unit *unit)
{
  xml_text_open(x, "BaseUnit");
  for (int b = 0; b < N_UNIT_BASES; b++) {
    if (unit->exponent[b] == 0) continue;
    xml_text_integer(x, unit_base_name[b], unit->exponent[b]);
  }
  if (unit->factor != 1) xml_text_number(x, "factor", unit->factor);
  if (unit->offset != 0) xml_text_number(x, "offset", unit->offset);
  xml_text_close(x);
}

static void write_display_unit(XmlText *x, const DisplayUnit *display)
{
  xml_text_open(x, "DisplayUnit");
  xml_text_attribute(x, "name", display->name);
  if (display->factor != 1) xml_text_number(x, "factor", display->factor);
  if (display->offset != 0) xml_text_number(x, "offset", display->offset);
  if (display->is_inverse) xml_text_boolean(x, "inverse", true);
  xml_text_close(x);
}

void unit_definitions_write(XmlText *x, const UnitDefinitions *units)
{
  if (units->n_units == 0) return;
  xml_text_open(x, "UnitDefinitions");
  for (int k = 0; k < units->n_units; k++) {
    const UnitDefinition *d = &units->unit[k];
    xml_text_open(x, "Unit");
    xml_text_attribute(x, "name", d->name);
    if (d->is_known) write_base_unit(x, &d->unit);
    for (int j = 0; j < d->n_displays; j++) {
      write_display_unit(x, &d->display[j]);
    }
    xml_text_close(x);
  }
  xml_text_close(x);
}

bool unit_definitions_has_display(const UnitDefinitions *units,
                                  const char *unit, const char *display_unit)
{
  if (!unit || !display_unit) return false;
  const UnitDefinition *d = find_unit(units, unit);
  return d && has_display(d, display_unit);
}
