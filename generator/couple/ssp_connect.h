/* ssp_connect.h: the connections of a system while its description is read.
 *
 * needs   all elements
 * gives   connections with their direction, which follows from the kinds of the
 *         connectors (SSP 1.0, 5.3.2.1); of a component that is a description
 *         those with the system in it
 * fails   E620, with the line: ends that are not there, that do not fit, or
 *         that have two sources
 */
#ifndef FOUCAULT_COUPLE_SSP_CONNECT_H
#define FOUCAULT_COUPLE_SSP_CONNECT_H

#include "couple/ssp_xml.h"

typedef struct SspReader {
  Session *s;
  Ssp *ssp;
  SspUse *use;
  xmlNode **node; /* of each element */
  int cap_nodes;
  xmlDoc **doc; /* whose nodes these are */
  int n_docs, cap_docs;
} SspReader;

/* For messages about a description. */
SspXml ssp_reader_xml(const SspReader *r, const SspDocument *document);
/* In SSP's own words. */
const char *ssp_kind_word(SspKind kind);

bool ssp_connect(const SspReader *r, int system);

#endif
