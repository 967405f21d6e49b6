/* function_effects.c: along the calls, each function once. */
#include "emit/function/function_effects.h"

#include <assert.h>

#include "base/vector.h"

typedef struct EffectSearch {
  const FunctionTable *table;
  Walk *walk;
  Arena *arena;
  enum { NOT_SEEN, IS_SEEN, ACTS } *state; /* [n_functions] */
} EffectSearch;

static bool acts(EffectSearch *search, int number);

static bool expression_acts(EffectSearch *search, ExprId e)
{
  int *called = NULL, n = 0, cap = 0;
  if (e.i < 0) return false;
  walk_from(search->walk, e, false);
  for (int k = 0; k < search->walk->n_nodes; k++) {
    const ExprNode *node =
        expr_node(search->table->exprs, search->walk->node[k]);
    if (node->op != EXPR_CALL) continue;
    called =
        vector_grow(search->arena, called, &cap, n + 1, sizeof called[0]);
    called[n++] = node->index;
  }
  for (int k = 0; k < n; k++) {
    if (acts(search, called[k])) return true;
  }
  return false;
}

/* As deep as statements are nested. */
static bool list_acts(EffectSearch *search, const StatementList *list)
{
  for (int k = 0; k < list->n_items; k++) {
    const Statement *s = &list->item[k];
    if (s->kind == STATEMENT_CALL && acts(search, s->function)) return true;
    if (expression_acts(search, s->value) || expression_acts(search, s->index) ||
        expression_acts(search, s->step) || expression_acts(search, s->limit))
      return true;
    for (int i = 0; i < s->n_args; i++) {
      if (expression_acts(search, s->arg[i])) return true;
    }
    if (list_acts(search, &s->body) || list_acts(search, &s->otherwise))
      return true;
  }
  return false;
}

/* A function that calls itself acts by what else is in it. */
static bool acts(EffectSearch *search, int number)
{
  assert(number >= 0 && number < search->table->n_functions);
  const Function *f = search->table->function[number];
  if (search->state[number] != NOT_SEEN) return search->state[number] == ACTS;
  search->state[number] = IS_SEEN;
  bool is_act = f->has_effects || (f->is_external && f->n_outputs == 0) ||
                list_acts(search, &f->body);
  if (is_act) search->state[number] = ACTS;
  return is_act;
}

/* What is the same number in another evaluation: not so places of arrays, and
 * of texts only those of variables, which sections get. */
static bool has_lasting_slots(const Function *f)
{
  for (int k = 0; k < f->n_locals; k++) {
    const FunctionLocal *l = &f->local[k];
    if (l->is_open || (l->type == SLOT_STRING && !f->is_section)) return false;
  }
  return true;
}

const bool *function_effects(const FunctionTable *table, const bool *wanted,
                             Walk *walk, Arena *arena)
{
  size_t n = (size_t)table->n_functions + 1;
  EffectSearch search = {.table = table, .walk = walk, .arena = arena};
  search.state = arena_array(arena, n, sizeof search.state[0]);
  bool *once = arena_array(arena, n, sizeof once[0]);
  for (int k = 0; k < table->n_functions; k++) {
    const Function *f = table->function[k];
    if (!wanted[k] || f->difference_of >= 0 || f->destructor >= 0) continue;
    bool may_be = (f->is_section || f->has_effects) && has_lasting_slots(f);
    once[k] = may_be && acts(&search, k);
  }
  return once;
}
