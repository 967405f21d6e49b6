/* description_outputs.c: see description_outputs.h. */
#include "fmu_file/description/description_outputs.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"

/* Numbers with blanks between them. */
typedef struct NumberList {
  unsigned *item;
  int n, cap;
} NumberList;

/* False: there is something else in the text. */
static bool outputs_read_list(Arena *arena, const char *text, NumberList *list)
{
  for (const char *at = text + strspn(text, " \t\r\n"); *at;
       at += strspn(at, " \t\r\n")) {
    char *end;
    errno = 0;
    unsigned long number = strtoul(at, &end, 10);
    if (end == at || *at == '-' || errno || number > UINT32_MAX) return false;
    list->item = vector_grow(arena, list->item, &list->cap, list->n + 1,
                             sizeof list->item[0]);
    list->item[list->n++] = (unsigned)number;
    at = end;
  }
  return true;
}

static FmuDependence *outputs_append(const DescriptionReader *r, int variable)
{
  FmuDescription *d = r->d;
  assert(variable >= 0 && variable < d->n_variables);
  d->output = vector_grow(r->s->session_arena, d->output, &d->cap_outputs,
                          d->n_outputs + 1, sizeof d->output[0]);
  d->output[d->n_outputs] = (FmuDependence){.variable = variable};
  return &d->output[d->n_outputs++];
}

/* --- FMI 2.0: indices, from 1 --- */

static void outputs_read_one(const DescriptionReader *r, xmlNode *node)
{
  const FmuDescription *d = r->d;
  const char *index = description_xml_text(r, node, "index");
  const char *text = description_xml_text(r, node, "dependencies");
  int variable = description_xml_integer(index, 0) - 1;
  if (variable < 0 || variable >= d->n_variables) return;
  FmuDependence *output = outputs_append(r, variable);
  NumberList list = {0};
  if (!text || !outputs_read_list(r->s->session_arena, text, &list)) return;
  int *known =
      arena_array(r->s->session_arena, (size_t)list.n, sizeof known[0]);
  for (int i = 0; i < list.n; i++) {
    if (list.item[i] < 1 || list.item[i] > (unsigned)d->n_variables) return;
    known[i] = (int)list.item[i] - 1;
  }
  output->known = known;
  output->n_known = list.n;
  output->is_known = true;
}

void description_outputs_read(const DescriptionReader *r, xmlNode *root)
{
  xmlNode *list = description_xml_child(
      description_xml_child(root, "ModelStructure"), "Outputs");
  for (xmlNode *c = list ? list->children : NULL; c; c = c->next) {
    if (description_xml_is(c, "Unknown")) outputs_read_one(r, c);
  }
}

/* --- FMI 3.0: value references of arrays --- */

/* All elements of the arrays; false: one of them is not there. */
static bool outputs_elements(const Fmi3Reader *f, const NumberList *list,
                             int **known, int *n)
{
  long total = 0;
  for (int i = 0; i < list->n; i++) {
    const FmuArray *a = description3_elements_find(f, list->item[i]);
    if (!a || (total += a->n) > DESCRIPTION3_MOST) return false;
  }
  *known = arena_array(f->r->s->session_arena, (size_t)total, sizeof **known);
  *n = 0;
  for (int i = 0; i < list->n; i++) {
    const FmuArray *a = description3_elements_find(f, list->item[i]);
    for (int k = 0; k < a->n; k++) (*known)[(*n)++] = a->first + k;
  }
  return true;
}

static void outputs_read_array(const Fmi3Reader *f, xmlNode *node)
{
  const DescriptionReader *r = f->r;
  const char *reference = description_xml_text(r, node, "valueReference");
  const char *text = description_xml_text(r, node, "dependencies");
  NumberList own = {0}, list = {0};
  Arena *arena = r->s->session_arena;
  if (!reference || !outputs_read_list(arena, reference, &own) || own.n != 1)
    return;
  const FmuArray *a = description3_elements_find(f, own.item[0]);
  if (!a) return;
  int *known = NULL, n = 0;
  bool is_known = text && outputs_read_list(arena, text, &list) &&
                  outputs_elements(f, &list, &known, &n);
  for (int k = 0; k < a->n; k++) {
    FmuDependence *output = outputs_append(r, a->first + k);
    output->is_known = is_known;
    output->known = known;
    output->n_known = is_known ? n : 0;
  }
}

void description_outputs_read3(const Fmi3Reader *f, xmlNode *root)
{
  xmlNode *list = description_xml_child(root, "ModelStructure");
  for (xmlNode *c = list ? list->children : NULL; c; c = c->next) {
    if (description_xml_is(c, "Output")) outputs_read_array(f, c);
  }
}
