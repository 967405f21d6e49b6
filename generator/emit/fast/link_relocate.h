/* link_relocate.h: the model's segments, with what they refer to filled in.
 *
 * needs   link_place_all(); l->file with room for everything
 * gives   the sections there, and lists of what the loader has to relocate
 */
#ifndef FOUCAULT_EMIT_FAST_LINK_RELOCATE_H
#define FOUCAULT_EMIT_FAST_LINK_RELOCATE_H

#include "emit/fast/linking.h"

bool link_relocate(Link *l);

/* An address that moves with the library; one that has a symbol. */
void link_push_relative(Link *l, uint64_t at, uint64_t address);
void link_push_symbolic(Link *l, Elf64_Rela one);

#endif
