/* dormand_prince.h: the coefficients of a Runge-Kutta method of order 5 with an
 * error estimate of order 4. The last stage of a step is the first of the next.
 *
 * paper   Dormand and Prince, J. Comput. Appl. Math. 6(1), 1980
 */
#ifndef FOUCAULT_DORMAND_PRINCE_H
#define FOUCAULT_DORMAND_PRINCE_H

enum { DORMAND_PRINCE_STAGES = 7 };

/* When a stage is evaluated, in parts of the step; */
static const double dormand_prince_time[DORMAND_PRINCE_STAGES] = {
    0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
/* clang-format off */
/* where, by the slopes of those before it; */
static const double
    dormand_prince_part[DORMAND_PRINCE_STAGES][DORMAND_PRINCE_STAGES] = {
  {0},
  {1.0/5},
  {3.0/40, 9.0/40},
  {44.0/45, -56.0/15, 32.0/9},
  {19372.0/6561, -25360.0/2187, 64448.0/6561, -212.0/729},
  {9017.0/3168, -355.0/33, 46732.0/5247, 49.0/176, -5103.0/18656},
  {35.0/384, 0, 500.0/1113, 125.0/192, -2187.0/6784, 11.0/84},
};
/* and the error at the last one. */
static const double dormand_prince_error[DORMAND_PRINCE_STAGES] = {
  71.0/57600, 0, -71.0/16695, 71.0/1920, -17253.0/339200, 22.0/525, -1.0/40};
/* clang-format on */

#endif
