/* gradient_notes.c: a note is the number of entries, then variable and value
 * of each. */
#include "symbolic/gradient_notes.h"

#include "base/vector.h"

static bool is_any(const void *context, VarId var)
{
  (void)context;
  (void)var;
  return true;
}

static bool holds_call(Walk *walk, ExprId e)
{
  walk_from(walk, e, true);
  for (int k = 0; k < walk->n_nodes; k++) {
    if (expr_node(walk->exprs, walk->node[k])->op == EXPR_CALL) return true;
  }
  return false;
}

/* `gradient` is used on the way. */
static const int32_t *make_note(ExprNotes *notes, Walk *walk, ExprId e,
                                Gradient *gradient)
{
  differentiate_gradient(walk, e, is_any, NULL, gradient);
  int n = gradient->n_entries;
  int32_t *note = expr_notes_add(notes, e, 1 + 2 * n), *next = note;
  *next++ = n;
  for (int k = 0; k < n; k++) {
    *next++ = gradient->entry[k].var.i;
    *next++ = gradient->entry[k].value.i;
  }
  return note;
}

static void take_wanted(Walk *walk, const int32_t *note, GradientWanted wanted,
                        const void *context, Gradient *gradient)
{
  int n = *note++;
  gradient->entry =
      vector_grow(walk->arena, gradient->entry, &gradient->cap_entries, n,
                  sizeof gradient->entry[0]);
  gradient->n_entries = 0;
  for (int k = 0; k < n; k++, note += 2) {
    VarId var = {note[0]};
    if (!wanted(context, var)) continue;
    gradient->entry[gradient->n_entries++] = (GradientEntry){var, {note[1]}};
  }
}

void gradient_noted(ExprNotes *notes, Walk *walk, ExprId e,
                    GradientWanted wanted, const void *context,
                    Gradient *gradient)
{
  const int32_t *note = notes ? expr_notes_find(notes, e) : NULL;
  if (!note && (!notes || holds_call(walk, e))) {
    differentiate_gradient(walk, e, wanted, context, gradient);
    return;
  }
  if (!note) note = make_note(notes, walk, e, gradient);
  take_wanted(walk, note, wanted, context, gradient);
}
