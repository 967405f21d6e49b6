/* points.h: the call of ../core/points.h: point by point by the calls of FMI,
 * or POINT_LANES of them at once where the model can. A lane whose values are
 * not finite is evaluated by itself again: it has a reason that is logged. */
#ifndef FOUCAULT_FMI_POINTS_H
#define FOUCAULT_FMI_POINTS_H

#include "../core/points.h"

PointsFunction points_evaluate;

#endif
