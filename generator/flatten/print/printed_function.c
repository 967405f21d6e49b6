/* printed_function.c: which functions are printed, and which can be
 * printed with their statements. */
#include "flatten/print/printed_function.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/print/procedure_print.h"

/* --- the functions that are called --- */

/* Whole arrays or scalars; false: a part of an array. */
static bool printed_function_make_groups(Printer *p, const PrintedFunction *f,
                                         const int *slot, int n,
                                         SlotGroup **group, int *n_groups)
{
  const FlatProcedure *from = printed_procedure(p, f);
  *group = arena_array(p->arena, (size_t)n + 1, sizeof **group);
  *n_groups = 0;
  for (int i = 0; i < n;) {
    SlotGroup one = printed_group(&from->local[f->local_of[slot[i]]]);
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
static PrintedFunction *printed_function_add_item(Printer *p, int procedure)
{
  assert(p->functions->of[procedure] == 0);
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

/* A function of the model itself has no need of the model's name. */
static const char *function_base(const Printer *p, const char *name)
{
  size_t n = strlen(p->flat->name);
  if (strncmp(name, p->flat->name, n) == 0 && name[n] == '.')
    return name + n + 1;
  return name;
}

static PrintedFunction *add_function(Printer *p, int procedure)
{
  PrintedFunctions *all = p->functions;
  const FlatProcedure *from = p->flat->procedure[procedure];
  if (all->of[procedure] > 0) return all->item[all->of[procedure] - 1];
  PrintedFunction *f = printed_function_add_item(p, procedure);
  f->name = printed_free_name(p, 0, -1, function_base(p, from->name), "");
  return f;
}

static bool has_one_scalar(const FlatProcedure *from, const PrintedFunction *f)
{
  return from->n_outputs == 1 &&
         !from->local[f->local_of[from->output[0]]].is_array;
}

/* Runs over an expression; `see` is called with each part of it. */
static void printed_function_walk(Printer *p, const FlatExpr *expr,
                                  void (*see)(Printer *, const FlatExpr *))
{
  const FlatExpr **stack = NULL;
  int n = 0, cap = 0;
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
  const FlatProcedure *from = printed_procedure(p, f);
  assert(output >= 0 && output < from->n_outputs);
  if (f->selector[output] || has_one_scalar(from, f)) return;
  f->selector[output] =
      printed_free_name(p, 0, -1, function_base(p, from->name),
                        arena_printf(p->arena, "[%d]", output + 1));
}

static void see_call(Printer *p, const FlatExpr *expr)
{
  if (expr->kind != FLAT_EXPR_RESULT) return;
  want_result(p, expr->procedure, expr->output);
}

static void find_calls(void *context, const FlatExpr *expr)
{
  printed_function_walk(context, expr, see_call);
}

/* Of a section each result is asked for by itself. */
static void printed_function_find_called(Printer *p, const PrintedFunction *f,
                                         const FlatStatementList *list)
{
  for (int i = 0; i < list->n_items; i++) {
    const FlatStatement *s = &list->item[i];
    if (s->kind == STATEMENT_CALL) add_function(p, s->procedure);
    for (int k = 0; f->section && k < s->n_results; k++) {
      int slot = s->result[k];
      if (slot >= 0 && f->reads[slot] > 0) want_result(p, s->procedure, k);
    }
    printed_function_find_called(p, f, &s->body);
    printed_function_find_called(p, f, &s->otherwise);
  }
}

/* --- what is read and written --- */

static void see_slot(Printer *p, const FlatExpr *expr)
{
  PrintedFunction *f = printed_now(p);
  f->reads_model |=
      expr->kind == FLAT_EXPR_VARIABLE || expr->kind == FLAT_EXPR_TIME;
  if (expr->kind != FLAT_EXPR_LOCAL) return;
  assert(expr->slot < printed_procedure(p, f)->n_slots);
  f->reads[expr->slot]++;
  if (expr->enumeration) f->type[expr->slot] = expr->enumeration;
}

static void count_reads(void *context, const FlatExpr *expr)
{
  printed_function_walk(context, expr, see_slot);
}

static void count_writes(Printer *p, const FlatStatementList *list)
{
  PrintedFunction *f = printed_now(p);
  const FlatProcedure *from = printed_procedure(p, f);
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

static void printed_function_count_uses(Printer *p)
{
  PrintedFunction *f = printed_now(p);
  const FlatProcedure *from = printed_procedure(p, f);
  printed_each(from, count_reads, p);
  count_writes(p, &from->body);
  for (int k = 0; k < from->n_outputs; k++) f->reads[from->output[k]]++;
}

/* --- all that is printed --- */

/* The sections are the first items. What they assign has its name; what comes
 * in is printed as such. */
static void add_section(Printer *p, const FlatAlgorithm *section)
{
  PrintedFunction *f = printed_function_add_item(p, section->procedure);
  const FlatProcedure *from = printed_procedure(p, f);
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
    printed_function_count_uses(p);
  }
  printer_each(p->flat, find_calls, p);
  for (int i = 0; i < all->n_items; i++) {
    const FlatProcedure *from = printed_procedure(p, all->item[i]);
    printed_function_find_called(p, all->item[i], &from->body);
    printed_each(from, find_calls, p);
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

static bool printed_function_begins(const FlatProcedure *from, int slot)
{
  for (int k = 0; k < from->n_inputs; k++) {
    if (from->input[k] == slot) return true;
  }
  return false;
}

static bool has_types(const FlatProcedure *from, const PrintedFunction *f)
{
  for (int k = 0; k < from->n_locals; k++) {
    const FlatLocal *local = &from->local[k];
    if (local->type == FLAT_ENUMERATION && local->n > 0 &&
        !printed_type(f, printed_group(local))) {
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
static const char *obstacle(Printer *p, PrintedFunction *f, bool has_groups)
{
  const FlatProcedure *from = printed_procedure(p, f);
  if (has_open_arrays(from)) return "sizes of its arrays are computed";
  if (!has_groups) return "a part of an array is passed";
  if (f->reads_model) return "it reads a parameter of the model";
  if (from->destructor >= 0) return "it makes an external object";
  if (from->is_external && from->body.n_items != 1) {
    return "it computes arguments of external code";
  }
  if (passes_records(from)) return "a record is passed to external code";
  if (!has_types(from, f)) return "the type of an enumeration is not known";
  for (int k = 0; !from->is_external && k < f->n_outputs; k++) {
    if (!is_assigned(f, f->output[k]) &&
        !printed_function_begins(from, f->output[k].first)) {
      return "an output is never assigned";
    }
  }
  return NULL;
}

static const char *section_obstacle(const Printer *p, const PrintedFunction *f)
{
  const FlatProcedure *from = printed_procedure(p, f);
  if (has_open_arrays(from)) return "sizes of its arrays are computed";
  return has_types(from, f) ? NULL : "the type of an enumeration is not known";
}

/* Each slot by itself. */
static void printed_function_make_scalars(Printer *p, const int *slot, int n,
                                          SlotGroup **group, int *n_groups)
{
  *group = arena_array(p->arena, (size_t)n + 1, sizeof **group);
  for (int i = 0; i < n; i++) (*group)[i] = (SlotGroup){slot[i], 0};
  *n_groups = n;
}

static void printed_function_prepare(Printer *p, PrintedFunction *f)
{
  const FlatProcedure *from = printed_procedure(p, f);
  if (f->section) {
    f->omitted = section_obstacle(p, f);
    if (!f->omitted) return;
    diagnostic_warning(p->functions->s, from->span, W208,
                       "this algorithm is not written: %s", f->omitted);
    return;
  }
  printed_function_count_uses(p);
  bool has_groups =
      printed_function_make_groups(p, f, from->input, from->n_inputs, &f->input,
                                   &f->n_inputs) &&
      printed_function_make_groups(p, f, from->output, from->n_outputs,
                                   &f->output, &f->n_outputs);
  if (!has_groups) {
    printed_function_make_scalars(p, from->input, from->n_inputs, &f->input,
                                  &f->n_inputs);
    printed_function_make_scalars(p, from->output, from->n_outputs, &f->output,
                                  &f->n_outputs);
  }
  f->omitted = obstacle(p, f, has_groups);
  if (f->omitted) {
    diagnostic_warning(p->functions->s, from->span, W208,
                       "the statements of '%s' are not written: %s", from->name,
                       f->omitted);
  }
  f->input_size =
      arena_array(p->arena, (size_t)f->n_inputs + 1, sizeof f->input_size[0]);
  for (int k = 0; k < f->n_inputs; k++) f->input_size[k] = f->input[k].size;
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
  printed_take_names(p);
  find_functions(p);
  bool is_whole = true;
  for (all->now = 0; all->now < all->n_items; all->now++) {
    printed_function_prepare(p, all->item[all->now]);
    is_whole &= !all->item[all->now]->omitted;
  }
  return is_whole;
}
