/* flat_print.c: the flat model as Modelica text that flattens to itself. How
 * expressions are written: flat_expr_print.c. */
#include "flatten/print/flat_print.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/flat/flat_repeat.h"
#include "flatten/print/algorithm_print.h"
#include "flatten/print/flat_printer.h"
#include "flatten/print/procedure_print.h"

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

static void flat_print_begin_attribute(AttributeList *list, const char *name)
{
  fprintf(list->p->out, "%s%s = ", list->is_open ? ", " : "(", name);
  list->is_open = true;
}

static void text_attribute(AttributeList *list, const char *name,
                           const char *value)
{
  if (!value) return;
  flat_print_begin_attribute(list, name);
  printer_string(value, list->p->out);
}

static void expr_attribute(AttributeList *list, const char *name,
                           const FlatExpr *value)
{
  if (!value) return;
  flat_print_begin_attribute(list, name);
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
    flat_print_begin_attribute(&list, "stateSelect");
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

static void flat_print_var(Printer *p, const FlatVar *var)
{
  static const char *const causality[] = {"", "input ", "output "};
  static const char *const type[] = {"Real", "Integer", "Boolean", "String"};
  fprintf(p->out, "  %s%s", variability_prefix(var), causality[var->causality]);
  if (var->enumeration)
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

static void print_type(Printer *p, const FlatEnumeration *type, bool is_object)
{
  if (is_object) { /* its functions are written by themselves */
    fputs("  class ", p->out);
    printer_enumeration(p, type);
    fputs("\n    extends ExternalObject;\n  end ", p->out);
    printer_enumeration(p, type);
    fputs(";\n", p->out);
    return;
  }
  fputs("  type ", p->out);
  printer_enumeration(p, type);
  fputs(" = enumeration(", p->out);
  for (int i = 0; i < type->n_literals; i++)
    fprintf(p->out, "%s%s", i > 0 ? ", " : "", type->literal[i]);
  fputs(");\n", p->out);
}

static void meet_type(Printer *p, TypeList *list, const FlatEnumeration *type,
                      bool is_object)
{
  if (!type || is_predefined(type)) return;
  for (int i = 0; i < list->n_types; i++) {
    if (list->type[i]->name == type->name) return;
  }
  list->type = vector_grow(p->arena, list->type, &list->cap_types,
                           list->n_types + 1, sizeof list->type[0]);
  list->type[list->n_types++] = type;
  print_type(p, type, is_object);
}

static void meet_types(Printer *p, TypeList *list, const FlatExpr *expr)
{
  assert(p->n_items == 0);
  printer_push(p, (PrinterItem){.expr = expr});
  while (p->n_items > 0) {
    const FlatExpr *at = p->item[--p->n_items].expr;
    meet_type(p, list, at->enumeration, at->type == FLAT_OBJECT);
    for (int i = at->n_args - 1; i >= 0; i--)
      printer_push(p, (PrinterItem){.expr = at->arg[i]});
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
    meet_type(p, &m.list, p->flat->var[i].enumeration,
              p->flat->var[i].type == FLAT_OBJECT);
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
    flat_print_var(p, var);
  }
  algorithm_print_variables(p, is_protected);
}

/* --- equations and annotation --- */

static bool is_printed(const FlatAssertion *assertion, bool is_initial)
{
  return assertion->is_initial == is_initial && !assertion->ends &&
         !assertion->is_internal;
}

static void flat_print_assertions(Printer *p, bool is_initial, bool has_title)
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

static void flat_print_conditions(Printer *p, const FlatWhenBranch *branch)
{
  bool is_list = branch->n_conditions != 1;
  if (is_list) fputc('{', p->out);
  for (int k = 0; k < branch->n_conditions; k++) {
    if (k > 0) fputs(", ", p->out);
    printer_expr(p, branch->condition[k], true);
  }
  if (is_list) fputc('}', p->out);
}

static bool assigns_same(const FlatAction *a, const FlatAction *b)
{
  return a->kind == FLAT_ACTION_ASSIGN && b->kind == FLAT_ACTION_ASSIGN &&
         a->guard && b->guard && a->target->kind == FLAT_EXPR_VARIABLE &&
         b->target->kind == FLAT_EXPR_VARIABLE &&
         a->target->variable.i == b->target->variable.i;
}

/* The branches of an if-equation, at the place of the first: v = if a then x
 * elseif b then y else pre(v). Each branch of `when` has to define the same
 * variables. */
static void print_guarded(Printer *p, const FlatWhenBranch *branch, int k)
{
  const FlatAction *action = &branch->action[k];
  for (int i = 0; i < k; i++) {
    if (assigns_same(&branch->action[i], action)) return;
  }
  fputs("    ", p->out);
  printer_expr(p, action->target, true);
  for (int i = k; i < branch->n_actions; i++) {
    const FlatAction *one = &branch->action[i];
    if (!assigns_same(one, action)) continue;
    fputs(i == k ? " = if " : " elseif ", p->out);
    printer_expr(p, one->guard, true);
    /* as in any other expression: the text is the same when it is read again */
    bool is_branched = one->value->kind == FLAT_EXPR_IF;
    fputs(is_branched ? " then (" : " then ", p->out);
    printer_expr(p, one->value, false);
    if (is_branched) fputc(')', p->out);
  }
  fputs(" else pre(", p->out);
  printer_expr(p, action->target, true);
  fputs(");\n", p->out);
}

static void print_action(Printer *p, const FlatWhenBranch *branch, int k)
{
  const FlatAction *action = &branch->action[k];
  if (action->kind == FLAT_ACTION_ASSIGN && action->guard) {
    print_guarded(p, branch, k);
    return;
  }
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
      flat_print_conditions(p, branch);
      fputs(" then\n", p->out);
      for (int k = 0; k < branch->n_actions; k++) {
        print_action(p, branch, k);
      }
    }
    fputs("  end when;\n", p->out);
  }
}

static void flat_print_equations(Printer *p, bool is_initial)
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
    printer_sides(p, equation->left, equation->right);
    fputs(";\n", p->out);
  }
  flat_print_assertions(p, is_initial, has_title);
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
  printer_real(value, true, out);
  *is_open = true;
}

static void print_tolerance(const FlatModel *flat, FILE *out, bool *is_open)
{
  const Experiment *e = &flat->experiment;
  if (!e->is_tunable) {
    print_setting(out, e->has_tolerance, "Tolerance", e->tolerance, is_open);
    return;
  }
  assert(e->tolerance_parameter.i >= 0 &&
         e->tolerance_parameter.i < flat->n_vars);
  fputs(*is_open ? ", " : "  annotation(experiment(", out);
  fputs("Tolerance = ", out);
  printer_name(flat->var[e->tolerance_parameter.i].name, out);
  *is_open = true;
}

static void flat_print_experiment(const FlatModel *flat, FILE *out)
{
  const Experiment *e = &flat->experiment;
  bool is_open = false;
  print_setting(out, e->has_start, "StartTime", e->start, &is_open);
  print_setting(out, e->has_stop, "StopTime", e->stop, &is_open);
  print_tolerance(flat, out, &is_open);
  print_setting(out, e->has_interval, "Interval", e->interval, &is_open);
  if (is_open) fputs("));\n", out);
}

bool flat_print(Session *s, const FlatModel *folded, FILE *out)
{
  Arena *arena = arena_create("flat print");
  const FlatModel *flat = flat_unfolded(folded, arena);
  Printer p = {.flat = flat, .out = out, .arena = arena};
  bool is_whole = procedure_print_begin(s, &p);
  algorithm_print_begin(&p);
  fputs(flat->is_package ? "package " : "model ", out);
  printer_name(flat->name, out);
  if (flat->description) {
    fputc(' ', out);
    printer_string(flat->description, out);
  }
  fputc('\n', out);
  print_types(&p);
  procedure_print(&p);
  print_vars(&p);
  flat_print_equations(&p, false);
  flat_print_equations(&p, true);
  flat_print_experiment(flat, out);
  fputs("end ", out);
  printer_name(flat->name, out);
  fputs(";\n", out);
  arena_destroy(p.arena);
  return is_whole;
}
