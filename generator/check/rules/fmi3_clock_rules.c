/* fmi3_clock_rules.c: clocks and the variables that belong to them; FMI 3.0,
 * sections 2.2.8, 2.4.4, 2.4.7 and 5.1. */
#include <stdlib.h>
#include <string.h>

#include "check/rules/fmi3_table.h"

static bool is_scheduled_kind(const Fmi3Table *c)
{
  return xml_child(c->root, "ScheduledExecution") != NULL;
}

static const char *interval_kind(const Fmi3Table *c, const Fmi3Variable *v)
{
  return fmi3_table_word(c->text, v->node, "intervalVariability", "");
}

static double fmi3_clock_rules_number(const Fmi3Table *c, const Fmi3Variable *v,
                                      const char *name, double otherwise)
{
  const char *text = xml_attribute(c->text, v->node, name);
  return text ? strtod(text, NULL) : otherwise;
}

static void interval_fault(const Fmi3Table *c, const Fmi3Variable *v,
                           const char *attribute, const char *what)
{
  finding_add(c->text->findings, RULE_FMI3_INTERVAL,
              xml_place(c->text, v->node, attribute), "the clock '%s' %s",
              v->name, what);
}

/* --- what its kind needs and forbids: section 2.4.4 --- */

static void clock_causality_rules(const Fmi3Table *c, const Fmi3Variable *v)
{
  bool is_triggered = strcmp(interval_kind(c, v), "triggered") == 0;
  if (!fmi3_table_is_one_of(v->causality, "input output local"))
    interval_fault(c, v, "causality", "is no input, output or local one");
  else if (strcmp(v->causality, "input") != 0 && !is_triggered)
    interval_fault(c, v, "intervalVariability",
                   "is no input, and it is not triggered");
  if (strcmp(v->variability, "discrete") != 0)
    interval_fault(c, v, "variability", "is not discrete");
  if (xml_attribute(c->text, v->node, "previous"))
    interval_fault(c, v, "previous", "has the attribute previous");
}

static void clock_interval_rules(const Fmi3Table *c, const Fmi3Variable *v)
{
  const XmlTree *t = c->text;
  const char *kind = interval_kind(c, v);
  bool is_periodic = fmi3_table_is_one_of(kind, "constant fixed tunable");
  bool has_decimal = xml_attribute(t, v->node, "intervalDecimal") != NULL;
  bool has_counter = xml_attribute(t, v->node, "intervalCounter") != NULL;
  if (strcmp(kind, "constant") == 0 && !has_decimal && !has_counter)
    interval_fault(c, v, "intervalVariability", "is constant without interval");
  if (!is_periodic && (has_decimal || has_counter))
    interval_fault(c, v, has_decimal ? "intervalDecimal" : "intervalCounter",
                   "is not periodic, and has an interval");
  if (!(fmi3_clock_rules_number(c, v, "intervalDecimal", 1) > 0))
    interval_fault(c, v, "intervalDecimal", "has an interval not above 0");
  if (!(fmi3_clock_rules_number(c, v, "intervalCounter", 1) > 0))
    interval_fault(c, v, "intervalCounter", "has an interval not above 0");
  if (!(fmi3_clock_rules_number(c, v, "shiftDecimal", 0) >= 0))
    interval_fault(c, v, "shiftDecimal", "has a shift below 0");
  if (xml_attribute(t, v->node, "shiftDecimal") && !has_decimal)
    interval_fault(c, v, "shiftDecimal", "has a shift without intervalDecimal");
}

static void clock_fraction_rules(const Fmi3Table *c, const Fmi3Variable *v)
{
  const XmlTree *t = c->text;
  bool has_counter = xml_attribute(t, v->node, "intervalCounter") != NULL;
  bool has_fraction = fmi3_table_is_one_of(
      fmi3_table_word(t, v->node, "supportsFraction", "false"), "true 1");
  double resolution = fmi3_clock_rules_number(c, v, "resolution", 0);
  if (xml_attribute(t, v->node, "shiftCounter") && !has_counter)
    interval_fault(c, v, "shiftCounter", "has a shift without intervalCounter");
  if (!has_counter) return;
  if (!has_fraction)
    interval_fault(c, v, "intervalCounter", "does not support fractions");
  if (!(resolution > 0)) {
    interval_fault(c, v, "intervalCounter", "has a counter, and no resolution");
    return;
  }
  double interval =
      fmi3_clock_rules_number(c, v, "intervalCounter", 0) / resolution;
  double decimal = fmi3_clock_rules_number(c, v, "intervalDecimal", interval);
  double off = decimal - interval, slack = 1e-9 * interval;
  if (off > slack || off < -slack)
    interval_fault(c, v, "intervalDecimal",
                   "has another interval as a fraction");
}

/* Section 5.1.1: each input clock is a model partition with its priority. */
static void clock_priority_rule(const Fmi3Table *c, const Fmi3Variable *v)
{
  const XmlTree *t = c->text;
  bool is_input = strcmp(v->causality, "input") == 0;
  bool has_priority = xml_attribute(t, v->node, "priority") != NULL;
  const char *what = NULL;
  if (is_input && !has_priority && is_scheduled_kind(c))
    what = "is an input of Scheduled Execution without priority";
  if (strcmp(v->causality, "output") == 0 && has_priority)
    what = "is an output with a priority";
  if (!what) return;
  finding_add(t->findings, RULE_FMI3_PRIORITY,
              xml_place(t, v->node, has_priority ? "priority" : NULL),
              "the clock '%s' %s", v->name, what);
}

/* --- the variables of a clock: section 2.2.8.3 --- */

static void clocked_rule(const Fmi3Table *c, const Fmi3Variable *v)
{
  const XmlTree *t = c->text;
  if (!xml_attribute(t, v->node, "clocks") || xml_is(v->node, "Clock")) return;
  if (fmi3_table_is_one_of(v->variability, "discrete tunable")) return;
  finding_add(t->findings, RULE_FMI3_CLOCKED, xml_place(t, v->node, "clocks"),
              "'%s' has clocks and is %s", v->name, v->variability);
}

/* Section 2.2.8.2: a local clock shows what goes on inside, no more. */
static void local_clock_rule(const Fmi3Table *c, const Fmi3Variable *v)
{
  const XmlTree *t = c->text;
  const char *text = xml_attribute(t, v->node, "clocks");
  if (xml_is(v->node, "Clock") && strcmp(v->causality, "local") == 0 &&
      is_scheduled_kind(c)) {
    finding_add(t->findings, RULE_FMI3_LOCAL_CLOCK,
                xml_place(t, v->node, "causality"),
                "'%s' is a local clock of Scheduled Execution", v->name);
  }
  for (const char *at = text ? text : ""; *at;) {
    char *end;
    unsigned long reference = strtoul(at, &end, 10);
    if (end == at) return;
    at = end;
    const Fmi3Variable *clock = fmi3_table_find(c, reference);
    if (!clock || !xml_is(clock->node, "Clock")) continue;
    if (clock == v)
      interval_fault(c, v, "clocks", "belongs to itself");
    else if (strcmp(clock->causality, "local") == 0 &&
             strcmp(v->causality, "local") != 0)
      finding_add(t->findings, RULE_FMI3_LOCAL_CLOCK,
                  xml_place(t, v->node, "clocks"),
                  "'%s' is %s, and belongs to the local clock '%s'", v->name,
                  v->causality, clock->name);
  }
}

/* --- previous values: section 2.4.7.4 --- */

static const char *previous_fault(const Fmi3Table *c, const Fmi3Variable *v,
                                  const Fmi3Variable *before)
{
  if (!xml_attribute(c->text, v->node, "clocks")) return "has no clocks";
  if (strcmp(v->variability, "discrete") != 0) return "is not discrete";
  if (before == v) return "is its own previous value";
  if (strcmp((const char *)v->node->name, (const char *)before->node->name))
    return "is of another type than its previous value";
  if (strcmp(before->variability, "discrete") != 0)
    return "has a previous value that is not discrete";
  if (strcmp(before->causality, "input") == 0)
    return "has an input as its previous value";
  return NULL;
}

static void previous_rules(const Fmi3Table *c)
{
  const XmlTree *t = c->text;
  bool *is_taken = arena_array(t->findings->s->session_arena, (size_t)c->n + 1,
                               sizeof is_taken[0]);
  for (int i = 0; i < c->n; i++) {
    const Fmi3Variable *v = &c->item[i];
    const char *text = xml_attribute(t, v->node, "previous");
    const Fmi3Variable *before =
        text ? fmi3_table_find(c, strtoul(text, NULL, 10)) : NULL;
    if (!before || xml_is(v->node, "Clock")) continue;
    const char *fault = previous_fault(c, v, before);
    if (!fault && is_taken[before->position])
      fault = "has the previous value of another variable";
    is_taken[before->position] = true;
    if (!fault) continue;
    finding_add(t->findings, RULE_FMI3_PREVIOUS,
                xml_place(t, v->node, "previous"), "'%s' %s", v->name, fault);
  }
}

/* --- the whole --- */

/* FMI 3.0 2.3.1: FMUs with clocks are run with eventModeUsed. */
static void event_mode_rule(const Fmi3Table *c, const Fmi3Variable *clock)
{
  const XmlTree *t = c->text;
  xmlNode *kind = xml_child(c->root, "CoSimulation");
  if (!kind ||
      fmi3_table_is_one_of(fmi3_table_word(t, kind, "hasEventMode", "false"),
                           "true 1")) {
    return;
  }
  finding_add(t->findings, RULE_FMI3_EVENT_MODE, xml_place(t, kind, NULL),
              "there are clocks, '%s' the first, and no event mode",
              clock->name);
}

/* Section 5.2.1: what nobody can activate is never computed. */
static void partition_rule(const Fmi3Table *c)
{
  const XmlTree *t = c->text;
  xmlNode *kind = xml_child(c->root, "ScheduledExecution");
  if (!kind) return;
  for (int i = 0; i < c->n; i++) {
    const Fmi3Variable *v = &c->item[i];
    if (xml_is(v->node, "Clock") && strcmp(v->causality, "input") == 0) return;
  }
  finding_add(t->findings, RULE_FMI3_PARTITION, xml_place(t, kind, NULL),
              "there is no input clock, so that there is no model partition");
}

void fmi3_clock_rules(const Fmi3Table *c)
{
  const Fmi3Variable *clock = NULL;
  for (int i = 0; i < c->n; i++) {
    const Fmi3Variable *v = &c->item[i];
    clocked_rule(c, v);
    local_clock_rule(c, v);
    if (!xml_is(v->node, "Clock")) continue;
    if (!clock) clock = v;
    clock_causality_rules(c, v);
    clock_interval_rules(c, v);
    clock_fraction_rules(c, v);
    clock_priority_rule(c, v);
  }
  previous_rules(c);
  if (clock) event_mode_rule(c, clock);
  partition_rule(c);
}
