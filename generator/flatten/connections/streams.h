/* streams.h: inStream() and actualStream() (MLS 3.6, chapter 15).
 *
 * needs   stream variables in the flat model; for streams_equations() the
 *         sets of the connected ones
 * gives   streams_value(): of each stream variable that inStream() is asked
 *         for a variable of its own, `c.h_inStream`; streams_equations(): the
 *         values of these, mixed from what flows into the connection, and the
 *         equations of stream variables of outside connectors
 * fails   E204 no stream variable, E208, E231 a connector with a stream and
 *         not one flow
 * cost    of a set of n connectors n operations for each value asked for
 *
 * Where two connectors meet the value is that of the other one. In larger
 * sets it is the mixture, regularised as section 15.2 demands: exact where
 * the flow is not small, below going over smoothly to the mean.
 */
#ifndef FOUCAULT_FLATTEN_CONNECTIONS_STREAMS_H
#define FOUCAULT_FLATTEN_CONNECTIONS_STREAMS_H

#include "flatten/instances/instances.h"

/* inStream(x), or with is_actual actualStream(x); NULL after a diagnostic. */
Value *streams_value(const Flattening *f, Context context, const AstExpr *call,
                     bool is_actual);

/* After connections_equations(). */
void streams_equations(const Flattening *f);
/* Units and quantities, after attributes_finish(). */
void streams_finish(const Flattening *f);

#endif
