/* fmi2_structure_rules.c: FMI 2.0.5, section 2.2.8. */
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "check/rules/fmi2_rules.h"

/* One list of unknowns. */
typedef struct UnknownList {
  const CheckTable *table;
  const char *name; /* of the element */
  bool initial;     /* InitialUnknowns */
  bool *listed;     /* per variable */
} UnknownList;

/* The variable of an Unknown, -1 after a finding. */
static long unknown_index(const UnknownList *l, const xmlNode *unknown)
{
  const XmlTree *t = l->table->text;
  long index;
  if (!fmi2_whole(t, unknown, "index", &index)) return -1;
  if (index >= 1 && index <= l->table->n) return index - 1;
  finding_add(t->findings, RULE_INDEX_RANGE, xml_place(t, unknown, "index"),
              "there is no variable %ld", index);
  return -1;
}

/* --- dependencies --- */

static bool fmi2_structure_rules_is_known(const UnknownList *l,
                                          const CheckVariable *v)
{
  if (v->causality == FMU_INPUT || v->causality == FMU_INDEPENDENT) return true;
  return l->initial ? v->initial == FMU_EXACT : v->is_state;
}

/* The next whole number of a list; false at its end. */
static bool next_number(const char **at, long *value)
{
  while (isspace((unsigned char)**at)) ++*at;
  if (!**at) return false;
  char *end;
  *value = strtol(*at, &end, 10);
  if (end == *at) return false;
  *at = end;
  return true;
}

static int fmi2_structure_rules_dependency_rules(const UnknownList *l,
                                                 const xmlNode *unknown,
                                                 const char *text)
{
  const XmlTree *t = l->table->text;
  Findings *f = t->findings;
  FindingPlace place = xml_place(t, unknown, "dependencies");
  int n = 0;
  long value, before = 0;
  for (const char *at = text; next_number(&at, &value); n++) {
    if (value < 1 || value > l->table->n) {
      finding_add(f, RULE_INDEX_RANGE, place, "there is no variable %ld",
                  value);
      continue;
    }
    if (value <= before) {
      finding_add(f, RULE_DEPENDENCY_ORDER, place, "%ld comes after %ld", value,
                  before);
    }
    before = value;
    const CheckVariable *v = &l->table->item[value - 1];
    if (!fmi2_structure_rules_is_known(l, v)) {
      finding_add(f, RULE_DEPENDENCY_KNOWN, place, "'%s' is not a known of %s",
                  v->name, l->name);
    }
  }
  return n;
}

static void fmi2_structure_rules_kind_rules(const UnknownList *l,
                                            const xmlNode *unknown,
                                            const CheckVariable *v,
                                            const char *text, int n)
{
  const XmlTree *t = l->table->text;
  Findings *f = t->findings;
  FindingPlace place = xml_place(t, unknown, "dependenciesKind");
  int kinds = 0;
  for (const char *at = text; *at;) {
    at += strspn(at, " \t\r\n");
    size_t length = strcspn(at, " \t\r\n");
    if (length == 0) break;
    kinds++;
    bool plain = length == 9 && memcmp(at, "dependent", 9) == 0;
    bool constant = length == 8 && memcmp(at, "constant", 8) == 0;
    if (l->initial && !plain && !constant) {
      finding_add(f, RULE_KIND_VALUE, place,
                  "'%.*s' is not allowed in InitialUnknowns", (int)length, at);
    } else if (!plain && v->typed && v->type != FMU_REAL) {
      finding_add(f, RULE_KIND_REAL, place,
                  "'%.*s' for '%s', which is not a Real", (int)length, at,
                  v->name);
    }
    at += length;
  }
  if (kinds != n) {
    finding_add(f, RULE_KIND_LENGTH, place, "%d kinds for %d dependencies",
                kinds, n);
  }
}

static void unknown_rules(const UnknownList *l, const xmlNode *unknown,
                          const CheckVariable *v)
{
  const XmlTree *t = l->table->text;
  const char *dependencies = xml_attribute(t, unknown, "dependencies");
  const char *kinds = xml_attribute(t, unknown, "dependenciesKind");
  int n = dependencies
              ? fmi2_structure_rules_dependency_rules(l, unknown, dependencies)
              : 0;
  if (kinds) fmi2_structure_rules_kind_rules(l, unknown, v, kinds, n);
}

/* --- which variables a list holds --- */

static void wrong_rule(const UnknownList *l, const xmlNode *unknown,
                       const CheckVariable *v)
{
  const XmlTree *t = l->table->text;
  FindingPlace place = xml_place(t, unknown, "index");
  bool output = strcmp(l->name, "Outputs") == 0;
  if (output && v->causality != FMU_OUTPUT) {
    finding_add(t->findings, RULE_OUTPUT_WRONG, place, "'%s' is not an output",
                v->name);
  } else if (strcmp(l->name, "Derivatives") == 0 && v->derivative == 0) {
    finding_add(t->findings, RULE_DERIVATIVE_WRONG, place,
                "'%s' has no derivative attribute", v->name);
  }
}

static UnknownList fmi2_structure_rules_read_list(const CheckTable *c,
                                                  const char *name)
{
  assert(c->structure);
  const XmlTree *t = c->text;
  UnknownList l = {c, name, strcmp(name, "InitialUnknowns") == 0,
                   arena_array(t->findings->s->session_arena, (size_t)c->n + 1,
                               sizeof(bool))};
  xmlNode *unknown = xml_child(xml_child(c->structure, name), "Unknown");
  long before = -1;
  for (; unknown; unknown = xml_next(unknown)) {
    long i = unknown_index(&l, unknown);
    if (i < 0) continue;
    FindingPlace place = xml_place(t, unknown, "index");
    if (l.listed[i]) {
      finding_add(t->findings, RULE_UNKNOWN_TWICE, place,
                  "'%s' is there twice in %s", c->item[i].name, name);
    } else if (l.initial && i < before) {
      finding_add(t->findings, RULE_INITIAL_ORDER, place,
                  "index %ld comes after %ld", i + 1, before + 1);
    }
    before = i;
    l.listed[i] = true;
    wrong_rule(&l, unknown, &c->item[i]);
    unknown_rules(&l, unknown, &c->item[i]);
  }
  return l;
}

static bool fmi2_structure_rules_is_initial_unknown(const CheckVariable *v)
{
  if (v->causality == FMU_CALCULATED_PARAMETER) return true;
  bool computed = v->initial == FMU_APPROX || v->initial == FMU_CALCULATED;
  bool exposed =
      v->causality == FMU_OUTPUT || v->is_state || v->is_state_derivative;
  return computed && exposed;
}

static void completeness_rules(const CheckTable *c, const UnknownList *outputs,
                               const UnknownList *initial)
{
  assert(!outputs->initial && initial->initial);
  const XmlTree *t = c->text;
  Findings *f = t->findings;
  for (int i = 0; i < c->n; i++) {
    const CheckVariable *v = &c->item[i];
    FindingPlace place = xml_place(t, v->node, NULL);
    if (v->causality == FMU_OUTPUT && !outputs->listed[i]) {
      finding_add(f, RULE_OUTPUT_MISSING, place,
                  "the output '%s' (index %d) is not in Outputs", v->name,
                  i + 1);
    }
    bool expected = fmi2_structure_rules_is_initial_unknown(v);
    if (expected && !initial->listed[i]) {
      finding_add(f, RULE_INITIAL_MISSING, place,
                  "'%s' (index %d) is not in InitialUnknowns", v->name, i + 1);
    } else if (!expected && initial->listed[i]) {
      finding_add(f, RULE_INITIAL_WRONG, place,
                  "'%s' (index %d) is not an initial unknown", v->name, i + 1);
    }
    if (v->is_state &&
        ((v->causality != FMU_LOCAL && v->causality != FMU_OUTPUT) ||
         v->variability != FMU_CONTINUOUS)) {
      finding_add(
          f, RULE_STATE_KIND, place, "the state '%s' is %s and %s", v->name,
          v->causality < 0
              ? "?"
              : description_causality_word((FmuCausality)v->causality),
          v->variability < 0
              ? "?"
              : description_variability_word((FmuVariability)v->variability));
    }
  }
}

void fmi2_structure_rules(const CheckTable *c)
{
  if (!c->structure) return; /* the schema has reported */
  UnknownList outputs = fmi2_structure_rules_read_list(c, "Outputs");
  fmi2_structure_rules_read_list(c, "Derivatives");
  UnknownList initial = fmi2_structure_rules_read_list(c, "InitialUnknowns");
  completeness_rules(c, &outputs, &initial);
}
