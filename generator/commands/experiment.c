/* experiment.c: the settings of a run. */
#include "commands/experiment.h"

#define DEFAULT_INTERVALS 500
#define MOST_POINTS 1e9

static double pick(OptionalNumber given, bool has, double of_model,
                   double otherwise)
{
  if (given.given) return given.value;
  return has ? of_model : otherwise;
}

bool experiment_choose(const Options *o, const FmuDescription *d, FmuRun *run)
{
  static const ExchangeFormulas formulas[] = {[FORMULAS_AUTO] = EXCHANGE_AUTO,
                                              [FORMULAS_BDF] = EXCHANGE_BDF,
                                              [FORMULAS_ADAMS] =
                                                  EXCHANGE_ADAMS};
  run->start = pick(o->start, d->has_start, d->start, 0);
  run->stop = pick(o->stop, d->has_stop, d->stop, run->start + 1);
  if (!(run->stop >= run->start)) {
    return options_complain("the stop time %g is before the start time %g",
                            run->stop, run->start);
  }
  double span = run->stop - run->start;
  double usual = span > 0 ? span / DEFAULT_INTERVALS : 1;
  run->step = pick(o->step, d->has_step, d->step, usual);
  if (!(run->step > 0)) {
    return options_complain("the step %g is not greater than zero", run->step);
  }
  if (run->step > span && span > 0) run->step = span;
  if (!(span / run->step < MOST_POINTS)) {
    return options_complain("a step of %g gives too many points", run->step);
  }
  run->formulas = formulas[o->formulas];
  run->has_tolerance = o->tolerance.given || d->has_tolerance;
  run->tolerance = pick(o->tolerance, d->has_tolerance, d->tolerance, 0);
  return true;
}
