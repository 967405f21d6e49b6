/* between_events.c: see between_events.h. */
#include "flatten/between_events.h"

#include <assert.h>

#include "flatten/flat/flat_find.h"
#include "flatten/flat/flat_function.h"
#include "flatten/flat/flat_repeat.h"
#include "flatten/flat/flat_rewrite.h"
#include "flatten/flat/flat_visit.h"
#include "flatten/instances/scope.h"

typedef struct Between {
  const Flattening *f;
  bool *is_loose; /* [n_vars]: it becomes a Real */
  bool has_changed;
  bool has_failed;
} Between;

/* --- which variables --- */

/* With its declared type: it has not been rewritten yet. */
static bool is_loose_node(const Between *b, const FlatExpr *at)
{
  return at->kind == FLAT_EXPR_VARIABLE && at->type != FLAT_REAL &&
         b->is_loose[at->variable.i];
}

static FlatVerdict look_for_loose(void *context, const FlatExpr *at)
{
  const Between *b = context;
  return is_loose_node(b, at) ? FLAT_FOUND : FLAT_GO_ON;
}

static bool depends_on_loose(Between *b, const FlatExpr *e)
{
  return flat_find(b->f->s, e, look_for_loose, b) != NULL;
}

static bool varies_between(Between *b, const FlatExpr *e)
{
  return e->variability == FLAT_CONTINUOUS || depends_on_loose(b, e);
}

static void refuse_between(Between *b, Span span, const char *what)
{
  fault_error(b->f->faults, span, E209,
              "%s changes at events only, and needs a value that a function "
              "changes between events (section 3.8.4)",
              what);
  b->has_failed = true;
}

static void add_loose(Between *b, FlatVarId id, const FlatExpr *value,
                      Span span)
{
  const FlatVar *var = &b->f->flat->var[id.i];
  if (var->type == FLAT_STRING || var->type == FLAT_OBJECT ||
      var->is_when_assigned || var->causality == FLAT_INPUT) {
    refuse_between(b, span, "this");
    return;
  }
  b->is_loose[id.i] = true;
  b->has_changed = true;
  if (value->variability < FLAT_CONTINUOUS) return; /* follows another one */
  Diagnostic *d = fault_warning(
      b->f->faults, span, W209,
      "%s '%s' is given by a function of values that vary continuously: it is "
      "computed as a Real, and its changes make no events (section 3.8.4)",
      types_name(var->type), var->name);
  fault_note(b->f->faults, d, NO_SPAN,
             "declare it as a Real, or call the function in a when-clause");
}

static bool may_become_loose(const Between *b, const FlatExpr *side)
{
  return side->kind == FLAT_EXPR_VARIABLE && !b->is_loose[side->variable.i];
}

/* Integer i = j is an equation: if another one determines i, this one is for
 * j. */
static void look_behind(Between *b, const FlatVar *var)
{
  const FlatExpr *value = var->binding;
  if (var->type == FLAT_REAL || !value || !may_become_loose(b, value)) return;
  const FlatVar *source = &b->f->flat->var[value->variable.i];
  if (source->variability != FLAT_DISCRETE || source->binding) return;
  add_loose(b, value->variable, value, var->span);
}

static void look_at_bindings(Between *b)
{
  const FlatModel *flat = b->f->flat;
  for (int i = 0; i < flat->n_vars && !b->has_failed; i++) {
    const FlatVar *var = &flat->var[i];
    if (b->is_loose[i]) look_behind(b, var);
    if (b->is_loose[i] || var->type == FLAT_REAL || !var->binding ||
        var->variability != FLAT_DISCRETE) {
      continue;
    }
    if (varies_between(b, var->binding))
      add_loose(b, (FlatVarId){i}, var->binding, var->span);
  }
}

/* i = f(x), f(x) = i; i = j where one of both is loose already. */
static void look_at_equation(Between *b, const FlatEquation *e)
{
  if (e->is_initial || e->left->type == FLAT_REAL) return;
  bool left = varies_between(b, e->left), right = varies_between(b, e->right);
  if (left == right) return; /* neither, or it is known */
  const FlatExpr *target = left ? e->right : e->left;
  const FlatExpr *value = left ? e->left : e->right;
  if (e->algorithm > 0 || e->clock || !may_become_loose(b, target)) {
    refuse_between(b, e->span, "this");
    return;
  }
  add_loose(b, target->variable, value, e->span);
}

static void find_loose(Between *b)
{
  const FlatModel *flat = b->f->flat;
  do {
    b->has_changed = false;
    look_at_bindings(b);
    for (int i = 0; i < flat->n_equations && !b->has_failed; i++)
      look_at_equation(b, &flat->equation[i]);
  } while (b->has_changed && !b->has_failed);
}

/* --- what they become --- */

static FlatExpr *as_real(const Between *b, FlatExpr *e)
{
  const Typing *t = &b->f->typing;
  assert(e->type != FLAT_STRING && e->type != FLAT_OBJECT);
  if (e->type == FLAT_BOOLEAN) {
    return types_if(t, e->span, e, types_real(t, e->span, 1),
                    types_real(t, e->span, 0));
  }
  if (e->type == FLAT_ENUMERATION)
    e = types_call(t, e->span, FLAT_ORDINAL, &e, 1);
  return types_convert(t, e, FLAT_REAL);
}

/* Literals of an enumeration by their ordinals, from the last one on. */
static FlatExpr *as_literal(const Typing *t, const FlatVar *was, FlatExpr *real,
                            Span span)
{
  int n = was->enumeration->n_literals;
  FlatExpr *value = types_enumeration(t, span, was->enumeration, n);
  for (int k = n - 1; k >= 1; k--) {
    FlatExpr *is_less =
        types_binary(t, span, FLAT_LESS, real, types_real(t, span, k + 0.5));
    value = types_if(t, span, is_less,
                     types_enumeration(t, span, was->enumeration, k), value);
  }
  return value;
}

/* The value of the Real in the type that the variable had. */
static FlatExpr *as_declared(const Between *b, const FlatVar *was, FlatVarId id,
                             Span span)
{
  Flattening quiet;
  scope_no_event(&quiet, b->f);
  const Typing *t = &quiet.typing;
  FlatExpr *real = types_variable(t, span, id, &b->f->flat->var[id.i]);
  FlatExpr *value;
  if (was->type == FLAT_BOOLEAN) {
    value = types_binary(t, span, FLAT_GREATER, real, types_real(t, span, 0.5));
  } else if (was->type == FLAT_ENUMERATION) {
    value = as_literal(t, was, real, span);
  } else {
    FlatExpr *nearest =
        types_binary(t, span, FLAT_ADD, real, types_real(t, span, 0.5));
    value = types_call(t, span, FLAT_INTEGER_OF, &nearest, 1);
  }
  return types_call(t, span, FLAT_NO_EVENT, &value, 1);
}

typedef struct BetweenRewriting {
  Between *b;
  const FlatVar *was; /* [n_vars], with their declared types */
} BetweenRewriting;

static FlatRewrite replace_loose(void *context, FlatExpr **at)
{
  const BetweenRewriting *r = context;
  FlatExpr *node = *at;
  if (node->kind == FLAT_EXPR_CALL) {
    FlatRule rule = flat_function(node->function)->rule;
    if ((rule == FLAT_RULE_PRE || rule == FLAT_RULE_EDGE) &&
        depends_on_loose(r->b, node)) {
      refuse_between(r->b, node->span, "this");
      return REWRITE_FAILED;
    }
  }
  if (!is_loose_node(r->b, node)) return REWRITE_INSIDE;
  *at =
      as_declared(r->b, &r->was[node->variable.i], node->variable, node->span);
  return REWRITE_DONE;
}

static bool between_takes(FlatPlace place)
{
  return place != FLAT_AT_TARGET && place != FLAT_AT_FIXED;
}

static void rewrite_place(void *context, FlatPlace place, int at, FlatExpr **e)
{
  const BetweenRewriting *r = context;
  (void)at;
  if (r->b->has_failed || !depends_on_loose(r->b, *e)) return;
  if (place == FLAT_AT_WHEN_CONDITION) {
    refuse_between(r->b, (*e)->span, "this condition");
    return;
  }
  FlatExpr *made = flat_rewrite(r->b->f->s, *e, replace_loose, context);
  if (made) *e = made;
}

/* A variable as the side of its own equation is the Real itself. */
static FlatExpr *side_as_real(const BetweenRewriting *r, FlatExpr *side)
{
  if (is_loose_node(r->b, side)) {
    return types_variable(&r->b->f->typing, side->span, side->variable,
                          &r->b->f->flat->var[side->variable.i]);
  }
  FlatExpr *made = flat_rewrite(r->b->f->s, side, replace_loose, (void *)r);
  return made ? as_real(r->b, made) : side;
}

static void retype_variable(const Between *b, FlatVar *var)
{
  FlatExpr **attribute[] = {&var->start, &var->min, &var->max};
  for (int k = 0; k < 3; k++)
    if (*attribute[k]) *attribute[k] = as_real(b, *attribute[k]);
  var->type = FLAT_REAL;
  var->variability = FLAT_CONTINUOUS;
  var->enumeration = NULL;
  var->declared_type = NULL;
}

/* Equations between what is no Real, one side of which became one. */
static void rewrite_equations(const BetweenRewriting *r)
{
  const FlatModel *flat = r->b->f->flat;
  for (int i = 0; i < flat->n_equations; i++) {
    FlatEquation *e = &flat->equation[i];
    if (e->left->type == FLAT_REAL || e->is_initial) continue;
    if (!is_loose_node(r->b, e->left) && !is_loose_node(r->b, e->right))
      continue;
    FlatExpr *left = side_as_real(r, e->left);
    e->right = side_as_real(r, e->right);
    e->left = left;
  }
  for (int i = 0; i < flat->n_vars; i++) {
    FlatVar *var = &flat->var[i];
    if (r->b->is_loose[i] && var->binding)
      var->binding = side_as_real(r, var->binding);
  }
}

void between_events(const Flattening *f)
{
  FlatModel *flat = f->flat;
  if (f->tables->n_between == 0) return;
  flat_unfold(flat, f->s->flat_arena);
  size_t n = (size_t)flat->n_vars + 1;
  Between b = {.f = f,
               .is_loose = arena_array(f->arena, n, sizeof b.is_loose[0])};
  find_loose(&b);
  if (b.has_failed) return;
  FlatVar *was = arena_array(f->arena, n, sizeof was[0]);
  for (int i = 0; i < flat->n_vars; i++) {
    was[i] = flat->var[i];
    if (b.is_loose[i]) retype_variable(&b, &flat->var[i]);
  }
  BetweenRewriting r = {&b, was};
  rewrite_equations(&r);
  flat_each_expression(flat, between_takes, rewrite_place, &r);
}
