/* sensitivity_asked.c: see sensitivity_asked.h. */
#include "commands/studies/sensitivity_asked.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/vector.h"
#include "results/run_table.h"
#include "studies/measure.h"

/* --- parameters --- */

/* Can the variable be set at all, and does its value count? */
static bool may_be_varied(const SensitivityAsked *c, int variable)
{
  const FmuVariable *v = &c->study->description->variable[variable];
  const char *why = v->type != FMU_REAL || v->is_integer ? "it is not a Real"
                    : v->initial == FMU_APPROX
                        ? "its start value is a first guess, and the model "
                          "computes it"
                        : NULL;
  if (!why) return true;
  diagnostic_file_error(c->s, c->study->label, E210,
                        "nothing can be said about changes of '%s': %s",
                        v->name, why);
  return false;
}

/* The first of a list, cut off; a comma inside of brackets belongs to a name,
 * A[1,2]. */
static char *cut_first(char **rest)
{
  char *first = *rest;
  size_t length = 0;
  for (int depth = 0; first[length] && (depth > 0 || first[length] != ',');
       length++) {
    depth += (first[length] == '[') - (first[length] == ']');
  }
  *rest = first + length + (first[length] != '\0');
  first[length] = '\0';
  return first;
}

static void asked_add_by(SensitivityAsked *c, int variable)
{
  c->by = vector_grow(c->s->session_arena, c->by, &c->cap_by,
                      c->request.n_by + 1, sizeof c->by[0]);
  c->by[c->request.n_by++] = variable;
  c->request.by = c->by;
}

/* '*' stands for any text; nothing else is special: names have brackets. */
static bool matches_pattern(const char *pattern, const char *name)
{
  const char *star = NULL, *from = NULL;
  while (*name) {
    if (*pattern == '*') {
      star = pattern++;
      from = name;
    } else if (*pattern == *name) {
      pattern++;
      name++;
    } else if (star) {
      pattern = star + 1;
      name = ++from;
    } else {
      return false;
    }
  }
  while (*pattern == '*') pattern++;
  return *pattern == '\0';
}

static bool is_free_parameter(const FmuVariable *v)
{
  return v->type == FMU_REAL && !v->is_integer &&
         v->causality == FMU_PARAMETER && v->initial != FMU_APPROX;
}

/* All parameters whose names fit. */
static bool add_pattern(SensitivityAsked *c, const char *pattern)
{
  const FmuDescription *d = c->study->description;
  int before = c->request.n_by;
  assert(strchr(pattern, '*'));
  for (int i = 0; i < d->n_variables; i++) {
    if (is_free_parameter(&d->variable[i]) &&
        matches_pattern(pattern, d->variable[i].name)) {
      asked_add_by(c, i);
    }
  }
  if (c->request.n_by > before) return true;
  diagnostic_file_error(c->s, c->study->label, E605,
                        "--by %s: no Real parameter that may be set fits",
                        pattern);
  return false;
}

/* "L", "L=2" or "wall[*].k" */
static bool add_by(SensitivityAsked *c, char *text)
{
  if (strchr(text, '*') && !strchr(text, '=')) return add_pattern(c, text);
  const FmuDescription *d = c->study->description;
  const char *whole = arena_printf(c->s->session_arena, "%s", text);
  char *value = strchr(text, '=');
  if (value) *value++ = '\0';
  int variable =
      fmu_settings_variable(c->s, c->study->label, d, "--by", whole, text);
  if (variable < 0 || !may_be_varied(c, variable)) return false;
  asked_add_by(c, variable);
  return !value ||
         fmu_settings_read_value_of(c->s, c->study->label, d, variable, "--by",
                                    whole, value, &c->set[c->n_set++]);
}

static bool choose_by(SensitivityAsked *c)
{
  Arena *arena = c->s->session_arena;
  const FmuSettings *given = &c->study->settings;
  char *rest = arena_printf(arena, "%s", c->options->by);
  size_t most = strlen(rest) + 1;
  c->set = arena_array(arena, most + (size_t)given->n, sizeof c->set[0]);
  for (int i = 0; i < given->n; i++) c->set[c->n_set++] = given->item[i];
  while (*rest) {
    if (!add_by(c, cut_first(&rest))) return false;
  }
  return true;
}

static bool asked_is_real(const SensitivityAsked *c, int variable)
{
  const FmuVariable *v = &c->study->description->variable[variable];
  if (v->type == FMU_REAL && !v->is_integer) return true;
  diagnostic_file_error(c->s, c->study->label, E605, "'%s' is not a Real",
                        v->name);
  return false;
}

static bool choose_of(SensitivityAsked *c)
{
  const FmuDescription *d = c->study->description;
  Measures m = {0};
  if (!c->options->outputs)
    measures_usual(c->s, d, false, &m);
  else if (!measures_record(c->s, c->study->label, d, c->options->outputs,
                            false, &m))
    return false;
  int n = 0;
  for (int i = 0; i < m.n_variables; i++) {
    const FmuVariable *v = &d->variable[m.variable[i]];
    if (v->type == FMU_REAL && !v->is_integer)
      m.variable[n++] = m.variable[i];
    else if (c->options->outputs)
      return asked_is_real(c, m.variable[i]);
  }
  c->request.of = m.variable;
  c->request.n_of = n;
  if (n > 0) return true;
  diagnostic_file_error(c->s, c->study->label, E605,
                        "the model has no Real outputs and no states; name "
                        "variables by --of");
  return false;
}

bool sensitivity_asked_names(SensitivityAsked *c)
{
  return choose_by(c) && (c->options->weights || choose_of(c));
}

/* --- times --- */

/* The column of time, the first one where none is called so. */
static const double *times_of(const RunTable *t)
{
  int of_time = run_table_time(t);
  return t->column[of_time < 0 ? 0 : of_time].value;
}

/* Those after the start. */
static bool take_times(SensitivityAsked *c, const RunTable *t, FmuRun *run)
{
  const double *time = times_of(t);
  double *grid =
      arena_array(c->s->session_arena, (size_t)t->n_rows + 1, sizeof grid[0]);
  double last = run->start;
  for (int k = 0; k < t->n_rows; k++) {
    if (time[k] > last) grid[run->n_grid++] = last = time[k];
  }
  if (run->n_grid == 0) {
    diagnostic_file_error(c->s, t->path, E605,
                          "no time of the file is after the start time %g",
                          run->start);
    return false;
  }
  run->grid = grid;
  run->stop = last;
  return true;
}

/* The variables are the other columns. */
static bool take_weighted(SensitivityAsked *c, const RunTable *t)
{
  const FmuDescription *d = c->study->description;
  int *of =
      arena_array(c->s->session_arena, (size_t)t->n_columns, sizeof of[0]);
  c->request.n_of = 0;
  for (int i = 0; i < t->n_columns; i++) {
    const char *name = t->column[i].name;
    if (t->column[i].value == times_of(t)) continue;
    int variable = fmu_settings_variable(c->s, c->study->label, d, "--weights",
                                         name, name);
    if (variable < 0 || !asked_is_real(c, variable)) return false;
    of[c->request.n_of++] = variable;
  }
  c->request.of = of;
  if (c->request.n_of > 0) return true;
  diagnostic_file_error(c->s, t->path, E605,
                        "a column of weights is expected beside the time");
  return false;
}

static bool refuse_row(const SensitivityAsked *c, const RunTable *t, int row,
                       const char *why)
{
  diagnostic_file_error(c->s, t->path, E605, "row %d %s", row + 2, why);
  return false;
}

static bool take_weights(SensitivityAsked *c, const RunTable *t)
{
  const double *time = times_of(t);
  size_t n = (size_t)c->request.n_of, n_rows = (size_t)t->n_rows;
  double *weight =
      arena_array(c->s->session_arena, n_rows * n, sizeof weight[0]);
  for (int k = 0; k < t->n_rows; k++) {
    double *row = weight + (size_t)k * n;
    if (!isfinite(time[k]) || (k > 0 && time[k] <= time[k - 1]))
      return refuse_row(c, t, k, "has a time that is not after the one before");
    for (int i = 0; i < t->n_columns; i++) {
      if (t->column[i].value == time) continue;
      *row = t->column[i].value[k];
      if (!isfinite(*row++))
        return refuse_row(c, t, k, "has a weight that is not a number");
    }
  }
  assert(c->request.n_of == t->n_columns - 1);
  c->request.weight = weight;
  c->request.weight_time = time;
  c->request.n_weights = t->n_rows;
  return true;
}

static bool choose_weights(SensitivityAsked *c, FmuRun *run)
{
  const RunTable *t = run_table_read(c->s, c->options->weights);
  if (!t) return false;
  if (t->n_rows > 0 && times_of(t)[0] < run->start)
    return refuse_row(c, t, 0, "has a time before the start");
  return take_weighted(c, t) && take_weights(c, t) && take_times(c, t, run);
}

/* Backward the derivatives at the end alone are taken, since each point costs
 * a way back of its own. */
bool sensitivity_asked_times(SensitivityAsked *c, FmuRun *run)
{
  const Options *o = c->options;
  c->request.is_back = o->adjoint || o->weights;
  if (o->weights) return choose_weights(c, run);
  if (o->times) {
    const RunTable *t = run_table_read(c->s, o->times);
    return t && take_times(c, t, run);
  }
  if (!o->adjoint || run->stop <= run->start) return true;
  double *end = arena_array(c->s->session_arena, 1, sizeof end[0]);
  *end = run->stop;
  run->grid = end;
  run->n_grid = 1;
  return true;
}
