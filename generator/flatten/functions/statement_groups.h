/* statement_groups.h: an algorithm section as several ones.
 *
 * A section is one procedure: all that it assigns depends on all that it
 * reads. Flags that follow from relations alone would so depend on the limits
 * that other statements of the section read, and these may follow from the
 * flags (MLS 3.6, section 11.1: a section stands for assignments in the order
 * in which they are written).
 *
 * gives   sections of which each assigns what no other one does, and reads
 *         what others assign after their last statement only: together they
 *         assign the same values. One that is not split comes back as it is:
 *         where no statement sets nothing but flags, and where something else
 *         than assignments happens
 * cost    the square of the number of statements, which is limited
 */
#ifndef FOUCAULT_FLATTEN_FUNCTIONS_STATEMENT_GROUPS_H
#define FOUCAULT_FLATTEN_FUNCTIONS_STATEMENT_GROUPS_H

#include "base/arena.h"
#include "parse/ast.h"

/* *part: made in the arena; how many. */
int statement_groups(const AstSection *section, AstSection **part,
                     Arena *arena);

/* Does the statement, or one inside of it, name this component? */
bool statement_groups_names(const AstStatement *s, Name name);
/* The same of an expression, which may be NULL. */
bool statement_groups_reads(const AstExpr *expr, Name name);

#endif
