/* input_rate.c: derivatives of inputs as variables, and what is said of them.
 */
#include "reduce/system/input_rate.h"

#include <assert.h>

bool input_rate_is(const System *sys, VarId v)
{
  const Var *var = &sys->var[v.i];
  return var->kind == VAR_INPUT && var->integral.i >= 0;
}

int input_rate_count(const System *sys)
{
  int n = 0;
  for (int i = 0; i < sys->n_vars; i++) n += input_rate_is(sys, (VarId){i});
  return n;
}

VarId input_rate_of(System *sys, Session *s, VarId v)
{
  assert(v.i >= 0 && v.i < sys->n_vars);
  const Var *var = &sys->var[v.i];
  bool is_rate = input_rate_is(sys, v);
  /* delayed values are not inputs of the FMU */
  bool is_input = var->kind == VAR_INPUT && !var->is_internal && !var->is_held;
  if (!(is_input || is_rate) || var->type != VAR_REAL) return NO_VAR;
  if (system_order(sys, v) >= INPUT_RATE_ORDERS) return NO_VAR;
  VarId rate = system_derivative(sys, s, v);
  sys->var[rate.i].kind = VAR_INPUT;
  sys->var[rate.i].is_internal = true;
  return rate;
}

void input_rate_note_order(Session *s, Diagnostic *d)
{
  diagnostic_note(s, d, NO_SPAN,
                  "importers give derivatives of inputs up to order %d",
                  INPUT_RATE_ORDERS);
}

bool input_rate_check(System *sys, Session *s)
{
  if (sys->choice.input_rates) return true;
  bool good = true;
  for (int i = 0; i < sys->n_vars; i++) {
    VarId input = sys->var[i].integral;
    if (!input_rate_is(sys, (VarId){i}) || input_rate_is(sys, input)) continue;
    Diagnostic *d =
        diagnostic_error(s, sys->var[i].span, E303,
                         "the derivative of the input '%s' is not known",
                         sys->var[input.i].name);
    diagnostic_note(s, d, NO_SPAN,
                    "in Co-Simulation an importer can give it: --type cs");
    good = false;
  }
  return good;
}

VarId input_rate_input(const System *sys, VarId rate)
{
  return system_integral(sys, rate, system_order(sys, rate));
}

/* "its derivative", "its derivatives up to order 2" */
static const char *rates_text(Session *s, int order)
{
  return order == 1 ? "its derivative"
                    : arena_printf(session_scratch(s),
                                   "its derivatives up to order %d", order);
}

bool input_rate_report(System *sys, Session *s)
{
  ArenaMark mark = arena_mark(session_scratch(s));
  for (int i = 0; i < sys->n_vars; i++) {
    VarId top = {i};
    const Var *input = &sys->var[i];
    if (input->kind != VAR_INPUT || input->is_internal) continue;
    while (sys->var[top.i].derivative.i >= 0) top = sys->var[top.i].derivative;
    if (top.i == i) continue;
    diagnostic_warning(
        s, input->span, W310,
        "the FMU needs from the input '%s' %s: the importer must give them "
        "(fmi2SetRealInputDerivatives), else they count as 0",
        input->name, rates_text(s, system_order(sys, top)));
  }
  arena_release(mark);
  return true;
}
