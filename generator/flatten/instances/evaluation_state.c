/* evaluation_state.c: see evaluation_state.h. */
#include "flatten/instances/evaluation_state.h"

#include "base/vector.h"
#include "flatten/flat/flat_find.h"
#include "flatten/instances/binding.h"
#include "flatten/instances/component_family.h"

/* --- parameters that are to be computed --- */

bool evaluation_is_computed(const Flattening *f, const Instance *instance)
{
  const Modifier *fixed = binding_of_attribute(f, instance, "fixed");
  return fixed && fixed->value->kind == AST_FALSE &&
         instance->variability == FLAT_PARAMETER && !binding_exists(instance);
}

static FlatVerdict look_for_computed(void *context, const FlatExpr *at)
{
  const Flattening *const *model = context;
  const Flattening *f = *model;
  bool waits =
      at->kind == FLAT_EXPR_VARIABLE && at->variability == FLAT_PARAMETER &&
      evaluation_is_computed(f, component_family_like(f, at->variable));
  return waits ? FLAT_FOUND : FLAT_GO_ON;
}

bool evaluation_waits(const void *flattening, const FlatExpr *expr)
{
  const Flattening *f = flattening;
  return flat_find(f->s, expr, look_for_computed, &f) != NULL;
}

/* --- what is known already --- */

typedef struct Walk {
  const FlatExpr **item;
  int n_items, cap_items;
} Walk;

static void evaluation_state_push(const Flattening *f, Walk *walk,
                                  const FlatExpr *expr)
{
  walk->item = vector_grow(session_scratch(f->s), walk->item, &walk->cap_items,
                           walk->n_items + 1, sizeof walk->item[0]);
  walk->item[walk->n_items++] = expr;
}

/* What is evaluated alike for all replicas is known of each. */
static bool evaluation_state_is_known(const Flattening *f, FlatVarId id)
{
  const Instance *own = f->tables->variable[id.i].instance;
  const Instance *like = component_family_like(f, id);
  const Instance *prototype = own ? own->replica_of : like;
  if (own && (own->is_structural || own->resizable)) return false;
  return like->variability == FLAT_CONSTANT ||
         (f->decides && like->variability == FLAT_PARAMETER &&
          !evaluation_is_computed(f, like)) ||
         (own && own->evaluation == EVALUATION_KNOWN) ||
         (prototype && prototype->evaluated_alike &&
          prototype->evaluation == EVALUATION_KNOWN);
}

bool evaluation_is_known(const Flattening *f, const FlatExpr *expr)
{
  if (expr->variability > FLAT_PARAMETER) return false;
  ArenaMark mark = arena_mark(session_scratch(f->s));
  Walk walk = {0};
  bool known = true;
  evaluation_state_push(f, &walk, expr);
  while (known && walk.n_items > 0) {
    const FlatExpr *at = walk.item[--walk.n_items];
    known = at->kind != FLAT_EXPR_RESULT && at->kind != FLAT_EXPR_LOCAL;
    if (at->kind == FLAT_EXPR_VARIABLE) {
      known = evaluation_state_is_known(f, at->variable);
    }
    for (int i = 0; i < at->n_args; i++)
      evaluation_state_push(f, &walk, at->arg[i]);
  }
  arena_release(mark);
  return known;
}

bool evaluation_follows(const Flattening *f, const FlatExpr *expr)
{
  ArenaMark mark = arena_mark(session_scratch(f->s));
  bool *is_seen = arena_array(session_scratch(f->s),
                              (size_t)f->flat->n_vars + 1, sizeof is_seen[0]);
  Walk walk = {0};
  bool follows = false;
  evaluation_state_push(f, &walk, expr);
  while (!follows && walk.n_items > 0) {
    const FlatExpr *at = walk.item[--walk.n_items];
    if (at->kind == FLAT_EXPR_VARIABLE && !is_seen[at->variable.i]) {
      const FlatVar *var = &f->flat->var[at->variable.i];
      is_seen[at->variable.i] = true;
      follows =
          evaluation_is_computed(f, component_family_like(f, at->variable));
      if (var->variability <= FLAT_PARAMETER && var->binding)
        evaluation_state_push(f, &walk, var->binding);
    }
    for (int i = 0; i < at->n_args; i++)
      evaluation_state_push(f, &walk, at->arg[i]);
  }
  arena_release(mark);
  return follows;
}
