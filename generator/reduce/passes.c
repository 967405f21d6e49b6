/* passes.c: the table of passes, one row each, and the driver. */
#include "reduce/passes.h"

#include <stdlib.h>
#include <string.h>

#include "reduce/build_check.h"
#include "reduce/index/eliminate_candidates.h"
#include "reduce/index/index_method.h"
#include "reduce/index/jumps.h"
#include "reduce/index/preferred_states.h"
#include "reduce/index/state_preference.h"
#include "reduce/index/superfluous.h"
#include "reduce/reduced_print.h"
#include "reduce/simplify/alias.h"
#include "reduce/simplify/constant_propagation.h"
#include "reduce/simplify/free_parameters.h"
#include "reduce/simplify/homotopy.h"
#include "reduce/simplify/inline.h"
#include "reduce/simplify/quiet_relations.h"
#include "reduce/simplify/time_relations.h"
#include "reduce/structure/circuit/circuit.h"
#include "reduce/structure/circuit/circuit_print.h"
#include "reduce/structure/dependent/regular.h"
#include "reduce/structure/discrete.h"
#include "reduce/structure/given_index.h"
#include "reduce/structure/loop_kinks.h"
#include "reduce/structure/pantelides.h"
#include "reduce/structure/singular.h"
#include "reduce/structure/top_problem.h"
#include "reduce/system/input_rate.h"
#include "reduce/system/system_check.h"
#include "reduce/system/system_print.h"
#include "symbolic/expr_memo.h"
#include "symbolic/gradient_memo.h"

/* --- what rows are checked and printed by --- */

static void check_system(const PassContext *c)
{
  system_check(c->sys);
}

static void print_system(const PassContext *c, FILE *out)
{
  system_print(c->sys, out);
}

static void print_circuit(const PassContext *c, FILE *out)
{
  system_print(c->sys, out);
  if (c->sys->circuit) circuit_print(c->sys->circuit, out);
}

static void print_given_index(const PassContext *c, FILE *out)
{
  system_print(c->sys, out);
  if (c->sys->given) given_index_print(c->sys->given, out);
}

/* A check of build_check.h for Pass.check. */
#define BUILD_CHECK(what)                                                      \
  static void check_##what(const PassContext *c)                               \
  {                                                                            \
    build_check_##what(c->build);                                              \
  }
BUILD_CHECK(reinits)
BUILD_CHECK(blocks)
BUILD_CHECK(guesses)
BUILD_CHECK(variables)
BUILD_CHECK(exposed)
BUILD_CHECK(pattern)

static void print_parameters(const PassContext *c, FILE *out)
{
  const ReducedSystem *r = c->build->r;
  reduced_print_sequence(r, "parameters", &r->parameters, out);
}

static void print_initial(const PassContext *c, FILE *out)
{
  const ReducedSystem *r = c->build->r;
  reduced_print_sequence(r, "initial", &r->initial, out);
}

static void print_continuous(const PassContext *c, FILE *out)
{
  const ReducedSystem *r = c->build->r;
  reduced_print_sequence(r, "continuous", &r->continuous, out);
}

static void passes_print_divisors(const PassContext *c, FILE *out)
{
  reduced_print_divisors(c->build->r, out);
}

static void passes_print_tangents(const PassContext *c, FILE *out)
{
  reduced_print_tangents(c->build->r, out);
}

static void print_guesses(const PassContext *c, FILE *out)
{
  reduced_print_guesses(c->build->r, c->build->guess, out);
}

static void print_assertions(const PassContext *c, FILE *out)
{
  reduced_print_assertions(c->build->r, out);
}

static void passes_print_variables(const PassContext *c, FILE *out)
{
  reduced_print_variables(c->build->r, out);
}

static void print_exposed(const PassContext *c, FILE *out)
{
  reduced_print_exposed(c->build->r, out);
}

static void print_scales(const PassContext *c, FILE *out)
{
  reduced_print_scales(c->build->r, out);
}

static void print_tapes(const PassContext *c, FILE *out)
{
  reduced_print_tapes(c->build->r, out);
}

static void print_pattern(const PassContext *c, FILE *out)
{
  reduced_print_pattern(c->build->r, out);
}

/* --- the table --- */

const PropertySet passes_begin_with = HAS(AS_WRITTEN);

/* A pass that edits the System, one that builds the ReducedSystem. */
#define EDITS(function) FINDS(function, print_system)
/* One that notes something beside the equations, which is printed too. */
#define FINDS(function, printed)                                               \
  .run = (function), .check = check_system, .dump = (printed)
#define BUILDS(function, checked, printed)                                     \
  .build = (function), .check = (checked), .dump = (printed)

const Pass reduce_pass[] = {
    {"homotopy", "set simplified equations apart", EDITS(homotopy_separate),
     .needs = HAS(AS_WRITTEN), .gives = HAS(HOMOTOPY_SEPARATE)},
    {"inputs", "may inputs be differentiated?", EDITS(input_rate_check),
     .needs = HAS(AS_WRITTEN), .gives = HAS(INPUTS_CHECKED)},
    {"circuit", "find loops and cutsets of a circuit",
     FINDS(circuit_find, print_circuit), .needs = HAS(AS_WRITTEN),
     .gives = HAS(CIRCUIT_KNOWN)},
    {"given", "the index of the model as written",
     FINDS(given_index_find, print_given_index),
     .needs = HAS(AS_WRITTEN) | HAS(HOMOTOPY_SEPARATE),
     .gives = HAS(GIVEN_INDEX_KNOWN)},
    {"constant_propagation", "put in numbers for unknowns tied by x = 1",
     EDITS(constant_propagation), .needs = HAS(HOMOTOPY_SEPARATE),
     .gives = HAS(CONSTANTS_PROPAGATED), .breaks = HAS(AS_WRITTEN)},
    {"alias", "merge variables tied by x = y, x = -y", EDITS(alias_eliminate),
     .needs = HAS(HOMOTOPY_SEPARATE) | HAS(CONSTANTS_PROPAGATED),
     .gives = HAS(ALIASES_MERGED), .breaks = HAS(AS_WRITTEN)},
    {"discrete", "set discrete equations apart", EDITS(discrete_split),
     .needs = HAS(ALIASES_MERGED), .gives = HAS(DISCRETE_SEPARATE)},
    {"free", "parameters to be solved for", EDITS(free_parameters_settle),
     .needs = HAS(DISCRETE_SEPARATE), .gives = HAS(FREE_PARAMETERS_SETTLED)},
    {"state_preference", "give preferred states a derivative",
     EDITS(state_preference_prepare), .needs = HAS(ALIASES_MERGED),
     .gives = HAS(PREFERENCES_PREPARED)},
    {"time_relations", "find relations of time alone",
     EDITS(time_relations_find), .needs = HAS(DISCRETE_SEPARATE),
     .gives = HAS(TIME_RELATIONS_KNOWN)},
    {"singular", "can every unknown be solved for?", EDITS(singular_check),
     .needs = HAS(ALIASES_MERGED) | HAS(DISCRETE_SEPARATE) |
              HAS(FREE_PARAMETERS_SETTLED) | HAS(PREFERENCES_PREPARED),
     .gives = HAS(SOLVABLE)},
    {"pantelides", "find the equations to differentiate", EDITS(pantelides),
     .needs = HAS(SOLVABLE) | HAS(INPUTS_CHECKED),
     .gives = HAS(DIFFERENTIATED)},
    {"regular", "is the structure to be trusted?", EDITS(regular_check),
     .needs = HAS(DIFFERENTIATED), .gives = HAS(REGULAR),
     .repeat = REPEAT_WHILE_CHANGED, .repeat_from = "singular",
     .report_again = regular_report_again},
    {"preferred_states", "derivatives for preferred states",
     EDITS(preferred_states_differentiate),
     .needs = HAS(DIFFERENTIATED) | HAS(REGULAR),
     .gives = HAS(PREFERENCES_GRANTED)},
    {"method", "apply the method of index reduction", EDITS(index_method_apply),
     .needs = HAS(DIFFERENTIATED) | HAS(REGULAR) | HAS(PREFERENCES_GRANTED) |
              HAS(GIVEN_INDEX_KNOWN),
     .gives = HAS(METHOD_APPLIED), .repeat = REPEAT_ONCE,
     .repeat_from = "state_preference"},
    {"jumps", "which differentiated equations may jump?", EDITS(jumps_find),
     .needs = HAS(DIFFERENTIATED) | HAS(METHOD_APPLIED),
     .gives = HAS(JUMPS_KNOWN)},
    {"index", "reduce the index: choose the states", EDITS(index_method_select),
     .needs = HAS(DIFFERENTIATED) | HAS(REGULAR) | HAS(PREFERENCES_GRANTED) |
              HAS(METHOD_APPLIED) | HAS(JUMPS_KNOWN),
     .gives = HAS(STATES_CHOSEN)},
    {"rates", "derivatives that the importer gives", EDITS(input_rate_report),
     .needs = HAS(STATES_CHOSEN), .gives = HAS(INPUT_RATES_REPORTED)},
    {"inline", "calls of small functions as expressions", EDITS(inline_calls),
     .needs = HAS(STATES_CHOSEN), .gives = HAS(CALLS_INLINED)},
    {"eliminate_candidates", "take out of sets what no choice can touch",
     EDITS(eliminate_candidates),
     .needs = HAS(STATES_CHOSEN) | HAS(CALLS_INLINED),
     .gives = HAS(CANDIDATES_ELIMINATED)},
    {"superfluous", "what an implicit solver leaves out",
     EDITS(superfluous_mark),
     .needs = HAS(STATES_CHOSEN) | HAS(CANDIDATES_ELIMINATED),
     .gives = HAS(SUPERFLUOUS_MARKED)},
    {"loop_kinks", "event relations where a loop may rest on a kink",
     EDITS(loop_kinks_find),
     .needs = HAS(STATES_CHOSEN) | HAS(CALLS_INLINED) |
              HAS(SUPERFLUOUS_MARKED) | HAS(TIME_RELATIONS_KNOWN),
     .gives = HAS(KINKS_KNOWN)},
    {"quiet_relations", "list conditions that make no events",
     EDITS(quiet_relations_find),
     .needs = HAS(STATES_CHOSEN) | HAS(CALLS_INLINED) |
              HAS(CANDIDATES_ELIMINATED) | HAS(TIME_RELATIONS_KNOWN) |
              HAS(KINKS_KNOWN),
     .gives = HAS(QUIET_LISTED)},

    {"reinits", "is what reinit() sets a state?",
     BUILDS(reduced_check_reinits, check_reinits, print_system),
     .needs = HAS(STATES_CHOSEN) | HAS(CANDIDATES_ELIMINATED),
     .gives = HAS(REINITS_CHECKED)},
    {"parameters", "blocks of the dependent parameters",
     BUILDS(reduced_plan_parameters, check_blocks, print_parameters),
     .needs = HAS(FREE_PARAMETERS_SETTLED) | HAS(CALLS_INLINED),
     .gives = HAS(PARAMETERS_PLANNED), .next_reports_too = true},
    {"initial", "blocks of the initial system",
     BUILDS(reduced_plan_initial, check_blocks, print_initial),
     .needs = HAS(STATES_CHOSEN) | HAS(CANDIDATES_ELIMINATED),
     .gives = HAS(INITIAL_PLANNED)},
    {"continuous", "blocks of the continuous system",
     BUILDS(reduced_plan_continuous, check_blocks, print_continuous),
     .needs = HAS(INITIAL_PLANNED) | HAS(SUPERFLUOUS_MARKED),
     .gives = HAS(CONTINUOUS_PLANNED)},
    {"divisors", "when is a division checked?",
     BUILDS(reduced_sort_divisors, check_blocks, passes_print_divisors),
     .needs = HAS(PARAMETERS_PLANNED) | HAS(INITIAL_PLANNED) |
              HAS(CONTINUOUS_PLANNED),
     .gives = HAS(DIVISORS_SORTED)},
    {"tangent", "Jacobians of the blocks, and the implicit form",
     BUILDS(reduced_fill_tangents, check_blocks, passes_print_tangents),
     .needs = HAS(DIVISORS_SORTED), .gives = HAS(TANGENTS_FILLED)},
    {"guess", "first values for what is iterated for",
     BUILDS(reduced_find_guesses, check_guesses, print_guesses),
     .needs = HAS(INITIAL_PLANNED) | HAS(TANGENTS_FILLED),
     .gives = HAS(GUESSES_FOUND)},
    {"assertions", "when is an assertion checked?",
     BUILDS(reduced_sort_assertions, check_system, print_assertions),
     .needs =
         HAS(CONTINUOUS_PLANNED) | HAS(TANGENTS_FILLED) | HAS(GUESSES_FOUND),
     .gives = HAS(ASSERTIONS_SORTED)},
    {"variables", "slots and FMI attributes of the variables",
     BUILDS(reduced_list_variables, check_variables, passes_print_variables),
     .needs =
         HAS(REINITS_CHECKED) | HAS(GUESSES_FOUND) | HAS(ASSERTIONS_SORTED),
     .gives = HAS(VARIABLES_LISTED)},
    {"expose", "which variables does the importer see?",
     BUILDS(reduced_expose_variables, check_exposed, print_exposed),
     .needs = HAS(VARIABLES_LISTED), .gives = HAS(VARIABLES_EXPOSED)},
    {"scales", "which variables are of comparable size?",
     BUILDS(reduced_find_scales, check_variables, print_scales),
     .needs = HAS(VARIABLES_LISTED) | HAS(STATES_CHOSEN),
     .gives = HAS(SCALES_KNOWN)},
    {"tapes", "relations as data, for enclosures",
     BUILDS(reduced_make_tapes, check_variables, print_tapes),
     .needs = HAS(VARIABLES_LISTED) | HAS(CONTINUOUS_PLANNED) |
              HAS(TIME_RELATIONS_KNOWN),
     .gives = HAS(TAPES_MADE)},
    {"structure", "the pattern of the Jacobian",
     BUILDS(reduced_find_pattern, check_pattern, print_pattern),
     .needs = HAS(VARIABLES_LISTED) | HAS(VARIABLES_EXPOSED) |
              HAS(CONTINUOUS_PLANNED),
     .gives = HAS(PATTERN_FOUND)},
};

const int n_reduce_passes = sizeof reduce_pass / sizeof reduce_pass[0];

int pass_find(const char *name)
{
  for (int k = 0; k < n_reduce_passes; k++) {
    if (strcmp(reduce_pass[k].name, name) == 0) return k;
  }
  return -1;
}

/* --- the driver --- */

PassContext passes_begin(Session *s, System *sys)
{
  PassContext c = {.s = s, .sys = sys};
  c.mark = arena_mark(session_scratch(s));
#ifdef FOUCAULT_CHECK
  c.checks = true;
#endif
  sys->residual_memo = expr_memo_create(session_scratch(s));
  sys->gradient_memo = gradient_memo_create(session_scratch(s));
  sys->top_blocks = top_blocks_create(session_scratch(s));
  return c;
}

void passes_end(PassContext *c)
{
  c->sys->residual_memo = NULL;
  c->sys->gradient_memo = NULL;
  c->sys->top_blocks = NULL;
  arena_release(c->mark);
}

static void require_properties(const PassContext *c, const Pass *pass)
{
  PropertySet missing = pass->needs & ~c->sys->properties;
  for (int p = 0; missing && p < N_PROPERTIES; p++) {
    if (!(missing >> p & 1)) continue;
    fprintf(stderr,
            "internal error: pass '%s' needs %s (%s), which does not hold\n",
            pass->name, property_name((Property)p),
            property_meaning((Property)p));
    abort();
  }
}

/* The System is complete: it is read from here on, and what passes over it
 * have kept is dropped. */
static void begin_build(PassContext *c)
{
  c->sys->top_blocks = NULL;
  c->build = reduced_begin(c->s, c->sys);
}

static bool build_one(PassContext *c, const Pass *pass)
{
  if (!c->build) begin_build(c);
  ArenaMark mark = arena_mark(session_scratch(c->s));
  bool ok = pass->build(c->build);
  arena_release(mark);
  return ok;
}

static bool call_one(PassContext *c, const Pass *pass)
{
  require_properties(c, pass);
  if (c->s->verbose) {
    fprintf(c->s->messages, "%s: %s\n", pass->name, pass->does);
  }
  bool ok = pass->run ? pass->run(c->sys, c->s) : build_one(c, pass);
  if (ok) cost_end(c->s, pass->name);
  return ok;
}

/* Of a pass that is repeated the first result counts. */
static void print_one(PassContext *c, const Pass *pass)
{
  if (!c->dump || strcmp(c->dump, pass->name) != 0) return;
  pass->dump(c, c->dump_to);
  c->dump = NULL;
}

/* Does a pass that has run have to go back? */
static bool asks_again(const PassContext *c, const Pass *pass)
{
  if (properties_hold(c->sys->properties, pass->needs)) return false;
  if (pass->repeat != REPEAT_NEVER) return true;
  fprintf(stderr, "internal error: pass '%s' loses what it needs\n",
          pass->name);
  abort();
}

/* The row that comes next; -1 after diagnostics. */
static int run_one(PassContext *c, int k)
{
  const Pass *pass = &reduce_pass[k];
  if (!call_one(c, pass)) return -1;
  bool again = asks_again(c, pass);
  bool is_done = !again || pass->repeat == REPEAT_ONCE;
  c->sys->properties &= ~pass->breaks;
  if (is_done) c->sys->properties |= pass->gives;
  if (c->checks) pass->check(c);
  if (is_done) print_one(c, pass);
  if (!again) return k + 1;
  c->repeated = k;
  return pass_find(pass->repeat_from);
}

/* A pass has failed: was it in a repetition that can say more? */
static void report_again(const PassContext *c, int k)
{
  const Pass *pass = &reduce_pass[c->repeated];
  if (k < c->repeated && pass->report_again) {
    pass->report_again(c->sys, c->s);
  }
}

bool passes_run(PassContext *c, int from, int to)
{
  bool ok = true;
  for (int k = from; k <= to;) {
    const Pass *pass = &reduce_pass[k];
    if (k == c->repeated) c->repeated = 0;
    bool holds = properties_hold(c->sys->properties, pass->gives);
    int next = holds ? k + 1 : run_one(c, k);
    ok = ok && next >= 0;
    if (!ok && !pass->next_reports_too) {
      report_again(c, k);
      return false;
    }
    k = next >= 0 ? next : k + 1;
    if (ok && k > c->n_done) c->n_done = k;
  }
  return ok;
}
