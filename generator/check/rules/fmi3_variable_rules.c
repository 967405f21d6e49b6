/* fmi3_variable_rules.c: FMI 3.0, sections 2.4.7.4 and 2.4.7.5, of single
 * variables: initial, derivative, reinit, the independent variable. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "check/rules/fmi3_table.h"

/* The words that initial may be for the causality and variability. */
static const char *allowed_initial(const Fmi3Variable *v)
{
  bool is_constant = strcmp(v->variability, "constant") == 0;
  if (fmi3_table_is_one_of(v->causality,
                           "parameter structuralParameter input") ||
      is_constant)
    return "exact";
  if (strcmp(v->causality, "calculatedParameter") == 0)
    return "approx calculated";
  if (strcmp(v->causality, "independent") == 0) return "";
  return fmi3_table_is_one_of(v->variability, "fixed tunable")
             ? "approx calculated"
             : "exact approx calculated";
}

static void third_initial_rule(const XmlTree *t, const Fmi3Variable *v)
{
  const char *initial = xml_attribute(t, v->node, "initial");
  if (!initial || xml_is(v->node, "Clock")) return;
  if (fmi3_table_is_one_of(initial, allowed_initial(v))) return;
  finding_add(t->findings, RULE_INITIAL, xml_place(t, v->node, "initial"),
              "'%s' is %s and %s: initial=\"%s\" is not allowed", v->name,
              v->causality, v->variability, initial);
}

static int count_dimensions(const xmlNode *node)
{
  int n = 0;
  for (xmlNode *c = xml_child(node, NULL); c; c = xml_next(c))
    n += xml_is(c, "Dimension");
  return n;
}

static void third_derivative_rule(const Fmi3Table *c, const Fmi3Variable *v)
{
  const XmlTree *t = c->text;
  const char *text = xml_attribute(t, v->node, "derivative");
  const Fmi3Variable *of =
      text ? fmi3_table_find(c, strtoul(text, NULL, 10)) : NULL;
  const char *fault = NULL;
  if (!of) return; /* fmi3-unknown-reference */
  if (of == v)
    fault = "the variable itself";
  else if (!fmi3_table_is_float(of))
    fault = "no float";
  else if (strcmp(of->variability, "continuous") != 0)
    fault = "not continuous";
  else if (count_dimensions(of->node) != count_dimensions(v->node))
    fault = "an array of other dimensions";
  if (!fault) return;
  finding_add(
      t->findings, RULE_DERIVATIVE_OF, xml_place(t, v->node, "derivative"),
      "'%s' is the derivative of '%s', which is %s", v->name, of->name, fault);
}

static void third_set_rule(const XmlTree *t, const Fmi3Variable *v)
{
  const char *several = "canHandleMultipleSetPerTimeInstant";
  if (!xml_attribute(t, v->node, several) || strcmp(v->causality, "input") == 0)
    return;
  finding_add(t->findings, RULE_MULTIPLE_SET, xml_place(t, v->node, several),
              "'%s' is not an input", v->name);
}

/* Is there a state whose reference is that of the variable? */
static bool is_third_state(const Fmi3Table *c, const Fmi3Variable *v)
{
  const XmlTree *t = c->text;
  xmlNode *node = xml_child(xml_child(c->root, "ModelStructure"), NULL);
  for (; node; node = xml_next(node)) {
    if (!xml_is(node, "ContinuousStateDerivative")) continue;
    const char *text = xml_attribute(t, node, "valueReference");
    const Fmi3Variable *rate =
        text ? fmi3_table_find(c, strtoul(text, NULL, 10)) : NULL;
    const char *of = rate ? xml_attribute(t, rate->node, "derivative") : NULL;
    if (of && strtoul(of, NULL, 10) == v->reference) return true;
  }
  return false;
}

static void third_reinit_rule(const Fmi3Table *c, const Fmi3Variable *v)
{
  const XmlTree *t = c->text;
  const char *reinit = xml_attribute(t, v->node, "reinit");
  if (!reinit || !fmi3_table_is_one_of(reinit, "true 1")) return;
  if (is_third_state(c, v)) return;
  finding_add(t->findings, RULE_REINIT, xml_place(t, v->node, "reinit"),
              "'%s' is not a continuous-time state", v->name);
}

static void third_independent_rules(const Fmi3Table *c)
{
  const XmlTree *t = c->text;
  const Fmi3Variable *first = NULL;
  for (int i = 0; i < c->n; i++) {
    const Fmi3Variable *v = &c->item[i];
    if (strcmp(v->causality, "independent") != 0) continue;
    if (!fmi3_table_is_float(v) || count_dimensions(v->node) > 0) {
      finding_add(t->findings, RULE_INDEPENDENT, xml_place(t, v->node, NULL),
                  "the independent variable '%s' is not a scalar float",
                  v->name);
    }
    if (first) {
      finding_add(t->findings, RULE_INDEPENDENT, xml_place(t, v->node, NULL),
                  "'%s' and '%s' are both independent", first->name, v->name);
    }
    first = v;
  }
  if (!first)
    finding_add(t->findings, RULE_INDEPENDENT, xml_place(t, c->root, NULL),
                "there is no independent variable");
}

void fmi3_variable_rules(const Fmi3Table *c)
{
  const XmlTree *t = c->text;
  for (int i = 0; i < c->n; i++) {
    const Fmi3Variable *v = &c->item[i];
    assert(v->node);
    if (!*v->name) {
      finding_add(t->findings, RULE_NAME_TEXT, xml_place(t, v->node, "name"),
                  "the name is empty");
    }
    third_initial_rule(t, v);
    third_derivative_rule(c, v);
    third_set_rule(t, v);
    third_reinit_rule(c, v);
  }
  third_independent_rules(c);
}
