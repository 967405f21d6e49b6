/* values.h: the bodies of the calls that get and set values, for all versions
 * of FMI. Each enters the instance of the handle it gets. A reference is the
 * index into the array of its type (../model.h); Strings that vary come after
 * the constant ones. All or nothing: no value is stored where one of them
 * cannot be set. call: that of Integers or of enumerations. */
#ifndef FOUCAULT_VALUES_H
#define FOUCAULT_VALUES_H

#include "../core/instance.h"

Status values_get_reals(void *c, const ValueReference vr[], size_t nvr,
                        double value[]);
Status values_get_integers(void *c, Call call, const ValueReference vr[],
                           size_t nvr, int value[]);
Status values_get_booleans(void *c, const ValueReference vr[], size_t nvr,
                           int value[]);
Status values_get_strings(void *c, const ValueReference vr[], size_t nvr,
                          const char *value[]);

Status values_set_reals(void *c, const ValueReference vr[], size_t nvr,
                        const double value[]);
Status values_set_integers(void *c, Call call, const ValueReference vr[],
                           size_t nvr, const int value[]);
Status values_set_booleans(void *c, const ValueReference vr[], size_t nvr,
                           const int value[]);
Status values_set_strings(void *c, const ValueReference vr[], size_t nvr,
                          const char *const value[]);

#endif
