/* state_fit.h: could these arrays have come about?
 *
 * A serialized state may be anybody's. Its arrays (Instance.arrays) are put into
 * an instance that nobody uses otherwise, and every mechanism looks at its own:
 * what is an index, a count or a mode later has to be one, what never changes
 * has to be the same, and what is in order has to be in order. Other numbers
 * may be any.
 */
#ifndef FOUCAULT_STATE_FIT_H
#define FOUCAULT_STATE_FIT_H

#include "../core/instance.h"
#include <stddef.h>

/* Counters that others add to. */
enum { STATE_FIT_COUNT = 1 << 28 };

typedef struct StateFit {
  Instance *inst;   /* it holds them */
  const char *made; /* its arrays as they were before: those of a new one */
} StateFit;

/* An array that never changes: is it the same? */
bool state_fit_same(const StateFit *fit, const void *array, size_t size);

/* Of n elements; n may be 0 or less, and then they need not be there. */
bool state_fit_ints(const int *value, int n, int low, int high);
bool state_fit_bytes(const unsigned char *value, int n, unsigned high);
bool state_fit_signs(const signed char *value, int n); /* -1, 0, 1 */
bool state_fit_numbers(const double *value, int n);    /* no NaN */
/* No number twice, all of 0 .. n - 1. */
bool state_fit_permutation(const int *value, int n);
/* The same of the first n, of numbers below `most`. */
bool state_fit_choice(const int *value, int n, int most);

#endif
