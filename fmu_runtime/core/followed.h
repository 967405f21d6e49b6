/* followed.h: the one call beside FMI: for the study of sensitivities, which
 * knows no more of an FMU than this (events/follow.h says what it means). */
#ifndef FOUCAULT_FOLLOWED_H
#define FOUCAULT_FOLLOWED_H

#include "status.h"
#include <stddef.h>

/* Owned by the importer, from FOLLOW_START to the end of the instance. */
typedef struct FollowedDirections {
  int n;                        /* directions */
  const ValueReference *known;  /* [n] parameters or exact starts */
  int n_real, n_states, n_rows; /* filled in by FOLLOW_SIZES */
  double *d;                    /* [(n + 1) * n_real]; the last is time's */
  double *r;                    /* [n_rows] */
  double *time;                 /* [n] dt of the event at hand */
  /* What is delayed (../vectors/direction_past.h); NULL: such models are
   * not followed. n_past: filled in by FOLLOW_SIZES. */
  size_t n_past;
  double *past;        /* [n_past] */
  int at;              /* the direction that is filled in; -1: none of these */
  unsigned char *role; /* [n_real] FollowRole, by FOLLOW_ROLES */
  const char *lost;    /* why they cannot be followed; NULL */
} FollowedDirections;

/* What a Real is between two events. */
typedef enum FollowRole {
  FOLLOW_COMPUTED,  /* from the others, or a state */
  FOLLOW_GIVEN,     /* a parameter, or computed from parameters alone */
  FOLLOW_REMEMBERED /* a discrete Real or pre(v), which events change */
} FollowRole;

typedef enum FollowCall {
  FOLLOW_SIZES,        /* at any time */
  FOLLOW_START,        /* in initialization mode */
  FOLLOW_ATTACH,       /* in continuous-time mode: d is the importer's */
  FOLLOW_AT,           /* in event and continuous-time mode */
  FOLLOW_STEP,         /* after a step that is completed */
  FOLLOW_BEFORE_EVENT, /* right before event mode is entered */
  FOLLOW_AFTER_EVENT,  /* in continuous-time mode, after the last update of
                          discrete states, and at the start */
  FOLLOW_ROLES,        /* in continuous-time mode: fills in `role` */
  FOLLOW_BACK          /* in continuous-time mode: events/follow.h */
} FollowCall;

/* unknown, value: of FOLLOW_AT, [n * n_unknown]; of FOLLOW_BACK the weights of
 * the unknowns, and their gradient is in `states` and in the first of d. A Status; STATUS_ERROR: the FMU was not made
 * for it, or it has failed. */
typedef unsigned FollowFunction(void *c, FollowCall what, FollowedDirections *f,
                                double *states, const ValueReference *unknown,
                                size_t n_unknown, double *value);

/* An instance begins with the address of a table, the first of which is the
 * function (Instance.mechanisms, Mechanisms.follow): FMUs export the functions
 * of FMI and no others. For instances of FMUs that the same program has built. */
static inline FollowFunction *follow_function(void *c)
{
  FollowFunction *const *const *instance = c;
  return **instance;
}

#endif
