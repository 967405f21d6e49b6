/* function.c: what functions of the model need while they run. A function
 * cannot end the program: it notes why it failed, gives NaN, and whoever asked
 * for the values learns of it (evaluate.c). */
#include "../core/instance.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "../string_pool.h"
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_ARGUMENTS = 6 };

int function_pass_on(const ModelFunctionInfo *f, double *out)
{
  RUNTIME_ASSERT(f && f->n_out >= 0);
  for (int k = 0; k < f->n_out; k++) out[k] = NAN;
  return 1;
}

/* An algorithm section is called with whatever it reads: its statements name
 * that, numbers without names would not help. No function has this name. */
static bool is_section(const ModelFunctionInfo *f)
{
  return strcmp(f->name, "algorithm") == 0;
}

/* 7, or fileName = "a.txt"; all arguments of a constructor have names. */
static void append_argument(const ModelValues *v, const ModelFunctionInfo *f,
                            const double *in, int k, LogText *text)
{
  bool is_text = f->text && f->text[k] == 't';
  if (f->input && (is_text || f->makes_object))
    logging_append(text, "%s = ", f->input[k]);
  if (is_text)
    logging_append(text, "\"%s\"", strings_text(v, in[k]));
  else
    logging_append(text, "%.9g", in[k]);
}

/* Of a table that is an argument the first numbers. */
static bool is_shown(const ModelFunctionInfo *f, int k)
{
  if (k < SHOWN_ARGUMENTS || (f->text && f->text[k] == 't')) return true;
  return f->makes_object && f->input && !strchr(f->input[k], '[');
}

/* "function M.f(1, name = "a", ...)" */
static void append_call(const ModelValues *v, const ModelFunctionInfo *f,
                        const double *in, LogText *text)
{
  if (is_section(f)) {
    logging_append(text, "algorithm section");
    return;
  }
  int n = f->makes_object ? f->n_in - 1 : f->n_in;
  RUNTIME_ASSERT(n >= 0);
  bool skipped = false;
  logging_append(text, "function %s(", f->name);
  for (int k = 0; k < n; k++) {
    if (!is_shown(f, k)) {
      skipped = true;
      continue;
    }
    if (k > 0) logging_append(text, ", ");
    append_argument(v, f, in, k, text);
  }
  logging_append(text, skipped ? ", ...)" : ")");
}

/* The variable that is to hold what a constructor makes. */
static const char *object_to_make(const Instance *inst,
                                  const ModelFunctionInfo *f, const double *in)
{
  int number = (int)in[f->n_in - 1];
  RUNTIME_ASSERT(number >= 0 && number < inst->model->n_objects);
  return inst->model->object[number];
}

/* Of functions that fail in one computation the first is the cause: others go
 * on with what it has not computed. */
static void note_function_failure(const ModelValues *v,
                                  const ModelFunctionInfo *f, const double *in,
                                  const char *place, const char *what)
{
  Instance *inst = v->instance;
  char call[800];
  LogText text = {call, sizeof call, 0};
  if (inst->function_failed && inst->reason[0] != '\0') return;
  append_call(v, f, in, &text);
  inst->function_failed = true;
  if (f->makes_object) {
    instance_note(inst, LOG_STATUS_ERROR,
                  "at time %.12g the external object %s cannot be made: %s, "
                  "in the %s (%s)",
                  instance_time(inst), object_to_make(inst, f, in), what, call,
                  place);
    return;
  }
  instance_note(inst, LOG_STATUS_ERROR, "at time %.12g the %s fails: %s (%s)",
                instance_time(inst), call, what, place);
}

int function_fail(const ModelValues *v, const ModelFunctionInfo *f,
                  const double *in, double *out, const char *place,
                  const char *what)
{
  RUNTIME_ASSERT(f && place && what);
  note_function_failure(v, f, in, place, what);
  return function_pass_on(f, out);
}

int function_fail_index(const ModelValues *v, const ModelFunctionInfo *f,
                        const double *in, double *out, const char *place,
                        double index, int dimension, double size)
{
  char what[100];
  LogText text = {what, sizeof what, 0};
  logging_append(&text,
                 "index %.9g is out of bounds: dimension %d has size %.9g",
                 index, dimension, size);
  return function_fail(v, f, in, out, place, what);
}

void function_warn(const ModelValues *v, const ModelFunctionInfo *f,
                   const char *place, const char *what)
{
  Instance *inst = v->instance;
  const int most = (int)(sizeof inst->warned_place / sizeof(char *));
  for (int k = 0; k < inst->n_warned_places && k < most; k++) {
    if (inst->warned_place[k] == place) return;
  }
  inst->warned_place[inst->n_warned_places++ % most] = place;
  logging_write(&inst->logger, STATUS_WARNING, LOG_STATUS_WARNING,
                "at time %.12g in the %s%s: %s (%s)", instance_time(inst),
                is_section(f) ? "algorithm section" : "function ",
                is_section(f) ? "" : f->name, what, place);
}

int function_turns(double first, double step, double last)
{
  double n = floor((last - first) / step + FUNCTION_TURN_ROUNDING) + 1;
  if (!(n > 0) || isinf(n)) return 0; /* no turns, or a step of zero */
  return n < INT_MAX ? (int)n : INT_MAX;
}

/* The largest argument that moves gives the scale. */
static double step_for(int n, const double *in)
{
  double scale = 1, direction = 0;
  for (int k = 0; k < n; k++) {
    if (in[n + k] == 0) continue;
    scale = fmax(scale, fabs(in[k]));
    direction = fmax(direction, fabs(in[n + k]));
  }
  return direction > 0 ? FUNCTION_DIFFERENCE * scale / direction : 0;
}

int function_difference(const ModelValues *v, int depth,
                        const ModelFunctionInfo *f, ModelFunction function,
                        const double *in, double *out)
{
  RUNTIME_ASSERT(function && depth >= 0);
  RUNTIME_ASSERT(f->n_in > 0);
  size_t n = (size_t)f->n_in, m = (size_t)f->n_out;
  double h = step_for(f->n_in, in);
  memset(out, 0, m * sizeof out[0]);
  if (h == 0) return 0;
  double *work = malloc((n + 2 * m + 1) * sizeof work[0]);
  if (!work) return function_pass_on(f, out);
  double *at = work, *high = work + n, *low = high + m;
  for (size_t k = 0; k < n; k++) at[k] = in[k] + h * in[n + k];
  int failed = function(v, depth, at, high);
  for (size_t k = 0; k < n; k++) at[k] = in[k] - h * in[n + k];
  failed |= function(v, depth, at, low);
  for (size_t k = 0; k < m; k++) out[k] = (high[k] - low[k]) / (2 * h);
  free(work);
  return failed ? function_pass_on(f, out) : 0;
}
