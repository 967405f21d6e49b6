/* overconstrained.h: connectors with redundant variables (MLS 3.6, section
 * 9.4).
 *
 * needs   all connect() and Connections.branch(), root(), potentialRoot() of
 *         the model, before overconstrained_solve()
 * gives   of each connection of overdetermined variables the equality, or
 *         zero = equalityConstraint() where the equality would close a loop;
 *         those in FlatModel.broken_edge; isRoot() and rooted()
 * fails   E208 and E204 wrong arguments, E238 a loop of branches, two roots in
 *         one tree, or no root at all
 * cost    that of connection_graph.h
 */
#ifndef FOUCAULT_FLATTEN_CONNECTIONS_OVERCONSTRAINED_H
#define FOUCAULT_FLATTEN_CONNECTIONS_OVERCONSTRAINED_H

#include "flatten/instances/instances.h"

/* Its type has a function equalityConstraint. */
bool overconstrained_is(const Flattening *f, const Instance *instance);
/* For how many variables an overdetermined one counts (section 9.3.1): the
 * size of the result of that function; -1: not known. */
int overconstrained_count(const Flattening *f, Instance *instance);
/* One connect() in the component brings both together. */
void overconstrained_connect(const Flattening *f, Instance *a, Instance *b,
                             Span span, int32_t component);

/* The name is Connections.branch, .root or .potentialRoot. */
bool overconstrained_is_statement(const AstReference *name);
void overconstrained_statement(const Flattening *f, Context context,
                               const AstExpr *call);
/* Connections.isRoot(), Connections.rooted() and rooted(); NULL after a
 * diagnostic. */
Value *overconstrained_query(const Flattening *f, Context context,
                             const AstExpr *call);

/* Behind all of the above; then queries may be answered. */
void overconstrained_solve(const Flattening *f);
/* Behind all other equations. */
void overconstrained_equations(const Flattening *f);

#endif
