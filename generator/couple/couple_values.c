/* couple_values.c: see couple_values.h. */
#include "couple/couple_values.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "couple/ssp_unit.h"
#include "couple/ssp_xml.h"

/* --- names --- */

/* The path of an element as its system, or a system around that, calls it;
 * NULL: it is not in there. */
static const char *couple_values_inside(const Ssp *ssp, int element, int system)
{
  int at = element;
  assert(element < ssp->n_elements && system < ssp->n_elements);
  while (at >= 0 && at != system) at = ssp->element[at].parent;
  if (at < 0) return NULL;
  const char *path = ssp->element[element].path;
  size_t n = strlen(ssp->element[system].path);
  if (strlen(path) == n) return ""; /* the system of a component, too */
  return n > 0 ? path + n + 1 : path;
}

/* What a name of the system means for the element; NULL: it is not of it. */
static const char *couple_values_rest(const char *name, const char *inside)
{
  assert(name && inside);
  size_t n = strlen(inside);
  if (n == 0) return name;
  return strncmp(name, inside, n) == 0 && name[n] == '.' ? name + n + 1 : NULL;
}

const char **couple_values_texts(Session *s, const Ssp *ssp, int element,
                                 int *n)
{
  const char **text = NULL;
  int capacity = 0;
  *n = 0;
  /* inner ones first: systems stand before what is in them */
  for (int e = element; e >= 0; e = ssp->element[e].parent) {
    const char *inside = couple_values_inside(ssp, element, e);
    const SspValues *values = &ssp->element[e].values;
    for (int k = 0; k < values->n; k++) {
      const SspValue *v = &values->item[k];
      const char *name = couple_values_rest(v->name, inside);
      if (!name || v->type != SSP_INTEGER) continue;
      text = vector_grow(s->session_arena, text, &capacity, *n + 1,
                         sizeof text[0]);
      text[(*n)++] = arena_printf(s->session_arena, "%s=%s", name, v->text);
    }
  }
  return text;
}

/* --- values --- */

static bool couple_values_fault(Session *s, const SspValue *value,
                                const char *what)
{
  if (value->line > 0)
    diagnostic_file_error(s, value->where, E210,
                          "line %ld: the value %s of '%s' %s", value->line,
                          value->text, value->name, what);
  else
    diagnostic_file_error(s, value->where, E210, "the value %s of '%s' %s",
                          value->text, value->name, what);
  return false;
}

static bool couple_values_is_settable(const FmuVariable *v)
{
  if (v->causality == FMU_INPUT) return true;
  return v->variability != FMU_CONSTANT &&
         (v->initial == FMU_EXACT || v->initial == FMU_APPROX);
}

static bool couple_values_real(Session *s, const SspValue *value,
                               const FmuVariable *v, double *number)
{
  static const SspUnits none = {0};
  char *end;
  double factor = 1, offset = 0;
  *number = strtod(value->text, &end);
  if (end == value->text || *end || !isfinite(*number))
    return couple_values_fault(s, value, "is not a number");
  if (!value->keeps_unit) {
    SspFit fit =
        ssp_unit_convert(value->units ? value->units : &none, value->unit,
                         &none, v->unit, &factor, &offset);
    if (fit == SSP_UNFIT)
      return couple_values_fault(
          s, value,
          arena_printf(session_scratch(s),
                       "has the unit %s, and the FMU wants %s", value->unit,
                       v->unit));
    if (fit == SSP_UNKNOWN)
      diagnostic_file_warning(
          s, value->where, W620,
          "line %ld: from the unit '%s' to '%s' nothing is known: the value "
          "of '%s' is taken as it is",
          value->line, value->unit, v->unit, value->name);
  }
  const SspTransformation *t = &value->transformation;
  *number = t->factor * (factor * *number + offset) + t->offset;
  return true;
}

/* As a mapping has it. */
static const char *couple_values_mapped(const SspValue *value)
{
  const SspTransformation *t = &value->transformation;
  for (int i = 0; i < t->n_entries; i++) {
    if (strcmp(t->entry[i].source, value->text) == 0) return t->entry[i].target;
  }
  return value->text;
}

static bool couple_values_whole(Session *s, const SspValue *value,
                                const char *text, int *integer)
{
  char *end;
  errno = 0;
  long number = strtol(text, &end, 10);
  if (end == text || *end || errno || number < INT_MIN || number > INT_MAX)
    return couple_values_fault(s, value, "is not a whole number");
  *integer = (int)number;
  return true;
}

static bool couple_values_literal(Session *s, const SspValue *value,
                                  const char *text, const FmuVariable *v,
                                  int *integer)
{
  const SspEnumerations *all = value->enumerations;
  for (int i = 0; v->enumeration && i < v->enumeration->n_items; i++) {
    if (strcmp(v->enumeration->item[i].name, text) != 0) continue;
    *integer = v->enumeration->item[i].value;
    return true;
  }
  for (int i = 0; all && i < all->n; i++) {
    if (value->enumeration &&
        strcmp(all->item[i].name, value->enumeration) != 0)
      continue;
    for (int k = 0; k < all->item[i].n_items; k++) {
      if (strcmp(all->item[i].item[k].name, text) != 0) continue;
      *integer = all->item[i].item[k].value;
      return true;
    }
  }
  return couple_values_whole(s, value, text, integer);
}

static bool couple_values_boolean(Session *s, const SspValue *value,
                                  const char *text, int *integer)
{
  bool is_true = strcmp(text, "true") == 0 || strcmp(text, "1") == 0;
  if (!is_true && strcmp(text, "false") != 0 && strcmp(text, "0") != 0)
    return couple_values_fault(s, value, "is neither true nor false");
  *integer = is_true;
  return true;
}

static bool couple_values_read(Session *s, const SspValue *value,
                               const FmuVariable *v, FmuSetting *setting)
{
  const char *text = couple_values_mapped(value);
  switch (v->type) {
  case FMU_REAL: return couple_values_real(s, value, v, &setting->real);
  case FMU_INTEGER:
    return couple_values_whole(s, value, text, &setting->integer);
  case FMU_BOOLEAN:
    return couple_values_boolean(s, value, text, &setting->integer);
  case FMU_ENUMERATION:
    return couple_values_literal(s, value, text, v, &setting->integer);
  case FMU_STRING: setting->text = text; return true;
  case N_FMU_TYPES: break;
  }
  return false;
}

bool couple_values_set(Session *s, const SspValue *value, CoupleMember *member,
                       int variable)
{
  const FmuVariable *v = &member->description->variable[variable];
  FmuSetting setting = {.variable = variable};
  assert(variable >= 0 && variable < member->description->n_variables);
  *value->is_used = true;
  if (!couple_values_is_settable(v))
    return couple_values_fault(
        s, value,
        arena_printf(
            session_scratch(s), "cannot be set: %s has it as %s that is %s",
            member->label, description_causality_word(v->causality),
            v->variability == FMU_CONSTANT ? "constant" : "calculated"));
  if (!couple_values_read(s, value, v, &setting)) return false;
  FmuSettings *all = &member->settings;
  for (int i = 0; i < all->n; i++) { /* what is set later goes first */
    if (all->item[i].variable != variable) continue;
    all->item[i] = setting;
    return true;
  }
  all->item = vector_grow(s->session_arena, all->item, &all->cap, all->n + 1,
                          sizeof setting);
  all->item[all->n++] = setting;
  return true;
}

/* --- all of them --- */

static bool couple_values_one(Session *s, Couple *couple, int system,
                              const SspValue *value)
{
  const Ssp *ssp = couple->ssp;
  size_t length = strlen(value->name), above = ssp->element[system].path_length;
  if (above > 0) above++; /* the point */
  for (int e = system; e < ssp->n_elements; e++) {
    size_t path = ssp->element[e].path_length,
           n = path > above ? path - above : 0;
    /* most elements are not meant, and this is asked for each value */
    if (n > 0 && (n >= length || value->name[n] != '.')) continue;
    const char *inside = couple_values_inside(ssp, e, system);
    const char *name = inside ? couple_values_rest(value->name, inside) : NULL;
    if (!name) continue;
    const SspElement *element = &ssp->element[e];
    if (element->is_system) {
      int k = ssp_connector(element, name);
      if (k < 0) continue;
      element->given[k] = value;
      *value->is_used = true;
      continue;
    }
    CoupleMember *member = &couple->member[couple->member_of[e]];
    int variable = description_find(member->description, name);
    if (variable >= 0 && !couple_values_set(s, value, member, variable))
      return false;
  }
  return true;
}

/* One warning for each element, with some of the names. */
static void couple_values_report(Session *s, const SspElement *element)
{
  enum { SHOWN = 5 };
  const char *names = "", *where = NULL;
  int n = 0;
  for (int k = 0; k < element->values.n; k++) {
    const SspValue *v = &element->values.item[k];
    if (*v->is_used) continue;
    if (n++ < SHOWN)
      names = arena_printf(session_scratch(s), "%s%s'%s'", names,
                           n > 1 ? ", " : "", v->name);
    if (!where) where = v->where;
  }
  if (n == 0) return;
  diagnostic_file_warning(s, where, W621,
                          "%d value%s of a parameter set fit%s nothing in %s: "
                          "%s%s",
                          n, n == 1 ? "" : "s", n == 1 ? "s" : "",
                          element->path[0] ? element->path : "the system",
                          names, n > SHOWN ? ", ..." : "");
}

bool couple_values_apply(Session *s, Couple *couple)
{
  const Ssp *ssp = couple->ssp;
  for (int e = 0; e < ssp->n_elements; e++) {
    SspElement *element = &ssp->element[e];
    element->given =
        arena_array(s->session_arena, (size_t)element->n_connectors,
                    sizeof element->given[0]);
  }
  for (int e = ssp->n_elements - 1; e >= 0; e--) { /* inner ones first */
    const SspElement *element = &ssp->element[e];
    for (int k = 0; k < element->values.n; k++) {
      if (!couple_values_one(s, couple, e, &element->values.item[k]))
        return false;
    }
    couple_values_report(s, element);
  }
  return true;
}
