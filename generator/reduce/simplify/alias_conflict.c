/* alias_conflict.c: one attribute after the other, over all aliases. */
#include "reduce/simplify/alias_conflict.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/units.h"
#include "base/vector.h"
#include "reduce/system/initial_check.h"
#include "reduce/system/start_point.h"

/* Warnings of one kind that are printed; the rest is counted. */
enum { MOST_WARNINGS = 20 };

typedef struct Conflicts {
  System *sys;
  Session *s;
  Walk *walk;
  StartPoint *point; /* NULL: not needed yet */
  int *alias;        /* [n_aliases] those that say anything, rising */
  int n_aliases;
  int *giver; /* [n_vars] of a representative: the variable whose
                        attribute the set has; -1: itself */
  struct {
    Span a, b;
  } reported[MOST_WARNINGS];
  int n_reported, n_more;
  bool contradict; /* reported as an error */
} Conflicts;

/* --- attributes ---------------------------------------------------------- */

/* NAN: not given, or not known before the initial system is solved. */
static double alias_conflict_number(Conflicts *c, ExprId e)
{
  double value;
  if (e.i < 0) return NAN;
  if (expr_is_const(c->sys->exprs, e, &value)) return value;
  if (!c->point) {
    Arena *scratch = session_scratch(c->s);
    c->point = start_point_make(c->sys, c->walk, 0, scratch);
  }
  return start_point_number(c->point, c->walk, e);
}

/* From the direction of the set to that of the variable, and back. */
static double as_written(const Var *var, double value)
{
  return var->alias_negative && value != 0 ? -value : value;
}

/* What a variable of a set says, or what the set has, in the direction of the
 * set; NAN: nothing. */
static double alias_conflict_start_of(Conflicts *c, const Var *var)
{
  bool is_set = var->alias_of.i < 0;
  const Var *set = is_set ? var : &c->sys->var[var->alias_of.i];
  if (set->fixed && !var->fixed) return NAN;
  if (var->fixed && var->start.i < 0) return 0;
  if (!is_set && !var_has_own_start(c->sys, var)) return NAN;
  return as_written(var, alias_conflict_number(c, var->start));
}

static double alias_conflict_nominal_of(Conflicts *c, const Var *var)
{
  bool has_own = var->alias_of.i < 0 || var_has_own_nominal(c->sys, var);
  return has_own ? alias_conflict_number(c, var->nominal) : NAN;
}

typedef struct Bounds {
  double min, max; /* NAN: none */
} Bounds;

static Bounds alias_conflict_bounds_of(Conflicts *c, const Var *var)
{
  double min = alias_conflict_number(c, var->min),
         max = alias_conflict_number(c, var->max);
  return var->alias_negative ? (Bounds){-max, -min} : (Bounds){min, max};
}

static bool has_unit(const Var *var)
{
  return var->attributes->unit && var->attributes->unit[0] != '\0';
}

/* --- reports ------------------------------------------------------------- */

static bool same_span(Span a, Span b)
{
  return a.source == b.source && a.begin == b.begin && a.end == b.end;
}

/* Is this pair of places new, and not one too many? */
static bool is_to_be_reported(Conflicts *c, const Var *a, const Var *b)
{
  assert(c->n_reported >= 0 && c->n_reported <= MOST_WARNINGS);
  for (int k = 0; k < c->n_reported; k++) {
    if (same_span(c->reported[k].a, a->span) &&
        same_span(c->reported[k].b, b->span))
      return false;
  }
  if (c->n_reported == MOST_WARNINGS) {
    c->n_more++;
    return false;
  }
  c->reported[c->n_reported].a = a->span;
  c->reported[c->n_reported++].b = b->span;
  return true;
}

/* "the same variable", with what differs between them. */
static const char *relation_text(const Var *a, const Var *b)
{
  return a->alias_negative == b->alias_negative
             ? "the same variable"
             : "the same variable but for the sign";
}

static void note_giver(Conflicts *c, Diagnostic *d, const Var *giver)
{
  diagnostic_note(c->s, d, giver->span, "'%s' is declared here", giver->name);
}

static bool is_in_library(const Conflicts *c, const Var *var)
{
  return var->span.source >= 0 &&
         session_source(c->s, var->span.source)->is_library;
}

/* The message ends with `text`. It stands at the one that is the user's. */
static void alias_conflict_report_at(Conflicts *c, DiagnosticCode code,
                                     const Var *var, const Var *giver,
                                     const char *text)
{
  bool at_giver = is_in_library(c, var) && !is_in_library(c, giver);
  Diagnostic *w =
      diagnostic_warning(c->s, at_giver ? giver->span : var->span, code,
                         "'%s' and '%s' are %s, but %s", var->name, giver->name,
                         relation_text(var, giver), text);
  note_giver(c, w, at_giver ? var : giver);
}

/* --- the attributes, one by one ------------------------------------------ */

/* Is what the set has from this variable? */
typedef bool (*Gives)(Conflicts *c, const Var *var, const Var *set);

/* How one attribute is compared. `differs`: from what the set has from
 * `giver`? */
typedef struct Kind {
  DiagnosticCode code;
  Gives gives;
  bool (*differs)(Conflicts *c, const Var *var, const Var *set,
                  const Var *giver);
  void (*report)(Conflicts *c, const Var *var, const Var *set,
                 const Var *giver);
} Kind;

static bool gives_start(Conflicts *c, const Var *var, const Var *set)
{
  return alias_conflict_start_of(c, var) == alias_conflict_start_of(c, set);
}

/* False where one of them is NAN. */
static bool alias_conflict_is_other(double a, double b)
{
  return a < b || a > b;
}

static bool alias_conflict_is_rounding(double a, double b)
{
  return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

static bool start_differs(Conflicts *c, const Var *var, const Var *set,
                          const Var *giver)
{
  (void)giver;
  double own = alias_conflict_start_of(c, var),
         used = alias_conflict_start_of(c, set);
  /* what is written further outside is meant to win (8.6.2) */
  if (var->start_depth > set->start_depth && !(var->fixed && set->fixed))
    return false;
  return alias_conflict_is_other(own, used) &&
         !alias_conflict_is_rounding(own, used);
}

/* Two conditions for one variable: no choice between them would be right. */
static void alias_conflict_report_contradiction(Conflicts *c, const Var *var,
                                                const Var *giver, double own,
                                                double used)
{
  Diagnostic *d = diagnostic_error(
      c->s, var->span, E401,
      "too many initial conditions: '%s' and '%s' are %s, but fixed at %.6g "
      "and %.6g",
      var->name, giver->name, relation_text(var, giver), own, used);
  note_giver(c, d, giver);
  c->contradict = true;
}

static void report_start(Conflicts *c, const Var *var, const Var *set,
                         const Var *giver)
{
  char text[200];
  double own = as_written(var, alias_conflict_start_of(c, var));
  double used = as_written(giver, alias_conflict_start_of(c, set));
  if (var->fixed && set->fixed) {
    alias_conflict_report_contradiction(c, var, giver, own, used);
    return;
  }
  snprintf(text, sizeof text,
           "have different start values, %.6g and %.6g; the second one is used",
           own, used);
  alias_conflict_report_at(c, W301, var, giver, text);
}

static bool gives_nominal(Conflicts *c, const Var *var, const Var *set)
{
  return alias_conflict_nominal_of(c, var) == alias_conflict_nominal_of(c, set);
}

static bool nominal_differs(Conflicts *c, const Var *var, const Var *set,
                            const Var *giver)
{
  (void)giver;
  return alias_conflict_is_other(alias_conflict_nominal_of(c, var),
                                 alias_conflict_nominal_of(c, set));
}

static void report_nominal(Conflicts *c, const Var *var, const Var *set,
                           const Var *giver)
{
  char text[200];
  snprintf(
      text, sizeof text,
      "have different nominal values, %.6g and %.6g; the second one is used",
      alias_conflict_nominal_of(c, var), alias_conflict_nominal_of(c, set));
  alias_conflict_report_at(c, W307, var, giver, text);
}

static bool gives_bounds(Conflicts *c, const Var *var, const Var *set)
{
  Bounds own = alias_conflict_bounds_of(c, var),
         used = alias_conflict_bounds_of(c, set);
  return own.min == used.min || own.max == used.max;
}

static bool bounds_differ(Conflicts *c, const Var *var, const Var *set,
                          const Var *giver)
{
  (void)giver;
  Bounds own = alias_conflict_bounds_of(c, var),
         used = alias_conflict_bounds_of(c, set);
  return own.min > used.max || own.max < used.min;
}

static void report_bounds(Conflicts *c, const Var *var, const Var *set,
                          const Var *giver)
{
  (void)set;
  alias_conflict_report_at(c, W308, var, giver,
                           "no value is within the bounds of both");
}

/* The first unit counts. */
static bool gives_unit(Conflicts *c, const Var *var, const Var *set)
{
  (void)c;
  return has_unit(var) && !has_unit(set);
}

/* Do both texts mean the same? An angle is a number without a unit. */
static bool is_same_unit(const char *a, const char *b)
{
  Unit left, right;
  double factor, offset;
  if (strcmp(a, b) == 0) return true;
  if (!units_parse(a, &left) || !units_parse(b, &right)) return true;
  left.exponent[UNIT_RAD] = right.exponent[UNIT_RAD] = 0;
  return units_convert(&left, &right, &factor, &offset) &&
         fabs(factor - 1) < 1e-9 && offset == 0;
}

static bool unit_differs(Conflicts *c, const Var *var, const Var *set,
                         const Var *giver)
{
  (void)c, (void)set;
  return has_unit(var) && has_unit(giver) &&
         !is_same_unit(var->attributes->unit, giver->attributes->unit);
}

static void report_unit(Conflicts *c, const Var *var, const Var *set,
                        const Var *giver)
{
  char text[200];
  (void)set;
  snprintf(text, sizeof text, "their units are '%.60s' and '%.60s'",
           var->attributes->unit, giver->attributes->unit);
  alias_conflict_report_at(c, W309, var, giver, text);
}

static const Kind kinds[] = {
    {W301, gives_start, start_differs, report_start},
    {W307, gives_nominal, nominal_differs, report_nominal},
    {W308, gives_bounds, bounds_differ, report_bounds},
    {W309, gives_unit, unit_differs, report_unit},
};

enum { N_KINDS = sizeof kinds / sizeof kinds[0] };

/* --- all aliases --------------------------------------------------------- */

/* Most aliases have no attributes: they neither give nor contradict. */
static bool says_anything(const Var *var)
{
  return var->fixed || var->start.i >= 0 || var->nominal.i >= 0 ||
         var->min.i >= 0 || var->max.i >= 0 || has_unit(var);
}

static void list_aliases(Conflicts *c, Arena *arena)
{
  int cap = 0;
  for (int i = 0; i < c->sys->n_vars; i++) {
    const Var *var = &c->sys->var[i];
    if (var->alias_of.i < 0 || var->kind != VAR_CONTINUOUS) continue;
    if (!says_anything(var)) continue;
    c->alias = vector_grow(arena, c->alias, &cap, c->n_aliases + 1,
                           sizeof c->alias[0]);
    c->alias[c->n_aliases++] = i;
  }
}

static const Var *set_of(const Conflicts *c, const Var *var)
{
  return &c->sys->var[var->alias_of.i];
}

static void find_givers(Conflicts *c, Gives gives)
{
  const Var *var = c->sys->var;
  for (int k = 0; k < c->n_aliases; k++) {
    c->giver[var[c->alias[k]].alias_of.i] = -1;
  }
  for (int k = c->n_aliases - 1; k >= 0; k--) {
    const Var *alias = &var[c->alias[k]];
    if (gives(c, alias, set_of(c, alias))) {
      c->giver[alias->alias_of.i] = c->alias[k];
    }
  }
}

static const Var *giver_of(const Conflicts *c, const Var *alias)
{
  int k = c->giver[alias->alias_of.i];
  return k >= 0 ? &c->sys->var[k] : set_of(c, alias);
}

static void alias_conflict_compare(Conflicts *c, const Kind *kind)
{
  find_givers(c, kind->gives);
  for (int k = 0; k < c->n_aliases; k++) {
    const Var *var = &c->sys->var[c->alias[k]];
    const Var *set = set_of(c, var), *giver = giver_of(c, var);
    if (!kind->differs(c, var, set, giver)) continue;
    if (is_to_be_reported(c, var, giver)) kind->report(c, var, set, giver);
  }
  if (c->n_more > 0) {
    diagnostic_warning(c->s, c->sys->span, kind->code,
                       "and %d more variables like those above", c->n_more);
  }
  c->n_reported = c->n_more = 0;
}

/* In the direction of the set. */
static ExprId fixed_start(const System *sys, const Var *var)
{
  ExprTable *t = sys->exprs;
  ExprId start = var->start.i >= 0 ? var->start : expr_const(t, 0);
  return var->alias_negative ? expr_neg(t, start) : start;
}

/* Fixed at the same value, as far as is known: by parameters, which may be set
 * apart in the FMU. */
static void check_later(Conflicts *c, const Var *var, const Var *set,
                        const Var *giver)
{
  System *sys = c->sys;
  ExprId off =
      expr_sub(sys->exprs, fixed_start(sys, var), fixed_start(sys, set));
  if (expr_is_const(sys->exprs, off, NULL)) return;
  const char *message = arena_printf(
      sys->arena, "'%s' and '%s' are %s, but fixed at different values",
      var->name, giver->name, relation_text(var, giver));
  initial_check_add(sys, c->s, off, var->span, message);
}

static bool gives_fixed_start(Conflicts *c, const Var *var, const Var *set)
{
  return var->fixed &&
         expr_same(fixed_start(c->sys, var), fixed_start(c->sys, set));
}

static void check_fixed_later(Conflicts *c)
{
  find_givers(c, gives_fixed_start);
  for (int k = 0; k < c->n_aliases; k++) {
    const Var *var = &c->sys->var[c->alias[k]], *set = set_of(c, var);
    if (!var->fixed || !set->fixed) continue;
    check_later(c, var, set, giver_of(c, var));
  }
}

bool alias_conflict_report(System *sys, Session *s)
{
  Arena *scratch = session_scratch(s);
  ArenaMark mark = arena_mark(scratch);
  Conflicts c = {.sys = sys, .s = s};
  c.walk = walk_create(sys->exprs, scratch);
  list_aliases(&c, scratch);
  c.giver = arena_array(scratch, (size_t)sys->n_vars, sizeof c.giver[0]);
  for (int k = 0; k < N_KINDS; k++) alias_conflict_compare(&c, &kinds[k]);
  if (!c.contradict) check_fixed_later(&c);
  arena_release(mark);
  return !c.contradict;
}
