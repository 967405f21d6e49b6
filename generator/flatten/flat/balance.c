/* balance.c: counting, and the words for what does not add up. */
#include "flatten/flat/balance.h"

#include <assert.h>
#include <string.h>

enum { MOST_LISTED = 8, MOST_COMPONENTS = 4 };

/* --- counts --- */

/* Inputs of the model itself are known. */
static bool balance_is_unknown(const FlatVar *var)
{
  bool is_known_input = var->causality == FLAT_INPUT && !var->binding;
  return var->variability >= FLAT_DISCRETE && !is_known_input;
}

static bool has_binding_equation(const FlatVar *var)
{
  return balance_is_unknown(var) && var->binding;
}

/* The equations for connectors of the model itself, flow = 0, are its own. */
static bool is_interface(const FlatVar *var)
{
  return balance_is_unknown(var) && var->is_interface && var->component > 0;
}

Balance balance_global(const FlatModel *flat)
{
  Balance whole = {0};
  for (int i = 0; i < flat->n_vars; i++) {
    whole.n_unknowns += balance_is_unknown(&flat->var[i]);
    whole.n_equations += has_binding_equation(&flat->var[i]);
  }
  for (int i = 0; i < flat->n_equations; i++) {
    whole.n_equations += !flat->equation[i].is_initial;
  }
  for (int i = 0; i < flat->n_whens; i++) {
    whole.n_equations += flat_when_unknowns(&flat->when[i]);
  }
  return whole;
}

Balance *balance_local(const FlatModel *flat, Arena *arena)
{
  Balance *local =
      arena_array(arena, (size_t)flat->n_components, sizeof local[0]);
  for (int i = 0; i < flat->n_vars; i++) {
    const FlatVar *var = &flat->var[i];
    assert(var->component >= 0 && var->component < flat->n_components);
    Balance *own = &local[var->component];
    own->n_unknowns += balance_is_unknown(var);
    bool is_met = is_interface(var);
    int32_t around = is_met ? flat->component[var->component].parent : 0;
    Balance *by = is_met && var->is_given_outside ? &local[around] : own;
    by->n_equations += has_binding_equation(var);
    if (!is_met) continue;
    own->n_equations++;
    local[around].n_unknowns++;
  }
  for (int i = 0; i < flat->n_equations; i++) {
    const FlatEquation *equation = &flat->equation[i];
    assert(equation->component >= 0 &&
           equation->component < flat->n_components);
    local[equation->component].n_equations += !equation->is_initial;
  }
  for (int i = 0; i < flat->n_whens; i++) {
    const FlatWhen *when = &flat->when[i];
    local[when->component].n_equations += flat_when_unknowns(when);
  }
  return local;
}

static bool is_balanced(Balance b)
{
  return b.n_equations == b.n_unknowns;
}

/* --- words --- */

static const char *balance_plural(int n)
{
  return n == 1 ? "" : "s";
}

static const char *balance_counts(Session *s, Balance b)
{
  return arena_printf(session_scratch(s), "%d equation%s for %d unknown%s",
                      b.n_equations, balance_plural(b.n_equations),
                      b.n_unknowns, balance_plural(b.n_unknowns));
}

/* Appends to a list that shows its first items only. */
static const char *list_item(Session *s, const char *list, int n,
                             const char *item)
{
  if (n >= MOST_LISTED) return list;
  return arena_printf(session_scratch(s), "%s%s%s", list, n > 0 ? ", " : "",
                      item);
}

static const char *list_end(Session *s, const char *list, int n)
{
  if (n <= MOST_LISTED) return list;
  return arena_printf(session_scratch(s), "%s, ... (%d in all)", list, n);
}

/* The part of the name after the path of the component. */
static const char *name_in(const FlatModel *flat, const FlatVar *var,
                           int32_t component)
{
  const char *path = flat->component[component].path;
  size_t n = strlen(path);
  bool is_below =
      n > 0 && strncmp(var->name, path, n) == 0 && var->name[n] == '.';
  return is_below ? var->name + n + 1 : var->name;
}

/* --- one component --- */

static bool counts_in(const FlatModel *flat, const FlatVar *var, int32_t owner)
{
  if (!balance_is_unknown(var)) return false;
  return var->component == owner ||
         (is_interface(var) && flat->component[var->component].parent == owner);
}

static void note_unknowns(Session *s, const FlatModel *flat, Diagnostic *d,
                          int32_t component)
{
  const char *list = "";
  int n = 0;
  for (int i = 0; i < flat->n_vars; i++) {
    const FlatVar *var = &flat->var[i];
    if (!counts_in(flat, var, component)) continue;
    list = list_item(s, list, n++, name_in(flat, var, component));
  }
  if (n > 0) {
    diagnostic_note(s, d, NO_SPAN, "its unknowns: %s", list_end(s, list, n));
  }
}

static void note_interface(Session *s, const FlatModel *flat, Diagnostic *d,
                           int32_t component)
{
  const char *list = "";
  int n = 0;
  for (int i = 0; i < flat->n_vars; i++) {
    const FlatVar *var = &flat->var[i];
    if (var->component != component || !is_interface(var)) continue;
    list = list_item(s, list, n++, name_in(flat, var, component));
  }
  if (n > 0) {
    diagnostic_note(s, d, NO_SPAN,
                    "%d equation%s from outside, one for each of %s", n,
                    n == 1 ? " comes" : "s come", list_end(s, list, n));
  }
}

/* How many equations from i on were made of the same text, as those of an
 * array or a loop are. */
static int count_of_span(const FlatModel *flat, int i)
{
  const FlatEquation *first = &flat->equation[i];
  int n = 1;
  for (; i + n < flat->n_equations; n++) {
    const FlatEquation *next = &flat->equation[i + n];
    if (next->span.source != first->span.source ||
        next->span.begin != first->span.begin || next->is_initial ||
        next->component != first->component) {
      break;
    }
  }
  return n;
}

static void note_equations(Session *s, const FlatModel *flat, Diagnostic *d,
                           int32_t component)
{
  int n = 0;
  for (int i = 0; i < flat->n_vars && n < MOST_LISTED; i++) {
    const FlatVar *var = &flat->var[i];
    if (var->component != component || !has_binding_equation(var)) continue;
    diagnostic_note(s, d, var->binding->span,
                    "an equation of it: the value of %s",
                    name_in(flat, var, component));
    n++;
  }
  for (int i = 0; i < flat->n_equations && n < MOST_LISTED; i++) {
    const FlatEquation *equation = &flat->equation[i];
    if (equation->component != component || equation->is_initial) continue;
    int same = count_of_span(flat, i);
    const char *by =
        equation->connection_set > 0 ? ", made by this connection" : "";
    if (same == 1)
      diagnostic_note(s, d, equation->span, "an equation of it%s", by);
    else
      diagnostic_note(s, d, equation->span, "%d equations of it%s", same, by);
    i += same - 1;
    n++;
  }
  for (int i = 0; i < flat->n_whens && n < MOST_LISTED; i++) {
    if (flat->when[i].component != component) continue;
    diagnostic_note(s, d, flat->when[i].span, "a when-equation of it");
    n++;
  }
}

/* --- components of the same class with the same fault --- */

static bool same_fault(const FlatModel *flat, const Balance *local, int32_t a,
                       int32_t b)
{
  return flat->component[a].class_name == flat->component[b].class_name &&
         local[a].n_equations == local[b].n_equations &&
         local[a].n_unknowns == local[b].n_unknowns;
}

/* ", like r2, r3" */
static const char *others_like(Session *s, const FlatModel *flat,
                               const Balance *local, int32_t component)
{
  const char *list = "";
  int n = 0;
  for (int32_t i = component + 1; i < flat->n_components; i++) {
    if (!same_fault(flat, local, component, i)) continue;
    list = list_item(s, list, n++, flat->component[i].path);
  }
  if (n == 0) return "";
  return arena_printf(session_scratch(s), ", like %s", list_end(s, list, n));
}

static void explain_component(Session *s, const FlatModel *flat,
                              const Balance *local, int32_t component,
                              Diagnostic *d)
{
  const FlatComponent *c = &flat->component[component];
  if (component == 0) {
    diagnostic_note(s, d, c->span, "without its components the model has %s",
                    balance_counts(s, local[0]));
  } else {
    diagnostic_note(s, d, c->span, "'%s' (class %s) has %s of its own%s",
                    c->path, c->class_name, balance_counts(s, local[component]),
                    others_like(s, flat, local, component));
  }
  note_unknowns(s, flat, d, component);
  note_interface(s, flat, d, component);
  note_equations(s, flat, d, component);
}

/* Components at fault, the first of each kind; returns how many there are. */
static int find_faults(const FlatModel *flat, const Balance *local,
                       int32_t *fault)
{
  int n = 0;
  for (int32_t i = 0; i < flat->n_components && n < MOST_COMPONENTS; i++) {
    bool is_new = !is_balanced(local[i]);
    for (int k = 0; k < n && is_new; k++) {
      is_new = !same_fault(flat, local, fault[k], i);
    }
    if (is_new) fault[n++] = i;
  }
  return n;
}

/* --- the components directly inside of the model --- */

/* Of each component the sum over all that is inside of it: everything comes
 * after its parent. */
static Balance *sum_up(const FlatModel *flat, Arena *arena)
{
  Balance *sum = arena_array(arena, (size_t)flat->n_components, sizeof sum[0]);
  for (int i = 0; i < flat->n_vars; i++) {
    const FlatVar *var = &flat->var[i];
    sum[var->component].n_unknowns += balance_is_unknown(var);
    sum[var->component].n_equations += has_binding_equation(var);
  }
  for (int i = 0; i < flat->n_equations; i++) {
    const FlatEquation *equation = &flat->equation[i];
    sum[equation->component].n_equations += !equation->is_initial;
  }
  for (int i = 0; i < flat->n_whens; i++) {
    const FlatWhen *when = &flat->when[i];
    sum[when->component].n_equations += flat_when_unknowns(when);
  }
  for (int32_t i = flat->n_components - 1; i > 0; i--) {
    int32_t parent = flat->component[i].parent;
    assert(parent >= 0 && parent < i);
    if (parent == 0) continue;
    sum[parent].n_unknowns += sum[i].n_unknowns;
    sum[parent].n_equations += sum[i].n_equations;
  }
  return sum;
}

static void explain_whole(Session *s, const FlatModel *flat, Diagnostic *d)
{
  const Balance *sum = sum_up(flat, session_scratch(s));
  int n = 0;
  for (int32_t i = 1; i < flat->n_components; i++) {
    if (flat->component[i].parent != 0 || ++n > MOST_LISTED) continue;
    diagnostic_note(s, d, flat->component[i].span, "'%s' brings %s",
                    flat->component[i].path, balance_counts(s, sum[i]));
  }
  if (n > MOST_LISTED) {
    diagnostic_note(s, d, NO_SPAN, "... %d components in all", n);
  }
  if (n > 0) {
    diagnostic_note(s, d, NO_SPAN, "connections and the model itself bring %s",
                    balance_counts(s, sum[0]));
  }
}

/* --- the whole --- */

void balance_explain(Session *s, const FlatModel *flat, Diagnostic *d)
{
  if (flat->n_components == 0) return;
  ArenaMark mark = arena_mark(session_scratch(s));
  const Balance *local = balance_local(flat, session_scratch(s));
  int32_t fault[MOST_COMPONENTS];
  int n = find_faults(flat, local, fault);
  for (int i = 0; i < n; i++) explain_component(s, flat, local, fault[i], d);
  if (n == 0) explain_whole(s, flat, d);
  arena_release(mark);
}

/* The model itself is left to singular.c: without components it knows the
 * same and can say which unknowns are concerned. */
static bool has_faulty_component(Session *s, const FlatModel *flat)
{
  ArenaMark mark = arena_mark(session_scratch(s));
  const Balance *local = balance_local(flat, session_scratch(s));
  bool found = false;
  for (int i = 1; i < flat->n_components && !found; i++) {
    found = !is_balanced(local[i]);
  }
  arena_release(mark);
  return found;
}

/* Section 4.7: each model and block is balanced by itself, so that it can be
 * used anywhere; what cannot be counted alone is left out. */
static bool balance_check_components(Session *s, const FlatModel *flat)
{
  if (flat->n_components < 2) return true;
  Balance *local = balance_local(flat, session_scratch(s));
  bool good = true;
  local[0] = (Balance){0}; /* balanced if all the others are */
  for (int32_t i = 1; i < flat->n_components; i++)
    if (flat->component[i].is_open) local[i] = (Balance){0};
  int32_t fault[MOST_COMPONENTS];
  int n = find_faults(flat, local, fault);
  for (int k = 0; k < n; k++) {
    const FlatComponent *c = &flat->component[fault[k]];
    Diagnostic *d = diagnostic_error(
        s, c->span, E302,
        "'%s' (class %s) has %s of its own%s: each model and block is balanced "
        "by itself (section 4.7)",
        c->path, c->class_name, balance_counts(s, local[fault[k]]),
        others_like(s, flat, local, fault[k]));
    note_unknowns(s, flat, d, fault[k]);
    note_interface(s, flat, d, fault[k]);
    note_equations(s, flat, d, fault[k]);
    if (local[fault[k]].n_equations < local[fault[k]].n_unknowns)
      diagnostic_note(s, d, NO_SPAN,
                      "what comes from outside is an input with a value in the "
                      "modifier, or a flow of a connector; equations outside "
                      "do not count");
    good = false;
  }
  return good;
}

bool balance_check(Session *s, const FlatModel *flat)
{
  Balance whole = balance_global(flat);
  ArenaMark mark = arena_mark(session_scratch(s));
  if (is_balanced(whole)) {
    bool good = balance_check_components(s, flat);
    arena_release(mark);
    return good;
  }
  if (!has_faulty_component(s, flat)) return true;
  Diagnostic *d = diagnostic_error(s, flat->span, E302, "the model '%s' has %s",
                                   flat->name, balance_counts(s, whole));
  balance_explain(s, flat, d);
  arena_release(mark);
  return false;
}
