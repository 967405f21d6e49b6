/* random_dae.h: DAEs whose index and number of states are known.
 *
 * A Hessenberg system of order r: r-1 levels x1 .. x(r-1) of n unknowns,
 *   der(xi) = 2 x(i+1) + lower ones, der(x(r-1)) = lower ones + G z,
 * and m <= n constraints A x1 = f(t) with m unknowns z. For generic A and G
 * its index is r, each constraint is differentiated r-1 times, and
 * (r-1)(n-m) states are left. Some explicit equations are added after it,
 * and all of it is shuffled. In a first-order form the levels are tied by
 * der(xi) = x(i+1) alone, which merges them to chains; other names of the
 * first level, with and without a sign, take its place in the constraints.
 */
#ifndef FOUCAULT_TESTS_RANDOM_DAE_H
#define FOUCAULT_TESTS_RANDOM_DAE_H

#include <stdio.h>
#include <string.h>

#include "random_expr.h"

enum { DAE_LINES = 100, DAE_LINE = 500 };

typedef struct RandomDae {
  int r, n, m, n_extra; /* n_extra: states that follow from the others */
  bool first_order;
  bool has_alias[8], is_negative[8]; /* of x1_j: b_j */
  int index, n_states;
  char line[DAE_LINES][DAE_LINE];
  int n_lines;
  bool is_constraint[DAE_LINES]; /* by line, after shuffling */
  bool is_merged[DAE_LINES];     /* the same: no equation is left of it */
  char text[DAE_LINES * DAE_LINE];
} RandomDae;

/* " + 1.25*sin(x1_0)", a term in a variable of the levels up to `level`. */
static inline char *random_dae_term(Random *random, const RandomDae *d,
                                    int level, char *at)
{
  static const char *const form[] = {" + %.3f*x%d_%d", " - %.3f*sin(x%d_%d)",
                                     " + %.3f*time*x%d_%d"};
  int i = 1 + random_below(random, level), j = random_below(random, d->n);
  double factor = random_between(random, 0.2, 0.9);
  return at + sprintf(at, form[random_below(random, 3)], factor, i, j);
}

static inline void random_dae_levels(Random *random, RandomDae *d)
{
  for (int i = 1; i < d->r; i++) {
    for (int j = 0; j < d->n; j++) {
      d->is_merged[d->n_lines] = d->first_order && i < d->r - 1;
      char *at = d->line[d->n_lines++];
      if (d->first_order && i < d->r - 1) {
        sprintf(at, "der(x%d_%d) = x%d_%d", i, j, i + 1, j);
        continue;
      }
      at += sprintf(at, "der(x%d_%d) = cos(time)", i, j);
      if (i < d->r - 1) at += sprintf(at, " + 2*x%d_%d", i + 1, j);
      for (int k = 0; i == d->r - 1 && k < d->m; k++) {
        at += sprintf(at, " + %.3f*z%d", random_between(random, 1, 3), k);
      }
      random_dae_term(random, d, i, at);
    }
  }
}

static inline void random_dae_constraints(Random *random, RandomDae *d)
{
  for (int k = 0; k < d->m; k++) {
    d->is_constraint[d->n_lines] = true;
    char *at = d->line[d->n_lines++];
    at += sprintf(at, "%.3f*exp(-time) = 0.0", random_between(random, 1, 2));
    for (int j = 0; j < d->n; j++) {
      double factor = random_between(random, 1, 3);
      bool minus = d->has_alias[j] && d->is_negative[j];
      at += sprintf(at, " %c %.3f*%s%d", minus ? '-' : '+', factor,
                    d->has_alias[j] ? "b_" : "x1_", j);
    }
  }
}

static inline void random_dae_aliases(Random *random, RandomDae *d)
{
  for (int j = 0; j < d->n; j++) {
    d->has_alias[j] = random_below(random, 3) == 0;
    d->is_negative[j] = random_below(random, 2) == 0;
    if (!d->has_alias[j]) continue;
    d->is_merged[d->n_lines] = true;
    sprintf(d->line[d->n_lines++],
            d->is_negative[j] ? "b_%d = -x1_%d" : "x1_%d = b_%d", j, j);
  }
}

static inline void random_dae_extra(Random *random, RandomDae *d)
{
  for (int k = 0; k < d->n_extra; k++) {
    char *at = d->line[d->n_lines++];
    at += sprintf(at, "der(w%d) = -2*w%d + v%d", k, k, k);
    random_dae_term(random, d, 1, at);
    sprintf(d->line[d->n_lines++], "v%d + 0.1*sin(v%d) = 3*w%d", k, k, k);
  }
}

static inline void random_dae_shuffle(Random *random, RandomDae *d)
{
  for (int k = d->n_lines - 1; k > 0; k--) {
    int other = random_below(random, k + 1);
    char kept[DAE_LINE];
    bool constraint = d->is_constraint[k], merged = d->is_merged[k];
    memcpy(kept, d->line[k], DAE_LINE);
    memcpy(d->line[k], d->line[other], DAE_LINE);
    memcpy(d->line[other], kept, DAE_LINE);
    d->is_constraint[k] = d->is_constraint[other];
    d->is_constraint[other] = constraint;
    d->is_merged[k] = d->is_merged[other];
    d->is_merged[other] = merged;
  }
}

static inline void random_dae_text(RandomDae *d)
{
  char *at = d->text;
  at += sprintf(at, "model M\n");
  for (int i = 1; i < d->r; i++) {
    for (int j = 0; j < d->n; j++) at += sprintf(at, " Real x%d_%d;", i, j);
  }
  for (int k = 0; k < d->m; k++) at += sprintf(at, " Real z%d;", k);
  for (int j = 0; j < d->n; j++) {
    if (d->has_alias[j]) at += sprintf(at, " Real b_%d;", j);
  }
  for (int k = 0; k < d->n_extra; k++) {
    at += sprintf(at, " Real w%d, v%d;", k, k);
  }
  at += sprintf(at, "\nequation\n");
  for (int k = 0; k < d->n_lines; k++) {
    at += sprintf(at, "  %s;\n", d->line[k]);
  }
  sprintf(at, "end M;\n");
}

static inline void random_dae_make(Random *random, RandomDae *d)
{
  memset(d, 0, sizeof *d);
  d->r = 2 + random_below(random, 4);
  d->n = 1 + random_below(random, 8);
  d->m = 1 + random_below(random, d->n);
  d->n_extra = random_below(random, 3);
  d->first_order = random_below(random, 2) == 0;
  d->index = d->r;
  d->n_states = (d->r - 1) * (d->n - d->m) + d->n_extra;
  random_dae_aliases(random, d);
  random_dae_levels(random, d);
  random_dae_constraints(random, d);
  random_dae_extra(random, d);
  random_dae_shuffle(random, d);
  random_dae_text(d);
}

#endif
