/* external_object.h: the objects of external code that an instance has made.
 *
 * An object is known by its number, from 1; the model keeps it as an Integer.
 * The constructor's function asks first whether the object is there:
 *
 *   if (external_object_find(v, in, n, out)) return 0;
 *   ... made = f(...);
 *   out[0] = external_object_keep(v, in, n, made, destructor);
 *
 * so that dependent parameters can be computed as often as one likes: an
 * object is made once, and made again only when its arguments have changed.
 * The last argument is its number, less 1.
 *
 * An object that a function makes for itself has the number
 * EXTERNAL_OBJECT_LOCAL: it is made by each call, and destroyed when that call
 * returns, also after an error (MLS 3.6, section 12.9.7). The function asks for
 * a mark at its start, and releases what was made since at its end.
 *
 * Objects are not part of a saved state: nobody knows what is in them.
 * Restoring a state makes those that are missing.
 */
#ifndef FOUCAULT_EXTERNAL_OBJECT_H
#define FOUCAULT_EXTERNAL_OBJECT_H

#include "model.h"

struct Instance;
typedef struct ExternalObject ExternalObject;

#define EXTERNAL_OBJECT_LOCAL (-1)

/* --- for generated code --- */

/* Non-zero: it is there, *out is its number. An object that was made with
 * other arguments is destroyed. */
int external_object_find(const ModelValues *v, const double *in, int n,
                         double *out);
double external_object_keep(const ModelValues *v, const double *in, int n,
                            void *made, ModelFunction destructor);
/* What external functions get, to be asked for where ModelicaError() may be
 * called: that is what happens when its constructor has failed. */
void *external_object(const ModelValues *v, double number);

int external_objects_mark(const ModelValues *v);
/* The destructors of what functions have made since, the last one first. */
void external_objects_release(const ModelValues *v, int mark);

/* --- for the instance --- */

/* Calls all destructors. */
void external_objects_destroy(struct Instance *inst);

#endif
