/* flat_expr_print.c: expressions of the flat model.
 *
 * Conversions from Integer to Real
 * are not written; where a whole Real literal stands beside a Real, its point
 * is left out (x^2, not x^2.0), because reading it back converts it again.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/print/algorithm_print.h"
#include "flatten/print/flat_printer.h"
#include "flatten/print/procedure_print.h"

/* How tightly an expression holds together; appendix A.2.7 of the language
 * specification. A sign binds like a sum. */
typedef enum Level {
  LEVEL_IF,
  LEVEL_OR,
  LEVEL_AND,
  LEVEL_NOT,
  LEVEL_RELATION,
  LEVEL_SUM,
  LEVEL_PRODUCT,
  LEVEL_POWER,
  LEVEL_PRIMARY
} Level;

typedef PrinterItem Item;

static bool is_conversion(const FlatExpr *expr)
{
  return expr->kind == FLAT_EXPR_CALL && expr->function == FLAT_TO_REAL;
}

static const FlatExpr *written(const FlatExpr *expr)
{
  while (is_conversion(expr)) expr = expr->arg[0];
  return expr;
}

/* Its text is a Real by itself. */
static bool is_firm(const FlatExpr *expr)
{
  return expr->type == FLAT_REAL && expr->kind != FLAT_EXPR_REAL &&
         !is_conversion(expr);
}

static Level function_level(FlatFunction function)
{
  switch ((int)function) {
#define OPERATOR(NAME, sign, n_args, rule, facts)                              \
  case FLAT_##NAME:                                                            \
    return facts;
#define LEVEL(level) LEVEL_##level
#include "base/builtin_functions.def"
  }
  return LEVEL_PRIMARY;
}

static Level flat_expr_print_level_of(const FlatExpr *expr)
{
  switch (expr->kind) {
  case FLAT_EXPR_REAL: return signbit(expr->real) ? LEVEL_SUM : LEVEL_PRIMARY;
  case FLAT_EXPR_INTEGER: return expr->integer < 0 ? LEVEL_SUM : LEVEL_PRIMARY;
  case FLAT_EXPR_IF: return LEVEL_IF;
  case FLAT_EXPR_CALL: return function_level(expr->function);
  case FLAT_EXPR_BOOLEAN:
  case FLAT_EXPR_STRING:
  case FLAT_EXPR_ENUMERATION:
  case FLAT_EXPR_VARIABLE:
  case FLAT_EXPR_TIME:
  case FLAT_EXPR_RESULT:
  case FLAT_EXPR_LOCAL:
  case FLAT_EXPR_ELEMENT: break;
  }
  return LEVEL_PRIMARY;
}

void printer_push(Printer *p, PrinterItem item)
{
  p->item = vector_grow(p->arena, p->item, &p->cap_items, p->n_items + 1,
                        sizeof p->item[0]);
  p->item[p->n_items++] = item;
}

static void push_text(Printer *p, const char *text)
{
  printer_push(p, (Item){.text = text});
}

/* Items come back in the reverse order: push the last one first. */
static void flat_expr_print_push_expr(Printer *p, const FlatExpr *expr,
                                      Level least, bool bare)
{
  const FlatExpr *inside = written(expr);
  if (inside->kind == FLAT_EXPR_LOCAL) {
    const FlatExpr *shown = algorithm_print_shown(p, inside->slot);
    if (shown) inside = written(shown);
  }
  bool parentheses = flat_expr_print_level_of(inside) < least;
  if (parentheses) push_text(p, ")");
  printer_push(p, (Item){.expr = inside, .bare = bare});
  if (parentheses) push_text(p, "(");
}

/* Products and powers hold together more tightly than what has spaces. */
static const char *binary_text(FlatFunction function, Level level)
{
  bool is_tight = level == LEVEL_PRODUCT || level == LEVEL_POWER;
  switch ((int)function) {
#define OPERATOR(NAME, sign, ...)                                              \
  case FLAT_##NAME:                                                            \
    return is_tight ? sign : " " sign " ";
#include "base/builtin_functions.def"
  }
  assert(false && "not an operator");
  return "";
}

/* Whether argument i may be printed without a point: the function converts
 * it, or the other one is a Real. */
static bool is_bare(const FlatExpr *call, int i)
{
  assert(i >= 0 && i < call->n_args);
  switch (flat_function(call->function)->rule) {
  case FLAT_RULE_TO_INTEGER:
  case FLAT_RULE_SAME:
  case FLAT_RULE_SMOOTH: return false;
  case FLAT_RULE_NUMERIC: return call->n_args == 2 && is_firm(call->arg[1 - i]);
  case FLAT_RULE_RELATION:
    return call->function == FLAT_EQUAL || call->function == FLAT_NOT_EQUAL ||
           is_firm(call->arg[1 - i]);
  case FLAT_RULE_REAL:
  case FLAT_RULE_TO_REAL:
  case FLAT_RULE_REAL_TO_INTEGER:
  case FLAT_RULE_LOGICAL:
  case FLAT_RULE_DER:
  case FLAT_RULE_ORDINAL:
  case FLAT_RULE_NO_ARGUMENT:
  case FLAT_RULE_PRE:
  case FLAT_RULE_EDGE:
  case FLAT_RULE_SAMPLE:
  case FLAT_RULE_DELAY:
  case FLAT_RULE_SEMI_LINEAR:
  case FLAT_RULE_SPATIAL:
  case FLAT_RULE_CLOCK: break;
  }
  return true;
}

static void flat_expr_print_open_binary(Printer *p, const FlatExpr *call,
                                        Level level)
{
  assert(call->n_args == 2);
  bool leans_left = level != LEVEL_POWER && level != LEVEL_RELATION;
  Level left = leans_left ? level : (Level)(level + 1);
  flat_expr_print_push_expr(p, call->arg[1], (Level)(level + 1),
                            is_bare(call, 1));
  push_text(p, binary_text(call->function, level));
  flat_expr_print_push_expr(p, call->arg[0], left, is_bare(call, 0));
}

static void flat_expr_print_open_call(Printer *p, const FlatExpr *call)
{
  push_text(p, ")");
  for (int i = call->n_args - 1; i >= 0; i--) {
    flat_expr_print_push_expr(p, call->arg[i], LEVEL_IF, is_bare(call, i));
    if (i > 0) push_text(p, ", ");
  }
  push_text(p, "(");
  push_text(p, flat_function_name(call->function));
}

static void flat_expr_print_open_function(Printer *p, const FlatExpr *call)
{
  Level level = function_level(call->function);
  if (call->function == FLAT_NEGATE) {
    flat_expr_print_push_expr(p, call->arg[0], LEVEL_PRODUCT, is_bare(call, 0));
    push_text(p, "-");
  } else if (call->function == FLAT_NOT) {
    flat_expr_print_push_expr(p, call->arg[0], LEVEL_RELATION, false);
    push_text(p, "not ");
  } else if (level == LEVEL_PRIMARY) {
    flat_expr_print_open_call(p, call);
  } else {
    flat_expr_print_open_binary(p, call, level);
  }
}

/* The arguments from `first` on, as many as there are. */
static void open_arguments(Printer *p, const FlatExpr *call, int first, int n)
{
  for (int i = first + n - 1; i >= first; i--) {
    flat_expr_print_push_expr(p, call->arg[i], LEVEL_IF, false);
    if (i > first) push_text(p, ", ");
  }
}

/* spatialDistribution(in0, in1, x, positive, {points}, {values}) */
static void open_spatial(Printer *p, const FlatExpr *call)
{
  int n = (call->n_args - 4) / 2;
  push_text(p, "})");
  open_arguments(p, call, 4 + n, n);
  push_text(p, "}, {");
  open_arguments(p, call, 4, n);
  push_text(p, ", {");
  open_arguments(p, call, 0, 4);
  push_text(p, "(");
  push_text(p, flat_function_name(call->function));
}

/* A call of a function that is printed: arrays are one argument. */
static void open_printed(Printer *p, const FlatExpr *call)
{
  int n_groups;
  const int *size = procedure_print_inputs(p, call->procedure, &n_groups);
  int at = call->n_args;
  push_text(p, ")");
  for (int k = n_groups - 1; k >= 0; k--) {
    int n = size[k] > 0 ? size[k] : 1;
    at -= n;
    if (size[k] > 0) push_text(p, "}");
    open_arguments(p, call, at, n);
    if (size[k] > 0) push_text(p, "{");
    if (k > 0) push_text(p, ", ");
  }
  assert(at == 0); /* each argument stands in one group */
  push_text(p, "(");
  push_text(p, procedure_print_name(p, call->procedure, call->output));
}

/* f(a, b), or f(a, b)[2] where there are several results. */
static void open_result(Printer *p, const FlatExpr *call)
{
  assert(call->procedure >= 0 && call->procedure < p->flat->n_procedures);
  const FlatProcedure *procedure = p->flat->procedure[call->procedure];
  if (p->functions) {
    open_printed(p, call);
    return;
  }
  if (procedure->n_outputs > 1) {
    push_text(p, arena_printf(p->arena, ")[%d]", call->output + 1));
  } else {
    push_text(p, ")");
  }
  open_arguments(p, call, 0, call->n_args);
  push_text(p, "(");
  push_text(p, procedure->name);
}

/* `word` is "if " or " elseif ": an if in the else branch continues the
 * chain. */
static void open_if(Printer *p, const FlatExpr *expr, const char *word)
{
  assert(expr->n_args == 3);
  const FlatExpr *rest = written(expr->arg[2]);
  if (rest->kind == FLAT_EXPR_IF && rest == expr->arg[2]) {
    printer_push(p, (Item){.expr = rest, .text = " elseif "});
  } else {
    flat_expr_print_push_expr(p, rest, LEVEL_OR, false);
    push_text(p, " else ");
  }
  flat_expr_print_push_expr(p, expr->arg[1], LEVEL_OR, false);
  push_text(p, " then ");
  flat_expr_print_push_expr(p, expr->arg[0], LEVEL_OR, false);
  push_text(p, word);
}

static void print_leaf(Printer *p, const FlatExpr *expr, bool bare)
{
  switch (expr->kind) {
  case FLAT_EXPR_REAL: printer_real(expr->real, bare, p->out); break;
  case FLAT_EXPR_INTEGER:
    fprintf(p->out, "%lld", (long long)expr->integer);
    break;
  case FLAT_EXPR_BOOLEAN:
    fputs(expr->boolean ? "true" : "false", p->out);
    break;
  case FLAT_EXPR_STRING: printer_string(expr->string, p->out); break;
  case FLAT_EXPR_ENUMERATION:
    printer_enumeration(p, expr->enumeration);
    if (expr->type == FLAT_OBJECT) {
      fputs("()", p->out); /* made at translation */
      break;
    }
    fprintf(p->out, ".%s", expr->enumeration->literal[expr->integer - 1]);
    break;
  case FLAT_EXPR_VARIABLE:
    assert(expr->variable.i >= 0 && expr->variable.i < p->flat->n_vars);
    printer_name(p->flat->var[expr->variable.i].name, p->out);
    break;
  case FLAT_EXPR_LOCAL:
    fputs(procedure_print_slot(p, expr->slot), p->out);
    break;
  case FLAT_EXPR_TIME: fputs("time", p->out); break;
  case FLAT_EXPR_CALL: /* opened by print_item() */
  case FLAT_EXPR_IF:
  case FLAT_EXPR_RESULT:
  case FLAT_EXPR_ELEMENT: assert(false && "a leaf"); break;
  }
}

static void print_item(Printer *p, Item item)
{
  if (!item.expr)
    fputs(item.text, p->out);
  else if (item.expr->kind == FLAT_EXPR_IF) {
    open_if(p, item.expr, item.text ? item.text : "if ");
  } else if (item.expr->kind == FLAT_EXPR_CALL) {
    if (item.expr->function == FLAT_SPATIAL) {
      open_spatial(p, item.expr);
    } else {
      flat_expr_print_open_function(p, item.expr);
    }
  } else if (item.expr->kind == FLAT_EXPR_RESULT) {
    open_result(p, item.expr);
  } else {
    print_leaf(p, item.expr, item.bare);
  }
}

void printer_expr(Printer *p, const FlatExpr *expr, bool bare)
{
  assert(p->n_items == 0);
  flat_expr_print_push_expr(p, expr, LEVEL_IF, bare);
  while (p->n_items > 0) print_item(p, p->item[--p->n_items]);
}

void printer_operand(Printer *p, const FlatExpr *expr)
{
  assert(p->n_items == 0);
  flat_expr_print_push_expr(p, expr, LEVEL_SUM, false);
  while (p->n_items > 0) print_item(p, p->item[--p->n_items]);
}

/* An if on the left would read as an if-equation. */
void printer_sides(Printer *p, const FlatExpr *left, const FlatExpr *right)
{
  push_text(p, " = ");
  flat_expr_print_push_expr(p, left, LEVEL_OR, is_firm(right));
  while (p->n_items > 0) print_item(p, p->item[--p->n_items]);
  printer_expr(p, right, is_firm(left));
}
