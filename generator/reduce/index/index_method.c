/* index_method.c: the table, and what all methods share. */
#include "reduce/index/index_method.h"

#include <assert.h>

#include "reduce/index/angles/angles_fit.h"
#include "reduce/index/angles/circles.h"
#include "reduce/index/index_again.h"
#include "reduce/index/index_angles.h"
#include "reduce/index/index_baumgarte.h"
#include "reduce/index/index_dummy.h"
#include "reduce/index/index_ggl.h"
#include "reduce/index/index_minimal_extension.h"
#include "reduce/index/index_none.h"
#include "reduce/index/index_projection.h"
#include "reduce/index/monitor.h"
#include "reduce/structure/given_index.h"

static const IndexMethod methods[N_REDUCTIONS] = {
    [REDUCTION_DUMMY] = {"dummy", "dummy derivatives", NULL, index_dummy_select,
                         true},
    [REDUCTION_NONE] = {"none", "differentiation alone", NULL,
                        index_none_select, false},
    [REDUCTION_BAUMGARTE] = {"baumgarte", "stabilized constraints", NULL,
                             index_baumgarte_select, false},
    [REDUCTION_GGL] = {"ggl", "one more multiplier each", index_ggl_change,
                       index_dummy_select, true},
    [REDUCTION_PROJECTION] = {"projection", "velocities along the constraints",
                              index_projection_change, index_projection_select,
                              true},
    [REDUCTION_MINIMAL_EXTENSION] = {"minimal-extension",
                                     "fewest new variables", NULL,
                                     index_minimal_extension_select, true},
    [REDUCTION_ANGLES] = {"angles", "angles for circles", index_angles_change,
                          index_angles_select, true},
};

const IndexMethod *index_method(Reduction reduction)
{
  assert(reduction < N_REDUCTIONS);
  return &methods[reduction];
}

/* Nobody reads about a large model, unless a report was asked for. */
static bool index_method_is_reported(const System *sys)
{
  return sys->choice.circuit || sys->n_given <= GIVEN_EQUATIONS;
}

/* What is made of the constraints beside the equations. */
static void look_at_constraints(System *sys, Session *s)
{
  Reduction reduction = sys->choice.reduction;
  bool is_dummy = reduction == REDUCTION_DUMMY;
  bool has_drift = !is_dummy && reduction != REDUCTION_ANGLES;
  if (has_drift || sys->choice.monitors) monitor_constraints(sys, s);
  if (reduction != REDUCTION_ANGLES && index_method_is_reported(sys)) {
    sys->n_circles = circles_count(sys, s);
  }
}

/* Angles are the same problem in fewer steps, where they fit. */
static void take_angles(System *sys, Session *s)
{
  TranslationChoice *choice = &sys->choice;
  bool may = choice->angles && choice->reduction == REDUCTION_DUMMY;
  if (!may || sys->n_eqs == sys->n_given || !angles_fit(sys, s)) return;
  choice->reduction = REDUCTION_ANGLES;
}

bool index_method_apply(System *sys, Session *s)
{
  assert(sys->eq_var && sys->n_eqs >= sys->n_given);
  take_angles(sys, s);
  Reduction reduction = sys->choice.reduction;
  bool is_dummy = reduction == REDUCTION_DUMMY;
  bool has_constraints = sys->n_eqs > sys->n_given;
  if (!is_dummy && !has_constraints) {
    diagnostic_warning(s, sys->span, W306,
                       "nothing had to be differentiated: --reduction %s "
                       "makes no difference for this model",
                       methods[reduction].name);
  }
  sys->selection = has_constraints ? reduction : REDUCTION_DUMMY;
  if (has_constraints) look_at_constraints(sys, s);
  const IndexMethod *method = &methods[sys->selection];
  if (method->change && method->change(sys, s)) index_again_end(sys, s);
  if (!is_dummy && method->prefers) {
    properties_lose(&sys->properties, HAS(PREFERENCES_GRANTED));
  }
  return true;
}

bool index_method_select(System *sys, Session *s)
{
  return methods[sys->selection].select(sys, s) &&
         monitor_check_reinits(sys, s);
}
