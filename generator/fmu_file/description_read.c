/* description_read.c: the tree of libxml2, walked once. */
#include "fmu_file/description_read.h"

#include <assert.h>
#include <errno.h>
#include <libxml/tree.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "fmu_file/description/description3.h"
#include "fmu_file/description/description_outputs.h"
#include "fmu_file/description/description_xml.h"

/* --- variables --- */

/* The element below ScalarVariable that names the type. */
static xmlNode *type_element(xmlNode *node, FmuType *type)
{
  for (xmlNode *c = node->children; c; c = c->next) {
    for (int t = 0; t < N_FMU_TYPES; t++) {
      if (!description_xml_is(c, description_type_word((FmuType)t))) continue;
      *type = (FmuType)t;
      return c;
    }
  }
  return NULL;
}

/* --- enumerations --- */

/* Types serve messages and names of values: what is wrong with them is for
 * `check` to say. */
static bool read_enumerations(const DescriptionReader *r, xmlNode *root)
{
  FmuDescription *d = r->d;
  xmlNode *list = description_xml_child(root, "TypeDefinitions");
  int n = 0;
  for (xmlNode *c = list ? list->children : NULL; c; c = c->next) {
    if (description_xml_is(c, "SimpleType")) n++;
  }
  d->enumeration =
      arena_array(r->s->session_arena, (size_t)n, sizeof d->enumeration[0]);
  for (xmlNode *c = list ? list->children : NULL; c; c = c->next) {
    if (!description_xml_is(c, "SimpleType")) continue;
    xmlNode *items = description_xml_child(c, "Enumeration");
    const char *name = description_xml_text(r, c, "name");
    if (!items || !name) continue;
    FmuEnumeration *type = &d->enumeration[d->n_enumerations++];
    type->name = name;
    description_xml_items(r, items, type);
  }
  return true;
}

/* --- variables --- */

static bool description_read_variable(const DescriptionReader *r, xmlNode *node,
                                      FmuVariable *v)
{
  xmlNode *typed = type_element(node, &v->type);
  if (!typed)
    return description_xml_fault(r, node, "a variable without a type", NULL);
  v->type_name = description_type_word(v->type);
  v->array = -1;
  v->name = description_xml_needed(r, node, "name");
  if (!v->name ||
      !description_xml_unsigned(r, node, "valueReference", &v->value_reference))
    return false;
  v->description = description_xml_text(r, node, "description");
  v->start = description_xml_text(r, typed, "start");
  v->unit = description_xml_text(r, typed, "unit");
  v->min = description_xml_text(r, typed, "min");
  v->max = description_xml_text(r, typed, "max");
  v->nominal = description_xml_text(r, typed, "nominal");
  v->n_derivatives = description_xml_derivatives_wanted(r, node);
  if (v->type == FMU_ENUMERATION) {
    const char *type = description_xml_text(r, typed, "declaredType");
    v->enumeration = description_xml_enumeration(r->d, type);
  }
  return description_xml_words(r, node, v);
}

static bool read_variables(const DescriptionReader *r, xmlNode *root)
{
  FmuDescription *d = r->d;
  xmlNode *list = description_xml_child(root, "ModelVariables");
  if (!list)
    return description_xml_fault(r, root, "there is no ModelVariables", NULL);
  for (xmlNode *c = list->children; c; c = c->next) {
    if (!description_xml_is(c, "ScalarVariable")) continue;
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
static xmlNode **variable_elements(const DescriptionReader *r, xmlNode *root)
{
  xmlNode **element = arena_array(r->s->session_arena,
                                  (size_t)r->d->n_variables, sizeof element[0]);
  int n = 0;
  for (xmlNode *c = description_xml_child(root, "ModelVariables")->children; c;
       c = c->next) {
    if (description_xml_is(c, "ScalarVariable")) element[n++] = c;
  }
  assert(n == r->d->n_variables);
  return element;
}

static bool read_state(const DescriptionReader *r, xmlNode *unknown,
                       xmlNode **element)
{
  FmuDescription *d = r->d;
  unsigned index, state;
  if (!description_xml_unsigned(r, unknown, "index", &index)) return false;
  if (index < 1 || index > (unsigned)d->n_variables) {
    return description_xml_fault(r, unknown,
                                 "there is no variable of this index", NULL);
  }
  xmlNode *real = description_xml_child(element[index - 1], "Real");
  if (!real)
    return description_xml_fault(r, unknown, "this unknown is not a Real",
                                 NULL);
  if (!description_xml_unsigned(r, real, "derivative", &state)) return false;
  if (state < 1 || state > (unsigned)d->n_variables) {
    return description_xml_fault(r, real, "there is no variable of this index",
                                 NULL);
  }
  assert(d->n_states < d->n_derivatives);
  d->derivative[d->n_states] = (int)index - 1;
  d->state[d->n_states++] = (int)state - 1;
  return true;
}

static bool description_read_states(const DescriptionReader *r, xmlNode *root)
{
  xmlNode *list = description_xml_child(
      description_xml_child(root, "ModelStructure"), "Derivatives");
  if (!list) return true;
  FmuDescription *d = r->d;
  for (xmlNode *c = list->children; c; c = c->next) {
    if (description_xml_is(c, "Unknown")) d->n_derivatives++;
  }
  d->state = arena_array(r->s->session_arena, (size_t)d->n_derivatives,
                         sizeof d->state[0]);
  d->derivative = arena_array(r->s->session_arena, (size_t)d->n_derivatives,
                              sizeof d->derivative[0]);
  xmlNode **element = variable_elements(r, root);
  for (xmlNode *c = list->children; c; c = c->next) {
    if (description_xml_is(c, "Unknown") && !read_state(r, c, element))
      return false;
  }
  return true;
}

/* --- the rest --- */

static bool read_event_indicators(const DescriptionReader *r, xmlNode *root)
{
  static const char name[] = "numberOfEventIndicators";
  unsigned n = 0;
  if (description_xml_text(r, root, name) &&
      !description_xml_unsigned(r, root, name, &n))
    return false;
  if (n > INT_MAX) {
    return description_xml_fault(r, root, "there are too many event indicators",
                                 NULL);
  }
  r->d->n_event_indicators = (int)n;
  return true;
}

static bool read_root(const DescriptionReader *r, xmlNode *root)
{
  FmuDescription *d = r->d;
  if (!description_xml_is(root, "fmiModelDescription")) {
    return description_xml_fault(
        r, root, "the root element is not fmiModelDescription", NULL);
  }
  d->fmi_version = description_xml_needed(r, root, "fmiVersion");
  if (!d->fmi_version) return false;
  if (description3_is_version(d->fmi_version))
    return description3_read(r, root);
  if (strcmp(d->fmi_version, "2.0") != 0) {
    return description_xml_fault(
        r, root, "only FMI 2.0 and 3.0 can be read, this is", d->fmi_version);
  }
  d->version = 2;
  d->model_name = description_xml_needed(r, root, "modelName");
  d->guid = description_xml_needed(r, root, "guid");
  if (!d->model_name || !d->guid) return false;
  d->description = description_xml_text(r, root, "description");
  d->generation_tool = description_xml_text(r, root, "generationTool");
  if (!read_event_indicators(r, root)) return false;
  bool good =
      description_xml_kind(r, root, "CoSimulation", &d->co_simulation) &&
      description_xml_kind(r, root, "ModelExchange", &d->model_exchange) &&
      read_enumerations(r, root) && read_variables(r, root) &&
      description_read_states(r, root) && description_xml_experiment(r, root) &&
      description_xml_log_categories(r, root);
  if (good) description_outputs_read(r, root);
  return good;
}

const FmuDescription *description_read_sized(Session *s, const char *where,
                                             const char *bytes, size_t length,
                                             const char *const *set, int n_set)
{
  DescriptionReader r = {s, where, arena_alloc(s->session_arena, sizeof *r.d),
                         set, n_set};
  xmlDoc *doc = description_xml_parse(&r, bytes, length);
  if (!doc) return NULL;
  bool good = read_root(&r, xmlDocGetRootElement(doc));
  xmlFreeDoc(doc);
  assert(good || s->n_errors > 0); /* E602 */
  return good ? r.d : NULL;
}

const FmuDescription *description_read(Session *s, const char *where,
                                       const char *bytes, size_t length)
{
  return description_read_sized(s, where, bytes, length, NULL, 0);
}
