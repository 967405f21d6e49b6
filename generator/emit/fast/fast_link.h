/* fast_link.h: puts a compiled model beside the runtime, which is linked
 * already.
 *
 * The room fast/ owns what makes an FMU's library in milliseconds: TinyCC
 * (fast_compile.h) and this linker. It calls text/ and base/ alone. Reading
 * order: fast_compile.h, this header, linking.h, link_object.h,
 * link_places.h, link_relocate.h, link_file.h.
 *
 * A linker reads all of the runtime and of the solvers for every model. Here
 * the shared library of the runtime (lib/runtime.so of the data folder) stays
 * as it is; what the model adds gets two segments after its last one:
 *
 *   read, execute   the table of segments, entries to functions of the system,
 *                   code, constants, the table of relocations
 *   read, write     data, addresses that code asks for by GOT
 *
 * needs   a runtime with its table of symbols, in which foucault_model is
 *         undefined; an object file that defines it. Both for x86-64, ELF
 * gives   a shared library with the exports of the runtime; the same inputs
 *         give the same bytes
 * fails   false with a reason: a symbol that the runtime does not have, a kind
 *         of relocation that nobody expects, a file that is not whole
 */
#ifndef FOUCAULT_EMIT_FAST_FAST_LINK_H
#define FOUCAULT_EMIT_FAST_FAST_LINK_H

#include <stdbool.h>

#include "base/arena.h"
#include "emit/text/read_file.h"

/* The library and the reason are in the arena. */
bool fast_link(Arena *arena, const FileBytes *runtime, const FileBytes *object,
               FileBytes *library, const char **reason);

#endif
