/* doc_older.h: what stands where a site is to be written.
 *
 * A folder is replaced only if it is empty, or if all in it is of an older
 * site: pages that its tree.js lists, icons/, pictures/ and the files that each
 * site has. What a user has put there (.git, CNAME, pages of his own) would be
 * lost with it.
 *
 * gives   may the folder be replaced?
 * fails   E501, which names what would be lost
 * cost    n log n for n pages
 */
#ifndef FOUCAULT_DOC_DOC_OLDER_H
#define FOUCAULT_DOC_DOC_OLDER_H

#include "base/session.h"

/* The list of all pages: what a site has and nothing else. */
#define DOC_TREE_FILE "tree.js"
#define DOC_TREE_BEGIN "const docTree = [\n"

bool doc_older_may_go(Session *s, const char *path);

#endif
