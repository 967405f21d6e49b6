/* overrides.c: strict reading of name=value. */
#include "flatten/instances/overrides.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "flatten/instances/component_family.h"
#include "flatten/instances/instance.h"
#include "parse/setting.h"

static FlatVar *overrides_find_variable(const Flattening *f, const char *name)
{
  for (int i = 0; i < f->flat->n_vars; i++) {
    if (strcmp(f->flat->var[i].name, name) == 0) return &f->flat->var[i];
  }
  return NULL;
}

static int overrides_count_elements(const Flattening *f, const char *name)
{
  int n = 0;
  for (int i = 0; i < f->flat->n_vars; i++) {
    if (setting_is_element(f->flat->var[i].name, name)) n++;
  }
  return n;
}

/* The first variable inside of a component, NULL: there is no such component. */
static const char *overrides_first_member(const Flattening *f, Name name)
{
  size_t n = strlen(name);
  for (int i = 0; i < f->flat->n_vars; i++) {
    const char *variable = f->flat->var[i].name;
    if (strncmp(variable, name, n) == 0 && variable[n] == '.') return variable;
  }
  return NULL;
}

static void overrides_report_unknown(const Flattening *f, const char *set,
                                     Name name)
{
  int n = overrides_count_elements(f, name);
  if (n > 0) {
    fault_error(f->faults, NO_SPAN, E210,
                "--set %s: '%s' is an array of %d elements: write %s={...}, "
                "or one element as %s[1]=...",
                set, name, n, name, name);
    return;
  }
  const char *member = overrides_first_member(f, name);
  if (member) {
    fault_error(f->faults, NO_SPAN, E210,
                "--set %s: '%s' has members: write %s=..., or %s=R(%s=...)",
                set, name, member, name, member + strlen(name) + 1);
    return;
  }
  Suggestion near = suggest_for(f->s, name);
  for (int i = 0; i < f->flat->n_vars; i++) {
    suggest_offer(&near, f->flat->var[i].name);
  }
  fault_error(f->faults, NO_SPAN, E210,
              "--set %s: the model has no variable '%s'%s", set, name,
              suggest_text(f->s, &near));
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

/* Is `name` the full name of a type, or its last part: E of Package.E? */
static bool names_type(const char *name, size_t n, const char *full)
{
  size_t m = strlen(full);
  return n <= m && strncmp(full + m - n, name, n) == 0 &&
         (n == m || full[m - n - 1] == '.');
}

/* The literal alone, or after the name of its type: E.one. */
static FlatExpr *read_literal(const Flattening *f, Wanted wanted,
                              const char *text)
{
  assert(wanted.type == FLAT_ENUMERATION && wanted.enumeration);
  const FlatEnumeration *type = wanted.enumeration;
  const char *point = strrchr(text, '.');
  if (point && names_type(text, (size_t)(point - text), type->name))
    text = point + 1;
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

static void overrides_keep(const Flattening *f, int32_t kind, Name name,
                           const char *value)
{
  if (name_map_find(&f->tables->set, kind, name))
    return; /* the last one counts */
  name_map_add(&f->tables->set, kind, name,
               arena_copy_text(f->arena, value, strlen(value)));
}

/* A scalar, and that the array has elements that are set. */
static void overrides_keep_scalar(const Flattening *f, Setting setting)
{
  size_t length = strlen(setting.name);
  bool is_element = length > 0 && setting.name[length - 1] == ']';
  overrides_keep(f, SET_WHOLE, session_name_n(f->s, setting.name, length),
                 setting.value);
  while (length > 0 && setting.name[length] != '[') length--;
  if (is_element && length > 0) {
    overrides_keep(f, SET_ELEMENTS, session_name_n(f->s, setting.name, length),
                   setting.value);
  }
}

static Name overrides_name(const Flattening *f, const char *set,
                           const char *sign)
{
  assert(sign && sign > set);
  return session_name_n(f->s, set, (size_t)(sign - set));
}

void overrides_read(const Flattening *f, const char *const *set, int n_set)
{
  for (int i = n_set - 1; i >= 0; i--) {
    const char *sign = strchr(set[i], '=');
    if (!sign || sign == set[i]) continue;
    Name name = overrides_name(f, set[i], sign);
    SettingList list = {0};
    overrides_keep(f, SET_WHOLE, name, sign + 1);
    if (!setting_expand(f->arena, name, sign + 1, &list)) continue;
    for (int k = list.n - 1; k >= 0; k--) {
      overrides_keep_scalar(f, list.item[k]);
    }
  }
}

static bool overrides_is_inside(const char *name, const char *array)
{
  size_t n = strlen(array);
  return name && strncmp(name, array, n) == 0 && name[n] == '[';
}

bool overrides_inside(const Flattening *f, const Instance *array)
{
  const FlattenTables *t = f->tables;
  for (uint32_t i = 0; i < t->set.n_slots; i++) {
    if (overrides_is_inside(t->set.slot[i].name, array->path)) return true;
  }
  for (int i = 0; i < t->n_wanted; i++) {
    if (overrides_is_inside(t->wanted[i], array->path)) return true;
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

/* How many elements the braces of a text have in each dimension, from the
 * names of its scalars: the subscripts of the last one are the sizes. False:
 * rows differ, or a scalar has another number of subscripts. */
static bool array_sizes(const SettingList *list, size_t length, int rank,
                        int *dim)
{
  if (list->n == 0) return false;
  const char *at = list->item[list->n - 1].name + length;
  int n_elements = 1;
  for (int k = 0; k < rank; k++) {
    char *end;
    if (*at != (k == 0 ? '[' : ',')) return false;
    dim[k] = (int)strtol(at + 1, &end, 10);
    n_elements *= dim[k];
    at = end;
  }
  return strcmp(at, "]") == 0 && n_elements == list->n;
}

Value *overrides_array(const Flattening *f, const Instance *instance)
{
  if (f->tables->set.n_used == 0 || instance->rank == 0 ||
      !overrides_may_be_set(instance)) {
    return NULL;
  }
  const char *text = name_map_find(&f->tables->set, SET_WHOLE, instance->path);
  const InstClass *type = instance->class_def;
  Span span = instance->element->name_span;
  Wanted wanted = {type->type, type->enumeration, span};
  Arena *arena = value_arena(&f->typing);
  SettingList list = {0};
  int *dim = arena_array(arena, (size_t)instance->rank, sizeof dim[0]);
  if (!text || !setting_expand(f->arena, instance->path, text, &list) ||
      !array_sizes(&list, strlen(instance->path), instance->rank, dim)) {
    return NULL;
  }
  /* of another size than declared: overrides_apply() reports it */
  bool has_shape = f->mode != MODE_SHAPE && instance->n_elements > 0;
  if (has_shape && instance->n_elements != list.n) return NULL;
  FlatExpr **scalar = arena_array(arena, (size_t)list.n, sizeof scalar[0]);
  for (int i = 0; i < list.n; i++) {
    scalar[i] = overrides_read_value(f, wanted, list.item[i].value);
    if (!scalar[i]) return NULL;
  }
  return value_array(&f->typing, span, type->type, type->enumeration,
                     instance->rank, dim, scalar);
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

/* "a number", or the literals of an enumeration. */
static const char *what_is_needed(const Flattening *f, const FlatVar *var)
{
  static const char *const needed[] = {[FLAT_REAL] = "a number",
                                       [FLAT_INTEGER] =
                                           "a whole number of 32 bits",
                                       [FLAT_BOOLEAN] = "true or false",
                                       [FLAT_STRING] = "a text"};
  if (var->type != FLAT_ENUMERATION) return needed[var->type];
  const FlatEnumeration *type = var->enumeration;
  const char *text = "one of ";
  for (int i = 0; i < type->n_literals; i++) {
    text = arena_printf(session_scratch(f->s), "%s%s%s", text, i ? ", " : "",
                        type->literal[i]);
  }
  return text;
}

static void apply_scalar(const Flattening *f, const char *set, FlatVar *var,
                         const char *text, bool is_start)
{
  if (!is_settable(f, var, set)) return;
  FlatExpr *value = overrides_read_value(
      f, (Wanted){var->type, var->enumeration, var->span}, text);
  if (!value) {
    fault_error(f->faults, NO_SPAN, E210,
                "--set %s: the value of %s '%s' must be %s", set,
                types_name(var->type), var->name, what_is_needed(f, var));
  } else if (var->variability == FLAT_PARAMETER && !is_start) {
    var->binding = value;
  } else {
    var->start = value;
    var->set_depth = 0;
  }
}

/* The variable of that name, or x where it is x.start. */
static FlatVar *overrides_find(const Flattening *f, const char *name,
                               bool *is_start)
{
  FlatVar *var = overrides_find_variable(f, name);
  size_t n = strlen(name), m = strlen(".start");
  *is_start = !var && n > m && strcmp(name + n - m, ".start") == 0;
  if (!*is_start) return var;
  return overrides_find_variable(f, session_name_n(f->s, name, n - m));
}

/* An array or a record: its scalars. */
static void apply_compound(const Flattening *f, const char *set, Name name,
                           const char *value)
{
  SettingList list = {0};
  if (!setting_expand(session_scratch(f->s), name, value, &list)) {
    fault_error(f->faults, NO_SPAN, E210, "--set %s: %s", set, list.fault);
    return;
  }
  int n = overrides_count_elements(f, name);
  bool is_array = value[strspn(value, " ")] == '{';
  if (is_array && n == 0) {
    overrides_report_unknown(f, set, name);
    return;
  }
  if (is_array && n != list.n) {
    fault_error(f->faults, NO_SPAN, E210,
                "--set %s: '%s' has %d elements, %d are given", set, name, n,
                list.n);
    return;
  }
  for (int i = 0; i < list.n; i++) {
    bool is_start;
    FlatVar *var = overrides_find(f, list.item[i].name, &is_start);
    if (!var) {
      overrides_report_unknown(
          f, set,
          session_name_n(f->s, list.item[i].name, strlen(list.item[i].name)));
      return;
    }
    apply_scalar(f, set, var, list.item[i].value, is_start);
  }
}

static void overrides_apply_one(const Flattening *f, const char *set)
{
  const char *sign = strchr(set, '=');
  if (!sign || sign == set) {
    fault_error(f->faults, NO_SPAN, E210, "--set %s: write --set NAME=VALUE",
                set);
    return;
  }
  Name name = overrides_name(f, set, sign);
  bool is_start;
  FlatVar *var = overrides_find(f, name, &is_start);
  if (var)
    apply_scalar(f, set, var, sign + 1, is_start);
  else if (setting_is_compound(sign + 1))
    apply_compound(f, set, name, sign + 1);
  else
    overrides_report_unknown(f, set, name);
}

void overrides_apply(const Flattening *f, const char *const *set, int n_set)
{
  ArenaMark mark = arena_mark(session_scratch(f->s));
  for (int i = 0; i < n_set; i++) overrides_apply_one(f, set[i]);
  arena_release(mark);
}
