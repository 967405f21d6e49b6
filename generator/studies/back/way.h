/* way.h: a run, kept so that it can be gone back.
 *
 * The room studies/back/ owns derivatives of curves: forward (sensitivity.h) and,
 * for many parameters and few variables, from the end of a run to its start. It
 * calls base/, fmu_file/ and the call of followed.h. Reading order: way.h (what
 * is kept), weights.h (what goes back), back_steps.h (between events),
 * back_event.h (through one), gradient.h (the whole), sensitivity.h (the study).
 *
 * Between two events the states are those of CVODE's formulas, step by step, so
 * that nothing is lost to interpolation. At an event the whole state of the FMU
 * is kept as it is right before it: its discrete part is that of all the way
 * since the event before.
 *
 * needs   a run in Model Exchange that tells of its pieces (ExchangeListener)
 * gives   marks in the order of time
 * fails   where memory is short or the FMU does not give its state: false
 * cost    up to six numbers for each state and step, a state of the FMU an event
 */
#ifndef FOUCAULT_STUDIES_BACK_WAY_H
#define FOUCAULT_STUDIES_BACK_WAY_H

#include "base/arena.h"
#include "fmu_file/run/fmu_exchange.h"

typedef enum WayKind {
  WAY_PIECE, /* a step of the integrator */
  WAY_POINT, /* a time at which values are asked for */
  WAY_EVENT
} WayKind;

/* A state of the FMU, as bytes. */
typedef struct WayState {
  char *bytes;
  size_t size;
} WayState;

typedef struct WayMark {
  WayKind kind;
  double from, to; /* the same but for a piece */
  int order;       /* of a piece */
  double *row;     /* of a piece as in ExchangePiece; of a point the states */
  WayState saved;  /* of an event */
} WayMark;

typedef struct Way {
  const Fmu *fmu;
  fmi2Component component;
  size_t n_states;
  Arena *arena;
  WayMark *mark;
  int n_marks, cap_marks;
} Way;

void way_begin(Way *way, const Fmu *fmu, fmi2Component component, Arena *arena);
void way_add_piece(Way *way, const ExchangePiece *piece);
/* The FMU is at that point. */
bool way_add_point(Way *way, double time);
bool way_add_event(Way *way, double time);

/* Puts the FMU back to where it was. */
bool way_restore(const Fmu *fmu, fmi2Component component,
                 const WayState *state);

/* The states at a time within the pieces from mark `first` to `last`. */
void way_states(const Way *way, int first, int last, double time, double *x);

#endif
