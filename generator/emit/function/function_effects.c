/* function_effects.c: what a function calls is what function_wanted.c finds. */
#include "emit/function/function_effects.h"

#include <assert.h>

#include "emit/function/function_wanted.h"

/* [n_functions]: does it act itself? A destructor ends what its function made:
 * nobody calls it. */
static bool *find_actors(const FunctionTable *table, Arena *arena)
{
  bool *actor =
      arena_array(arena, (size_t)table->n_functions + 1, sizeof actor[0]);
  for (int k = 0; k < table->n_functions; k++) {
    const Function *f = table->function[k];
    actor[k] = f->has_effects || (f->is_external && f->n_outputs == 0);
  }
  for (int k = 0; k < table->n_functions; k++) {
    int destructor = table->function[k]->destructor;
    if (destructor >= 0) actor[destructor] = false;
  }
  return actor;
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

static bool may_be_once(const Function *f)
{
  return (f->is_section || f->has_effects) && f->difference_of < 0 &&
         f->destructor < 0 && has_lasting_slots(f);
}

/* Does function k act, or one that it calls? */
static bool acts(const FunctionTable *table, const bool *actor, int k,
                 Walk *walk, Arena *arena)
{
  assert(k >= 0 && k < table->n_functions);
  ArenaMark mark = arena_mark(arena);
  bool *called =
      arena_array(arena, (size_t)table->n_functions + 1, sizeof called[0]);
  bool found = false;
  called[k] = true;
  function_wanted(table, called, walk, arena);
  for (int i = 0; i < table->n_functions && !found; i++)
    found = called[i] && actor[i];
  arena_release(mark);
  return found;
}

const bool *function_effects(const FunctionTable *table, const bool *wanted,
                             Walk *walk, Arena *arena)
{
  int n = table->n_functions;
  const bool *actor = find_actors(table, arena);
  bool *once = arena_array(arena, (size_t)n + 1, sizeof once[0]);
  bool has_actor = false;
  for (int k = 0; k < n; k++) has_actor |= wanted[k] && actor[k];
  for (int k = 0; k < n && has_actor; k++) {
    once[k] = wanted[k] && may_be_once(table->function[k]) &&
              acts(table, actor, k, walk, arena);
  }
  return once;
}
