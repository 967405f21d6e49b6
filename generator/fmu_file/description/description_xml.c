/* description_xml.c: see description_xml.h. */
#include "fmu_file/description/description_xml.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <libxml/parser.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"

/* clang-format off */
static const char *const causality_word[N_FMU_CAUSALITIES] = {
  "parameter", "calculatedParameter", "input", "output", "local",
  "independent", "structuralParameter"};
static const char *const variability_word[N_FMU_VARIABILITIES] = {
  "constant", "fixed", "tunable", "discrete", "continuous"};
static const char *const initial_word[] = {
  "", "exact", "approx", "calculated"};
static const char *const type_word[N_FMU_TYPES] = {
  "Real", "Integer", "Boolean", "String", "Enumeration"};
/* clang-format on */

const char *description_causality_word(FmuCausality causality)
{
  assert(causality < N_FMU_CAUSALITIES);
  return causality_word[causality];
}

const char *description_variability_word(FmuVariability variability)
{
  assert(variability < N_FMU_VARIABILITIES);
  return variability_word[variability];
}

const char *description_type_word(FmuType type)
{
  assert(type < N_FMU_TYPES);
  return type_word[type];
}

int description_find(const FmuDescription *d, const char *name)
{
  for (int i = 0; i < d->n_variables; i++) {
    if (strcmp(d->variable[i].name, name) == 0) return i;
  }
  return -1;
}

/* FMI 3.0 has the same capabilities with other letters: FMUState for FMUstate,
 * providesDirectionalDerivatives. */
static bool is_same_capability(const char *given, size_t n, const char *name)
{
  size_t m = strlen(name);
  if (n == m + 1 && given[m] == 's') n = m;
  if (n != m) return false;
  for (size_t i = 0; i < n; i++) {
    if (tolower((unsigned char)given[i]) != tolower((unsigned char)name[i]))
      return false;
  }
  return true;
}

const char *description_capability(const FmuKind *kind, const char *name)
{
  for (int i = 0; i < kind->n_capabilities; i++) {
    const char *given = kind->capability[i];
    size_t n = strcspn(given, "=");
    if (is_same_capability(given, n, name)) return given + n + 1;
  }
  return NULL;
}

int description_capability_number(const FmuKind *kind, const char *name)
{
  return description_xml_integer(description_capability(kind, name), 0);
}

bool description_can(const FmuKind *kind, const char *name)
{
  const char *value = description_capability(kind, name);
  return value && (strcmp(value, "true") == 0 || strcmp(value, "1") == 0);
}

/* --- the document --- */

static xmlDoc *read_document(const DescriptionReader *r, const char *bytes,
                             size_t length)
{
  xmlDoc *doc = NULL;
  if (length <= INT_MAX) {
    /* No network, no entities (a document type is refused below), and
     * libxml2's own limits on depth and size stay on. */
    doc = xmlReadMemory(bytes, (int)length, "modelDescription.xml", NULL,
                        XML_PARSE_NONET | XML_PARSE_NOERROR |
                            XML_PARSE_NOWARNING | XML_PARSE_BIG_LINES);
  }
  if (doc) return doc;
  const xmlError *e = xmlGetLastError();
  const char *silent = length > 0 ? "too large" : "the file is empty";
  const char *message = e && e->message ? e->message : silent;
  diagnostic_file_error(r->s, r->where, E602, "line %d: %.*s", e ? e->line : 1,
                        (int)strcspn(message, "\n"), message);
  return NULL;
}

xmlDoc *description_xml_parse(const DescriptionReader *r, const char *bytes,
                              size_t length)
{
  xmlDoc *doc = read_document(r, bytes, length);
  if (!doc) return NULL;
  xmlNode *root = xmlDocGetRootElement(doc);
  if (root && !doc->intSubset) return doc;
  if (root)
    description_xml_fault(r, root, "a document type is not allowed", NULL);
  else /* libxml2 is out of memory */
    diagnostic_file_error(r->s, r->where, E602,
                          "there is no memory to read it");
  xmlFreeDoc(doc);
  return NULL;
}

/* --- attributes --- */

bool description_xml_fault(const DescriptionReader *r, const xmlNode *node,
                           const char *what, const char *detail)
{
  diagnostic_file_error(r->s, r->where, E602, "line %ld: %s%s%s",
                        xmlGetLineNo(node), what, detail ? " " : "",
                        detail ? detail : "");
  return false;
}

/* NULL: the attribute is absent. */
const char *description_xml_text(const DescriptionReader *r, xmlNode *node,
                                 const char *name)
{
  xmlChar *value = xmlGetNoNsProp(node, (const xmlChar *)name);
  if (!value) return NULL;
  size_t n = strlen((const char *)value);
  char *copy = arena_copy_text(r->s->session_arena, (const char *)value, n);
  xmlFree(value);
  return copy;
}

const char *description_xml_needed(const DescriptionReader *r, xmlNode *node,
                                   const char *name)
{
  const char *text = description_xml_text(r, node, name);
  if (!text) description_xml_fault(r, node, "this attribute is missing:", name);
  return text;
}

bool description_xml_number(const DescriptionReader *r, xmlNode *node,
                            const char *name, bool *given, double *value)
{
  const char *text = description_xml_text(r, node, name);
  if (!text) return true;
  char *end;
  *value = strtod(text, &end);
  *given = true;
  if (end != text && !*end) return true;
  return description_xml_fault(r, node,
                               "this attribute is not a number:", name);
}

bool description_xml_unsigned(const DescriptionReader *r, xmlNode *node,
                              const char *name, unsigned *value)
{
  const char *text = description_xml_needed(r, node, name);
  if (!text) return false;
  char *end;
  errno = 0;
  unsigned long number = strtoul(text, &end, 10);
  if (end != text && !*end && !errno && number <= UINT_MAX && text[0] != '-') {
    *value = (unsigned)number;
    return true;
  }
  return description_xml_fault(r, node,
                               "this attribute is not a valid number:", name);
}

/* The index of the attribute's word; `absent` if there is no attribute, -1
 * after E602. */
int description_xml_word(const DescriptionReader *r, xmlNode *node,
                         const char *name, const char *const *word, int n,
                         int absent)
{
  const char *text = description_xml_text(r, node, name);
  if (!text) return absent;
  for (int i = 0; i < n; i++) {
    if (strcmp(text, word[i]) == 0) return i;
  }
  description_xml_fault(r, node, "this attribute has an unknown value:", name);
  return -1;
}

bool description_xml_is(const xmlNode *node, const char *name)
{
  return node->type == XML_ELEMENT_NODE &&
         strcmp((const char *)node->name, name) == 0;
}

xmlNode *description_xml_child(xmlNode *parent, const char *name)
{
  for (xmlNode *c = parent ? parent->children : NULL; c; c = c->next) {
    if (description_xml_is(c, name)) return c;
  }
  return NULL;
}

/* --- variables --- */

static FmuInitial description_xml_default_initial(FmuCausality causality,
                                                  FmuVariability variability)
{
  if (causality == FMU_INPUT || causality == FMU_INDEPENDENT) {
    return FMU_INITIAL_NONE;
  }
  if (causality == FMU_PARAMETER || causality == FMU_STRUCTURAL_PARAMETER ||
      variability == FMU_CONSTANT) {
    return FMU_EXACT;
  }
  return FMU_CALCULATED;
}

bool description_xml_words(const DescriptionReader *r, xmlNode *node,
                           FmuVariable *v)
{
  bool is_three = r->d->version == 3;
  int n_causalities = is_three ? N_FMU_CAUSALITIES : N_FMI2_CAUSALITIES;
  int causality = description_xml_word(r, node, "causality", causality_word,
                                       n_causalities, FMU_LOCAL);
  bool is_parameter = causality == FMU_PARAMETER ||
                      causality == FMU_CALCULATED_PARAMETER ||
                      causality == FMU_STRUCTURAL_PARAMETER;
  int variability = description_xml_word(
      r, node, "variability", variability_word, N_FMU_VARIABILITIES,
      is_three && is_parameter                ? FMU_FIXED
      : v->type == FMU_REAL && !v->is_integer ? FMU_CONTINUOUS
                                              : FMU_DISCRETE);
  int initial = description_xml_word(r, node, "initial", initial_word, 4,
                                     FMU_INITIAL_NONE);
  if (causality < 0 || variability < 0 || initial < 0) return false;
  v->causality = (FmuCausality)causality;
  v->variability = (FmuVariability)variability;
  v->initial =
      initial ? (FmuInitial)initial
              : description_xml_default_initial(v->causality, v->variability);
  return true;
}

/* A whole number that may be absent or wrong: then `otherwise`. */
int description_xml_integer(const char *text, int otherwise)
{
  char *end;
  if (!text) return otherwise;
  errno = 0;
  long number = strtol(text, &end, 10);
  bool is_good =
      end != text && !*end && !errno && number >= INT_MIN && number <= INT_MAX;
  return is_good ? (int)number : otherwise;
}

/* <Annotations><Tool name="Foucault"><Input derivatives="2"/> of an input. */
int description_xml_derivatives_wanted(const DescriptionReader *r,
                                       xmlNode *node)
{
  xmlNode *list = description_xml_child(node, "Annotations");
  for (xmlNode *c = list ? list->children : NULL; c; c = c->next) {
    if (!description_xml_is(c, "Tool")) continue;
    const char *tool = description_xml_text(r, c, "name");
    xmlNode *input = description_xml_child(c, "Input");
    if (!tool || strcmp(tool, "Foucault") != 0 || !input) continue;
    return description_xml_integer(
        description_xml_text(r, input, "derivatives"), 0);
  }
  return 0;
}

void description_xml_items(const DescriptionReader *r, xmlNode *list,
                           FmuEnumeration *type)
{
  for (xmlNode *c = list->children; c; c = c->next) {
    if (description_xml_is(c, "Item")) type->n_items++;
  }
  type->item = arena_array(r->s->session_arena, (size_t)type->n_items,
                           sizeof type->item[0]);
  int n = 0;
  for (xmlNode *c = list->children; c; c = c->next) {
    if (!description_xml_is(c, "Item")) continue;
    const char *value = description_xml_text(r, c, "value");
    const char *name = description_xml_text(r, c, "name");
    type->item[n] =
        (FmuItem){name ? name : "", description_xml_integer(value, n + 1)};
    n++;
  }
  assert(n == type->n_items);
}

const FmuEnumeration *description_xml_enumeration(const FmuDescription *d,
                                                  const char *name)
{
  for (int i = 0; name && i < d->n_enumerations; i++) {
    if (strcmp(d->enumeration[i].name, name) == 0) return &d->enumeration[i];
  }
  return NULL;
}

/* --- kinds and the experiment --- */

bool description_xml_kind(const DescriptionReader *r, xmlNode *root,
                          const char *name, FmuKind *kind)
{
  xmlNode *node = description_xml_child(root, name);
  if (!node) return true;
  kind->present = true;
  kind->identifier = description_xml_needed(r, node, "modelIdentifier");
  if (!kind->identifier) return false;
  if (strchr(kind->identifier, '/') || kind->identifier[0] == '.') {
    return description_xml_fault(r, node,
                                 "modelIdentifier is not an identifier", NULL);
  }
  int n = 0;
  for (xmlAttr *a = node->properties; a; a = a->next) n++;
  kind->capability =
      arena_array(r->s->session_arena, (size_t)n, sizeof kind->capability[0]);
  for (xmlAttr *a = node->properties; a; a = a->next) {
    const char *key = (const char *)a->name;
    if (strcmp(key, "modelIdentifier") == 0) continue;
    const char *value = description_xml_text(r, node, key);
    kind->capability[kind->n_capabilities++] =
        arena_printf(r->s->session_arena, "%s=%s", key, value ? value : "");
  }
  return true;
}

bool description_xml_experiment(const DescriptionReader *r, xmlNode *root)
{
  FmuDescription *d = r->d;
  xmlNode *e = description_xml_child(root, "DefaultExperiment");
  if (!e) return true;
  return description_xml_number(r, e, "startTime", &d->has_start, &d->start) &&
         description_xml_number(r, e, "stopTime", &d->has_stop, &d->stop) &&
         description_xml_number(r, e, "tolerance", &d->has_tolerance,
                                &d->tolerance) &&
         description_xml_number(r, e, "stepSize", &d->has_step, &d->step);
}

bool description_xml_log_categories(const DescriptionReader *r, xmlNode *root)
{
  FmuDescription *d = r->d;
  xmlNode *list = description_xml_child(root, "LogCategories");
  for (xmlNode *c = list ? list->children : NULL; c; c = c->next) {
    if (!description_xml_is(c, "Category")) continue;
    const char *name = description_xml_needed(r, c, "name");
    if (!name) return false;
    d->log_category = vector_grow(
        r->s->session_arena, d->log_category, &d->cap_log_categories,
        d->n_log_categories + 1, sizeof d->log_category[0]);
    d->log_category[d->n_log_categories++] = name;
  }
  return true;
}
