/* ssp_read.c: see ssp_read.h. Systems wait in a queue, whatever their depth. */
#include "couple/ssp_read.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "couple/ssp_connect.h"
#include "couple/ssp_dictionary.h"
#include "couple/ssp_file.h"
#include "couple/ssp_values.h"
#include "couple/ssp_xml.h"
#include "flatten/flat/name_map.h"

#define SSP_LONGEST_PATH 1024

/* --- elements --- */

static bool ssp_read_kind(const SspXml *x, xmlNode *node, SspKind *kind)
{
  const char *text = ssp_xml_needed(x, node, "kind");
  if (!text) return false;
  for (int k = 0; k < N_SSP_KINDS; k++) {
    if (strcmp(text, ssp_kind_word((SspKind)k)) != 0) continue;
    *kind = (SspKind)k;
    return true;
  }
  return ssp_xml_fault(x, node, "a connector of the unknown kind '%s'", text);
}

static bool ssp_read_connectors(const SspXml *x, xmlNode *node, SspElement *e)
{
  xmlNode *list = ssp_xml_child(node, "Connectors");
  NameMap known;
  name_map_init(&known, x->s->session_arena);
  for (xmlNode *c = list ? list->children : NULL; c; c = c->next) {
    if (!ssp_xml_is(c, "Connector")) continue;
    if (!ssp_xml_part(x, c)) return false;
    SspConnector k = {.name = ssp_xml_needed(x, c, "name"),
                      .units = &e->document->units,
                      .enumerations = &e->document->enumerations,
                      .line = xmlGetLineNo(c)};
    xmlNode *typed;
    if (!k.name || !ssp_read_kind(x, c, &k.kind)) return false;
    Name name = session_name(x->s, k.name);
    if (name_map_find(&known, 0, name))
      return ssp_xml_fault(x, c, "the connector '%s' is there twice", k.name);
    name_map_add(&known, 0, name, c);
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

/* An FMU, or a description in place of a system. */
static bool ssp_read_component(const SspXml *x, xmlNode *node, SspElement *e)
{
  const char *type = ssp_xml_text(x, node, "type");
  const char *source = ssp_xml_needed(x, node, "source");
  if (!source) return false;
  size_t n = strlen(source);
  e->is_system =
      type ? strcmp(type, "application/x-ssp-package") == 0 ||
                 strcmp(type, "application/x-ssp-definition") == 0
           : source[0] == '#' || (n > 4 && strcmp(source + n - 4, ".ssp") == 0);
  if (!e->is_system && type &&
      strcmp(type, "application/x-fmu-sharedlibrary") != 0)
    return ssp_xml_fault(x, node,
                         "the component '%s' is of the type %s: only FMUs and "
                         "descriptions of systems are run",
                         e->path, type);
  e->implementation = ssp_xml_text(x, node, "implementation");
  e->source =
      e->is_system ? source : ssp_file_name(x, e->document, node, source);
  return e->source != NULL;
}

/* What is special for the kind of the element; `e` has a name. */
static bool ssp_read_special(const SspReader *r, const SspXml *x, xmlNode *node,
                             SspElement *e)
{
  if (ssp_xml_is(node, "System")) {
    e->is_system = true;
    return ssp_dictionaries_read(x, e->document, node, e);
  }
  if (ssp_xml_is(node, "SignalDictionaryReference")) {
    e->is_system = true;
    e->refers = ssp_dictionary_find(x, r->ssp, e->parent, node);
    return e->refers != NULL;
  }
  return ssp_read_component(x, node, e);
}

/* The file whose parameter sets a binding may mean. */
static const char *ssp_read_file_of(const SspElement *e)
{
  size_t n = e->source ? strlen(e->source) : 0;
  bool is_archive = n > 4 && (strcmp(e->source + n - 4, ".fmu") == 0 ||
                              strcmp(e->source + n - 4, ".ssp") == 0);
  return !e->is_system || is_archive ? e->source : NULL;
}

/* A name that nothing beside it has; "" of a description's own system. */
static bool ssp_read_name(SspReader *r, const SspXml *x, xmlNode *node,
                          SspElement *e)
{
  const Ssp *ssp = r->ssp;
  const SspElement *around = e->parent >= 0 ? &ssp->element[e->parent] : NULL;
  bool is_own = !around || around->source;
  e->name = is_own ? "" : ssp_xml_needed(x, node, "name");
  e->path = around ? around->path : "";
  e->path_length = strlen(e->path);
  if (!e->name || is_own) return e->name != NULL;
  if (!e->name[0]) return ssp_xml_fault(x, node, "an element without a name");
  e->path = arena_printf(r->s->session_arena, "%s%s%s", around->path,
                         around->path[0] ? "." : "", e->name);
  e->path_length = strlen(e->path);
  if (e->path_length > SSP_LONGEST_PATH)
    return ssp_xml_fault(x, node, "the path of an element is longer than %d",
                         SSP_LONGEST_PATH);
  for (int i = e->parent; i < ssp->n_elements; i++) {
    if (ssp->element[i].parent == e->parent &&
        strcmp(ssp->element[i].name, e->name) == 0)
      return ssp_xml_fault(x, node, "the element '%s' is there twice", e->path);
  }
  return true;
}

/* `parent`: -1 of the system itself, whose name is no part of paths. */
static bool ssp_read_element(SspReader *r, xmlNode *node, int parent,
                             const SspDocument *document)
{
  SspXml x = ssp_reader_xml(r, document);
  Ssp *ssp = r->ssp;
  Arena *arena = r->s->session_arena;
  assert(parent < ssp->n_elements);
  SspElement e = {.parent = parent,
                  .depth = parent < 0 ? 0 : ssp->element[parent].depth + 1,
                  .document = document,
                  .line = xmlGetLineNo(node)};
  if (e.depth > r->s->limit[LIMIT_SYSTEMS])
    return ssp_xml_beyond(&x, node, LIMIT_SYSTEMS, "systems inside of systems");
  if (!ssp_xml_part(&x, node) || !ssp_read_name(r, &x, node, &e) ||
      !ssp_read_special(r, &x, node, &e) ||
      !ssp_read_connectors(&x, node, &e) ||
      (e.refers && !ssp_dictionary_check(&x, node, &e)) ||
      !ssp_values_read(&x, document, node, ssp_read_file_of(&e), &e.values))
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
  const SspDocument *document = r->ssp->element[system].document;
  for (xmlNode *c = list ? list->children : NULL; c; c = c->next) {
    if (!ssp_xml_is(c, "Component") && !ssp_xml_is(c, "System") &&
        !ssp_xml_is(c, "SignalDictionaryReference"))
      continue;
    if (!ssp_read_element(r, c, system, document)) return false;
  }
  return true;
}

/* --- descriptions --- */

/* The units and enumerations of a description, and its system. */
static bool ssp_read_document(SspReader *r, const char *bytes, size_t length,
                              SspDocument *document, xmlNode **root,
                              xmlNode **system)
{
  SspXml x = ssp_reader_xml(r, document);
  xmlDoc *doc = ssp_xml_parse(&x, bytes, length, "SystemStructureDescription");
  if (!doc) return false;
  r->doc = vector_grow(r->s->session_arena, r->doc, &r->cap_docs, r->n_docs + 1,
                       sizeof doc);
  r->doc[r->n_docs++] = doc;
  *root = xmlDocGetRootElement(doc);
  *system = ssp_xml_child(*root, "System");
  if (!*system) return ssp_xml_fault(&x, *root, "there is no System");
  return ssp_xml_units(&x, *root, &document->units) &&
         ssp_xml_enumerations(&x, *root, &document->enumerations);
}

/* The system with that id; NULL: there is none. */
static xmlNode *ssp_read_id(const SspXml *x, xmlNode *from, const char *id)
{
  xmlNode *top = xmlDocGetRootElement(from->doc);
  for (xmlNode *at = top; at;) {
    const char *own =
        ssp_xml_is(at, "System") ? ssp_xml_text(x, at, "id") : NULL;
    if (own && strcmp(own, id) == 0) return at;
    if (at->type == XML_ELEMENT_NODE && at->children) {
      at = at->children;
      continue;
    }
    while (at && at != top && !at->next) at = at->parent;
    at = at && at != top ? at->next : NULL;
  }
  return NULL;
}

/* "#id": a system of the same description once more. */
static bool ssp_read_again(SspReader *r, int wrapper)
{
  const Ssp *ssp = r->ssp;
  const SspElement *e = &ssp->element[wrapper];
  assert(e->source && e->source[0] == '#');
  SspXml x = ssp_reader_xml(r, e->document);
  xmlNode *system = ssp_read_id(&x, r->node[wrapper], e->source + 1);
  if (!system)
    return ssp_xml_fault(&x, r->node[wrapper],
                         "there is no system with the id "
                         "'%s'",
                         e->source + 1);
  for (int at = wrapper; at >= 0; at = ssp->element[at].parent) {
    if (r->node[at] == system)
      return ssp_xml_fault(&x, r->node[wrapper],
                           "the system '%s' is inside of itself",
                           e->source + 1);
  }
  return ssp_read_element(r, system, wrapper, e->document);
}

/* A component that is a description: its system becomes an element in it. */
static bool ssp_read_inside(SspReader *r, int wrapper)
{
  const SspElement *e = &r->ssp->element[wrapper];
  SspXml x = ssp_reader_xml(r, e->document);
  assert(e->is_system && e->source);
  if (e->source[0] == '#') return ssp_read_again(r, wrapper);
  SspDocument *document = arena_alloc(r->s->session_arena, sizeof *document);
  size_t length;
  xmlNode *root, *system;
  const char *bytes = ssp_file_open_inside(&x, e->document, r->node[wrapper],
                                           e->source, document, &length);
  if (bytes && ssp_read_document(r, bytes, length, document, &root, &system) &&
      ssp_read_element(r, system, wrapper, document))
    return true;
  diagnostic_note(r->s, r->s->diagnostic[r->s->n_diagnostics - 1], NO_SPAN,
                  "it is in the component %s of %s",
                  r->ssp->element[wrapper].path,
                  r->ssp->element[wrapper].document->where);
  return false;
}

/* --- the whole --- */

static bool ssp_read_root(SspReader *r, xmlNode *root, xmlNode *system,
                          const SspDocument *document)
{
  SspXml x = ssp_reader_xml(r, document);
  Ssp *ssp = r->ssp;
  xmlNode *experiment = ssp_xml_child(root, "DefaultExperiment");
  ssp->name = ssp_xml_needed(&x, root, "name");
  if (!ssp->name) return false;
  if (experiment &&
      (!ssp_xml_number(&x, experiment, "startTime", &ssp->has_start,
                       &ssp->start) ||
       !ssp_xml_number(&x, experiment, "stopTime", &ssp->has_stop, &ssp->stop)))
    return false;
  if (!ssp_read_element(r, system, -1, document)) return false;
  for (int k = 0; k < ssp->n_elements; k++) {
    const SspElement *e = &ssp->element[k];
    if (!e->is_system || e->refers) continue;
    if (!(e->source ? ssp_read_inside(r, k) : ssp_read_elements(r, k)))
      return false;
  }
  for (int k = 0; k < ssp->n_elements; k++) {
    if (ssp->element[k].is_system && !ssp_connect(r, k)) return false;
  }
  return true;
}

const Ssp *ssp_read(Session *s, const char *path, const char *variant)
{
  Ssp *ssp = arena_alloc(s->session_arena, sizeof *ssp);
  SspDocument *document = arena_alloc(s->session_arena, sizeof *document);
  size_t length;
  SspUse use = {0};
  const char *bytes =
      ssp_file_open(&(SspXml){s, path, &use}, variant, document, &length);
  if (!bytes) return NULL;
  ssp->path = document->path;
  ssp->where = document->where;
  SspReader r = {.s = s, .ssp = ssp, .use = &use};
  xmlNode *root, *system;
  bool good = ssp_read_document(&r, bytes, length, document, &root, &system) &&
              ssp_read_root(&r, root, system, document);
  for (int k = 0; k < r.n_docs; k++) xmlFreeDoc(r.doc[k]);
  return good ? ssp : NULL;
}
