/* call_statements.c: see call_statements.h. */
#include "flatten/equations/call_statements.h"

#include <assert.h>

#include "flatten/connections/overconstrained.h"
#include "flatten/flat/builtin_word.h"

static bool is_call_of_function(const AstEquation *equation)
{
  if (equation->kind != AST_EQ_CALL || equation->left->kind != AST_CALL) {
    return false;
  }
  const AstReference *name = equation->left->reference;
  return builtin_word(name) == WORD_NONE && !overconstrained_is_statement(name);
}

static AstStatementKind statement_kind(AstEquationKind kind)
{
  switch (kind) {
  case AST_EQ_IF: return AST_ST_IF;
  case AST_EQ_WHEN: return AST_ST_WHEN;
  case AST_EQ_FOR: return AST_ST_FOR;
  case AST_EQ_SIMPLE:
  case AST_EQ_CONNECT:
  case AST_EQ_CALL: break;
  }
  return AST_ST_CALL;
}

/* The calls of one branch; how many statements they are. A branch without any
 * stays: the conditions of those after it count only where its own does not
 * hold. */
static int copy_branch(Arena *arena, const AstEquationBranch *from,
                       AstStatementBranch *to)
{
  *to = (AstStatementBranch){.span = from->span, .condition = from->condition};
  to->statement =
      arena_array(arena, (size_t)from->n_equations, sizeof to->statement[0]);
  for (int i = 0; i < from->n_equations; i++) {
    AstStatement *statement = call_statements(arena, from->equation[i]);
    if (statement) to->statement[to->n_statements++] = statement;
  }
  return to->n_statements;
}

/* Recursion follows the nesting of the text, which the parser limits. */
AstStatement *call_statements(Arena *arena, const AstEquation *equation)
{
  AstStatement *made = arena_alloc(arena, sizeof *made);
  *made = (AstStatement){.kind = statement_kind(equation->kind),
                         .span = equation->span,
                         .iterator = equation->iterator,
                         .n_iterators = equation->n_iterators};
  if (is_call_of_function(equation)) {
    made->left = equation->left;
    return made;
  }
  int n = 0;
  made->n_branches = equation->n_branches;
  made->branch =
      arena_array(arena, (size_t)equation->n_branches, sizeof made->branch[0]);
  for (int k = 0; k < equation->n_branches; k++) {
    n += copy_branch(arena, &equation->branch[k], &made->branch[k]);
  }
  assert(n == 0 || made->kind != AST_ST_CALL);
  return n > 0 ? made : NULL;
}
