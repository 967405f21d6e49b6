/* flat_print.c: the flat model as Modelica text that flattens to itself.
 *
 * Names of several parts are printed as quoted identifiers ('a.b'), because
 * the components they came from are gone. Conversions from Integer to Real
 * are not written; where a whole Real literal stands beside a Real, its point
 * is left out (x^2, not x^2.0), because reading it back converts it again.
 */
#include "flatten/flat_print.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/algorithm_print.h"
#include "flatten/flat_printer.h"
#include "flatten/procedure_print.h"

/* --- numbers, strings and names --- */

/* The shortest decimal that reads back as the same number. */
static void format_real(char *text, size_t size, double value)
{
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(text, size, "%.*g", digits, value);
    if (strtod(text, NULL) == value) break;
  }
}

/* 1e+20 to 1e20, 1e-05 to 1e-5 */
static void print_exponent(const char *digits, FILE *out)
{
  fputc('e', out);
  if (*digits == '-') fputc('-', out);
  digits += strspn(digits, "+-0");
  fputs(digits, out);
}

static void print_real(double value, bool bare, FILE *out)
{
  char text[40];
  if (bare && value == floor(value) && fabs(value) < 1e9 &&
      !(value == 0.0 && signbit(value))) {
    fprintf(out, "%.0f", value);
    return;
  }
  format_real(text, sizeof text, value);
  char *exponent = strchr(text, 'e');
  if (exponent) *exponent++ = 0;
  fputs(text, out);
  if (exponent)
    print_exponent(exponent, out);
  else if (!strchr(text, '.'))
    fputs(".0", out);
}

void printer_string(const char *text, FILE *out)
{
  static const char plain[] = "\"\\\a\b\f\n\r\t\v", letter[] = "\"\\abfnrtv";
  fputc('"', out);
  for (; *text; text++) {
    const char *escape = strchr(plain, *text);
    if (escape)
      fprintf(out, "\\%c", letter[escape - plain]);
    else
      fputc(*text, out);
  }
  fputc('"', out);
}

static bool is_plain_name(const char *name)
{
  if (!isalpha((unsigned char)name[0]) && name[0] != '_') return false;
  for (; *name; name++) {
    if (!isalnum((unsigned char)*name) && *name != '_') return false;
  }
  return true;
}

static bool is_quoted_name(const char *name)
{
  if (name[0] != '\'') return false;
  size_t i = 1;
  while (name[i] && name[i] != '\'')
    i += name[i] == '\\' && name[i + 1] ? 2 : 1;
  return name[i] == '\'' && name[i + 1] == 0;
}

const char *printer_name_text(Arena *arena, const char *name,
                              const char *suffix)
{
  size_t n = strlen(name);
  if (is_quoted_name(name)) {
    return arena_printf(arena, "%.*s%s'", (int)(n - 1), name, suffix);
  }
  if (is_plain_name(name) && (!*suffix || suffix[0] == '_')) {
    return arena_printf(arena, "%s%s", name, suffix);
  }
  char *text = arena_alloc(arena, 2 * n + strlen(suffix) + 3), *at = text;
  *at++ = '\'';
  for (; *name; name++) {
    if (*name == '\'' || *name == '\\') *at++ = '\\';
    *at++ = *name;
  }
  memcpy(at, suffix, strlen(suffix));
  at += strlen(suffix);
  *at++ = '\'';
  *at = '\0';
  return text;
}

void printer_name(const char *name, FILE *out)
{
  if (is_plain_name(name) || is_quoted_name(name)) {
    fputs(name, out);
    return;
  }
  fputc('\'', out);
  for (; *name; name++) {
    if (*name == '\'' || *name == '\\') fputc('\\', out);
    fputc(*name, out);
  }
  fputc('\'', out);
}

/* --- expressions --- */

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

/* clang-format off */
static Level function_level(FlatFunction function)
{
  switch (function) {
  case FLAT_OR: return LEVEL_OR;
  case FLAT_AND: return LEVEL_AND;
  case FLAT_NOT: return LEVEL_NOT;
  case FLAT_LESS:
  case FLAT_LESS_EQUAL:
  case FLAT_GREATER:
  case FLAT_GREATER_EQUAL:
  case FLAT_EQUAL:
  case FLAT_NOT_EQUAL: return LEVEL_RELATION;
  case FLAT_ADD:
  case FLAT_SUBTRACT:
  case FLAT_NEGATE: return LEVEL_SUM;
  case FLAT_MULTIPLY:
  case FLAT_DIVIDE: return LEVEL_PRODUCT;
  case FLAT_POWER: return LEVEL_POWER;
  default: return LEVEL_PRIMARY;
  }
}
/* clang-format on */

static Level level_of(const FlatExpr *expr)
{
  switch (expr->kind) {
  case FLAT_EXPR_REAL: return signbit(expr->real) ? LEVEL_SUM : LEVEL_PRIMARY;
  case FLAT_EXPR_INTEGER: return expr->integer < 0 ? LEVEL_SUM : LEVEL_PRIMARY;
  case FLAT_EXPR_IF: return LEVEL_IF;
  case FLAT_EXPR_CALL: return function_level(expr->function);
  default: return LEVEL_PRIMARY;
  }
}

static void push(Printer *p, Item item)
{
  p->item = vector_grow(p->arena, p->item, &p->cap_items, p->n_items + 1,
                        sizeof p->item[0]);
  p->item[p->n_items++] = item;
}

static void push_text(Printer *p, const char *text)
{
  push(p, (Item){.text = text});
}

/* Items come back in the reverse order: push the last one first. */
static void push_expr(Printer *p, const FlatExpr *expr, Level least, bool bare)
{
  const FlatExpr *inside = written(expr);
  if (inside->kind == FLAT_EXPR_LOCAL) {
    const FlatExpr *shown = algorithm_print_shown(p, inside->slot);
    if (shown) inside = written(shown);
  }
  bool parentheses = level_of(inside) < least;
  if (parentheses) push_text(p, ")");
  push(p, (Item){.expr = inside, .bare = bare});
  if (parentheses) push_text(p, "(");
}

/* clang-format off */
static const char *binary_text(FlatFunction function)
{
  switch (function) {
  case FLAT_ADD: return " + ";
  case FLAT_SUBTRACT: return " - ";
  case FLAT_LESS: return " < ";
  case FLAT_LESS_EQUAL: return " <= ";
  case FLAT_GREATER: return " > ";
  case FLAT_GREATER_EQUAL: return " >= ";
  case FLAT_EQUAL: return " == ";
  case FLAT_NOT_EQUAL: return " <> ";
  case FLAT_AND: return " and ";
  case FLAT_OR: return " or ";
  default: return flat_function_name(function);
  }
}
/* clang-format on */

/* Whether argument i may be printed without a point: the function converts
 * it, or the other one is a Real. */
static bool is_bare(const FlatExpr *call, int i)
{
  switch (call->function) {
  case FLAT_ABS:
  case FLAT_SIGN:
  case FLAT_NEGATE:
  case FLAT_NO_EVENT:
  case FLAT_SMOOTH: return false;
  case FLAT_ADD:
  case FLAT_SUBTRACT:
  case FLAT_MULTIPLY:
  case FLAT_LESS:
  case FLAT_LESS_EQUAL:
  case FLAT_GREATER:
  case FLAT_GREATER_EQUAL:
  case FLAT_MIN:
  case FLAT_MAX:
  case FLAT_DIV:
  case FLAT_MOD:
  case FLAT_REM: return is_firm(call->arg[1 - i]);
  default: return true;
  }
}

static void open_binary(Printer *p, const FlatExpr *call, Level level)
{
  bool leans_left = level != LEVEL_POWER && level != LEVEL_RELATION;
  Level left = leans_left ? level : (Level)(level + 1);
  push_expr(p, call->arg[1], (Level)(level + 1), is_bare(call, 1));
  push_text(p, binary_text(call->function));
  push_expr(p, call->arg[0], left, is_bare(call, 0));
}

static void open_call(Printer *p, const FlatExpr *call)
{
  push_text(p, ")");
  for (int i = call->n_args - 1; i >= 0; i--) {
    push_expr(p, call->arg[i], LEVEL_IF, is_bare(call, i));
    if (i > 0) push_text(p, ", ");
  }
  push_text(p, "(");
  push_text(p, flat_function_name(call->function));
}

static void open_function(Printer *p, const FlatExpr *call)
{
  Level level = function_level(call->function);
  if (call->function == FLAT_NEGATE) {
    push_expr(p, call->arg[0], LEVEL_PRODUCT, is_bare(call, 0));
    push_text(p, "-");
  } else if (call->function == FLAT_NOT) {
    push_expr(p, call->arg[0], LEVEL_RELATION, false);
    push_text(p, "not ");
  } else if (level == LEVEL_PRIMARY) {
    open_call(p, call);
  } else {
    open_binary(p, call, level);
  }
}

/* The arguments from `first` on, as many as there are. */
static void open_arguments(Printer *p, const FlatExpr *call, int first, int n)
{
  for (int i = first + n - 1; i >= first; i--) {
    push_expr(p, call->arg[i], LEVEL_IF, false);
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
  push_text(p, "(");
  push_text(p, procedure_print_name(p, call->procedure, call->output));
}

/* f(a, b), or f(a, b)[2] where there are several results. */
static void open_result(Printer *p, const FlatExpr *call)
{
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

/* `word` is "if " or " elseif ": an if in the else branch goes on the chain. */
static void open_if(Printer *p, const FlatExpr *expr, const char *word)
{
  const FlatExpr *rest = written(expr->arg[2]);
  if (rest->kind == FLAT_EXPR_IF && rest == expr->arg[2]) {
    push(p, (Item){.expr = rest, .text = " elseif "});
  } else {
    push_expr(p, rest, LEVEL_OR, false);
    push_text(p, " else ");
  }
  push_expr(p, expr->arg[1], LEVEL_OR, false);
  push_text(p, " then ");
  push_expr(p, expr->arg[0], LEVEL_OR, false);
  push_text(p, word);
}

/* An enumeration of the model itself has no need of the model's name; so one
 * that is declared in a flat model keeps its name. */
void printer_enumeration(const Printer *p, const FlatEnumeration *type)
{
  size_t n = strlen(p->flat->name);
  const char *name = type->name;
  if (strncmp(name, p->flat->name, n) == 0 && name[n] == '.') name += n + 1;
  printer_name(name, p->out);
}

static void print_leaf(Printer *p, const FlatExpr *expr, bool bare)
{
  switch (expr->kind) {
  case FLAT_EXPR_REAL: print_real(expr->real, bare, p->out); break;
  case FLAT_EXPR_INTEGER:
    fprintf(p->out, "%lld", (long long)expr->integer);
    break;
  case FLAT_EXPR_BOOLEAN:
    fputs(expr->boolean ? "true" : "false", p->out);
    break;
  case FLAT_EXPR_STRING: printer_string(expr->string, p->out); break;
  case FLAT_EXPR_ENUMERATION:
    printer_enumeration(p, expr->enumeration);
    fprintf(p->out, ".%s", expr->enumeration->literal[expr->integer - 1]);
    break;
  case FLAT_EXPR_VARIABLE:
    printer_name(p->flat->var[expr->variable.i].name, p->out);
    break;
  case FLAT_EXPR_LOCAL:
    fputs(procedure_print_slot(p, expr->slot), p->out);
    break;
  default: fputs("time", p->out);
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
      open_function(p, item.expr);
    }
  } else if (item.expr->kind == FLAT_EXPR_RESULT) {
    open_result(p, item.expr);
  } else {
    print_leaf(p, item.expr, item.bare);
  }
}

void printer_expr(Printer *p, const FlatExpr *expr, bool bare)
{
  push_expr(p, expr, LEVEL_IF, bare);
  while (p->n_items > 0) print_item(p, p->item[--p->n_items]);
}

void printer_operand(Printer *p, const FlatExpr *expr)
{
  push_expr(p, expr, LEVEL_SUM, false);
  while (p->n_items > 0) print_item(p, p->item[--p->n_items]);
}

void flat_print_expr(const FlatModel *flat, const FlatExpr *expr, FILE *out)
{
  Printer p = {.flat = flat, .out = out, .arena = arena_create("flat print")};
  printer_expr(&p, expr, false);
  arena_destroy(p.arena);
}

/* --- variables --- */

/* Writes "(" or ", " before each attribute. */
typedef struct AttributeList {
  Printer *p;
  bool is_open;
} AttributeList;

static void begin_attribute(AttributeList *list, const char *name)
{
  fprintf(list->p->out, "%s%s = ", list->is_open ? ", " : "(", name);
  list->is_open = true;
}

static void text_attribute(AttributeList *list, const char *name,
                           const char *value)
{
  if (!value) return;
  begin_attribute(list, name);
  printer_string(value, list->p->out);
}

static void expr_attribute(AttributeList *list, const char *name,
                           const FlatExpr *value)
{
  if (!value) return;
  begin_attribute(list, name);
  printer_expr(list->p, value, true);
}

static void print_attributes(Printer *p, const FlatVar *var)
{
  static const char *const state_select[] = {"never", "avoid", "default",
                                             "prefer", "always"};
  AttributeList list = {p, false};
  text_attribute(&list, "quantity", var->quantity);
  text_attribute(&list, "unit", var->unit);
  text_attribute(&list, "displayUnit", var->display_unit);
  expr_attribute(&list, "min", var->min);
  expr_attribute(&list, "max", var->max);
  expr_attribute(&list, "start", var->start);
  expr_attribute(&list, "fixed", var->fixed);
  expr_attribute(&list, "nominal", var->nominal);
  if (var->has_state_select) {
    begin_attribute(&list, "stateSelect");
    fprintf(p->out, "StateSelect.%s", state_select[var->state_select]);
  }
  if (list.is_open) fputc(')', p->out);
}

static const char *variability_prefix(const FlatVar *var)
{
  switch (var->variability) {
  case FLAT_CONSTANT: return "constant ";
  case FLAT_PARAMETER:
    return var->evaluated ? "final parameter " : "parameter ";
  case FLAT_DISCRETE: return var->type == FLAT_REAL ? "discrete " : "";
  case FLAT_CONTINUOUS: return "";
  }
  return "";
}

static void print_var(Printer *p, const FlatVar *var)
{
  static const char *const causality[] = {"", "input ", "output "};
  static const char *const type[] = {"Real", "Integer", "Boolean", "String"};
  fprintf(p->out, "  %s%s", variability_prefix(var), causality[var->causality]);
  if (var->type == FLAT_ENUMERATION)
    printer_enumeration(p, var->enumeration);
  else
    fputs(type[var->type], p->out);
  fputc(' ', p->out);
  printer_name(var->name, p->out);
  print_attributes(p, var);
  if (var->binding) {
    fputs(" = ", p->out);
    printer_expr(p, var->binding, true);
  }
  if (var->description) {
    fputc(' ', p->out);
    printer_string(var->description, p->out);
  }
  fputs(";\n", p->out);
}

/* --- enumerations --- */

/* Declared in every Modelica program (section 4.9). */
static bool is_predefined(const FlatEnumeration *type)
{
  return strcmp(type->name, "StateSelect") == 0 ||
         strcmp(type->name, "AssertionLevel") == 0;
}

/* The enumerations met so far. */
typedef struct TypeList {
  const FlatEnumeration **type;
  int n_types, cap_types;
} TypeList;

static void print_type(Printer *p, const FlatEnumeration *type)
{
  fputs("  type ", p->out);
  printer_enumeration(p, type);
  fputs(" = enumeration(", p->out);
  for (int i = 0; i < type->n_literals; i++)
    fprintf(p->out, "%s%s", i > 0 ? ", " : "", type->literal[i]);
  fputs(");\n", p->out);
}

static void meet_type(Printer *p, TypeList *list, const FlatEnumeration *type)
{
  if (!type || is_predefined(type)) return;
  for (int i = 0; i < list->n_types; i++) {
    if (list->type[i]->name == type->name) return;
  }
  list->type = vector_grow(p->arena, list->type, &list->cap_types,
                           list->n_types + 1, sizeof list->type[0]);
  list->type[list->n_types++] = type;
  print_type(p, type);
}

static void meet_types(Printer *p, TypeList *list, const FlatExpr *expr)
{
  if (!expr) return;
  push(p, (Item){.expr = expr});
  while (p->n_items > 0) {
    const FlatExpr *at = p->item[--p->n_items].expr;
    meet_type(p, list, at->enumeration);
    for (int i = at->n_args - 1; i >= 0; i--)
      push(p, (Item){.expr = at->arg[i]});
  }
}

static void each_in_when(const FlatWhen *when, EachExpr each, void *context)
{
  for (int b = 0; b < when->n_branches; b++) {
    const FlatWhenBranch *branch = &when->branch[b];
    for (int k = 0; k < branch->n_conditions; k++) {
      each(context, branch->condition[k]);
    }
    for (int k = 0; k < branch->n_actions; k++) {
      each(context, branch->action[k].guard);
      each(context, branch->action[k].value);
    }
  }
}

void printer_each(const FlatModel *flat, EachExpr each, void *context)
{
  for (int i = 0; i < flat->n_vars; i++) {
    const FlatVar *var = &flat->var[i];
    if (var->is_internal) continue;
    each(context, var->binding);
    each(context, var->start);
    each(context, var->nominal);
    each(context, var->min);
    each(context, var->max);
  }
  for (int i = 0; i < flat->n_equations; i++) {
    if (flat->equation[i].algorithm > 0) continue;
    each(context, flat->equation[i].left);
    each(context, flat->equation[i].right);
  }
  for (int i = 0; i < flat->n_algorithms; i++) {
    const FlatAlgorithm *section = &flat->algorithm[i];
    int n = flat->procedure[section->procedure]->n_inputs;
    for (int k = 0; k < n; k++) each(context, section->shown[k]);
  }
  for (int i = 0; i < flat->n_whens; i++) {
    each_in_when(&flat->when[i], each, context);
  }
  for (int i = 0; i < flat->n_assertions; i++) {
    each(context, flat->assertion[i].condition);
  }
}

/* What is met in expressions, by printer_each(). */
typedef struct TypeMeeting {
  Printer *p;
  TypeList list;
} TypeMeeting;

static void meet_in(void *context, const FlatExpr *expr)
{
  TypeMeeting *m = context;
  meet_types(m->p, &m->list, expr);
}

static void print_types(Printer *p)
{
  TypeMeeting m = {.p = p};
  for (int i = 0; i < p->flat->n_vars; i++) {
    if (p->flat->var[i].is_internal) continue;
    meet_type(p, &m.list, p->flat->var[i].enumeration);
  }
  printer_each(p->flat, meet_in, &m);
  procedure_print_each(p, meet_in, &m);
}

static void print_vars(Printer *p)
{
  bool is_protected = false;
  for (int i = 0; i < p->flat->n_vars; i++) {
    const FlatVar *var = &p->flat->var[i];
    if (var->is_internal) continue;
    if (var->is_protected != is_protected) {
      fputs(var->is_protected ? "protected\n" : "public\n", p->out);
      is_protected = var->is_protected;
    }
    print_var(p, var);
  }
  algorithm_print_variables(p, is_protected);
}

/* --- equations and annotation --- */

static bool is_printed(const FlatAssertion *assertion, bool is_initial)
{
  return assertion->is_initial == is_initial && !assertion->ends &&
         !assertion->is_internal;
}

static void print_assertions(Printer *p, bool is_initial, bool has_title)
{
  for (int i = 0; i < p->flat->n_assertions; i++) {
    const FlatAssertion *assertion = &p->flat->assertion[i];
    if (!is_printed(assertion, is_initial)) continue;
    if (!has_title) {
      fputs(is_initial ? "initial equation\n" : "equation\n", p->out);
    }
    has_title = true;
    fputs("  assert(", p->out);
    printer_expr(p, assertion->condition, true);
    fputs(", ", p->out);
    printer_string(assertion->message, p->out);
    fputs(assertion->is_warning ? ", AssertionLevel.warning);\n" : ");\n",
          p->out);
  }
}

/* --- when-equations --- */

static void print_conditions(Printer *p, const FlatWhenBranch *branch)
{
  bool is_list = branch->n_conditions != 1;
  if (is_list) fputc('{', p->out);
  for (int k = 0; k < branch->n_conditions; k++) {
    if (k > 0) fputs(", ", p->out);
    printer_expr(p, branch->condition[k], true);
  }
  if (is_list) fputc('}', p->out);
}

static void print_action(Printer *p, const FlatAction *action)
{
  fputs("    ", p->out);
  if (action->guard) {
    fputs("if ", p->out);
    printer_expr(p, action->guard, true);
    fputs(" then ", p->out);
  }
  switch (action->kind) {
  case FLAT_ACTION_ASSIGN:
    printer_expr(p, action->target, true);
    fputs(" = ", p->out);
    printer_expr(p, action->value, true);
    break;
  case FLAT_ACTION_REINIT:
    fputs("reinit(", p->out);
    printer_expr(p, action->target, true);
    fputs(", ", p->out);
    printer_expr(p, action->value, true);
    fputc(')', p->out);
    break;
  case FLAT_ACTION_ASSERT:
    fputs("assert(", p->out);
    printer_expr(p, action->value, true);
    fputs(", ", p->out);
    printer_string(action->message, p->out);
    fputs(action->is_warning ? ", AssertionLevel.warning)" : ")", p->out);
    break;
  case FLAT_ACTION_TERMINATE:
    fputs("terminate(", p->out);
    printer_string(action->message, p->out);
    fputc(')', p->out);
    break;
  }
  fputs(action->guard ? "; end if;\n" : ";\n", p->out);
}

static void print_whens(Printer *p, bool has_title)
{
  for (int i = 0; i < p->flat->n_whens; i++) {
    const FlatWhen *when = &p->flat->when[i];
    if (!has_title) fputs("equation\n", p->out);
    has_title = true;
    for (int b = 0; b < when->n_branches; b++) {
      const FlatWhenBranch *branch = &when->branch[b];
      fputs(b == 0 ? "  when " : "  elsewhen ", p->out);
      print_conditions(p, branch);
      fputs(" then\n", p->out);
      for (int k = 0; k < branch->n_actions; k++) {
        print_action(p, &branch->action[k]);
      }
    }
    fputs("  end when;\n", p->out);
  }
}

static void print_equations(Printer *p, bool is_initial)
{
  bool has_title = false;
  for (int i = 0; i < p->flat->n_equations; i++) {
    const FlatEquation *equation = &p->flat->equation[i];
    if (equation->is_initial != is_initial || equation->algorithm > 0) continue;
    if (!has_title) {
      fputs(is_initial ? "initial equation\n" : "equation\n", p->out);
    }
    has_title = true;
    fputs("  ", p->out);
    /* An if on the left would read as an if-equation. */
    push_text(p, " = ");
    push_expr(p, equation->left, LEVEL_OR, is_firm(equation->right));
    while (p->n_items > 0) print_item(p, p->item[--p->n_items]);
    printer_expr(p, equation->right, is_firm(equation->left));
    fputs(";\n", p->out);
  }
  print_assertions(p, is_initial, has_title);
  bool has_assertion = false;
  for (int i = 0; i < p->flat->n_assertions; i++) {
    has_assertion |= is_printed(&p->flat->assertion[i], is_initial);
  }
  if (!is_initial) print_whens(p, has_title || has_assertion);
  algorithm_print(p, is_initial);
}

static void print_setting(FILE *out, bool has, const char *name, double value,
                          bool *is_open)
{
  if (!has) return;
  fputs(*is_open ? ", " : "  annotation(experiment(", out);
  fprintf(out, "%s = ", name);
  print_real(value, true, out);
  *is_open = true;
}

static void print_tolerance(const FlatModel *flat, FILE *out, bool *is_open)
{
  const Experiment *e = &flat->experiment;
  if (!e->is_tunable) {
    print_setting(out, e->has_tolerance, "Tolerance", e->tolerance, is_open);
    return;
  }
  fputs(*is_open ? ", " : "  annotation(experiment(", out);
  fputs("Tolerance = ", out);
  printer_name(flat->var[e->tolerance_parameter.i].name, out);
  *is_open = true;
}

static void print_experiment(const FlatModel *flat, FILE *out)
{
  const Experiment *e = &flat->experiment;
  bool is_open = false;
  print_setting(out, e->has_start, "StartTime", e->start, &is_open);
  print_setting(out, e->has_stop, "StopTime", e->stop, &is_open);
  print_tolerance(flat, out, &is_open);
  print_setting(out, e->has_interval, "Interval", e->interval, &is_open);
  if (is_open) fputs("));\n", out);
}

bool flat_print(Session *s, const FlatModel *flat, FILE *out)
{
  Printer p = {.flat = flat, .out = out, .arena = arena_create("flat print")};
  if (!procedure_print_begin(s, &p)) {
    arena_destroy(p.arena);
    return false;
  }
  algorithm_print_begin(&p);
  fputs("model ", out);
  printer_name(flat->name, out);
  if (flat->description) {
    fputc(' ', out);
    printer_string(flat->description, out);
  }
  fputc('\n', out);
  print_types(&p);
  procedure_print(&p);
  print_vars(&p);
  print_equations(&p, false);
  print_equations(&p, true);
  print_experiment(flat, out);
  fputs("end ", out);
  printer_name(flat->name, out);
  fputs(";\n", out);
  arena_destroy(p.arena);
  return true;
}
