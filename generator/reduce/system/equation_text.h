/* equation_text.h: an equation as a person would write it by itself.
 *
 * An equation between arrays stands for many, and a class for all of its
 * instances: the text of the source is the same for all of them. This is the
 * one that is meant, with the names of the model: m*der(v) = f of the second
 * element of a component `arm` is arm.m*der(arm.v[2]) = arm.f[2].
 */
#ifndef FOUCAULT_REDUCE_SYSTEM_EQUATION_TEXT_H
#define FOUCAULT_REDUCE_SYSTEM_EQUATION_TEXT_H

#include "reduce/system/system.h"

/* "left = right" of a given equation, in the session's scratch arena. NULL:
 * the source says the same but for blanks, or it would be a long text. */
const char *equation_text(Session *s, const System *sys, EqId e);

/* ": left = right" to end a message with, or "". */
const char *equation_text_after(Session *s, const System *sys, EqId e);

#endif
