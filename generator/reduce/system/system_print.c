/* system_print.c: one line per variable, equation and relation. */
#define _POSIX_C_SOURCE 200809L
#include "reduce/system/system_print.h"

#include <stdlib.h>

#include "reduce/system/system_visit.h"
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

SystemDump system_dump_begin(const System *sys, FILE *out)
{
  Arena *arena = arena_create("text");
  ExprNames *names = expr_names_create(sys->exprs, arena);
  return (SystemDump){sys, out, arena, names};
}

void system_dump_end(SystemDump *dump)
{
  arena_destroy(dump->arena);
}

void system_dump_names(SystemDump *dump, const ExprId *e, int n)
{
  for (int i = 0; i < n; i++) {
    if (e[i].i < 0) continue;
    int k = expr_names_find(dump->names, e[i]) + 1;
    for (; k <= dump->names->named->n_nodes; k++) {
      fprintf(dump->out, "    t%d = ", k);
      expr_print_meaning(dump->names, k, system_var_name, dump->sys, dump->out);
      fputc('\n', dump->out);
    }
  }
}

void system_dump_expr(const SystemDump *dump, ExprId e)
{
  expr_print_named(dump->names, e, system_var_name, dump->sys, dump->out);
}

static void print_attribute(const SystemDump *dump, const char *name, ExprId e)
{
  if (e.i < 0) return;
  fprintf(dump->out, " %s=", name);
  system_dump_expr(dump, e);
}

static void print_var(SystemDump *dump, const Var *var)
{
  static const char *const kind[] = {"constant", "parameter", "memory",
                                     "input",    "discrete",  "unknown",
                                     "selected", "monitor",   "absent"};
  static const char *const type[] = {"Real", "Integer", "Boolean"};
  const System *sys = dump->sys;
  FILE *out = dump->out;
  ExprId held[] = {var->binding, var->start, var->nominal};
  system_dump_names(dump, held, 3);
  fprintf(out, "  %s %s %s", kind[var->kind], type[var->type], var->name);
  print_attribute(dump, "binding", var->binding);
  print_attribute(dump, "start", var->start);
  if (var->fixed) fputs(" fixed", out);
  print_attribute(dump, "nominal", var->nominal);
  if (var->is_output) fputs(" output", out);
  if (var->kind == VAR_PARAMETER && var->is_set_at_start) {
    fputs(" set at start", out);
  }
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

static void print_eq(SystemDump *dump, int k)
{
  const System *sys = dump->sys;
  const Eq *eq = &sys->eq[k];
  system_dump_names(dump, &eq->residual, 1);
  fprintf(dump->out, "  e%d: 0 = ", k + 1);
  system_dump_expr(dump, eq->residual);
  if (eq->integral.i >= 0) {
    fprintf(dump->out, "  [der(e%d)]", eq->integral.i + 1);
  }
  if (sys->eq_var && sys->eq_var[k].i >= 0) {
    fprintf(dump->out, "  [for %s]", sys->var[sys->eq_var[k].i].name);
  }
  if (eq->superfluous) fputs("  [superfluous]", dump->out);
  if (eq->family > 0) {
    fprintf(dump->out, "  [family %d, %d]", eq->family, eq->position + 1);
  }
  fputc('\n', dump->out);
}

static void print_initial_eq(SystemDump *dump, const Eq *eq)
{
  system_dump_names(dump, &eq->residual, 1);
  fputs("  0 = ", dump->out);
  system_dump_expr(dump, eq->residual);
  fputc('\n', dump->out);
}

static void print_discrete_eq(SystemDump *dump, const Eq *eq, const char *when)
{
  ExprId held[] = {eq->left, eq->right};
  system_dump_names(dump, held, 2);
  fputs("  ", dump->out);
  system_dump_expr(dump, eq->left);
  fputs(" := ", dump->out);
  system_dump_expr(dump, eq->right);
  fprintf(dump->out, "%s\n", when);
}

static void print_relation(SystemDump *dump, int k)
{
  const EventRelation *r = &dump->sys->relation[k];
  ExprId held[] = {r->left, r->right, r->event_time};
  system_dump_names(dump, held, 3);
  fprintf(dump->out, "  r%d: ", k);
  system_dump_expr(dump, r->left);
  fputs(r->or_equal ? " <= " : " < ", dump->out);
  system_dump_expr(dump, r->right);
  if (r->is_quiet) fputs(r->is_sign ? "  [of sign()]" : "  [quiet]", dump->out);
  if (r->event_time.i >= 0) {
    fputs("  [at time ", dump->out);
    system_dump_expr(dump, r->event_time);
    fputc(']', dump->out);
  }
  fputc('\n', dump->out);
}

static void print_sample(SystemDump *dump, const Sample *sample)
{
  ExprId held[] = {sample->start, sample->interval};
  system_dump_names(dump, held, 2);
  fprintf(dump->out, "  %s: from ", dump->sys->var[sample->var.i].name);
  system_dump_expr(dump, sample->start);
  fputs(" every ", dump->out);
  system_dump_expr(dump, sample->interval);
  fputc('\n', dump->out);
}

static void print_reinit(SystemDump *dump, const Reinit *r)
{
  ExprId held[] = {r->value, r->active};
  system_dump_names(dump, held, 2);
  fprintf(dump->out, "  %s := ", dump->sys->var[r->state.i].name);
  system_dump_expr(dump, r->value);
  fputs(" if ", dump->out);
  system_dump_expr(dump, r->active);
  fputc('\n', dump->out);
}

static void system_print_element(SystemDump *dump, SystemList list, int k)
{
  const System *sys = dump->sys;
  switch (list) {
  case LIST_VARIABLES: print_var(dump, &sys->var[k]); return;
  case LIST_EQUATIONS: print_eq(dump, k); return;
  case LIST_DISCRETE: print_discrete_eq(dump, &sys->discrete_eq[k], ""); return;
  case LIST_INITIAL: print_initial_eq(dump, &sys->initial_eq[k]); return;
  case LIST_INITIAL_DISCRETE:
    print_discrete_eq(dump, &sys->initial_discrete_eq[k], "  [at the start]");
    return;
  case LIST_RELATIONS: print_relation(dump, k); return;
  case LIST_SAMPLES: print_sample(dump, &sys->sample[k]); return;
  case LIST_REINITS: print_reinit(dump, &sys->reinit[k]); return;
  case LIST_JUMPS:
    fprintf(dump->out, "  %s: e%d\n", sys->var[sys->jump[k].impulse.i].name,
            sys->jump[k].below.i + 1);
    return;
  case LIST_ASSERTIONS: /* reduced_print_assertions() */
  case LIST_DELAYS:     /* seen by the names of their results */
  case LIST_TRANSPORTS:
  case LIST_MONITORS: /* blocks of the reduced system */
  case LIST_SETS:
  case LIST_FRAMES:
  case LIST_STEPS: /* for reports */
  case LIST_COMBINATIONS:
  case N_SYSTEM_LISTS: return;
  }
}

/* Of what is printed above; NULL: it continues what is before it. */
static const char *title_of(SystemList list)
{
  switch (list) {
  case LIST_VARIABLES: return "variables\n";
  case LIST_EQUATIONS: return "equations\n";
  case LIST_INITIAL: return "initial equations\n";
  case LIST_RELATIONS: return "relations\n";
  case LIST_REINITS: return "reinit\n";
  case LIST_JUMPS: return "jumps\n";
  case LIST_DISCRETE:
  case LIST_INITIAL_DISCRETE:
  case LIST_SAMPLES:
  case LIST_ASSERTIONS:
  case LIST_DELAYS:
  case LIST_TRANSPORTS:
  case LIST_MONITORS:
  case LIST_SETS:
  case LIST_FRAMES:
  case LIST_STEPS:
  case LIST_COMBINATIONS:
  case N_SYSTEM_LISTS: break;
  }
  return NULL;
}

/* In the order of SystemList. */
void system_print(const System *sys, FILE *out)
{
  SystemDump dump = system_dump_begin(sys, out);
  fprintf(out, "system %s\n", sys->name);
  for (int l = 0; l < N_SYSTEM_LISTS; l++) {
    SystemList list = (SystemList)l;
    int n = system_list_length(sys, list);
    bool is_always = list == LIST_VARIABLES || list == LIST_EQUATIONS;
    const char *title = n > 0 || is_always ? title_of(list) : NULL;
    if (title) fputs(title, out);
    for (int k = 0; k < n; k++) system_print_element(&dump, list, k);
  }
  system_dump_end(&dump);
}
