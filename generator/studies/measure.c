/* measure.c: the measures of one run, point by point. */
#include "studies/measure.h"

#include <assert.h>
#include <math.h>
#include <string.h>

MeasureState measure_state(Arena *arena, const Measures *m)
{
  size_t n = (size_t)m->n;
  return (MeasureState){
      .of = m,
      .last = arena_array(arena, (size_t)m->n_variables, sizeof(double)),
      .value = arena_array(arena, n, sizeof(double)),
      .sum = arena_array(arena, n, sizeof(double))};
}

void measure_begin(MeasureState *state)
{
  size_t bytes = (size_t)state->of->n * sizeof(double);
  state->n_points = 0;
  if (bytes > 0) memset(state->sum, 0, bytes);
}

/* One more point of measure i; y0 is the value at the point before. */
static void measure_step(MeasureState *state, int i, double time, double y0,
                         double y)
{
  double h = time - state->time;
  bool is_first = state->n_points == 0;
  double *value = &state->value[i], *sum = &state->sum[i];
  switch (state->of->item[i].kind) {
  case MEASURE_LAST: *value = y; break;
  case MEASURE_FIRST:
    if (is_first) *value = y;
    break;
  case MEASURE_MIN:
    if (is_first || y < *value) *value = y;
    break;
  case MEASURE_MAX:
    if (is_first || y > *value) *value = y;
    break;
  case MEASURE_TIME_OF_MIN:
    if (!is_first && !(y < *value)) break;
    *value = y, *sum = time;
    break;
  case MEASURE_TIME_OF_MAX:
    if (!is_first && !(y > *value)) break;
    *value = y, *sum = time;
    break;
  case MEASURE_MEAN:
  case MEASURE_INTEGRAL:
    *value = y;
    if (!is_first) *sum += h * (y0 + y) / 2;
    break;
  case MEASURE_RMS: /* of the square of a straight line */
    *value = y;
    if (!is_first) *sum += h * (y0 * y0 + y0 * y + y * y) / 3;
    break;
  case N_MEASURES: break;
  }
}

void measure_point(MeasureState *state, double time, const double *value)
{
  const Measures *m = state->of;
  if (state->n_points == 0) state->start = time;
  for (int i = 0; i < m->n; i++) {
    int p = m->item[i].position;
    assert(p >= 0 && p < m->n_variables);
    measure_step(state, i, time, state->last[p], value[p]);
  }
  size_t bytes = (size_t)m->n_variables * sizeof(double);
  if (bytes > 0) memcpy(state->last, value, bytes);
  state->time = time;
  state->n_points++;
}

static double measure_result(const MeasureState *state, int i)
{
  double span = state->time - state->start;
  double value = state->value[i], sum = state->sum[i];
  switch (state->of->item[i].kind) {
  case MEASURE_LAST:
  case MEASURE_FIRST:
  case MEASURE_MIN:
  case MEASURE_MAX: return value;
  case MEASURE_MEAN: return span > 0 ? sum / span : value;
  case MEASURE_RMS: return span > 0 ? sqrt(sum / span) : fabs(value);
  case MEASURE_INTEGRAL:
  case MEASURE_TIME_OF_MIN:
  case MEASURE_TIME_OF_MAX: return sum;
  case N_MEASURES: break;
  }
  return NAN;
}

void measure_end(const MeasureState *state, double *out)
{
  for (int i = 0; i < state->of->n; i++) {
    out[i] = state->n_points > 0 ? measure_result(state, i) : NAN;
  }
}
