/* doc_address.h: where addresses in documentation lead: modelica:// classes to
 * their pages, modelica:// pictures to copies in the site.
 *
 * A picture is copied if it is a file of the library of one of the known kinds
 * and not larger than DOC_MOST_BYTES; whatever its content is, a browser shows
 * it as a picture alone. Names that begin with a dot are never taken.
 */
#ifndef FOUCAULT_DOC_DOC_ADDRESS_H
#define FOUCAULT_DOC_DOC_ADDRESS_H

#include "doc/doc_tree.h"
#include "report/documentation_html.h"

enum { DOC_MOST_BYTES = 20000000 };

typedef struct DocAddresses {
  const DocTree *tree;
  const Flattening *f; /* whose library is asked for folders */
  const char *site;    /* the folder that is written */
  NameMap copied;      /* (0, address) to the name in the site, "" for none */
  int n_pictures;
} DocAddresses;

/* For documentation_html_put_with(). */
DocumentationPlaces doc_addresses_begin(DocAddresses *a, const DocTree *tree,
                                        const Flattening *f, const char *site);

#endif
