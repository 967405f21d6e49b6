/* algorithm_print.c: see algorithm_print.h. */
#define _POSIX_C_SOURCE 200809L
#include "flatten/print/algorithm_print.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "flatten/print/printed_function.h"
#include "flatten/print/procedure_print.h"

static const FlatProcedure *procedure_of(const Printer *p)
{
  return p->flat->procedure[printed_now(p)->procedure];
}

/* --- elements of arrays --- */

/* As a side of an equation, or as a condition. */
static void print_slot(Printer *p, const FlatLocal *local, int i)
{
  assert(i >= 0 && i < local->n);
  int slot = local->first + i;
  const FlatExpr *shown = printed_now(p)->shown[slot];
  if (local->constant) {
    printer_operand(p, local->constant[i]);
  } else if (shown) {
    printer_operand(p, shown);
  } else {
    fputs(procedure_print_slot(p, slot), p->out);
  }
}

/* target := if i == 1 then 'a[1]' elseif ... else 'a[3]'; */
static void algorithm_print_read(Printer *p, const FlatStatement *s, int target)
{
  const FlatLocal *local = &procedure_of(p)->local[s->local];
  fprintf(p->out, "%s := ", procedure_print_slot(p, target));
  for (int i = 0; i + 1 < local->n; i++) {
    fputs(i == 0 ? "if " : " elseif ", p->out);
    printer_operand(p, s->value);
    fprintf(p->out, " == %d then ", i + 1);
    print_slot(p, local, i);
  }
  if (local->n > 1) fputs(" else ", p->out);
  print_slot(p, local, local->n - 1);
  fputs(";\n", p->out);
}

static void algorithm_print_write(Printer *p, const FlatStatement *s, int depth)
{
  const FlatLocal *local = &procedure_of(p)->local[s->local];
  for (int i = 0; i < local->n; i++) {
    if (i > 0) printer_indent(p, depth);
    fputs(i == 0 ? "if " : "elseif ", p->out);
    printer_operand(p, s->index);
    fprintf(p->out, " == %d then\n", i + 1);
    printer_indent(p, depth + 1);
    fprintf(p->out, "%s := ", procedure_print_slot(p, local->first + i));
    printer_expr(p, s->value, local->type == FLAT_REAL);
    fputs(";\n", p->out);
  }
  printer_indent(p, depth);
  fputs("end if;\n", p->out);
}

/* --- calls --- */

static void print_arguments(Printer *p, const FlatStatement *call)
{
  int n_groups;
  const int *size = procedure_print_inputs(p, call->procedure, &n_groups);
  fputc('(', p->out);
  for (int g = 0, n = 0; g < n_groups; g++) {
    if (g > 0) fputs(", ", p->out);
    if (size[g] > 0) fputc('{', p->out);
    for (int k = 0; k < (size[g] > 0 ? size[g] : 1); k++) {
      if (k > 0) fputs(", ", p->out);
      printer_expr(p, call->arg[n++], false);
    }
    if (size[g] > 0) fputc('}', p->out);
  }
  fputs(");\n", p->out);
}

static bool algorithm_print_is_wanted(const Printer *p,
                                      const FlatStatement *call, int k)
{
  return call->result[k] >= 0 && printed_now(p)->reads[call->result[k]] > 0;
}

static const FlatStatement *algorithm_print_at(const FlatStatementList *list,
                                               int i)
{
  return i < list->n_items ? &list->item[i] : NULL;
}

/* Each result by a call of its own; a single one goes where it is handed
 * to. */
static int algorithm_print_call(Printer *p, const FlatStatementList *list,
                                int i, int depth)
{
  const FlatStatement *call = &list->item[i],
                      *next = algorithm_print_at(list, i + 1);
  int n_wanted = 0, last = -1;
  for (int k = 0; k < call->n_results; k++) {
    if (!algorithm_print_is_wanted(p, call, k)) continue;
    n_wanted++;
    last = k;
  }
  if (n_wanted == 0) {
    fputs(printed_function(p, call->procedure)->name, p->out);
    print_arguments(p, call);
    return 0;
  }
  bool is_direct =
      n_wanted == 1 && printed_hands_on(p, next, call->result[last]);
  bool is_first = true;
  for (int k = 0; k < call->n_results; k++) {
    if (!algorithm_print_is_wanted(p, call, k)) continue;
    if (!is_first) printer_indent(p, depth);
    is_first = false;
    int target = is_direct ? next->target : call->result[k];
    fprintf(p->out, "%s := %s", procedure_print_slot(p, target),
            procedure_print_name(p, call->procedure, k));
    print_arguments(p, call);
  }
  return is_direct ? 1 : 0;
}

/* --- when --- */

static void algorithm_print_conditions(Printer *p, const FlatStatement *s)
{
  assert(s->n_conditions > 0);
  bool is_list = s->n_conditions != 1;
  if (is_list) fputc('{', p->out);
  for (int k = 0; k < s->n_conditions; k++) {
    if (k > 0) fputs(", ", p->out);
    printer_expr(p, s->condition[k], true);
  }
  if (is_list) fputc('}', p->out);
}

static void print_when(Printer *p, const FlatStatement *s, int depth)
{
  const char *word = "when ";
  for (; s; s = algorithm_print_at(&s->otherwise, 0)) {
    fputs(word, p->out);
    algorithm_print_conditions(p, s);
    fputs(" then\n", p->out);
    printed_statements(p, &s->body, depth + 1);
    printer_indent(p, depth);
    word = "elsewhen ";
  }
  fputs("end when;\n", p->out);
}

/* --- statements --- */

int printed_in_section(Printer *p, const FlatStatementList *list, int i,
                       int depth)
{
  assert(printed_now(p)->section);
  const FlatStatement *s = &list->item[i],
                      *next = algorithm_print_at(list, i + 1);
  if (s->kind == STATEMENT_READ) {
    bool is_direct = printed_hands_on(p, next, s->target);
    algorithm_print_read(p, s, is_direct ? next->target : s->target);
    return is_direct ? 1 : 0;
  }
  if (s->kind == STATEMENT_CALL) return algorithm_print_call(p, list, i, depth);
  if (s->kind == STATEMENT_WRITE) {
    algorithm_print_write(p, s, depth);
  } else if (s->kind == STATEMENT_IF && s->n_conditions > 0) {
    print_when(p, s, depth);
  } else if (s->kind == STATEMENT_ASSIGN &&
             printed_now(p)->is_hidden[s->target]) {
    fputs("terminate(", p->out);
    printer_string(s->text, p->out);
    fputs(");\n", p->out);
  } else {
    return -1;
  }
  return 0;
}

/* --- sections --- */

void algorithm_print_begin(Printer *p)
{
  FILE *out = p->out;
  for (int k = 0; k < p->flat->n_algorithms; k++) {
    PrintedFunction *f = printed_section(p, &p->flat->algorithm[k]);
    char *text = NULL;
    size_t length = 0;
    p->functions->now = k;
    p->out = open_memstream(&text, &length);
    if (!p->out) abort();
    if (f->omitted)
      fprintf(p->out, "  // not written: %s\n", f->omitted);
    else
      printed_statements(p, &procedure_of(p)->body, 1);
    fclose(p->out);
    f->body = arena_copy_text(p->arena, text, length);
    free(text);
  }
  p->out = out;
}

/* What when-statements assign. */
static void mark_held(const Printer *p, const FlatStatementList *list,
                      bool in_when, bool *is_held)
{
  for (int i = 0; i < list->n_items; i++) {
    const FlatStatement *s = &list->item[i];
    if (in_when && s->target >= 0) is_held[s->target] = true;
    for (int k = 0; in_when && k < s->n_results; k++) {
      if (s->result[k] >= 0) is_held[s->result[k]] = true;
    }
    if (in_when && s->kind == STATEMENT_WRITE) {
      const FlatLocal *local = &procedure_of(p)->local[s->local];
      for (int k = 0; k < local->n; k++) is_held[local->first + k] = true;
    }
    mark_held(p, &s->body, in_when || s->n_conditions > 0, is_held);
    mark_held(p, &s->otherwise, in_when, is_held);
  }
}

static void print_temporary(Printer *p, const PrintedFunction *f, int slot,
                            bool is_held)
{
  const FlatLocal *local = &procedure_of(p)->local[f->local_of[slot]];
  bool is_discrete = is_held && local->type == FLAT_REAL;
  printed_variable(p, f, is_discrete ? "discrete " : "", (SlotGroup){slot, 0},
                   f->text[slot]);
}

void algorithm_print_variables(Printer *p, bool is_protected)
{
  for (int k = 0; k < p->flat->n_algorithms; k++) {
    PrintedFunction *f = printed_section(p, &p->flat->algorithm[k]);
    p->functions->now = k;
    const FlatProcedure *from = procedure_of(p);
    bool *is_held =
        arena_array(p->arena, (size_t)from->n_slots + 1, sizeof is_held[0]);
    mark_held(p, &from->body, false, is_held);
    for (int i = 0; i < f->n_declared; i++) {
      SlotGroup group = f->declared[i];
      if (!is_protected) fputs("protected\n", p->out);
      is_protected = true;
      for (int e = 0; e < (group.size > 0 ? group.size : 1); e++)
        print_temporary(p, f, group.first + e, is_held[group.first + e]);
    }
  }
}

void algorithm_print(Printer *p, bool is_initial)
{
  for (int k = 0; k < p->flat->n_algorithms; k++) {
    const FlatAlgorithm *section = &p->flat->algorithm[k];
    if (section->is_initial != is_initial) continue;
    fputs(is_initial ? "initial algorithm\n" : "algorithm\n", p->out);
    fputs(printed_section(p, section)->body, p->out);
  }
}
