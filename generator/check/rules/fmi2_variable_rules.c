/* fmi2_variable_rules.c: FMI 2.0.5, sections 2.2.7 and 2.2.9. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "check/rules/fmi2_rules.h"
#include "check/rules/variable_name.h"

/* --- names --- */

static void fmi2_variable_rules_name_rules(const CheckTable *c,
                                           const CheckVariable *v,
                                           bool structured)
{
  const XmlTree *t = c->text;
  FindingPlace place = xml_place(t, v->node, "name");
  if (!*v->name) {
    finding_add(t->findings, RULE_NAME_TEXT, place, "the name is empty");
    return;
  }
  if (!structured) return;
  size_t at;
  const char *expected = variable_name_fault(v->name, &at);
  if (!expected) return;
  finding_add(t->findings, RULE_NAME_GRAMMAR, place,
              "'%s' is not a structured name: expected %s at character %zu",
              v->name, expected, at + 1);
}

static void fmi2_variable_rules_twice_rule(const CheckTable *c)
{
  const int *order = fmi2_by_name(c);
  for (int i = 1; i < c->n; i++) {
    const CheckVariable *v = &c->item[order[i]];
    if (!*v->name || strcmp(v->name, c->item[order[i - 1]].name) != 0) continue;
    finding_add(c->text->findings, RULE_NAME_TWICE,
                xml_place(c->text, v->node, "name"),
                "'%s' is there twice (index %d and %d)", v->name,
                order[i - 1] + 1, order[i] + 1);
  }
}

/* --- causality, variability, initial, start --- */

/* Rows: variability; columns: causality, both in the order of their enums.
 * '-': not allowed; else which values of initial are: A exact, B approx or
 * calculated, C all, D none (and a start is needed), E none. */
static const char *const combination[N_FMU_VARIABILITIES] = {
    "---AA-", /* constant */
    "AB--B-", /* fixed */
    "AB--B-", /* tunable */
    "--DCC-", /* discrete */
    "--DCCE", /* continuous */
};

static bool allows_initial(char group, int initial)
{
  assert(group != '-'); /* initial_rules() has refused it */
  switch (group) {
  case 'A': return initial == FMU_EXACT;
  case 'B': return initial == FMU_APPROX || initial == FMU_CALCULATED;
  case 'C': return initial != FMU_INITIAL_NONE;
  default: return initial == FMU_INITIAL_NONE;
  }
}

static void initial_rules(const CheckTable *c, const CheckVariable *v)
{
  const XmlTree *t = c->text;
  if (v->causality < 0 || v->variability < 0 || v->initial < 0) return;
  assert(v->variability < N_FMU_VARIABILITIES &&
         v->causality < N_FMU_CAUSALITIES);
  char group = combination[v->variability][v->causality];
  const char *causality =
      description_causality_word((FmuCausality)v->causality);
  const char *variability =
      description_variability_word((FmuVariability)v->variability);
  if (group == '-') {
    finding_add(t->findings, RULE_COMBINATION,
                xml_place(t, v->node, "variability"),
                "'%s' is %s and %s: not allowed together", v->name, causality,
                variability);
  } else if (v->has_initial && !allows_initial(group, v->initial)) {
    finding_add(t->findings, RULE_INITIAL, xml_place(t, v->node, "initial"),
                "'%s' is %s and %s: initial=\"%s\" is not allowed", v->name,
                causality, variability, xml_attribute(t, v->node, "initial"));
  }
}

static void fmi2_variable_rules_start_rules(const CheckTable *c,
                                            const CheckVariable *v)
{
  const XmlTree *t = c->text;
  if (!v->typed || v->initial < 0) return;
  bool needed = v->causality == FMU_INPUT || v->initial == FMU_EXACT ||
                v->initial == FMU_APPROX;
  bool forbidden =
      v->causality == FMU_INDEPENDENT || v->initial == FMU_CALCULATED;
  if (needed && !v->start) {
    finding_add(t->findings, RULE_START_MISSING, xml_place(t, v->typed, NULL),
                "'%s' needs a start value", v->name);
  } else if (forbidden && v->start) {
    finding_add(t->findings, RULE_START_FORBIDDEN,
                xml_place(t, v->typed, "start"),
                "'%s' is %s and must not have a start value", v->name,
                v->causality == FMU_INDEPENDENT ? "independent" : "calculated");
  }
}

static void fmi2_variable_rules_kind_rules(const CheckTable *c,
                                           const CheckVariable *v)
{
  const XmlTree *t = c->text;
  Findings *f = t->findings;
  if (v->typed && v->variability == FMU_CONTINUOUS && v->type != FMU_REAL) {
    finding_add(f, RULE_CONTINUOUS, xml_place(t, v->node, "variability"),
                "'%s' is %s and continuous", v->name,
                description_type_word(v->type));
  }
  const char *several = "canHandleMultipleSetPerTimeInstant";
  if (xml_attribute(t, v->node, several) &&
      (v->causality != FMU_INPUT || !c->model_exchange)) {
    finding_add(f, RULE_MULTIPLE_SET, xml_place(t, v->node, several),
                "'%s' is not an input of a Model Exchange FMU", v->name);
  }
  const char *reinit = v->typed ? xml_attribute(t, v->typed, "reinit") : NULL;
  if (reinit && (strcmp(reinit, "true") == 0 || strcmp(reinit, "1") == 0) &&
      !v->is_state) {
    finding_add(f, RULE_REINIT, xml_place(t, v->typed, "reinit"),
                "'%s' is not a continuous-time state", v->name);
  }
}

static void derivative_rule(const CheckTable *c, const CheckVariable *v, int i)
{
  if (v->derivative == 0) return;
  assert(v->typed); /* it has the attribute */
  const XmlTree *t = c->text;
  FindingPlace place = xml_place(t, v->typed, "derivative");
  if (v->derivative < 1 || v->derivative > c->n) {
    finding_add(t->findings, RULE_DERIVATIVE_OF, place,
                "there is no variable %ld", v->derivative);
    return;
  }
  const CheckVariable *of = &c->item[v->derivative - 1];
  const char *fault = NULL;
  if (v->derivative == i + 1)
    fault = "the variable itself";
  else if (!of->typed || of->type != FMU_REAL)
    fault = "no Real";
  else if (of->variability != FMU_CONTINUOUS)
    fault = "not continuous";
  if (fault) {
    finding_add(t->findings, RULE_DERIVATIVE_OF, place,
                "'%s' is the derivative of '%s', which is %s", v->name,
                of->name, fault);
  }
}

static void independent_rules(const CheckTable *c)
{
  const XmlTree *t = c->text;
  const CheckVariable *first = NULL;
  for (int i = 0; i < c->n; i++) {
    const CheckVariable *v = &c->item[i];
    if (v->causality != FMU_INDEPENDENT) continue;
    if (v->typed && v->type != FMU_REAL) {
      finding_add(t->findings, RULE_INDEPENDENT, xml_place(t, v->node, NULL),
                  "the independent variable '%s' is not a Real", v->name);
    }
    if (first) {
      finding_add(t->findings, RULE_INDEPENDENT, xml_place(t, v->node, NULL),
                  "'%s' and '%s' are both independent", first->name, v->name);
    }
    first = v;
  }
}

/* --- alias sets --- */

/* Real, Integer with Enumeration, Boolean, String have references of their
 * own. */
static int reference_kind(const CheckVariable *v)
{
  return v->type == FMU_ENUMERATION ? FMU_INTEGER : (int)v->type;
}

static int fmi2_variable_rules_compare_references(const void *a, const void *b)
{
  const CheckVariable *x = *(const CheckVariable *const *)a;
  const CheckVariable *y = *(const CheckVariable *const *)b;
  int kind = reference_kind(x) - reference_kind(y);
  if (kind) return kind;
  if (x->reference != y->reference) return x->reference < y->reference ? -1 : 1;
  return (x > y) - (x < y); /* the order of the table */
}

static bool is_same(const CheckVariable *x, const CheckVariable *y)
{
  return reference_kind(x) == reference_kind(y) && x->reference == y->reference;
}

static void pair_rules(const CheckTable *c, const CheckVariable *first,
                       const CheckVariable *v, const CheckVariable *started)
{
  assert(is_same(first, v));
  const XmlTree *t = c->text;
  if (started && v->start && v->variability != FMU_CONSTANT) {
    finding_add(t->findings, RULE_ALIAS_START, xml_place(t, v->typed, "start"),
                "'%s' and '%s' share a reference and both have a start",
                started->name, v->name);
  }
  const char *fault = NULL;
  bool settable = v->causality == FMU_INPUT || v->causality == FMU_PARAMETER;
  if (settable && v->causality == first->causality)
    fault = "both are set from outside";
  else if ((v->variability == FMU_CONSTANT) !=
           (first->variability == FMU_CONSTANT))
    fault = "only one of them is constant";
  else if ((v->causality == FMU_INDEPENDENT) !=
           (first->causality == FMU_INDEPENDENT))
    fault = "only one of them is the independent variable";
  if (fault) {
    finding_add(
        t->findings, RULE_ALIAS_KIND, xml_place(t, v->node, "valueReference"),
        "'%s' and '%s' share a reference, but %s", first->name, v->name, fault);
  }
}

static void fmi2_variable_rules_alias_rules(const CheckTable *c)
{
  Arena *arena = c->text->findings->s->session_arena;
  const CheckVariable **v = arena_array(arena, (size_t)c->n, sizeof v[0]);
  int n = 0;
  for (int i = 0; i < c->n; i++) {
    if (c->item[i].typed) v[n++] = &c->item[i];
  }
  qsort(v, (size_t)n, sizeof v[0], fmi2_variable_rules_compare_references);
  const CheckVariable *first = NULL, *started = NULL;
  for (int i = 0; i < n; i++) {
    if (!first || !is_same(first, v[i])) {
      first = v[i];
      started = NULL;
    } else {
      pair_rules(c, first, v[i], started);
    }
    if (!started && v[i]->start && v[i]->variability != FMU_CONSTANT) {
      started = v[i];
    }
  }
}

void fmi2_variable_rules(const CheckTable *c)
{
  const char *convention =
      xml_attribute(c->text, c->root, "variableNamingConvention");
  bool structured = convention && strcmp(convention, "structured") == 0;
  for (int i = 0; i < c->n; i++) {
    const CheckVariable *v = &c->item[i];
    fmi2_variable_rules_name_rules(c, v, structured);
    initial_rules(c, v);
    fmi2_variable_rules_start_rules(c, v);
    fmi2_variable_rules_kind_rules(c, v);
    derivative_rule(c, v, i);
  }
  fmi2_variable_rules_twice_rule(c);
  independent_rules(c);
  fmi2_variable_rules_alias_rules(c);
}
