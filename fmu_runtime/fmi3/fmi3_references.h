/* fmi3_references.h: from value references of FMI 3.0, which are unique across
 * all types and may stand for arrays, to places in the array of a type.
 *
 * The highest four bits of a reference say what it is (REFERENCE_* of
 * ../model.h): of a scalar the others are its place, so that no table is
 * needed; of an array they number Model.array, whose runs give the places. */
#ifndef FOUCAULT_FMI3_REFERENCES_H
#define FOUCAULT_FMI3_REFERENCES_H

#include "fmi3_layer.h"

enum { REFERENCES_FEW = 64 };

typedef struct References {
  const ValueReference *place; /* [n] */
  size_t n;
  ValueReference few[REFERENCES_FEW];
  ValueReference *many; /* memory of its own, or NULL */
  Instance *inst;       /* locked until references_close() */
} References;

/* What the call is to work on; `values` is the importer's array for it, of
 * n_values. False: refused (logged), and there is nothing to close. */
bool references_open(References *r, Instance *inst, Call call,
                     const fmi3ValueReference *reference, size_t n,
                     const void *values, size_t n_values);
void references_close(References *r);
/* The same with the instance of the handle, if the call is allowed in its mode;
 * NULL: refused (logged). */
Instance *references_enter(References *r, fmi3Instance instance, Call call,
                           const fmi3ValueReference *reference, size_t n,
                           const void *values, size_t n_values);

/* How many values the variable has; 0: there is none of that kind. */
size_t references_size(const Model *m, ValueReference reference,
                       ValueReference kind);
/* Is there such a variable, of whatever kind? */
bool references_exist(const Model *m, ValueReference reference);
/* The number of an array of that kind whose sizes can change
 * (evaluate/resizable.h), which has no places; -1: it is none. */
int references_resizable(const Model *m, ValueReference reference,
                         ValueReference kind);
/* The place of a Real variable of the model, of an array that of its first
 * element; -1: it is none. */
int references_first_real(const Model *m, ValueReference reference);

#endif
