/* written.c: see written.h. */
#include "flatten/classes/written.h"

#include <assert.h>
#include <string.h>

const AstExpr *written_argument(const AstExpr *call, int i, const char *name)
{
  assert(call->kind == AST_CALL && i >= 0);
  if (i < call->n_args) return call->arg[i];
  for (int k = 0; k < call->n_named; k++) {
    if (strcmp(call->named[k].name, name) == 0) return call->named[k].value;
  }
  return NULL;
}

bool written_is_size(const AstExpr *expr)
{
  return expr->kind == AST_CALL && expr->reference->n_parts == 1 &&
         strcmp(expr->reference->part[0].ident, "size") == 0;
}

AstReference written_whole(Session *s, const AstReference *name)
{
  assert(name->n_parts > 0);
  AstReference whole = *name;
  AstNamePart *part =
      arena_array(session_scratch(s), (size_t)name->n_parts, sizeof part[0]);
  memcpy(part, name->part, (size_t)name->n_parts * sizeof part[0]);
  part[name->n_parts - 1].n_subscripts = 0;
  whole.part = part;
  return whole;
}

/* `always`: whatever conditions say, and not for its sizes alone. */
static bool written_names(const AstExpr *expr, Name name, bool always);

static bool written_starts_with(const AstReference *reference, Name name,
                                bool always)
{
  if (!reference->leading_dot && reference->part[0].ident == name) return true;
  for (int i = 0; i < reference->n_parts; i++) {
    const AstNamePart *part = &reference->part[i];
    for (int k = 0; k < part->n_subscripts; k++)
      if (written_names(part->subscript[k].expr, name, always)) return true;
  }
  return false;
}

static bool written_names(const AstExpr *expr, Name name, bool always)
{
  if (!expr || (always && written_is_size(expr))) return false;
  bool found = expr->kind == AST_REFERENCE &&
               written_starts_with(expr->reference, name, always);
  for (int i = 0; i < expr->n_iterators; i++) {
    if (expr->iterator[i].name == name) return false;
    found |= written_names(expr->iterator[i].range, name, always);
  }
  int n = always && expr->kind == AST_IF ? 1 : expr->n_args;
  for (int i = 0; !found && i < n; i++)
    found = written_names(expr->arg[i], name, always);
  for (int i = 0; !found && i < expr->n_named; i++)
    found = written_names(expr->named[i].value, name, always);
  for (int i = 0; !found && expr->kind == AST_MATRIX && i < expr->n_rows; i++)
    for (int k = 0; !found && k < expr->row[i].n_items; k++)
      found = written_names(expr->row[i].item[k], name, always);
  return found;
}

bool written_reads(const AstExpr *expr, Name name)
{
  return written_names(expr, name, false);
}

bool written_needs(const AstExpr *expr, Name name)
{
  return written_names(expr, name, true);
}

bool written_says_nothing(const AstSection *section)
{
  return !section->is_algorithm && !section->is_initial &&
         section->n_equations == 0;
}
