/* couple_link.c: see couple_link.h. */
#include "couple/couple_link.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "couple/couple_values.h"
#include "couple/ssp_unit.h"
#include "couple/ssp_xml.h"

/* `element`: of its description. */
static bool couple_link_fault(Session *s, const Couple *couple, int element,
                              long line, const char *text, const char *note)
{
  const char *where = couple->ssp->element[element].document->where;
  Diagnostic *d =
      diagnostic_file_error(s, where, E621, "line %ld: %s", line, text);
  if (note) diagnostic_note(s, d, NO_SPAN, "%s", note);
  return false;
}

/* --- connectors and variables --- */

static bool couple_link_kind_fits(SspKind kind, const FmuVariable *v)
{
  switch (kind) {
  case SSP_INPUT: return v->causality == FMU_INPUT;
  case SSP_OUTPUT: return v->causality == FMU_OUTPUT;
  case SSP_INOUT:
    return v->causality == FMU_INPUT || v->causality == FMU_OUTPUT;
  case SSP_PARAMETER:
    return v->causality == FMU_PARAMETER ||
           v->causality == FMU_STRUCTURAL_PARAMETER;
  case SSP_CALCULATED_PARAMETER:
    return v->causality == FMU_CALCULATED_PARAMETER;
  case N_SSP_KINDS: break;
  }
  return false;
}

static bool couple_link_type_fits(SspType type, FmuType have)
{
  switch (type) {
  case SSP_REAL: return have == FMU_REAL;
  case SSP_INTEGER: return have == FMU_INTEGER || have == FMU_ENUMERATION;
  case SSP_BOOLEAN: return have == FMU_BOOLEAN;
  case SSP_STRING: return have == FMU_STRING;
  case SSP_ENUMERATION: return have == FMU_ENUMERATION || have == FMU_INTEGER;
  case SSP_BINARY: return have == FMU_STRING; /* hexadecimal digits */
  case N_SSP_TYPES: break;
  }
  return true;
}

int couple_link_variable(Session *s, const Couple *couple, SspEnd end)
{
  const SspElement *e = &couple->ssp->element[end.element];
  const SspConnector *c = &e->connector[end.connector];
  const CoupleMember *m = &couple->member[couple->member_of[end.element]];
  const FmuDescription *d = m->description;
  const char *name = ssp_end_name(s, couple->ssp, end);
  int index = description_find(d, c->name);
  const char *text = NULL;
  if (index < 0) {
    Suggestion near = suggest_for(s, c->name);
    for (int i = 0; i < d->n_variables; i++)
      suggest_offer(&near, d->variable[i].name);
    text = arena_printf(s->session_arena,
                        "the connector %s is no variable of %s%s", name,
                        e->source, suggest_text(s, &near));
  } else if (!couple_link_kind_fits(c->kind, &d->variable[index])) {
    text = arena_printf(
        s->session_arena, "the connector %s is of another kind in %s: %s", name,
        e->source, description_causality_word(d->variable[index].causality));
  } else if (!couple_link_type_fits(c->type, d->variable[index].type)) {
    text = arena_printf(
        s->session_arena, "the connector %s is %s here and %s in %s", name,
        ssp_type_word(c->type), description_type_word(d->variable[index].type),
        e->source);
  }
  if (!text) return index;
  couple_link_fault(s, couple, end.element, c->line, text, NULL);
  return -1;
}

/* --- units --- */

/* A name, and where it is looked up. */
typedef struct LinkUnit {
  const char *name; /* NULL: none */
  const SspUnits *units;
} LinkUnit;

static LinkUnit couple_link_unit(const Couple *couple, SspEnd end)
{
  const SspElement *e = &couple->ssp->element[end.element];
  const SspConnector *c = &e->connector[end.connector];
  LinkUnit unit = {c->unit, c->units};
  if (c->unit || e->is_system) return unit;
  const FmuDescription *d =
      couple->member[couple->member_of[end.element]].description;
  int index = description_find(d, c->name);
  if (index >= 0) unit.name = d->variable[index].unit;
  return unit;
}

static bool couple_link_hop(Session *s, const Couple *couple,
                            const SspConnection *c, LinkUnit *unit,
                            CoupleLink *link)
{
  const Ssp *ssp = couple->ssp;
  double factor = 1, offset = 0;
  LinkUnit to = couple_link_unit(couple, c->to);
  if (!c->keeps_unit) {
    SspFit fit = ssp_unit_convert(unit->units, unit->name, to.units, to.name,
                                  &factor, &offset);
    if (fit == SSP_UNFIT)
      return couple_link_fault(
          s, couple, c->system, c->line,
          arena_printf(s->session_arena,
                       "%s has the unit %s and %s the unit %s, which do not "
                       "measure the same",
                       ssp_end_name(s, ssp, c->from), unit->name,
                       ssp_end_name(s, ssp, c->to), to.name),
          "suppressUnitConversion=\"true\" at the connection takes the number "
          "as it is");
    if (fit == SSP_UNKNOWN)
      diagnostic_file_warning(
          s, ssp->element[c->system].document->where, W620,
          "line %ld: from the unit '%s' of %s to '%s' of %s nothing is known: "
          "the number is taken as it is",
          c->line, unit->name, ssp_end_name(s, ssp, c->from), to.name,
          ssp_end_name(s, ssp, c->to));
  }
  const SspTransformation *t = &c->transformation;
  factor *= t->factor;
  offset = t->factor * offset + t->offset;
  link->offset = factor * link->offset + offset;
  link->factor *= factor;
  if (to.name) *unit = to;
  return true;
}

/* --- maps --- */

static bool couple_link_literal(const Couple *couple, SspEnd end,
                                const FmuVariable *v, const char *text,
                                double *number)
{
  for (int i = 0; v->enumeration && i < v->enumeration->n_items; i++) {
    if (strcmp(v->enumeration->item[i].name, text) != 0) continue;
    *number = v->enumeration->item[i].value;
    return true;
  }
  const SspConnector *c =
      &couple->ssp->element[end.element].connector[end.connector];
  const char *name = c->enumeration;
  for (int i = 0; name && i < c->enumerations->n; i++) {
    const SspEnumeration *e = &c->enumerations->item[i];
    if (strcmp(e->name, name) != 0) continue;
    for (int k = 0; k < e->n_items; k++) {
      if (strcmp(e->item[k].name, text) != 0) continue;
      *number = e->item[k].value;
      return true;
    }
  }
  return false;
}

static bool couple_link_map_value(const Couple *couple, SspType type,
                                  SspEnd end, const FmuVariable *v,
                                  const char *text, double *number)
{
  char *rest;
  if (type == SSP_ENUMERATION)
    return couple_link_literal(couple, end, v, text, number);
  if (type == SSP_BOOLEAN) {
    *number = strcmp(text, "true") == 0 || strcmp(text, "1") == 0;
    return *number == 1 || strcmp(text, "false") == 0 || strcmp(text, "0") == 0;
  }
  *number = (double)strtol(text, &rest, 10);
  return rest != text && !*rest;
}

/* A map of one connection; several of them one after the other become one. */
static bool couple_link_map(Session *s, const Couple *couple,
                            const SspConnection *c, const FmuVariable *from,
                            const FmuVariable *to, CoupleLink *link)
{
  const SspTransformation *t = &c->transformation;
  if (t->mapped == SSP_NO_TYPE) return true;
  if (link->n_maps > 0)
    return couple_link_fault(s, couple, c->system, c->line,
                             "a value is mapped on two connections one after "
                             "the other, which is not supported",
                             "put both mappings at one of them");
  CoupleMap *map =
      arena_array(s->session_arena, (size_t)t->n_entries, sizeof map[0]);
  for (int k = 0; k < t->n_entries; k++) {
    const SspMapEntry *e = &t->entry[k];
    if (!couple_link_map_value(couple, t->mapped, c->from, from, e->source,
                               &map[k].source) ||
        !couple_link_map_value(couple, t->mapped, c->to, to, e->target,
                               &map[k].target))
      return couple_link_fault(
          s, couple, c->system, c->line,
          arena_printf(s->session_arena,
                       "the mapping of %s to %s is not of values of the "
                       "connectors",
                       e->source, e->target),
          NULL);
  }
  link->map = map;
  link->n_maps = t->n_entries;
  return true;
}

/* --- the whole --- */

static bool couple_link_is_whole(FmuType type)
{
  return type == FMU_INTEGER || type == FMU_ENUMERATION;
}

bool couple_link_convert(Session *s, const Couple *couple,
                         const SspRoute *route, const FmuVariable *from,
                         const FmuVariable *to, CoupleLink *link)
{
  const Ssp *ssp = couple->ssp;
  assert(route->n_hops > 0);
  const SspConnection *last = &ssp->connection[route->hop[route->n_hops - 1]];
  bool both_whole =
      couple_link_is_whole(from->type) && couple_link_is_whole(to->type);
  bool widens = couple_link_is_whole(from->type) && to->type == FMU_REAL;
  link->factor = 1;
  link->offset = 0;
  if (from->type != to->type && !both_whole && !widens)
    return couple_link_fault(
        s, couple, last->system, last->line,
        arena_printf(s->session_arena,
                     "%s is %s and %s is %s: such a connection has no meaning",
                     ssp_end_name(s, ssp, route->from),
                     description_type_word(from->type),
                     ssp_end_name(s, ssp, route->to),
                     description_type_word(to->type)),
        NULL);
  LinkUnit unit = couple_link_unit(couple, route->from);
  for (int k = 0; k < route->n_hops; k++) {
    const SspConnection *c = &ssp->connection[route->hop[k]];
    if (c->transformation.is_linear && to->type != FMU_REAL)
      return couple_link_fault(s, couple, c->system, c->line,
                               "a linear transformation is for Reals", NULL);
    if (to->type == FMU_REAL ? !couple_link_hop(s, couple, c, &unit, link)
                             : !couple_link_map(s, couple, c, from, to, link))
      return false;
  }
  return true;
}

bool couple_link_set(Session *s, const Couple *couple, const SspRoute *route,
                     const SspValue *value, int variable)
{
  CoupleMember *m = &couple->member[couple->member_of[route->to.element]];
  const FmuVariable *v = &m->description->variable[variable];
  CoupleLink link = {0};
  assert(!couple->ssp->element[route->to.element].is_system);
  if (!couple_values_set(s, value, m, variable)) return false;
  if (v->type != FMU_REAL) return true;
  FmuSettings *all = &m->settings;
  for (int i = 0; i < all->n; i++) {
    if (all->item[i].variable != variable) continue;
    if (!couple_link_convert(s, couple, route, v, v, &link)) return false;
    all->item[i].real = link.factor * all->item[i].real + link.offset;
  }
  return true;
}
