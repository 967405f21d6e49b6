/* dormand_prince.h: the coefficients of a Runge-Kutta method of order 5 with an
 * error estimate of order 4. The last stage of a step is the first of the next.
 *
 * paper   Dormand and Prince, J. Comput. Appl. Math. 6(1), 1980
 */
#ifndef FOUCAULT_DORMAND_PRINCE_H
#define FOUCAULT_DORMAND_PRINCE_H

enum { DORMAND_PRINCE_STAGES = 7 };

/* When a stage is evaluated, in parts of the step; */
extern const double dormand_prince_time[DORMAND_PRINCE_STAGES];
/* where, by the slopes of those before it; */
extern const double dormand_prince_part[DORMAND_PRINCE_STAGES]
                                       [DORMAND_PRINCE_STAGES];
/* and the error at the last one. */
extern const double dormand_prince_error[DORMAND_PRINCE_STAGES];

#endif
