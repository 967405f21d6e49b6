/* derivatives.h: the bodies of the calls about derivatives: directional ones,
 * those of inputs and those of outputs, for all versions of FMI. Each enters
 * the instance of the handle it gets; references are those of Reals. */
#ifndef FOUCAULT_DERIVATIVES_H
#define FOUCAULT_DERIVATIVES_H

#include "../core/instance.h"

/* flag: how the description says that there are any. */
Status derivatives_along(void *c, const char *flag,
                         const ValueReference unknown[], size_t n_unknown,
                         const ValueReference known[], size_t n_known,
                         const double d_known[], double d_unknown[]);

/* The gradient of the unknowns' sum, weighted, by the knowns. */
Status derivatives_back(void *c, Call call, const char *flag,
                        const ValueReference unknown[], size_t n_unknown,
                        const ValueReference known[], size_t n_known,
                        const double weight[], double gradient[]);

Status derivatives_set_inputs(void *c, const ValueReference vr[], size_t nvr,
                              const int order[], const double value[]);
Status derivatives_get_outputs(void *c, const ValueReference vr[], size_t nvr,
                               const int order[], double value[]);

/* What followed.h promises. */
FollowFunction derivatives_follow;

#endif
