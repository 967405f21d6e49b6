/* procedure_print.c: see procedure_print.h.
 *
 * Slots are named as they appear in the text, and declared in that order:
 * reading the text back finds other temporaries, but the same order.
 */
#define _POSIX_C_SOURCE 200809L
#include "flatten/procedure_print.h"

#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/printed_function.h"

static const FlatProcedure *procedure_of(const Printer *p,
                                         const PrintedFunction *f)
{
  return p->flat->procedure[f->procedure];
}

PrintedFunction *printed_function(const Printer *p, int procedure)
{
  return p->functions->item[p->functions->of[procedure] - 1];
}

PrintedFunction *printed_section(Printer *p, const FlatAlgorithm *section)
{
  return printed_function(p, section->procedure);
}

/* --- names --- */

/* Free among the owners, with a number behind it if need be. */
static const char *free_name(Printer *p, int owner, int other, const char *base,
                             const char *suffix)
{
  PrintedFunctions *all = p->functions;
  for (int n = 1;; n++) {
    const char *end =
        n == 1 ? suffix : arena_printf(p->arena, "%s_%d", suffix, n);
    const char *text = printer_name_text(p->arena, base, end);
    Name name = session_name(all->s, text);
    if (name_map_find(&all->names, owner, name) ||
        name_map_find(&all->names, other, name)) {
      continue;
    }
    name_map_add(&all->names, owner, name, (void *)text);
    return text;
  }
}

static void take_variable_names(Printer *p)
{
  PrintedFunctions *all = p->functions;
  for (int i = 0; i < p->flat->n_vars; i++) {
    const char *text = printer_name_text(p->arena, p->flat->var[i].name, "");
    Name name = session_name(all->s, text);
    if (name_map_find(&all->names, -1, name)) continue;
    name_map_add(&all->names, -1, name, (void *)text);
  }
}

/* A function of the model itself has no need of the model's name. */
static const char *function_base(const Printer *p, const char *name)
{
  size_t n = strlen(p->flat->name);
  if (strncmp(name, p->flat->name, n) == 0 && name[n] == '.')
    return name + n + 1;
  return name;
}

static void declare(Printer *p, PrintedFunction *f, SlotGroup group)
{
  f->declared = vector_grow(p->arena, f->declared, &f->cap_declared,
                            f->n_declared + 1, sizeof f->declared[0]);
  f->declared[f->n_declared++] = group;
}

/* In a section they are variables of the model, one for each element. */
static void name_scalars(Printer *p, PrintedFunction *f, SlotGroup group,
                         const char *base)
{
  if (group.size == 0) f->text[group.first] = free_name(p, -1, 0, base, "");
  for (int k = 0; k < group.size; k++) {
    f->text[group.first + k] =
        free_name(p, -1, 0, base, arena_printf(p->arena, "[%d]", k + 1));
  }
}

static void name_slots(Printer *p, PrintedFunction *f, SlotGroup group,
                       const char *base, const char *suffix)
{
  if (f->section) {
    name_scalars(p, f, group, base);
    return;
  }
  int owner = p->functions->now + 1;
  const char *text = free_name(p, owner, 0, base, suffix);
  if (group.size == 0) f->text[group.first] = text;
  for (int k = 0; k < group.size; k++) {
    f->text[group.first + k] = arena_printf(p->arena, "%s[%d]", text, k + 1);
  }
}

static SlotGroup group_of(const FlatLocal *local)
{
  return (SlotGroup){local->first, local->is_array ? local->n : 0};
}

static PrintedFunction *now(const Printer *p)
{
  return p->functions->item[p->functions->now];
}

const char *procedure_print_slot(Printer *p, int slot)
{
  PrintedFunction *f = now(p);
  if (!f->text[slot]) {
    const FlatLocal *local = &procedure_of(p, f)->local[f->local_of[slot]];
    name_slots(p, f, group_of(local), local->name, "");
    declare(p, f, group_of(local));
  }
  return f->text[slot];
}

const char *printed_iterator(Printer *p, int slot)
{
  PrintedFunction *f = now(p);
  const FlatLocal *local = &procedure_of(p, f)->local[f->local_of[slot]];
  name_slots(p, f, group_of(local), local->name, "");
  return f->text[slot];
}

/* The text of an element without its subscript. */
static const char *whole(Printer *p, const char *element)
{
  return arena_copy_text(p->arena, element,
                         (size_t)(strrchr(element, '[') - element));
}

const char *printed_name(Printer *p, SlotGroup group)
{
  const char *text = procedure_print_slot(p, group.first);
  return group.size > 0 ? whole(p, text) : text;
}

const char *printed_local(Printer *p, int local)
{
  return printed_name(p, group_of(&procedure_of(p, now(p))->local[local]));
}

/* Results of a call are slots one behind the other. */
const char *printed_row(Printer *p, const int *slot, int n, const char *base)
{
  PrintedFunction *f = now(p);
  if (!f->text[slot[0]] &&
      !procedure_of(p, f)->local[f->local_of[slot[0]]].is_array) {
    SlotGroup group = {slot[0], n};
    name_slots(p, f, group, base, "");
    declare(p, f, group);
  }
  return whole(p, procedure_print_slot(p, slot[0]));
}

/* --- the functions that are called --- */

void printed_each(const FlatStatementList *list, EachExpr each, void *context)
{
  for (int i = 0; i < list->n_items; i++) {
    const FlatStatement *s = &list->item[i];
    each(context, s->value);
    each(context, s->index);
    each(context, s->step);
    each(context, s->limit);
    for (int k = 0; k < s->n_args; k++) each(context, s->arg[k]);
    for (int k = 0; s->external && k < s->external->n_args; k++)
      each(context, s->external->arg[k].value);
    printed_each(&s->body, each, context);
    printed_each(&s->otherwise, each, context);
  }
}

void procedure_print_each(Printer *p, EachExpr each, void *context)
{
  PrintedFunctions *all = p->functions;
  for (int i = 0; i < all->n_items; i++)
    printed_each(&procedure_of(p, all->item[i])->body, each, context);
}

/* Whole arrays or scalars; false: a part of an array. */
static bool make_groups(Printer *p, const PrintedFunction *f, const int *slot,
                        int n, SlotGroup **group, int *n_groups)
{
  const FlatProcedure *from = procedure_of(p, f);
  *group = arena_array(p->arena, (size_t)n + 1, sizeof **group);
  *n_groups = 0;
  for (int i = 0; i < n;) {
    SlotGroup one = group_of(&from->local[f->local_of[slot[i]]]);
    int size = one.size > 0 ? one.size : 1;
    for (int k = 0; k < size; k++) {
      if (i + k >= n || slot[i + k] != one.first + k) return false;
    }
    (*group)[(*n_groups)++] = one;
    i += size;
  }
  return true;
}

static void *slots(Printer *p, const FlatProcedure *from, size_t size)
{
  return arena_array(p->arena, (size_t)from->n_slots + 1, size);
}

/* The inputs and outputs follow in check(). */
static PrintedFunction *add_item(Printer *p, int procedure)
{
  PrintedFunctions *all = p->functions;
  const FlatProcedure *from = p->flat->procedure[procedure];
  PrintedFunction *f = arena_alloc(p->arena, sizeof *f);
  f->procedure = procedure;
  f->selector =
      arena_array(p->arena, (size_t)from->n_outputs + 1, sizeof f->selector[0]);
  f->text = slots(p, from, sizeof f->text[0]);
  f->type = slots(p, from, sizeof f->type[0]);
  f->reads = slots(p, from, sizeof f->reads[0]);
  f->writes = slots(p, from, sizeof f->writes[0]);
  f->local_of = slots(p, from, sizeof f->local_of[0]);
  for (int k = 0; k < from->n_locals; k++) {
    for (int i = 0; i < from->local[k].n; i++)
      f->local_of[from->local[k].first + i] = k;
  }
  all->item = vector_grow(p->arena, all->item, &all->cap_items,
                          all->n_items + 1, sizeof all->item[0]);
  all->item[all->n_items++] = f;
  all->of[procedure] = all->n_items;
  return f;
}

static PrintedFunction *add_function(Printer *p, int procedure)
{
  PrintedFunctions *all = p->functions;
  const FlatProcedure *from = p->flat->procedure[procedure];
  if (all->of[procedure] > 0) return all->item[all->of[procedure] - 1];
  PrintedFunction *f = add_item(p, procedure);
  f->name = free_name(p, 0, -1, function_base(p, from->name), "");
  return f;
}

static bool has_one_scalar(const FlatProcedure *from, const PrintedFunction *f)
{
  return from->n_outputs == 1 &&
         !from->local[f->local_of[from->output[0]]].is_array;
}

/* Runs over an expression; `see` is called with each part of it. */
static void walk(Printer *p, const FlatExpr *expr,
                 void (*see)(Printer *, const FlatExpr *))
{
  const FlatExpr **stack = NULL;
  int n = 0, cap = 0;
  if (!expr) return;
  ArenaMark mark = arena_mark(session_scratch(p->functions->s));
  Arena *scratch = session_scratch(p->functions->s);
  stack = vector_grow(scratch, stack, &cap, 1, sizeof stack[0]);
  stack[n++] = expr;
  while (n > 0) {
    const FlatExpr *at = stack[--n];
    see(p, at);
    stack = vector_grow(scratch, stack, &cap, n + at->n_args, sizeof stack[0]);
    for (int i = at->n_args - 1; i >= 0; i--) stack[n++] = at->arg[i];
  }
  arena_release(mark);
}

static void want_result(Printer *p, int procedure, int output)
{
  PrintedFunction *f = add_function(p, procedure);
  const FlatProcedure *from = procedure_of(p, f);
  if (f->selector[output] || has_one_scalar(from, f)) return;
  f->selector[output] = free_name(p, 0, -1, function_base(p, from->name),
                                  arena_printf(p->arena, "[%d]", output + 1));
}

static void see_call(Printer *p, const FlatExpr *expr)
{
  if (expr->kind != FLAT_EXPR_RESULT) return;
  want_result(p, expr->procedure, expr->output);
}

static void find_calls(void *context, const FlatExpr *expr)
{
  walk(context, expr, see_call);
}

/* Of a section each result is asked for by itself. */
static void find_called(Printer *p, const PrintedFunction *f,
                        const FlatStatementList *list)
{
  for (int i = 0; i < list->n_items; i++) {
    const FlatStatement *s = &list->item[i];
    if (s->kind == STATEMENT_CALL) add_function(p, s->procedure);
    for (int k = 0; f->section && k < s->n_results; k++) {
      int slot = s->result[k];
      if (slot >= 0 && f->reads[slot] > 0) want_result(p, s->procedure, k);
    }
    find_called(p, f, &s->body);
    find_called(p, f, &s->otherwise);
  }
}

/* --- what is read and written --- */

static void see_slot(Printer *p, const FlatExpr *expr)
{
  PrintedFunction *f = now(p);
  f->reads_model |=
      expr->kind == FLAT_EXPR_VARIABLE || expr->kind == FLAT_EXPR_TIME;
  if (expr->kind != FLAT_EXPR_LOCAL) return;
  f->reads[expr->slot]++;
  if (expr->enumeration) f->type[expr->slot] = expr->enumeration;
}

static void count_reads(void *context, const FlatExpr *expr)
{
  walk(context, expr, see_slot);
}

static void count_writes(Printer *p, const FlatStatementList *list)
{
  PrintedFunction *f = now(p);
  const FlatProcedure *from = procedure_of(p, f);
  for (int i = 0; i < list->n_items; i++) {
    const FlatStatement *s = &list->item[i];
    if (s->target >= 0) f->writes[s->target]++;
    if (s->kind == STATEMENT_ASSIGN && s->value->enumeration)
      f->type[s->target] = s->value->enumeration;
    if (s->kind == STATEMENT_WRITE) {
      f->writes[from->local[s->local].first]++;
      if (s->value->enumeration)
        f->type[from->local[s->local].first] = s->value->enumeration;
    }
    for (int k = 0; k < s->n_results; k++) {
      if (s->result[k] >= 0) f->writes[s->result[k]]++;
    }
    count_writes(p, &s->body);
    count_writes(p, &s->otherwise);
  }
}

static void count_uses(Printer *p)
{
  PrintedFunction *f = now(p);
  const FlatProcedure *from = procedure_of(p, f);
  printed_each(&from->body, count_reads, p);
  count_writes(p, &from->body);
  for (int k = 0; k < from->n_outputs; k++) f->reads[from->output[k]]++;
}

/* --- all that is printed --- */

/* The sections are the first items. What they assign has its name; what comes
 * in is printed as such. */
static void add_section(Printer *p, const FlatAlgorithm *section)
{
  PrintedFunction *f = add_item(p, section->procedure);
  const FlatProcedure *from = procedure_of(p, f);
  f->section = section;
  f->shown = slots(p, from, sizeof f->shown[0]);
  f->is_hidden = slots(p, from, sizeof f->is_hidden[0]);
  for (int k = 0; k < from->n_inputs; k++)
    f->shown[from->input[k]] = section->shown[k];
  for (int k = 0; k < from->n_outputs; k++) {
    f->is_hidden[from->output[k]] = true;
    if (section->variable[k].i < 0) continue;
    const FlatVar *var = &p->flat->var[section->variable[k].i];
    f->text[from->output[k]] = printer_name_text(p->arena, var->name, "");
    f->is_hidden[from->output[k]] = var->is_internal;
  }
}

static void find_functions(Printer *p)
{
  PrintedFunctions *all = p->functions;
  for (all->now = 0; all->now < p->flat->n_algorithms; all->now++) {
    const FlatAlgorithm *section = &p->flat->algorithm[all->now];
    add_section(p, section);
    count_uses(p);
  }
  printer_each(p->flat, find_calls, p);
  for (int i = 0; i < all->n_items; i++) {
    const FlatProcedure *from = procedure_of(p, all->item[i]);
    find_called(p, all->item[i], &from->body);
    for (int k = 0; k < from->n_derivatives; k++)
      add_function(p, from->derivative[k].procedure);
  }
}

/* --- what cannot be printed --- */

static bool is_assigned(const PrintedFunction *f, SlotGroup group)
{
  for (int k = 0; k < (group.size > 0 ? group.size : 1); k++) {
    if (f->writes[group.first + k] > 0) return true;
  }
  return false;
}

static bool begins(const FlatProcedure *from, int slot)
{
  for (int k = 0; k < from->n_inputs; k++) {
    if (from->input[k] == slot) return true;
  }
  return false;
}

static const FlatEnumeration *type_of(const PrintedFunction *f, SlotGroup group)
{
  const FlatEnumeration *type = f->type[group.first];
  for (int k = 1; !type && k < group.size; k++) type = f->type[group.first + k];
  return type;
}

static bool has_types(const FlatProcedure *from, const PrintedFunction *f)
{
  for (int k = 0; k < from->n_locals; k++) {
    const FlatLocal *local = &from->local[k];
    if (local->type == FLAT_ENUMERATION && local->n > 0 &&
        !type_of(f, group_of(local))) {
      return false;
    }
  }
  return true;
}

static bool has_open_arrays(const FlatProcedure *from)
{
  for (int k = 0; k < from->n_locals; k++) {
    if (from->local[k].is_open) return true;
  }
  return false;
}

static bool passes_records(const FlatProcedure *from)
{
  const FlatExternal *e =
      from->is_external ? from->body.item[0].external : NULL;
  for (int k = 0; e && k < e->n_args; k++) {
    if (e->arg[k].kind == EXTERNAL_RECORD) return true;
  }
  return e && e->record;
}

/* NULL: it can be printed. */
static const char *obstacle(Printer *p, PrintedFunction *f)
{
  const FlatProcedure *from = procedure_of(p, f);
  if (has_open_arrays(from)) return "sizes of its arrays are computed";
  if (!make_groups(p, f, from->input, from->n_inputs, &f->input,
                   &f->n_inputs) ||
      !make_groups(p, f, from->output, from->n_outputs, &f->output,
                   &f->n_outputs)) {
    return "a part of an array is passed";
  }
  if (f->reads_model) return "it reads a parameter of the model";
  if (from->destructor >= 0) return "it makes an external object";
  if (from->is_external && from->body.n_items != 1) {
    return "it computes arguments of external code";
  }
  if (passes_records(from)) return "a record is passed to external code";
  if (!has_types(from, f)) return "the type of an enumeration is not known";
  for (int k = 0; !from->is_external && k < f->n_outputs; k++) {
    if (!is_assigned(f, f->output[k]) && !begins(from, f->output[k].first)) {
      return "an output is never assigned";
    }
  }
  return NULL;
}

static bool section_is_printable(Printer *p, const PrintedFunction *f)
{
  const FlatProcedure *from = procedure_of(p, f);
  bool is_open = has_open_arrays(from);
  if (has_types(from, f) && !is_open) return true;
  diagnostic_error(p->functions->s, from->span, E290,
                   "this algorithm cannot be written: %s",
                   is_open ? "sizes of its arrays are computed"
                           : "the type of an enumeration is not known");
  return false;
}

static bool prepare(Printer *p, PrintedFunction *f)
{
  const FlatProcedure *from = procedure_of(p, f);
  if (f->section) return section_is_printable(p, f);
  count_uses(p);
  const char *construct = obstacle(p, f);
  if (construct) {
    diagnostic_error(p->functions->s, from->span, E290,
                     "'%s' cannot be written as a function of the flat model: "
                     "%s",
                     from->name, construct);
    return false;
  }
  f->input_size =
      arena_array(p->arena, (size_t)f->n_inputs + 1, sizeof f->input_size[0]);
  for (int k = 0; k < f->n_inputs; k++) f->input_size[k] = f->input[k].size;
  return true;
}

bool procedure_print_begin(Session *s, Printer *p)
{
  PrintedFunctions *all = arena_alloc(p->arena, sizeof *all);
  all->s = s;
  all->of = arena_array(p->arena, (size_t)p->flat->n_procedures + 1,
                        sizeof all->of[0]);
  name_map_init(&all->names, p->arena);
  p->functions = all;
  if (p->flat->n_procedures == 0) return true;
  take_variable_names(p);
  find_functions(p);
  bool good = true;
  for (all->now = 0; all->now < all->n_items; all->now++)
    good &= prepare(p, all->item[all->now]);
  return good;
}

const char *procedure_print_name(const Printer *p, int procedure, int output)
{
  const PrintedFunction *f = printed_function(p, procedure);
  return f->selector[output] ? f->selector[output] : f->name;
}

const int *procedure_print_inputs(const Printer *p, int procedure,
                                  int *n_inputs)
{
  const PrintedFunction *f = printed_function(p, procedure);
  *n_inputs = f->n_inputs;
  return f->input_size;
}

/* --- declarations --- */

void printed_variable(Printer *p, const PrintedFunction *f, const char *prefix,
                      SlotGroup group, const char *name)
{
  static const char *const type[] = {"Real", "Integer", "Boolean", "String"};
  const FlatLocal *local = &procedure_of(p, f)->local[f->local_of[group.first]];
  fprintf(p->out, "%s%s", f->section ? "  " : "    ", prefix);
  if (local->type == FLAT_ENUMERATION)
    printer_enumeration(p, type_of(f, group));
  else
    fputs(type[local->type], p->out);
  fprintf(p->out, " %s", name);
  if (group.size > 0) fprintf(p->out, "[%d]", group.size);
  if (local->constant) {
    fputs(" = {", p->out);
    for (int k = 0; k < local->n; k++) {
      if (k > 0) fputs(", ", p->out);
      printer_expr(p, local->constant[k], false);
    }
    fputc('}', p->out);
  }
  fputs(";\n", p->out);
}

static void print_protected(Printer *p, const PrintedFunction *f)
{
  const FlatProcedure *from = procedure_of(p, f);
  if (f->n_declared > 0) fputs("  protected\n", p->out);
  for (int k = 0; k < f->n_declared; k++) {
    const FlatLocal *local = &from->local[f->local_of[f->declared[k].first]];
    printed_variable(p, f, local->constant ? "constant " : "", f->declared[k],
                     printed_name(p, f->declared[k]));
  }
}

/* A variable that begins with a value is an output: no input may be
 * assigned. So its value comes in under a name of its own. */
static const char **name_inputs(Printer *p, PrintedFunction *f)
{
  const FlatProcedure *from = procedure_of(p, f);
  const char **name =
      arena_array(p->arena, (size_t)f->n_inputs + 1, sizeof name[0]);
  for (int k = 0; k < f->n_inputs; k++) {
    SlotGroup group = f->input[k];
    const FlatLocal *local = &from->local[f->local_of[group.first]];
    bool is_output = false;
    for (int i = 0; i < f->n_outputs; i++)
      is_output |= f->output[i].first == group.first;
    name_slots(p, f, group, local->name, is_output ? "_start" : "");
    name[k] = printed_name(p, group);
    if (!is_output) continue;
    for (int i = 0; i < (group.size > 0 ? group.size : 1); i++)
      f->text[group.first + i] = NULL;
  }
  return name;
}

static void name_outputs(Printer *p, PrintedFunction *f)
{
  const FlatProcedure *from = procedure_of(p, f);
  for (int k = 0; k < f->n_outputs; k++) {
    SlotGroup group = f->output[k];
    const FlatLocal *local = &from->local[f->local_of[group.first]];
    if (!f->text[group.first]) name_slots(p, f, group, local->name, "");
  }
}

static void print_beginnings(Printer *p, const PrintedFunction *f,
                             const char *const *input)
{
  for (int k = 0; k < f->n_inputs; k++) {
    SlotGroup group = f->input[k];
    if (strcmp(printed_name(p, group), input[k]) == 0) continue;
    if (group.size == 0)
      fprintf(p->out, "    %s := %s;\n", f->text[group.first], input[k]);
    for (int i = 0; i < group.size; i++) {
      fprintf(p->out, "    %s := %s[%d];\n", f->text[group.first + i], input[k],
              i + 1);
    }
  }
}

/* --- annotations --- */

/* order; zeroDerivative, noDerivative of the inputs without a direction. */
static void print_restrictions(Printer *p, const PrintedFunction *f,
                               const FlatDerivative *d,
                               const char *const *input)
{
  const FlatProcedure *from = procedure_of(p, f);
  const char *separator = "(";
  if (d->order > 1) {
    fprintf(p->out, "(order = %d", d->order);
    separator = ", ";
  }
  for (int k = 0, n = 0; k < f->n_inputs; k++) {
    const FlatLocal *local = &from->local[f->local_of[f->input[k].first]];
    if (local->type == FLAT_REAL && !d->has_direction[n] && d->follows[n] < 0) {
      fprintf(p->out, "%s%s = %s", separator,
              d->needs_fixed[n] ? "zeroDerivative" : "noDerivative", input[k]);
      separator = ", ";
    }
    n += f->input[k].size > 0 ? f->input[k].size : 1;
  }
  if (separator[0] == ',') fputc(')', p->out);
}

static void print_annotation(Printer *p, const PrintedFunction *f,
                             const char *const *input)
{
  const FlatProcedure *from = procedure_of(p, f);
  fputs("    annotation(Inline = false", p->out);
  for (int k = 0; k < from->n_derivatives; k++) {
    const FlatDerivative *d = &from->derivative[k];
    fputs(", derivative", p->out);
    print_restrictions(p, f, d, input);
    fprintf(p->out, " = %s", printed_function(p, d->procedure)->name);
  }
  fputs(");\n", p->out);
}

/* --- functions --- */

static void print_signature(Printer *p, const PrintedFunction *f,
                            const char *const *input)
{
  for (int k = 0; k < f->n_inputs; k++)
    printed_variable(p, f, "input ", f->input[k], input[k]);
  for (int k = 0; k < f->n_outputs; k++) {
    printed_variable(p, f, "output ", f->output[k],
                     printed_name(p, f->output[k]));
  }
}

/* The body comes first: it says what is declared. */
static char *body_text(Printer *p, const PrintedFunction *f,
                       const char *const *input)
{
  const FlatProcedure *from = procedure_of(p, f);
  FILE *out = p->out;
  char *text = NULL;
  size_t length = 0;
  p->out = open_memstream(&text, &length);
  if (!p->out) abort();
  if (from->is_external) {
    printed_external(p, from->body.item[0].external);
  } else {
    fputs("  algorithm\n", p->out);
    print_beginnings(p, f, input);
    printed_statements(p, &from->body, 2);
  }
  fclose(p->out);
  p->out = out;
  return text;
}

/* The result of all selectors of the function; no slot has the name. */
static const char *value_name(Printer *p)
{
  PrintedFunction *f = now(p);
  if (!f->value) {
    f->value = free_name(p, p->functions->now + 1, 0, "value", "");
  }
  return f->value;
}

/* 'f[2]': the second scalar of the results. */
static void print_selector(Printer *p, const PrintedFunction *f, int output,
                           const char *const *input)
{
  const FlatProcedure *from = procedure_of(p, f);
  int which = 0, first = 0;
  while (first + (f->output[which].size > 0 ? f->output[which].size : 1) <=
         output) {
    first += f->output[which].size > 0 ? f->output[which].size : 1;
    which++;
  }
  SlotGroup group = f->output[which];
  const char *name = printed_name(p, group);
  const char *value = group.size > 0 ? value_name(p) : name;
  fprintf(p->out, "  function %s\n", f->selector[output]);
  for (int k = 0; k < f->n_inputs; k++)
    printed_variable(p, f, "input ", f->input[k], input[k]);
  printed_variable(p, f, "output ", (SlotGroup){group.first, 0}, value);
  if (group.size > 0) {
    fputs("  protected\n", p->out);
    printed_variable(p, f, "", group, name);
  }
  fputs("  algorithm\n    ", p->out);
  if (which > 0) fputc('(', p->out);
  for (int k = 0; k < which; k++) fputs(", ", p->out);
  fputs(name, p->out);
  if (which > 0) fputc(')', p->out);
  fprintf(p->out, " := %s(", f->name);
  for (int k = 0; k < f->n_inputs; k++)
    fprintf(p->out, "%s%s", k > 0 ? ", " : "", input[k]);
  fputs(");\n", p->out);
  if (group.size > 0) {
    fprintf(p->out, "    %s := %s;\n", value, f->text[from->output[output]]);
  }
  fprintf(p->out, "    annotation(Inline = true);\n  end %s;\n",
          f->selector[output]);
}

/* The call of a derivative that is all it does; NULL: it has statements. */
static const FlatStatement *derived_call(const Printer *p,
                                         const PrintedFunction *f)
{
  const FlatStatementList *body = &procedure_of(p, f)->body;
  bool is_derived = body->n_items == 1 && body->item[0].n_along > 0;
  return is_derived ? &body->item[0] : NULL;
}

static void print_derived(Printer *p, const PrintedFunction *f,
                          const FlatStatement *call)
{
  const PrintedFunction *of = printed_function(p, call->procedure);
  const FlatProcedure *from = procedure_of(p, of);
  fprintf(p->out, "  function %s = der(%s", f->name, of->name);
  for (int k = 0; k < call->n_along; k++)
    fprintf(p->out, ", %s", of->text[from->input[call->along[k]]]);
  fputs(");\n", p->out);
}

static void print_written(Printer *p, PrintedFunction *f,
                          const char *const *input)
{
  char *body = body_text(p, f, input);
  fprintf(p->out, "  function %s\n", f->name);
  print_signature(p, f, input);
  print_protected(p, f);
  fputs(body, p->out);
  free(body);
  print_annotation(p, f, input);
  fprintf(p->out, "  end %s;\n", f->name);
}

static void print_function(Printer *p, PrintedFunction *f)
{
  const FlatStatement *derived = derived_call(p, f);
  const char **input = name_inputs(p, f);
  name_outputs(p, f);
  if (derived) {
    print_derived(p, f, derived);
  } else {
    print_written(p, f, input);
  }
  for (int k = 0; k < procedure_of(p, f)->n_outputs; k++) {
    if (f->selector[k]) print_selector(p, f, k, input);
  }
}

static void print_functions(Printer *p, bool are_derived)
{
  PrintedFunctions *all = p->functions;
  for (all->now = p->flat->n_algorithms; all->now < all->n_items; all->now++) {
    PrintedFunction *f = all->item[all->now];
    if ((derived_call(p, f) != NULL) == are_derived) print_function(p, f);
  }
}

/* Derivatives name the inputs of functions that are printed before. */
void procedure_print(Printer *p)
{
  print_functions(p, false);
  print_functions(p, true);
}
