/* unit_guess.h: what is known about the unit of a value.
 *
 * Exponents of base units may be fractions: sqrt(m). A radian is the number 1
 * (SI brochure; MLS 19.1). The factor is that of prefixes: 1000 of "km".
 */
#ifndef FOUCAULT_LINT_UNIT_GUESS_H
#define FOUCAULT_LINT_UNIT_GUESS_H

#include "base/arena.h"
#include "base/units.h"

typedef struct UnitGuess {
  bool is_known;   /* the exponents */
  bool has_factor; /* the factor too */
  double factor;
  double exponent[N_UNIT_BASES];
} UnitGuess;

extern const UnitGuess unit_guess_none; /* nothing is known */
extern const UnitGuess unit_guess_one;  /* a number without unit */

/* Of an attribute; NULL, "" and what is not a unit: nothing is known. */
UnitGuess unit_guess_of(const char *text);
UnitGuess unit_guess_product(const UnitGuess *a, const UnitGuess *b);
UnitGuess unit_guess_quotient(const UnitGuess *a, const UnitGuess *b);
UnitGuess unit_guess_power(const UnitGuess *a, double exponent);
/* May they be added? Yes, where one is not known. */
bool unit_guess_fit(const UnitGuess *a, const UnitGuess *b);
/* What is known of either. */
UnitGuess unit_guess_both(const UnitGuess *a, const UnitGuess *b);
/* "kg.m/s2", "0.001 m", "1" */
const char *unit_guess_text(const UnitGuess *a, Arena *arena);

#endif
