/* linear_file.c: see linear_file.h. */
#define _POSIX_C_SOURCE 200809L
#include "studies/linear_file.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/temporary.h"
#include "base/text/path.h"

const Pole *linear_file_poles(Session *s, const LinearModel *m)
{
  const double pi = 3.14159265358979323846;
  Arena *arena = s->session_arena;
  size_t n = (size_t)m->n_states;
  Eigenvalue *value = arena_array(arena, n, sizeof value[0]);
  Pole *pole = arena_array(arena, n, sizeof pole[0]);
  if (!eigenvalues(arena, m->a, m->n_states, value)) return NULL;
  for (size_t i = 0; i < n; i++) {
    double size = hypot(value[i].re, value[i].im);
    pole[i] = (Pole){.value = value[i],
                     .frequency = size / (2 * pi),
                     .damping = size > 0 ? 0 - value[i].re / size : NAN};
  }
  return pole;
}

/* --- JSON --- */

static void linear_put_variables(JsonWriter *w, const char *key,
                                 const LinearVariable *v, int n, bool is_state)
{
  json_key(w, key);
  json_array_begin(w);
  for (int i = 0; i < n; i++) {
    json_object_begin(w);
    json_key(w, "name");
    json_string(w, v[i].name);
    json_key(w, "variable");
    json_string(w, v[i].symbol);
    json_key(w, "unit");
    json_string(w, v[i].unit);
    json_key(w, "value");
    json_double(w, v[i].value);
    if (is_state) {
      json_key(w, "derivative");
      json_double(w, v[i].rate);
    }
    json_object_end(w);
  }
  json_array_end(w);
}

static void linear_put_matrix(JsonWriter *w, const char *key, const double *a,
                              int n_rows, int n_columns)
{
  json_key(w, key);
  json_array_begin(w);
  for (int i = 0; i < n_rows; i++) {
    json_array_begin(w);
    for (int j = 0; j < n_columns; j++) json_double(w, a[i * n_columns + j]);
    json_array_end(w);
  }
  json_array_end(w);
}

static void linear_put_poles(JsonWriter *w, const Pole *pole, int n)
{
  json_key(w, "poles");
  if (!pole) {
    json_null(w);
    return;
  }
  json_array_begin(w);
  for (int i = 0; i < n; i++) {
    static const char *const key[] = {"re", "im", "frequency", "damping"};
    const double number[] = {pole[i].value.re, pole[i].value.im,
                             pole[i].frequency, pole[i].damping};
    json_object_begin(w);
    for (int k = 0; k < 4; k++) {
      json_key(w, key[k]);
      json_double(w, number[k]);
    }
    json_object_end(w);
  }
  json_array_end(w);
}

void linear_file_put_json(JsonWriter *w, const LinearModel *m,
                          const Pole *poles)
{
  int nx = m->n_states, nu = m->n_inputs, ny = m->n_outputs;
  json_key(w, "time");
  json_double(w, m->time);
  json_key(w, "exact");
  json_bool(w, m->is_exact);
  linear_put_variables(w, "states", m->state, nx, true);
  linear_put_variables(w, "inputs", m->input, nu, false);
  linear_put_variables(w, "outputs", m->output, ny, false);
  linear_put_matrix(w, "A", m->a, nx, nx);
  linear_put_matrix(w, "B", m->b, nx, nu);
  linear_put_matrix(w, "C", m->c, ny, nx);
  linear_put_matrix(w, "D", m->d, ny, nu);
  linear_put_poles(w, poles, nx);
}

static void linear_write_json(FILE *out, const char *model,
                              const LinearModel *m, const Pole *poles)
{
  JsonWriter w = json_begin(out);
  json_object_begin(&w);
  json_key(&w, "model");
  json_string(&w, model);
  linear_file_put_json(&w, m, poles);
  json_object_end(&w);
  json_end(&w);
}

/* --- MATLAB --- */

/* Type, rows, columns, no imaginary part, length of the name with its zero. */
static void linear_put_head(FILE *out, const char *name, int type, int n_rows,
                            int n_columns)
{
  const int32_t head[5] = {type, n_rows, n_columns, 0,
                           (int32_t)strlen(name) + 1};
  fwrite(head, sizeof head[0], 5, out);
  fwrite(name, 1, strlen(name) + 1, out);
}

/* Column by column. */
static void linear_put_numbers(FILE *out, const char *name, const double *a,
                               int n_rows, int n_columns)
{
  assert(n_rows >= 0 && n_columns >= 0);
  linear_put_head(out, name, 0, n_rows, n_columns);
  for (int j = 0; j < n_columns; j++) {
    for (int i = 0; i < n_rows; i++) {
      fwrite(&a[i * n_columns + j], sizeof(double), 1, out);
    }
  }
}

static void linear_put_values(FILE *out, const char *name,
                              const LinearVariable *v, int n)
{
  linear_put_head(out, name, 0, n, 1);
  for (int i = 0; i < n; i++) fwrite(&v[i].value, sizeof(double), 1, out);
}

/* A row a name, blanks behind it; bytes, column by column. */
static void linear_put_names(FILE *out, const char *name,
                             const LinearVariable *v, int n)
{
  size_t longest = 0;
  for (int i = 0; i < n; i++) {
    if (strlen(v[i].name) > longest) longest = strlen(v[i].name);
  }
  linear_put_head(out, name, 51, n, (int)longest);
  for (size_t j = 0; j < longest; j++) {
    for (int i = 0; i < n; i++) {
      fputc(j < strlen(v[i].name) ? v[i].name[j] : ' ', out);
    }
  }
}

static void linear_write_mat(FILE *out, const LinearModel *m)
{
  int nx = m->n_states, nu = m->n_inputs, ny = m->n_outputs;
  linear_put_numbers(out, "A", m->a, nx, nx);
  linear_put_numbers(out, "B", m->b, nx, nu);
  linear_put_numbers(out, "C", m->c, ny, nx);
  linear_put_numbers(out, "D", m->d, ny, nu);
  linear_put_values(out, "x0", m->state, nx);
  linear_put_values(out, "u0", m->input, nu);
  linear_put_values(out, "y0", m->output, ny);
  linear_put_numbers(out, "time", &m->time, 1, 1);
  linear_put_names(out, "stateNames", m->state, nx);
  linear_put_names(out, "inputNames", m->input, nu);
  linear_put_names(out, "outputNames", m->output, ny);
}

/* --- files --- */

bool linear_file_is_known(const char *path)
{
  return path_has_ending(path, ".json") || path_has_ending(path, ".mat");
}

bool linear_file_write(Session *s, const char *path, const char *model,
                       const LinearModel *m, const Pole *poles)
{
  assert(linear_file_is_known(path));
  const char *partial = temporary_beside(s, path);
  if (!partial) return false;
  FILE *out = fopen(partial, "wb");
  if (out && path_has_ending(path, ".mat"))
    linear_write_mat(out, m);
  else if (out)
    linear_write_json(out, model, m, poles);
  bool good = out && !ferror(out);
  if (out && fclose(out) != 0) good = false;
  if (good) return temporary_publish(s, partial, path);
  diagnostic_file_error(s, path, E501, "the file cannot be written: %s",
                        strerror(errno));
  return false;
}
