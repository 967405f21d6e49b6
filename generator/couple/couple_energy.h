/* couple_energy.h: what is lost or gained between FMUs.
 *
 * Two FMUs exchange power where one gives the other an effort and gets a flow
 * (or the other way round), whose units make watts: N and m/s, N.m and rad/s, V
 * and A; or where a heat flow in W goes one way and a temperature the other.
 * Within a step both have their own idea of it, since inputs are extrapolated:
 * the difference, integrated, is energy out of nothing. Where it is a good part
 * of what goes over, results are those of another system.
 */
#ifndef FOUCAULT_COUPLE_COUPLE_ENERGY_H
#define FOUCAULT_COUPLE_COUPLE_ENERGY_H

#include "couple/couple.h"

typedef struct CoupleEnergy {
  int forth, back; /* links between two members, against each other; of heat
                      `forth` is the flow and `back` the temperature */
  bool is_heat;
  double scale;        /* of the product in watts */
  double given, taken; /* integrals: as the first one sees it, and the other */
  double before[2];    /* powers at the beginning of the step */
  double moved;        /* integral of the power's absolute value */
} CoupleEnergy;

CoupleEnergy *couple_energy_find(Session *s, const Couple *c, int *n);

/* At a communication point, and at the end of a step of `size`, before outputs
 * are handed on: y[] of outputs, u[] of links. */
void couple_energy_point(const Couple *c, CoupleEnergy *e, int n,
                         const double *y, const double *u);
void couple_energy_step(const Couple *c, CoupleEnergy *e, int n,
                        const double *y, const double *u, double size);

/* After a run. Warns of the worst pair with W623, once. */
void couple_energy_judge(Session *s, const Couple *c, const CoupleEnergy *e,
                         int n);

#endif
