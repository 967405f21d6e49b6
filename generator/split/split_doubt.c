/* split_doubt.c: see split_doubt.h. */
#include "split/split_doubt.h"

#include <assert.h>
#include <string.h>

#include "symbolic/properties/branch_zero.h"

/* The entry that a branch may make zero and that is the only one of its
 * unknown; NULL: none. */
static const JacobianEntry *doubt_find_entry(const ReducedSystem *r, Walk *walk,
                                             const ReducedBlock *b)
{
  if (b->kind != BLOCK_SOLVE || !b->linear || b->may_open != OPEN_BY_BRANCH)
    return NULL;
  assert(r->sys && b->n_columns > 0);
  for (int k = 0; k < b->n_entries; k++) {
    int c = b->entry[k].column; /* they are by column */
    bool is_only = (k == 0 || b->entry[k - 1].column != c) &&
                   (k + 1 == b->n_entries || b->entry[k + 1].column != c);
    if (is_only && branch_zero_may_be(walk, b->entry[k].value))
      return &b->entry[k];
  }
  return NULL;
}

void split_doubt_whole(Session *s, const ReducedSystem *whole,
                       SplitDoubts *doubts)
{
  Arena *arena = s->session_arena;
  const BlockSequence *all = &whole->continuous;
  Walk *walk = walk_create(whole->exprs, arena);
  *doubts = (SplitDoubts){0};
  doubts->span =
      arena_array(arena, (size_t)all->n_blocks + 1, sizeof doubts->span[0]);
  for (int i = 0; i < all->n_blocks; i++) {
    const ReducedBlock *b = &all->block[i];
    const JacobianEntry *e = doubt_find_entry(whole, walk, b);
    if (e) doubts->span[doubts->n++] = b->span[e->row];
  }
}

static bool doubt_is_of_whole(const SplitDoubts *whole, Span span)
{
  for (int i = 0; i < whole->n; i++) {
    if (memcmp(&whole->span[i], &span, sizeof span) == 0) return true;
  }
  return false;
}

/* The same place in another session that has read the same files. */
static Span doubt_place(const Session *s, const Session *own, Span span)
{
  if (span.source < 0 || span.source >= own->n_sources) return NO_SPAN;
  const SourceText *text = own->source[span.source];
  for (int i = 0; i < s->n_sources; i++) {
    if (strcmp(s->source[i]->path, text->path) != 0 ||
        s->source[i]->length != text->length)
      continue;
    span.source = i;
    return span;
  }
  return NO_SPAN;
}

static void doubt_warn(Session *s, const char *part, const char *unknown,
                       Span span)
{
  Diagnostic *d = diagnostic_warning(
      s, span, W624,
      "'%s' may have no solution of its own: in a branch nothing in it "
      "determines '%s'",
      part, unknown);
  diagnostic_note(s, d, NO_SPAN,
                  "where that branch is taken, as by what locks or shuts, its "
                  "neighbours would determine it, and the FMU fails (E604)");
  diagnostic_note(s, d, NO_SPAN,
                  "put '%s' into one component with a neighbour that it acts "
                  "on",
                  part);
}

void split_doubt_part(Session *s, const Session *own, const SplitPlan *plan,
                      int part, const ReducedSystem *r,
                      const SplitDoubts *whole)
{
  assert(part >= 0 && part < plan->n_parts);
  Walk *walk = walk_create(r->exprs, own->reduced_arena);
  for (int i = 0; i < r->continuous.n_blocks; i++) {
    const ReducedBlock *b = &r->continuous.block[i];
    const JacobianEntry *e = doubt_find_entry(r, walk, b);
    if (!e || doubt_is_of_whole(whole, b->span[e->row])) continue;
    doubt_warn(s, plan->part[part].name,
               r->sys->var[b->unknown[e->column].i].name,
               doubt_place(s, own, b->span[e->row]));
    return;
  }
}
