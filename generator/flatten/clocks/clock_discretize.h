/* clock_discretize.h: differential equations of a clocked partition become
 * formulas from tick to tick (MLS 3.6, section 16.8).
 *
 * The solver method of the partition says how x follows from the tick before,
 * h being the interval:
 *
 *   ExplicitEuler        x = previous(x) + h*previous(dx)
 *   ExplicitMidPoint2    x = previous(x) + h*dx1
 *   ExplicitRungeKutta4  x = previous(x) + h/6*(previous(dx) + 2*dx1 + 2*dx2 +
 *                        dx3)
 *   ImplicitEuler        x = previous(x) + h*dx
 *   ImplicitTrapezoid    x = previous(x) + h/2*(dx + previous(dx))
 *
 * where dx is a variable for der(x), and dx1, dx2, dx3 are its values at
 * points inside of the interval: the equations that dx depends on are copied
 * for each. At the first tick x has its start value.
 *
 * A reinit() of x in a when-clause of the partition happens at a tick: its
 * condition is looked at where the formula arrives, and is compared with what
 * it was after the tick before (not at the first tick). All other equations,
 * and other partitions, see x after it.
 *
 * needs   clock_partition_find() has found the partitions; clock_assign() has
 *         given each equation its variable before the end
 */
#ifndef FOUCAULT_FLATTEN_CLOCKS_CLOCK_DISCRETIZE_H
#define FOUCAULT_FLATTEN_CLOCKS_CLOCK_DISCRETIZE_H

#include "flatten/clocks/clock_partition.h"

/* The method of this name; METHOD_NONE: there is none. */
ClockMethod clock_discretize_method(const char *name);

/* Before clock_assign(): each der(x) becomes a variable. False after E239 (the
 * partition has no method) or E290 (der() of an expression, or of a variable
 * with a binding). */
bool clock_discretize_begin(const Flattening *f, ClockPartitions *all);
/* After clock_assign(): adds the equations of the method. */
void clock_discretize_finish(const Flattening *f, ClockPartitions *all);

#endif
