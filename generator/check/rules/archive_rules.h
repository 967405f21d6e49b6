/* archive_rules.h: the zip file as such.
 *
 * Reads the records (zip_records.h) and says what FMI does not allow, then
 * opens the archive with libzip within its limits (fmu_file/archive.h) and
 * unpacks every entry once to compare the checksums.
 */
#ifndef FOUCAULT_CHECK_RULES_ARCHIVE_RULES_H
#define FOUCAULT_CHECK_RULES_ARCHIVE_RULES_H

#include "check/rules/finding.h"
#include "fmu_file/archive.h"

/* The opened archive, safe to be unpacked; NULL: it must not be. */
Archive *archive_rules(Findings *f, const char *path);

/* The rules about the top level, pictures, documentation and licences. */
void archive_contents_rules(Findings *f, const Archive *archive);

#endif
