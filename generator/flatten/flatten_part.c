/* flatten_part.c: see flatten_part.h. */
#include "flatten/flatten_part.h"

#include <assert.h>

static bool part_has(const DiagnosticCode *code, size_t n, DiagnosticCode is)
{
  for (size_t k = 0; k < n; k++) {
    if (code[k] == is) return true;
  }
  return false;
}

/* A parameter has no value, an input no derivative, an assertion fails with the one it has, a
 * connector is not connected yet, a partial class is not replaced yet. */
bool flatten_part_may_have(const Diagnostic *d)
{
  static const DiagnosticCode code[] = {E205, E216, E233, E238,
                                        E239, E303, E403};
  return d->is_of_a_part ||
         part_has(code, sizeof code / sizeof code[0], d->code);
}

bool flatten_part_is_open(const FlatModel *flat)
{
  for (int k = 0; k < flat->n_vars; k++) {
    const FlatVar *var = &flat->var[k];
    if (var->component == 0 && var->is_interface &&
        var->causality != FLAT_INPUT)
      return true;
  }
  return false;
}

static void part_drop(Session *s, int from, const DiagnosticCode *code,
                      size_t n_codes)
{
  int n = from;
  assert(from >= 0 && from <= s->n_diagnostics);
  for (int k = from; k < s->n_diagnostics; k++) {
    if (!part_has(code, n_codes, s->diagnostic[k]->code))
      s->diagnostic[n++] = s->diagnostic[k];
  }
  s->n_diagnostics = n;
  if (s->n_printed > n) s->n_printed = n;
}

void flatten_part_forget(Session *s, const FlatModel *flat, int from)
{
  static const DiagnosticCode code[] = {E301, E303, E305, W312, W401, W403};
  if (!flatten_part_is_open(flat)) return;
  part_drop(s, from, code, sizeof code / sizeof code[0]);
}

/* Has the model inputs or connectors, and nothing that says how to run it? */
static bool part_is_of_others(const FlatModel *flat)
{
  if (flat->experiment.has_stop) return false;
  for (int k = 0; k < flat->n_vars; k++) {
    const FlatVar *var = &flat->var[k];
    if (var->component == 0 &&
        (var->is_interface || var->causality == FLAT_INPUT))
      return true;
  }
  return false;
}

void flatten_part_forget_others(Session *s, const FlatModel *flat)
{
  static const DiagnosticCode inner[] = {W202}, start[] = {W401, W403},
                              follows[] = {E290};
  bool lacks_values = false;
  for (int k = 0; k < s->n_diagnostics; k++)
    lacks_values |= s->diagnostic[k]->code == E205;
  if (lacks_values) part_drop(s, 0, follows, 1);
  if (lacks_values || (flat && !flat->experiment.has_stop))
    part_drop(s, 0, inner, 1);
  if (lacks_values || (flat && part_is_of_others(flat)))
    part_drop(s, 0, start, 2);
}
