/* life.h: the bodies of the calls for the life of an instance, from its begin
 * to its end, for all versions of FMI. Each enters the instance of the handle
 * it gets. */
#ifndef FOUCAULT_LIFE_H
#define FOUCAULT_LIFE_H

#include "../core/instance.h"

/* token: the GUID of FMI 2.0, the instantiation token of FMI 3.0. resources: a
 * URI, a path or NULL. NULL: no instance, which is logged. */
Instance *life_begin(InstanceType type, const char *token,
                     const char *resources, const Logger *logger,
                     const CallRow *calls);

Status life_set_logging(void *c, bool on, size_t n,
                        const char *const categories[]);
Status life_set_up(void *c, bool toleranceDefined, double tolerance,
                   double startTime, bool stopTimeDefined, double stopTime);
Status life_enter_initialization(void *c);
Status life_exit_initialization(void *c);
Status life_terminate(void *c);
Status life_reset(void *c);

#endif
