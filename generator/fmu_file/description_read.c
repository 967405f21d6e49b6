/* description_read.c: the tree of libxml2, walked once. */
#include "fmu_file/description_read.h"

#include <assert.h>
#include <errno.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"

/* What the walk needs everywhere. */
typedef struct Reader {
  Session *s;
  const char *where;
  FmuDescription *d;
} Reader;

/* clang-format off */
static const char *const causality_word[N_FMU_CAUSALITIES] = {
  "parameter", "calculatedParameter", "input", "output", "local",
  "independent"};
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

/* --- attributes --- */

static bool fault(const Reader *r, const xmlNode *node, const char *what,
                  const char *detail)
{
  diagnostic_file_error(r->s, r->where, E602, "line %ld: %s%s%s",
                        xmlGetLineNo(node), what, detail ? " " : "",
                        detail ? detail : "");
  return false;
}

/* NULL: the attribute is absent. */
static const char *description_read_text_of(const Reader *r, xmlNode *node,
                                            const char *name)
{
  xmlChar *value = xmlGetNoNsProp(node, (const xmlChar *)name);
  if (!value) return NULL;
  size_t n = strlen((const char *)value);
  char *copy = arena_copy_text(r->s->session_arena, (const char *)value, n);
  xmlFree(value);
  return copy;
}

static const char *needed_text(const Reader *r, xmlNode *node, const char *name)
{
  const char *text = description_read_text_of(r, node, name);
  if (!text) fault(r, node, "this attribute is missing:", name);
  return text;
}

static bool description_read_number_of(const Reader *r, xmlNode *node,
                                       const char *name, bool *given,
                                       double *value)
{
  const char *text = description_read_text_of(r, node, name);
  if (!text) return true;
  char *end;
  *value = strtod(text, &end);
  *given = true;
  if (end != text && !*end) return true;
  return fault(r, node, "this attribute is not a number:", name);
}

static bool unsigned_of(const Reader *r, xmlNode *node, const char *name,
                        unsigned *value)
{
  const char *text = needed_text(r, node, name);
  if (!text) return false;
  char *end;
  errno = 0;
  unsigned long number = strtoul(text, &end, 10);
  if (end != text && !*end && !errno && number <= UINT_MAX && text[0] != '-') {
    *value = (unsigned)number;
    return true;
  }
  return fault(r, node, "this attribute is not a valid number:", name);
}

/* The index of the attribute's word; `absent` if there is no attribute, -1
 * after E602. */
static int description_read_word_of(const Reader *r, xmlNode *node,
                                    const char *name, const char *const *word,
                                    int n, int absent)
{
  const char *text = description_read_text_of(r, node, name);
  if (!text) return absent;
  for (int i = 0; i < n; i++) {
    if (strcmp(text, word[i]) == 0) return i;
  }
  fault(r, node, "this attribute has an unknown value:", name);
  return -1;
}

static bool description_read_is_element(const xmlNode *node, const char *name)
{
  return node->type == XML_ELEMENT_NODE &&
         strcmp((const char *)node->name, name) == 0;
}

static xmlNode *child(xmlNode *parent, const char *name)
{
  for (xmlNode *c = parent ? parent->children : NULL; c; c = c->next) {
    if (description_read_is_element(c, name)) return c;
  }
  return NULL;
}

/* --- variables --- */

static FmuInitial description_read_default_initial(FmuCausality causality,
                                                   FmuVariability variability)
{
  if (causality == FMU_INPUT || causality == FMU_INDEPENDENT) {
    return FMU_INITIAL_NONE;
  }
  if (causality == FMU_PARAMETER || variability == FMU_CONSTANT) {
    return FMU_EXACT;
  }
  return FMU_CALCULATED;
}

static bool description_read_words(const Reader *r, xmlNode *node,
                                   FmuVariable *v)
{
  int causality = description_read_word_of(r, node, "causality", causality_word,
                                           N_FMU_CAUSALITIES, FMU_LOCAL);
  int variability = description_read_word_of(
      r, node, "variability", variability_word, N_FMU_VARIABILITIES,
      v->type == FMU_REAL ? FMU_CONTINUOUS : FMU_DISCRETE);
  int initial = description_read_word_of(r, node, "initial", initial_word, 4,
                                         FMU_INITIAL_NONE);
  if (causality < 0 || variability < 0 || initial < 0) return false;
  v->causality = (FmuCausality)causality;
  v->variability = (FmuVariability)variability;
  v->initial =
      initial ? (FmuInitial)initial
              : description_read_default_initial(v->causality, v->variability);
  return true;
}

/* The element below ScalarVariable that names the type. */
static xmlNode *type_element(xmlNode *node, FmuType *type)
{
  for (xmlNode *c = node->children; c; c = c->next) {
    for (int t = 0; t < N_FMU_TYPES; t++) {
      if (!description_read_is_element(c, type_word[t])) continue;
      *type = (FmuType)t;
      return c;
    }
  }
  return NULL;
}

/* A whole number that may be absent or wrong: then `otherwise`. */
static int optional_integer(const char *text, int otherwise)
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
static int derivatives_wanted(const Reader *r, xmlNode *node)
{
  xmlNode *list = child(node, "Annotations");
  for (xmlNode *c = list ? list->children : NULL; c; c = c->next) {
    if (!description_read_is_element(c, "Tool")) continue;
    const char *tool = description_read_text_of(r, c, "name");
    xmlNode *input = child(c, "Input");
    if (!tool || strcmp(tool, "Foucault") != 0 || !input) continue;
    return optional_integer(description_read_text_of(r, input, "derivatives"),
                            0);
  }
  return 0;
}

/* --- enumerations --- */

static void read_items(const Reader *r, xmlNode *list, FmuEnumeration *type)
{
  for (xmlNode *c = list->children; c; c = c->next) {
    if (description_read_is_element(c, "Item")) type->n_items++;
  }
  type->item = arena_array(r->s->session_arena, (size_t)type->n_items,
                           sizeof type->item[0]);
  int n = 0;
  for (xmlNode *c = list->children; c; c = c->next) {
    if (!description_read_is_element(c, "Item")) continue;
    const char *value = description_read_text_of(r, c, "value");
    const char *name = description_read_text_of(r, c, "name");
    type->item[n] = (FmuItem){name ? name : "", optional_integer(value, n + 1)};
    n++;
  }
  assert(n == type->n_items);
}

/* Types serve messages and names of values: what is wrong with them is for
 * `check` to say. */
static bool read_enumerations(const Reader *r, xmlNode *root)
{
  FmuDescription *d = r->d;
  xmlNode *list = child(root, "TypeDefinitions");
  int n = 0;
  for (xmlNode *c = list ? list->children : NULL; c; c = c->next) {
    if (description_read_is_element(c, "SimpleType")) n++;
  }
  d->enumeration =
      arena_array(r->s->session_arena, (size_t)n, sizeof d->enumeration[0]);
  for (xmlNode *c = list ? list->children : NULL; c; c = c->next) {
    if (!description_read_is_element(c, "SimpleType")) continue;
    xmlNode *items = child(c, "Enumeration");
    const char *name = description_read_text_of(r, c, "name");
    if (!items || !name) continue;
    FmuEnumeration *type = &d->enumeration[d->n_enumerations++];
    type->name = name;
    read_items(r, items, type);
  }
  return true;
}

static const FmuEnumeration *find_enumeration(const FmuDescription *d,
                                              const char *name)
{
  for (int i = 0; name && i < d->n_enumerations; i++) {
    if (strcmp(d->enumeration[i].name, name) == 0) return &d->enumeration[i];
  }
  return NULL;
}

/* --- variables --- */

static bool description_read_variable(const Reader *r, xmlNode *node,
                                      FmuVariable *v)
{
  xmlNode *typed = type_element(node, &v->type);
  if (!typed) return fault(r, node, "a variable without a type", NULL);
  v->name = needed_text(r, node, "name");
  if (!v->name || !unsigned_of(r, node, "valueReference", &v->value_reference))
    return false;
  v->description = description_read_text_of(r, node, "description");
  v->start = description_read_text_of(r, typed, "start");
  v->unit = description_read_text_of(r, typed, "unit");
  v->min = description_read_text_of(r, typed, "min");
  v->max = description_read_text_of(r, typed, "max");
  v->n_derivatives = derivatives_wanted(r, node);
  if (v->type == FMU_ENUMERATION) {
    const char *type = description_read_text_of(r, typed, "declaredType");
    v->enumeration = find_enumeration(r->d, type);
  }
  return description_read_words(r, node, v);
}

static bool read_variables(const Reader *r, xmlNode *root)
{
  FmuDescription *d = r->d;
  xmlNode *list = child(root, "ModelVariables");
  if (!list) return fault(r, root, "there is no ModelVariables", NULL);
  for (xmlNode *c = list->children; c; c = c->next) {
    if (!description_read_is_element(c, "ScalarVariable")) continue;
    d->variable =
        vector_grow(r->s->session_arena, d->variable, &d->cap_variables,
                    d->n_variables + 1, sizeof d->variable[0]);
    if (!description_read_variable(r, c, &d->variable[d->n_variables]))
      return false;
    d->n_variables++;
  }
  return true;
}

/* --- states: the `derivative` of each unknown of Derivatives --- */

/* ScalarVariable elements by index; the text is small against the tree. */
static xmlNode **variable_elements(const Reader *r, xmlNode *root)
{
  xmlNode **element = arena_array(r->s->session_arena,
                                  (size_t)r->d->n_variables, sizeof element[0]);
  int n = 0;
  for (xmlNode *c = child(root, "ModelVariables")->children; c; c = c->next) {
    if (description_read_is_element(c, "ScalarVariable")) element[n++] = c;
  }
  assert(n == r->d->n_variables);
  return element;
}

static bool read_state(const Reader *r, xmlNode *unknown, xmlNode **element)
{
  FmuDescription *d = r->d;
  unsigned index, state;
  if (!unsigned_of(r, unknown, "index", &index)) return false;
  if (index < 1 || index > (unsigned)d->n_variables) {
    return fault(r, unknown, "there is no variable of this index", NULL);
  }
  xmlNode *real = child(element[index - 1], "Real");
  if (!real) return fault(r, unknown, "this unknown is not a Real", NULL);
  if (!unsigned_of(r, real, "derivative", &state)) return false;
  if (state < 1 || state > (unsigned)d->n_variables) {
    return fault(r, real, "there is no variable of this index", NULL);
  }
  assert(d->n_states < d->n_derivatives);
  d->derivative[d->n_states] = (int)index - 1;
  d->state[d->n_states++] = (int)state - 1;
  return true;
}

static bool description_read_states(const Reader *r, xmlNode *root)
{
  xmlNode *list = child(child(root, "ModelStructure"), "Derivatives");
  if (!list) return true;
  FmuDescription *d = r->d;
  for (xmlNode *c = list->children; c; c = c->next) {
    if (description_read_is_element(c, "Unknown")) d->n_derivatives++;
  }
  d->state = arena_array(r->s->session_arena, (size_t)d->n_derivatives,
                         sizeof d->state[0]);
  d->derivative = arena_array(r->s->session_arena, (size_t)d->n_derivatives,
                              sizeof d->derivative[0]);
  xmlNode **element = variable_elements(r, root);
  for (xmlNode *c = list->children; c; c = c->next) {
    if (description_read_is_element(c, "Unknown") && !read_state(r, c, element))
      return false;
  }
  return true;
}

/* --- the rest --- */

static bool read_kind(const Reader *r, xmlNode *root, const char *name,
                      FmuKind *kind)
{
  xmlNode *node = child(root, name);
  if (!node) return true;
  kind->present = true;
  kind->identifier = needed_text(r, node, "modelIdentifier");
  if (!kind->identifier) return false;
  if (strchr(kind->identifier, '/') || kind->identifier[0] == '.') {
    return fault(r, node, "modelIdentifier is not an identifier", NULL);
  }
  int n = 0;
  for (xmlAttr *a = node->properties; a; a = a->next) n++;
  kind->capability =
      arena_array(r->s->session_arena, (size_t)n, sizeof kind->capability[0]);
  for (xmlAttr *a = node->properties; a; a = a->next) {
    const char *key = (const char *)a->name;
    if (strcmp(key, "modelIdentifier") == 0) continue;
    const char *value = description_read_text_of(r, node, key);
    kind->capability[kind->n_capabilities++] =
        arena_printf(r->s->session_arena, "%s=%s", key, value ? value : "");
  }
  return true;
}

static bool read_experiment(const Reader *r, xmlNode *root)
{
  FmuDescription *d = r->d;
  xmlNode *e = child(root, "DefaultExperiment");
  if (!e) return true;
  return description_read_number_of(r, e, "startTime", &d->has_start,
                                    &d->start) &&
         description_read_number_of(r, e, "stopTime", &d->has_stop, &d->stop) &&
         description_read_number_of(r, e, "tolerance", &d->has_tolerance,
                                    &d->tolerance) &&
         description_read_number_of(r, e, "stepSize", &d->has_step, &d->step);
}

static bool read_log_categories(const Reader *r, xmlNode *root)
{
  FmuDescription *d = r->d;
  xmlNode *list = child(root, "LogCategories");
  for (xmlNode *c = list ? list->children : NULL; c; c = c->next) {
    if (!description_read_is_element(c, "Category")) continue;
    const char *name = needed_text(r, c, "name");
    if (!name) return false;
    d->log_category = vector_grow(
        r->s->session_arena, d->log_category, &d->cap_log_categories,
        d->n_log_categories + 1, sizeof d->log_category[0]);
    d->log_category[d->n_log_categories++] = name;
  }
  return true;
}

static bool read_event_indicators(const Reader *r, xmlNode *root)
{
  static const char name[] = "numberOfEventIndicators";
  unsigned n = 0;
  if (description_read_text_of(r, root, name) &&
      !unsigned_of(r, root, name, &n))
    return false;
  if (n > INT_MAX) {
    return fault(r, root, "there are too many event indicators", NULL);
  }
  r->d->n_event_indicators = (int)n;
  return true;
}

static bool read_root(const Reader *r, xmlNode *root)
{
  FmuDescription *d = r->d;
  if (!description_read_is_element(root, "fmiModelDescription")) {
    return fault(r, root, "the root element is not fmiModelDescription", NULL);
  }
  d->fmi_version = needed_text(r, root, "fmiVersion");
  if (!d->fmi_version) return false;
  if (strcmp(d->fmi_version, "2.0") != 0) {
    return fault(r, root, "only FMI 2.0 can be read, this is", d->fmi_version);
  }
  d->model_name = needed_text(r, root, "modelName");
  d->guid = needed_text(r, root, "guid");
  if (!d->model_name || !d->guid) return false;
  d->description = description_read_text_of(r, root, "description");
  d->generation_tool = description_read_text_of(r, root, "generationTool");
  if (!read_event_indicators(r, root)) return false;
  return read_kind(r, root, "CoSimulation", &d->co_simulation) &&
         read_kind(r, root, "ModelExchange", &d->model_exchange) &&
         read_enumerations(r, root) && read_variables(r, root) &&
         description_read_states(r, root) && read_experiment(r, root) &&
         read_log_categories(r, root);
}

static xmlDoc *parse(const Reader *r, const char *bytes, size_t length)
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
  const char *message = e && e->message ? e->message : "too large";
  diagnostic_file_error(r->s, r->where, E602, "line %d: %.*s", e ? e->line : 1,
                        (int)strcspn(message, "\n"), message);
  return NULL;
}

const FmuDescription *description_read(Session *s, const char *where,
                                       const char *bytes, size_t length)
{
  Reader r = {s, where, arena_alloc(s->session_arena, sizeof *r.d)};
  xmlDoc *doc = parse(&r, bytes, length);
  if (!doc) return NULL;
  xmlNode *root = xmlDocGetRootElement(doc);
  bool good = root != NULL;
  if (!good) { /* libxml2 is out of memory */
    diagnostic_file_error(s, where, E602, "there is no memory to read it");
  } else if (doc->intSubset) {
    good = fault(&r, root, "a document type is not allowed", NULL);
  }
  good = good && read_root(&r, root);
  xmlFreeDoc(doc);
  assert(good || s->n_errors > 0); /* E602 */
  return good ? r.d : NULL;
}
