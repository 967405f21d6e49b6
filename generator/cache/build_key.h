/* build_key.h: the name of a build, from all that is known before it.
 *
 * The content of the program and of its data folder (templates, headers,
 * runtime), the C compiler (words of $CC, path, content, what it says to
 * --version; assembler and linker by path, size and date), variables of the
 * environment that compilers read, the current folder, every field of the
 * request, which warnings are wanted, and the files that the user names.
 *
 * fails   false: there is no C compiler, a named file is not a regular one, or
 *         the request asks for more than an FMU for this machine; nothing is
 *         reported
 * cost    6 MB are hashed, one process is run: some 5 ms
 */
#ifndef FOUCAULT_CACHE_BUILD_KEY_H
#define FOUCAULT_CACHE_BUILD_KEY_H

#include "compile.h"
#include "emit/text/guid.h"

bool build_key_make(Session *s, const CompileRequest *request,
                    char key[GUID_SIZE]);

#endif
