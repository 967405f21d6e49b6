/* least_system.h: the linear systems of least_change.c
 *
 *   ( D + H  J' ) (  step )     ( -D (x - start) )
 *   (   J    0  ) ( force )  =  (   -residual    )
 *
 * with D the weights, J the Jacobian, H the second derivatives of the
 * residuals weighted by the forces; unknowns in units of their nominal values,
 * equations in units of their largest coefficient. Everything lies in the
 * instance's LeastWork: weights and starts are set by the caller.
 */
#ifndef FOUCAULT_LEAST_SYSTEM_H
#define FOUCAULT_LEAST_SYSTEM_H

#include "block_work.h"

/* Workspace of least_change.c, a part of the instance. Nothing is there in
 * models without start preferences. */
typedef struct LeastWork {
  int size;         /* room for equations and unknowns together */
  double *matrix;   /* [size * size] */
  int *pivot;       /* [size] */
  int *place;       /* [size] of each equation among those that count; -1 */
  double *right;    /* [size] right-hand side, then the solution */
  double *room;     /* [size] */
  double *weight;   /* [size] of the unknowns; < 0: held */
  double *start;    /* [size] of the unknowns */
  double *scale;    /* [size] of the equations */
  double *force;    /* [size] multipliers of the equations */
  double *base;     /* [size] unknowns where a step begins */
  double *found;    /* [size] unknowns that satisfy the equations */
  double *gradient; /* [size] */
  double *real;     /* [n_real] */
  /* start values as initialization took them; NULL: there are no preferences */
  double *begin_real; /* [n_real] */
} LeastWork;

static inline LeastWork *least_work_of(const Instance *inst)
{
  return inst->part[PART_LEAST_CHANGE];
}

typedef struct LeastProblem {
  ModelValues *v;
  const Block *block;
  BlockWork *w;
  LeastWork *l;
  int n, m; /* unknowns, equations that count (LeastWork.place) */
} LeastProblem;

/* With all equations of the block. */
LeastProblem least_problem(ModelValues *v, const Block *block);

/* Unknown j, in its own units. */
double *least_unknown(const LeastProblem *p, int j);
bool least_is_held(const LeastProblem *p, int j);

/* Units of the equations, from the Jacobian at the present values. */
void least_scale_rows(const LeastProblem *p);
/* Residuals by equation, in their own units; the largest one in units of its
 * row, HUGE_VAL if one is not finite. */
double least_residuals(const LeastProblem *p, double *r);
/* J' force at the present values, by unknown. */
void least_pull(const LeastProblem *p, double *gradient);
/* D (x - start) of one unknown. */
double least_distance_force(const LeastProblem *p, int j);

/* Factors the matrix, with H where curved. False: singular, not finite. */
bool least_factor(const LeastProblem *p, bool curved);
/* The lower part of the right-hand side, from values by equation. */
void least_load_rows(const LeastProblem *p, const double *value);
/* Solves for step and force (l->right), from the residuals in w->residual;
 * home: with the preference to come near the start values, else for the shortest
 * step. The size of the step. Needs factors. */
double least_step(const LeastProblem *p, bool home);

#endif
