/* fmi3_rules.c: FMI 3.0, sections 2.4.7 and 2.4.8. */
#include "check/rules/fmi3_rules.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "check/rules/variable_name.h"

typedef struct Fmi3Variable {
  xmlNode *node;
  const char *name, *causality, *variability, *initial;
  unsigned long reference;
  int position;
} Fmi3Variable;

typedef struct Fmi3Table {
  const XmlTree *text;
  xmlNode *root;
  Fmi3Variable *item;
  int n, cap;
  const Fmi3Variable **by_reference;
} Fmi3Table;

/* A name of a variable or of one of its aliases. */
typedef struct Fmi3Name {
  const char *name;
  xmlNode *node;
} Fmi3Name;

static const char *fmi3_rules_word(const XmlTree *t, const xmlNode *node,
                                   const char *name, const char *otherwise)
{
  const char *text = xml_attribute(t, node, name);
  return text ? text : otherwise;
}

static bool fmi3_rules_is_one_of(const char *text, const char *list)
{
  size_t n = strlen(text);
  if (n == 0) return false;
  for (const char *at = list; (at = strstr(at, text)) != NULL; at += n) {
    bool begins = at == list || at[-1] == ' ';
    if (begins && (at[n] == ' ' || !at[n])) return true;
  }
  return false;
}

static bool is_float(const Fmi3Variable *v)
{
  return strncmp((const char *)v->node->name, "Float", 5) == 0;
}

/* FMI 3.0 2.4.7.4: the default of variability and of initial. */
static Fmi3Variable fmi3_rules_read_variable(const XmlTree *t, xmlNode *node,
                                             int position)
{
  Fmi3Variable v = {.node = node, .position = position};
  v.name = fmi3_rules_word(t, node, "name", "");
  v.reference =
      strtoul(fmi3_rules_word(t, node, "valueReference", "0"), NULL, 10);
  v.causality = fmi3_rules_word(t, node, "causality", "local");
  bool fixed = fmi3_rules_is_one_of(
      v.causality, "parameter calculatedParameter structuralParameter");
  v.variability = fmi3_rules_word(t, node, "variability",
                                  fixed          ? "fixed"
                                  : is_float(&v) ? "continuous"
                                                 : "discrete");
  const char *initial = "calculated";
  if (fmi3_rules_is_one_of(v.causality, "input independent"))
    initial = "";
  else if (fmi3_rules_is_one_of(v.causality, "parameter structuralParameter") ||
           strcmp(v.variability, "constant") == 0)
    initial = "exact";
  v.initial = fmi3_rules_word(t, node, "initial", initial);
  return v;
}

static int fmi3_rules_compare_references(const void *a, const void *b)
{
  const Fmi3Variable *x = *(const Fmi3Variable *const *)a;
  const Fmi3Variable *y = *(const Fmi3Variable *const *)b;
  if (x->reference != y->reference) return x->reference < y->reference ? -1 : 1;
  return x->position - y->position;
}

static Fmi3Table fmi3_rules_read_table(const XmlTree *t)
{
  Arena *arena = t->findings->s->session_arena;
  Fmi3Table c = {.text = t, .root = xmlDocGetRootElement(t->document)};
  xmlNode *node = xml_child(xml_child(c.root, "ModelVariables"), NULL);
  for (; node; node = xml_next(node)) {
    c.item = vector_grow(arena, c.item, &c.cap, c.n + 1, sizeof c.item[0]);
    c.item[c.n] = fmi3_rules_read_variable(t, node, c.n);
    c.n++;
  }
  c.by_reference =
      arena_array(arena, (size_t)c.n + 1, sizeof c.by_reference[0]);
  for (int i = 0; i < c.n; i++) c.by_reference[i] = &c.item[i];
  qsort(c.by_reference, (size_t)c.n, sizeof c.by_reference[0],
        fmi3_rules_compare_references);
  return c;
}

static const Fmi3Variable *fmi3_rules_find(const Fmi3Table *c,
                                           unsigned long reference)
{
  assert(c->n == 0 ||
         c->by_reference[0]->reference <= c->by_reference[c->n - 1]->reference);
  int low = 0, high = c->n;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (c->by_reference[middle]->reference < reference)
      low = middle + 1;
    else
      high = middle;
  }
  bool found = low < c->n && c->by_reference[low]->reference == reference;
  return found ? c->by_reference[low] : NULL;
}

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
      next = (Fmi3Name){fmi3_rules_word(t, alias, "name", ""), alias};
      alias = xml_next(alias);
    }
  }
  if (n > 1) qsort(name, (size_t)n, sizeof name[0], fmi3_rules_compare_names);
  const char *convention =
      fmi3_rules_word(t, c->root, "variableNamingConvention", "flat");
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
  if (fmi3_rules_is_one_of(v->causality,
                           "parameter calculatedParameter structuralParameter"))
    return fmi3_rules_is_one_of(v->variability, "fixed tunable");
  if (strcmp(v->causality, "input") == 0)
    return fmi3_rules_is_one_of(v->variability, "discrete continuous");
  if (strcmp(v->causality, "output") == 0)
    return fmi3_rules_is_one_of(v->variability, "constant discrete continuous");
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
  if (strcmp(v->variability, "continuous") == 0 && !is_float(v)) {
    finding_add(f, RULE_CONTINUOUS, xml_place(t, v->node, "variability"),
                "'%s' is %s and continuous", v->name,
                (const char *)v->node->name);
  }
  bool needed = fmi3_rules_is_one_of(v->initial, "exact approx") ||
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

/* Every reference of the attribute names a variable (of this element name, if
 * one is given). */
static void reference_rule(const Fmi3Table *c, const xmlNode *node,
                           const char *attribute, const char *element,
                           RuleId rule)
{
  const XmlTree *t = c->text;
  const char *text = xml_attribute(t, node, attribute);
  for (const char *at = text ? text : ""; *at;) {
    char *end;
    unsigned long reference = strtoul(at, &end, 10);
    if (end == at) return;
    at = end;
    const Fmi3Variable *v = fmi3_rules_find(c, reference);
    if (v && (!element || xml_is(v->node, element))) continue;
    finding_add(t->findings, rule, xml_place(t, node, attribute),
                "%s %lu is not a %s", attribute, reference,
                element ? element : "variable");
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
        reference ? fmi3_rules_find(c, strtoul(reference, NULL, 10)) : NULL;
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
    }
  }
}

/* --- structure --- */

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

static void structure_rules(const Fmi3Table *c)
{
  const XmlTree *t = c->text;
  Findings *f = t->findings;
  bool *output =
      arena_array(f->s->session_arena, (size_t)c->n + 1, sizeof output[0]);
  xmlNode *node = xml_child(xml_child(c->root, "ModelStructure"), NULL);
  for (; node; node = xml_next(node)) {
    reference_rule(c, node, "valueReference", NULL,
                   RULE_FMI3_UNKNOWN_REFERENCE);
    reference_rule(c, node, "dependencies", NULL, RULE_FMI3_UNKNOWN_REFERENCE);
    const char *kinds = xml_attribute(t, node, "dependenciesKind");
    const char *dependencies = xml_attribute(t, node, "dependencies");
    if (kinds && count_words(kinds) != count_words(dependencies)) {
      finding_add(f, RULE_KIND_LENGTH, xml_place(t, node, "dependenciesKind"),
                  "%d kinds for %d dependencies", count_words(kinds),
                  count_words(dependencies));
    }
    const char *reference = xml_attribute(t, node, "valueReference");
    const Fmi3Variable *v =
        reference ? fmi3_rules_find(c, strtoul(reference, NULL, 10)) : NULL;
    if (!v || !xml_is(node, "Output")) continue;
    output[v->position] = true;
    if (strcmp(v->causality, "output") != 0) {
      finding_add(f, RULE_OUTPUT_WRONG, xml_place(t, node, "valueReference"),
                  "'%s' is not an output", v->name);
    }
  }
  for (int i = 0; i < c->n; i++) {
    if (strcmp(c->item[i].causality, "output") != 0 || output[i]) continue;
    finding_add(f, RULE_OUTPUT_MISSING, xml_place(t, c->item[i].node, NULL),
                "the output '%s' is not in ModelStructure", c->item[i].name);
  }
}

static void fmi3_rules_head_rules(const Fmi3Table *c)
{
  static const char *const kind[] = {"ModelExchange", "CoSimulation",
                                     "ScheduledExecution"};
  const XmlTree *t = c->text;
  int found = 0;
  for (int i = 0; i < 3; i++) {
    xmlNode *node = xml_child(c->root, kind[i]);
    if (!node) continue;
    found++;
    const char *save =
        fmi3_rules_word(t, node, "canSerializeFMUState", "false");
    const char *get = fmi3_rules_word(t, node, "canGetAndSetFMUState", "false");
    if (fmi3_rules_is_one_of(save, "true 1") &&
        !fmi3_rules_is_one_of(get, "true 1")) {
      finding_add(t->findings, RULE_CAPABILITY,
                  xml_place(t, node, "canSerializeFMUState"),
                  "%s can serialize states but not get and set them", kind[i]);
    }
  }
  if (found > 0) return;
  finding_add(t->findings, RULE_NO_KIND, xml_place(t, c->root, NULL),
              "the FMU is of no kind");
}

void fmi3_rules(const XmlTree *t)
{
  Fmi3Table c = fmi3_rules_read_table(t);
  fmi3_rules_head_rules(&c);
  fmi3_rules_name_rules(&c);
  for (int i = 0; i < c.n; i++) {
    const Fmi3Variable *v = &c.item[i];
    variable_rules(&c, v);
    dimension_rules(&c, v);
    reference_rule(&c, v->node, "derivative", NULL,
                   RULE_FMI3_UNKNOWN_REFERENCE);
    reference_rule(&c, v->node, "previous", NULL, RULE_FMI3_UNKNOWN_REFERENCE);
    reference_rule(&c, v->node, "clocks", "Clock", RULE_FMI3_CLOCK);
    if (i > 0 &&
        c.by_reference[i]->reference == c.by_reference[i - 1]->reference) {
      finding_add(t->findings, RULE_FMI3_REFERENCE,
                  xml_place(t, c.by_reference[i]->node, "valueReference"),
                  "'%s' and '%s' have the same reference",
                  c.by_reference[i - 1]->name, c.by_reference[i]->name);
    }
  }
  structure_rules(&c);
}
