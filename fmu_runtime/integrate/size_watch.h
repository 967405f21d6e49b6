/* size_watch.h: what is small beside the sizes of states.
 *
 * Sizes (states/scale.h) decide which errors count. They are measured again
 * while a run goes on; where steps stay short because of something that is very
 * small they are raised. What grows out of rounding (states/chance.h) is seen by
 * no error test: it is looked at, and limits steps where it grows by itself.
 *
 * Rows of the table in step_watch.c call these; see StepWatcher.
 *
 * cost  a comparison a step; an evaluation each SCALE_MEASURE steps
 */
#ifndef FOUCAULT_SIZE_WATCH_H
#define FOUCAULT_SIZE_WATCH_H

#include "step_watch.h"

struct IntegratorRun;

bool size_watch_has_scales(const struct IntegratorRun *run);
bool size_watch_start(struct IntegratorRun *run, bool is_new);
/* Are steps short because of something that is very small? */
StepVerdict size_watch_scales(struct IntegratorRun *run, double before);
/* Does something grow whose sign nobody knows? */
StepVerdict size_watch_chance(struct IntegratorRun *run, double before);

bool size_watch_has_growth(const struct IntegratorRun *run);
bool size_watch_begin_growth(struct IntegratorRun *run, bool is_new);
StepVerdict size_watch_growth(struct IntegratorRun *run, double before);

/* A step has failed, or time stands still: with larger sizes it may not. */
bool size_watch_can_raise(const struct IntegratorRun *run);
bool size_watch_raise(struct IntegratorRun *run);

#endif
