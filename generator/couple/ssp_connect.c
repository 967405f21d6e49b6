/* ssp_connect.c: see ssp_connect.h. */
#include "couple/ssp_connect.h"

#include <assert.h>
#include <string.h>

#include "base/suggest.h"
#include "base/vector.h"

/* clang-format off */
static const char *const ssp_kind_words[N_SSP_KINDS] = {
  "input", "output", "inout", "parameter", "calculatedParameter"};
/* clang-format on */

const char *ssp_kind_word(SspKind kind)
{
  assert(kind < N_SSP_KINDS);
  return ssp_kind_words[kind];
}

SspXml ssp_reader_xml(const SspReader *r, const SspDocument *document)
{
  return (SspXml){r->s, document->where, r->use};
}

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

/* --- connections --- */

static bool ssp_connect_no_element(const SspReader *r, const SspXml *x,
                                   xmlNode *node, int system, const char *name)
{
  Suggestion near = suggest_for(x->s, name);
  for (int i = 0; i < r->ssp->n_elements; i++) {
    if (r->ssp->element[i].parent == system)
      suggest_offer(&near, r->ssp->element[i].name);
  }
  return ssp_xml_fault(x, node, "there is no element '%s'%s", name,
                       suggest_member_text(x->s, &near));
}

static bool ssp_connect_end(const SspReader *r, const SspXml *x, xmlNode *node,
                            int system, const char *element,
                            const char *connector, SspEnd *end)
{
  const Ssp *ssp = r->ssp;
  const char *name = ssp_xml_text(x, node, element);
  const char *inner = ssp_xml_needed(x, node, connector);
  if (!inner) return false;
  end->element = name ? -1 : system;
  for (int i = system + 1; name && i < ssp->n_elements; i++) {
    const SspElement *e = &ssp->element[i];
    if (e->parent == system && strcmp(e->name, name) == 0) end->element = i;
  }
  if (end->element < 0) return ssp_connect_no_element(r, x, node, system, name);
  const SspElement *e = &ssp->element[end->element];
  end->connector = ssp_connector(e, inner);
  if (end->connector >= 0) return true;
  Suggestion near = suggest_for(x->s, inner);
  for (int i = 0; i < e->n_connectors; i++)
    suggest_offer(&near, e->connector[i].name);
  return ssp_xml_fault(x, node, "%s%s has no connector '%s'%s",
                       e->path[0] ? "" : "the system", e->path, inner,
                       suggest_member_text(x->s, &near));
}

static bool ssp_connect_gives(const Ssp *ssp, int system, SspEnd end)
{
  SspKind kind = ssp->element[end.element].connector[end.connector].kind;
  if (end.element == system) return kind == SSP_INPUT || kind == SSP_PARAMETER;
  return kind == SSP_OUTPUT || kind == SSP_INOUT ||
         kind == SSP_CALCULATED_PARAMETER;
}

static bool ssp_connect_takes(const Ssp *ssp, int system, SspEnd end)
{
  SspKind kind = ssp->element[end.element].connector[end.connector].kind;
  if (end.element == system)
    return kind == SSP_OUTPUT || kind == SSP_CALCULATED_PARAMETER;
  return kind == SSP_INPUT || kind == SSP_INOUT || kind == SSP_PARAMETER;
}

/* start and end do not say which way the values go. */
static bool ssp_connect_direct(const SspReader *r, const SspXml *x,
                               xmlNode *node, SspEnd start, SspEnd end,
                               SspConnection *c)
{
  const Ssp *ssp = r->ssp;
  Session *s = r->s;
  bool forth = ssp_connect_gives(ssp, c->system, start) &&
               ssp_connect_takes(ssp, c->system, end);
  bool back = ssp_connect_gives(ssp, c->system, end) &&
              ssp_connect_takes(ssp, c->system, start);
  if (!forth && !back) {
    const SspElement *a = &ssp->element[start.element];
    const SspElement *b = &ssp->element[end.element];
    return ssp_xml_fault(
        x, node,
        "%s, kind %s, and %s, kind %s, cannot be connected: one must give a "
        "value that the other one takes",
        ssp_end_name(s, ssp, start),
        ssp_kind_word(a->connector[start.connector].kind),
        ssp_end_name(s, ssp, end),
        ssp_kind_word(b->connector[end.connector].kind));
  }
  if (forth && back)
    return ssp_xml_fault(x, node,
                         "%s and %s are both of the kind inout: which one "
                         "gives the value is not known",
                         ssp_end_name(s, ssp, start),
                         ssp_end_name(s, ssp, end));
  c->from = forth ? start : end;
  c->to = forth ? end : start;
  for (int k = 0; k < ssp->n_connections; k++) {
    const SspConnection *o = &ssp->connection[k];
    if (o->to.element != c->to.element || o->to.connector != c->to.connector)
      continue;
    return ssp_xml_fault(x, node,
                         "%s has two sources: %s here and %s in line %ld; "
                         "remove one of the connections",
                         ssp_end_name(s, ssp, c->to),
                         ssp_end_name(s, ssp, c->from),
                         ssp_end_name(s, ssp, o->from), o->line);
  }
  return true;
}

static void ssp_connect_append(const SspReader *r, SspConnection c)
{
  Ssp *ssp = r->ssp;
  ssp->connection =
      vector_grow(r->s->session_arena, ssp->connection, &ssp->cap_connections,
                  ssp->n_connections + 1, sizeof c);
  ssp->connection[ssp->n_connections++] = c;
}

static bool ssp_connect_all(const SspReader *r, int system)
{
  SspXml own = ssp_reader_xml(r, r->ssp->element[system].document);
  const SspXml *x = &own;
  xmlNode *list = ssp_xml_child(r->node[system], "Connections");
  for (xmlNode *node = list ? list->children : NULL; node; node = node->next) {
    if (!ssp_xml_is(node, "Connection")) continue;
    if (!ssp_xml_part(x, node)) return false;
    SspConnection c = {.system = system, .line = xmlGetLineNo(node)};
    SspEnd start, end;
    if (!ssp_connect_end(r, x, node, system, "startElement", "startConnector",
                         &start) ||
        !ssp_connect_end(r, x, node, system, "endElement", "endConnector",
                         &end) ||
        !ssp_xml_bool(x, node, "suppressUnitConversion", &c.keeps_unit) ||
        !ssp_xml_transformation(x, node, &c.transformation) ||
        !ssp_connect_direct(r, x, node, start, end, &c))
      return false;
    ssp_connect_append(r, c);
  }
  return true;
}

/* --- a description in place of a system --- */

/* What the component has as connectors are those of the system in it. */
static bool ssp_connect_inside(const SspReader *r, int wrapper, int inner)
{
  const Ssp *ssp = r->ssp;
  const SspElement *e = &ssp->element[wrapper], *in = &ssp->element[inner];
  SspXml x = ssp_reader_xml(r, e->document);
  assert(in->parent == wrapper);
  for (int k = 0; k < e->n_connectors; k++) {
    const SspConnector *c = &e->connector[k];
    int other = ssp_connector(in, c->name);
    Suggestion near = suggest_for(r->s, c->name);
    for (int i = 0; other < 0 && i < in->n_connectors; i++)
      suggest_offer(&near, in->connector[i].name);
    if (other < 0)
      return ssp_xml_fault(
          &x, r->node[wrapper], "the system in %s has no connector '%s'%s",
          e->source, c->name, suggest_member_text(r->s, &near));
    if (c->kind != in->connector[other].kind || c->kind == SSP_INOUT)
      return ssp_xml_fault(&x, r->node[wrapper],
                           "the connector %s is of the kind %s here and %s in "
                           "%s",
                           c->name, ssp_kind_word(c->kind),
                           ssp_kind_word(in->connector[other].kind), e->source);
    bool enters = c->kind == SSP_INPUT || c->kind == SSP_PARAMETER;
    SspEnd outside = {wrapper, k}, inside = {inner, other};
    ssp_connect_append(
        r,
        (SspConnection){.system = wrapper,
                        .from = enters ? outside : inside,
                        .to = enters ? inside : outside,
                        .transformation = {.factor = 1, .mapped = SSP_NO_TYPE},
                        .line = e->line});
  }
  return true;
}

bool ssp_connect(const SspReader *r, int system)
{
  const Ssp *ssp = r->ssp;
  const SspElement *e = &ssp->element[system];
  if (e->refers) return true;
  if (!e->source) return ssp_connect_all(r, system);
  int inner = system + 1;
  while (ssp->element[inner].parent != system) inner++;
  return ssp_connect_inside(r, system, inner);
}
