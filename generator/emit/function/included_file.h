/* included_file.h: which files the C text of Include annotations needs.
 *
 * needs   the functions of a model
 * gives   the path of the first file that an #include of the text names and
 *         that lies in one of the include folders; the name itself where a
 *         macro stands for it, which may be any file; NULL: headers of the
 *         compiler at most
 * cost    linear in the text, times the number of folders for each #include
 */
#ifndef FOUCAULT_EMIT_FUNCTION_INCLUDED_FILE_H
#define FOUCAULT_EMIT_FUNCTION_INCLUDED_FILE_H

#include "base/arena.h"
#include "function/function.h"

const char *included_file(const FunctionTable *functions, Arena *arena);

#endif
