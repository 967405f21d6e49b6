/* conversions.h: enumerations and Strings as values
 * (MLS 3.6, sections 3.7.1 and 4.8.5).
 *
 * needs   ordinals that the enumeration has, where a literal is made
 * fails   E204 wrong type, E205 String() of what is not known at translation,
 *         E208 wrong arguments, E215 no such ordinal
 */
#ifndef FOUCAULT_FLATTEN_VALUES_CONVERSIONS_H
#define FOUCAULT_FLATTEN_VALUES_CONVERSIONS_H

#include "flatten/values/value.h"

/* Pkg.E.literal, by its ordinal from 1. */
Value *conversion_literal(const Typing *t, Span span,
                          const FlatEnumeration *enumeration, int ordinal);
/* The ordinal of the literal, 0: there is none. */
int conversion_ordinal(const FlatEnumeration *enumeration, Name literal);
/* E(i): the literal of the ordinal; element-wise. */
Value *conversion_to_enumeration(const Typing *t, Span span,
                                 const FlatEnumeration *enumeration,
                                 const Value *ordinal);
/* Integer(e): the ordinal; element-wise. */
Value *conversion_to_integer(const Typing *t, Span span, const Value *v);

/* String(v, minimumLength=0, leftJustified=true, significantDigits=6) and
 * String(v, format). An argument that is not given is NULL. */
typedef struct StringFormat {
  const Value *minimum_length, *left_justified, *significant_digits, *format;
} StringFormat;
Value *conversion_to_string(const Typing *t, Span span, const Value *v,
                            const StringFormat *format);

#endif
