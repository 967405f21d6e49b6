/* resource.h: files that belong to libraries (MLS 3.6, section 13.5).
 *
 * loadResource() of the Modelica Standard Library gives the name of a file
 * that belongs to a library. The file becomes a part of the FMU, below
 * resources/; its name in the model is its address, modelica://Library/path,
 * on every machine. C gets the path that the address has where it runs:
 * resource_file() at translation, fmu_runtime/resource.h in the FMU.
 */
#ifndef FOUCAULT_FLATTEN_FUNCTIONS_RESOURCE_H
#define FOUCAULT_FLATTEN_FUNCTIONS_RESOURCE_H

#include "flatten/instances/instances.h"

/* Of the first n bytes of a path that may begin in the current folder. */
const char *resource_absolute(const Flattening *f, const char *path, size_t n);
/* The folder of the library that holds the class, as a modelica:// address
 * means it; absolute. NULL: it is in no folder of its own. */
const char *resource_library_folder(const Flattening *f, const InstClass *c);
/* The folder of the file that the span is in; absolute. */
const char *resource_folder_of(const Flattening *f, Span span);
/* The path of modelica://Library/path, file:///path, or of a path in the
 * folder `beside`. NULL after E220, at the span. */
const char *resource_path(const Flattening *f, Span span, const char *beside,
                          const char *address);
/* What C gets for this String at translation: the path, if it is the address
 * of something in a library that is known; else the same. */
const char *resource_file(const Flattening *f, const char *text);

/* Is this the function loadResource()? */
bool resource_is_function(const InstClass *function);
/* A call of it; NULL after E205, E220 where there is no such file, or E245. */
Value *resource_load(const Flattening *f, Span span, Value *address);

#endif
