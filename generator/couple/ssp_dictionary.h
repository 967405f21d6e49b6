/* ssp_dictionary.h: signal dictionaries (SSB): names of signals that elements in
 * different systems give and take without connections between these.
 *
 * gives   the dictionaries of a system; a name that is referred to is looked up
 *         in the system around, then in those around that, of one description
 * fails   E620 with file and line
 */
#ifndef FOUCAULT_COUPLE_SSP_DICTIONARY_H
#define FOUCAULT_COUPLE_SSP_DICTIONARY_H

#include "couple/ssp_xml.h"

/* `node`: of the system, which gets them. */
bool ssp_dictionaries_read(const SspXml *x, const SspDocument *document,
                           xmlNode *node, SspElement *system);

/* NULL after E620. `node`: of the reference in that system. */
const SspDictionary *ssp_dictionary_find(const SspXml *x, const Ssp *ssp,
                                         int system, xmlNode *node);

/* The connectors of a reference are entries of its dictionary: they get its
 * types and units. */
bool ssp_dictionary_check(const SspXml *x, xmlNode *node,
                          SspElement *reference);

#endif
