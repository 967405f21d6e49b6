/* distribution.h: distributions as they are written, normal(1,0.1), and their
 * quantiles.
 *
 *   uniform(low,high)           every value as likely
 *   normal(mean,deviation)
 *   lognormal(mean,deviation)   the logarithm has this mean and deviation
 *   loguniform(low,high)        the logarithm is uniform
 *   triangular(low,mode,high)
 *
 * A quantile is exact to some units of the last place.
 */
#ifndef FOUCAULT_STUDIES_DISTRIBUTION_H
#define FOUCAULT_STUDIES_DISTRIBUTION_H

#include "base/arena.h"

typedef enum DistributionKind {
  DISTRIBUTION_UNIFORM,
  DISTRIBUTION_NORMAL,
  DISTRIBUTION_LOGNORMAL,
  DISTRIBUTION_LOGUNIFORM,
  DISTRIBUTION_TRIANGULAR,
  N_DISTRIBUTIONS
} DistributionKind;

typedef struct Distribution {
  DistributionKind kind;
  double argument[3];
} Distribution;

/* NULL: it is read; else what is wrong with the text, in the arena. */
const char *distribution_read(Arena *arena, const char *text,
                              Distribution *out);
/* The value below which the share u lies; 0 < u < 1. */
double distribution_quantile(const Distribution *d, double u);

#endif
