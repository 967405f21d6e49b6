/* solver_members.h: have the members of SUNDIALS's structs names here?
 *
 * They have where solvers are built from their sources (solvers/sources.txt).
 * With others nothing of a solver is carried to another instance, and its
 * integrator starts again: CARRIED_SUNDIALS is 0.
 */
#ifndef FOUCAULT_SOLVER_MEMBERS_H
#define FOUCAULT_SOLVER_MEMBERS_H

#if defined FOUCAULT_SOLVERS_IN_INSTANCE && defined __has_include
#if __has_include(                                                             \
    <../cvode/cvode_ls_impl.h>) && __has_include(<../ida/ida_ls_impl.h>)
#define CARRIED_SUNDIALS 1
#endif
#endif
#ifndef CARRIED_SUNDIALS
#define CARRIED_SUNDIALS 0
#endif

#endif
