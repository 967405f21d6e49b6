/* flat_rewrite.h: a copy of an expression in which some nodes are others.
 *
 * Nodes are copied from the root on, with a stack of its own: expressions may
 * be deep, and may be used elsewhere.
 */
#ifndef FOUCAULT_FLATTEN_FLAT_FLAT_REWRITE_H
#define FOUCAULT_FLATTEN_FLAT_FLAT_REWRITE_H

#include "base/session.h"
#include "flatten/flat/flat.h"

typedef enum FlatRewrite {
  REWRITE_INSIDE, /* continue with its arguments */
  REWRITE_DONE,   /* it stays as it is now, its arguments too */
  REWRITE_FAILED, /* reported; the rest is left */
} FlatRewrite;

/* `*node` is a copy with the arguments of the original: it may be changed, or
 * another node be put in its place. */
typedef FlatRewrite FlatReplace(void *context, FlatExpr **node);

/* NULL: failed. The copy is in the flat arena, scratch memory is left to the
 * caller: `replace` may keep some. */
FlatExpr *flat_rewrite(Session *s, FlatExpr *expr, FlatReplace *replace,
                       void *context);

#endif
