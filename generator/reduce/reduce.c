/* reduce.c: the passes of the index reduction, one per line. */
#include "reduce/reduce.h"

#include <string.h>

#include "reduce/index/eliminate_candidates.h"
#include "reduce/index/index_method.h"
#include "reduce/index/preferred_states.h"
#include "reduce/index/state_preference.h"
#include "reduce/index/superfluous.h"
#include "reduce/reduced_build.h"
#include "reduce/reduced_check.h"
#include "reduce/simplify/alias.h"
#include "reduce/simplify/constant_propagation.h"
#include "reduce/simplify/free_parameters.h"
#include "reduce/simplify/homotopy.h"
#include "reduce/simplify/inline.h"
#include "reduce/simplify/time_relations.h"
#include "reduce/structure/circuit.h"
#include "reduce/structure/discrete.h"
#include "reduce/structure/given_index.h"
#include "reduce/structure/pantelides.h"
#include "reduce/structure/regular.h"
#include "reduce/structure/singular.h"
#include "reduce/structure/top_problem.h"
#include "reduce/system/input_rate.h"
#include "reduce/system/system_check.h"
#include "reduce/system/system_print.h"
#include "symbolic/gradient_memo.h"

typedef struct Pass {
  const char *name;
  bool (*run)(System *sys, Session *s);
  const char *does;
} Pass;

static const Pass reduce_passes[] = {
    {"homotopy", homotopy_separate, "set simplified equations apart"},
    {"inputs", input_rate_check, "may inputs be differentiated?"},
    {"circuit", circuit_find, "find loops and cutsets of a circuit"},
    {"given", given_index_find, "the index of the model as written"},
    {"constant_propagation", constant_propagation,
     "put in numbers for unknowns tied by x = 1"},
    {"alias", alias_eliminate, "merge variables tied by x = y, x = -y"},
    {"discrete", discrete_split, "set discrete equations apart"},
    {"free", free_parameters_settle, "parameters to be solved for"},
    {"state_preference", state_preference_prepare,
     "give preferred states a derivative"},
    {"time_relations", time_relations_find, "find relations of time alone"},
    {"singular", singular_check, "can every unknown be solved for?"},
    {"pantelides", pantelides, "find the equations to differentiate"},
    {"regular", regular_check, "is the structure to be trusted?"},
    {"preferred_states", preferred_states_differentiate,
     "derivatives for preferred states"},
    {"index", index_method_run, "reduce the index: choose the states"},
    {"rates", input_rate_tell, "derivatives that the importer gives"},
    {"inline", inline_calls, "calls of small functions as expressions"},
    {"eliminate_candidates", eliminate_candidates,
     "take out of sets what no choice can touch"},
    {"superfluous", superfluous_mark, "what an implicit solver leaves out"},
};

enum { N_PASSES = sizeof reduce_passes / sizeof reduce_passes[0] };

bool reduce_has_pass(const char *name)
{
  for (int k = 0; k < N_PASSES; k++) {
    if (strcmp(reduce_passes[k].name, name) == 0) return true;
  }
  return false;
}

static bool run_passes(Session *s, System *sys, const ReduceOptions *opt)
{
  for (int k = 0; k < N_PASSES; k++) {
    const Pass *pass = &reduce_passes[k];
    if (s->verbose) fprintf(s->messages, "%s: %s\n", pass->name, pass->does);
    if (!pass->run(sys, s)) return false;
    cost_end(s, pass->name);
#ifdef FOUCAULT_CHECK
    system_check(sys);
#endif
    if (opt && opt->dump && strcmp(opt->dump, pass->name) == 0) {
      system_print(sys, opt->dump_to);
    }
  }
  return true;
}

const ReducedSystem *reduce_system(Session *s, System *sys,
                                   const ReduceOptions *opt)
{
  ArenaMark mark = arena_mark(session_scratch(s));
  sys->residual_memo = expr_memo_create(session_scratch(s));
  sys->gradient_memo = gradient_memo_create(session_scratch(s));
  sys->top_blocks = top_blocks_create(session_scratch(s));
  bool ok = run_passes(s, sys, opt);
  sys->top_blocks = NULL;
  const ReducedSystem *reduced = ok ? reduced_build(s, sys) : NULL;
  sys->residual_memo = NULL;
  sys->gradient_memo = NULL;
  arena_release(mark);
#ifdef FOUCAULT_CHECK
  if (reduced) reduced_check(reduced);
#endif
  return reduced;
}
