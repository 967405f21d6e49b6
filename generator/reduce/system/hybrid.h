/* hybrid.h: what events add to a system: memory, conditions, relations.
 *
 * A discrete variable has one equation v = e, which holds at all times and
 * gives a new value at events only. What v was before an event is pre(v), a
 * variable of kind VAR_MEMORY with a value of its own: the runtime evaluates,
 * copies v to pre(v), and evaluates again until nothing changes. So
 *
 *   when c then v = e; end when   is   v = if edge(c) then e else pre(v)
 *
 * with c a discrete Boolean, edge(c) = c and not pre(c). In initialization no
 * when-equation is active, but for those with initial() among their
 * conditions (MLS 8.6).
 *
 * All functions append to the given equations: before reduce/ begins.
 */
#ifndef FOUCAULT_REDUCE_SYSTEM_HYBRID_H
#define FOUCAULT_REDUCE_SYSTEM_HYBRID_H

#include "reduce/system/system.h"
#include "symbolic/walk.h"

/* pre(v), made if it does not exist. */
VarId hybrid_pre(System *sys, Session *s, VarId v);
/* A Boolean that is true where the event relation holds; equal relations of
 * neighbouring expressions are one. */
ExprId hybrid_relation(System *sys, ExprId left, ExprId right, bool or_equal,
                       Span span);
/* The Boolean as a discrete variable: itself, or one made for all conditions
 * that are equal, so that the results of one algorithm section share its call. */
VarId hybrid_condition(System *sys, Session *s, ExprId e, Span span);
/* e and not pre(e). */
ExprId hybrid_edge(System *sys, Session *s, ExprId e, Span span);
/* floor(x) of a continuous x: a discrete variable that changes by events. */
ExprId hybrid_floor(System *sys, Session *s, ExprId x, Span span);
ExprId hybrid_sample(System *sys, Session *s, ExprId start, ExprId interval,
                     Span span);
/* spatialDistribution(in0, in1, x, positive, points, values) of n points, all
 * in `arg`: the value at the beginning of the line, which the runtime keeps. */
ExprId hybrid_transport(System *sys, Session *s, const ExprId *arg, int n,
                        Span span);
/* delay(x, T, longest): a value that the runtime keeps. */
ExprId hybrid_delay(System *sys, Session *s, ExprId x, ExprId T, ExprId longest,
                    Span span);
ExprId hybrid_terminal(System *sys, Session *s);
/* homotopy(actual, simplified): both in initialization, see homotopy.h. */
ExprId hybrid_homotopy(System *sys, Session *s, ExprId actual,
                       ExprId simplified);

/* v = value, of a discrete variable; with is_when the value is that of an
 * active or inactive when-equation. */
void hybrid_define(System *sys, VarId v, ExprId value, Span span);
void hybrid_define_when(System *sys, VarId v, ExprId value, Span span,
                        bool runs_initially);

/* e with initial() replaced by its value. */
ExprId hybrid_fold_initial(Walk *walk, ExprId e, bool initial);

#endif
