/* ssp_trace.h: systems inside of systems are opened: for each connector of a
 * component that takes a value, the connections from where the value comes.
 *
 * gives   a route for each connector of a component that a connection leads to
 * fails   E620 connections of systems that lead around in a circle
 * cost    linear in the connections, times the depth of systems
 */
#ifndef FOUCAULT_COUPLE_SSP_TRACE_H
#define FOUCAULT_COUPLE_SSP_TRACE_H

#include "couple/ssp.h"

typedef struct SspRoute {
  SspEnd from;    /* of a component; or of a system, where nothing leads to */
  SspEnd to;      /* of a component */
  const int *hop; /* [n_hops] connections, from `from` to `to` */
  int n_hops;
} SspRoute;

typedef struct SspRoutes {
  SspRoute *item;
  int n, cap;
} SspRoutes;

bool ssp_trace(Session *s, const Ssp *ssp, SspRoutes *routes);

#endif
