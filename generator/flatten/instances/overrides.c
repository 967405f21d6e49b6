/* overrides.c: strict reading of name=value. */
#include "flatten/instances/overrides.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "flatten/instances/component_family.h"
#include "flatten/instances/instance.h"

static FlatVar *overrides_find_variable(const Flattening *f, const char *name,
                                        size_t length)
{
  Name wanted = session_name_n(f->s, name, length);
  for (int i = 0; i < f->flat->n_vars; i++) {
    if (strcmp(f->flat->var[i].name, wanted) == 0) return &f->flat->var[i];
  }
  Suggestion near = suggest_for(f->s, wanted);
  for (int i = 0; i < f->flat->n_vars; i++) {
    suggest_offer(&near, f->flat->var[i].name);
  }
  fault_error(f->faults, NO_SPAN, E210,
              "--set %s: the model has no variable '%s'%s", name, wanted,
              suggest_text(f->s, &near));
  return NULL;
}

/* Decimal numbers only: strtod alone takes hexadecimal, inf and nan too. */
static bool is_decimal(const char *text)
{
  return text[0] && strspn(text, "+-.0123456789eE") == strlen(text);
}

static bool read_real(const char *text, double *value)
{
  char *end;
  if (!is_decimal(text)) return false;
  *value = strtod(text, &end);
  return end != text && *end == 0 && isfinite(*value);
}

static bool read_integer(const char *text, int64_t *value)
{
  char *end;
  size_t sign = text[0] == '-' || text[0] == '+';
  if (strspn(text + sign, "0123456789") != strlen(text + sign)) return false;
  errno = 0;
  *value = strtoll(text, &end, 10);
  return end != text && *end == 0 && errno == 0 && *value >= INT32_MIN &&
         *value <= INT32_MAX;
}

/* What a value is read for. */
typedef struct Wanted {
  FlatType type;
  const FlatEnumeration *enumeration;
  Span span;
} Wanted;

/* The literal alone, or after the name of its type: E.one. */
static FlatExpr *read_literal(const Flattening *f, Wanted wanted,
                              const char *text)
{
  assert(wanted.type == FLAT_ENUMERATION && wanted.enumeration);
  const FlatEnumeration *type = wanted.enumeration;
  size_t n = strlen(type->name);
  if (strncmp(text, type->name, n) == 0 && text[n] == '.') text += n + 1;
  for (int i = 0; i < type->n_literals; i++) {
    if (strcmp(text, type->literal[i]) != 0) continue;
    return types_enumeration(&f->typing, wanted.span, type, i + 1);
  }
  return NULL;
}

/* NULL: the text is none. */
static FlatExpr *overrides_read_value(const Flattening *f, Wanted wanted,
                                      const char *text)
{
  double real;
  int64_t integer;
  switch (wanted.type) {
  case FLAT_REAL:
    if (!read_real(text, &real)) return NULL;
    return types_real(&f->typing, wanted.span, real);
  case FLAT_INTEGER:
    if (!read_integer(text, &integer)) return NULL;
    return types_integer(&f->typing, wanted.span, integer);
  case FLAT_BOOLEAN:
    if (strcmp(text, "true") != 0 && strcmp(text, "false") != 0) return NULL;
    return types_boolean(&f->typing, wanted.span, text[0] == 't');
  case FLAT_STRING:
    return types_string(&f->typing, wanted.span,
                        arena_copy_text(f->s->flat_arena, text, strlen(text)));
  case FLAT_ENUMERATION: return read_literal(f, wanted, text);
  case FLAT_OBJECT:
  case N_FLAT_TYPES: break;
  }
  return NULL;
}

/* --- parameters that are asked for before all variables are there --- */

/* Is the parameter, or an element of it, set? */
enum { SET_WHOLE, SET_ELEMENTS };

static void overrides_keep(const Flattening *f, int32_t kind, const char *set,
                           size_t length)
{
  assert(strchr(set, '='));
  Name name = session_name_n(f->s, set, length);
  if (name_map_find(&f->tables->set, kind, name))
    return; /* the last one counts */
  const char *value = strchr(set, '=') + 1;
  name_map_add(&f->tables->set, kind, name,
               arena_copy_text(f->arena, value, strlen(value)));
}

void overrides_read(const Flattening *f, const char *const *set, int n_set)
{
  for (int i = n_set - 1; i >= 0; i--) {
    const char *sign = strchr(set[i], '=');
    if (!sign || sign == set[i]) continue;
    size_t length = (size_t)(sign - set[i]);
    overrides_keep(f, SET_WHOLE, set[i], length);
    while (length > 0 && set[i][length] != '[') length--;
    if (sign[-1] == ']' && length > 0)
      overrides_keep(f, SET_ELEMENTS, set[i], length);
  }
}

bool overrides_inside(const Flattening *f, const Instance *array)
{
  size_t n = strlen(array->path);
  for (uint32_t i = 0; i < f->tables->set.n_slots; i++) {
    Name name = f->tables->set.slot[i].name;
    if (name && strncmp(name, array->path, n) == 0 && name[n] == '[')
      return true;
  }
  return false;
}

static bool overrides_is_final(const Instance *instance)
{
  const Modifier *modifier = instance->modifier;
  return instance->element->final || (modifier && modifier->final);
}

static bool overrides_may_be_set(const Instance *instance)
{
  return instance->variability == FLAT_PARAMETER &&
         !overrides_is_final(instance) && instance_is_variable(instance) &&
         instance->class_def->type != FLAT_OBJECT;
}

static FlatExpr *element_literal(const Flattening *f, const Instance *instance,
                                 int element)
{
  assert(overrides_may_be_set(instance));
  Name path = instance_element_path(f, instance, element);
  const char *text = name_map_find(&f->tables->set, SET_WHOLE, path);
  if (!text) return NULL;
  const InstClass *type = instance->class_def;
  Wanted wanted = {type->type, type->enumeration, instance->element->name_span};
  return overrides_read_value(f, wanted, text);
}

Value *overrides_value(const Flattening *f, const Instance *instance)
{
  if (f->tables->set.n_used == 0 || instance->rank > 0 ||
      !overrides_may_be_set(instance))
    return NULL;
  FlatExpr *literal = element_literal(f, instance, 0);
  return literal ? value_of(&f->typing, literal) : NULL;
}

Value *overrides_elements(const Flattening *f, const Instance *instance,
                          Value *value)
{
  if (!value || instance->rank == 0 || !overrides_may_be_set(instance) ||
      !name_map_find(&f->tables->set, SET_ELEMENTS, instance->path)) {
    return value;
  }
  FlatExpr **scalar = arena_array(value_arena(&f->typing),
                                  (size_t)value->n_elements, sizeof scalar[0]);
  for (int i = 0; i < value->n_elements; i++) {
    FlatExpr *literal = element_literal(f, instance, i);
    scalar[i] = literal ? literal : value_at(&f->typing, value, i);
  }
  return value_array(&f->typing, value->span, value->type, value->enumeration,
                     value->rank, value->dim, scalar);
}

/* --- all variables --- */

static bool is_settable(const Flattening *f, const FlatVar *var,
                        const char *set)
{
  const char *kind = NULL;
  if (var->variability == FLAT_CONSTANT)
    kind = "a constant";
  else if (overrides_is_final(component_family_like(
               f, (FlatVarId){(int32_t)(var - f->flat->var)})))
    kind = "final";
  else if (var->type == FLAT_OBJECT)
    kind = "an external object";
  if (!kind) return true;
  Diagnostic *d = fault_error(f->faults, NO_SPAN, E210, "--set %s: '%s' is %s",
                              set, var->name, kind);
  fault_note(f->faults, d, var->span, "declared here");
  return false;
}

static void overrides_apply_one(const Flattening *f, const char *set)
{
  static const char *const needed[] = {
      [FLAT_REAL] = "a number",
      [FLAT_INTEGER] = "a whole number of 32 bits",
      [FLAT_BOOLEAN] = "true or false",
      [FLAT_STRING] = "a text",
      [FLAT_ENUMERATION] = "one of its literals"};
  const char *sign = strchr(set, '=');
  if (!sign || sign == set) {
    fault_error(f->faults, NO_SPAN, E210, "--set %s: write --set NAME=VALUE",
                set);
    return;
  }
  FlatVar *var = overrides_find_variable(f, set, (size_t)(sign - set));
  if (!var || !is_settable(f, var, set)) return;
  FlatExpr *value = overrides_read_value(
      f, (Wanted){var->type, var->enumeration, var->span}, sign + 1);
  if (!value) {
    fault_error(f->faults, NO_SPAN, E210,
                "--set %s: the value of %s '%s' must be %s", set,
                types_name(var->type), var->name, needed[var->type]);
  } else if (var->variability == FLAT_PARAMETER) {
    var->binding = value;
  } else {
    var->start = value;
    var->set_depth = 0;
  }
}

void overrides_apply(const Flattening *f, const char *const *set, int n_set)
{
  ArenaMark mark = arena_mark(session_scratch(f->s));
  for (int i = 0; i < n_set; i++) overrides_apply_one(f, set[i]);
  arena_release(mark);
}
