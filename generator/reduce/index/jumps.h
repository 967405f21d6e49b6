/* jumps.h: which differentiated equations may jump at an event.
 *
 * An equation that was differentiated and holds a discrete variable, an event
 * relation or an input may jump: its derivative between two events says
 * nothing about the event itself. So may one that holds a parameter, which the
 * importer can set while the model runs, where it was differentiated once. (Of
 * an equation that was differentiated more often parameters are not tunable,
 * see tunable.h.) What happens there follows from the equations
 * over the instant: integrated over it, finite terms vanish, der(x) leaves the
 * jump of x, and what occurs beside it leaves its impulse.
 *
 * needs   the most differentiated equations are matched (eq_var); the method of
 *         index reduction has changed the equations
 * gives   System.jump: one entry for each chain that may jump, and for each
 *         nonlinear one that such a jump reaches. The most differentiated
 *         equation of the chain, 0 = f, becomes 0 = f - impulse[k]; this
 *         variable is known, and zero while the model is integrated. How
 *         derivatives change with it says how their integrals jump
 *         (fmu_runtime/events/jump.h).
 *         Equations that are not differentiated but reached, as C(v)*der(v) = i,
 *         have an impulse too where the factor of each derivative that may change
 *         is a function of what is differentiated alone: C(v)*der(v) leaves the
 *         integral of C from v before to v after.
 *         W311 where an equation that is differentiated jumps without an event,
 *         by sign() or a choice of numbers in noEvent(), or where one that is
 *         differentiated twice bends without one, by abs(), min() or max()
 * keeps   everything where no differentiated equation may jump
 * cost    linear in the differentiated equations; in all of them where one may
 *         jump
 */
#ifndef FOUCAULT_REDUCE_INDEX_JUMPS_H
#define FOUCAULT_REDUCE_INDEX_JUMPS_H

#include "reduce/system/system.h"
#include "symbolic/walk.h"

/* The pass. */
bool jumps_find(System *sys, Session *s);

/* How many of System.jump are chains: the first ones. */
int jumps_n_chains(const System *sys);
/* The impulse of an equation that is integrated; -1: it has none. */
int jumps_of_law(const System *sys, EqId e);

/* Is `factor` of the highest derivative `var` a function of what `var` is the
 * derivative of, and of nothing else that changes? */
bool jumps_is_own_factor(const System *sys, Walk *walk, VarId var,
                         ExprId factor);

/* Which of the most differentiated equations do impulses reach, and which of
 * these lead on to the derivative of something? */
typedef struct JumpReach {
  bool *is_reached, *leads_on; /* [n_eqs] */
} JumpReach;

/* From the entries of System.jump; the arrays live in the arena. */
JumpReach jumps_reach(const System *sys, Walk *walk, Arena *arena);

/* A continuous unknown that has no derivative: one of the highest order. */
bool jumps_is_highest(const System *sys, VarId v);

/* Does the expression stay as it is while the model runs, unless a parameter is
 * set? */
bool jumps_is_fixed(const System *sys, Walk *walk, ExprId e);

/* A version that must not jump, of an equation that was differentiated twice or
 * more: its jump would need the derivative of an impulse. */
bool jumps_is_deep(const System *sys, EqId e);

/* Can a parameter of the variable's kind be set while the model runs? */
bool jumps_is_settable(const Var *var);

/* The nodes of the last walk that count for the value of the last one; in the
 * walk's arena. Those arguments do not that the text of a function leaves out
 * of its derivative (noDerivative): they follow from the others. */
bool *jumps_counting(const Walk *walk);

/* Does the equation, as it is, hold something that jumps by itself? Parameters
 * do not. */
bool jumps_is_source(const System *sys, Walk *walk, EqId e);

#endif
