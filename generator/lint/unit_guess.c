/* unit_guess.c: see unit_guess.h. */
#include "lint/unit_guess.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define UNIT_SAME 1e-9 /* rounding of factors and exponents */

const UnitGuess unit_guess_none = {0};
const UnitGuess unit_guess_one = {
    .is_known = true, .has_factor = true, .factor = 1};

UnitGuess unit_guess_of(const char *text)
{
  Unit unit;
  if (!text || !*text || !units_parse(text, &unit)) return unit_guess_none;
  UnitGuess g = unit_guess_one;
  g.factor = unit.factor;
  for (int k = 0; k < N_UNIT_BASES; k++) g.exponent[k] = unit.exponent[k];
  g.exponent[UNIT_RAD] = 0;
  return g;
}

static UnitGuess combined(const UnitGuess *a, const UnitGuess *b, double sign)
{
  UnitGuess g = *a;
  assert(sign == 1 || sign == -1);
  if (!a->is_known || !b->is_known) return unit_guess_none;
  for (int k = 0; k < N_UNIT_BASES; k++) g.exponent[k] += sign * b->exponent[k];
  g.has_factor = a->has_factor && b->has_factor;
  g.factor = sign > 0 ? a->factor * b->factor : a->factor / b->factor;
  return g;
}

UnitGuess unit_guess_product(const UnitGuess *a, const UnitGuess *b)
{
  return combined(a, b, 1);
}

UnitGuess unit_guess_quotient(const UnitGuess *a, const UnitGuess *b)
{
  return combined(a, b, -1);
}

UnitGuess unit_guess_power(const UnitGuess *a, double exponent)
{
  UnitGuess g = *a;
  for (int k = 0; k < N_UNIT_BASES; k++) g.exponent[k] *= exponent;
  g.factor = g.has_factor ? pow(a->factor, exponent) : 1;
  return g;
}

bool unit_guess_fit(const UnitGuess *a, const UnitGuess *b)
{
  if (!a->is_known || !b->is_known) return true;
  for (int k = 0; k < N_UNIT_BASES; k++) {
    if (fabs(a->exponent[k] - b->exponent[k]) > UNIT_SAME) return false;
  }
  if (!a->has_factor || !b->has_factor) return true;
  return fabs(a->factor - b->factor) <= UNIT_SAME * fabs(a->factor);
}

UnitGuess unit_guess_both(const UnitGuess *a, const UnitGuess *b)
{
  if (!a->is_known) return *b;
  return b->is_known && b->has_factor && !a->has_factor ? *b : *a;
}

const char *unit_guess_text(const UnitGuess *a, Arena *arena)
{
  assert(a->is_known);
  const char *text = "";
  for (int k = 0; k < N_UNIT_BASES; k++) {
    double e = a->exponent[k];
    if (fabs(e) <= UNIT_SAME) continue;
    const char *dot = *text ? "." : "";
    if (e == 1)
      text = arena_printf(arena, "%s%s%s", text, dot, unit_base_name[k]);
    else
      text = arena_printf(arena, "%s%s%s%g", text, dot, unit_base_name[k], e);
  }
  if (!*text) text = "1";
  if (!a->has_factor || fabs(a->factor - 1) <= UNIT_SAME) return text;
  return arena_printf(arena, "%g %s", a->factor, text);
}
