/* ssp_values.c: see ssp_values.h. */
#include "couple/ssp_values.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "couple/ssp_file.h"

/* One binding while it is read. */
typedef struct SspBinding {
  const SspXml *x; /* the description */
  const SspDocument *document;
  xmlNode *node;
  const char *fmu;    /* of its element; NULL: none */
  const char *prefix; /* "" */
} SspBinding;

static bool ssp_values_append(const SspXml *x, const xmlNode *node,
                              SspValues *values, SspValue value)
{
  if (!ssp_xml_part(x, node)) return false;
  assert(value.name && value.is_used);
  values->item = vector_grow(x->s->session_arena, values->item, &values->cap,
                             values->n + 1, sizeof values->item[0]);
  values->item[values->n++] = value;
  return true;
}

/* --- a set --- */

static bool ssp_values_one(const SspXml *x, xmlNode *node, const char *prefix,
                           SspValue *value)
{
  xmlNode *typed;
  const char *name = ssp_xml_needed(x, node, "name");
  if (!name) return false;
  value->name = arena_printf(x->s->session_arena, "%s%s", prefix, name);
  value->type = ssp_xml_type(node, &typed);
  value->where = x->where;
  value->line = xmlGetLineNo(node);
  value->transformation =
      (SspTransformation){.factor = 1, .mapped = SSP_NO_TYPE};
  value->is_used = arena_alloc(x->s->session_arena, sizeof *value->is_used);
  if (!typed)
    return ssp_xml_fault(x, node, "the parameter '%s' has no type", name);
  if (value->type == SSP_BINARY)
    return ssp_xml_fault(x, node,
                         "the parameter '%s' is Binary, which FMUs of "
                         "FMI 2.0 do not have",
                         name);
  value->text = ssp_xml_needed(x, typed, "value");
  value->unit = ssp_xml_text(x, typed, "unit");
  value->enumeration = ssp_xml_text(x, typed, "name");
  return value->text != NULL;
}

static bool ssp_values_set(const SspXml *x, xmlNode *set, const char *prefix,
                           SspValues *values)
{
  SspUnits *units = arena_alloc(x->s->session_arena, sizeof *units);
  SspEnumerations *enumerations =
      arena_alloc(x->s->session_arena, sizeof *enumerations);
  xmlNode *list = ssp_xml_child(set, "Parameters");
  if (!ssp_xml_units(x, set, units) ||
      !ssp_xml_enumerations(x, set, enumerations))
    return false;
  for (xmlNode *c = list ? list->children : NULL; c; c = c->next) {
    if (!ssp_xml_is(c, "Parameter")) continue;
    SspValue value = {.units = units, .enumerations = enumerations};
    if (!ssp_values_one(x, c, prefix, &value) ||
        !ssp_values_append(x, c, values, value))
      return false;
  }
  return true;
}

/* --- where it is --- */

/* The file's own tree is read and dropped; an inline one belongs to `node`. */
typedef bool SspTake(const SspXml *x, xmlNode *root, const void *context,
                     SspValues *values);

static bool ssp_values_from(const SspBinding *b, xmlNode *node,
                            const char *holder, const char *root, SspTake *take,
                            const void *context, SspValues *values)
{
  const SspXml *x = b->x;
  const char *source = ssp_xml_text(x, node, "source");
  if (!source || !source[0]) {
    xmlNode *set =
        ssp_xml_child(holder ? ssp_xml_child(node, holder) : node, root);
    return set ? take(x, set, context, values)
               : ssp_xml_fault(x, node, "there is neither a source nor a %s",
                               root);
  }
  const char *base = ssp_xml_text(x, node, "sourceBase");
  bool is_inside = base && strcmp(base, "component") == 0;
  if (is_inside && !b->fmu)
    return ssp_xml_fault(x, node, "sourceBase=\"component\" of a system");
  size_t length;
  const char *bytes = ssp_file_read(x, b->document, node, source,
                                    is_inside ? b->fmu : NULL, &length);
  if (!bytes) return false;
  SspXml own = {
      x->s,
      arena_printf(x->s->session_arena, "%s: %s", b->document->path, source),
      x->use};
  xmlDoc *doc = ssp_xml_parse(&own, bytes, length, root);
  bool good = doc && take(&own, xmlDocGetRootElement(doc), context, values);
  xmlFreeDoc(doc);
  return good;
}

static bool ssp_values_take_set(const SspXml *x, xmlNode *root,
                                const void *context, SspValues *values)
{
  return ssp_values_set(x, root, context, values);
}

/* --- mappings --- */

/* Appends what the entries name; a value may have several targets. */
static bool ssp_values_take_map(const SspXml *x, xmlNode *root,
                                const void *context, SspValues *values)
{
  const SspValues *all = context;
  assert(values != all);
  for (xmlNode *c = root->children; c; c = c->next) {
    if (!ssp_xml_is(c, "MappingEntry")) continue;
    if (!ssp_xml_part(x, c)) return false;
    const char *source = ssp_xml_needed(x, c, "source");
    const char *target = ssp_xml_needed(x, c, "target");
    SspTransformation t;
    bool keeps_unit = false;
    if (!source || !target || !ssp_xml_transformation(x, c, &t) ||
        !ssp_xml_bool(x, c, "suppressUnitConversion", &keeps_unit))
      return false;
    for (int k = 0; k < values->n; k++) {
      if (strcmp(values->item[k].name, target) == 0)
        return ssp_xml_fault(x, c, "two values are mapped to '%s'", target);
    }
    for (int k = 0; k < all->n; k++) {
      if (strcmp(all->item[k].name, source) != 0) continue;
      SspValue value = all->item[k];
      value.name = target;
      value.transformation = t;
      value.keeps_unit = keeps_unit;
      if (!ssp_values_append(x, c, values, value)) return false;
    }
  }
  return true;
}

/* --- bindings --- */

static bool ssp_values_binding(const SspBinding *b, SspValues *values)
{
  const SspXml *x = b->x;
  const char *type = ssp_xml_text(x, b->node, "type");
  if (type && strcmp(type, "application/x-ssp-parameter-set") != 0)
    return ssp_xml_fault(x, b->node, "parameters of the type %s are not read",
                         type);
  SspValues given = {0}, mapped = {0}, *taken = &given;
  if (!ssp_values_from(b, b->node, "ParameterValues", "ParameterSet",
                       ssp_values_take_set, b->prefix, &given))
    return false;
  xmlNode *map = ssp_xml_child(b->node, "ParameterMapping");
  if (map) {
    if (!ssp_values_from(b, map, NULL, "ParameterMapping", ssp_values_take_map,
                         &given, &mapped))
      return false;
    taken = &mapped;
  }
  for (int k = 0; k < taken->n; k++) {
    if (!ssp_values_append(x, b->node, values, taken->item[k])) return false;
  }
  return true;
}

bool ssp_values_read(const SspXml *x, const SspDocument *document,
                     xmlNode *node, const char *fmu, SspValues *values)
{
  xmlNode *list = ssp_xml_child(node, "ParameterBindings");
  for (xmlNode *c = list ? list->children : NULL; c; c = c->next) {
    if (!ssp_xml_is(c, "ParameterBinding")) continue;
    if (!ssp_xml_part(x, c)) return false;
    const char *prefix = ssp_xml_text(x, c, "prefix");
    SspBinding b = {x, document, c, fmu, prefix ? prefix : ""};
    if (!ssp_values_binding(&b, values)) return false;
  }
  return true;
}
