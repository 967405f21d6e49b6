/* ssp_xml.c: see ssp_xml.h. */
#include "couple/ssp_xml.h"

#include <assert.h>
#include <libxml/parser.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"

/* clang-format off */
static const char *const ssp_type_words[N_SSP_TYPES] = {
  "Real", "Integer", "Boolean", "String", "Enumeration", "Binary"};
/* clang-format on */

const char *ssp_type_word(SspType type)
{
  return type < N_SSP_TYPES ? ssp_type_words[type] : "no type";
}

/* --- messages --- */

bool ssp_xml_fault(const SspXml *x, const xmlNode *node, const char *format,
                   ...)
{
  va_list args;
  va_start(args, format);
  const char *text = arena_vprintf(session_scratch(x->s), format, args);
  va_end(args);
  diagnostic_file_error(x->s, x->where, E620, "line %ld: %s",
                        xmlGetLineNo(node), text);
  return false;
}

bool ssp_xml_beyond(const SspXml *x, const xmlNode *node, Limit limit,
                    const char *what)
{
  Diagnostic *d = diagnostic_file_error(
      x->s, x->where, E620, "line %ld: there are more than %d %s",
      node ? xmlGetLineNo(node) : 1, x->s->limit[limit], what);
  diagnostic_note(x->s, d, NO_SPAN, "--limit %s=N permits more",
                  limits_row(limit)->name);
  return false;
}

bool ssp_xml_part(const SspXml *x, const xmlNode *node)
{
  if (++x->use->n_parts <= x->s->limit[LIMIT_PARTS]) return true;
  return ssp_xml_beyond(x, node, LIMIT_PARTS,
                        "elements, connectors, connections, values and units");
}

/* --- the tree --- */

static bool ssp_xml_root_fits(const SspXml *x, xmlNode *node, const char *root)
{
  if (!ssp_xml_is(node, root))
    return ssp_xml_fault(x, node, "the root element is not %s", root);
  const char *version = ssp_xml_needed(x, node, "version");
  if (!version) return false;
  return strncmp(version, "1.", 2) == 0 ||
         ssp_xml_fault(x, node, "only SSP 1.0 can be read, this is %s",
                       version);
}

xmlDoc *ssp_xml_parse(const SspXml *x, const char *bytes, size_t length,
                      const char *root)
{
  assert(bytes && root);
  xmlDoc *doc = NULL;
  if (length <= INT_MAX) {
    doc = xmlReadMemory(bytes, (int)length, x->where, NULL,
                        XML_PARSE_NONET | XML_PARSE_NOERROR |
                            XML_PARSE_NOWARNING | XML_PARSE_BIG_LINES);
  }
  if (!doc) {
    const xmlError *e = xmlGetLastError();
    const char *message = e && e->message ? e->message : "too large";
    diagnostic_file_error(x->s, x->where, E620, "line %d: %.*s",
                          e ? e->line : 1, (int)strcspn(message, "\n"),
                          message);
    return NULL;
  }
  xmlNode *node = xmlDocGetRootElement(doc);
  bool good = node != NULL;
  if (good && doc->intSubset)
    good = ssp_xml_fault(x, node, "a document type is not allowed");
  if (good && ssp_xml_root_fits(x, node, root)) return doc;
  xmlFreeDoc(doc);
  return NULL;
}

bool ssp_xml_is(const xmlNode *node, const char *name)
{
  return node->type == XML_ELEMENT_NODE &&
         strcmp((const char *)node->name, name) == 0;
}

xmlNode *ssp_xml_child(xmlNode *parent, const char *name)
{
  for (xmlNode *c = parent ? parent->children : NULL; c; c = c->next) {
    if (ssp_xml_is(c, name)) return c;
  }
  return NULL;
}

/* --- attributes --- */

const char *ssp_xml_text(const SspXml *x, xmlNode *node, const char *name)
{
  xmlChar *value = xmlGetNoNsProp(node, (const xmlChar *)name);
  if (!value) return NULL;
  size_t n = strlen((const char *)value);
  char *copy = arena_copy_text(x->s->session_arena, (const char *)value, n);
  xmlFree(value);
  return copy;
}

const char *ssp_xml_needed(const SspXml *x, xmlNode *node, const char *name)
{
  const char *text = ssp_xml_text(x, node, name);
  if (!text)
    ssp_xml_fault(x, node, "%s without the attribute %s",
                  (const char *)node->name, name);
  return text;
}

bool ssp_xml_number(const SspXml *x, xmlNode *node, const char *name,
                    bool *given, double *value)
{
  const char *text = ssp_xml_text(x, node, name);
  if (!text) return true;
  char *end;
  double number = strtod(text, &end);
  if (end == text || *end || !isfinite(number))
    return ssp_xml_fault(x, node, "%s=\"%s\" is not a number", name, text);
  *value = number;
  if (given) *given = true;
  return true;
}

bool ssp_xml_bool(const SspXml *x, xmlNode *node, const char *name, bool *value)
{
  const char *text = ssp_xml_text(x, node, name);
  if (!text) return true;
  bool is_true = strcmp(text, "true") == 0 || strcmp(text, "1") == 0;
  bool is_false = strcmp(text, "false") == 0 || strcmp(text, "0") == 0;
  if (!is_true && !is_false)
    return ssp_xml_fault(x, node, "%s=\"%s\" is neither true nor false", name,
                         text);
  *value = is_true;
  return true;
}

SspType ssp_xml_type(xmlNode *node, xmlNode **child)
{
  for (xmlNode *c = node->children; c; c = c->next) {
    for (int t = 0; t < N_SSP_TYPES; t++) {
      if (!ssp_xml_is(c, ssp_type_words[t])) continue;
      *child = c;
      return (SspType)t;
    }
  }
  assert(child);
  *child = NULL;
  return SSP_NO_TYPE;
}

/* --- units and enumerations --- */

static bool ssp_xml_base_unit(const SspXml *x, xmlNode *node, Unit *unit)
{
  *unit = (Unit){.factor = 1};
  if (!ssp_xml_number(x, node, "factor", NULL, &unit->factor) ||
      !ssp_xml_number(x, node, "offset", NULL, &unit->offset))
    return false;
  if (unit->factor == 0)
    return ssp_xml_fault(x, node, "the factor of a unit is 0");
  for (int b = 0; b < N_UNIT_BASES; b++) {
    double exponent = 0;
    if (!ssp_xml_number(x, node, unit_base_name[b], NULL, &exponent))
      return false;
    if (fabs(exponent) > 100 || exponent != (int)exponent)
      return ssp_xml_fault(x, node,
                           "the exponent of %s is not whole, or beyond 100",
                           unit_base_name[b]);
    unit->exponent[b] = (int)exponent;
  }
  return true;
}

bool ssp_xml_units(const SspXml *x, xmlNode *root, SspUnits *units)
{
  xmlNode *list = ssp_xml_child(root, "Units");
  for (xmlNode *c = list ? list->children : NULL; c; c = c->next) {
    if (!ssp_xml_is(c, "Unit")) continue;
    if (!ssp_xml_part(x, c)) return false;
    xmlNode *base = ssp_xml_child(c, "BaseUnit");
    SspUnit unit = {.name = ssp_xml_needed(x, c, "name")};
    if (!unit.name) return false;
    if (!base)
      return ssp_xml_fault(x, c, "the unit '%s' has no BaseUnit", unit.name);
    if (!ssp_xml_base_unit(x, base, &unit.unit)) return false;
    units->item = vector_grow(x->s->session_arena, units->item, &units->cap,
                              units->n + 1, sizeof units->item[0]);
    units->item[units->n++] = unit;
  }
  return true;
}

static bool ssp_xml_items(const SspXml *x, xmlNode *node, SspEnumeration *e)
{
  for (xmlNode *c = node->children; c; c = c->next) {
    if (!ssp_xml_is(c, "Item")) continue;
    if (!ssp_xml_part(x, c)) return false;
    double value = 0;
    SspItem item = {.name = ssp_xml_needed(x, c, "name")};
    if (!item.name || !ssp_xml_needed(x, c, "value") ||
        !ssp_xml_number(x, c, "value", NULL, &value))
      return false;
    if (fabs(value) > INT_MAX || value != (int)value)
      return ssp_xml_fault(x, c, "the value of an item is not whole");
    item.value = (int)value;
    e->item = vector_grow(x->s->session_arena, e->item, &e->cap_items,
                          e->n_items + 1, sizeof e->item[0]);
    e->item[e->n_items++] = item;
  }
  return true;
}

bool ssp_xml_enumerations(const SspXml *x, xmlNode *root,
                          SspEnumerations *enumerations)
{
  xmlNode *list = ssp_xml_child(root, "Enumerations");
  for (xmlNode *c = list ? list->children : NULL; c; c = c->next) {
    if (!ssp_xml_is(c, "Enumeration")) continue;
    if (!ssp_xml_part(x, c)) return false;
    SspEnumeration e = {.name = ssp_xml_needed(x, c, "name")};
    if (!e.name || !ssp_xml_items(x, c, &e)) return false;
    enumerations->item =
        vector_grow(x->s->session_arena, enumerations->item, &enumerations->cap,
                    enumerations->n + 1, sizeof e);
    enumerations->item[enumerations->n++] = e;
  }
  return true;
}

/* --- transformations --- */

static bool ssp_xml_entries(const SspXml *x, xmlNode *node,
                            SspTransformation *t)
{
  for (xmlNode *c = node->children; c; c = c->next) {
    if (!ssp_xml_is(c, "MapEntry")) continue;
    if (!ssp_xml_part(x, c)) return false;
    SspMapEntry entry = {ssp_xml_needed(x, c, "source"),
                         ssp_xml_needed(x, c, "target")};
    if (!entry.source || !entry.target) return false;
    for (int k = 0; k < t->n_entries; k++) {
      if (strcmp(t->entry[k].source, entry.source) == 0)
        return ssp_xml_fault(x, c, "the value %s is mapped twice",
                             entry.source);
    }
    t->entry = vector_grow(x->s->session_arena, t->entry, &t->cap_entries,
                           t->n_entries + 1, sizeof entry);
    t->entry[t->n_entries++] = entry;
  }
  return true;
}

bool ssp_xml_transformation(const SspXml *x, xmlNode *node,
                            SspTransformation *t)
{
  static const struct {
    const char *name;
    SspType type;
  } maps[] = {{"BooleanMappingTransformation", SSP_BOOLEAN},
              {"IntegerMappingTransformation", SSP_INTEGER},
              {"EnumerationMappingTransformation", SSP_ENUMERATION}};
  *t = (SspTransformation){.factor = 1, .mapped = SSP_NO_TYPE};
  int n = 0;
  for (xmlNode *c = node->children; c; c = c->next) {
    if (ssp_xml_is(c, "LinearTransformation")) {
      n++;
      t->is_linear = true;
      if (!ssp_xml_number(x, c, "factor", NULL, &t->factor) ||
          !ssp_xml_number(x, c, "offset", NULL, &t->offset))
        return false;
    }
    for (size_t k = 0; k < sizeof maps / sizeof maps[0]; k++) {
      if (!ssp_xml_is(c, maps[k].name)) continue;
      n++;
      t->mapped = maps[k].type;
      if (!ssp_xml_entries(x, c, t)) return false;
    }
  }
  return n <= 1 || ssp_xml_fault(x, node, "there are two transformations");
}
