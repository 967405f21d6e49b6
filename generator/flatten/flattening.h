/* flattening.h: the Flattening that a model begins with.
 *
 * What lower rooms leave to higher ones is set here and nowhere else: how
 * calls are translated (CallRules), how an expression is evaluated (Typing),
 * what an outer class stands for (Lookup), where a connection stands
 * (Connections). What becomes a statement of a procedure is set by who makes
 * the procedure (BuildRules, procedure_build.h).
 */
#ifndef FOUCAULT_FLATTEN_FLATTENING_H
#define FOUCAULT_FLATTEN_FLATTENING_H

#include "flatten/instances/instances.h"

/* In the instance arena; `foreign` may be NULL: C is not called. `crosses`,
 * `clocks`: see Flattening. */
const Flattening *flattening_create(Session *s, const Ast *ast,
                                    const LibraryOptions *library,
                                    const ForeignCaller *foreign, bool crosses,
                                    ClocksWanted clocks);

#endif
