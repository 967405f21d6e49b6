/* fmi3_table.c: see fmi3_table.h. */
#include "check/rules/fmi3_table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"

const char *fmi3_table_word(const XmlTree *t, const xmlNode *node,
                            const char *name, const char *otherwise)
{
  const char *text = xml_attribute(t, node, name);
  return text ? text : otherwise;
}

bool fmi3_table_is_one_of(const char *text, const char *list)
{
  size_t n = strlen(text);
  if (n == 0) return false;
  for (const char *at = list; (at = strstr(at, text)) != NULL; at += n) {
    bool begins = at == list || at[-1] == ' ';
    if (begins && (at[n] == ' ' || !at[n])) return true;
  }
  return false;
}

bool fmi3_table_is_float(const Fmi3Variable *v)
{
  return strncmp((const char *)v->node->name, "Float", 5) == 0;
}

/* FMI 3.0 2.4.7.4: the default of variability and of initial. */
static Fmi3Variable fmi3_table_variable(const XmlTree *t, xmlNode *node,
                                        int position)
{
  Fmi3Variable v = {.node = node, .position = position};
  v.name = fmi3_table_word(t, node, "name", "");
  v.reference =
      strtoul(fmi3_table_word(t, node, "valueReference", "0"), NULL, 10);
  v.causality = fmi3_table_word(t, node, "causality", "local");
  bool fixed = fmi3_table_is_one_of(
      v.causality, "parameter calculatedParameter structuralParameter");
  v.variability = fmi3_table_word(t, node, "variability",
                                  fixed                     ? "fixed"
                                  : fmi3_table_is_float(&v) ? "continuous"
                                                            : "discrete");
  const char *initial = "calculated";
  if (fmi3_table_is_one_of(v.causality, "input independent"))
    initial = "";
  else if (fmi3_table_is_one_of(v.causality, "parameter structuralParameter") ||
           strcmp(v.variability, "constant") == 0)
    initial = "exact";
  v.initial = fmi3_table_word(t, node, "initial", initial);
  return v;
}

static int fmi3_table_compare(const void *a, const void *b)
{
  const Fmi3Variable *x = *(const Fmi3Variable *const *)a;
  const Fmi3Variable *y = *(const Fmi3Variable *const *)b;
  if (x->reference != y->reference) return x->reference < y->reference ? -1 : 1;
  return x->position - y->position;
}

Fmi3Table fmi3_table_read(XmlTree *t)
{
  Arena *arena = t->findings->s->session_arena;
  Fmi3Table c = {.text = t, .root = xmlDocGetRootElement(t->document)};
  xmlNode *node = xml_child(xml_child(c.root, "ModelVariables"), NULL);
  for (; node; node = xml_next(node)) {
    c.item = vector_grow(arena, c.item, &c.cap, c.n + 1, sizeof c.item[0]);
    c.item[c.n] = fmi3_table_variable(t, node, c.n);
    c.n++;
  }
  c.by_reference =
      arena_array(arena, (size_t)c.n + 1, sizeof c.by_reference[0]);
  for (int i = 0; i < c.n; i++) c.by_reference[i] = &c.item[i];
  qsort(c.by_reference, (size_t)c.n, sizeof c.by_reference[0],
        fmi3_table_compare);
  return c;
}

const Fmi3Variable *fmi3_table_find(const Fmi3Table *c, unsigned long reference)
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

/* Every reference of the attribute names a variable (of this element name, if
 * one is given). */
void fmi3_table_references(const Fmi3Table *c, const xmlNode *node,
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
    const Fmi3Variable *v = fmi3_table_find(c, reference);
    if (v && (!element || xml_is(v->node, element))) continue;
    finding_add(t->findings, rule, xml_place(t, node, attribute),
                "%s %lu is not a %s", attribute, reference,
                element ? element : "variable");
  }
}
