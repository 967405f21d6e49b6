/* constraint_keep.c: what took the place of what; see constraint_keep.h. */
#include <assert.h>

#include "base/vector.h"
#include "flatten/classes/constraint_keep.h"

static void constraint_keep_pair(const Lookup *l, Replacement replacement)
{
  l->tables->replacement = vector_grow(
      l->arena, l->tables->replacement, &l->tables->cap_replacements,
      l->tables->n_replacements + 1, sizeof l->tables->replacement[0]);
  l->tables->replacement[l->tables->n_replacements++] = replacement;
}

/* Whether the pair was met before; the map compares addresses. */
static bool constraint_keep_is_known(const Lookup *l, int table,
                                     const AstElement *a, const AstElement *b)
{
  const AstElement *known = name_map_find(&l->tables->replaced, table, (Name)a);
  if (!known) name_map_add(&l->tables->replaced, table, (Name)a, (void *)b);
  return known == b;
}

void constraint_keep(const Lookup *l, const AstElement *original,
                     Context context, const Modifier *modifier,
                     InstClass *given)
{
  const AstElement *redeclared = modifier->redeclare;
  assert(given && redeclared && original != redeclared);
  if (!original->replaceable && !original->redeclare) return; /* reported */
  /* Section 6.5: to a component that is inherited more can be connected. */
  Context by = modifier->redeclare_context;
  bool is_plug = original->kind == AST_ELEMENT_CLASS || !by.part ||
                 !context.part || by.part->whole != context.part->whole;
  const Modifier *before = modifier->earlier;
  while (before && !before->redeclare->constraint) before = before->earlier;
  if (before) {
    original = before->redeclare;
    context = before->redeclare_context;
  }
  if (constraint_keep_is_known(l, 0, redeclared, original)) return;
  constraint_keep_pair(l, (Replacement){.original = original,
                                        .redeclared = redeclared,
                                        .context = context,
                                        .given = given,
                                        .is_plug = is_plug});
  if (!redeclared->constraint) return;
  constraint_keep_pair(
      l, (Replacement){.original = original,
                       .redeclared = redeclared,
                       .context = context,
                       .given_context = modifier->redeclare_context});
  constraint_keep_own(l, redeclared, modifier->redeclare_context, given);
}

void constraint_keep_own(const Lookup *l, const AstElement *element,
                         Context context, InstClass *given)
{
  assert(given && element->constraint);
  if (constraint_keep_is_known(l, 2, element, element)) return;
  constraint_keep_pair(l, (Replacement){.original = element,
                                        .redeclared = element,
                                        .context = context,
                                        .given = given});
}

void constraint_keep_outer(const Lookup *l, const AstElement *outer,
                           Context context, const AstElement *inner,
                           InstClass *given)
{
  assert(outer->outer && given);
  if (constraint_keep_is_known(l, 1, outer, inner)) return;
  constraint_keep_pair(l, (Replacement){.original = outer,
                                        .redeclared = inner,
                                        .context = context,
                                        .given = given});
}
