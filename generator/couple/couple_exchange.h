/* couple_exchange.h: outputs are read and handed on, stage by stage; see
 * couple_loop.h for all of them.
 *
 * cost    no allocation after the beginning
 */
#ifndef FOUCAULT_COUPLE_COUPLE_EXCHANGE_H
#define FOUCAULT_COUPLE_COUPLE_EXCHANGE_H

#include "couple/couple_order.h"
#include "couple/couple_part.h"

typedef struct CoupleExchange {
  Session *s;
  const Couple *c;
  CouplePart *part; /* [n_members] */
  CoupleOrder order;
  double *y;       /* [n_outputs] as they were read last */
  double *u;       /* [n_links] as they were set last */
  bool *is_set;    /* [n_links] u[] is what the FMU has */
  bool is_initial; /* initialization mode: parameters are links, too */
  long n_loop_solutions, n_newton_steps;
  bool has_warned;
  int *variable; /* room for one stage or part */
  double *value;
  double *z, *residual, *matrix;
  int *pivot;
} CoupleExchange;

CoupleExchange couple_exchange_begin(Session *s, const Couple *c,
                                     CouplePart *part);

/* The outputs of a stage are read, the links that they feed are set. */
bool couple_exchange_stage(CoupleExchange *x, const CoupleStage *stage,
                           double time);

/* What an output's number is for a link. */
double couple_exchange_value(const CoupleLink *link, double output);
/* Reads the outputs of one member. */
bool couple_exchange_read(CoupleExchange *x, int member, double time);
/* Sets one link to a number, or to its source's text. */
bool couple_exchange_set(CoupleExchange *x, int link, double number,
                         double time);
/* States were restored: nobody knows what the inputs are. */
void couple_exchange_forget(CoupleExchange *x);

#endif
