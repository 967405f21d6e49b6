/* fmi3_rules.c: FMI 3.0, sections 2.4.7 and 2.4.8. */
#include "check/rules/fmi3_rules.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "check/rules/fmi2_rules.h"
#include "check/rules/fmi3_table.h"
#include "check/rules/variable_name.h"

/* A name of a variable or of one of its aliases. */
typedef struct Fmi3Name {
  const char *name;
  xmlNode *node;
} Fmi3Name;

/* --- names --- */

static int fmi3_rules_compare_names(const void *a, const void *b)
{
  const Fmi3Name *x = a, *y = b;
  int order = strcmp(x->name, y->name);
  if (order) return order;
  size_t i = (size_t)x->node->_private, k = (size_t)y->node->_private;
  return (i > k) - (i < k);
}

static void fmi3_rules_name_rules(const Fmi3Table *c)
{
  const XmlTree *t = c->text;
  Fmi3Name *name = NULL;
  int n = 0, cap = 0;
  for (int i = 0; i < c->n; i++) {
    xmlNode *alias = xml_child(c->item[i].node, "Alias");
    Fmi3Name next = {c->item[i].name, c->item[i].node};
    for (;;) {
      name = vector_grow(t->findings->s->session_arena, name, &cap, n + 1,
                         sizeof name[0]);
      name[n++] = next;
      while (alias && !xml_is(alias, "Alias")) alias = xml_next(alias);
      if (!alias) break;
      next = (Fmi3Name){fmi3_table_word(t, alias, "name", ""), alias};
      alias = xml_next(alias);
    }
  }
  if (n > 1) qsort(name, (size_t)n, sizeof name[0], fmi3_rules_compare_names);
  const char *convention =
      fmi3_table_word(t, c->root, "variableNamingConvention", "flat");
  for (int i = 0; i < n; i++) {
    FindingPlace place = xml_place(t, name[i].node, "name");
    size_t at;
    if (i > 0 && strcmp(name[i].name, name[i - 1].name) == 0) {
      finding_add(t->findings, RULE_NAME_TWICE, place, "'%s' is there twice",
                  name[i].name);
    }
    if (strcmp(convention, "structured") == 0 &&
        variable_name_fault(name[i].name, &at)) {
      finding_add(t->findings, RULE_NAME_GRAMMAR, place,
                  "'%s' is not a structured name: see character %zu",
                  name[i].name, at + 1);
    }
  }
}

/* --- variables --- */

static bool is_combination(const Fmi3Variable *v)
{
  if (strcmp(v->causality, "independent") == 0)
    return strcmp(v->variability, "continuous") == 0;
  if (fmi3_table_is_one_of(v->causality,
                           "parameter calculatedParameter structuralParameter"))
    return fmi3_table_is_one_of(v->variability, "fixed tunable");
  if (strcmp(v->causality, "input") == 0)
    return fmi3_table_is_one_of(v->variability, "discrete continuous");
  if (strcmp(v->causality, "output") == 0)
    return fmi3_table_is_one_of(v->variability, "constant discrete continuous");
  return true;
}

static void variable_rules(const Fmi3Table *c, const Fmi3Variable *v)
{
  const XmlTree *t = c->text;
  Findings *f = t->findings;
  bool clock = xml_is(v->node, "Clock");
  bool has_start = xml_attribute(t, v->node, "start") != NULL ||
                   xml_child(v->node, "Start") != NULL;
  if (!is_combination(v)) {
    finding_add(f, RULE_COMBINATION, xml_place(t, v->node, "variability"),
                "'%s' is %s and %s: not allowed together", v->name,
                v->causality, v->variability);
  }
  if (strcmp(v->variability, "continuous") == 0 && !fmi3_table_is_float(v)) {
    finding_add(f, RULE_CONTINUOUS, xml_place(t, v->node, "variability"),
                "'%s' is %s and continuous", v->name,
                (const char *)v->node->name);
  }
  bool needed = fmi3_table_is_one_of(v->initial, "exact approx") ||
                strcmp(v->causality, "input") == 0;
  bool forbidden = strcmp(v->initial, "calculated") == 0 ||
                   strcmp(v->causality, "independent") == 0;
  if (needed && !has_start && !clock) {
    finding_add(f, RULE_START_MISSING, xml_place(t, v->node, NULL),
                "'%s' needs a start value", v->name);
  } else if (forbidden && has_start) {
    finding_add(f, RULE_START_FORBIDDEN, xml_place(t, v->node, "start"),
                "'%s' must not have a start value", v->name);
  }
}

static void dimension_rules(const Fmi3Table *c, const Fmi3Variable *v)
{
  const XmlTree *t = c->text;
  for (xmlNode *node = xml_child(v->node, NULL); node; node = xml_next(node)) {
    if (!xml_is(node, "Dimension")) continue;
    const char *reference = xml_attribute(t, node, "valueReference");
    const char *start = xml_attribute(t, node, "start");
    const Fmi3Variable *size =
        reference ? fmi3_table_find(c, strtoul(reference, NULL, 10)) : NULL;
    bool good =
        reference ? size && xml_is(size->node, "UInt64") &&
                        (strcmp(size->causality, "structuralParameter") == 0 ||
                         strcmp(size->variability, "constant") == 0)
                  : start != NULL;
    if (reference && start) good = false;
    if (!good) {
      finding_add(t->findings, RULE_FMI3_DIMENSION, xml_place(t, node, NULL),
                  "a dimension of '%s' is neither a number nor a structural "
                  "parameter",
                  v->name);
      continue;
    }
    if (size) start = xml_attribute(t, size->node, "start");
    if (start && strtod(start, NULL) == 0) {
      finding_add(t->findings, RULE_FMI3_SIZE, xml_place(t, node, NULL),
                  "a dimension of '%s' is zero", v->name);
    }
  }
}

/* The number of elements; -1: not known here. */
static double fmi3_rules_count_elements(const Fmi3Table *c,
                                        const Fmi3Variable *v)
{
  const XmlTree *t = c->text;
  double n = 1;
  for (xmlNode *node = xml_child(v->node, NULL); node; node = xml_next(node)) {
    if (!xml_is(node, "Dimension")) continue;
    const char *start = xml_attribute(t, node, "start");
    const char *by = xml_attribute(t, node, "valueReference");
    const Fmi3Variable *size =
        by ? fmi3_table_find(c, strtoul(by, NULL, 10)) : NULL;
    if (!start && size) start = xml_attribute(t, size->node, "start");
    if (!start) return -1;
    n *= strtod(start, NULL);
  }
  return n;
}

static void starts_rule(const Fmi3Table *c, const Fmi3Variable *v)
{
  const XmlTree *t = c->text;
  const char *text = xml_attribute(t, v->node, "start");
  double n = fmi3_rules_count_elements(c, v), n_starts = 0;
  while (text && *(text += strspn(text, " \t\r\n"))) {
    text += strcspn(text, " \t\r\n");
    n_starts++;
  }
  if (n < 0 || n_starts <= 1 || n_starts == n) return;
  finding_add(t->findings, RULE_FMI3_STARTS, xml_place(t, v->node, "start"),
              "'%s' has %g elements and %g start values", v->name, n, n_starts);
}

static void fmi3_rules_head_rules(const Fmi3Table *c)
{
  const XmlTree *t = c->text;
  CheckTable head = {.text = c->text, .root = c->root};
  common_head_rules(&head);
  const char *token = xml_attribute(t, c->root, "instantiationToken");
  if (token && !*token) {
    finding_add(t->findings, RULE_GUID,
                xml_place(t, c->root, "instantiationToken"),
                "the instantiationToken is empty");
  }
  if (xml_child(c->root, "ModelExchange") ||
      xml_child(c->root, "CoSimulation") ||
      xml_child(c->root, "ScheduledExecution")) {
    return;
  }
  finding_add(t->findings, RULE_NO_KIND, xml_place(t, c->root, NULL),
              "the FMU is of no kind");
}

void fmi3_rules(XmlTree *t)
{
  Fmi3Table c = fmi3_table_read(t);
  fmi3_rules_head_rules(&c);
  fmi3_rules_name_rules(&c);
  for (int i = 0; i < c.n; i++) {
    const Fmi3Variable *v = &c.item[i];
    variable_rules(&c, v);
    starts_rule(&c, v);
    dimension_rules(&c, v);
    fmi3_table_references(&c, v->node, "derivative", NULL,
                          RULE_FMI3_UNKNOWN_REFERENCE);
    fmi3_table_references(&c, v->node, "previous", NULL,
                          RULE_FMI3_UNKNOWN_REFERENCE);
    fmi3_table_references(&c, v->node, "clocks", "Clock", RULE_FMI3_CLOCK);
    if (i > 0 &&
        c.by_reference[i]->reference == c.by_reference[i - 1]->reference) {
      finding_add(t->findings, RULE_FMI3_REFERENCE,
                  xml_place(t, c.by_reference[i]->node, "valueReference"),
                  "'%s' and '%s' have the same reference",
                  c.by_reference[i - 1]->name, c.by_reference[i]->name);
    }
  }
  fmi3_clock_rules(&c);
  fmi3_variable_rules(&c);
  fmi3_type_rules(&c);
  fmi3_structure_rules(&c);
}
