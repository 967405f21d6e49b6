/* ssp_read.h: SystemStructure.ssd of an SSP 1.0 archive.
 *
 * gives   the elements, each system before what is in it, of descriptions in
 *         place of components too; their connections (ssp_connect.h)
 * fails   E601 the archive; E620, with the line: what the description lacks,
 *         names twice or refers to without having it; connections that nothing
 *         feeds, and two that feed one connector
 */
#ifndef FOUCAULT_COUPLE_SSP_READ_H
#define FOUCAULT_COUPLE_SSP_READ_H

#include "couple/ssp.h"

/* A path that ends in .ssd is the description itself, with its files beside
 * it; `variant`: one of those of an archive; NULL: the usual one. In the session
 * arena; NULL after a message. */
const Ssp *ssp_read(Session *s, const char *path, const char *variant);

#endif
