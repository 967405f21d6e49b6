/* axis.h: from numbers to places on the paper, with round ticks. */
#ifndef FOUCAULT_PLOT_AXIS_H
#define FOUCAULT_PLOT_AXIS_H

#include <stdbool.h>

enum { AXIS_MOST_TICKS = 16, AXIS_TICK_SIZE = 32 };

typedef struct Axis {
  double low, high;   /* shown; low < high */
  double first, last; /* the places of low and high */
  double step;        /* between ticks: 1, 2 or 5 times a power of ten */
  double tick[AXIS_MOST_TICKS];
  int n_ticks;
} Axis;

/* The range low..high, or what is needed around it where it is a point or not
 * a range at all; margin: a part of it to be left free on both sides. About
 * n_ticks of them. */
Axis axis_of(double low, double high, double margin, double first, double last,
             int n_ticks);

double axis_place(const Axis *axis, double value);

/* As many digits as it takes to tell it from the next tick; with the sign
 * minus of mathematics (UTF-8). */
void axis_tick_text(const Axis *axis, int tick, char text[AXIS_TICK_SIZE]);

#endif
