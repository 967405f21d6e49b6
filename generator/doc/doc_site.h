/* doc_site.h: the documentation of libraries as a folder of pages.
 *
 *   index.html         the libraries
 *   NAME.html          one for each class, by its full name
 *   icons/NAME.svg     its icon, where it has one
 *   pictures/N.png     pictures of the documentation
 *   tree.js            all classes: the tree and the search read it
 *   doc.css, doc.js    templates/doc/
 *
 * Everything works from the disk and asks no other host. The same libraries
 * give the same bytes. The folder appears as a whole: it is written beside its
 * place and then renamed; a site that was there before is replaced, any other
 * folder with files in it is refused (doc_older.h).
 *
 * fails   E501; E504; what is wrong with the library's files
 */
#ifndef FOUCAULT_DOC_DOC_SITE_H
#define FOUCAULT_DOC_DOC_SITE_H

#include "doc/doc_tree.h"

typedef struct DocSite {
  int n_classes, n_icons, n_pictures;
} DocSite;

/* False after a diagnostic. */
bool doc_site_write(const DocTree *tree, const Flattening *f, const char *path,
                    DocSite *site);

#endif
