/* bounds.h: min and max of integrated variables and parameters, watched.
 *
 * A variable that leaves the range that the model declares for it is a sign of a
 * wrong model, or of a tolerance that is too coarse: an amount below zero, a
 * temperature of nothing. FMI and Modelica leave it to the tool what happens
 * then; here the run goes on, with one warning for each variable. What is beyond
 * a bound by an error of the integrator alone is not reported.
 *
 * Variables are looked at where assertions are (assertions.h), parameters when
 * initialization ends and after one of them has been set.
 *
 * cost    two comparisons a variable with min or max, at communication points
 */
#ifndef FOUCAULT_BOUNDS_H
#define FOUCAULT_BOUNDS_H

#include "../core/instance.h"

/* A part of the instance. */
typedef struct BoundsMemory {
  double *size;          /* [n_bounded] largest value seen */
  unsigned char *warned; /* [n_bounded], then [n_bounded_parameters] */
} BoundsMemory;

static inline BoundsMemory *bounds_of(const Instance *inst)
{
  return inst->part[PART_BOUNDS];
}

/* Warns of each variable that is outside for the first time. Needs fresh
 * values. */
void bounds_look(Instance *inst);
/* The same of parameters. */
void bounds_look_at_parameters(Instance *inst);

#endif
