/* sweep_plan.h: which runs a sweep makes: the values of every factor in every
 * run.
 *
 * The values of a run follow from its number alone, so that any worker may
 * make any run, and a sweep that was ended can be continued.
 *
 *   grid     every value of one factor with every value of the others; the last
 *            factor changes fastest
 *   random   independent draws (counter_random.h)
 *   latin    a Latin hypercube: of n runs, each n-th part of every factor's
 *            distribution has one
 *   sobol    Sobol's points (sobol.h), shifted at random by the seed
 *   listed   the rows of a table
 *
 * fails   a text that says what is wrong, from sweep_plan_choose()
 */
#ifndef FOUCAULT_STUDIES_SWEEP_PLAN_H
#define FOUCAULT_STUDIES_SWEEP_PLAN_H

#include <stdint.h>

#include "results/run_table.h"
#include "studies/factor.h"
#include "studies/sobol.h"

typedef enum Sampler {
  SAMPLER_AUTO, /* grid where all factors have values, else random */
  SAMPLER_GRID,
  SAMPLER_RANDOM,
  SAMPLER_SOBOL,
  SAMPLER_LATIN,
  SAMPLER_LISTED
} Sampler;

/* No sweep has more runs. */
#define SWEEP_MOST_RUNS INT64_C(1000000000)

typedef struct SweepPlan {
  Factor *factor;
  int n_factors;
  Sampler sampler;
  uint64_t seed;
  int64_t n_runs;         /* that are made: those from `first` on */
  int64_t first, n_total; /* of all runs of the plan; 0 and n_runs, unless
                             sweep_plan_choose_part() was called */
  const Sobol *sobol;     /* of SAMPLER_SOBOL */
  const RunTable *table;  /* of SAMPLER_LISTED: one column a factor */
} SweepPlan;

/* What --samples gives: 0: nothing. Fills in sampler and n_runs of a plan with
 * factors that have been read. NULL: it can be done; else why not, in the
 * session arena. */
const char *sweep_plan_choose(Session *s, SweepPlan *plan, int64_t n_samples);
/* A plan whose factors are the columns of the table; the same. */
const char *sweep_plan_list(Session *s, SweepPlan *plan, const RunTable *table);

/* --runs "A:B", from run A to run B alone; NULL: all. The same. */
const char *sweep_plan_choose_part(Session *s, SweepPlan *plan,
                                   const char *text);

/* The factors are bound. Runs are counted from `first`. */
void sweep_plan_values(const SweepPlan *plan, int64_t run, double *value);

const char *sweep_plan_sampler_name(Sampler sampler);

#endif
