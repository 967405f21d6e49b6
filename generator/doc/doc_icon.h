/* doc_icon.h: the icon of a class with its public connectors, as a picture.
 *
 * Parameters have their own values, so that what depends on them is drawn as
 * in a fresh component. NULL: nothing is drawn.
 */
#ifndef FOUCAULT_DOC_DOC_ICON_H
#define FOUCAULT_DOC_DOC_ICON_H

#include "doc/doc_members.h"
#include "face/icon.h"

/* In the session arena. */
const Icon *doc_icon(const DocTree *tree, const DocClass *c,
                     const DocMembers *members);

#endif
