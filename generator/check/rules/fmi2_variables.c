/* fmi2_variables.c: ModelVariables as a table. */
#include "check/rules/fmi2_variables.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"

static int word_index(const char *text, const char *(*word)(int), int n)
{
  for (int i = 0; i < n; i++) {
    if (strcmp(text, word(i)) == 0) return i;
  }
  return -1;
}

static const char *causality_word(int i)
{
  return description_causality_word((FmuCausality)i);
}

static const char *variability_word(int i)
{
  return description_variability_word((FmuVariability)i);
}

static const char *initial_word(int i)
{
  assert(i >= FMU_INITIAL_NONE && i <= FMU_CALCULATED);
  static const char *const word[] = {"", "exact", "approx", "calculated"};
  return word[i];
}

bool fmi2_whole(const XmlTree *t, const xmlNode *node, const char *attribute,
                long *value)
{
  const char *text = xml_attribute(t, node, attribute);
  if (!text || !*text) return false;
  char *end;
  errno = 0;
  *value = strtol(text, &end, 10);
  return !*end && !errno;
}

/* FMI 2.0.5, the tables of section 2.2.7. */
static int fmi2_variables_default_initial(int causality, int variability)
{
  switch (causality) {
  case FMU_PARAMETER: return FMU_EXACT;
  case FMU_CALCULATED_PARAMETER: return FMU_CALCULATED;
  case FMU_OUTPUT:
  case FMU_LOCAL:
    return variability == FMU_CONSTANT ? FMU_EXACT : FMU_CALCULATED;
  default: return FMU_INITIAL_NONE;
  }
}

static void fmi2_variables_read_words(const XmlTree *t, CheckVariable *v)
{
  const char *causality = xml_attribute(t, v->node, "causality");
  const char *variability = xml_attribute(t, v->node, "variability");
  const char *initial = xml_attribute(t, v->node, "initial");
  v->causality = causality
                     ? word_index(causality, causality_word, N_FMI2_CAUSALITIES)
                     : FMU_LOCAL;
  v->variability = variability ? word_index(variability, variability_word,
                                            N_FMU_VARIABILITIES)
                               : FMU_CONTINUOUS;
  v->has_initial = initial != NULL;
  v->initial =
      initial ? word_index(initial, initial_word, 4)
              : fmi2_variables_default_initial(v->causality, v->variability);
}

static void fmi2_variables_read_type(const XmlTree *t, CheckVariable *v)
{
  for (int type = 0; type < N_FMU_TYPES && !v->typed; type++) {
    v->typed = xml_child(v->node, description_type_word((FmuType)type));
    v->type = (FmuType)type;
  }
  if (!v->typed) return;
  v->start = xml_attribute(t, v->typed, "start");
  if (v->type == FMU_REAL) {
    fmi2_whole(t, v->typed, "derivative", &v->derivative);
  }
}

static CheckVariable fmi2_variables_read_variable(const XmlTree *t,
                                                  xmlNode *node)
{
  CheckVariable v = {.node = node};
  const char *name = xml_attribute(t, node, "name");
  v.name = name ? name : "";
  long reference = 0;
  fmi2_whole(t, node, "valueReference", &reference);
  v.reference = (unsigned)reference;
  fmi2_variables_read_words(t, &v);
  fmi2_variables_read_type(t, &v);
  return v;
}

static void fmi2_variables_mark_states(CheckTable *c)
{
  xmlNode *unknown =
      xml_child(xml_child(c->structure, "Derivatives"), "Unknown");
  for (; unknown; unknown = xml_next(unknown)) {
    long index;
    if (!fmi2_whole(c->text, unknown, "index", &index) || index < 1 ||
        index > c->n) {
      continue;
    }
    CheckVariable *v = &c->item[index - 1];
    v->is_state_derivative = true;
    if (v->derivative >= 1 && v->derivative <= c->n) {
      c->item[v->derivative - 1].is_state = true;
    }
  }
}

CheckTable fmi2_variables(XmlTree *t)
{
  CheckTable c = {.text = t, .root = xmlDocGetRootElement(t->document)};
  c.structure = xml_child(c.root, "ModelStructure");
  c.co_simulation = xml_child(c.root, "CoSimulation") != NULL;
  c.model_exchange = xml_child(c.root, "ModelExchange") != NULL;
  xmlNode *node = xml_child(xml_child(c.root, "ModelVariables"), NULL);
  for (; node; node = xml_next(node)) {
    c.item = vector_grow(t->findings->s->session_arena, c.item, &c.cap, c.n + 1,
                         sizeof c.item[0]);
    c.item[c.n++] = fmi2_variables_read_variable(t, node);
  }
  fmi2_variables_mark_states(&c);
  return c;
}

/* --- by name --- */

/* qsort has no context: the key travels with the position. */
typedef struct NamedPosition {
  const char *name;
  int position;
} NamedPosition;

static int fmi2_variables_compare_names(const void *a, const void *b)
{
  const NamedPosition *x = a, *y = b;
  int order = strcmp(x->name, y->name);
  return order ? order
               : (x->position > y->position) - (x->position < y->position);
}

int *fmi2_by_name(const CheckTable *c)
{
  Arena *arena = c->text->findings->s->session_arena;
  NamedPosition *key = arena_array(arena, (size_t)c->n, sizeof key[0]);
  int *position = arena_array(arena, (size_t)c->n, sizeof position[0]);
  for (int i = 0; i < c->n; i++) key[i] = (NamedPosition){c->item[i].name, i};
  qsort(key, (size_t)c->n, sizeof key[0], fmi2_variables_compare_names);
  for (int i = 0; i < c->n; i++) position[i] = key[i].position;
  return position;
}
