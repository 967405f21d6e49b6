/* link_places.h: which sections of the object are taken, and where they go.
 *
 * needs   l->asked: what the runtime answers
 * gives   addresses of sections, stubs, slots, tables and the model's symbols
 * fails   a relocation of a kind that nobody expects
 */
#ifndef FOUCAULT_EMIT_FAST_LINK_PLACES_H
#define FOUCAULT_EMIT_FAST_LINK_PLACES_H

#include "emit/fast/linking.h"

/* Whether the section is part of the library: code and data, without tables
 * for debuggers and of unwinding. */
bool link_takes(const Link *l, int section);

/* Calls visit for each relocation of what is taken, until it fails. */
typedef bool LinkVisit(Link *l, const Elf64_Rela *relocation, int target);
bool link_each_relocation(Link *l, LinkVisit *visit);

bool link_place_all(Link *l);

#endif
