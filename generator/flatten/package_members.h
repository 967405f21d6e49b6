/* package_members.h: the models inside of a package.
 *
 * needs   the package as it was looked up
 * gives   FlatModel.inside: the full names of the models, blocks and classes
 *         in it, at any depth, that are complete and have a text of their own,
 *         in the order of the text and of package.order
 * fails   with the messages of files that cannot be read
 * cost    each class in the package once; its files are read
 */
#ifndef FOUCAULT_FLATTEN_PACKAGE_MEMBERS_H
#define FOUCAULT_FLATTEN_PACKAGE_MEMBERS_H

#include "flatten/flattening.h"

void package_members(const Flattening *f, const InstClass *package);

#endif
