/* state_preference.h: stateSelect, which variables the user wants as states.
 *
 * never, avoid, default, prefer, always: the preference of a variable counts
 * for its derivatives too, because x is certain to be a state where der(x) is
 * no dummy. That is more than x needs: with as few constraints as der(x) has
 * alone (a wheel that rolls) x is a state although der(x) is none. So what is
 * written at a derivative itself counts for more than what it inherits. A
 * preference is a weight on the column of the variable: the factors of a
 * `never` count ten thousand times in the choice of dummy derivatives, those
 * of an `avoid` a hundred times; those of a `prefer` a ten-thousandth, because
 * units alone make a factor of thousands (u = 4184*T). So a preference is
 * granted unless the constraints leave no sound choice.
 */
#ifndef FOUCAULT_REDUCE_INDEX_STATE_PREFERENCE_H
#define FOUCAULT_REDUCE_INDEX_STATE_PREFERENCE_H

#include "reduce/structure/top_problem.h"

/* A pass: an `always` variable whose derivative occurs nowhere gets one, so
 * that the equations that determine it are differentiated and it can be a
 * state. */
bool state_preference_prepare(System *sys, Session *s);

/* The strongest preference among the variables `level` and more derivatives
 * below the highest one. */
StateSelect state_preference_at(const System *sys, VarId top, int level);

/* The same as a number, in which the own preference of the variable at the
 * level counts for a little more than an inherited one, and more than any that
 * asks for the opposite: STATE_PREFERENCE_NONE nothing is preferred, more:
 * wanted. */
enum { STATE_PREFERENCE_NONE = 2 * STATE_DEFAULT };
int state_preference_rank(const System *sys, VarId top, int level);
double state_preference_weight(int rank);
/* The weight in the choices that are made while the FMU runs: these must stay
 * good, so that a preference makes less of a difference. */
double state_preference_weight_running(int rank);
const char *
state_preference_name(StateSelect preference); /* "StateSelect.always" */

/* Is it a wanted state whose start value stays as it is, while those of others
 * are changed to fit? Not where none is given and others determined it before
 * it was differentiated for the preference. */
bool state_preference_keeps_start(const System *sys, VarId v);

/* The blocks of the differentiated problem in which dummy derivatives are
 * chosen. Where a constraint determines the derivative of a variable that is
 * wanted more than those it needs from blocks before, these are joined to its
 * block: T = f(u) with der(u) known and T preferred is solved for u, and T is
 * the state. Not where its own block has others to be solved for. What was
 * joined wants as much as its strongest part: T = f(w), w = g(u) is joined as a
 * whole. What lies between blocks that are joined joins them, too. Rows that
 * are not the most differentiated ones stay alone. */
Blt state_preference_blocks(const System *sys, Walk *walk, Arena *arena);

/* After the selection: W303 an `always` that is not a state, W304 a `never`
 * that is one or may become one while running. */
void state_preference_report(const System *sys, Session *s);

#endif
