/* written.h: parts of what was written, as the syntax tree has them.
 *
 * needs   calls, and names of at least one part
 */
#ifndef FOUCAULT_FLATTEN_CLASSES_WRITTEN_H
#define FOUCAULT_FLATTEN_CLASSES_WRITTEN_H

#include <limits.h>

#include "base/session.h"
#include "parse/ast.h"

/* The argument of a call by position (from 0) or by name; NULL: it is not
 * given. WRITTEN_BY_NAME: it has no position. */
#define WRITTEN_BY_NAME INT_MAX
const AstExpr *written_argument(const AstExpr *call, int i, const char *name);
/* size(...) */
bool written_is_size(const AstExpr *expr);
/* The reference without the subscripts of its last part; in the scratch
 * arena. */
AstReference written_whole(Session *s, const AstReference *name);

/* Does the expression name it, other than as its own iterator? NULL: no. The
 * recursion follows the nesting of the text. */
bool written_reads(const AstExpr *expr, Name name);
/* The same, where the value is needed: not in size(), nor in branches that a
 * condition may leave out. */
bool written_needs(const AstExpr *expr, Name name);
/* The word equation with nothing after it. */
bool written_says_nothing(const AstSection *section);

#endif
