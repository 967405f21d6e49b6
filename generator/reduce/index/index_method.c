/* index_method.c: the table, and what all methods share. */
#include "reduce/index/index_method.h"

#include "reduce/index/index_angles.h"
#include "reduce/index/index_baumgarte.h"
#include "reduce/index/index_dummy.h"
#include "reduce/index/index_ggl.h"
#include "reduce/index/index_minimal_extension.h"
#include "reduce/index/index_none.h"
#include "reduce/index/index_projection.h"
#include "reduce/index/monitor.h"
#include "reduce/index/preferred_states.h"
#include "reduce/structure/given_index.h"

static const IndexMethod methods[N_REDUCTIONS] = {
    [REDUCTION_DUMMY] = {"dummy", index_dummy_select, "dummy derivatives"},
    [REDUCTION_NONE] = {"none", index_none_select, "differentiation alone"},
    [REDUCTION_BAUMGARTE] = {"baumgarte", index_baumgarte_select,
                             "stabilized constraints"},
    [REDUCTION_GGL] = {"ggl", index_ggl_select, "one more multiplier each"},
    [REDUCTION_PROJECTION] = {"projection", index_projection_select,
                              "velocities along the constraints"},
    [REDUCTION_MINIMAL_EXTENSION] = {"minimal-extension",
                                     index_minimal_extension_select,
                                     "fewest new variables"},
    [REDUCTION_ANGLES] = {"angles", index_angles_select, "angles for circles"},
};

const IndexMethod *index_method(Reduction reduction)
{
  return &methods[reduction];
}

/* Nobody reads about a large model, unless a report was asked for. */
static bool is_told(const System *sys)
{
  return sys->experiment.circuit || sys->n_given <= GIVEN_EQUATIONS;
}

bool index_method_run(System *sys, Session *s)
{
  Reduction reduction = sys->experiment.reduction;
  bool is_dummy = reduction == REDUCTION_DUMMY;
  bool has_constraints = sys->n_eqs > sys->n_given;
  bool has_drift = !is_dummy && reduction != REDUCTION_ANGLES;
  if (!is_dummy && !has_constraints) {
    diagnostic_warning(s, sys->span, W306,
                       "nothing had to be differentiated: --reduction %s "
                       "makes no difference for this model",
                       methods[reduction].name);
  }
  if (has_constraints && (has_drift || sys->experiment.monitors)) {
    monitor_constraints(sys, s);
  }
  if (!has_constraints) {
    if (!is_dummy) preferred_states_grant(sys, s);
    return index_dummy_select(sys, s);
  }
  if (reduction != REDUCTION_ANGLES && is_told(sys)) {
    sys->n_circles = index_angles_count(sys, s);
  }
  return methods[reduction].select(sys, s) && monitor_check_reinits(sys, s);
}
