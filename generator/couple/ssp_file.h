/* ssp_file.h: the files of an SSP archive, which was unpacked, or those beside
 * a description that lies in a folder by itself.
 *
 * A source is a relative URI that stays inside of the archive; everything else
 * is refused, whatever it names. A component may be an archive or a description
 * itself, but none that it is in.
 *
 * fails   E601 the archive, E620 a file that is missing or elsewhere, a
 *         description inside of itself
 */
#ifndef FOUCAULT_COUPLE_SSP_FILE_H
#define FOUCAULT_COUPLE_SSP_FILE_H

#include "couple/ssp_xml.h"

/* Unpacks x->where (.ssp) or takes its folder (.ssd), fills in the document, and
 * reads the description. `variant`: its name in an archive, with or without
 * .ssd; NULL: the usual one. NULL after a message. */
char *ssp_file_open(const SspXml *x, const char *variant, SspDocument *document,
                    size_t *length);
/* The same of a component's source, "a.ssp", "a.ssp#variant.ssd" or "a.ssd". */
char *ssp_file_open_inside(const SspXml *x, const SspDocument *around,
                           xmlNode *node, const char *source,
                           SspDocument *document, size_t *length);

/* The name of the file that a source means, relative to the folder; NULL after
 * E620 at the node. */
const char *ssp_file_name(const SspXml *x, const SspDocument *document,
                          xmlNode *node, const char *source);
/* Its bytes with a zero after them, in the session arena; the same. `fmu`: a
 * file of the folder in whose archive it is; NULL: in the folder itself. */
char *ssp_file_read(const SspXml *x, const SspDocument *document, xmlNode *node,
                    const char *source, const char *fmu, size_t *length);

#endif
