/* fmu_structure.c: see fmu_structure.h. */
#include "fmu_file/structure/fmu_structure.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "fmu_file/description/description_xml.h"

static const char *const list_word[N_FMU_UNKNOWN_KINDS] = {
    "outputs", "derivatives", "initial_unknowns", "event_indicators",
    "clocked_states"};
static const char *const base_unit[N_BASE_UNITS] = {"kg", "m",   "s",  "A",
                                                    "K",  "mol", "cd", "rad"};

const char *fmu_structure_word(FmuUnknownKind kind)
{
  assert(kind < N_FMU_UNKNOWN_KINDS);
  return list_word[kind];
}

const char *fmu_structure_base_unit(int k)
{
  assert(k >= 0 && k < N_BASE_UNITS);
  return base_unit[k];
}

/* A variable under the number by which ModelStructure refers to it: its place
 * in FMI 2.0, its value reference in 3.0. */
typedef struct Numbered {
  unsigned long number;
  xmlNode *element;
  bool is_state;
} Numbered;

typedef struct StructureReader {
  DescriptionReader r;
  FmuStructure *structure;
  bool is_fmi3;
  Numbered *variable; /* by number */
  int n_variables, cap_variables;
} StructureReader;

/* --- variables by number --- */

static bool take_unsigned(const char *text, unsigned long *number)
{
  char *end;
  if (!text || *text < '0' || *text > '9') return false;
  *number = strtoul(text, &end, 10);
  return *number <= UINT_MAX;
}

static int compare_numbered(const void *a, const void *b)
{
  unsigned long x = ((const Numbered *)a)->number,
                y = ((const Numbered *)b)->number;
  return (x > y) - (x < y);
}

static Numbered *find_numbered(const StructureReader *r, unsigned long number)
{
  Numbered key = {number, NULL, false};
  if (r->n_variables == 0) return NULL;
  return bsearch(&key, r->variable, (size_t)r->n_variables, sizeof key,
                 compare_numbered);
}

static void fmu_structure_number_variables(StructureReader *r, xmlNode *root)
{
  xmlNode *list = description_xml_child(root, "ModelVariables");
  for (xmlNode *c = list ? list->children : NULL; c; c = c->next) {
    if (c->type != XML_ELEMENT_NODE) continue;
    unsigned long number = (unsigned long)r->n_variables + 1;
    if (r->is_fmi3 &&
        !take_unsigned(description_xml_text(&r->r, c, "valueReference"),
                       &number))
      continue;
    r->variable =
        vector_grow(r->r.s->session_arena, r->variable, &r->cap_variables,
                    r->n_variables + 1, sizeof r->variable[0]);
    r->variable[r->n_variables++] = (Numbered){number, c, false};
  }
  if (r->n_variables > 0)
    qsort(r->variable, (size_t)r->n_variables, sizeof r->variable[0],
          compare_numbered);
}

static const char *name_of_numbered(const StructureReader *r, const Numbered *v)
{
  const char *name = description_xml_text(&r->r, v->element, "name");
  return name ? name : "";
}

/* The state whose derivative it is; NULL: of none. */
static Numbered *state_of(const StructureReader *r, const Numbered *v)
{
  unsigned long number;
  xmlNode *typed =
      r->is_fmi3 ? v->element : description_xml_child(v->element, "Real");
  const char *text =
      typed ? description_xml_text(&r->r, typed, "derivative") : NULL;
  return take_unsigned(text, &number) ? find_numbered(r, number) : NULL;
}

/* --- unknowns --- */

static bool is_unknown_of(const StructureReader *r, const xmlNode *node,
                          FmuUnknownKind kind)
{
  static const char *const fmi3[N_FMU_UNKNOWN_KINDS] = {
      "Output", "ContinuousStateDerivative", "InitialUnknown", "EventIndicator",
      "ClockedState"};
  return description_xml_is(node, r->is_fmi3 ? fmi3[kind] : "Unknown");
}

/* The element that the unknowns of a kind are in. */
static xmlNode *fmu_structure_list_of(const StructureReader *r, xmlNode *root,
                                      FmuUnknownKind kind)
{
  static const char *const fmi2[N_FMU_UNKNOWN_KINDS] = {
      "Outputs", "Derivatives", "InitialUnknowns", "", ""};
  xmlNode *structure = description_xml_child(root, "ModelStructure");
  return r->is_fmi3 ? structure : description_xml_child(structure, fmi2[kind]);
}

/* The next of the words of a list; NULL: there is no other. */
static const char *next_word(const char **text, size_t *n)
{
  const char *word = *text + strspn(*text, " \t\r\n");
  *n = strcspn(word, " \t\r\n");
  *text = word + *n;
  return *n > 0 ? word : NULL;
}

static int fmu_structure_count_words(const char *text)
{
  int n = 0;
  size_t length;
  while (next_word(&text, &length)) n++;
  return n;
}

static bool fmu_structure_is_input(const StructureReader *r, const Numbered *v)
{
  const char *causality = description_xml_text(&r->r, v->element, "causality");
  return causality && strcmp(causality, "input") == 0;
}

static void fmu_structure_read_knowns(const StructureReader *r, xmlNode *node,
                                      FmuUnknown *u)
{
  Arena *arena = r->r.s->session_arena;
  const char *text = description_xml_text(&r->r, node, "dependencies");
  const char *kinds = description_xml_text(&r->r, node, "dependenciesKind");
  u->has_list = text != NULL;
  if (!text) return;
  u->known = arena_array(arena, (size_t)fmu_structure_count_words(text) + 1,
                         sizeof(FmuKnown));
  const char *word;
  size_t n;
  while ((word = next_word(&text, &n))) {
    unsigned long number;
    size_t n_kind = 0;
    const char *kind = kinds ? next_word(&kinds, &n_kind) : NULL;
    const Numbered *v =
        take_unsigned(word, &number) ? find_numbered(r, number) : NULL;
    if (!v) continue;
    u->known[u->n_knowns++] =
        (FmuKnown){.name = name_of_numbered(r, v),
                   .kind = kind ? arena_copy_text(arena, kind, n_kind) : NULL,
                   .is_input = fmu_structure_is_input(r, v),
                   .is_state = v->is_state};
  }
}

static Numbered *unknown_of(const StructureReader *r, xmlNode *node)
{
  unsigned long number;
  const char *text = description_xml_text(
      &r->r, node, r->is_fmi3 ? "valueReference" : "index");
  return take_unsigned(text, &number) ? find_numbered(r, number) : NULL;
}

static void mark_states(const StructureReader *r, xmlNode *root)
{
  xmlNode *list = fmu_structure_list_of(r, root, FMU_DERIVATIVES);
  for (xmlNode *c = list ? list->children : NULL; c; c = c->next) {
    Numbered *v =
        is_unknown_of(r, c, FMU_DERIVATIVES) ? unknown_of(r, c) : NULL;
    Numbered *state = v ? state_of(r, v) : NULL;
    if (state) state->is_state = true;
  }
}

static void fmu_structure_read_unknowns(const StructureReader *r, xmlNode *root,
                                        FmuUnknownKind kind)
{
  FmuUnknowns *list = &r->structure->list[kind];
  xmlNode *parent = fmu_structure_list_of(r, root, kind);
  for (xmlNode *c = parent ? parent->children : NULL; c; c = c->next) {
    const Numbered *v = is_unknown_of(r, c, kind) ? unknown_of(r, c) : NULL;
    if (!v) continue;
    const Numbered *state = kind == FMU_DERIVATIVES ? state_of(r, v) : NULL;
    list->unknown = vector_grow(r->r.s->session_arena, list->unknown,
                                &list->cap, list->n + 1, sizeof(FmuUnknown));
    FmuUnknown *u = &list->unknown[list->n++];
    *u = (FmuUnknown){.name = name_of_numbered(r, v),
                      .state = state ? name_of_numbered(r, state) : NULL};
    fmu_structure_read_knowns(r, c, u);
  }
}

/* --- units --- */

static double fmu_structure_number_or(const StructureReader *r, xmlNode *node,
                                      const char *name, double otherwise)
{
  const char *text = description_xml_text(&r->r, node, name);
  return text ? strtod(text, NULL) : otherwise;
}

static void read_base(const StructureReader *r, xmlNode *base, FmuUnit *unit)
{
  unit->has_base = true;
  for (int k = 0; k < N_BASE_UNITS; k++) {
    const char *text = description_xml_text(&r->r, base, base_unit[k]);
    unit->exponent[k] = text ? description_xml_integer(text, 0) : 0;
  }
  unit->factor = fmu_structure_number_or(r, base, "factor", 1);
  unit->offset = fmu_structure_number_or(r, base, "offset", 0);
}

static void read_displays(const StructureReader *r, xmlNode *node,
                          FmuUnit *unit)
{
  int n = 0;
  for (xmlNode *c = node->children; c; c = c->next)
    n += description_xml_is(c, "DisplayUnit");
  unit->display =
      arena_array(r->r.s->session_arena, (size_t)n + 1, sizeof(char *));
  for (xmlNode *c = node->children; c; c = c->next) {
    const char *name = description_xml_is(c, "DisplayUnit")
                           ? description_xml_text(&r->r, c, "name")
                           : NULL;
    if (name) unit->display[unit->n_displays++] = name;
  }
}

static void fmu_structure_read_units(const StructureReader *r, xmlNode *root)
{
  FmuStructure *t = r->structure;
  xmlNode *list = description_xml_child(root, "UnitDefinitions");
  for (xmlNode *c = list ? list->children : NULL; c; c = c->next) {
    const char *name = description_xml_is(c, "Unit")
                           ? description_xml_text(&r->r, c, "name")
                           : NULL;
    if (!name) continue;
    t->unit = vector_grow(r->r.s->session_arena, t->unit, &t->cap_units,
                          t->n_units + 1, sizeof t->unit[0]);
    FmuUnit *unit = &t->unit[t->n_units++];
    *unit = (FmuUnit){.name = name, .factor = 1};
    xmlNode *base = description_xml_child(c, "BaseUnit");
    if (base) read_base(r, base, unit);
    read_displays(r, c, unit);
  }
}

const FmuStructure *fmu_structure_read(Session *s, const char *where,
                                       const char *bytes, size_t length)
{
  StructureReader r = {.r = {.s = s, .where = where}};
  xmlDoc *doc = description_xml_parse(&r.r, bytes, length);
  if (!doc) return NULL;
  xmlNode *root = xmlDocGetRootElement(doc);
  const char *version = description_xml_text(&r.r, root, "fmiVersion");
  r.is_fmi3 = version && version[0] == '3';
  r.structure = arena_alloc(s->session_arena, sizeof *r.structure);
  fmu_structure_number_variables(&r, root);
  mark_states(&r, root);
  for (int k = 0; k < N_FMU_UNKNOWN_KINDS; k++) {
    if (r.is_fmi3 || k <= FMU_INITIAL_UNKNOWNS)
      fmu_structure_read_unknowns(&r, root, (FmuUnknownKind)k);
  }
  fmu_structure_read_units(&r, root);
  xmlFreeDoc(doc);
  return r.structure;
}
