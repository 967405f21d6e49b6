/* replay.c: graphs by their family, and by a key of their first levels where
 * that does not lead to them; for each what was made, as operators whose
 * operands are places.
 *
 * A place is a position in the walk, after these a given expression, after
 * these an operator of the list; or, below zero, a leaf without a variable,
 * the same for all. */
#include "symbolic/replay.h"

#include <assert.h>

#include "base/vector.h"
#include "symbolic/walk_pattern.h"

enum { KEY_LEVELS = 3, N_SLOTS = 512, MOST_RECIPES = 4 };
/* Larger graphs seldom come again, and lists are searched one by one. */
enum { MOST_NODES = 300 };
enum { UNKNOWN = INT32_MIN };

typedef struct Step {
  uint8_t op, n_args;
  int32_t arg[3]; /* places */
} Step;

typedef struct KeptPart {
  int position;
  int32_t place; /* UNKNOWN: there is nothing */
} KeptPart;

typedef struct Recipe {
  WalkPattern pattern;
  int about;      /* position of the node that it is about; -1: of none */
  ExprId *number; /* [nodes of the pattern] of constants, else NO_EXPR */
  int32_t *given; /* [n_given] position or leaf, UNKNOWN: neither */
  int n_given;
  Step *step;
  int n_steps;
  KeptPart *part;
  int n_parts;
} Recipe;

/* What has one family, or begins alike. */
typedef struct Slot {
  uint32_t key;
  bool is_known; /* was seen before */
  Recipe *recipe[MOST_RECIPES];
  int n_recipes;
} Slot;

struct Replay {
  Arena *arena; /* of all below */
  Slot *slot;   /* [N_SLOTS] by key */
  Slot *family; /* by number */
  int cap_families;
  Slot *asked;  /* where what was looked for last belongs */
  ExprId about; /* what was looked for last */
  const Recipe *found;
  ExprId *made; /* given ones, then one for each step */
  int cap_made;
  ReplayPart *part; /* of the last answer */
  int cap_parts;
};

static void replay_begin(Replay *r)
{
  *r = (Replay){.arena = r->arena};
  r->slot = arena_array(r->arena, N_SLOTS, sizeof r->slot[0]);
}

Replay *replay_create(Arena *arena)
{
  Replay *r = arena_alloc(arena, sizeof *r);
  r->arena = arena_child(arena, "replay");
  replay_begin(r);
  return r;
}

void replay_forget(Replay *r)
{
  arena_clear(r->arena);
  replay_begin(r);
}

/* --- finding --- */

static uint32_t replay_key_of(const ExprTable *t, ExprId e, int levels)
{
  const ExprNode *n = expr_node(t, e);
  uint32_t key = n->op + 1u;
  for (int a = 0; levels > 1 && a < n->n_args; a++) {
    key = key * 0x9E3779B1u + replay_key_of(t, n->arg[a], levels - 1);
  }
  return key ^ key >> 15;
}

static bool has_same_numbers(const Recipe *recipe, const Walk *walk)
{
  for (int k = 0; k < walk->n_nodes; k++) {
    ExprId number = recipe->number[k];
    if (number.i >= 0 && !expr_same(number, walk->node[k])) return false;
  }
  return true;
}

static int replay_position_of(const Walk *walk, ExprId about)
{
  return about.i >= 0 ? walk_position(walk, about) : -1;
}

static const Recipe *find_recipe(const Slot *slot, Walk *walk, ReplayFrom from)
{
  for (int k = 0; k < slot->n_recipes; k++) {
    const Recipe *recipe = slot->recipe[k];
    if (walk_pattern_follow(&recipe->pattern, walk, &from.e) &&
        replay_position_of(walk, from.about) == recipe->about &&
        has_same_numbers(recipe, walk)) {
      return recipe;
    }
  }
  return NULL;
}

/* Members of a family are expected to come again. */
static Slot *slot_of_family(Replay *r, int family)
{
  r->family = vector_grow(r->arena, r->family, &r->cap_families, family + 1,
                          sizeof r->family[0]);
  r->family[family].is_known = true;
  return &r->family[family];
}

/* The slot of the key, which is empty if it had another one. */
static Slot *slot_of_key(Replay *r, uint32_t key)
{
  Slot *slot = &r->slot[key % N_SLOTS];
  if (slot->key != key) *slot = (Slot){.key = key};
  return slot;
}

bool replay_finds(Replay *r, Walk *walk, ReplayFrom from)
{
  r->about = from.about;
  r->found = NULL;
  if (from.family > 0) {
    r->asked = slot_of_family(r, from.family);
    r->found = find_recipe(r->asked, walk, from);
    if (r->found || r->asked->n_recipes < MOST_RECIPES) return r->found;
  }
  r->asked = slot_of_key(r, replay_key_of(walk->exprs, from.e, KEY_LEVELS));
  r->found = find_recipe(r->asked, walk, from);
  return r->found;
}

/* --- carrying out --- */

/* Where a given expression is in the walk; UNKNOWN: nowhere. */
static int32_t place_of_given(const Walk *walk, ExprId e)
{
  int position = walk_position(walk, e);
  if (position >= 0) return position;
  return expr_node(walk->exprs, e)->op == EXPR_VAR ? UNKNOWN : -1 - e.i;
}

static bool takes_given(const Recipe *recipe, const Walk *walk,
                        const ExprId *given)
{
  for (int k = 0; k < recipe->n_given; k++) {
    if (place_of_given(walk, given[k]) != recipe->given[k]) return false;
  }
  return true;
}

static inline ExprId at_place(const Replay *r, const Walk *walk, int32_t place)
{
  if (place < 0) return (ExprId){-1 - place};
  if (place < walk->n_nodes) return walk->node[place];
  return r->made[place - walk->n_nodes];
}

static ExprId carry_out(const Replay *r, const Walk *walk, const Step *step)
{
  ExprNode n = {.op = step->op,
                .n_args = step->n_args,
                .arg = {NO_EXPR, NO_EXPR, NO_INDEX}};
  for (int a = 0; a < step->n_args; a++) {
    n.arg[a] = at_place(r, walk, step->arg[a]);
  }
  return expr_intern(walk->exprs, &n);
}

const ReplayPart *replay_parts(Replay *r, const Walk *walk, const ExprId *given,
                               int *n_parts)
{
  const Recipe *recipe = r->found;
  assert(recipe && recipe->pattern.n_nodes == walk->n_nodes);
  if (!takes_given(recipe, walk, given)) return NULL;
  int n_given = recipe->n_given;
  r->made = vector_grow(r->arena, r->made, &r->cap_made,
                        n_given + recipe->n_steps, sizeof r->made[0]);
  r->part = vector_grow(r->arena, r->part, &r->cap_parts, recipe->n_parts,
                        sizeof r->part[0]);
  for (int k = 0; k < n_given; k++) r->made[k] = given[k];
  for (int k = 0; k < recipe->n_steps; k++) {
    r->made[n_given + k] = carry_out(r, walk, &recipe->step[k]);
  }
  for (int k = 0; k < recipe->n_parts; k++) {
    const KeptPart *kept = &recipe->part[k];
    r->part[k] = (ReplayPart){kept->position, NO_EXPR};
    if (kept->place == UNKNOWN) continue;
    r->part[k].value = at_place(r, walk, kept->place);
  }
  *n_parts = recipe->n_parts;
  return r->part;
}

/* --- keeping --- */

/* A recipe that is being made. */
typedef struct Making {
  Replay *r;
  const Walk *walk;
  const ExprId *given;
  int n_given;
  ExprId made[MOST_NODES]; /* by each step */
  Step step[MOST_NODES];
  int n_steps;
  ExprId stack[MOST_NODES];
  int depth;
} Making;

bool replay_is_plain(const Walk *walk)
{
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *n = expr_node(walk->exprs, walk->node[k]);
    if (!expr_op_is_plain((ExprOp)n->op)) return false;
  }
  return true;
}

/* UNKNOWN: it is still to be made. */
static int32_t replay_place_of(const Making *m, ExprId e)
{
  int n = m->walk->n_nodes;
  int position = walk_position(m->walk, e);
  if (position >= 0) return position;
  for (int k = 0; k < m->n_given; k++) {
    if (expr_same(m->given[k], e)) return n + k;
  }
  for (int k = 0; k < m->n_steps; k++) {
    if (expr_same(m->made[k], e)) return n + m->n_given + k;
  }
  const ExprNode *node = expr_node(m->walk->exprs, e);
  bool is_leaf = node->n_args == 0 && node->op != EXPR_VAR;
  return is_leaf ? -1 - e.i : UNKNOWN;
}

static bool replay_push(Making *m, ExprId e)
{
  if (m->depth == MOST_NODES) return false;
  m->stack[m->depth++] = e;
  return true;
}

/* The step of the node on top of the stack; the first operand that is not
 * made yet goes on the stack instead. */
static bool make_top(Making *m)
{
  ExprId e = m->stack[m->depth - 1];
  const ExprNode *n = expr_node(m->walk->exprs, e);
  Step step = {.op = n->op, .n_args = n->n_args};
  for (int a = 0; a < n->n_args; a++) {
    step.arg[a] = replay_place_of(m, n->arg[a]);
    if (step.arg[a] == UNKNOWN) return replay_push(m, n->arg[a]);
  }
  if (n->n_args == 0 || expr_index(n) != 0 || m->n_steps == MOST_NODES) {
    return false;
  }
  m->made[m->n_steps] = e;
  m->step[m->n_steps++] = step;
  m->depth--;
  return true;
}

/* False: it is too large, or holds what is known nowhere. */
static bool make_steps(Making *m, ExprId e)
{
  if (replay_place_of(m, e) != UNKNOWN) return true;
  m->depth = 0;
  replay_push(m, e);
  while (m->depth > 0) {
    if (!make_top(m)) return false;
  }
  return true;
}

static void *replay_copy(Arena *arena, const void *from, int n, size_t size)
{
  void *to = arena_array(arena, (size_t)n, size);
  if (n > 0) memcpy(to, from, (size_t)n * size);
  return to;
}

static Recipe *make_recipe(const Making *m, const ReplayPart *part, int n_parts)
{
  Arena *arena = m->r->arena;
  const Walk *walk = m->walk;
  Recipe *recipe = arena_alloc(arena, sizeof *recipe);
  recipe->pattern.arena = arena;
  walk_pattern_take(&recipe->pattern, walk, &walk->node[walk->n_nodes - 1], 1);
  recipe->about = replay_position_of(walk, m->r->about);
  recipe->number =
      arena_array(arena, (size_t)walk->n_nodes, sizeof recipe->number[0]);
  for (int k = 0; k < walk->n_nodes; k++) {
    bool is_number = expr_is_const(walk->exprs, walk->node[k], NULL);
    recipe->number[k] = is_number ? walk->node[k] : NO_EXPR;
  }
  recipe->n_given = m->n_given;
  recipe->given =
      arena_array(arena, (size_t)m->n_given, sizeof recipe->given[0]);
  for (int k = 0; k < m->n_given; k++) {
    recipe->given[k] = place_of_given(walk, m->given[k]);
  }
  recipe->n_steps = m->n_steps;
  recipe->step = replay_copy(arena, m->step, m->n_steps, sizeof m->step[0]);
  recipe->n_parts = n_parts;
  recipe->part = arena_array(arena, (size_t)n_parts, sizeof recipe->part[0]);
  for (int k = 0; k < n_parts; k++) {
    ExprId value = part[k].value;
    int32_t place = value.i >= 0 ? replay_place_of(m, value) : UNKNOWN;
    assert(value.i < 0 || place != UNKNOWN);
    recipe->part[k] = (KeptPart){part[k].position, place};
  }
  return recipe;
}

void replay_keep(Replay *r, const Walk *walk, const ReplayPart *part,
                 int n_parts, const ExprId *given, int n_given)
{
  Slot *slot = r->asked;
  if (!slot->is_known) { /* what comes again is kept */
    slot->is_known = true;
    return;
  }
  if (slot->n_recipes == MOST_RECIPES || walk->n_nodes > MOST_NODES) return;
  if (!replay_is_plain(walk)) return;
  Making m = {.r = r, .walk = walk, .given = given, .n_given = n_given};
  for (int k = 0; k < n_parts; k++) {
    if (part[k].value.i >= 0 && !make_steps(&m, part[k].value)) return;
  }
  slot->recipe[slot->n_recipes++] = make_recipe(&m, part, n_parts);
}
