/* carried_ida.c: the same of IDA. */
#include "../core/runtime_assert.h"
#include "carried_sundials.h"
#include "solver_members.h"

#if CARRIED_SUNDIALS

#include <../ida/ida_ls_impl.h>
#include <limits.h>
#include <math.h>

/* What a first step would call. */
int idaNlsInit(IDAMem ida);

/* Order of the formulas, and what else is counted against it. */
static bool ida_is_within(int value, int low, int high)
{
  return value >= low && value <= high;
}

static bool ida_are_counts(const long *value, int n)
{
  for (int k = 0; k < n; k++) {
    if (value[k] < 0 || value[k] > LONG_MAX / 4) return false;
  }
  return true;
}

static bool take_ida_members(const Carried *c, IDAMem m)
{
  return CARRIED_TAKE(c, m, ida_psi, ida_gamma) &&
         CARRIED_TAKE(c, m, ida_tstopset, ida_toldel) &&
         CARRIED_TAKE(c, m, ida_hmax_inv, ida_hmax_inv) &&
         carried_take_counts(c, &m->ida_nst, 7) &&
         CARRIED_TAKE(c, m, ida_tolsf, ida_SetupDone) &&
         CARRIED_TAKE(c, m, ida_tlo, ida_trout) &&
         CARRIED_TAKE(c, m, ida_toutc, ida_nge);
}

static bool ida_members_fit(const struct IDAMemRec *m)
{
  int most =
      m->ida_maxord < m->ida_maxord_alloc ? m->ida_maxord : m->ida_maxord_alloc;
  int least = m->ida_nst > 0 ? 1 : 0;
  return ida_is_within(m->ida_kk, least, most) &&
         ida_is_within(m->ida_kused, 0, most) &&
         ida_is_within(m->ida_knew, 0, most) &&
         ida_is_within(m->ida_phase, 0, 1) &&
         ida_is_within(m->ida_ns, 0, m->ida_kused + 2) &&
         ida_are_counts(&m->ida_nge, 1) && isfinite(m->ida_tn) &&
         isfinite(m->ida_hh) && (!m->ida_tstopset || !isnan(m->ida_tstop)) &&
         (m->ida_nst == 0 || m->ida_hh != 0);
}

static bool take_ida_roots(const Carried *c, IDAMem m, int n)
{
  size_t size = (size_t)n * sizeof(sunrealtype);
  RUNTIME_ASSERT(n == m->ida_nrtfn);
  return carried_take_ints(c, m->ida_iroots, (size_t)n, -1, 1) &&
         carried_take(c, m->ida_glo, size) &&
         carried_take(c, m->ida_ghi, size) &&
         carried_take(c, m->ida_grout, size) &&
         carried_take_ints(c, m->ida_gactive, (size_t)n, 0, 1);
}

static bool take_ida_solver(const Carried *c, IDALsMem m)
{
  return carried_take_counts(c, &m->nje, 14) &&
         CARRIED_TAKE(c, m, tnlj, last_flag);
}

bool carried_ida(const Carried *c, void *ida, int n_roots)
{
  IDAMem m = ida;
  m->ida_edata = m->ida_user_data;
  if (m->ida_linit && m->ida_linit(m) != 0) return false;
  if (idaNlsInit(m) != IDA_SUCCESS) return false;
  return take_ida_members(c, m) && ida_members_fit(m) &&
         take_ida_roots(c, m, n_roots) && carried_iteration(c, m->NLS) &&
         take_ida_solver(c, m->ida_lmem);
}

#else

bool carried_ida(const Carried *c, void *ida, int n_roots)
{
  return c && ida && n_roots < 0;
}

#endif
