/* cvode_equations.h: what CVODE asks for at a point: slopes, matrices, event
 * indicators, weights of errors.
 *
 * needs   user data of CVODE that is the IntegratorRun
 * fails   as CVODE wants it: 1 where the model cannot be evaluated at a point,
 *         which a smaller step may cure
 */
#ifndef FOUCAULT_CVODE_EQUATIONS_H
#define FOUCAULT_CVODE_EQUATIONS_H

#include "cvode_integrator.h"

/* Puts a point of the solver into the instance. */
void cvode_equations_store(const IntegratorRun *run, double time, N_Vector y);
/* Of the unknowns, where the values are fresh. False: not finite (noted). */
bool cvode_equations_slopes(const IntegratorRun *run, double *slope);

/* The right-hand side, by the time of the solver. */
int cvode_equations_rates(sunrealtype t, N_Vector y, N_Vector ydot, void *data);
/* Newton's matrix: dense, sparse, or that of candidates. */
int cvode_equations_dense(sunrealtype t, N_Vector y, N_Vector ydot,
                          SUNMatrix jacobian, void *data, N_Vector unused1,
                          N_Vector unused2, N_Vector unused3);
int cvode_equations_sparse(sunrealtype t, N_Vector y, N_Vector ydot,
                           SUNMatrix jacobian, void *data, N_Vector unused1,
                           N_Vector unused2, N_Vector unused3);
int cvode_equations_system(sunrealtype t, N_Vector y, N_Vector ydot,
                           SUNMatrix unused, sunbooleantype jok,
                           sunbooleantype *is_new, sunrealtype gamma,
                           void *data, N_Vector unused1, N_Vector unused2,
                           N_Vector unused3);
int cvode_equations_indicators(sunrealtype t, N_Vector y, sunrealtype *g,
                               void *data);
/* CVODE's hook of PROJECT_STEP. */
int cvode_equations_project(sunrealtype t, N_Vector y, N_Vector correction,
                            sunrealtype bound, N_Vector error, void *data);
/* With selection sets and without. */
int cvode_equations_candidate_weights(N_Vector y, N_Vector weight, void *data);
int cvode_equations_state_weights(N_Vector y, N_Vector weight, void *data);

#endif
