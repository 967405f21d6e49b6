/* verify_compare.c: events by their times, then curves point by point. */
#include "commands/verify_compare.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Part of the largest value of a unit that the rounding of a sum may be. */
#define ROUNDING (64 * DBL_EPSILON)
#define SMALLEST_SIZE 1e-10 /* of a variable, in parts of the largest or 1 */

static const double *verify_row(const VerifyRecord *record, long k)
{
  return record->value + k * record->n_variables;
}

/* --- events --- */

static double largest_of(double a, double b)
{
  return a > b ? a : b;
}

/* Partners are next to each other within `slack`. */
static void compare_events(Verification *v, const FmuResult *a,
                           const FmuResult *b, double slack)
{
  int i = 0, k = 0;
  v->n_events[0] = a->n_events;
  v->n_events[1] = b->n_events;
  while (i < a->n_events || k < b->n_events) {
    double of_a = i < a->n_events ? a->event_time[i] : HUGE_VAL;
    double of_b = k < b->n_events ? b->event_time[k] : HUGE_VAL;
    if (fabs(of_a - of_b) <= slack) {
      v->event_apart = largest_of(v->event_apart, fabs(of_a - of_b));
      i++;
      k++;
      continue;
    }
    if (!v->has_lone_event) {
      v->has_lone_event = true;
      v->lone_run = of_b < of_a;
      v->lone_event = v->lone_run ? of_b : of_a;
    }
    if (of_a < of_b)
      i++;
    else
      k++;
  }
}

/* Is a point next to an event, on whose side the runs may differ? `at` moves
 * along. */
static bool is_near_event(const FmuResult *result, int *at, double time,
                          double slack)
{
  while (*at < result->n_events && result->event_time[*at] < time - slack) {
    (*at)++;
  }
  return *at < result->n_events && result->event_time[*at] <= time + slack;
}

/* --- curves --- */

typedef struct Comparison {
  const VerifyRecord *a, *b;
  const int *position;
  const char *const *unit;
  VerifyDifference *item; /* [a->n_variables] */
} Comparison;

static void see_sizes(const VerifyRecord *record, int column, double *size)
{
  for (long k = 0; k < record->n; k++) {
    double value = fabs(verify_row(record, k)[column]);
    if (isfinite(value)) *size = largest_of(*size, value);
  }
}

static void compare_rows(const Comparison *c, long i, long k)
{
  for (int j = 0; j < c->a->n_variables; j++) {
    if (c->position[j] < 0) continue;
    double of_a = verify_row(c->a, i)[j];
    double of_b = verify_row(c->b, k)[c->position[j]];
    double difference = fabs(of_a - of_b);
    if (isnan(difference)) difference = of_a == of_b ? 0 : HUGE_VAL;
    if (!(difference > c->item[j].difference)) continue;
    c->item[j].difference = difference;
    c->item[j].time = c->a->time[i];
  }
}

/* The last row of a time: after an event at it. */
static bool is_last_of_time(const VerifyRecord *r, long k)
{
  return k + 1 == r->n || r->time[k + 1] > r->time[k];
}

static void compare_curves(const Comparison *c, const FmuResult *of_a,
                           const FmuResult *of_b, double slack)
{
  long i = 0, k = 0;
  int at_a = 0, at_b = 0;
  while (i < c->a->n && k < c->b->n) {
    double s = c->a->time[i], t = c->b->time[k];
    if (s < t || !is_last_of_time(c->a, i)) {
      i++;
    } else if (t < s || !is_last_of_time(c->b, k)) {
      k++;
    } else {
      bool near_a = is_near_event(of_a, &at_a, s, slack);
      bool near_b = is_near_event(of_b, &at_b, s, slack);
      if (!near_a && !near_b) compare_rows(c, i, k);
      i++;
      k++;
    }
  }
}

static int compare_items(const void *a, const void *b)
{
  const VerifyDifference *x = a, *y = b;
  if (x->relative != y->relative) return x->relative > y->relative ? -1 : 1;
  return (x->variable > y->variable) - (x->variable < y->variable);
}

/* What is smaller is the rounding of something larger. */
static double smallest_size(const Comparison *c)
{
  double largest = 0;
  for (int j = 0; j < c->a->n_variables; j++) {
    if (c->position[j] < 0) continue;
    see_sizes(c->a, j, &c->item[j].size);
    see_sizes(c->b, c->position[j], &c->item[j].size);
    largest = largest_of(largest, c->item[j].size);
  }
  return SMALLEST_SIZE * fmin(largest, 1);
}

/* The first variable with the unit of variable j;
 * j where it has none. */
static int first_of_unit(const Comparison *c, int j)
{
  if (!c->unit[j]) return j;
  for (int k = 0; k < j; k++) {
    if (c->unit[k] && strcmp(c->unit[k], c->unit[j]) == 0) return k;
  }
  return j;
}

/* Differences that are rounding of others with the same unit are none. */
static void forget_rounding(const Comparison *c, double *largest)
{
  int n = c->a->n_variables;
  for (int j = 0; j < n; j++) largest[j] = 0;
  for (int j = 0; j < n; j++) {
    int k = first_of_unit(c, j);
    largest[k] = largest_of(largest[k], c->item[j].size);
  }
  for (int j = 0; j < n; j++) {
    double most = ROUNDING * largest[first_of_unit(c, j)];
    if (c->item[j].difference <= most) c->item[j].difference = 0;
  }
}

static void finish_items(Verification *v, const Comparison *c, double *largest)
{
  int n = 0;
  double smallest = smallest_size(c);
  forget_rounding(c, largest);
  for (int j = 0; j < c->a->n_variables; j++) {
    VerifyDifference *item = &c->item[j];
    if (c->position[j] < 0 || item->difference == 0) continue;
    item->size = largest_of(item->size, smallest);
    item->relative = item->difference / item->size;
    c->item[n++] = *item;
  }
  if (n > 1) qsort(c->item, (size_t)n, sizeof c->item[0], compare_items);
  v->item = c->item;
  v->n_items = n;
  while (v->n_beyond < n && c->item[v->n_beyond].relative > v->allowed) {
    v->n_beyond++;
  }
}

void verify_compare(Verification *v, const VerifyPair *pair)
{
  int n = pair->a->n_variables;
  double slack = v->allowed * pair->span;
  assert(slack >= 0);
  Comparison c = {pair->a, pair->b, pair->position, pair->unit,
                  arena_array(pair->arena, (size_t)n, sizeof c.item[0])};
  double *largest = arena_array(pair->arena, (size_t)n, sizeof largest[0]);
  for (int j = 0; j < n; j++) c.item[j].variable = pair->variable[j];
  compare_events(v, pair->of_a, pair->of_b, slack);
  compare_curves(&c, pair->of_a, pair->of_b, v->event_apart + 1e-12 * slack);
  finish_items(v, &c, largest);
  v->agrees = !v->has_lone_event && v->n_beyond == 0;
}
