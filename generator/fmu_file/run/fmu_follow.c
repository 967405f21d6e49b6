/* fmu_follow.c: see fmu_follow.h. */
#include "fmu_file/run/fmu_follow.h"

#include <assert.h>
#include <math.h>

FmuFollow fmu_follow_begin(const fmi2ValueReference *known, int n, Arena *arena)
{
  return (FmuFollow){.directions = {.n = n, .known = known}, .arena = arena};
}

/* The values now; 1 in place of zero. */
static fmi2Status read_sizes(FmuFollow *follow, const Fmu *fmu)
{
  const FollowedDirections *f = &follow->directions;
  follow->size = arena_array(follow->arena, (size_t)f->n, sizeof(double));
  fmi2Status status =
      fmu->GetReal(follow->component, f->known, (size_t)f->n, follow->size);
  for (int k = 0; k < f->n; k++) {
    double size = fabs(follow->size[k]);
    follow->size[k] = size > 0 ? size : 1;
  }
  return status;
}

fmi2Status fmu_follow_start(FmuFollow *follow, const Fmu *fmu,
                            fmi2Component component)
{
  FollowedDirections *f = &follow->directions;
  follow->component = component;
  follow->call = follow_function(component);
  fmi2Status status =
      follow->call(component, FOLLOW_SIZES, f, NULL, NULL, 0, NULL);
  if (status == fmi2OK) status = read_sizes(follow, fmu);
  if (status != fmi2OK) return status;
  size_t n = (size_t)f->n;
  f->d =
      arena_array(follow->arena, (n + 1) * (size_t)f->n_real, sizeof f->d[0]);
  f->r = arena_array(follow->arena, (size_t)f->n_rows, sizeof f->r[0]);
  f->time = arena_array(follow->arena, n, sizeof f->time[0]);
  if (f->n_past > 0)
    f->past = arena_array(follow->arena, f->n_past, sizeof f->past[0]);
  return follow->call(component, FOLLOW_START, f, NULL, NULL, 0, NULL);
}

fmi2Status fmu_follow_values(FmuFollow *follow,
                             const fmi2ValueReference *unknown,
                             size_t n_unknown, double *value)
{
  assert(follow->component && follow->states);
  return follow->call(follow->component, FOLLOW_AT, &follow->directions,
                      follow->states, unknown, n_unknown, value);
}
