/* couple_order.h: in which order outputs are read and handed on.
 *
 * An output may depend at once on inputs of its FMU, as ModelStructure says.
 * Outputs of one stage depend on outputs of earlier stages only, but for those
 * of a loop: they depend on each other and are solved together.
 *
 * cost    linear in outputs and dependencies; no recursion
 * paper   Tarjan, SIAM J. Comput. 1(2), 1972
 */
#ifndef FOUCAULT_COUPLE_COUPLE_ORDER_H
#define FOUCAULT_COUPLE_COUPLE_ORDER_H

#include "couple/couple.h"

typedef struct CoupleStage {
  int *output; /* indices, by members */
  int n_outputs;
  int *link; /* those that they feed */
  int n_links;
  bool is_loop;
} CoupleStage;

typedef struct CoupleOrder {
  CoupleStage *stage;
  int n_stages;
  int n_loops;
  int *member; /* [n_members] for Gauss-Seidel: givers before takers, as far as
                  the connections allow */
} CoupleOrder;

/* In the session arena. */
CoupleOrder couple_order(Session *s, const Couple *c);

#endif
