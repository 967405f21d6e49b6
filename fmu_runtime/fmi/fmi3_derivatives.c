/* fmi3_derivatives.c: the exported calls of FMI 3.0 for directional and adjoint
 * derivatives. */
#include "derivatives.h"
#include "fmi3_references.h"

fmi3Status fmi3GetDirectionalDerivative(
    fmi3Instance instance, const fmi3ValueReference unknowns[],
    size_t nUnknowns, const fmi3ValueReference knowns[], size_t nKnowns,
    const fmi3Float64 seed[], size_t nSeed, fmi3Float64 sensitivity[],
    size_t nSensitivity)
{
  Call call = CALL_GET_DIRECTIONAL_DERIVATIVE;
  References unknown, known;
  Instance *inst = fmi3_enter(instance, call);
  if (!inst || !references_open(&unknown, inst, call, unknowns, nUnknowns,
                                sensitivity, nSensitivity)) {
    return fmi3Error;
  }
  if (!references_open(&known, inst, call, knowns, nKnowns, seed, nSeed)) {
    references_close(&unknown);
    return fmi3Error;
  }
  Status status =
      derivatives_along(inst, "providesDirectionalDerivatives", unknown.place,
                        unknown.n, known.place, known.n, seed, sensitivity);
  references_close(&known);
  references_close(&unknown);
  return fmi3_status(status);
}

fmi3Status fmi3GetAdjointDerivative(fmi3Instance instance,
                                    const fmi3ValueReference unknowns[],
                                    size_t nUnknowns,
                                    const fmi3ValueReference knowns[],
                                    size_t nKnowns, const fmi3Float64 seed[],
                                    size_t nSeed, fmi3Float64 sensitivity[],
                                    size_t nSensitivity)
{
  (void)unknowns;
  (void)nUnknowns;
  (void)knowns;
  (void)nKnowns;
  (void)seed;
  (void)nSeed;
  (void)sensitivity;
  (void)nSensitivity;
  return fmi3_refuse(instance, "fmi3GetAdjointDerivative",
                     "not supported (providesAdjointDerivatives is false)");
}
