/* system_print.c: one line per variable, equation and relation. */
#define _POSIX_C_SOURCE 200809L
#include "reduce/system_print.h"

#include <stdlib.h>

#include "symbolic/expr_print.h"

const char *system_var_name(const void *sys, VarId var)
{
  return ((const System *)sys)->var[var.i].name;
}

void system_print_expr(const System *sys, ExprId e, FILE *out)
{
  expr_print(sys->exprs, e, system_var_name, sys, out);
}

const char *system_expr_text(const System *sys, Session *s, ExprId e)
{
  char *bytes = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&bytes, &length);
  if (!out) return "..."; /* the machine is short of memory */
  system_print_expr(sys, e, out);
  fclose(out);
  char *text = arena_printf(session_scratch(s), "%s", bytes);
  free(bytes);
  return text;
}

static void print_attribute(const System *sys, const char *name, ExprId e,
                            FILE *out)
{
  if (e.i < 0) return;
  fprintf(out, " %s=", name);
  system_print_expr(sys, e, out);
}

static void print_var(const System *sys, const Var *var, FILE *out)
{
  static const char *const kind[] = {"constant", "parameter", "memory",
                                     "input",    "discrete",  "unknown",
                                     "selected", "monitor",   "absent"};
  static const char *const type[] = {"Real", "Integer", "Boolean"};
  fprintf(out, "  %s %s %s", kind[var->kind], type[var->type], var->name);
  print_attribute(sys, "binding", var->binding, out);
  print_attribute(sys, "start", var->start, out);
  if (var->fixed) fputs(" fixed", out);
  print_attribute(sys, "nominal", var->nominal, out);
  if (var->is_output) fputs(" output", out);
  if (var->derivative.i >= 0) {
    fprintf(out, " derivative=%s", sys->var[var->derivative.i].name);
  }
  if (var->alias_of.i >= 0) {
    fprintf(out, " alias=%s%s", var->alias_negative ? "-" : "",
            sys->var[var->alias_of.i].name);
  }
  if (var->is_dummy) fputs(" dummy", out);
  if (var->role == ROLE_STATE) fputs(" state", out);
  if (var->set >= 0) fprintf(out, " set=%d.%d", var->set + 1, var->level);
  fputc('\n', out);
}

static void print_eq(const System *sys, int k, FILE *out)
{
  const Eq *eq = &sys->eq[k];
  fprintf(out, "  e%d: 0 = ", k + 1);
  system_print_expr(sys, eq->residual, out);
  if (eq->integral.i >= 0) fprintf(out, "  [der(e%d)]", eq->integral.i + 1);
  if (sys->eq_var && sys->eq_var[k].i >= 0) {
    fprintf(out, "  [for %s]", sys->var[sys->eq_var[k].i].name);
  }
  fputc('\n', out);
}

void system_print(const System *sys, FILE *out)
{
  fprintf(out, "system %s\nvariables\n", sys->name);
  for (int i = 0; i < sys->n_vars; i++) print_var(sys, &sys->var[i], out);
  fputs("equations\n", out);
  for (int k = 0; k < sys->n_eqs; k++) print_eq(sys, k, out);
  for (int k = 0; k < sys->n_discrete_eqs; k++) {
    fputs("  ", out);
    system_print_expr(sys, sys->discrete_eq[k].left, out);
    fputs(" := ", out);
    system_print_expr(sys, sys->discrete_eq[k].right, out);
    fputc('\n', out);
  }
  if (sys->n_initial_eqs > 0) fputs("initial equations\n", out);
  for (int k = 0; k < sys->n_initial_eqs; k++) {
    fputs("  0 = ", out);
    system_print_expr(sys, sys->initial_eq[k].residual, out);
    fputc('\n', out);
  }
  for (int k = 0; k < sys->n_initial_discrete_eqs; k++) {
    fputs("  ", out);
    system_print_expr(sys, sys->initial_discrete_eq[k].left, out);
    fputs(" := ", out);
    system_print_expr(sys, sys->initial_discrete_eq[k].right, out);
    fputs("  [at the start]\n", out);
  }
  if (sys->n_relations > 0) fputs("relations\n", out);
  for (int k = 0; k < sys->n_relations; k++) {
    const EventRelation *r = &sys->relation[k];
    fprintf(out, "  r%d: ", k);
    system_print_expr(sys, r->left, out);
    fputs(r->or_equal ? " <= " : " < ", out);
    system_print_expr(sys, r->right, out);
    if (r->event_time.i >= 0) {
      fputs("  [at time ", out);
      system_print_expr(sys, r->event_time, out);
      fputc(']', out);
    }
    fputc('\n', out);
  }
  for (int k = 0; k < sys->n_samples; k++) {
    fprintf(out, "  %s: from ", sys->var[sys->sample[k].var.i].name);
    system_print_expr(sys, sys->sample[k].start, out);
    fputs(" every ", out);
    system_print_expr(sys, sys->sample[k].interval, out);
    fputc('\n', out);
  }
  if (sys->n_reinits > 0) fputs("reinit\n", out);
  for (int k = 0; k < sys->n_reinits; k++) {
    const Reinit *r = &sys->reinit[k];
    fprintf(out, "  %s := ", sys->var[r->state.i].name);
    system_print_expr(sys, r->value, out);
    fputs(" if ", out);
    system_print_expr(sys, r->active, out);
    fputc('\n', out);
  }
}
