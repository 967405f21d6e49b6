/* steady_file.c: see steady_file.h. */
#define _POSIX_C_SOURCE 200809L
#include "studies/point/steady_file.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/temporary.h"
#include "base/text/csv_text.h"
#include "base/text/decimal_text.h"
#include "base/text/path.h"

/* Of the fastest pole: a real part of less is none. */
#define STEADY_EDGE 1e-9

static Stability judge_poles(const Pole *pole, int n)
{
  double largest = 0, most = -INFINITY;
  if (!pole && n > 0) return UNKNOWN_STABILITY;
  for (int i = 0; i < n; i++) {
    largest = fmax(largest, hypot(pole[i].value.re, pole[i].value.im));
    most = fmax(most, pole[i].value.re);
  }
  /* a double pole is as far from the truth as the root of rounding is */
  double edge = largest * STEADY_EDGE;
  if (most > fmax(edge, largest * 1e-7)) return UNSTABLE;
  return most < -edge ? STABLE : NEUTRAL;
}

const char *steady_file_word(Stability stability)
{
  static const char *const word[] = {[STABLE] = "stable",
                                     [NEUTRAL] = "neutral",
                                     [UNSTABLE] = "unstable",
                                     [UNKNOWN_STABILITY] = "unknown"};
  assert(stability <= UNKNOWN_STABILITY);
  return word[stability];
}

static bool steady_is_value(const FmuVariable *v)
{
  return v->type == FMU_REAL && v->variability == FMU_CONTINUOUS &&
         v->causality != FMU_INDEPENDENT;
}

static bool steady_read_values(Session *s, const Fmu *fmu,
                               fmi2Component component, SteadyResult *r)
{
  const FmuDescription *d = fmu->description;
  r->value =
      arena_array(s->session_arena, (size_t)d->n_variables, sizeof r->value[0]);
  for (int i = 0; i < d->n_variables; i++) {
    const FmuVariable *v = &d->variable[i];
    if (!steady_is_value(v)) continue;
    LinearVariable *to = &r->value[r->n_values++];
    *to = (LinearVariable){.name = v->name, .symbol = v->name, .unit = v->unit};
    fmi2ValueReference reference = v->value_reference;
    fmi2Status status = fmu->GetReal(component, &reference, 1, &to->value);
    if (status == fmi2OK || status == fmi2Warning) continue;
    diagnostic_file_error(s, fmu->path, E604,
                          "fmi2GetReal failed at the equilibrium");
    return false;
  }
  return true;
}

bool steady_file_read(Session *s, const Fmu *fmu, fmi2Component component,
                      const LinearRequest *all, double time, SteadyResult *r)
{
  if (!linearize_at(s, fmu, component, all, time, &r->whole) ||
      !steady_read_values(s, fmu, component, r)) {
    return false;
  }
  r->poles = linear_file_poles(s, &r->whole);
  r->stability = judge_poles(r->poles, r->whole.n_states);
  return true;
}

/* --- JSON --- */

static void steady_put_families(JsonWriter *w, const SteadyPoint *p)
{
  const LinearModel *m = &p->model;
  int n = m->n_states + m->n_inputs;
  json_key(w, "directions");
  json_array_begin(w);
  for (int i = 0; i < p->n_directions; i++) {
    json_object_begin(w);
    for (int j = 0; j < n; j++) {
      double change = p->direction[i * n + j];
      if (change == 0) continue;
      json_key(w, j < m->n_states ? m->state[j].name
                                  : m->input[j - m->n_states].name);
      json_double(w, change);
    }
    json_object_end(w);
  }
  json_array_end(w);
}

static void steady_put_all(JsonWriter *w, const SteadyResult *r)
{
  json_key(w, "values");
  json_object_begin(w);
  for (int i = 0; i < r->n_values; i++) {
    json_key(w, r->value[i].name);
    json_double(w, r->value[i].value);
  }
  json_object_end(w);
}

static void steady_put_names(JsonWriter *w, const char *key,
                             const LinearVariable *v, int n)
{
  json_key(w, key);
  json_array_begin(w);
  for (int i = 0; i < n; i++) json_string(w, v[i].name);
  json_array_end(w);
}

void steady_file_put_json(JsonWriter *w, const SteadyResult *r)
{
  const LinearModel *m = &r->point.model;
  json_key(w, "stability");
  json_string(w, steady_file_word(r->stability));
  json_key(w, "steps");
  json_int(w, r->point.n_steps + r->point.n_moves);
  steady_put_names(w, "free", m->input, m->n_inputs);
  steady_put_names(w, "fixed", m->output, m->n_outputs);
  steady_put_families(w, &r->point);
  steady_put_all(w, r);
  linear_file_put_json(w, &r->whole, r->poles);
}

static void steady_write_json(FILE *out, const SteadyResult *r)
{
  JsonWriter w = json_begin(out);
  json_object_begin(&w);
  json_key(&w, "model");
  json_string(&w, r->model);
  steady_file_put_json(&w, r);
  json_object_end(&w);
  json_end(&w);
}

/* --- CSV --- */

static bool steady_has_name(const LinearVariable *v, int n, const char *name)
{
  for (int i = 0; i < n; i++) {
    if (strcmp(v[i].name, name) == 0) return true;
  }
  return false;
}

static const char *steady_kind(const SteadyResult *r, const char *name)
{
  const LinearModel *all = &r->whole, *m = &r->point.model;
  if (steady_has_name(all->state, all->n_states, name)) return "state";
  if (steady_has_name(m->input, m->n_inputs, name)) return "free input";
  if (steady_has_name(all->input, all->n_inputs, name)) return "input";
  if (steady_has_name(all->output, all->n_outputs, name)) return "output";
  return "";
}

static void steady_write_csv(FILE *out, const SteadyResult *r)
{
  fputs("name,value,unit,kind\n", out);
  for (int i = 0; i < r->n_values; i++) {
    const LinearVariable *v = &r->value[i];
    char text[DECIMAL_TEXT_SIZE];
    int length;
    csv_text_put(out, v->name);
    fputc(',', out);
    decimal_text(v->value, text, &length);
    fwrite(text, 1, (size_t)length, out);
    fputc(',', out);
    csv_text_put(out, v->unit ? v->unit : "");
    fprintf(out, ",%s\n", steady_kind(r, v->name));
  }
}

/* --- files --- */

bool steady_file_write(Session *s, const char *path, const SteadyResult *r)
{
  bool is_json = path_has_ending(path, ".json");
  const char *partial = temporary_beside(s, path);
  if (!partial) return false;
  errno = 0;
  FILE *out = fopen(partial, "wb");
  if (out && is_json)
    steady_write_json(out, r);
  else if (out)
    steady_write_csv(out, r);
  bool good = out && !ferror(out);
  if (out && fclose(out) != 0) good = false;
  if (good) return temporary_publish(s, partial, path);
  diagnostic_file_error(s, path, E501, "the file cannot be written: %s",
                        strerror(errno));
  return false;
}
