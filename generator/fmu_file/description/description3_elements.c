/* description3_elements.c: see description3_elements.h. */
#include "fmu_file/description/description3_elements.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- types --- */

static int compare_types(const void *a, const void *b)
{
  const Fmi3TypeName *x = a, *y = b;
  return strcmp(x->name, y->name);
}

/* Types serve messages and names of values: what is wrong with them is for
 * `check` to say. */
static void read_types(Fmi3Reader *f, xmlNode *root)
{
  const DescriptionReader *r = f->r;
  FmuDescription *d = r->d;
  Arena *arena = r->s->session_arena;
  xmlNode *list = description_xml_child(root, "TypeDefinitions");
  size_t n = 0, n_enumerations = 0;
  for (xmlNode *c = list ? list->children : NULL; c; c = c->next) {
    if (c->type == XML_ELEMENT_NODE) n++;
    if (description_xml_is(c, "EnumerationType")) n_enumerations++;
  }
  f->type = arena_array(arena, n, sizeof f->type[0]);
  d->enumeration = arena_array(arena, n_enumerations, sizeof d->enumeration[0]);
  for (xmlNode *c = list ? list->children : NULL; c; c = c->next) {
    const char *name =
        c->type == XML_ELEMENT_NODE ? description_xml_text(r, c, "name") : NULL;
    if (!name) continue;
    f->type[f->n_types++] = (Fmi3TypeName){name, c};
    if (!description_xml_is(c, "EnumerationType")) continue;
    FmuEnumeration *type = &d->enumeration[d->n_enumerations++];
    type->name = name;
    description_xml_items(r, c, type);
  }
  if (f->n_types > 1)
    qsort(f->type, (size_t)f->n_types, sizeof f->type[0], compare_types);
}

/* NULL: none is declared, or there is none. */
static xmlNode *declared_type(const Fmi3Reader *f, xmlNode *node)
{
  Fmi3TypeName key = {description_xml_text(f->r, node, "declaredType"), NULL};
  if (!key.name || f->n_types == 0) return NULL;
  const Fmi3TypeName *found =
      bsearch(&key, f->type, (size_t)f->n_types, sizeof key, compare_types);
  return found ? found->node : NULL;
}

static const char *typed_text(const Fmi3Reader *f, xmlNode *node, xmlNode *type,
                              const char *name)
{
  const char *text = description_xml_text(f->r, node, name);
  return text || !type ? text : description_xml_text(f->r, type, name);
}

/* --- start values --- */

static const char blank[] = " \t\r\n";

static int description3_elements_count_words(const char *text)
{
  int n = 0;
  while (*(text += strspn(text, blank))) {
    text += strcspn(text, blank);
    n++;
  }
  return n;
}

static int count_starts(xmlNode *node)
{
  int n = 0;
  for (xmlNode *c = node->children; c; c = c->next) {
    if (description_xml_is(c, "Start")) n++;
  }
  return n;
}

/* As many texts as there are, in *n; NULL: none. */
static const char **read_starts(const Fmi3Reader *f, const FmuArray *a,
                                xmlNode *node, int *n)
{
  const DescriptionReader *r = f->r;
  Arena *arena = r->s->session_arena;
  const char *text = description_xml_text(r, node, "start");
  bool is_text = a->type == FMI3_STRING || a->type == FMI3_BINARY;
  *n = is_text ? count_starts(node)
       : text  ? description3_elements_count_words(text)
               : 0;
  if (*n == 0) return NULL;
  const char **start = arena_array(arena, (size_t)*n, sizeof start[0]);
  int k = 0;
  if (is_text) {
    for (xmlNode *c = node->children; c; c = c->next) {
      if (!description_xml_is(c, "Start")) continue;
      const char *value = description_xml_text(r, c, "value");
      start[k++] = value ? value : "";
    }
    return start;
  }
  while (*(text += strspn(text, blank))) {
    size_t length = strcspn(text, blank);
    start[k++] = arena_copy_text(arena, text, length);
    text += length;
  }
  assert(k == *n);
  return start;
}

/* --- elements --- */

/* Indices of element k, row by row: "1,2". */
static const char *index_text(Arena *arena, const FmuArray *a, int k)
{
  assert(k >= 0 && k < a->n);
  const char *text = "";
  for (int i = a->n_dimensions; i-- > 0;) {
    long size = a->dimension[i].size;
    text = arena_printf(arena, "%ld%s%s", k % size + 1, *text ? "," : "", text);
    k = (int)(k / size);
  }
  return text;
}

/* x[1]; der(x) has der(x[1]). */
static const char *description3_elements_element_name(const Fmi3Reader *f,
                                                      const char *name,
                                                      const FmuArray *a, int k)
{
  Arena *arena = f->r->s->session_arena;
  if (a->n_dimensions == 0) return name;
  ArenaMark mark = arena_mark(session_scratch(f->r->s));
  const char *index = index_text(session_scratch(f->r->s), a, k);
  size_t inside = strncmp(name, "der(", 4) == 0 ? strcspn(name, ",)") : 0;
  const char *found = inside > 4 && name[inside]
                          ? arena_printf(arena, "%.*s[%s]%s", (int)inside, name,
                                         index, name + inside)
                          : arena_printf(arena, "%s[%s]", name, index);
  arena_release(mark);
  return found;
}

/* How the elements are read and set. */
static FmuType type_of(Fmi3Type type)
{
  switch (type) {
  case FMI3_INT8:
  case FMI3_UINT8:
  case FMI3_INT16:
  case FMI3_UINT16:
  case FMI3_INT32: return FMU_INTEGER;
  case FMI3_BOOLEAN:
  case FMI3_CLOCK: return FMU_BOOLEAN;
  case FMI3_STRING:
  case FMI3_BINARY: return FMU_STRING;
  case FMI3_ENUMERATION: return FMU_ENUMERATION;
  case FMI3_FLOAT32:
  case FMI3_FLOAT64:
  case FMI3_UINT32:
  case FMI3_INT64:
  case FMI3_UINT64:
  case N_FMI3_TYPES: break;
  }
  return FMU_REAL;
}

/* What all elements have alike. */
static bool read_common(const Fmi3Reader *f, int i, FmuVariable *v)
{
  const DescriptionReader *r = f->r;
  const FmuArray *a = &r->d->array[i];
  xmlNode *node = f->node[i], *type = declared_type(f, node);
  *v = (FmuVariable){
      .type = type_of(a->type), .type_name = f->type_word[a->type], .array = i};
  v->is_integer =
      v->type == FMU_REAL && a->type != FMI3_FLOAT32 && a->type != FMI3_FLOAT64;
  v->description = typed_text(f, node, type, "description");
  v->unit = typed_text(f, node, type, "unit");
  v->nominal = typed_text(f, node, type, "nominal");
  v->min = typed_text(f, node, type, "min");
  v->max = typed_text(f, node, type, "max");
  v->n_derivatives = description_xml_derivatives_wanted(r, node);
  if (v->type == FMU_ENUMERATION) {
    v->enumeration = description_xml_enumeration(
        r->d, description_xml_text(r, node, "declaredType"));
  }
  return description_xml_words(r, node, v);
}

static bool add_elements(const Fmi3Reader *f, int i)
{
  const DescriptionReader *r = f->r;
  FmuDescription *d = r->d;
  const FmuArray *a = &d->array[i];
  FmuVariable common;
  if (!read_common(f, i, &common)) return false;
  int n_starts;
  const char **start = read_starts(f, a, f->node[i], &n_starts);
  if (a->is_resized) n_starts = 0; /* FMI 3.0 2.4.7.2: these do not count */
  if (n_starts > 1 && n_starts != a->n) {
    return description_xml_fault(
        r, f->node[i],
        "the number of start values is not that of elements:", a->name);
  }
  for (int k = 0; k < a->n; k++) {
    assert(a->first + k < f->n_values);
    FmuVariable *v = &d->variable[a->first + k];
    *v = common;
    v->value_reference = (unsigned)(a->first + k);
    v->name = description3_elements_element_name(f, a->name, a, k);
    if (n_starts > 0) v->start = start[n_starts > 1 ? k : 0];
  }
  return true;
}

/* --- aliases --- */

static bool add_aliases(const Fmi3Reader *f, int i, int *n)
{
  const DescriptionReader *r = f->r;
  FmuDescription *d = r->d;
  const FmuArray *a = &d->array[i];
  for (xmlNode *c = f->node[i]->children; c; c = c->next) {
    if (!description_xml_is(c, "Alias")) continue;
    const char *name = description_xml_needed(r, c, "name");
    const char *description = description_xml_text(r, c, "description");
    if (!name) return false;
    for (int k = 0; k < a->n; k++) {
      FmuVariable *v = &d->variable[(*n)++];
      *v = d->variable[a->first + k];
      v->name = description3_elements_element_name(f, name, a, k);
      v->description = description;
    }
  }
  return true;
}

static bool count_aliases(const Fmi3Reader *f, long *n)
{
  const FmuDescription *d = f->r->d;
  *n = f->n_values;
  for (int i = 0; i < d->n_arrays; i++) {
    for (xmlNode *c = f->node[i]->children; c; c = c->next) {
      if (!description_xml_is(c, "Alias")) continue;
      *n += d->array[i].n;
      if (*n > DESCRIPTION3_MOST)
        return description_xml_fault(
            f->r, c, "there are more than 10000000 values, with this alias",
            NULL);
    }
  }
  return true;
}

/* --- names --- */

static int compare_variables(const void *a, const void *b)
{
  const FmuVariable *x = *(FmuVariable *const *)a;
  const FmuVariable *y = *(FmuVariable *const *)b;
  int order = strcmp(x->name, y->name);
  return order ? order : (x > y) - (x < y);
}

static bool names_differ(const Fmi3Reader *f)
{
  const DescriptionReader *r = f->r;
  FmuDescription *d = r->d;
  ArenaMark mark = arena_mark(session_scratch(r->s));
  size_t n = (size_t)d->n_variables;
  FmuVariable **by_name =
      arena_array(session_scratch(r->s), n + 1, sizeof by_name[0]);
  for (size_t i = 0; i < n; i++) by_name[i] = &d->variable[i];
  if (n > 1) qsort(by_name, n, sizeof by_name[0], compare_variables);
  const FmuVariable *twice = NULL;
  for (size_t i = 1; i < n && !twice; i++) {
    if (strcmp(by_name[i - 1]->name, by_name[i]->name) == 0) twice = by_name[i];
  }
  arena_release(mark);
  return !twice ||
         description_xml_fault(r, f->node[twice->array],
                               "two variables have this name:", twice->name);
}

FmuArray *description3_elements_find(const Fmi3Reader *f, unsigned reference)
{
  int low = 0, high = f->r->d->n_arrays;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (f->by_reference[middle]->value_reference < reference)
      low = middle + 1;
    else
      high = middle;
  }
  bool found = low < f->r->d->n_arrays &&
               f->by_reference[low]->value_reference == reference;
  return found ? f->by_reference[low] : NULL;
}

bool description3_elements(Fmi3Reader *f, xmlNode *root)
{
  FmuDescription *d = f->r->d;
  long n_all;
  read_types(f, root);
  if (!count_aliases(f, &n_all)) return false;
  d->variable =
      arena_array(f->r->s->session_arena, (size_t)n_all, sizeof d->variable[0]);
  for (int i = 0; i < d->n_arrays; i++) {
    if (!add_elements(f, i)) return false;
  }
  int n = (int)f->n_values;
  for (int i = 0; i < d->n_arrays; i++) {
    if (!add_aliases(f, i, &n)) return false;
  }
  assert(n == n_all);
  d->n_variables = n;
  return names_differ(f);
}
