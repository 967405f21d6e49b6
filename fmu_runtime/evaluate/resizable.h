/* resizable.h: arrays of parameters whose sizes the importer sets (structural
 * parameters of FMI 3.0, section 2.4.7.2).
 *
 * The elements lie at the bottom of the stack of arrays (array_pool.h), one
 * array after the other, for as long as the instance lives: functions read them
 * as they read other arrays of computed size. The Integers of the sizes and
 * the Reals of the versions are values like others. A version is never used
 * twice by an instance: what was computed with other elements is not found
 * again (kept_results.c, external objects).
 */
#ifndef FOUCAULT_RESIZABLE_H
#define FOUCAULT_RESIZABLE_H

#include "../core/instance.h"

/* How many elements array k has now. */
size_t resizable_count(const Instance *inst, int k);
/* The first of them; not kept, since arrays move. */
double *resizable_elements(Instance *inst, int k);
/* A version that no elements of the instance have had. */
double resizable_next_version(Instance *inst);

/* Memory for all arrays where Model.size[size] has another value: elements
 * keep their subscripts, new ones are zero. resizable_take() makes it theirs,
 * when the value is stored. NULL: memory is short. */
double *resizable_prepare(const Instance *inst, int size, int value);
void resizable_take(Instance *inst, double *elements);
/* Are so many elements possible? */
bool resizable_fits(const Instance *inst, int size, int value);
/* Is Model.size[size] one of the sizes of array k? */
bool resizable_has_size(const Model *m, int k, int size);

/* Of a state that was saved: the elements, which are the first of the bytes
 * that mechanisms save. Values are restored before. */
bool resizable_restore_own(Instance *inst, const char *bytes, size_t size);

#endif
