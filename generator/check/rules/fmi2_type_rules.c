/* fmi2_type_rules.c: FMI 2.0.5, sections 2.2.2 and 2.2.3, and what variables
 * make of them. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "check/rules/fmi2_rules.h"

/* --- names to nodes --- */

/* Elements of a list in the order of their names. */
typedef struct NamedNode {
  const char *name;
  xmlNode *node;
} NamedNode;

typedef struct NodeList {
  NamedNode *item;
  int n, cap;
} NodeList;

static int fmi2_type_rules_compare(const void *a, const void *b)
{
  const NamedNode *x = a, *y = b;
  int order = strcmp(x->name, y->name);
  if (order) return order;
  size_t i = (size_t)x->node->_private, k = (size_t)y->node->_private;
  return (i > k) - (i < k);
}

static NodeList sorted_list(const CheckTable *c, const char *list)
{
  NodeList l = {0};
  xmlNode *node = xml_child(xml_child(c->root, list), NULL);
  for (; node; node = xml_next(node)) {
    const char *name = xml_attribute(c->text, node, "name");
    if (!name) continue;
    l.item = vector_grow(c->text->findings->s->session_arena, l.item, &l.cap,
                         l.n + 1, sizeof l.item[0]);
    l.item[l.n++] = (NamedNode){name, node};
  }
  if (l.n > 1)
    qsort(l.item, (size_t)l.n, sizeof l.item[0], fmi2_type_rules_compare);
  return l;
}

static xmlNode *fmi2_type_rules_find(const NodeList *l, const char *name)
{
  assert(l->n == 0 || strcmp(l->item[0].name, l->item[l->n - 1].name) <= 0);
  int low = 0, high = l->n;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (strcmp(l->item[middle].name, name) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  bool found = low < l->n && strcmp(l->item[low].name, name) == 0;
  return found ? l->item[low].node : NULL;
}

static void fmi2_type_rules_twice_rule(const XmlTree *t, const NodeList *l,
                                       RuleId rule)
{
  for (int i = 1; i < l->n; i++) {
    if (strcmp(l->item[i].name, l->item[i - 1].name) != 0) continue;
    finding_add(t->findings, rule, xml_place(t, l->item[i].node, "name"),
                "'%s' is defined twice", l->item[i].name);
  }
}

/* --- units --- */

static void factor_rule(const XmlTree *t, const xmlNode *node)
{
  const char *factor = node ? xml_attribute(t, node, "factor") : NULL;
  if (!factor || strtod(factor, NULL) != 0) return;
  finding_add(t->findings, RULE_UNIT_FACTOR, xml_place(t, node, "factor"),
              "the factor is zero");
}

static void unit_rules(const XmlTree *t, const xmlNode *unit)
{
  factor_rule(t, xml_child(unit, "BaseUnit"));
  xmlNode *first = xml_child(unit, "DisplayUnit");
  for (xmlNode *node = first; node; node = xml_next(node)) {
    const char *name = xml_attribute(t, node, "name");
    factor_rule(t, node);
    for (xmlNode *other = first; name && other != node;
         other = xml_next(other)) {
      const char *before = xml_attribute(t, other, "name");
      if (before && strcmp(before, name) == 0) {
        finding_add(t->findings, RULE_DISPLAY_UNIT_TWICE,
                    xml_place(t, node, "name"), "'%s' is defined twice", name);
      }
    }
  }
}

static bool has_display_unit(const XmlTree *t, const xmlNode *unit,
                             const char *name)
{
  xmlNode *node = xml_child(unit, "DisplayUnit");
  for (; node; node = xml_next(node)) {
    const char *other = xml_attribute(t, node, "name");
    if (other && strcmp(other, name) == 0) return true;
  }
  return false;
}

/* `typed` is a Real of a variable or a type; `unit` its own or its type's. */
static void used_unit_rules(const XmlTree *t, const NodeList *units,
                            const xmlNode *typed, const char *unit)
{
  Findings *f = t->findings;
  const char *own = xml_attribute(t, typed, "unit");
  const char *display = xml_attribute(t, typed, "displayUnit");
  if (own && !fmi2_type_rules_find(units, own)) {
    finding_add(f, RULE_UNIT_UNDEFINED, xml_place(t, typed, "unit"),
                "the unit '%s' is not defined", own);
    return;
  }
  if (!display) return;
  FindingPlace place = xml_place(t, typed, "displayUnit");
  xmlNode *node = unit ? fmi2_type_rules_find(units, unit) : NULL;
  if (!unit) {
    finding_add(f, RULE_DISPLAY_UNIT_ALONE, place,
                "displayUnit '%s' without a unit", display);
  } else if (node && strcmp(display, unit) != 0 &&
             !has_display_unit(t, node, display)) {
    finding_add(f, RULE_DISPLAY_UNIT_UNDEFINED, place,
                "the unit '%s' has no display unit '%s'", unit, display);
  }
}

/* --- ranges --- */

/* The attribute of the variable, else of its type. */
static bool fmi2_type_rules_number_of(const XmlTree *t, const xmlNode *typed,
                                      const xmlNode *type, const char *name,
                                      double *value)
{
  const char *text = typed ? xml_attribute(t, typed, name) : NULL;
  if (!text && type) text = xml_attribute(t, type, name);
  if (!text || !*text) return false;
  char *end;
  *value = strtod(text, &end);
  return !*end && !isnan(*value);
}

static void fmi2_type_rules_finite_rule(const XmlTree *t, const xmlNode *typed)
{
  static const char *const name[] = {"start", "min", "max", "nominal"};
  for (int i = 0; i < 4; i++) {
    const char *text = xml_attribute(t, typed, name[i]);
    if (!text) continue;
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || isfinite(value)) continue;
    finding_add(t->findings, RULE_XML_NUMBER, xml_place(t, typed, name[i]),
                "%s is '%s'", name[i], text);
  }
}

static void range_rules(const XmlTree *t, const xmlNode *typed,
                        const xmlNode *type)
{
  Findings *f = t->findings;
  double low = -INFINITY, high = INFINITY, start, nominal;
  fmi2_type_rules_number_of(t, typed, type, "min", &low);
  fmi2_type_rules_number_of(t, typed, type, "max", &high);
  if (low > high) {
    finding_add(f, RULE_MIN_MAX, xml_place(t, typed, "min"),
                "min %g is above max %g", low, high);
  } else if (fmi2_type_rules_number_of(t, typed, NULL, "start", &start) &&
             (start < low || start > high)) {
    finding_add(f, RULE_START_RANGE, xml_place(t, typed, "start"),
                "start %g is not between %g and %g", start, low, high);
  }
  if (fmi2_type_rules_number_of(t, typed, NULL, "nominal", &nominal) &&
      !(nominal > 0)) {
    finding_add(f, RULE_NOMINAL, xml_place(t, typed, "nominal"),
                "nominal is %g", nominal);
  }
}

/* --- types --- */

static void item_rules(const XmlTree *t, const xmlNode *enumeration)
{
  xmlNode *first = xml_child(enumeration, "Item");
  for (xmlNode *node = first; node; node = xml_next(node)) {
    const char *name = xml_attribute(t, node, "name");
    const char *value = xml_attribute(t, node, "value");
    for (xmlNode *other = first; other != node; other = xml_next(other)) {
      const char *name2 = xml_attribute(t, other, "name");
      const char *value2 = xml_attribute(t, other, "value");
      bool same_name = name && name2 && strcmp(name, name2) == 0;
      bool same_value = value && value2 && atol(value) == atol(value2);
      if (!same_name && !same_value) continue;
      finding_add(t->findings, RULE_ENUMERATION_ITEM,
                  xml_place(t, node, same_name ? "name" : "value"),
                  "the %s '%s' is there twice", same_name ? "name" : "value",
                  same_name ? name : value);
    }
  }
}

static void type_rules(const XmlTree *t, const NodeList *units,
                       const xmlNode *type)
{
  xmlNode *typed = xml_child(type, NULL);
  if (!typed) return;
  fmi2_type_rules_finite_rule(t, typed);
  range_rules(t, typed, NULL);
  if (xml_is(typed, "Real")) {
    used_unit_rules(t, units, typed, xml_attribute(t, typed, "unit"));
  } else if (xml_is(typed, "Enumeration")) {
    item_rules(t, typed);
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
  xmlNode *type = fmi2_type_rules_find(types, name);
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
    used_unit_rules(t, units, v->typed, unit_of(t, v, type));
    fmi2_type_rules_finite_rule(t, v->typed);
    range_rules(t, v->typed, type);
    break;
  case FMU_INTEGER: range_rules(t, v->typed, type); break;
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
    xmlNode *type = name ? fmi2_type_rules_find(types, name) : NULL;
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
    xmlNode *type = fmi2_type_rules_find(types, c->item[i].name);
    if (!type) continue;
    finding_add(c->text->findings, RULE_TYPE_IS_VARIABLE,
                xml_place(c->text, type, "name"),
                "'%s' is the name of a variable too", c->item[i].name);
  }
}

void fmi2_type_rules(const CheckTable *c)
{
  const XmlTree *t = c->text;
  NodeList units = sorted_list(c, "UnitDefinitions");
  NodeList types = sorted_list(c, "TypeDefinitions");
  fmi2_type_rules_twice_rule(t, &units, RULE_UNIT_TWICE);
  fmi2_type_rules_twice_rule(t, &types, RULE_TYPE_TWICE);
  for (int i = 0; i < units.n; i++) unit_rules(t, units.item[i].node);
  for (int i = 0; i < types.n; i++) type_rules(t, &units, types.item[i].node);
  for (int i = 0; i < c->n; i++) {
    variable_type_rules(c, &units, &types, &c->item[i]);
  }
  alias_unit_rules(c, &types);
  type_name_rules(c, &types);
}
