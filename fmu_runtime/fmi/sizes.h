/* sizes.h: the calls about structural parameters and the arrays whose sizes they
 * are (evaluate/resizable.h): checks, then the changes that follow. */
#ifndef FOUCAULT_SIZES_H
#define FOUCAULT_SIZES_H

#include "../evaluate/resizable.h"

/* As in values.h: `place` are numbers of Model.size. */
Status sizes_get(void *c, Call call, const ValueReference *place, size_t n,
                 int *value);
/* Arrays are resized at once: what has a subscript in both stays. */
Status sizes_set(void *c, Call call, const ValueReference *place, size_t n,
                 const int *value);

/* All elements of array k, as numbers. */
void sizes_get_elements(const Instance *inst, int k, double *value);
bool sizes_may_set_elements(Instance *inst, Call call, int k);
Status sizes_set_elements(Instance *inst, int k, const double *value);

Status sizes_enter(void *c);
Status sizes_exit(void *c);

#endif
