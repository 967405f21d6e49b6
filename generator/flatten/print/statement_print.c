/* statement_print.c: the statements of a procedure as Modelica text.
 *
 * Reading the text back makes temporary slots again: for elements with
 * computed subscripts, results of calls and bounds of loops. Where a temporary
 * is only handed on, it is not printed; so the text stays the same.
 */
#include <assert.h>
#include <string.h>

#include "flatten/print/printed_function.h"
#include "flatten/print/procedure_print.h"

/* --- temporaries --- */

static bool is_temporary(const Printer *p, int slot)
{
  return printed_now(p)->reads[slot] == 1 && printed_now(p)->writes[slot] == 1;
}

static bool is_slot(const FlatExpr *expr, int slot)
{
  while (expr->kind == FLAT_EXPR_CALL && expr->function == FLAT_TO_REAL)
    expr = expr->arg[0];
  return expr->kind == FLAT_EXPR_LOCAL && expr->slot == slot;
}

static const FlatStatement *statement_print_at(const FlatStatementList *list,
                                               int i)
{
  return i >= 0 && i < list->n_items ? &list->item[i] : NULL;
}

bool printed_hands_on(const Printer *p, const FlatStatement *s, int slot)
{
  const bool *is_hidden = printed_now(p)->is_hidden;
  if (s && is_hidden && s->target >= 0 && is_hidden[s->target]) return false;
  return s && s->kind == STATEMENT_ASSIGN && is_temporary(p, slot) &&
         is_slot(s->value, slot);
}

static bool is_bound(const Printer *p, const FlatStatement *loop, int slot)
{
  return is_temporary(p, slot) &&
         (is_slot(loop->value, slot) || is_slot(loop->step, slot) ||
          is_slot(loop->limit, slot));
}

/* Assigned for the loop that follows. */
static bool is_for_loop(const Printer *p, const FlatStatementList *list, int i)
{
  int target = list->item[i].target, j = i + 1;
  while (j <= i + 3 && statement_print_at(list, j) &&
         list->item[j].kind == STATEMENT_ASSIGN)
    j++;
  const FlatStatement *loop = statement_print_at(list, j);
  if (!loop || loop->kind != STATEMENT_FOR) return false;
  for (int k = i + 1; k < j; k++) {
    if (!is_bound(p, loop, list->item[k].target)) return false;
  }
  return is_bound(p, loop, target);
}

/* Reading or writing the element makes the same check. */
static bool is_implied(const Printer *p, const FlatStatementList *list, int i)
{
  const FlatStatement *check = &list->item[i],
                      *next = statement_print_at(list, i + 1);
  const FlatProcedure *f = p->flat->procedure[printed_now(p)->procedure];
  if (!next || printed_now(p)->section ||
      (next->kind != STATEMENT_READ && next->kind != STATEMENT_WRITE)) {
    return false;
  }
  const FlatExpr *index =
      next->kind == STATEMENT_READ ? next->value : next->index;
  return index == check->value && f->local[next->local].n == check->size;
}

/* --- single statements --- */

static void print_assign(Printer *p, int target, const FlatExpr *value)
{
  const FlatProcedure *f = p->flat->procedure[printed_now(p)->procedure];
  FlatType type = f->local[printed_now(p)->local_of[target]].type;
  fprintf(p->out, "%s := ", procedure_print_slot(p, target));
  printer_expr(p, value, type == FLAT_REAL);
  fputs(";\n", p->out);
}

static void statement_print_read(Printer *p, const FlatStatement *s, int target)
{
  fprintf(p->out, "%s := ", procedure_print_slot(p, target));
  fprintf(p->out, "%s[", printed_local(p, s->local));
  printer_expr(p, s->value, false);
  fputs("];\n", p->out);
}

static void statement_print_write(Printer *p, const FlatStatement *s)
{
  const FlatProcedure *f = p->flat->procedure[printed_now(p)->procedure];
  fprintf(p->out, "%s[", printed_local(p, s->local));
  printer_expr(p, s->index, false);
  fputs("] := ", p->out);
  printer_expr(p, s->value, f->local[s->local].type == FLAT_REAL);
  fputs(";\n", p->out);
}

static void print_check(Printer *p, const FlatStatement *s)
{
  assert(!s->limit); /* that of an array of known size */
  fputs("assert(", p->out);
  printer_operand(p, s->value);
  fputs(" >= 1 and ", p->out);
  printer_operand(p, s->value);
  fprintf(p->out,
          " <= %d, \"the subscript is out of bounds: dimension %d has size "
          "%d\");\n",
          s->size, s->dimension, s->size);
}

static void print_assert(Printer *p, const FlatStatement *s)
{
  fputs("assert(", p->out);
  printer_expr(p, s->value, false);
  fputs(", ", p->out);
  if (s->index) { /* a message that is composed */
    printer_expr(p, s->index, false);
  } else {
    printer_string(s->text, p->out);
  }
  fputs(s->is_warning ? ", AssertionLevel.warning);\n" : ");\n", p->out);
}

/* --- calls --- */

/* The slots that the following statements hand the results to; false: they
 * do something else. */
static bool call_targets(const Printer *p, const FlatStatementList *list, int i,
                         int *target)
{
  const FlatStatement *call = &list->item[i];
  const FlatProcedure *f = p->flat->procedure[printed_now(p)->procedure];
  const PrintedFunction *called = printed_function(p, call->procedure);
  int n = 0;
  for (int k = 0; k < call->n_results; k++) {
    const FlatStatement *s = statement_print_at(list, i + 1 + k);
    if (call->result[k] < 0 || !printed_hands_on(p, s, call->result[k]) ||
        s->value->kind != FLAT_EXPR_LOCAL) {
      return false;
    }
    target[k] = s->target;
  }
  for (int g = 0; g < called->n_outputs; g++) {
    int size = called->output[g].size;
    const FlatLocal *l = &f->local[printed_now(p)->local_of[target[n]]];
    if (size > 0 && (!l->is_array || l->n != size)) return false;
    for (int k = 0; k < size; k++) {
      if (target[n + k] != l->first + k) return false;
    }
    n += size > 0 ? size : 1;
  }
  return true;
}

static void print_results(Printer *p, const PrintedFunction *called,
                          const int *target)
{
  bool is_list = called->n_outputs > 1;
  if (is_list) fputc('(', p->out);
  for (int g = 0, n = 0; g < called->n_outputs; g++) {
    int size = called->output[g].size;
    const char *text = size > 0 ? printed_row(p, target + n, size, "result")
                                : procedure_print_slot(p, target[n]);
    fprintf(p->out, "%s%s", g > 0 ? ", " : "", text);
    n += size > 0 ? size : 1;
  }
  if (is_list) fputc(')', p->out);
  if (called->n_outputs > 0) fputs(" := ", p->out);
}

/* Returns how many statements after the call are printed with it. */
static int statement_print_call(Printer *p, const FlatStatementList *list,
                                int i)
{
  const FlatStatement *call = &list->item[i];
  const PrintedFunction *called = printed_function(p, call->procedure);
  int *target =
      arena_array(p->arena, (size_t)call->n_results + 1, sizeof target[0]);
  bool is_direct = call_targets(p, list, i, target);
  print_results(p, called, is_direct ? target : call->result);
  fprintf(p->out, "%s(", called->name);
  for (int g = 0, n = 0; g < called->n_inputs; g++) {
    int size = called->input[g].size;
    if (g > 0) fputs(", ", p->out);
    if (size > 0) fputc('{', p->out);
    for (int k = 0; k < (size > 0 ? size : 1); k++) {
      if (k > 0) fputs(", ", p->out);
      printer_expr(p, call->arg[n++], false);
    }
    if (size > 0) fputc('}', p->out);
  }
  fputs(");\n", p->out);
  return is_direct ? call->n_results : 0;
}

/* --- branches and loops --- */

static void statement_print_if(Printer *p, const FlatStatement *s, int depth)
{
  const char *word = "if ";
  for (;;) {
    fputs(word, p->out);
    printer_expr(p, s->value, false);
    fputs(" then\n", p->out);
    printed_statements(p, &s->body, depth + 1);
    printer_indent(p, depth);
    if (s->otherwise.n_items != 1 ||
        s->otherwise.item[0].kind != STATEMENT_IF) {
      break;
    }
    s = &s->otherwise.item[0];
    word = "elseif ";
  }
  if (s->otherwise.n_items > 0) {
    fputs("else\n", p->out);
    printed_statements(p, &s->otherwise, depth + 1);
    printer_indent(p, depth);
  }
  fputs("end if;\n", p->out);
}

/* As it was assigned before the loop. */
static const FlatExpr *statement_print_bound_of(const Printer *p,
                                                const FlatStatementList *list,
                                                int i, const FlatExpr *bound)
{
  for (int j = i - 1; j >= 0 && j >= i - 3; j--) {
    const FlatStatement *s = &list->item[j];
    if (s->kind == STATEMENT_ASSIGN && is_slot(bound, s->target) &&
        is_for_loop(p, list, j)) {
      return s->value;
    }
  }
  return bound;
}

static void print_for(Printer *p, const FlatStatementList *list, int i,
                      int depth)
{
  const FlatStatement *s = &list->item[i];
  assert(s->kind == STATEMENT_FOR);
  const FlatExpr *step = statement_print_bound_of(p, list, i, s->step);
  fprintf(p->out, "for %s in ", printed_iterator(p, s->target));
  printer_operand(p, statement_print_bound_of(p, list, i, s->value));
  fputc(':', p->out);
  if (step->kind != FLAT_EXPR_INTEGER || step->integer != 1) {
    printer_operand(p, step);
    fputc(':', p->out);
  }
  printer_operand(p, statement_print_bound_of(p, list, i, s->limit));
  fputs(" loop\n", p->out);
  printed_statements(p, &s->body, depth + 1);
  printer_indent(p, depth);
  fputs("end for;\n", p->out);
}

static void statement_print_loop(Printer *p, const FlatStatement *s, int depth)
{
  fputs("while true loop\n", p->out);
  printed_statements(p, &s->body, depth + 1);
  printer_indent(p, depth);
  fputs("end while;\n", p->out);
}

/* --- all kinds --- */

/* Returns how many statements after it are printed with it. */
static int statement_print_one(Printer *p, const FlatStatementList *list, int i,
                               int depth)
{
  const FlatStatement *s = &list->item[i],
                      *next = statement_print_at(list, i + 1);
  int done =
      printed_now(p)->section ? printed_in_section(p, list, i, depth) : -1;
  if (done >= 0) return done;
  switch (s->kind) {
  case STATEMENT_ASSIGN: print_assign(p, s->target, s->value); break;
  case STATEMENT_ALLOCATE:
    assert(false && "refused by printed_function.c");
    break;
  case STATEMENT_CHECK: print_check(p, s); break;
  case STATEMENT_READ:
    if (printed_hands_on(p, next, s->target)) {
      statement_print_read(p, s, next->target);
      return 1;
    }
    statement_print_read(p, s, s->target);
    break;
  case STATEMENT_WRITE: statement_print_write(p, s); break;
  case STATEMENT_CALL: return statement_print_call(p, list, i);
  case STATEMENT_IF: statement_print_if(p, s, depth); break;
  case STATEMENT_FOR: print_for(p, list, i, depth); break;
  case STATEMENT_LOOP: statement_print_loop(p, s, depth); break;
  case STATEMENT_BREAK: fputs("break;\n", p->out); break;
  case STATEMENT_RETURN: fputs("return;\n", p->out); break;
  case STATEMENT_ASSERT: print_assert(p, s); break;
  case STATEMENT_EXTERNAL: break; /* printed_external() */
  }
  return 0;
}

/* What a section assigns for itself, but for terminate(). */
static bool is_silent(const Printer *p, const FlatStatement *s)
{
  return s->kind == STATEMENT_ASSIGN && printed_now(p)->is_hidden &&
         printed_now(p)->is_hidden[s->target] && !s->text;
}

/* The recursion follows the nesting of the text. */
void printed_statements(Printer *p, const FlatStatementList *list, int depth)
{
  for (int i = 0; i < list->n_items; i++) {
    const FlatStatement *s = &list->item[i];
    if (s->kind == STATEMENT_CHECK && is_implied(p, list, i)) continue;
    if (s->kind == STATEMENT_ASSIGN && is_for_loop(p, list, i)) continue;
    if (s->kind == STATEMENT_EXTERNAL || is_silent(p, s)) continue;
    printer_indent(p, depth);
    i += statement_print_one(p, list, i, depth);
  }
}
