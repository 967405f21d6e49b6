/* fmi3_type_rules.c: FMI 3.0, sections 2.4.3, 2.4.4 and 2.4.7.5. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "check/rules/fmi3_table.h"
#include "check/rules/type_rules.h"

static void inverse_rules(const XmlTree *t, const xmlNode *unit)
{
  xmlNode *node = xml_child(unit, "DisplayUnit");
  for (; node; node = xml_next(node)) {
    const char *inverse = fmi3_table_word(t, node, "inverse", "false");
    const char *offset = xml_attribute(t, node, "offset");
    if (!fmi3_table_is_one_of(inverse, "true 1")) continue;
    if (!offset || strtod(offset, NULL) == 0) continue;
    finding_add(t->findings, RULE_FMI3_INVERSE, xml_place(t, node, "offset"),
                "the display unit is inverse and has the offset %s", offset);
  }
}

static void third_type_rules(const XmlTree *t, const NodeList *units,
                             const xmlNode *type)
{
  type_rules_finite(t, type);
  type_rules_range(t, type, NULL);
  if (xml_is(type, "EnumerationType")) {
    type_rules_items(t, type);
  } else if (strncmp((const char *)type->name, "Float", 5) == 0) {
    type_rules_used_unit(t, units, type, xml_attribute(t, type, "unit"));
  }
}

/* The type that a variable declares, of its own kind; NULL: none. */
static xmlNode *third_declared(const Fmi3Table *c, const NodeList *types,
                               const Fmi3Variable *v)
{
  const XmlTree *t = c->text;
  const char *name = xml_attribute(t, v->node, "declaredType");
  if (!name) return NULL;
  FindingPlace place = xml_place(t, v->node, "declaredType");
  xmlNode *type = type_rules_find(types, name);
  if (!type) {
    finding_add(t->findings, RULE_DECLARED_TYPE, place,
                "the type '%s' is not defined", name);
    return NULL;
  }
  const char *kind = (const char *)v->node->name;
  size_t n = strlen(kind);
  const char *found = (const char *)type->name;
  if (strncmp(found, kind, n) == 0 && strcmp(found + n, "Type") == 0)
    return type;
  finding_add(t->findings, RULE_DECLARED_TYPE, place,
              "the type '%s' is a %s, the variable a %s", name, found, kind);
  return NULL;
}

static bool has_third_item(const XmlTree *t, const xmlNode *type, long value)
{
  for (xmlNode *node = xml_child(type, "Item"); node; node = xml_next(node)) {
    long other;
    if (fmi2_whole(t, node, "value", &other) && other == value) return true;
  }
  return false;
}

static void third_enumeration_rule(const Fmi3Table *c, const Fmi3Variable *v,
                                   const xmlNode *type)
{
  const XmlTree *t = c->text;
  const char *at = xml_attribute(t, v->node, "start");
  while (at && *at) {
    char *end;
    long value = strtol(at, &end, 10);
    if (end == at) return;
    at = end;
    if (has_third_item(t, type, value)) continue;
    finding_add(t->findings, RULE_ENUMERATION_START,
                xml_place(t, v->node, "start"),
                "%ld is not a value of the enumeration", value);
    return;
  }
}

static void third_variable_rules(const Fmi3Table *c, const NodeList *units,
                                 const NodeList *types, const Fmi3Variable *v)
{
  const XmlTree *t = c->text;
  assert(v->node);
  xmlNode *type = third_declared(c, types, v);
  if (fmi3_table_is_float(v)) {
    const char *unit = xml_attribute(t, v->node, "unit");
    if (!unit && type) unit = xml_attribute(t, type, "unit");
    type_rules_used_unit(t, units, v->node, unit);
    for (xmlNode *a = xml_child(v->node, "Alias"); a; a = xml_next(a)) {
      if (xml_is(a, "Alias")) type_rules_used_unit(t, units, a, unit);
    }
  }
  if (xml_is(v->node, "Enumeration")) {
    if (type) third_enumeration_rule(c, v, type);
    return;
  }
  if (xml_is(v->node, "Clock") || xml_is(v->node, "String") ||
      xml_is(v->node, "Binary")) {
    return;
  }
  type_rules_finite(t, v->node);
  if (xml_child(v->node, "Dimension"))
    type_rules_starts(t, v->node, type);
  else
    type_rules_range(t, v->node, type);
}

void fmi3_type_rules(const Fmi3Table *c)
{
  const XmlTree *t = c->text;
  CheckTable table = {.text = c->text, .root = c->root};
  NodeList units = type_rules_list(&table, "UnitDefinitions");
  NodeList types = type_rules_list(&table, "TypeDefinitions");
  type_rules_twice(t, &units, RULE_UNIT_TWICE);
  type_rules_twice(t, &types, RULE_TYPE_TWICE);
  for (int i = 0; i < units.n; i++) {
    type_rules_unit(t, units.item[i].node);
    inverse_rules(t, units.item[i].node);
  }
  for (int i = 0; i < types.n; i++)
    third_type_rules(t, &units, types.item[i].node);
  for (int i = 0; i < c->n; i++)
    third_variable_rules(c, &units, &types, &c->item[i]);
}
