/* measure_read.c: --record and --reduce, read against the description of an
 * FMU. */
#include <assert.h>
#include <string.h>

#include "base/suggest.h"
#include "base/vector.h"
#include "fmu_file/set_state.h"
#include "parse/setting.h"
#include "studies/measure.h"

/* In step with MeasureKind. */
static const char *const measure_word[N_MEASURES] = {
    [MEASURE_LAST] = "last",         [MEASURE_FIRST] = "first",
    [MEASURE_MIN] = "min",           [MEASURE_MAX] = "max",
    [MEASURE_MEAN] = "mean",         [MEASURE_RMS] = "rms",
    [MEASURE_INTEGRAL] = "integral", [MEASURE_TIME_OF_MIN] = "tmin",
    [MEASURE_TIME_OF_MAX] = "tmax"};

/* The position of a variable among those that are read. */
static int measure_position(Session *s, Measures *m, int variable)
{
  for (int i = 0; i < m->n_variables; i++) {
    if (m->variable[i] == variable) return i;
  }
  m->variable = vector_grow(s->session_arena, m->variable, &m->cap_variables,
                            m->n_variables + 1, sizeof m->variable[0]);
  m->variable[m->n_variables] = variable;
  return m->n_variables++;
}

static void add_measure(Session *s, const FmuDescription *d, Measures *m,
                        MeasureKind kind, int variable, bool is_plain)
{
  const char *name = d->variable[variable].name;
  Measure item = {.kind = kind, .position = measure_position(s, m, variable)};
  item.name = is_plain ? name
                       : arena_printf(s->session_arena, "%s(%s)",
                                      measure_word[kind], name);
  m->item =
      vector_grow(s->session_arena, m->item, &m->cap, m->n + 1, sizeof item);
  m->item[m->n++] = item;
  if (kind != MEASURE_LAST) m->needs_points = true;
}

static void record_one(Session *s, const FmuDescription *d, int variable,
                       bool is_final, Measures *m)
{
  if (is_final)
    add_measure(s, d, m, MEASURE_LAST, variable, true);
  else
    measure_position(s, m, variable);
}

/* --- names --- */

/* How long is the first item of a list? A comma inside of brackets, of
 * parentheses or of a quoted name divides nothing. */
static size_t first_item(const char *text)
{
  int depth = 0;
  bool is_quoted = false;
  size_t n = 0;
  for (; text[n]; n++) {
    char c = text[n];
    if (c == '\'') is_quoted = !is_quoted;
    if (is_quoted) continue;
    if (c == '[' || c == '(') depth++;
    if (c == ']' || c == ')') depth--;
    if (c == ',' && depth <= 0) break;
  }
  return n;
}

/* A copy of it without blanks around, and the text after it; NULL at the end. */
static const char *take_item(Session *s, const char *text, const char **item)
{
  size_t n = first_item(text), from = strspn(text, " "), to = n;
  while (to > from && text[to - 1] == ' ') to--;
  *item =
      arena_copy_text(s->session_arena, text + from, to > from ? to - from : 0);
  return text[n] ? text + n + 1 : NULL;
}

static bool measure_is_number(const FmuVariable *v)
{
  return v->type != FMU_STRING && v->causality != FMU_INDEPENDENT;
}

static int measure_find(Session *s, const char *where, const FmuDescription *d,
                        const char *name)
{
  int variable = description_find(d, name);
  if (variable >= 0 && measure_is_number(&d->variable[variable]))
    return variable;
  if (variable >= 0) {
    diagnostic_file_error(s, where, E605, "'%s' is not a number", name);
    return -1;
  }
  Suggestion near = suggest_for(s, name);
  for (int i = 0; i < d->n_variables; i++) {
    suggest_offer(&near, d->variable[i].name);
  }
  diagnostic_file_error(s, where, E605, "no variable '%s'%s", name,
                        suggest_text(s, &near));
  return -1;
}

static bool record_elements(Session *s, const FmuDescription *d,
                            const char *name, bool is_final, Measures *m)
{
  bool is_array = false;
  for (int i = 0; i < d->n_variables; i++) {
    const FmuVariable *v = &d->variable[i];
    if (!measure_is_number(v) || !setting_is_element(v->name, name)) continue;
    record_one(s, d, i, is_final, m);
    is_array = true;
  }
  return is_array;
}

bool measures_record(Session *s, const char *where, const FmuDescription *d,
                     const char *names, bool is_final, Measures *m)
{
  m->has_curves = !is_final;
  if (!is_final) m->needs_points = true;
  while (names) {
    const char *name;
    names = take_item(s, names, &name);
    bool is_known = description_find(d, name) >= 0;
    if (!is_known && record_elements(s, d, name, is_final, m)) continue;
    int variable = measure_find(s, where, d, name);
    if (variable < 0) return false;
    record_one(s, d, variable, is_final, m);
  }
  return true;
}

void measures_usual(Session *s, const FmuDescription *d, bool is_final,
                    Measures *m)
{
  m->has_curves = !is_final;
  if (!is_final) m->needs_points = true;
  int n_before = m->n_variables;
  for (int i = 0; i < d->n_variables; i++) {
    const FmuVariable *v = &d->variable[i];
    if (v->causality == FMU_OUTPUT && measure_is_number(v))
      record_one(s, d, i, is_final, m);
  }
  if (m->n_variables > n_before) return;
  int *index, n = set_state_list_plain(s->session_arena, d, &index);
  for (int i = 0; i < n; i++) record_one(s, d, index[i], is_final, m);
}

static int find_kind(const char *text, size_t n)
{
  for (int k = 0; k < N_MEASURES; k++) {
    if (strlen(measure_word[k]) == n && memcmp(measure_word[k], text, n) == 0)
      return k;
  }
  return -1;
}

bool measures_reduce(Session *s, const char *where, const FmuDescription *d,
                     const char *text, Measures *m, const char **fault)
{
  assert(fault);
  *fault = NULL;
  while (text) {
    const char *item;
    text = take_item(s, text, &item);
    size_t n = strcspn(item, "("), length = strlen(item);
    int kind = find_kind(item, n);
    if (kind < 0 || item[n] != '(' || item[length - 1] != ')') {
      *fault = arena_printf(s->session_arena,
                            "'%s' is not one of last, first, min, max, mean, "
                            "rms, integral, tmin, tmax of a variable, as in "
                            "max(x)",
                            item);
      return false;
    }
    const char *name =
        arena_copy_text(s->session_arena, item + n + 1, length - n - 2);
    int variable = measure_find(s, where, d, name);
    if (variable < 0) return false;
    add_measure(s, d, m, (MeasureKind)kind, variable, false);
  }
  return true;
}
