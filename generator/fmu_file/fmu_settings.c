/* fmu_settings.c: see fmu_settings.h. */
#include "fmu_file/fmu_settings.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "base/vector.h"
#include "parse/setting.h"

typedef struct SettingsReader {
  Session *s;
  const char *where;
  const FmuDescription *d;
  const char *option, *text; /* what is read */
  FmuSettings *out;
} SettingsReader;

static bool fmu_settings_refuse(const SettingsReader *r, const char *why)
{
  diagnostic_file_error(r->s, r->where, E210, "%s %s: %s", r->option, r->text,
                        why);
  return false;
}

/* --- one value --- */

static bool read_real_value(const SettingsReader *r, const FmuVariable *v,
                            const char *value, FmuSetting *setting)
{
  char *end;
  setting->real = strtod(value, &end);
  if (v->is_integer) {
    bool is_whole = end != value && *end == 0 &&
                    setting->real == floor(setting->real) &&
                    fabs(setting->real) <= 0x1p53;
    return is_whole ||
           fmu_settings_refuse(r, "not an Integer of up to 53 bits");
  }
  if (end != value && *end == 0 && isfinite(setting->real)) return true;
  bool has_comma = strspn(value, "+-0123456789,") == strlen(value) &&
                   strchr(value, ',') != NULL;
  return fmu_settings_refuse(r, has_comma ? "not a number; decimals are "
                                            "written with a point"
                                          : "not a number");
}

static bool read_integer_value(const char *value, int *integer)
{
  char *end;
  errno = 0;
  long number = strtol(value, &end, 10);
  if (end == value || *end || errno || number < INT_MIN || number > INT_MAX) {
    return false;
  }
  *integer = (int)number;
  return true;
}

/* The literal alone or after the name of its type, or its number. */
static bool read_literal_value(const SettingsReader *r, const FmuVariable *v,
                               const char *value, FmuSetting *setting)
{
  const FmuEnumeration *type = v->enumeration;
  const char *point = strrchr(value, '.');
  const char *literal = point ? point + 1 : value;
  bool is_number = read_integer_value(value, &setting->integer);
  if (!type) return is_number || fmu_settings_refuse(r, "not an Integer");
  const char *all = "";
  for (int i = 0; i < type->n_items; i++) {
    const FmuItem *item = &type->item[i];
    if (is_number ? item->value == setting->integer
                  : strcmp(item->name, literal) == 0) {
      setting->integer = item->value;
      return true;
    }
    all = arena_printf(session_scratch(r->s), "%s%s%s", all, i ? ", " : "",
                       item->name);
  }
  return fmu_settings_refuse(r, arena_printf(session_scratch(r->s),
                                             "'%s' must be one of %s", v->name,
                                             all));
}

static bool read_boolean_value(const SettingsReader *r, const char *value,
                               FmuSetting *setting)
{
  bool is_true = strcmp(value, "true") == 0;
  if (!is_true && strcmp(value, "false") != 0)
    return fmu_settings_refuse(r, "not true or false");
  setting->integer = is_true;
  return true;
}

static bool fmu_settings_read_value(const SettingsReader *r,
                                    const FmuVariable *v, const char *value,
                                    FmuSetting *setting)
{
  switch (v->type) {
  case FMU_REAL: return read_real_value(r, v, value, setting);
  case FMU_BOOLEAN: return read_boolean_value(r, value, setting);
  case FMU_ENUMERATION: return read_literal_value(r, v, value, setting);
  case FMU_INTEGER:
    return read_integer_value(value, &setting->integer) ||
           fmu_settings_refuse(r, "not an Integer");
  case FMU_STRING:
    setting->text = arena_copy_text(r->s->session_arena, value, strlen(value));
    return true;
  case N_FMU_TYPES: break;
  }
  return false;
}

/* --- one variable --- */

/* NULL: it may be set. */
static const char *fmu_settings_obstacle(const FmuVariable *v)
{
  if (v->causality == FMU_INDEPENDENT) return "this is time; see --start";
  if (v->variability == FMU_CONSTANT) {
    return "the value was fixed when the FMU was built (it is a constant, or "
           "sizes, conditions or equations depend on it); of a parameter "
           "build the FMU again with it";
  }
  if (strcmp(v->type_name, "Clock") == 0)
    return "this is a clock, which ticks by itself or is ticked by others";
  if (v->causality == FMU_STRUCTURAL_PARAMETER) return NULL;
  if (v->causality == FMU_CALCULATED_PARAMETER)
    return "the FMU calculates this parameter from others";
  if (v->causality == FMU_PARAMETER || v->causality == FMU_INPUT ||
      v->initial == FMU_EXACT || v->initial == FMU_APPROX) {
    return NULL;
  }
  return "the FMU calculates this variable";
}

static bool fmu_settings_add(const SettingsReader *r, int variable,
                             const char *value)
{
  assert(variable >= 0 && variable < r->d->n_variables);
  const FmuVariable *v = &r->d->variable[variable];
  const char *obstacle = fmu_settings_obstacle(v);
  if (obstacle) return fmu_settings_refuse(r, obstacle);
  FmuSetting setting = {.variable = variable};
  if (!fmu_settings_read_value(r, v, value, &setting)) return false;
  FmuSettings *out = r->out;
  out->item = vector_grow(r->s->session_arena, out->item, &out->cap, out->n + 1,
                          sizeof out->item[0]);
  out->item[out->n++] = setting;
  return true;
}

/* The index of NAME, or of x where it is x.start. -1: none. */
static int fmu_settings_find(const SettingsReader *r, const char *name)
{
  int found = description_find(r->d, name);
  size_t n = strlen(name), m = strlen(".start");
  if (found >= 0 || n <= m || strcmp(name + n - m, ".start") != 0) return found;
  return description_find(r->d,
                          arena_copy_text(session_scratch(r->s), name, n - m));
}

/* --- arrays and records --- */

static int fmu_settings_count(const SettingsReader *r, const char *name)
{
  int n = 0;
  for (int i = 0; i < r->d->n_variables; i++) {
    if (setting_is_element(r->d->variable[i].name, name)) n++;
  }
  return n;
}

/* The first variable inside of a component, NULL: there is no such component. */
static const char *first_member(const SettingsReader *r, const char *name)
{
  size_t n = strlen(name);
  for (int i = 0; i < r->d->n_variables; i++) {
    const char *variable = r->d->variable[i].name;
    if (strncmp(variable, name, n) == 0 && variable[n] == '.') return variable;
  }
  return NULL;
}

static bool report_unknown(const SettingsReader *r, const char *name)
{
  int n = fmu_settings_count(r, name);
  if (n > 0) {
    return fmu_settings_refuse(
        r, arena_printf(session_scratch(r->s),
                        "'%s' is an array of %d elements: write %s={...}, or "
                        "one element as %s[1]=...",
                        name, n, name, name));
  }
  const char *member = first_member(r, name);
  if (member) {
    return fmu_settings_refuse(
        r, arena_printf(session_scratch(r->s),
                        "'%s' has members: write %s=..., or %s=R(%s=...)", name,
                        member, name, member + strlen(name) + 1));
  }
  Suggestion near = suggest_for(r->s, name);
  for (int i = 0; i < r->d->n_variables; i++) {
    suggest_offer(&near, r->d->variable[i].name);
  }
  diagnostic_file_error(r->s, r->where, E605, "no variable '%s'%s", name,
                        suggest_text(r->s, &near));
  return false;
}

/* An array is given whole: as many elements as the FMU has. */
static bool has_all_elements(const SettingsReader *r, const char *name,
                             int n_given)
{
  int n = fmu_settings_count(r, name);
  if (n == 0) return report_unknown(r, name);
  if (n == n_given) return true;
  return fmu_settings_refuse(
      r, arena_printf(session_scratch(r->s),
                      "'%s' has %d elements, %d are given", name, n, n_given));
}

static bool add_compound(const SettingsReader *r, const char *name,
                         const char *value)
{
  SettingList list = {0};
  if (!setting_expand(session_scratch(r->s), name, value, &list))
    return fmu_settings_refuse(r, list.fault);
  if (value[strspn(value, " ")] == '{' && !has_all_elements(r, name, list.n))
    return false;
  for (int i = 0; i < list.n; i++) {
    int variable = fmu_settings_find(r, list.item[i].name);
    if (variable < 0) return report_unknown(r, list.item[i].name);
    if (!fmu_settings_add(r, variable, list.item[i].value)) return false;
  }
  return true;
}

static bool fmu_settings_read_one(const SettingsReader *r)
{
  const char *sign = strchr(r->text, '=');
  assert(sign); /* options.c has looked */
  const char *name =
      arena_copy_text(session_scratch(r->s), r->text, (size_t)(sign - r->text));
  int variable = fmu_settings_find(r, name);
  if (variable >= 0) return fmu_settings_add(r, variable, sign + 1);
  if (setting_is_compound(sign + 1)) return add_compound(r, name, sign + 1);
  return report_unknown(r, name);
}

bool fmu_settings_read(Session *s, const char *where, const FmuDescription *d,
                       const char *const *set, int n_set, FmuSettings *out)
{
  *out = (FmuSettings){0};
  bool good = true;
  ArenaMark mark = arena_mark(session_scratch(s));
  for (int i = 0; good && i < n_set; i++) {
    SettingsReader r = {s, where, d, "--set", set[i], out};
    good = fmu_settings_read_one(&r);
  }
  arena_release(mark);
  return good;
}

int fmu_settings_variable(Session *s, const char *where,
                          const FmuDescription *d, const char *option,
                          const char *text, const char *name)
{
  ArenaMark mark = arena_mark(session_scratch(s));
  SettingsReader r = {s, where, d, option, text, NULL};
  int variable = fmu_settings_find(&r, name);
  if (variable < 0) report_unknown(&r, name);
  const FmuVariable *v = variable < 0 ? NULL : &d->variable[variable];
  const char *obstacle = v ? fmu_settings_obstacle(v) : NULL;
  if (obstacle && v->variability == FMU_CONSTANT) {
    obstacle = arena_printf(session_scratch(s),
                            "the value was fixed when the FMU was built (it is "
                            "a constant, or sizes, conditions or equations "
                            "depend on it); of a parameter build an FMU for "
                            "each value: foucault build --set %s=VALUE",
                            name);
  }
  if (obstacle) fmu_settings_refuse(&r, obstacle);
  arena_release(mark);
  return obstacle ? -1 : variable;
}

bool fmu_settings_read_value_of(Session *s, const char *where,
                                const FmuDescription *d, int variable,
                                const char *option, const char *text,
                                const char *value, FmuSetting *out)
{
  ArenaMark mark = arena_mark(session_scratch(s));
  SettingsReader r = {s, where, d, option, text, NULL};
  *out = (FmuSetting){.variable = variable};
  bool good = fmu_settings_read_value(&r, &d->variable[variable], value, out);
  arena_release(mark);
  return good;
}
