/* exchange_solver.h: CVODE around a Model Exchange FMU: BDF with the matrix of
 * the FMU's directional derivatives, or Adams' formulas without one.
 *
 * needs   a FmuExchange whose states and indicators are counted, zero else
 * gives   a step of CVODE; where the options say EXCHANGE_AUTO, by Adams'
 *         formulas until the model is stiff (integrate/stiffness.h), then by BDF
 * fails   as fmu_exchange.h says
 */
#ifndef FOUCAULT_FMU_FILE_RUN_EXCHANGE_SOLVER_H
#define FOUCAULT_FMU_FILE_RUN_EXCHANGE_SOLVER_H

#include "fmu_file/run/exchange_point.h"

bool exchange_solver_make(FmuExchange *e);
/* Since then. */
ExchangeWork exchange_solver_work(const FmuExchange *e);
void exchange_solver_end(FmuExchange *e);

/* After an event, or where the FMU is in another state than before. */
bool exchange_solver_start_again(FmuExchange *e, double time);

/* One step from `time`, not past `goal`: e->step_end, e->end and e->at_root. */
bool exchange_solver_step(FmuExchange *e, double time, double goal);

/* The point at this time within the last step, as e->x. */
bool exchange_solver_look_back(FmuExchange *e, double time);
/* The same of its end: the next step begins there. */
bool exchange_solver_leave_step(FmuExchange *e);

#endif
