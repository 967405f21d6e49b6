/* past_dependencies.c: see past_dependencies.h. */
#include "reduce/blocks/past_dependencies.h"

#include <assert.h>

#include "base/vector.h"
#include "reduce/system/system_visit.h"

typedef struct Past {
  const System *sys;
  Dependencies *d;
  bool initial;
  Arena *scratch;
  VarId *leaf; /* of the delay or transport at hand */
  int n_leaves, cap_leaves;
} Past;

static bool is_of_the_past(VarLink link)
{
  switch (link) {
  case LINK_DELAYED:
  case LINK_DELAY_TIME:
  case LINK_DELAY_RESULT:
  case LINK_TRANSPORT_MOTION:
  case LINK_TRANSPORT_PROFILE:
  case LINK_TRANSPORT_RESULT: return true;
  case LINK_TRANSPORTED:   /* read where it has been kept */
  case LINK_DELAY_LONGEST: /* how much is kept */
  case LINK_IN_CHAIN:      /* read by no delay */
  case LINK_REPRESENTATIVE:
  case LINK_IN_PRE:
  case LINK_MATCHED:
  case LINK_REINIT_STATE:
  case LINK_SAMPLED:
  case LINK_SET_CANDIDATE:
  case LINK_SET_STATE:
  case LINK_FRAME_TIED:
  case LINK_FRAME_ALONG:
  case LINK_FRAME_ENTRY:
  case LINK_OF_MONITOR:
  case LINK_IMPULSE:
  case LINK_IN_STEP:
  case LINK_DECIDED:
  case LINK_OF_SYSTEM:
  case LINK_TOLERANCE: return false;
  }
  return false;
}

static bool past_dependencies_is_result(VarLink link)
{
  return link == LINK_DELAY_RESULT || link == LINK_TRANSPORT_RESULT;
}

/* Read in initialization, where nothing has been kept yet? */
static bool is_initial(VarLink link)
{
  return link == LINK_DELAYED || link == LINK_TRANSPORT_PROFILE;
}

/* The result comes last of its delay or transport. */
static void past_collect(void *context, VarLink link, int at, VarId v)
{
  Past *p = context;
  (void)at;
  if (past_dependencies_is_result(link)) {
    dependencies_add(p->d, v, p->leaf, p->n_leaves);
    if (!p->initial) dependencies_add_time(p->d, v);
    p->n_leaves = 0;
  } else if (is_initial(link) == p->initial) {
    p->leaf = vector_grow(p->scratch, p->leaf, &p->cap_leaves, p->n_leaves + 1,
                          sizeof p->leaf[0]);
    p->leaf[p->n_leaves++] = system_slot_owner(p->sys, v);
  }
}

void past_dependencies_add(const System *sys, Dependencies *d, bool initial,
                           Arena *scratch)
{
  Past p = {.sys = sys, .d = d, .initial = initial, .scratch = scratch};
  system_read_variables(sys, is_of_the_past, past_collect, &p);
  assert(p.n_leaves == 0); /* a result comes after what it depends on */
}
