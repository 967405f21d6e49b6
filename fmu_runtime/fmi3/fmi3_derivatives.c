/* fmi3_derivatives.c: the exported calls of FMI 3.0 for directional and adjoint
 * derivatives. */
#include "../fmi/derivatives.h"
#include "fmi3_references.h"

typedef struct TwoLists {
  References unknown, known;
} TwoLists;

/* The values of the knowns and those of the unknowns. */
static Instance *open_lists(TwoLists *lists, fmi3Instance instance, Call call,
                            const fmi3ValueReference *unknowns,
                            size_t n_unknowns, const void *of_unknowns,
                            size_t n_of_unknowns,
                            const fmi3ValueReference *knowns, size_t n_knowns,
                            const void *of_knowns, size_t n_of_knowns)
{
  Instance *inst = fmi3_enter(instance, call);
  if (!inst || !references_open(&lists->unknown, inst, call, unknowns,
                                n_unknowns, of_unknowns, n_of_unknowns)) {
    return NULL;
  }
  if (references_open(&lists->known, inst, call, knowns, n_knowns, of_knowns,
                      n_of_knowns)) {
    return inst;
  }
  references_close(&lists->unknown);
  return NULL;
}

static void close_lists(TwoLists *lists)
{
  references_close(&lists->known);
  references_close(&lists->unknown);
}

fmi3Status fmi3GetDirectionalDerivative(
    fmi3Instance instance, const fmi3ValueReference unknowns[],
    size_t nUnknowns, const fmi3ValueReference knowns[], size_t nKnowns,
    const fmi3Float64 seed[], size_t nSeed, fmi3Float64 sensitivity[],
    size_t nSensitivity)
{
  TwoLists l;
  Instance *inst = open_lists(&l, instance, CALL_GET_DIRECTIONAL_DERIVATIVE,
                              unknowns, nUnknowns, sensitivity, nSensitivity,
                              knowns, nKnowns, seed, nSeed);
  if (!inst) return fmi3Error;
  Status status = derivatives_along(inst, "providesDirectionalDerivatives",
                                    l.unknown.place, l.unknown.n, l.known.place,
                                    l.known.n, seed, sensitivity);
  close_lists(&l);
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
  TwoLists l;
  Call call = CALL_GET_ADJOINT_DERIVATIVE;
  Instance *inst =
      open_lists(&l, instance, call, unknowns, nUnknowns, seed, nSeed, knowns,
                 nKnowns, sensitivity, nSensitivity);
  if (!inst) return fmi3Error;
  Status status = derivatives_back(inst, call, "providesAdjointDerivatives",
                                   l.unknown.place, l.unknown.n, l.known.place,
                                   l.known.n, seed, sensitivity);
  close_lists(&l);
  return fmi3_status(status);
}
