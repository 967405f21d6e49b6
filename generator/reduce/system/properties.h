/* properties.h: what holds for a system, as a set of flags.
 *
 * System.properties is kept by the driver of the passes (reduce/passes.h). A
 * pass that takes back what an earlier pass did says so with
 * properties_lose(): the driver then runs the earlier passes again.
 */
#ifndef FOUCAULT_REDUCE_SYSTEM_PROPERTIES_H
#define FOUCAULT_REDUCE_SYSTEM_PROPERTIES_H

#include <stdbool.h>
#include <stdint.h>

typedef enum Property {
#define PROPERTY(name, meaning) PROPERTY_##name,
#include "reduce/system/properties.def"
#undef PROPERTY
  N_PROPERTIES
} Property;

typedef uint64_t PropertySet;

/* As a set of one: HAS(SOLVABLE) | HAS(DIFFERENTIATED). */
#define HAS(name) (UINT64_C(1) << PROPERTY_##name)

_Static_assert(N_PROPERTIES <= 64, "a set has a bit for each property");

static inline bool properties_hold(PropertySet held, PropertySet needed)
{
  return (held & needed) == needed;
}

/* For a pass that takes back what another one gave. */
static inline void properties_lose(PropertySet *held, PropertySet lost)
{
  *held &= ~lost;
}

/* "SOLVABLE", "the equations can be matched ..." */
const char *property_name(Property property);
const char *property_meaning(Property property);

#endif
