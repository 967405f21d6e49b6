/* build_entry.h: one kept build as a file.
 *
 * Numbers and texts of a fixed order, the FMU, and a hash of all of it at the
 * end: a file that is cut, damaged or of another format is not read.
 *
 * Diagnostics keep their places: a file and offsets in it, which is read again
 * where they are reported (it is the same as it was: seen_check.h).
 */
#ifndef FOUCAULT_CACHE_BUILD_ENTRY_H
#define FOUCAULT_CACHE_BUILD_ENTRY_H

#include "cache/seen_check.h"
#include "compile.h"

typedef struct BuildEntry {
  CompileReport report; /* model and numbers */
  SeenFact *fact;
  int n_facts;
  const char *fmu; /* its bytes */
  size_t fmu_size;
  const char *fmu3; /* of the second one, of FMI 3.0; NULL: there is none */
  size_t fmu3_size;
  const char *said; /* of an entry that was read: its diagnostics */
  size_t said_size;
} BuildEntry;

/* Reads it and checks all facts. False: there is none, or it is not true any
 * more; nothing is reported. Texts are in the session arena. */
bool build_entry_read(Session *s, const char *path, BuildEntry *entry);

/* Reports the diagnostics of the build again. After build_entry_read(). */
void build_entry_replay(Session *s, const BuildEntry *entry);

/* With the diagnostics of the session from number `first`. False: it could
 * not be written, and there is no such entry. */
bool build_entry_write(Session *s, const char *path, const BuildEntry *entry,
                       int first);

#endif
