/* file_place.h: which files a model may bring along.
 *
 * Files of loadResource() (MLS 3.6, section 13.5) and of external functions
 * (section 12.9.4) lie in the folder of the model's file, in that of the
 * library around it, below a folder of -L or MODELICAPATH, or where
 * --allow-path says; whatever name leads there: "..", links, file://.
 *
 * fails   E245
 */
#ifndef FOUCAULT_FLATTEN_FUNCTIONS_FILE_PLACE_H
#define FOUCAULT_FLATTEN_FUNCTIONS_FILE_PLACE_H

#include "flatten/instances/instances.h"

/* What does not exist lies nowhere, and may be named. */
bool file_place(const Flattening *f, Span span, const char *path);

/* The same of what a text in C includes by a path that leads elsewhere. */
bool file_place_included(const Flattening *f, Span span, const char *text,
                         const FlatTexts *folders);

#endif
