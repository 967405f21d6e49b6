/* ssp_dictionary.c: see ssp_dictionary.h. */
#include "couple/ssp_dictionary.h"

#include <assert.h>
#include <string.h>

#include "base/suggest.h"
#include "base/vector.h"
#include "couple/ssp_file.h"

/* --- one dictionary --- */

static const SspConnector *dictionary_entry(const SspDictionary *d,
                                            const char *name)
{
  for (int i = 0; i < d->n_entries; i++) {
    if (strcmp(d->entry[i].name, name) == 0) return &d->entry[i];
  }
  return NULL;
}

/* Of the element SignalDictionary, inline or of a file. */
static bool dictionary_take(const SspXml *x, xmlNode *root, SspDictionary *d)
{
  Arena *arena = x->s->session_arena;
  SspUnits *units = arena_alloc(arena, sizeof *units);
  SspEnumerations *enumerations = arena_alloc(arena, sizeof *enumerations);
  if (!ssp_xml_units(x, root, units) ||
      !ssp_xml_enumerations(x, root, enumerations))
    return false;
  for (xmlNode *c = root->children; c; c = c->next) {
    if (!ssp_xml_is(c, "DictionaryEntry")) continue;
    if (!ssp_xml_part(x, c)) return false;
    xmlNode *typed;
    SspConnector e = {.name = ssp_xml_needed(x, c, "name"),
                      .kind = SSP_INOUT,
                      .units = units,
                      .enumerations = enumerations,
                      .line = xmlGetLineNo(c)};
    if (!e.name) return false;
    if (dictionary_entry(d, e.name))
      return ssp_xml_fault(x, c, "the signal '%s' is there twice", e.name);
    e.type = ssp_xml_type(c, &typed);
    e.unit = typed ? ssp_xml_text(x, typed, "unit") : NULL;
    if (e.type == SSP_ENUMERATION)
      e.enumeration = ssp_xml_text(x, typed, "name");
    d->entry = vector_grow(arena, d->entry, &d->cap_entries, d->n_entries + 1,
                           sizeof e);
    d->entry[d->n_entries++] = e;
  }
  return true;
}

static bool dictionary_read(const SspXml *x, const SspDocument *document,
                            xmlNode *node, SspDictionary *d)
{
  static const char root[] = "SignalDictionary";
  const char *type = ssp_xml_text(x, node, "type");
  const char *source = ssp_xml_text(x, node, "source");
  if (type && strcmp(type, "application/x-ssp-signal-dictionary") != 0)
    return ssp_xml_fault(x, node, "dictionaries of the type %s are not read",
                         type);
  if (!source || !source[0]) {
    xmlNode *inside = ssp_xml_child(node, root);
    return inside ? dictionary_take(x, inside, d)
                  : ssp_xml_fault(x, node, "there is neither a source nor a %s",
                                  root);
  }
  size_t length;
  const char *bytes = ssp_file_read(x, document, node, source, NULL, &length);
  if (!bytes) return false;
  SspXml own = {
      x->s, arena_printf(x->s->session_arena, "%s: %s", document->path, source),
      x->use};
  xmlDoc *doc = ssp_xml_parse(&own, bytes, length, root);
  bool good = doc && dictionary_take(&own, xmlDocGetRootElement(doc), d);
  xmlFreeDoc(doc);
  return good;
}

static SspDictionary *dictionary_named(const SspElement *system,
                                       const char *name)
{
  for (int i = 0; i < system->n_dictionaries; i++) {
    if (strcmp(system->dictionary[i]->name, name) == 0)
      return system->dictionary[i];
  }
  return NULL;
}

bool ssp_dictionaries_read(const SspXml *x, const SspDocument *document,
                           xmlNode *node, SspElement *system)
{
  Arena *arena = x->s->session_arena;
  xmlNode *list = ssp_xml_child(node, "SignalDictionaries");
  for (xmlNode *c = list ? list->children : NULL; c; c = c->next) {
    if (!ssp_xml_is(c, "SignalDictionary")) continue;
    if (!ssp_xml_part(x, c)) return false;
    SspDictionary *d = arena_alloc(arena, sizeof *d);
    *d = (SspDictionary){.name = ssp_xml_needed(x, c, "name")};
    if (!d->name) return false;
    if (dictionary_named(system, d->name))
      return ssp_xml_fault(x, c, "the dictionary '%s' is there twice", d->name);
    if (!dictionary_read(x, document, c, d)) return false;
    system->dictionary =
        vector_grow(arena, system->dictionary, &system->cap_dictionaries,
                    system->n_dictionaries + 1, sizeof d);
    system->dictionary[system->n_dictionaries++] = d;
  }
  return true;
}

/* --- references --- */

const SspDictionary *ssp_dictionary_find(const SspXml *x, const Ssp *ssp,
                                         int system, xmlNode *node)
{
  const char *name = ssp_xml_needed(x, node, "dictionary");
  if (!name) return NULL;
  Suggestion near = suggest_for(x->s, name);
  const SspDocument *document = ssp->element[system].document;
  for (int e = system; e >= 0 && ssp->element[e].document == document;
       e = ssp->element[e].parent) {
    const SspElement *around = &ssp->element[e];
    const SspDictionary *found = dictionary_named(around, name);
    if (found) return found;
    for (int i = 0; i < around->n_dictionaries; i++)
      suggest_offer(&near, around->dictionary[i]->name);
  }
  ssp_xml_fault(x, node, "there is no signal dictionary '%s'%s", name,
                suggest_member_text(x->s, &near));
  return NULL;
}

bool ssp_dictionary_check(const SspXml *x, xmlNode *node, SspElement *e)
{
  assert(e->refers);
  for (int i = 0; i < e->n_connectors; i++) {
    SspConnector *c = &e->connector[i];
    const SspConnector *entry = dictionary_entry(e->refers, c->name);
    Suggestion near = suggest_for(x->s, c->name);
    for (int k = 0; !entry && k < e->refers->n_entries; k++)
      suggest_offer(&near, e->refers->entry[k].name);
    if (!entry)
      return ssp_xml_fault(x, node, "the dictionary '%s' has no signal '%s'%s",
                           e->refers->name, c->name,
                           suggest_member_text(x->s, &near));
    if (c->type != SSP_NO_TYPE && c->type != entry->type)
      return ssp_xml_fault(x, node, "the signal '%s' is %s here and %s in '%s'",
                           c->name, ssp_type_word(c->type),
                           ssp_type_word(entry->type), e->refers->name);
    if (c->unit && entry->unit && strcmp(c->unit, entry->unit) != 0)
      return ssp_xml_fault(x, node,
                           "the signal '%s' has the unit %s here and %s in "
                           "'%s'",
                           c->name, c->unit, entry->unit, e->refers->name);
    c->type = entry->type;
    if (!entry->unit && c->unit) continue;
    c->unit = entry->unit;
    c->units = entry->units;
  }
  return true;
}
