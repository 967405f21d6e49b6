/* order_eight.h: the coefficients of a Runge-Kutta method of order 8, with error
 * estimates of orders 5 and 3 and a curve of order 7.
 *
 * Twelve stages are a step; the thirteenth is its end, and the first of the
 * next one. The curve needs three more.
 *
 * paper   Hairer, Norsett, Wanner: Solving Ordinary Differential Equations I,
 *         second edition, 1993, section II.10 (DOP853)
 */
#ifndef FOUCAULT_ORDER_EIGHT_H
#define FOUCAULT_ORDER_EIGHT_H

enum {
  ORDER_EIGHT_STAGES = 13, /* with the end of the step */
  ORDER_EIGHT_ALL = 16,    /* with those of the curve */
  ORDER_EIGHT_CURVE = 4    /* sums of slopes in it */
};

/* When a stage is evaluated, in parts of the step; */
extern const double order_eight_time[ORDER_EIGHT_ALL];
/* where, by the slopes of those before it; */
extern const double order_eight_part[ORDER_EIGHT_ALL][ORDER_EIGHT_ALL];
/* the two errors at the end; */
extern const double order_eight_fifth[ORDER_EIGHT_STAGES];
extern const double order_eight_third[ORDER_EIGHT_STAGES];
/* and what the curve is made of. */
extern const double order_eight_curve[ORDER_EIGHT_CURVE][ORDER_EIGHT_ALL];

/* The largest gap between the times of stages, in parts of the step. */
#define ORDER_EIGHT_GAP (0.6 - 1.0 / 3)

#endif
