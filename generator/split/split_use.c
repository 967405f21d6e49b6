/* split_use.c: see split_use.h. */
#include "split/split_use.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/flat/flat_find.h"
#include "flatten/flat/flat_visit.h"

typedef struct UseFinder {
  Session *s;
  const FlatModel *flat;
  SplitPlan *plan;
  int part;        /* whose expression is looked at */
  bool *is_closed; /* [n_parts] */
} UseFinder;

static bool use_takes(FlatPlace place)
{
  return place < FLAT_AT_TABLE && place != FLAT_AT_SHOWN;
}

/* The part that an expression belongs to; less than 0: none. */
static int use_part(const SplitPlan *plan, const FlatModel *flat,
                    FlatPlace place, int at)
{
  switch (place) {
  case FLAT_AT_BINDING:
  case FLAT_AT_START:
  case FLAT_AT_NOMINAL:
  case FLAT_AT_BOUND:
  case FLAT_AT_FIXED: return plan->part_of[at];
  case FLAT_AT_SIDE:
  case FLAT_AT_INITIAL_SIDE:
  case FLAT_AT_RESULT_SIDE: {
    int set = flat->equation[at].connection_set;
    return set > 0 && plan->is_cut[set - 1] ? -1 : plan->part_of_equation[at];
  }
  case FLAT_AT_WHEN_CONDITION:
  case FLAT_AT_GUARD:
  case FLAT_AT_TARGET:
  case FLAT_AT_VALUE: return plan->part_of_when[at];
  case FLAT_AT_ASSERTION:
  case FLAT_AT_SUBSCRIPT: return plan->part_of_assertion[at];
  case FLAT_AT_CLOCK:
  case FLAT_AT_SHOWN:
  case FLAT_AT_TABLE:
  case FLAT_AT_STATEMENT:
  case FLAT_AT_WRITTEN_CONDITION:
  case FLAT_AT_EXTERNAL: break;
  }
  return -1;
}

static bool use_is_known(const SplitPlan *plan, int part, int variable)
{
  for (int i = 0; i < plan->n_uses; i++) {
    if (plan->use[i].part == part && plan->use[i].variable == variable)
      return true;
  }
  return false;
}

static FlatVerdict use_look(void *context, const FlatExpr *node)
{
  const UseFinder *u = context;
  SplitPlan *plan = u->plan;
  if (node->kind != FLAT_EXPR_VARIABLE) return FLAT_GO_ON;
  int i = node->variable.i;
  if (u->flat->var[i].variability < FLAT_DISCRETE ||
      plan->part_of[i] == u->part || use_is_known(plan, u->part, i))
    return FLAT_GO_ON;
  plan->use = vector_grow(u->s->session_arena, plan->use, &plan->cap_uses,
                          plan->n_uses + 1, sizeof plan->use[0]);
  plan->use[plan->n_uses++] = (SplitUse){.variable = i, .part = u->part};
  return FLAT_GO_ON;
}

static void use_read(void *context, FlatPlace place, int at, const FlatExpr *e)
{
  UseFinder *u = context;
  u->part = use_part(u->plan, u->flat, place, at);
  if (u->part >= 0) flat_find(u->s, e, use_look, u);
}

/* --- copies --- */

/* Parts to which nothing comes but by uses. */
static bool *use_find_lonely(const UseFinder *u)
{
  const SplitPlan *plan = u->plan;
  bool *is =
      arena_array(u->s->session_arena, (size_t)plan->n_parts, sizeof *is);
  for (int p = 0; p < plan->n_parts; p++) is[p] = true;
  for (int k = 0; k < plan->n_nodes; k++) {
    for (int q = 0; q < plan->node[k].n_parts; q++)
      is[plan->node[k].part[q]] = false;
  }
  for (int k = 0; k < plan->n_signals; k++) {
    for (int i = 0; i < plan->signal[k].n_targets; i++) {
      int part = plan->part_of[plan->signal[k].target[i]];
      if (part >= 0 && part != plan->part_of[plan->signal[k].source])
        is[part] = false;
    }
  }
  for (int i = 0; i < u->flat->n_vars; i++) { /* files, devices */
    if (plan->part_of[i] >= 0 && u->flat->var[i].type == FLAT_OBJECT)
      is[plan->part_of[i]] = false;
  }
  return is;
}

static bool use_of_closed(const UseFinder *u, int part)
{
  const SplitPlan *plan = u->plan;
  for (int i = 0; i < plan->n_uses; i++) {
    int of = plan->part_of[plan->use[i].variable];
    if (plan->use[i].part == part && (of < 0 || !u->is_closed[of]))
      return false;
  }
  return true;
}

/* Those that use closed ones alone, not each other in a circle. */
static void use_find_closed(const UseFinder *u)
{
  const bool *is_lonely = use_find_lonely(u);
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (int p = 0; p < u->plan->n_parts; p++) {
      if (u->is_closed[p] || !is_lonely[p] || !use_of_closed(u, p)) continue;
      u->is_closed[p] = goes_on = true;
    }
  }
}

static void use_copy(const UseFinder *u)
{
  SplitPlan *plan = u->plan;
  size_t n = (size_t)plan->n_parts;
  assert(u->is_closed && !plan->copies);
  plan->copies = arena_array(u->s->session_arena, n * n, sizeof(bool));
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (int i = 0; i < plan->n_uses; i++) {
      int of = plan->part_of[plan->use[i].variable], by = plan->use[i].part;
      if (of < 0 || !u->is_closed[of]) continue;
      for (int p = 0; p < plan->n_parts; p++) {
        bool has = p == by || plan->copies[p * plan->n_parts + by];
        bool *copies = &plan->copies[p * plan->n_parts + of];
        if (!has || *copies || p == of) continue;
        *copies = goes_on = true;
      }
    }
  }
}

/* --- names --- */

static bool use_name_is_taken(const UseFinder *u, int part, const char *name)
{
  const SplitPlan *plan = u->plan;
  for (int i = 0; i < u->flat->n_vars; i++) {
    const char *whole = u->flat->var[i].name;
    const char *own = split_plan_name(u->s, plan, part, whole);
    if (own != whole && strcmp(own, name) == 0) return true;
  }
  return false;
}

/* Uses of copies are none any more; the others get their names. */
static void use_name(const UseFinder *u)
{
  SplitPlan *plan = u->plan;
  int n = 0;
  for (int i = 0; i < plan->n_uses; i++) {
    SplitUse use = plan->use[i];
    const char *whole = u->flat->var[use.variable].name;
    if (split_plan_holds(plan, use.part, plan->part_of[use.variable])) continue;
    use.name = split_plan_name(u->s, plan, use.part, whole);
    if (use.name == whole && use_name_is_taken(u, use.part, whole))
      use.name = arena_printf(u->s->session_arena, "%s_of_system", whole);
    plan->use[n++] = use;
  }
  plan->n_uses = n;
}

void split_use(Session *s, const FlatModel *flat, SplitPlan *plan)
{
  UseFinder u = {.s = s, .flat = flat, .plan = plan};
  assert(plan->part_of && plan->is_cut);
  u.is_closed =
      arena_array(s->session_arena, (size_t)plan->n_parts, sizeof(bool));
  flat_read_expressions(flat, use_takes, use_read, &u);
  use_find_closed(&u);
  use_copy(&u);
  use_name(&u);
}
