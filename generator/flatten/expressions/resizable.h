/* resizable.h: arrays of parameters whose sizes stay open for the importer of
 * an FMU of FMI 3.0 (structural parameters, --structural).
 *
 * An Integer parameter that is to be structural keeps its value to itself: who
 * asks for it at translation is refused (evaluate.h), so that it decides
 * nothing of the structure. An array of parameters with such a size is a
 * Value of the kind VALUE_OPEN that knows where its elements are kept: it can
 * be given to functions as a whole, and asked for its sizes. Everything else is
 * refused by name. A parameter that is bound to such an array as a whole is the
 * same array.
 *
 * needs   the root instance; resizable_begin() before anything is listed
 * gives   FlatVar.resizable of the variable that stands for the array, and
 *         FlatVar.is_structural of its sizes
 * fails   E249
 * cost    nothing where no parameter is to be structural
 */
#ifndef FOUCAULT_FLATTEN_EXPRESSIONS_RESIZABLE_H
#define FOUCAULT_FLATTEN_EXPRESSIONS_RESIZABLE_H

#include "flatten/instances/instances.h"

/* The components of these names; E249. */
void resizable_begin(const Flattening *f, const char *const *name, int n);
/* The sizes of an array that is one, with its dim; false: it is none, and
 * nothing was said. */
bool resizable_expand(const Flattening *f, Instance *instance);
/* Another instance has its variable. */
static inline bool resizable_is_second_name(const Instance *instance)
{
  return instance->resizable && instance->resizable->owner != instance;
}
/* The array as a Value. */
Value *resizable_value(const Flattening *f, const Instance *instance, Span use);
/* The elements at the start, of one that has variables. */
void resizable_bind(const Flattening *f, Instance *instance);
/* Why a value cannot be had at translation, reported; false: it can. */
bool resizable_refuses(const Flattening *f, const Instance *instance, Span use);
/* Each parameter that is structural is independent, and the size of an array:
 * else E249. */
void resizable_finish(const Flattening *f);

#endif
