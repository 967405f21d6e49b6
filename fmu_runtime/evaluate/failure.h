/* failure.h: what in the model a solver, or an event, has failed at.
 *
 * A solver knows rows and norms. The user knows variables, equations and
 * lines: these are looked for where a run ends, and at no other time.
 */
#ifndef FOUCAULT_FAILURE_H
#define FOUCAULT_FAILURE_H

#include "../core/instance.h"

/* Appends the state that moves fastest, relative to itself or its nominal
 * value: its derivative with value, equation and line. Needs fresh values; a
 * model without states appends nothing. */
void failure_append_fastest(const Instance *inst, LogText *text);

/* Appends up to three variables of the model that differ from their pre(),
 * each in a line of its own with value, equation and line. Needs fresh
 * values. */
void failure_append_changing(const Instance *inst, LogText *text);

/* A solver that solves loops together with the states has failed and cannot
 * say which equation it was. Goes straight ahead from the present point, up
 * to `length`: where the model cannot be evaluated its reason comes before
 * the solver's. Leaves other values than it found. */
void failure_look_ahead(Instance *inst, double length);

#endif
