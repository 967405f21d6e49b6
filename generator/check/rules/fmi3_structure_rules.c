/* fmi3_structure_rules.c: FMI 3.0, section 2.4.8. */
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "check/rules/fmi3_table.h"

/* In step with the elements of ModelStructure. */
typedef enum ThirdList {
  THIRD_OUTPUT,
  THIRD_DERIVATIVE,
  THIRD_CLOCKED,
  THIRD_INITIAL,
  THIRD_INDICATOR,
  N_THIRD_LISTS
} ThirdList;

static const char *const list_word[N_THIRD_LISTS] = {
    "Output", "ContinuousStateDerivative", "ClockedState", "InitialUnknown",
    "EventIndicator"};

/* Which variables stand in which list. */
typedef struct ThirdStructure {
  const Fmi3Table *table;
  bool *listed[N_THIRD_LISTS];
  bool *is_state; /* of a derivative that is listed */
} ThirdStructure;

static int count_words(const char *text)
{
  int n = 0;
  for (bool inside = false; text && *text; text++) {
    bool blank = isspace((unsigned char)*text) != 0;
    n += !blank && !inside;
    inside = !blank;
  }
  return n;
}

static void third_kind_rules(const Fmi3Table *c, const xmlNode *node,
                             const Fmi3Variable *v, bool is_initial)
{
  const XmlTree *t = c->text;
  Findings *f = t->findings;
  const char *kinds = xml_attribute(t, node, "dependenciesKind");
  const char *dependencies = xml_attribute(t, node, "dependencies");
  if (!kinds) return;
  FindingPlace place = xml_place(t, node, "dependenciesKind");
  if (count_words(kinds) != count_words(dependencies)) {
    finding_add(f, RULE_KIND_LENGTH, place, "%d kinds for %d dependencies",
                count_words(kinds), count_words(dependencies));
  }
  for (const char *at = kinds; *(at += strspn(at, " \t\r\n"));) {
    size_t n = strcspn(at, " \t\r\n");
    bool plain = n == 9 && memcmp(at, "dependent", 9) == 0;
    bool constant = n == 8 && memcmp(at, "constant", 8) == 0;
    if (is_initial && !plain && !constant) {
      finding_add(f, RULE_KIND_VALUE, place,
                  "'%.*s' is not allowed in InitialUnknown", (int)n, at);
    } else if (!plain && v && !fmi3_table_is_float(v)) {
      finding_add(f, RULE_KIND_REAL, place,
                  "'%.*s' for '%s', which is no float", (int)n, at, v->name);
    }
    at += n;
  }
}

/* Knowns of the lists but InitialUnknown. */
static bool is_third_known(const ThirdStructure *s, const Fmi3Variable *v,
                           bool is_initial)
{
  if (fmi3_table_is_one_of(v->causality, "input independent")) return true;
  if (is_initial) return strcmp(v->initial, "exact") == 0;
  return fmi3_table_is_one_of(v->causality, "parameter structuralParameter") ||
         s->is_state[v->position] || strcmp(v->variability, "discrete") == 0 ||
         strcmp(v->variability, "tunable") == 0;
}

static void third_dependency_rules(const ThirdStructure *s, const xmlNode *node,
                                   bool is_initial)
{
  const XmlTree *t = s->table->text;
  const char *text = xml_attribute(t, node, "dependencies");
  for (const char *at = text ? text : ""; *at;) {
    char *end;
    unsigned long reference = strtoul(at, &end, 10);
    if (end == at) return;
    at = end;
    const Fmi3Variable *v = fmi3_table_find(s->table, reference);
    if (!v || is_third_known(s, v, is_initial)) continue;
    finding_add(t->findings, RULE_DEPENDENCY_KNOWN,
                xml_place(t, node, "dependencies"), "'%s' is not a known of %s",
                v->name, (const char *)node->name);
  }
}

/* --- which variables a list holds --- */

static void third_member_rules(const ThirdStructure *s, ThirdList list,
                               const xmlNode *node, const Fmi3Variable *v)
{
  const XmlTree *t = s->table->text;
  Findings *f = t->findings;
  FindingPlace place = xml_place(t, node, "valueReference");
  bool is_continuous = strcmp(v->variability, "continuous") == 0;
  switch (list) {
  case THIRD_OUTPUT:
    if (strcmp(v->causality, "output") != 0)
      finding_add(f, RULE_OUTPUT_WRONG, place, "'%s' is not an output",
                  v->name);
    break;
  case THIRD_DERIVATIVE:
    if (!xml_attribute(t, v->node, "derivative"))
      finding_add(f, RULE_DERIVATIVE_WRONG, place,
                  "'%s' has no derivative attribute", v->name);
    break;
  case THIRD_CLOCKED:
    if (!xml_attribute(t, v->node, "previous") ||
        !xml_attribute(t, v->node, "clocks") || xml_is(v->node, "Clock") ||
        strcmp(v->variability, "discrete") != 0)
      finding_add(f, RULE_FMI3_CLOCKED_STATE, place,
                  "'%s' lacks previous or clocks, or is not discrete", v->name);
    break;
  case THIRD_INDICATOR:
    if (!is_continuous || !fmi3_table_is_float(v))
      finding_add(f, RULE_FMI3_INDICATOR, place,
                  "'%s' is not a continuous float", v->name);
    break;
  case THIRD_INITIAL:
  case N_THIRD_LISTS: break;
  }
}

static const Fmi3Variable *
third_variable(const Fmi3Table *c, const xmlNode *node, const char *attribute)
{
  const char *text = xml_attribute(c->text, node, attribute);
  return text ? fmi3_table_find(c, strtoul(text, NULL, 10)) : NULL;
}

static int third_list_of(const xmlNode *node)
{
  for (int i = 0; i < N_THIRD_LISTS; i++) {
    if (xml_is(node, list_word[i])) return i;
  }
  return -1;
}

static ThirdStructure third_structure(const Fmi3Table *c, xmlNode *first)
{
  Arena *arena = c->text->findings->s->session_arena;
  size_t n = (size_t)c->n + 1;
  ThirdStructure s = {.table = c};
  s.is_state = arena_array(arena, n, sizeof(bool));
  for (int i = 0; i < N_THIRD_LISTS; i++)
    s.listed[i] = arena_array(arena, n, sizeof(bool));
  for (xmlNode *node = first; node; node = xml_next(node)) {
    if (third_list_of(node) != THIRD_DERIVATIVE) continue;
    const Fmi3Variable *rate = third_variable(c, node, "valueReference");
    const Fmi3Variable *state =
        rate ? third_variable(c, rate->node, "derivative") : NULL;
    if (state) s.is_state[state->position] = true;
  }
  return s;
}

static void third_element_rules(ThirdStructure *s, xmlNode *node)
{
  const Fmi3Table *c = s->table;
  const XmlTree *t = c->text;
  int list = third_list_of(node);
  fmi3_table_references(c, node, "valueReference", NULL,
                        RULE_FMI3_UNKNOWN_REFERENCE);
  fmi3_table_references(c, node, "dependencies", NULL,
                        RULE_FMI3_UNKNOWN_REFERENCE);
  const Fmi3Variable *v = third_variable(c, node, "valueReference");
  third_kind_rules(c, node, v, list == THIRD_INITIAL);
  if (!v || list < 0) return;
  if (s->listed[list][v->position]) {
    finding_add(t->findings, RULE_UNKNOWN_TWICE,
                xml_place(t, node, "valueReference"),
                "'%s' is there twice in %s", v->name, list_word[list]);
  }
  s->listed[list][v->position] = true;
  third_dependency_rules(s, node, list == THIRD_INITIAL);
  third_member_rules(s, (ThirdList)list, node, v);
}

/* --- completeness --- */

static bool is_third_initial(const ThirdStructure *s, const Fmi3Variable *v)
{
  if (strcmp(v->causality, "calculatedParameter") == 0) return true;
  if (!fmi3_table_is_one_of(v->initial, "approx calculated")) return false;
  bool is_clocked = xml_attribute(s->table->text, v->node, "clocks") != NULL;
  bool is_output = strcmp(v->causality, "output") == 0 && !is_clocked &&
                   !xml_is(v->node, "Clock");
  return is_output || s->is_state[v->position] ||
         s->listed[THIRD_DERIVATIVE][v->position];
}

static void third_completeness_rules(const ThirdStructure *s,
                                     const Fmi3Variable *v)
{
  const XmlTree *t = s->table->text;
  Findings *f = t->findings;
  FindingPlace place = xml_place(t, v->node, NULL);
  bool is_output = strcmp(v->causality, "output") == 0;
  if (is_output && !s->listed[THIRD_OUTPUT][v->position])
    finding_add(f, RULE_OUTPUT_MISSING, place,
                "the output '%s' is not in ModelStructure", v->name);
  bool expected = is_third_initial(s, v);
  bool is_listed = s->listed[THIRD_INITIAL][v->position];
  bool is_clocked = xml_attribute(t, v->node, "clocks") != NULL;
  /* an output, but without the attribute `initial` */
  bool is_open = is_output && xml_is(v->node, "Clock");
  if (expected && !is_listed) {
    finding_add(f, RULE_INITIAL_MISSING, place,
                "'%s' is not in the list of InitialUnknown", v->name);
  } else if (!expected && is_listed && !is_clocked && !is_open) {
    finding_add(f, RULE_INITIAL_WRONG, place, "'%s' is not an initial unknown",
                v->name);
  }
  if (s->is_state[v->position] &&
      (!fmi3_table_is_one_of(v->causality, "local output") ||
       strcmp(v->variability, "continuous") != 0)) {
    finding_add(f, RULE_STATE_KIND, place, "the state '%s' is %s and %s",
                v->name, v->causality, v->variability);
  }
}

void fmi3_structure_rules(const Fmi3Table *c)
{
  xmlNode *first = xml_child(xml_child(c->root, "ModelStructure"), NULL);
  ThirdStructure s = third_structure(c, first);
  assert(s.table == c);
  for (xmlNode *node = first; node; node = xml_next(node))
    third_element_rules(&s, node);
  for (int i = 0; i < c->n; i++) third_completeness_rules(&s, &c->item[i]);
}
