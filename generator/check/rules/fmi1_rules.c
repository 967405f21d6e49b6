/* fmi1_rules.c: FMI 1.0 for Model Exchange, section 3.3. */
#include "check/rules/fmi1_rules.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "check/rules/variable_name.h"

typedef struct Fmi1Variable {
  xmlNode *node, *typed;
  const char *name, *reference, *causality, *variability, *alias;
  int kind; /* of reference: first letter of the type, Enumeration as Integer */
  int position;
} Fmi1Variable;

typedef struct Fmi1Table {
  const XmlTree *text;
  xmlNode *root;
  Fmi1Variable *item;
  int n, cap;
} Fmi1Table;

static const char *fmi1_rules_word(const XmlTree *t, const xmlNode *node,
                                   const char *name, const char *otherwise)
{
  const char *text = xml_attribute(t, node, name);
  return text ? text : otherwise;
}

static Fmi1Variable fmi1_rules_read_variable(const XmlTree *t, xmlNode *node,
                                             int position)
{
  Fmi1Variable v = {.node = node, .position = position};
  v.name = fmi1_rules_word(t, node, "name", "");
  v.reference = fmi1_rules_word(t, node, "valueReference", "");
  v.causality = fmi1_rules_word(t, node, "causality", "internal");
  v.variability = fmi1_rules_word(t, node, "variability", "continuous");
  v.alias = fmi1_rules_word(t, node, "alias", "noAlias");
  static const char *const type[] = {"Real", "Integer", "Boolean", "String",
                                     "Enumeration"};
  for (int i = 0; i < 5 && !v.typed; i++) {
    v.typed = xml_child(node, type[i]);
    v.kind = type[i][0] == 'E' ? 'I' : type[i][0];
  }
  return v;
}

static Fmi1Table fmi1_rules_read_table(const XmlTree *t)
{
  Fmi1Table c = {.text = t, .root = xmlDocGetRootElement(t->document)};
  xmlNode *node = xml_child(xml_child(c.root, "ModelVariables"), NULL);
  for (; node; node = xml_next(node)) {
    c.item = vector_grow(t->findings->s->session_arena, c.item, &c.cap, c.n + 1,
                         sizeof c.item[0]);
    c.item[c.n] = fmi1_rules_read_variable(t, node, c.n);
    c.n++;
  }
  return c;
}

/* --- order --- */

static int fmi1_rules_compare_names(const void *a, const void *b)
{
  const Fmi1Variable *x = *(const Fmi1Variable *const *)a;
  const Fmi1Variable *y = *(const Fmi1Variable *const *)b;
  int order = strcmp(x->name, y->name);
  return order ? order : x->position - y->position;
}

static int fmi1_rules_compare_references(const void *a, const void *b)
{
  const Fmi1Variable *x = *(const Fmi1Variable *const *)a;
  const Fmi1Variable *y = *(const Fmi1Variable *const *)b;
  if (x->kind != y->kind) return x->kind - y->kind;
  int order = strcmp(x->reference, y->reference);
  return order ? order : x->position - y->position;
}

static const Fmi1Variable **sorted(const Fmi1Table *c,
                                   int (*compare)(const void *, const void *))
{
  const Fmi1Variable **v = arena_array(c->text->findings->s->session_arena,
                                       (size_t)c->n + 1, sizeof v[0]);
  for (int i = 0; i < c->n; i++) v[i] = &c->item[i];
  qsort(v, (size_t)c->n, sizeof v[0], compare);
  return v;
}

/* --- rules --- */

static void fmi1_rules_head_rules(const Fmi1Table *c)
{
  const XmlTree *t = c->text;
  const char *identifier = xml_attribute(t, c->root, "modelIdentifier");
  if (identifier && !variable_name_is_c_identifier(identifier)) {
    finding_add(t->findings, RULE_IDENTIFIER,
                xml_place(t, c->root, "modelIdentifier"),
                "'%s' is not a C identifier", identifier);
  }
}

static void fmi1_rules_start_rules(const Fmi1Table *c, const Fmi1Variable *v)
{
  const XmlTree *t = c->text;
  if (!v->typed) return;
  bool has_start = xml_attribute(t, v->typed, "start") != NULL;
  bool has_fixed = xml_attribute(t, v->typed, "fixed") != NULL;
  if (has_fixed && !has_start) {
    finding_add(t->findings, RULE_FMI1_START, xml_place(t, v->typed, "fixed"),
                "'%s' has fixed without start", v->name);
  } else if (!has_start && strcmp(v->variability, "constant") == 0) {
    finding_add(t->findings, RULE_FMI1_START, xml_place(t, v->typed, NULL),
                "the constant '%s' has no start", v->name);
  }
  if (has_fixed && (strcmp(v->variability, "constant") == 0 ||
                    strcmp(v->causality, "input") == 0)) {
    finding_add(t->findings, RULE_FMI1_START, xml_place(t, v->typed, "fixed"),
                "fixed is not allowed for '%s'", v->name);
  }
}

static const Fmi1Variable *fmi1_rules_find(const Fmi1Variable *const *by_name,
                                           int n, const char *name)
{
  assert(n == 0 || strcmp(by_name[0]->name, by_name[n - 1]->name) <= 0);
  int low = 0, high = n;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (strcmp(by_name[middle]->name, name) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  bool found = low < n && strcmp(by_name[low]->name, name) == 0;
  return found ? by_name[low] : NULL;
}

static void fmi1_rules_dependency_rules(const Fmi1Table *c,
                                        const Fmi1Variable *v,
                                        const Fmi1Variable *const *by_name)
{
  const XmlTree *t = c->text;
  xmlNode *list = xml_child(v->node, "DirectDependency");
  if (!list) return;
  if (strcmp(v->causality, "output") != 0) {
    finding_add(t->findings, RULE_FMI1_DEPENDENCY, xml_place(t, list, NULL),
                "'%s' is not an output", v->name);
  }
  for (xmlNode *node = xml_child(list, "Name"); node; node = xml_next(node)) {
    xmlChar *name = xmlNodeGetContent(node);
    const Fmi1Variable *input =
        fmi1_rules_find(by_name, c->n, (const char *)name);
    if (!input || strcmp(input->causality, "input") != 0) {
      finding_add(t->findings, RULE_FMI1_DEPENDENCY, xml_place(t, node, NULL),
                  "'%s' is not an input", (const char *)name);
    }
    xmlFree(name);
  }
}

static void fmi1_rules_kind_rules(const Fmi1Table *c, const Fmi1Variable *v)
{
  const XmlTree *t = c->text;
  if (v->typed && v->kind != 'R' && strcmp(v->variability, "continuous") == 0) {
    finding_add(
        t->findings, RULE_CONTINUOUS, xml_place(t, v->node, "variability"),
        "'%s' is %s and continuous", v->name, (const char *)v->typed->name);
  }
  const char *convention =
      xml_attribute(t, c->root, "variableNamingConvention");
  size_t at;
  if (convention && strcmp(convention, "structured") == 0 &&
      variable_name_fault(v->name, &at)) {
    finding_add(t->findings, RULE_NAME_GRAMMAR, xml_place(t, v->node, "name"),
                "'%s' is not a structured name: see character %zu", v->name,
                at + 1);
  }
}

static void fmi1_rules_alias_rules(const Fmi1Table *c)
{
  const Fmi1Variable **v = sorted(c, fmi1_rules_compare_references);
  for (int i = 0; i < c->n;) {
    int end = i, owners = 0;
    for (; end < c->n && v[end]->kind == v[i]->kind &&
           strcmp(v[end]->reference, v[i]->reference) == 0;
         end++) {
      owners += strcmp(v[end]->alias, "noAlias") == 0;
    }
    if (owners != 1) {
      finding_add(c->text->findings, RULE_FMI1_ALIAS,
                  xml_place(c->text, v[i]->node, "valueReference"),
                  "reference %s belongs to %d variables that are not aliases",
                  v[i]->reference, owners);
    }
    assert(end > i); /* a variable has its own reference */
    i = end;
  }
}

void fmi1_rules(const XmlTree *t)
{
  Fmi1Table c = fmi1_rules_read_table(t);
  const Fmi1Variable **by_name = sorted(&c, fmi1_rules_compare_names);
  fmi1_rules_head_rules(&c);
  for (int i = 0; i < c.n; i++) {
    const Fmi1Variable *v = &c.item[i];
    fmi1_rules_start_rules(&c, v);
    fmi1_rules_kind_rules(&c, v);
    fmi1_rules_dependency_rules(&c, v, by_name);
    if (i > 0 && strcmp(by_name[i]->name, by_name[i - 1]->name) == 0) {
      finding_add(t->findings, RULE_NAME_TWICE,
                  xml_place(t, by_name[i]->node, "name"), "'%s' is there twice",
                  by_name[i]->name);
    }
  }
  fmi1_rules_alias_rules(&c);
}
