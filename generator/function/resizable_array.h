/* resizable_array.h: an array of parameters whose sizes the importer of an FMU
 * of FMI 3.0 may change (structural parameters, section 2.4.7.2 there).
 *
 * Its elements are no variables of the model. One Real parameter stands for all
 * of them and says which version of the elements is the present one, so that
 * what follows from them is computed again when they change. The elements
 * themselves are kept by the runtime (fmu_runtime/evaluate/resizable.h), and
 * functions alone read them. Made by flatten/expressions/resizable.c in the
 * flat arena, kept by reduce/lower/lower.c, read by emit/.
 */
#ifndef FOUCAULT_FUNCTION_RESIZABLE_ARRAY_H
#define FOUCAULT_FUNCTION_RESIZABLE_ARRAY_H

#include "base/interned_string.h"

typedef enum ResizableKind {
  RESIZABLE_REAL,
  RESIZABLE_INTEGER,
  RESIZABLE_BOOLEAN,
  RESIZABLE_ENUMERATION
} ResizableKind;

typedef struct ResizableArray {
  int number;         /* of all of the model, from 0 */
  ResizableKind kind; /* of its elements */
  int rank;
  const int *size;       /* [rank] at translation */
  const Name *parameter; /* [rank] the Integer that is the size; NULL: none */
  int n_elements;
  const double *start; /* [n_elements] row by row; a Boolean is 0 or 1, of an
                          enumeration it is the ordinal */
  const Name *other;   /* [n_others] public names of the same array */
  int n_others;
} ResizableArray;

#endif
