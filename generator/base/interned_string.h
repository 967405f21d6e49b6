/* interned_string.h: one copy of each name, so that equal means same pointer.
 *
 * A Name lives as long as the session's table. Never order anything by the
 * address of a Name: that would not be the same in the next run.
 */
#ifndef FOUCAULT_BASE_INTERNED_STRING_H
#define FOUCAULT_BASE_INTERNED_STRING_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

typedef const char *Name; /* zero-terminated, interned */

typedef struct NameTable NameTable;

NameTable *name_table_create(Arena *arena);
/* The one Name with these bytes. */
Name name_intern(NameTable *table, const char *text, size_t n);
/* A hash of the name's bytes, the same in every run. */
uint32_t name_hash(Name name);

#endif
