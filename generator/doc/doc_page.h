/* doc_page.h: the page of one class.
 *
 * gives   description, icon, documentation, classes inside, bases, components
 *         with types, units and defaults, the source; all that comes from the
 *         library is escaped or cleaned
 */
#ifndef FOUCAULT_DOC_DOC_PAGE_H
#define FOUCAULT_DOC_DOC_PAGE_H

#include <stdio.h>

#include "doc/doc_members.h"
#include "report/documentation_html.h"

typedef struct DocPage {
  const DocTree *tree;
  const DocumentationPlaces *places;
  const DocClass *c;
  const DocMembers *members;
  FILE *out;
} DocPage;

void doc_page_put(const DocPage *page);

/* The beginning and the end of any page of the site. */
void doc_page_begin(FILE *out, const char *title, int number);
void doc_page_end(FILE *out);
/* The files with errors in a class; -1: of libraries. */
void doc_page_put_faults(FILE *out, const DocTree *tree, int parent);
/* Icon (or room for it), name with a link, description; a row of a table. */
void doc_page_put_row(FILE *out, const DocClass *c, const char *name);

#endif
