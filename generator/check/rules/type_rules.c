/* type_rules.c: see type_rules.h. */
#include "check/rules/type_rules.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"

/* --- names to nodes --- */

static int type_rules_compare(const void *a, const void *b)
{
  const NamedNode *x = a, *y = b;
  int order = strcmp(x->name, y->name);
  if (order) return order;
  size_t i = (size_t)x->node->_private, k = (size_t)y->node->_private;
  return (i > k) - (i < k);
}

NodeList type_rules_list(const CheckTable *c, const char *list)
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
  if (l.n > 1) qsort(l.item, (size_t)l.n, sizeof l.item[0], type_rules_compare);
  return l;
}

xmlNode *type_rules_find(const NodeList *l, const char *name)
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

void type_rules_twice(const XmlTree *t, const NodeList *l, RuleId rule)
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

void type_rules_unit(const XmlTree *t, const xmlNode *unit)
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
void type_rules_used_unit(const XmlTree *t, const NodeList *units,
                          const xmlNode *typed, const char *unit)
{
  Findings *f = t->findings;
  const char *own = xml_attribute(t, typed, "unit");
  const char *display = xml_attribute(t, typed, "displayUnit");
  if (own && !type_rules_find(units, own)) {
    finding_add(f, RULE_UNIT_UNDEFINED, xml_place(t, typed, "unit"),
                "the unit '%s' is not defined", own);
    return;
  }
  if (!display) return;
  FindingPlace place = xml_place(t, typed, "displayUnit");
  xmlNode *node = unit ? type_rules_find(units, unit) : NULL;
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
static bool type_rules_number_of(const XmlTree *t, const xmlNode *typed,
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

void type_rules_finite(const XmlTree *t, const xmlNode *typed)
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

/* False: they contradict. */
static bool limit_rules(const XmlTree *t, const xmlNode *typed,
                        const xmlNode *type, double *low, double *high)
{
  double nominal;
  *low = -INFINITY;
  *high = INFINITY;
  type_rules_number_of(t, typed, type, "min", low);
  type_rules_number_of(t, typed, type, "max", high);
  if (type_rules_number_of(t, typed, NULL, "nominal", &nominal) &&
      !(nominal > 0)) {
    finding_add(t->findings, RULE_NOMINAL, xml_place(t, typed, "nominal"),
                "nominal is %g", nominal);
  }
  if (*low <= *high) return true;
  finding_add(t->findings, RULE_MIN_MAX, xml_place(t, typed, "min"),
              "min %g is above max %g", *low, *high);
  return false;
}

void type_rules_range(const XmlTree *t, const xmlNode *typed,
                      const xmlNode *type)
{
  double low, high, start;
  if (limit_rules(t, typed, type, &low, &high) &&
      type_rules_number_of(t, typed, NULL, "start", &start) &&
      (start < low || start > high)) {
    finding_add(t->findings, RULE_START_RANGE, xml_place(t, typed, "start"),
                "start %g is not between %g and %g", start, low, high);
  }
}

void type_rules_starts(const XmlTree *t, const xmlNode *typed,
                       const xmlNode *type)
{
  double low, high;
  if (!limit_rules(t, typed, type, &low, &high)) return;
  const char *text = xml_attribute(t, typed, "start");
  for (const char *at = text ? text : ""; *at;) {
    char *end;
    double value = strtod(at, &end);
    if (end == at) return; /* true, false */
    at = end + strspn(end, " \t\r\n");
    if (value >= low && value <= high) continue;
    finding_add(t->findings, RULE_START_RANGE, xml_place(t, typed, "start"),
                "start %g is %s %g", value,
                value < low ? "below min" : "above max",
                value < low ? low : high);
    return;
  }
}

/* --- types --- */

void type_rules_items(const XmlTree *t, const xmlNode *enumeration)
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
