/* dormand_prince.c: see dormand_prince.h. */
#include "dormand_prince.h"

const double dormand_prince_time[DORMAND_PRINCE_STAGES] = {
    0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
/* clang-format off */
const double
    dormand_prince_part[DORMAND_PRINCE_STAGES][DORMAND_PRINCE_STAGES] = {
  {0},
  {1.0/5},
  {3.0/40, 9.0/40},
  {44.0/45, -56.0/15, 32.0/9},
  {19372.0/6561, -25360.0/2187, 64448.0/6561, -212.0/729},
  {9017.0/3168, -355.0/33, 46732.0/5247, 49.0/176, -5103.0/18656},
  {35.0/384, 0, 500.0/1113, 125.0/192, -2187.0/6784, 11.0/84},
};
const double dormand_prince_error[DORMAND_PRINCE_STAGES] = {
  71.0/57600, 0, -71.0/16695, 71.0/1920, -17253.0/339200, 22.0/525, -1.0/40};
