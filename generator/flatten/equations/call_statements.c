/* call_statements.c: see call_statements.h. */
#include "flatten/equations/call_statements.h"

#include <assert.h>

#include "flatten/connections/overconstrained.h"
#include "flatten/flat/builtin_word.h"

/* A function, or terminate() outside of `when`. */
static bool is_call_of_function(const AstEquation *equation, bool in_when)
{
  if (equation->kind != AST_EQ_CALL || equation->left->kind != AST_CALL) {
    return false;
  }
  const AstReference *name = equation->left->reference;
  BuiltinWord word = builtin_word(name);
  return (word == WORD_NONE || (word == WORD_TERMINATE && !in_when)) &&
         !overconstrained_is_statement(name);
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

static AstStatement *calls_of(Arena *arena, const AstEquation *equation,
                              bool in_when);

/* The calls of one branch; how many statements they are. A branch without any
 * stays: the conditions of those after it count only where its own does not
 * hold. */
static int copy_branch(Arena *arena, const AstEquationBranch *from,
                       bool in_when, AstStatementBranch *to)
{
  *to = (AstStatementBranch){.span = from->span, .condition = from->condition};
  to->statement =
      arena_array(arena, (size_t)from->n_equations, sizeof to->statement[0]);
  for (int i = 0; i < from->n_equations; i++) {
    AstStatement *statement = calls_of(arena, from->equation[i], in_when);
    if (statement) to->statement[to->n_statements++] = statement;
  }
  return to->n_statements;
}

/* Recursion follows the nesting of the text, which the parser limits. */
static AstStatement *calls_of(Arena *arena, const AstEquation *equation,
                              bool in_when)
{
  AstStatement *made = arena_alloc(arena, sizeof *made);
  *made = (AstStatement){.kind = statement_kind(equation->kind),
                         .span = equation->span,
                         .iterator = equation->iterator,
                         .n_iterators = equation->n_iterators};
  if (is_call_of_function(equation, in_when)) {
    made->left = equation->left;
    return made;
  }
  int n = 0;
  in_when = in_when || equation->kind == AST_EQ_WHEN;
  made->n_branches = equation->n_branches;
  made->branch =
      arena_array(arena, (size_t)equation->n_branches, sizeof made->branch[0]);
  for (int k = 0; k < equation->n_branches; k++) {
    n += copy_branch(arena, &equation->branch[k], in_when, &made->branch[k]);
  }
  assert(n == 0 || made->kind != AST_ST_CALL);
  return n > 0 ? made : NULL;
}

AstStatement *call_statements(Arena *arena, const AstEquation *equation)
{
  return calls_of(arena, equation, false);
}
