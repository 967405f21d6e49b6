/* carried_cvode.c: members of CVODE. Those that never change after the first step
 * are the instance's own; vectors lie in a pool. */
#include "../core/runtime_assert.h"
#include "carried_sundials.h"
#include "solver_members.h"

#if CARRIED_SUNDIALS

#include <../cvode/cvode_ls_impl.h>
#include <limits.h>
#include <math.h>

/* What a first step would call. */
int cvNlsInit(CVodeMem cvode);

/* Order of the formulas, and what else is counted against it. */
static bool cvode_is_within(int value, int low, int high)
{
  return value >= low && value <= high;
}

static bool cvode_are_counts(const long *value, int n)
{
  for (int k = 0; k < n; k++) {
    if (value[k] < 0 || value[k] > LONG_MAX / 4) return false;
  }
  return true;
}

static bool take_cvode_members(const Carried *c, CVodeMem m)
{
  return CARRIED_TAKE(c, m, cv_tstopset, cv_nlscoef) &&
         CARRIED_TAKE(c, m, cv_hmin, cv_etamax) &&
         CARRIED_TAKE(c, m, cv_nst, cv_etaqp1) &&
         CARRIED_TAKE(c, m, convfail, convfail) &&
         CARRIED_TAKE(c, m, cv_qu, cv_tolsf) &&
         CARRIED_TAKE(c, m, cv_indx_acor, cv_indx_acor) &&
         CARRIED_TAKE(c, m, cv_nscon, cv_nor) &&
         CARRIED_TAKE(c, m, cv_tlo, cv_trout) &&
         CARRIED_TAKE(c, m, cv_toutc, cv_nge) &&
         CARRIED_TAKE(c, m, proj_applied, proj_applied) &&
         CARRIED_TAKE(c, m, proj_p, proj_p) &&
         CARRIED_TAKE(c, m, cv_cvals, cv_cvals);
}

/* Vectors of the history are found by the order. */
static bool cvode_order_fits(const struct CVodeMemRec *m)
{
  bool is_new = m->cv_nst == 0;
  int most = m->cv_qmax < m->cv_qmax_alloc ? m->cv_qmax : m->cv_qmax_alloc;
  return cvode_is_within(m->cv_q, 1, most) && m->cv_L == m->cv_q + 1 &&
         (is_new || cvode_is_within(m->cv_qprime, m->cv_q - 1, m->cv_q + 1)) &&
         cvode_is_within(m->cv_qprime, is_new ? 0 : 1, most) &&
         cvode_is_within(m->cv_next_q, 0, most) &&
         cvode_is_within(m->cv_qu, 0, most) &&
         cvode_is_within(m->cv_qwait, 0, INT_MAX / 4) &&
         cvode_is_within(m->cv_indx_acor, 0, m->cv_qmax_alloc);
}

static bool cvode_members_fit(const struct CVodeMemRec *m)
{
  return cvode_order_fits(m) && cvode_are_counts(&m->cv_nst, 7) &&
         m->cv_nhnil >= 0 && m->cv_nhnil < INT_MAX / 4 &&
         cvode_are_counts(&m->cv_nge, 1) && cvode_are_counts(&m->cv_nstlp, 1) &&
         isfinite(m->cv_tn) && isfinite(m->cv_h) && isfinite(m->cv_hscale) &&
         isfinite(m->cv_hprime) && isfinite(m->cv_next_h) &&
         (!m->cv_tstopset || !isnan(m->cv_tstop)) &&
         (m->cv_nst == 0 || m->cv_h != 0);
}

static bool take_cvode_roots(const Carried *c, CVodeMem m, int n)
{
  size_t size = (size_t)n * sizeof(sunrealtype);
  RUNTIME_ASSERT(n == m->cv_nrtfn);
  return carried_take_ints(c, m->cv_iroots, (size_t)n, -1, 1) &&
         carried_take(c, m->cv_glo, size) && carried_take(c, m->cv_ghi, size) &&
         carried_take(c, m->cv_grout, size) &&
         carried_take_ints(c, m->cv_gactive, (size_t)n, 0, 1);
}

/* Of its interface to linear solvers. */
static bool take_cvode_solver(const Carried *c, CVLsMem m)
{
  return CARRIED_TAKE(c, m, jbad, jbad) && carried_take_counts(c, &m->nje, 9) &&
         CARRIED_TAKE(c, m, tnlj, tnlj) &&
         CARRIED_TAKE(c, m, last_flag, last_flag) &&
         (!m->savedJ || carried_matrix(c, m->savedJ));
}

static bool take_projection(const Carried *c, CVodeProjMem m)
{
  return CARRIED_TAKE(c, m, first_proj, first_proj) &&
         carried_take_counts(c, &m->nstlprj, 1) &&
         carried_take_counts(c, &m->nproj, 2);
}

bool carried_cvode(const Carried *c, void *cvode, int n_roots)
{
  CVodeMem m = cvode;
  m->cv_e_data = m->cv_user_data;
  if (m->cv_linit && m->cv_linit(m) != 0) return false;
  if (cvNlsInit(m) != CV_SUCCESS) return false;
  return take_cvode_members(c, m) && cvode_members_fit(m) &&
         take_cvode_roots(c, m, n_roots) && carried_iteration(c, m->NLS) &&
         (!m->cv_lmem || take_cvode_solver(c, m->cv_lmem)) &&
         (!m->proj_mem || take_projection(c, m->proj_mem));
}

#else

bool carried_cvode(const Carried *c, void *cvode, int n_roots)
{
  return c && cvode && n_roots < 0;
}

#endif
