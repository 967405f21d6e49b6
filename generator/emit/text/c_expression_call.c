/* c_expression_call.c: calls of functions of the model, and the arrays of their
 * results and arguments: on the stack, or in the instance, each place of a call
 * by itself (stack_share.h). */
#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "emit/text/argument_rows.h"
#include "emit/text/c_expression_work.h"
#include "emit/text/c_text.h"
#include "emit/text/stack_share.h"
#include "symbolic/call.h"

int c_expression_n_results(const CExpressions *c, ExprId call)
{
  const CallFunctions *f = expr_functions(c->exprs);
  int n = f->n_results(f->context, c_expression_node(c, call)->index);
  return n > 0 ? n : 1;
}

static bool fits_stack(CExpressions *c, int n)
{
  return !c->reduced || stack_share_takes(&c->n_on_stack, n);
}

/* A place in the instance: "double *c1 = call_room(v, 0, 1210);". */
static void c_expression_call_place(CExpressions *c, const char *name, int n,
                                    FILE *out)
{
  fprintf(out, "  double *%s = call_room(v, %d, %zu);\n", name, c->room,
          c->n_room);
  c->n_room += (size_t)n;
  c->reads_values = true;
}

void c_expression_array(CExpressions *c, const char *name, int n, FILE *out)
{
  assert(n > 0);
  if (fits_stack(c, n))
    fprintf(out, "  double %s[%d];\n", name, n);
  else
    c_expression_call_place(c, name, n, out);
}

static bool is_always_called(const CExpressions *c, const ExprNode *call)
{
  double guard;
  return expr_is_const(c->exprs, call->arg[1], &guard) && guard != 0;
}

/* Zeros, unless they are written anyway. */
static void c_expression_call_results(CExpressions *c, ExprId call,
                                      const char *name, FILE *out)
{
  int n = c_expression_n_results(c, call);
  if (fits_stack(c, n)) {
    fprintf(out, "  double %s[%d] = {0};\n", name, n);
    return;
  }
  c_expression_call_place(c, name, n, out);
  if (!is_always_called(c, c_expression_node(c, call)))
    fprintf(out, "  memset(%s, 0, %d * sizeof %s[0]);\n", name, n, name);
}

/* Of the arguments, in C. */
static const char *const *operands_of(CExpressions *c, const ExprNode *call,
                                      int *n)
{
  int cap = 0;
  const char **operand = NULL;
  *n = 0;
  for (const ExprNode *at = c_expression_node(c, call->arg[0]);
       at->op == EXPR_ARG; at = c_expression_node(c, at->arg[1])) {
    operand = vector_grow(c->arena, operand, &cap, *n + 1, sizeof operand[0]);
    operand[(*n)++] = c_expression_apart(c, at->arg[0]);
  }
  return operand;
}

static void c_expression_call_put(CExpressions *c, const char *text)
{
  int length = (int)strlen(text);
  c->text = vector_grow(c->arena, c->text, &c->cap_text,
                        c->length + length + STATEMENT_SIZE, 1);
  memcpy(c->text + c->length, text, (size_t)length + 1);
  c->length += length;
}

void c_expression_write_call(CExpressions *c, ExprId e, int number,
                             const char *results, FILE *out)
{
  const ExprNode *n = c_expression_node(c, e);
  int n_operands;
  c_expression_start(c);
  const char *const *operand = operands_of(c, n, &n_operands);
  const char *arguments;
  if (fits_stack(c, n_operands)) {
    arguments = argument_rows_text(c->arena, operand, n_operands);
  } else {
    arguments = arena_printf(c->arena, "a%d", number);
    c_expression_call_place(c, arguments, n_operands, out);
    argument_rows_write(c->arena, arguments, operand, n_operands, out);
  }
  if (!is_always_called(c, n)) {
    c_expression_put(c, "if (");
    c_expression_put_whole(c, n->arg[1], C_BOOLEAN);
    c_expression_put(c, ") ");
  }
  c_expression_call_put(
      c, c_expression_function_name(c->arena, c->exprs, n->index));
  c_expression_put(c, "(v, 0, ");
  c_expression_call_put(c, arguments);
  c_expression_put(c, ", %s);", results);
  c->reads_values = true;
  if (c->called) c->called(c->called_context, n->index);
  c_text_statement(out, c->text, NULL);
}

void c_expression_write_called(CExpressions *c, ExprId call, int number,
                               FILE *out)
{
  char name[STATEMENT_SIZE];
  snprintf(name, sizeof name, "c%d", number);
  c_expression_call_results(c, call, name, out);
  c_expression_write_call(c, call, number, name, out);
}
