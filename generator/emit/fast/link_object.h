/* link_object.h: the object file of the model, and what it asks for.
 *
 * fails   a file that is not whole, a symbol that the runtime does not have
 */
#ifndef FOUCAULT_EMIT_FAST_LINK_OBJECT_H
#define FOUCAULT_EMIT_FAST_LINK_OBJECT_H

#include "emit/fast/linking.h"

/* l->object, l->model; room for the answers. */
bool link_read_object(Link *l, const FileBytes *object);

/* needs   l->defined; of an ELF file also what the loader does
 * gives   l->asked */
bool link_answer(Link *l);

#endif
