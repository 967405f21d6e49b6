/* short_way.h: from one communication point to the next by a one-step method.
 *
 * Where the importer changes inputs at each communication point the solution
 * has a kink there, and a multistep solver has to begin again: with its lowest
 * order, with an error as large as the tolerance allows, at each point. The
 * closer the points are the more of these errors add up. So such a way is gone
 * in one step of a Runge-Kutta method of order 5 (Dormand and Prince), whose
 * error falls with the fifth power of the way. It is taken if
 *
 * - its estimated error is below SHORT_WAY_ERROR of what the tolerance allows
 *   for each state (stiff models, and ways that are long, are not);
 * - no event indicator changes its sign at one of the seven points;
 * - the states are well chosen at both ends.
 *
 * Otherwise the solver starts again as after an event, and the next attempts
 * are left out: 1, 2, 4, ... SHORT_WAY_MOST_SKIPPED. Where inputs rest for
 * longer than they did before the solver takes over, with its history.
 *
 * needs   a model without delays, lines, drift and coordinate frames
 * cost    seven evaluations, that at the end included
 * paper   Dormand, Prince: A family of embedded Runge-Kutta formulae, J. Comp.
 *         Appl. Math. 6(1), 1980
 */
#ifndef FOUCAULT_SHORT_WAY_H
#define FOUCAULT_SHORT_WAY_H

#include "../core/instance.h"
#include "../events/forcing_look.h"
#include <stddef.h>

enum { SHORT_WAY_STAGES = 7 };

typedef struct ShortWay {
  double *slope[SHORT_WAY_STAGES];      /* [n_states] each */
  double *begin, *point;                /* [n_states] */
  double *indicator, *indicator_before; /* [n_indicators] */
  int n_left_out, n_to_leave_out; /* attempts; to_leave_out: after a failure */
  int n_quiet;  /* communication steps since an input has changed */
  int n_before; /* the same between the last two changes */
} ShortWay;

/* Memory from foucault_solver_malloc(). False: memory is short. */
bool short_way_create(ShortWay *way, const Model *m);
size_t short_way_memory(const Model *m);

/* A new communication step, at whose beginning inputs have changed or not. */
void short_way_begin(ShortWay *way, bool inputs_changed);

/* Goes from the instance's time to the target. False: nothing has changed, the
 * solver is to go. */
bool short_way_go(ShortWay *way, Instance *inst, double target);

#endif
