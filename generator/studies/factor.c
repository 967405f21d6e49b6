/* factor.c: see factor.h. */
#include "studies/factor.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"

/* --- syntax --- */

static const char *trimmed(Arena *arena, const char *text, size_t n)
{
  while (n > 0 && isspace((unsigned char)*text)) text++, n--;
  while (n > 0 && isspace((unsigned char)text[n - 1])) n--;
  return arena_copy_text(arena, text, n);
}

/* The numbers between colons: 2 or 3 of them; 0: it is no range. */
static int range_numbers(const char *text, double number[3])
{
  for (int n = 0; n < 3; n++) {
    char *end;
    number[n] = strtod(text, &end);
    if (end == text) return 0;
    end += strspn(end, " ");
    if (*end == 0) return n == 0 ? 0 : n + 1;
    if (*end != ':') return 0;
    text = end + 1;
  }
  return 0;
}

static const char *read_range(Session *s, const char *text, Factor *f)
{
  Arena *arena = s->session_arena;
  double number[3];
  int n = range_numbers(text, number);
  if (n == 0) {
    return arena_printf(arena, "'%s' is not a range START:STEP:STOP of numbers",
                        text);
  }
  double step = n == 3 ? number[1] : 1, stop = number[n - 1];
  if (!isfinite(number[0]) || !isfinite(step) || !isfinite(stop))
    return arena_printf(arena, "the range '%s' is not finite", text);
  if (step == 0) return arena_printf(arena, "the step of '%s' is zero", text);
  double steps = (stop - number[0]) / step;
  if (steps < 0) {
    return arena_printf(arena,
                        "the range '%s' is empty: its step leads away "
                        "from its end",
                        text);
  }
  /* a last value that rounding puts just behind the end belongs to it */
  double count = floor(steps + 1e-10 * fmax(1, steps)) + 1;
  if (!(count <= (double)FACTOR_MOST_VALUES))
    return arena_printf(arena, "the range '%s' has %.3g values", text, count);
  f->kind = FACTOR_RANGE;
  f->start = number[0];
  f->step = step;
  f->n_values = (int64_t)count;
  return NULL;
}

static const char *factor_read_list(Session *s, const char *text, Factor *f)
{
  Arena *arena = s->session_arena;
  size_t length = strlen(text);
  if (length >= 2 && text[0] == '{' && text[length - 1] == '}')
    text = arena_copy_text(arena, text + 1, length - 2);
  int n = 0, capacity = 0;
  f->kind = FACTOR_LIST;
  for (;;) {
    size_t m = strcspn(text, ",");
    const char *item = trimmed(arena, text, m);
    if (!*item) return arena_printf(arena, "a value is missing");
    f->item = vector_grow(arena, f->item, &capacity, n + 1, sizeof f->item[0]);
    f->item[n++] = item;
    f->n_values = n;
    if (!text[m]) return NULL;
    text += m + 1;
  }
}

const char *factor_read(Session *s, const char *text, Factor *f)
{
  size_t n = strcspn(text, "=~");
  *f = (Factor){
      .text = text, .name = trimmed(s->session_arena, text, n), .variable = -1};
  if (!*f->name || !text[n]) {
    return "write NAME=START:STEP:STOP, NAME=VALUE,VALUE,... or "
           "NAME~DISTRIBUTION";
  }
  const char *rest =
      trimmed(s->session_arena, text + n + 1, strlen(text + n + 1));
  if (!*rest) return "the values are missing";
  if (text[n] == '~') {
    f->kind = FACTOR_DISTRIBUTION;
    return distribution_read(s->session_arena, rest, &f->distribution);
  }
  return strchr(rest, ':') ? read_range(s, rest, f)
                           : factor_read_list(s, rest, f);
}

/* --- against an FMU --- */

static bool factor_refuse(Session *s, const char *where, const Factor *f,
                          const char *why)
{
  diagnostic_file_error(s, where, E210, "--vary %s: %s", f->text, why);
  return false;
}

static bool bind_list(Session *s, const char *where, const FmuDescription *d,
                      Factor *f)
{
  f->value =
      arena_array(s->session_arena, (size_t)f->n_values, sizeof f->value[0]);
  for (int64_t i = 0; i < f->n_values; i++) {
    FmuSetting setting;
    if (!fmu_settings_read_value_of(s, where, d, f->variable, "--vary", f->text,
                                    f->item[i], &setting)) {
      return false;
    }
    f->value[i] = f->type == FMU_REAL ? setting.real : setting.integer;
  }
  return true;
}

bool factor_bind(Session *s, const char *where, const FmuDescription *d,
                 Factor *f)
{
  f->variable = fmu_settings_variable(s, where, d, "--vary", f->text, f->name);
  if (f->variable < 0) return false;
  f->type = d->variable[f->variable].type;
  if (f->type == FMU_STRING)
    return factor_refuse(s, where, f, "a String cannot be varied");
  if (f->item) return bind_list(s, where, d, f);
  if (f->kind == FACTOR_LIST) return true; /* numbers of a table */
  if (f->type == FMU_BOOLEAN || f->type == FMU_ENUMERATION) {
    return factor_refuse(s, where, f,
                         "the values are not numbers: list them, as in "
                         "NAME=VALUE,VALUE");
  }
  bool is_whole = floor(f->start) == f->start && floor(f->step) == f->step;
  if (f->type == FMU_INTEGER && f->kind == FACTOR_RANGE && !is_whole)
    return factor_refuse(s, where, f, "an Integer needs whole numbers");
  return true;
}

/* --- values --- */

double factor_value(const Factor *f, int64_t i)
{
  assert(f->kind != FACTOR_DISTRIBUTION && i >= 0 && i < f->n_values);
  return f->kind == FACTOR_LIST ? f->value[i] : f->start + (double)i * f->step;
}

double factor_quantile(const Factor *f, double u)
{
  assert(u > 0 && u < 1);
  if (f->kind != FACTOR_DISTRIBUTION) {
    int64_t i = (int64_t)(u * (double)f->n_values);
    return factor_value(f, i < f->n_values ? i : f->n_values - 1);
  }
  double value = distribution_quantile(&f->distribution, u);
  return f->type == FMU_INTEGER ? nearbyint(value) : value;
}

FmuSetting factor_setting(const Factor *f, double value)
{
  FmuSetting setting = {.variable = f->variable};
  if (f->type == FMU_REAL)
    setting.real = value;
  else
    setting.integer = (int)fmin(fmax(value, -2147483647.0), 2147483647.0);
  return setting;
}
