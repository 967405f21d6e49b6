/* ssp_read.c: see ssp_read.h. Systems wait in a queue, whatever their depth. */
#include "couple/ssp_read.h"

#include <assert.h>
#include <string.h>

#include "base/suggest.h"
#include "base/vector.h"
#include "couple/ssp_file.h"
#include "couple/ssp_values.h"
#include "couple/ssp_xml.h"

/* clang-format off */
static const char *const ssp_kind_word[N_SSP_KINDS] = {
  "input", "output", "inout", "parameter", "calculatedParameter"};
/* clang-format on */

typedef struct SspReader {
  SspXml x;
  Ssp *ssp;
  xmlNode **node; /* of each element */
  int cap_nodes;
} SspReader;

int ssp_connector(const SspElement *element, const char *name)
{
  for (int i = 0; i < element->n_connectors; i++) {
    if (strcmp(element->connector[i].name, name) == 0) return i;
  }
  return -1;
}

const char *ssp_end_name(Session *s, const Ssp *ssp, SspEnd end)
{
  const SspElement *e = &ssp->element[end.element];
  assert(end.connector >= 0 && end.connector < e->n_connectors);
  const char *name = e->connector[end.connector].name;
  return e->path[0] ? arena_printf(s->session_arena, "%s.%s", e->path, name)
                    : name;
}

/* --- elements --- */

static bool ssp_read_kind(const SspReader *r, xmlNode *node, SspKind *kind)
{
  const char *text = ssp_xml_needed(&r->x, node, "kind");
  if (!text) return false;
  for (int k = 0; k < N_SSP_KINDS; k++) {
    if (strcmp(text, ssp_kind_word[k]) != 0) continue;
    *kind = (SspKind)k;
    return true;
  }
  return ssp_xml_fault(&r->x, node, "a connector of the unknown kind '%s'",
                       text);
}

static bool ssp_read_connectors(const SspReader *r, xmlNode *node,
                                SspElement *e)
{
  const SspXml *x = &r->x;
  xmlNode *list = ssp_xml_child(node, "Connectors");
  for (xmlNode *c = list ? list->children : NULL; c; c = c->next) {
    if (!ssp_xml_is(c, "Connector")) continue;
    SspConnector k = {.name = ssp_xml_needed(x, c, "name"),
                      .line = xmlGetLineNo(c)};
    xmlNode *typed;
    if (!k.name || !ssp_read_kind(r, c, &k.kind)) return false;
    if (ssp_connector(e, k.name) >= 0)
      return ssp_xml_fault(x, c, "the connector '%s' is there twice", k.name);
    k.type = ssp_xml_type(c, &typed);
    k.unit = typed ? ssp_xml_text(x, typed, "unit") : NULL;
    if (k.type == SSP_ENUMERATION)
      k.enumeration = ssp_xml_text(x, typed, "name");
    e->connector =
        vector_grow(x->s->session_arena, e->connector, &e->cap_connectors,
                    e->n_connectors + 1, sizeof e->connector[0]);
    e->connector[e->n_connectors++] = k;
  }
  return true;
}

static bool ssp_read_component(const SspReader *r, xmlNode *node, SspElement *e)
{
  const SspXml *x = &r->x;
  const char *type = ssp_xml_text(x, node, "type");
  if (type && strcmp(type, "application/x-fmu-sharedlibrary") != 0)
    return ssp_xml_fault(x, node,
                         "the component '%s' is of the type %s: only FMUs are "
                         "run; put the system itself in its place",
                         e->path, type);
  const char *source = ssp_xml_needed(x, node, "source");
  if (!source) return false;
  e->source = ssp_file_name(x, r->ssp, node, source);
  e->implementation = ssp_xml_text(x, node, "implementation");
  return e->source != NULL;
}

/* `parent`: -1 of the system itself, whose name is no part of paths. */
static bool ssp_read_element(SspReader *r, xmlNode *node, int parent)
{
  const SspXml *x = &r->x;
  Ssp *ssp = r->ssp;
  Arena *arena = x->s->session_arena;
  assert(parent < ssp->n_elements);
  SspElement e = {.parent = parent,
                  .path = "",
                  .is_system = ssp_xml_is(node, "System"),
                  .line = xmlGetLineNo(node)};
  e.name = parent < 0 ? "" : ssp_xml_needed(x, node, "name");
  if (!e.name) return false;
  if (parent >= 0) {
    const char *around = ssp->element[parent].path;
    if (!e.name[0]) return ssp_xml_fault(x, node, "an element without a name");
    e.path =
        arena_printf(arena, "%s%s%s", around, around[0] ? "." : "", e.name);
  }
  for (int i = 0; i < ssp->n_elements; i++) {
    if (ssp->element[i].parent == parent &&
        strcmp(ssp->element[i].name, e.name) == 0)
      return ssp_xml_fault(x, node, "the element '%s' is there twice", e.path);
  }
  if (!e.is_system && !ssp_read_component(r, node, &e)) return false;
  if (!ssp_read_connectors(r, node, &e) ||
      !ssp_values_read(x, ssp, node, e.source, &e.values))
    return false;
  ssp->element = vector_grow(arena, ssp->element, &ssp->cap_elements,
                             ssp->n_elements + 1, sizeof e);
  r->node = vector_grow(arena, r->node, &r->cap_nodes, ssp->n_elements + 1,
                        sizeof r->node[0]);
  r->node[ssp->n_elements] = node;
  ssp->element[ssp->n_elements++] = e;
  return true;
}

static bool ssp_read_elements(SspReader *r, int system)
{
  xmlNode *list = ssp_xml_child(r->node[system], "Elements");
  for (xmlNode *c = list ? list->children : NULL; c; c = c->next) {
    if (ssp_xml_is(c, "SignalDictionaryReference"))
      return ssp_xml_fault(&r->x, c,
                           "signal dictionaries are not supported: connect "
                           "the elements themselves");
    if (!ssp_xml_is(c, "Component") && !ssp_xml_is(c, "System")) continue;
    if (!ssp_read_element(r, c, system)) return false;
  }
  return true;
}

/* --- connections --- */

static bool ssp_read_end(const SspReader *r, xmlNode *node, int system,
                         const char *element, const char *connector,
                         SspEnd *end)
{
  const SspXml *x = &r->x;
  const Ssp *ssp = r->ssp;
  const char *name = ssp_xml_text(x, node, element);
  const char *inner = ssp_xml_needed(x, node, connector);
  if (!inner) return false;
  Suggestion near = suggest_for(x->s, name ? name : "");
  end->element = name ? -1 : system;
  for (int i = 0; name && i < ssp->n_elements; i++) {
    const SspElement *e = &ssp->element[i];
    if (e->parent != system) continue;
    suggest_offer(&near, e->name);
    if (strcmp(e->name, name) == 0) end->element = i;
  }
  if (end->element < 0)
    return ssp_xml_fault(x, node, "there is no element '%s'%s", name,
                         suggest_member_text(x->s, &near));
  const SspElement *e = &ssp->element[end->element];
  end->connector = ssp_connector(e, inner);
  if (end->connector >= 0) return true;
  near = suggest_for(x->s, inner);
  for (int i = 0; i < e->n_connectors; i++)
    suggest_offer(&near, e->connector[i].name);
  return ssp_xml_fault(x, node, "%s%s has no connector '%s'%s",
                       e->path[0] ? "" : "the system", e->path, inner,
                       suggest_member_text(x->s, &near));
}

static bool ssp_read_gives(const Ssp *ssp, int system, SspEnd end)
{
  SspKind kind = ssp->element[end.element].connector[end.connector].kind;
  if (end.element == system) return kind == SSP_INPUT || kind == SSP_PARAMETER;
  return kind == SSP_OUTPUT || kind == SSP_INOUT ||
         kind == SSP_CALCULATED_PARAMETER;
}

static bool ssp_read_takes(const Ssp *ssp, int system, SspEnd end)
{
  SspKind kind = ssp->element[end.element].connector[end.connector].kind;
  if (end.element == system)
    return kind == SSP_OUTPUT || kind == SSP_CALCULATED_PARAMETER;
  return kind == SSP_INPUT || kind == SSP_INOUT || kind == SSP_PARAMETER;
}

/* start and end do not say which way the values go. */
static bool ssp_read_direct(const SspReader *r, xmlNode *node, SspEnd start,
                            SspEnd end, SspConnection *c)
{
  const Ssp *ssp = r->ssp;
  Session *s = r->x.s;
  bool forth = ssp_read_gives(ssp, c->system, start) &&
               ssp_read_takes(ssp, c->system, end);
  bool back = ssp_read_gives(ssp, c->system, end) &&
              ssp_read_takes(ssp, c->system, start);
  if (!forth && !back) {
    const SspElement *a = &ssp->element[start.element];
    const SspElement *b = &ssp->element[end.element];
    return ssp_xml_fault(
        &r->x, node,
        "%s, kind %s, and %s, kind %s, cannot be connected: one must give a "
        "value that the other one takes",
        ssp_end_name(s, ssp, start),
        ssp_kind_word[a->connector[start.connector].kind],
        ssp_end_name(s, ssp, end),
        ssp_kind_word[b->connector[end.connector].kind]);
  }
  c->from = forth ? start : end;
  c->to = forth ? end : start;
  for (int k = 0; k < ssp->n_connections; k++) {
    const SspConnection *o = &ssp->connection[k];
    if (o->to.element != c->to.element || o->to.connector != c->to.connector)
      continue;
    return ssp_xml_fault(&r->x, node,
                         "%s has two sources: %s here and %s in line %ld; "
                         "remove one of the connections",
                         ssp_end_name(s, ssp, c->to),
                         ssp_end_name(s, ssp, c->from),
                         ssp_end_name(s, ssp, o->from), o->line);
  }
  return true;
}

static bool ssp_read_connections(SspReader *r, int system)
{
  const SspXml *x = &r->x;
  Ssp *ssp = r->ssp;
  xmlNode *list = ssp_xml_child(r->node[system], "Connections");
  for (xmlNode *node = list ? list->children : NULL; node; node = node->next) {
    if (!ssp_xml_is(node, "Connection")) continue;
    SspConnection c = {.system = system, .line = xmlGetLineNo(node)};
    SspEnd start, end;
    if (!ssp_read_end(r, node, system, "startElement", "startConnector",
                      &start) ||
        !ssp_read_end(r, node, system, "endElement", "endConnector", &end) ||
        !ssp_xml_bool(x, node, "suppressUnitConversion", &c.keeps_unit) ||
        !ssp_xml_transformation(x, node, &c.transformation) ||
        !ssp_read_direct(r, node, start, end, &c))
      return false;
    ssp->connection =
        vector_grow(x->s->session_arena, ssp->connection, &ssp->cap_connections,
                    ssp->n_connections + 1, sizeof c);
    ssp->connection[ssp->n_connections++] = c;
  }
  return true;
}

/* --- the whole --- */

static bool ssp_read_root(SspReader *r, xmlNode *root)
{
  const SspXml *x = &r->x;
  Ssp *ssp = r->ssp;
  xmlNode *system = ssp_xml_child(root, "System");
  xmlNode *experiment = ssp_xml_child(root, "DefaultExperiment");
  ssp->name = ssp_xml_needed(x, root, "name");
  if (!ssp->name) return false;
  if (!system) return ssp_xml_fault(x, root, "there is no System");
  if (experiment &&
      (!ssp_xml_number(x, experiment, "startTime", &ssp->has_start,
                       &ssp->start) ||
       !ssp_xml_number(x, experiment, "stopTime", &ssp->has_stop, &ssp->stop)))
    return false;
  if (!ssp_xml_units(x, root, &ssp->units) ||
      !ssp_xml_enumerations(x, root, &ssp->enumerations) ||
      !ssp_read_element(r, system, -1))
    return false;
  for (int k = 0; k < ssp->n_elements; k++) {
    if (ssp->element[k].is_system && !ssp_read_elements(r, k)) return false;
  }
  for (int k = 0; k < ssp->n_elements; k++) {
    if (ssp->element[k].is_system && !ssp_read_connections(r, k)) return false;
  }
  return true;
}

const Ssp *ssp_read(Session *s, const char *path)
{
  Ssp *ssp = arena_alloc(s->session_arena, sizeof *ssp);
  size_t length;
  const char *bytes = ssp_file_open(s, path, ssp, &length);
  if (!bytes) return NULL;
  SspReader r = {.x = {s, ssp->where}, .ssp = ssp};
  xmlDoc *doc =
      ssp_xml_parse(&r.x, bytes, length, "SystemStructureDescription");
  if (!doc) return NULL;
  bool good = ssp_read_root(&r, xmlDocGetRootElement(doc));
  xmlFreeDoc(doc);
  return good ? ssp : NULL;
}
