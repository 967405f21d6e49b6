/* ssp_file.h: the files of an SSP archive, which was unpacked, or those beside
 * a description that lies in a folder by itself.
 *
 * A source is a relative URI that stays inside of the archive; everything else
 * is refused, whatever it names.
 *
 * fails   E601 the archive, E620 a file that is missing or elsewhere
 */
#ifndef FOUCAULT_COUPLE_SSP_FILE_H
#define FOUCAULT_COUPLE_SSP_FILE_H

#include "couple/ssp_xml.h"

/* Unpacks `path` (.ssp) or takes its folder (.ssd); sets path, where and folder
 * of `ssp`, and reads the description. NULL after a message. */
char *ssp_file_open(Session *s, const char *path, Ssp *ssp, size_t *length);

/* The name of the file that a source means, relative to the folder; NULL after
 * E620 at the node. */
const char *ssp_file_name(const SspXml *x, const Ssp *ssp, xmlNode *node,
                          const char *source);
/* Its bytes with a zero after them, in the session arena; the same. `fmu`: a
 * file of the folder in whose archive it is; NULL: in the folder itself. */
char *ssp_file_read(const SspXml *x, const Ssp *ssp, xmlNode *node,
                    const char *source, const char *fmu, size_t *length);

#endif
