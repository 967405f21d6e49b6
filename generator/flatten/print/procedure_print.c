/* procedure_print.c: see procedure_print.h.
 *
 * Slots are named as they appear in the text, and declared in that order:
 * reading the text back finds other temporaries, but the same order.
 */
#define _POSIX_C_SOURCE 200809L
#include "flatten/print/procedure_print.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/print/printed_function.h"

/* --- declarations --- */

static void print_protected(Printer *p, const PrintedFunction *f)
{
  const FlatProcedure *from = printed_procedure(p, f);
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
  const FlatProcedure *from = printed_procedure(p, f);
  const char **name =
      arena_array(p->arena, (size_t)f->n_inputs + 1, sizeof name[0]);
  for (int k = 0; k < f->n_inputs; k++) {
    SlotGroup group = f->input[k];
    const FlatLocal *local = &from->local[f->local_of[group.first]];
    bool is_output = false;
    for (int i = 0; i < f->n_outputs; i++)
      is_output |= f->output[i].first == group.first;
    printed_name_slots(p, f, group, local->name, is_output ? "_start" : "");
    name[k] = printed_name(p, group);
    if (!is_output) continue;
    for (int i = 0; i < (group.size > 0 ? group.size : 1); i++)
      f->text[group.first + i] = NULL;
  }
  return name;
}

static void name_outputs(Printer *p, PrintedFunction *f)
{
  const FlatProcedure *from = printed_procedure(p, f);
  for (int k = 0; k < f->n_outputs; k++) {
    SlotGroup group = f->output[k];
    const FlatLocal *local = &from->local[f->local_of[group.first]];
    if (!f->text[group.first]) printed_name_slots(p, f, group, local->name, "");
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
  const FlatProcedure *from = printed_procedure(p, f);
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

static void procedure_print_annotation(Printer *p, const PrintedFunction *f,
                                       const char *const *input)
{
  const FlatProcedure *from = printed_procedure(p, f);
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
  const FlatProcedure *from = printed_procedure(p, f);
  FILE *out = p->out;
  char *text = NULL;
  size_t length = 0;
  p->out = open_memstream(&text, &length);
  if (!p->out) abort();
  if (f->omitted) {
    fprintf(p->out, "  algorithm\n    // not written: %s\n", f->omitted);
  } else if (from->is_external) {
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
  PrintedFunction *f = printed_now(p);
  if (!f->value) {
    f->value = printed_free_name(p, p->functions->now + 1, 0, "value", "");
  }
  return f->value;
}

/* 'f[2]': the second scalar of the results. */
static void print_selector(Printer *p, const PrintedFunction *f, int output,
                           const char *const *input)
{
  const FlatProcedure *from = printed_procedure(p, f);
  int which = 0, first = 0;
  while (first + (f->output[which].size > 0 ? f->output[which].size : 1) <=
         output) {
    assert(which + 1 < f->n_outputs);
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
  const FlatStatementList *body = &printed_procedure(p, f)->body;
  bool is_derived = body->n_items == 1 && body->item[0].n_along > 0;
  return is_derived ? &body->item[0] : NULL;
}

static void print_derived(Printer *p, const PrintedFunction *f,
                          const FlatStatement *call)
{
  const PrintedFunction *of = printed_function(p, call->procedure);
  const FlatProcedure *from = printed_procedure(p, of);
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
  if (!f->omitted) procedure_print_annotation(p, f, input);
  fprintf(p->out, "  end %s;\n", f->name);
}

static void procedure_print_function(Printer *p, PrintedFunction *f)
{
  const FlatStatement *derived = derived_call(p, f);
  const char **input = name_inputs(p, f);
  name_outputs(p, f);
  if (derived) {
    print_derived(p, f, derived);
  } else {
    print_written(p, f, input);
  }
  for (int k = 0; k < printed_procedure(p, f)->n_outputs; k++) {
    if (f->selector[k]) print_selector(p, f, k, input);
  }
}

static void print_functions(Printer *p, bool are_derived)
{
  PrintedFunctions *all = p->functions;
  for (all->now = p->flat->n_algorithms; all->now < all->n_items; all->now++) {
    PrintedFunction *f = all->item[all->now];
    if ((derived_call(p, f) != NULL) == are_derived)
      procedure_print_function(p, f);
  }
}

/* Derivatives name the inputs of functions that are printed before. */
void procedure_print(Printer *p)
{
  print_functions(p, false);
  print_functions(p, true);
}
