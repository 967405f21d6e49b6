/* doc_source.h: the text of a class with its words marked, for a page.
 *
 * gives   <pre> with a span for each keyword, string, number and comment; a
 *         class inside of it that has a page is one line with a link
 * cost    linear in the text
 */
#ifndef FOUCAULT_DOC_DOC_SOURCE_H
#define FOUCAULT_DOC_DOC_SOURCE_H

#include <stdio.h>

#include "doc/doc_tree.h"

void doc_source_put(const DocTree *tree, const DocClass *c, FILE *out);

#endif
