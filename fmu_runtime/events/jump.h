/* jump.h: new values where a constraint jumps.
 *
 * A constraint, an equation that was differentiated, may hold a discrete
 * variable, a relation, an input, or a parameter that is set while the model
 * runs. At an event it may jump, and then the
 * variables that it ties jump too, although the states among them would stay.
 * The equations say how. Integrated over the instant,
 *
 *   A der(x) + B y + ... = 0   becomes   A (x+ - x-) + B Y = 0:
 *
 * finite terms vanish, and Y are the impulses of y (charge, momentum). With
 * g(x+) = 0 for the constraints this determines x+ and Y, so that what is finite
 * over the instant stays: charge on nodes, flux in meshes, momentum. The
 * solution is that of the differentiated equations for an impulse in them
 * (JumpProblem), found by directional derivatives of the model: exact where g
 * is linear, else by Newton's method,
 *
 *   G xi = G (x - x-) - (g(x) - g(x-)),  A xi + B Y = 0,  x := x- + xi.
 *
 * Where a factor of der(x) is a function of x alone, as in C(v)*der(v) = i, the
 * equation leaves the integral of C over v. Its own impulse (law_impulse) is
 * then what the term with the present C misses.
 *
 * Where A or B change otherwise, or an impulse occurs in a nonlinear
 * term, the integral of their product is not determined by the equations (an
 * impact may be elastic or not). A jump of a constraint that was differentiated
 * twice would need the derivative of an impulse. Both are refused, with the
 * equation, unless a reinit() of the same event says what happens.
 *
 * Events and changes of inputs compare with the values that were kept last:
 * at the end of an event, of a communication step and of initialization, at
 * the beginning of an event, and right before a parameter is set. Where only
 * parameters make constraints jump (of_parameters) they are kept there alone.
 *
 * cost    none in models without such constraints, and none in those of
 *         parameters as long as none is set. Else a copy of the values and one
 *         evaluation of the constraints an event and communication step; where
 *         one has jumped two or three directions and evaluations
 */
#ifndef FOUCAULT_JUMP_H
#define FOUCAULT_JUMP_H

#include "../core/instance.h"

/* Keeps the present values, which must be fresh, as those before a jump. */
void jump_keep(Instance *inst);
/* The same at the beginning of an event; evaluates if need be. False: that
 * failed (noted). */
bool jump_enter(Instance *inst);

/* A tunable parameter is about to be set while the model runs. False: the values
 * before cannot be computed (noted). */
bool jump_before_tuning(Instance *inst);

/* Have inputs been set to values that the constraints do not reach by
 * themselves? Then there is something to settle, even where an input that moves
 * is off by less than would matter elsewhere: such errors would add up. */
bool jump_is_due(Instance *inst);

/* After an evaluation in an event iteration: makes states jump with their
 * constraints; values are fresh again. False, reason noted: the new values
 * cannot be found. */
bool jump_settle(Instance *inst);
/* reinit() or a contact has set states: what follows is measured from there,
 * and what was not determined is so now. */
void jump_renew(Instance *inst);
/* The event ends. False, reason noted: how states jump is not determined. */
bool jump_finish(Instance *inst);

#endif
