/* lint.h: what compiles and is suspicious nevertheless.
 *
 * The room lint/ owns the rules of `foucault lint`. It calls base/, parse/,
 * flatten/flat/ and reduce/system/. Reading order: this file, lint_place.h, then
 * the rules in any order: unit_guess.h and lint_units.c (units), lint_names.c (names and
 * imports), lint_values.c (divisors, comparisons, missing units), lint_events.c
 * (events that change nothing), lint_starts.c (guesses).
 *
 * Each rule is a warning W7xx with a name, so that --no-warn and --warn-error
 * know it. What stands in a library is not reported: it is not the user's.
 *
 * needs   a flat model that compiles; for guesses the reduced system
 * gives   warnings in the session, each place once
 * cost    linear in the model, but for the units: some rounds of that
 */
#ifndef FOUCAULT_LINT_LINT_H
#define FOUCAULT_LINT_LINT_H

#include "base/session.h"
#include "flatten/flat/flat.h"
#include "parse/ast.h"
#include "reduce/system/reduced.h"

/* All rules that look at the flat model. */
void lint_flat(Session *s, const FlatModel *flat);
/* Those that look at the reduced system. */
void lint_reduced(Session *s, const FlatModel *flat,
                  const ReducedSystem *reduced);
/* Those of the text alone. */
void lint_text(Session *s, const Ast *ast);

#endif
