/* exchange.h: the bodies of the calls of Model Exchange, for all versions of
 * FMI. Each enters the instance of the handle it gets. */
#ifndef FOUCAULT_EXCHANGE_H
#define FOUCAULT_EXCHANGE_H

#include "../core/instance.h"

/* What an event has come to. */
typedef struct EventOutcome {
  bool states_changed, nominals_changed;
  bool ends;         /* terminate() was called */
  double next_event; /* HUGE_VAL: none */
} EventOutcome;

Status exchange_enter_event_mode(void *c);
Status exchange_update_discrete_states(void *c, EventOutcome *outcome);
Status exchange_enter_continuous_time(void *c);

/* has_arguments: the importer has room for what it is told. */
Status exchange_completed_step(void *c, bool has_arguments, bool *enters_event);

Status exchange_set_time(void *c, double time);
Status exchange_set_states(void *c, const double x[], size_t nx);
Status exchange_get_derivatives(void *c, double derivatives[], size_t nx);
Status exchange_get_indicators(void *c, double indicators[], size_t ni);
Status exchange_get_states(void *c, double x[], size_t nx);
Status exchange_get_nominals(void *c, double nominals[], size_t nx);
/* The same in any mode in which the other call may be made. */
Status exchange_read_indicators(Instance *inst, Call call, double indicators[],
                                size_t ni);
int exchange_count_indicators(const Instance *inst);

#endif
