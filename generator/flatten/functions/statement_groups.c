/* statement_groups.c: statements that assign the same, or read what is not
 * final yet, belong together. */
#include "flatten/functions/statement_groups.h"

#include <assert.h>

#include "base/vector.h"

enum { MOST_STATEMENTS = 100 };

/* --- names --- */

bool statement_groups_reads(const AstExpr *expr, Name name)
{
  if (!expr) return false;
  if (expr->kind == AST_REFERENCE && expr->reference->part[0].ident == name) {
    return true;
  }
  if (expr->kind == AST_REFERENCE) {
    for (int i = 0; i < expr->reference->n_parts; i++) {
      const AstNamePart *part = &expr->reference->part[i];
      for (int k = 0; k < part->n_subscripts; k++) {
        if (statement_groups_reads(part->subscript[k].expr, name)) return true;
      }
    }
  }
  for (int i = 0; i < expr->n_args; i++) {
    if (statement_groups_reads(expr->arg[i], name)) return true;
  }
  for (int i = 0; i < expr->n_named; i++) {
    if (statement_groups_reads(expr->named[i].value, name)) return true;
  }
  for (int i = 0; i < expr->n_iterators; i++) {
    if (statement_groups_reads(expr->iterator[i].range, name)) return true;
  }
  return false;
}

bool statement_groups_names(const AstStatement *s, Name name)
{
  if (statement_groups_reads(s->left, name) ||
      statement_groups_reads(s->right, name))
    return true;
  for (int i = 0; i < s->n_iterators; i++) {
    if (statement_groups_reads(s->iterator[i].range, name)) return true;
  }
  for (int k = 0; k < s->n_branches; k++) {
    if (statement_groups_reads(s->branch[k].condition, name)) return true;
    for (int i = 0; i < s->branch[k].n_statements; i++) {
      if (statement_groups_names(s->branch[k].statement[i], name)) return true;
    }
  }
  return false;
}

/* --- what is assigned --- */

/* One statement of the section. */
typedef struct Group {
  Name *target; /* components that it assigns */
  int n_targets, cap_targets;
  bool is_flag; /* all that it assigns is true or false */
  int group;    /* first statement of its group */
} Group;

static void statement_groups_add(Group *g, const AstExpr *left, Arena *arena)
{
  for (int i = 0; left->kind == AST_TUPLE && i < left->n_args; i++) {
    if (left->arg[i]) statement_groups_add(g, left->arg[i], arena);
  }
  if (left->kind != AST_REFERENCE) return;
  g->target = vector_grow(arena, g->target, &g->cap_targets, g->n_targets + 1,
                          sizeof g->target[0]);
  g->target[g->n_targets++] = left->reference->part[0].ident;
}

/* False: it is, or holds, something else than an assignment. The recursion
 * follows the nesting of the text. */
static bool collect_assigned(Group *g, const AstStatement *s, Arena *arena)
{
  switch (s->kind) {
  case AST_ST_ASSIGN:
  case AST_ST_ASSIGN_TUPLE:
    statement_groups_add(g, s->left, arena);
    g->is_flag &= s->right->kind == AST_TRUE || s->right->kind == AST_FALSE;
    return true;
  case AST_ST_IF:
  case AST_ST_FOR: break;
  case AST_ST_CALL:
  case AST_ST_WHILE:
  case AST_ST_WHEN:
  case AST_ST_BREAK:
  case AST_ST_RETURN: return false;
  }
  for (int k = 0; k < s->n_branches; k++) {
    for (int i = 0; i < s->branch[k].n_statements; i++) {
      if (!collect_assigned(g, s->branch[k].statement[i], arena)) return false;
    }
  }
  return true;
}

/* --- groups --- */

static bool shares_target(const Group *a, const Group *b)
{
  for (int i = 0; i < a->n_targets; i++) {
    for (int k = 0; k < b->n_targets; k++) {
      if (a->target[i] == b->target[k]) return true;
    }
  }
  return false;
}

static bool reads_target(const AstStatement *s, const Group *of)
{
  for (int i = 0; i < of->n_targets; i++) {
    if (statement_groups_names(s, of->target[i])) return true;
  }
  return false;
}

static void join_groups(Group *g, int n, int a, int b)
{
  int from = g[a].group > g[b].group ? g[a].group : g[b].group;
  int to = g[a].group > g[b].group ? g[b].group : g[a].group;
  for (int i = 0; i < n; i++) {
    if (g[i].group == from) g[i].group = to;
  }
}

/* Is there a statement of the group of `of` at or after statement i? */
static bool goes_on_after(const Group *g, int n, int of, int i)
{
  for (int k = i; k < n; k++) {
    if (g[k].group == g[of].group) return true;
  }
  return false;
}

/* True: two groups became one. */
static bool join_more(const AstSection *section, Group *g)
{
  int n = section->n_statements;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < n; k++) {
      if (g[i].group == g[k].group) continue;
      bool belongs = shares_target(&g[i], &g[k]) ||
                     (reads_target(section->statement[i], &g[k]) &&
                      goes_on_after(g, n, k, i));
      if (!belongs) continue;
      join_groups(g, n, i, k);
      return true;
    }
  }
  return false;
}

static bool holds_flags(const Group *g, int n, int group)
{
  bool is_flag = false;
  for (int i = 0; i < n; i++) {
    if (g[i].group != group) continue;
    if (!g[i].is_flag) return false;
    is_flag = true;
  }
  return is_flag;
}

static AstSection part_of(const AstSection *section, const Group *g, int group,
                          Arena *arena)
{
  AstSection part = *section;
  part.statement = arena_array(arena, (size_t)section->n_statements,
                               sizeof part.statement[0]);
  part.n_statements = 0;
  for (int i = 0; i < section->n_statements; i++) {
    if (g[i].group == group)
      part.statement[part.n_statements++] = section->statement[i];
  }
  return part;
}

int statement_groups(const AstSection *section, AstSection **part, Arena *arena)
{
  assert(section->is_algorithm);
  int n = section->n_statements, n_parts = 0;
  *part = arena_array(arena, (size_t)n + 1, sizeof **part);
  (*part)[0] = *section;
  if (n < 2 || n > MOST_STATEMENTS || section->is_initial) return 1;
  Group *g = arena_array(arena, (size_t)n, sizeof g[0]);
  for (int i = 0; i < n; i++) {
    g[i] = (Group){.is_flag = true, .group = i};
    if (!collect_assigned(&g[i], section->statement[i], arena)) return 1;
    if (g[i].n_targets == 0) return 1;
  }
  while (join_more(section, g)) continue;
  bool has_flags = false;
  for (int i = 0; i < n; i++) has_flags |= holds_flags(g, n, i);
  for (int i = 0; i < n && has_flags; i++) {
    if (g[i].group == i) (*part)[n_parts++] = part_of(section, g, i, arena);
  }
  return has_flags ? n_parts : 1;
}
