/* fmi2_type_rules.c: FMI 2.0.5, sections 2.2.2 and 2.2.3, and what variables
 * make of them. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "check/rules/fmi2_rules.h"
#include "check/rules/type_rules.h"

static void type_rules(const XmlTree *t, const NodeList *units,
                       const xmlNode *type)
{
  xmlNode *typed = xml_child(type, NULL);
  if (!typed) return;
  type_rules_finite(t, typed);
  type_rules_range(t, typed, NULL);
  if (xml_is(typed, "Real")) {
    type_rules_used_unit(t, units, typed, xml_attribute(t, typed, "unit"));
  } else if (xml_is(typed, "Enumeration")) {
    type_rules_items(t, typed);
  }
}

static bool has_item(const XmlTree *t, const xmlNode *enumeration, long value)
{
  xmlNode *node = xml_child(enumeration, "Item");
  for (; node; node = xml_next(node)) {
    long other;
    if (fmi2_whole(t, node, "value", &other) && other == value) return true;
  }
  return false;
}

/* The Real, Integer, ... of the declared type; NULL: none of this kind. */
static xmlNode *declared(const CheckTable *c, const NodeList *types,
                         const CheckVariable *v)
{
  assert(v->typed);
  const XmlTree *t = c->text;
  const char *name = xml_attribute(t, v->typed, "declaredType");
  if (!name) return NULL;
  FindingPlace place = xml_place(t, v->typed, "declaredType");
  xmlNode *type = type_rules_find(types, name);
  if (!type) {
    finding_add(t->findings, RULE_DECLARED_TYPE, place,
                "the type '%s' is not defined", name);
    return NULL;
  }
  xmlNode *typed = xml_child(type, description_type_word(v->type));
  if (!typed) {
    finding_add(t->findings, RULE_DECLARED_TYPE, place,
                "the type '%s' is not of kind %s", name,
                description_type_word(v->type));
  }
  return typed;
}

static const char *unit_of(const XmlTree *t, const CheckVariable *v,
                           const xmlNode *type)
{
  const char *unit = xml_attribute(t, v->typed, "unit");
  return unit || !type ? unit : xml_attribute(t, type, "unit");
}

static void variable_type_rules(const CheckTable *c, const NodeList *units,
                                const NodeList *types, const CheckVariable *v)
{
  const XmlTree *t = c->text;
  if (!v->typed) return;
  xmlNode *type = declared(c, types, v);
  long start;
  switch (v->type) {
  case FMU_REAL:
    type_rules_used_unit(t, units, v->typed, unit_of(t, v, type));
    type_rules_finite(t, v->typed);
    type_rules_range(t, v->typed, type);
    break;
  case FMU_INTEGER: type_rules_range(t, v->typed, type); break;
  case FMU_ENUMERATION:
    if (type && fmi2_whole(t, v->typed, "start", &start) &&
        !has_item(t, type, start)) {
      finding_add(t->findings, RULE_ENUMERATION_START,
                  xml_place(t, v->typed, "start"),
                  "%ld is not a value of the enumeration", start);
    }
    break;
  case FMU_BOOLEAN:
  case FMU_STRING:
  case N_FMU_TYPES: break;
  }
}

/* --- aliases --- */

typedef struct RealUnit {
  const CheckVariable *variable;
  const char *unit; /* "": none */
} RealUnit;

static int compare_real_units(const void *a, const void *b)
{
  const RealUnit *x = a, *y = b;
  unsigned i = x->variable->reference, k = y->variable->reference;
  if (i != k) return i < k ? -1 : 1;
  return (x->variable > y->variable) - (x->variable < y->variable);
}

/* The Reals in the order of their references. */
static int list_real_units(const CheckTable *c, const NodeList *types,
                           RealUnit *real)
{
  int n = 0;
  for (int i = 0; i < c->n; i++) {
    const CheckVariable *v = &c->item[i];
    if (!v->typed || v->type != FMU_REAL) continue;
    const char *name = xml_attribute(c->text, v->typed, "declaredType");
    xmlNode *type = name ? type_rules_find(types, name) : NULL;
    const char *unit =
        unit_of(c->text, v, type ? xml_child(type, "Real") : NULL);
    real[n++] = (RealUnit){v, unit ? unit : ""};
  }
  if (n > 1) qsort(real, (size_t)n, sizeof real[0], compare_real_units);
  return n;
}

static const char *unit_word(const RealUnit *real)
{
  return real->unit[0] ? real->unit : "no unit";
}

/* Each variable beside the first of its reference. */
static void alias_unit_rules(const CheckTable *c, const NodeList *types)
{
  const XmlTree *t = c->text;
  Arena *arena = t->findings->s->session_arena;
  RealUnit *real = arena_array(arena, (size_t)c->n, sizeof real[0]);
  int n = list_real_units(c, types, real), first = 0;
  for (int i = 1; i < n; i++) {
    const RealUnit *v = &real[i];
    if (v->variable->reference != real[first].variable->reference) first = i;
    if (strcmp(v->unit, real[first].unit) == 0) continue;
    finding_add(t->findings, RULE_ALIAS_UNIT,
                xml_place(t, v->variable->node, "valueReference"),
                "'%s' (%s) and '%s' (%s) share a reference",
                real[first].variable->name, unit_word(&real[first]),
                v->variable->name, unit_word(v));
  }
}

static void type_name_rules(const CheckTable *c, const NodeList *types)
{
  for (int i = 0; i < c->n; i++) {
    xmlNode *type = type_rules_find(types, c->item[i].name);
    if (!type) continue;
    finding_add(c->text->findings, RULE_TYPE_IS_VARIABLE,
                xml_place(c->text, type, "name"),
                "'%s' is the name of a variable too", c->item[i].name);
  }
}

void fmi2_type_rules(const CheckTable *c)
{
  const XmlTree *t = c->text;
  NodeList units = type_rules_list(c, "UnitDefinitions");
  NodeList types = type_rules_list(c, "TypeDefinitions");
  type_rules_twice(t, &units, RULE_UNIT_TWICE);
  type_rules_twice(t, &types, RULE_TYPE_TWICE);
  for (int i = 0; i < units.n; i++) type_rules_unit(t, units.item[i].node);
  for (int i = 0; i < types.n; i++) type_rules(t, &units, types.item[i].node);
  for (int i = 0; i < c->n; i++) {
    variable_type_rules(c, &units, &types, &c->item[i]);
  }
  alias_unit_rules(c, &types);
  type_name_rules(c, &types);
}
