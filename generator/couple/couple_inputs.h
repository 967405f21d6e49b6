/* couple_inputs.h: how inputs go on within a macro step: as polynomials through
 * the last values of the outputs that feed them, or to values at its end that
 * are known or guessed.
 *
 * FMUs that take derivatives of inputs get them; others get the mean of the
 * polynomial over the step, which has the same integral.
 */
#ifndef FOUCAULT_COUPLE_COUPLE_INPUTS_H
#define FOUCAULT_COUPLE_COUPLE_INPUTS_H

#include "couple/couple_exchange.h"

enum { COUPLE_INPUTS_PAST = 3 };

typedef struct CoupleInputs {
  CoupleExchange *x;
  int order; /* wanted */
  /* the last communication points, the newest first */
  double time[COUPLE_INPUTS_PAST];
  double *y[COUPLE_INPUTS_PAST]; /* [n_outputs] */
  int n_past;
  double *slope[2]; /* [n_outputs] derivatives at the newest point */
  /* [n_outputs] Of an algebraic loop: what the FMU says of its derivative is
   * made of slopes of inputs in the step before, which go around and grow. */
  bool *is_in_loop;
  double *predicted; /* [n_outputs] at the end of the step */
  double *end;       /* [n_links] inputs at the end of the step, as the FMUs
                        have them */
  int *first, *link; /* links of each member */
} CoupleInputs;

CoupleInputs couple_inputs_begin(CoupleExchange *x, int order);

/* A new communication point: y[] of the exchange. */
void couple_inputs_point(CoupleInputs *in, double time);
/* Slopes and predicted values for a step. */
void couple_inputs_predict(CoupleInputs *in, double size);
/* The order that the values known by now allow. */
int couple_inputs_order(const CoupleInputs *in);

/* Inputs of a member for a step from the newest point. target[n_outputs]: values
 * at the end for outputs with is_known[member]; NULL: none. */
bool couple_inputs_set(CoupleInputs *in, int member, double size,
                       const double *target, const bool *is_known);

#endif
