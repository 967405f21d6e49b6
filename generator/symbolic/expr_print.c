/* expr_print.c: Modelica text with as few parentheses as the grammar needs. */
#include "symbolic/expr_print.h"

#include <assert.h>
#include <limits.h>
#include <math.h>

#include "base/text/decimal_text.h"
#include "symbolic/call.h"

enum { DEPTH_LIMIT = 200, OPERAND_LIMIT = 5000 };

typedef struct Printer {
  const ExprTable *exprs;
  ExprVarName name;
  const void *context;
  const WalkStops *named; /* NULL: parts have no names */
  FILE *out;
  int depth;
  int n_left; /* operands that may still be written */
} Printer;

/* Binding strength, from if (weakest) to primary. */
enum {
  LEVEL_IF,
  LEVEL_OR,
  LEVEL_AND,
  LEVEL_NOT,
  LEVEL_RELATION,
  LEVEL_SUM,
  LEVEL_PRODUCT,
  LEVEL_POWER,
  LEVEL_PRIMARY
};

static int op_level(ExprOp op)
{
  switch (op) {
  case EXPR_IF: return LEVEL_IF;
  case EXPR_OR: return LEVEL_OR;
  case EXPR_AND: return LEVEL_AND;
  case EXPR_NOT: return LEVEL_NOT;
  case EXPR_LT:
  case EXPR_LE:
  case EXPR_EQ:
  case EXPR_NE: return LEVEL_RELATION;
  case EXPR_ADD:
  case EXPR_SUB:
  case EXPR_NEG: return LEVEL_SUM;
  case EXPR_MUL:
  case EXPR_DIV: return LEVEL_PRODUCT;
  case EXPR_POW: return LEVEL_POWER;
#define MATH_FUNCTION(NAME, ...) case EXPR_##NAME:
#include "base/builtin_functions.def"
  case EXPR_CONST:
  case EXPR_VAR:
  case EXPR_TIME:
  case EXPR_DIRECTION:
  case EXPR_INITIAL:
  case EXPR_ARG:
  case EXPR_CALL:
  case EXPR_RESULT:
  case N_EXPR_OPS: break;
  }
  return LEVEL_PRIMARY;
}

static void expr_print_at(Printer *p, ExprId e, int level);

/* As few digits as give the same number again. */
static void expr_print_number(Printer *p, double value)
{
  char text[DECIMAL_TEXT_SIZE];
  fputs(decimal_text(value, text, NULL), p->out);
}

static void expr_print_call(Printer *p, const ExprNode *n)
{
  fprintf(p->out, "%s(", expr_op_name((ExprOp)n->op));
  for (int k = 0; k < n->n_args; k++) {
    if (k > 0) fputs(", ", p->out);
    expr_print_at(p, n->arg[k], LEVEL_IF);
  }
  fputc(')', p->out);
}

/* f(a, b) */
static void print_function(Printer *p, const ExprNode *call)
{
  const CallFunctions *f = expr_functions(p->exprs);
  const ExprNode *at = expr_node(p->exprs, call->arg[0]);
  fprintf(p->out, "%s(", f->name(f->context, call->index));
  for (int k = 0; at->op == EXPR_ARG; k++) {
    if (k > 0) fputs(", ", p->out);
    expr_print_at(p, at->arg[0], LEVEL_IF);
    at = expr_node(p->exprs, at->arg[1]);
  }
  fputc(')', p->out);
}

/* A call, [2] after that of a function with several results. */
static void print_result(Printer *p, const ExprNode *n)
{
  const CallFunctions *f = expr_functions(p->exprs);
  const ExprNode *call = expr_node(p->exprs, n->arg[0]);
  expr_print_at(p, n->arg[0], LEVEL_PRIMARY);
  if (f->n_results(f->context, call->index) == 1) return;
  fprintf(p->out, "[%d]", n->index + 1);
}

static void print_infix(Printer *p, const ExprNode *n, int level)
{
  ExprOp op = (ExprOp)n->op;
  bool tight = op == EXPR_MUL || op == EXPR_DIV || op == EXPR_POW;
  /* relations and ^ do not associate, the others to the left */
  bool loose_left = op != EXPR_POW && level != LEVEL_RELATION;
  expr_print_at(p, n->arg[0], loose_left ? level : level + 1);
  fprintf(p->out, tight ? "%s" : " %s ", expr_op_name(op));
  expr_print_at(p, n->arg[1], level + 1);
}

static void print_node(Printer *p, const ExprNode *n, int level)
{
  switch ((ExprOp)n->op) {
  case EXPR_CONST: expr_print_number(p, n->value); break;
  case EXPR_VAR: fputs(p->name(p->context, n->var), p->out); break;
  case EXPR_TIME:
  case EXPR_INITIAL: fputs(expr_op_name((ExprOp)n->op), p->out); break;
  case EXPR_DIRECTION:
    fprintf(p->out, "d(%s)",
            n->var.i < 0 ? expr_op_name(EXPR_TIME)
                         : p->name(p->context, n->var));
    break;
  case EXPR_NEG:
    fputc('-', p->out);
    expr_print_at(p, n->arg[0], LEVEL_PRODUCT);
    break;
  case EXPR_NOT:
    fputs("not ", p->out);
    expr_print_at(p, n->arg[0], LEVEL_RELATION);
    break;
  case EXPR_IF:
    fputs("if ", p->out);
    expr_print_at(p, n->arg[0], LEVEL_OR);
    fputs(" then ", p->out);
    expr_print_at(p, n->arg[1], LEVEL_OR);
    fputs(" else ", p->out);
    expr_print_at(p, n->arg[2], LEVEL_IF);
    break;
  case EXPR_CALL: print_function(p, n); break;
  case EXPR_RESULT: print_result(p, n); break;
#define MATH_FUNCTION(NAME, ...) case EXPR_##NAME:
#include "base/builtin_functions.def"
    expr_print_call(p, n);
    break;
  case EXPR_ADD:
  case EXPR_SUB:
  case EXPR_MUL:
  case EXPR_DIV:
  case EXPR_POW:
  case EXPR_LT:
  case EXPR_LE:
  case EXPR_EQ:
  case EXPR_NE:
  case EXPR_AND:
  case EXPR_OR: print_infix(p, n, level); break;
  case EXPR_ARG: /* printed with its call */
  case N_EXPR_OPS: assert(false);
  }
}

/* Not by its own name. */
static void print_whole(Printer *p, ExprId e, int level)
{
  const ExprNode *n = expr_node(p->exprs, e);
  int own = op_level((ExprOp)n->op);
  if (n->op == EXPR_CONST && n->value < 0) own = LEVEL_SUM;
  if (own < level) fputc('(', p->out);
  print_node(p, n, own);
  if (own < level) fputc(')', p->out);
}

static void expr_print_at(Printer *p, ExprId e, int level)
{
  int number = walk_stop_number(p->named, e);
  if (++p->depth > DEPTH_LIMIT || p->n_left <= 0) {
    fputs("...", p->out);
  } else if (number != 0) {
    fprintf(p->out, "t%d", number);
  } else {
    print_whole(p, e, level);
  }
  p->n_left--;
  p->depth--;
}

void expr_print(const ExprTable *t, ExprId e, ExprVarName name,
                const void *context, FILE *out)
{
  Printer p = {t, name, context, NULL, out, 0, OPERAND_LIMIT};
  expr_print_at(&p, e, LEVEL_IF);
}

static Printer named_printer(const ExprNames *names, ExprVarName var_name,
                             const void *context, FILE *out)
{
  return (Printer){.exprs = names->walk->exprs,
                   .name = var_name,
                   .context = context,
                   .named = names->named,
                   .out = out,
                   .n_left = INT_MAX};
}

void expr_print_named(const ExprNames *names, ExprId e, ExprVarName var_name,
                      const void *context, FILE *out)
{
  Printer p = named_printer(names, var_name, context, out);
  if (!expr_names_apply(names, e)) p.named = NULL;
  expr_print_at(&p, e, LEVEL_IF);
}

void expr_print_meaning(const ExprNames *names, int k, ExprVarName var_name,
                        const void *context, FILE *out)
{
  Printer p = named_printer(names, var_name, context, out);
  print_whole(&p, names->named->node[k - 1], LEVEL_IF);
}
