/* axis.c: see axis.h. */
#include "plot/axis.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* 1, 2 or 5 times a power of ten, close to `rough`. */
static double round_step(double rough)
{
  static const double part[] = {1, 2, 5, 10};
  double power = pow(10, floor(log10(rough)));
  for (int k = 0; k < 4; k++) {
    if (part[k] * power >= 0.7 * rough) return part[k] * power;
  }
  return 10 * power;
}

/* A constant lies in the middle. */
static void axis_widen(double *low, double *high)
{
  if (!isfinite(*low) || !isfinite(*high) || *low > *high) {
    *low = 0;
    *high = 1;
  }
  double size = fmax(fabs(*low), fabs(*high));
  if (*high - *low > 1e-9 * size) return;
  double half = size > 0 ? size / 2 : 1;
  *low -= half;
  *high += half;
}

static void set_ticks(Axis *axis, int wanted)
{
  axis->step = round_step((axis->high - axis->low) / wanted);
  double k = ceil(axis->low / axis->step - 1e-9);
  for (; axis->n_ticks < AXIS_MOST_TICKS; k++) {
    double value = k * axis->step;
    if (value > axis->high + 1e-9 * axis->step) break;
    axis->tick[axis->n_ticks++] = value == 0 ? 0 : value; /* no -0 */
  }
}

Axis axis_of(double low, double high, double margin, double first, double last,
             int n_ticks)
{
  assert(n_ticks > 0 && n_ticks < AXIS_MOST_TICKS / 2);
  axis_widen(&low, &high);
  double free = margin * (high - low);
  Axis axis = {
      .low = low - free, .high = high + free, .first = first, .last = last};
  set_ticks(&axis, n_ticks);
  return axis;
}

double axis_place(const Axis *axis, double value)
{
  assert(axis->high > axis->low);
  double part = (value - axis->low) / (axis->high - axis->low);
  return axis->first + part * (axis->last - axis->first);
}

void axis_tick_text(const Axis *axis, int tick, char text[AXIS_TICK_SIZE])
{
  assert(tick >= 0 && tick < axis->n_ticks);
  double value = axis->tick[tick];
  double size = fmax(fabs(axis->low), fabs(axis->high));
  int digits = (int)ceil(log10(size / axis->step) - 1e-9) + 1;
  if (digits < 6) digits = 6;
  if (digits > 15) digits = 15;
  char plain[AXIS_TICK_SIZE];
  snprintf(plain, sizeof plain, "%.*g", digits, value);
  char *to = text;
  for (const char *c = plain; *c && to < text + AXIS_TICK_SIZE - 4; c++) {
    if (*c == '-') {
      memcpy(to, "\xE2\x88\x92", 3);
      to += 3;
    } else {
      *to++ = *c;
    }
  }
  *to = '\0';
}
