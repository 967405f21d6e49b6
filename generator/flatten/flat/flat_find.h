/* flat_find.h: the first node of an expression that is looked for.
 *
 * Nodes are looked at from the root on, with a stack of its own: expressions
 * may be deep. A node that is shared is looked at once for each use.
 */
#ifndef FOUCAULT_FLATTEN_FLAT_FLAT_FIND_H
#define FOUCAULT_FLATTEN_FLAT_FLAT_FIND_H

#include "base/session.h"
#include "flatten/flat/flat.h"

typedef enum FlatVerdict {
  FLAT_FOUND,
  FLAT_GO_ON,     /* with its arguments too */
  FLAT_LEAVE_OUT, /* it and its arguments */
} FlatVerdict;

typedef FlatVerdict FlatLook(void *context, const FlatExpr *node);

/* NULL: none. Scratch memory is given back. */
const FlatExpr *flat_find(Session *s, const FlatExpr *expr, FlatLook *look,
                          void *context);

#endif
