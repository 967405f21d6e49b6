/* made_variable.h: variables that flattening makes, for what has no variable
 * in Modelica: ticks of a clock, the active state of a state machine. */
#ifndef FOUCAULT_FLATTEN_FLAT_MADE_VARIABLE_H
#define FOUCAULT_FLATTEN_FLAT_MADE_VARIABLE_H

#include "flatten/instances/instances.h"

/* A protected variable of the model itself, called '$<name><number>'. */
FlatVarId made_variable(const Flattening *f, const char *name, FlatType type,
                        FlatVariability variability, Span span);
/* A public one of the model itself, with this full name. */
FlatVarId made_variable_public(const Flattening *f, Name name, FlatType type,
                               FlatVariability variability, Span span);

/* The variable as an expression. */
FlatExpr *made_variable_use(const Flattening *f, Span span, FlatVarId id);
/* previous() of the variable, in a clocked equation. */
FlatExpr *made_variable_previous(const Flattening *f, Span span, FlatVarId id);
/* Variable = value: an equation of the model itself. */
void made_variable_equate(const Flattening *f, Span span, FlatVarId id,
                          FlatExpr *value);

#endif
