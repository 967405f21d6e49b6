/* reduce.c: the whole table of passes.c, once. */
#include "reduce/reduce.h"

#include <string.h>

#include "reduce/passes.h"
#include "reduce/reduced_check.h"

const ReducedSystem *reduce_system(Session *s, System *sys,
                                   const ReduceOptions *opt)
{
  PassContext c = passes_begin(s, sys);
  c.dump = opt ? opt->dump : NULL;
  c.dump_to = opt ? opt->dump_to : NULL;
  /* Only reports need the circuit, and who asks to see it. */
  if (c.dump && strcmp(c.dump, "circuit") == 0) sys->choice.circuit = true;
  bool ok = passes_run(&c, 0, n_reduce_passes - 1);
  const ReducedSystem *reduced = ok ? c.build->r : NULL;
  passes_end(&c);
  if (reduced) reduced_check(reduced); /* better no FMU than a wrong one */
  cost_end(s, "reduced_check");
  return reduced;
}
