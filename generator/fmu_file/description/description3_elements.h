/* description3_elements.h: the elements of the arrays of FMI 3.0 as variables.
 *
 * needs   the arrays with their sizes and places
 * gives   one FmuVariable for each element, named x[1], A[1,2], der(x[1]), with
 *         its own start value, and one for each element of an alias; what a
 *         variable does not say its declaredType says
 * fails   E602: a name that is there twice, a wrong number of start values
 */
#ifndef FOUCAULT_FMU_FILE_DESCRIPTION_DESCRIPTION3_ELEMENTS_H
#define FOUCAULT_FMU_FILE_DESCRIPTION_DESCRIPTION3_ELEMENTS_H

#include "fmu_file/description/description_xml.h"

enum { DESCRIPTION3_MOST = 10000000 }; /* values of all variables */

/* A type of TypeDefinitions. */
typedef struct Fmi3TypeName {
  const char *name;
  xmlNode *node;
} Fmi3TypeName;

/* What the walk of a description of FMI 3.0 needs. */
typedef struct Fmi3Reader {
  const DescriptionReader *r;
  const char *const *type_word;
  xmlNode **node; /* of array[] */
  int cap_nodes;
  FmuArray **by_reference;
  long n_values; /* of all arrays so far */
  Fmi3TypeName *type;
  int n_types;
} Fmi3Reader;

bool description3_elements(Fmi3Reader *f, xmlNode *root);
/* The array of this value reference, once they are sorted; NULL: none. */
FmuArray *description3_elements_find(const Fmi3Reader *f, unsigned reference);

#endif
