/* reduced_print.c: states, blocks in order, variables, structure. */
#include "reduce/reduced_print.h"

#include "reduce/model_structure.h"
#include "reduce/system_print.h"

static const char *name_of(const ReducedSystem *r, VarId v)
{
  return r->sys->var[v.i].name;
}

static void print_names(const ReducedSystem *r, const char *title,
                        const VarId *var, int n, FILE *out)
{
  fprintf(out, "%s:", title);
  for (int k = 0; k < n; k++) fprintf(out, " %s", name_of(r, var[k]));
  fputc('\n', out);
}

static void print_steps(const ReducedSystem *r, const ReducedBlock *b,
                        const char *word, const int *column,
                        const ExprId *value, int n, FILE *out)
{
  for (int k = 0; k < n; k++) {
    fprintf(out, "    %s %s := ", word, name_of(r, b->unknown[column[k]]));
    system_print_expr(r->sys, value[k], out);
    fputc('\n', out);
  }
}

/* A level of a set whose rows have others put in: what, and the rows as they
 * were. Written out, what is shared would be repeated without end. */
static bool print_peeled(const ReducedSystem *r, const ReducedBlock *b,
                         FILE *out)
{
  const System *sys = r->sys;
  const SelectionSet *set = b->kind == BLOCK_SELECT ? &sys->set[b->set] : NULL;
  if (!set || !set->residual) return false;
  fputs("    put in", out);
  for (int k = 0; k < set->n_peeled; k++) {
    VarId v = system_integral(sys, set->peeled[k], b->level);
    if (v.i >= 0) fprintf(out, " %s", name_of(r, v));
  }
  fputc('\n', out);
  for (int k = 0; k < b->n; k++) {
    fputs("    0 = ", out);
    system_print_expr(sys, sys->eq[b->equation[k].i].residual, out);
    fputc('\n', out);
  }
  return true;
}

static void print_block(const ReducedSystem *r, const ReducedBlock *b,
                        FILE *out)
{
  if (b->kind == BLOCK_ASSIGN) {
    fprintf(out, "  %s := ", name_of(r, b->unknown[0]));
    system_print_expr(r->sys, b->value, out);
    if (b->divisor.i >= 0) fputs(" where nonzero ", out);
    if (b->divisor.i >= 0) system_print_expr(r->sys, b->divisor, out);
    fputc('\n', out);
    return;
  }
  fprintf(out, "  solve %s for", b->linear ? "linear" : "nonlinear");
  if (b->kind == BLOCK_SELECT) {
    fprintf(out, " %d (set %d, level %d) of", b->n, b->set + 1, b->level);
  }
  for (int k = 0; k < b->n_columns; k++) {
    bool none = b->unknown[k].i < 0;
    fprintf(out, " %s", none ? "-" : name_of(r, b->unknown[k]));
    if (b->kind == BLOCK_LEAST && !b->how->is_wish[k]) fputs(" (any)", out);
  }
  fputs(b->kind == BLOCK_LEAST ? " by least change\n" : "\n", out);
  for (int k = 0; k < b->how->n_torn; k++) {
    fprintf(out, "%s %s%s", k == 0 ? "    torn" : "",
            name_of(r, b->unknown[b->how->torn[k]]),
            k + 1 == b->how->n_torn ? "\n" : "");
  }
  print_steps(r, b, "inner", b->how->inner, b->how->inner_value,
              b->how->n_inner, out);
  if (b->how->first) {
    const FirstValues *first = b->how->first;
    print_steps(r, b, "first", first->column, first->value, first->n, out);
  }
  if (print_peeled(r, b, out)) return;
  for (int k = 0; k < b->n; k++) {
    fputs("    0 = ", out);
    system_print_expr(r->sys, b->residual[k], out);
    fputc('\n', out);
  }
  for (int k = 0; k < b->n_entries; k++) {
    const JacobianEntry *e = &b->entry[k];
    fprintf(out, "    J[%d,%d] = ", e->row + 1, e->column + 1);
    system_print_expr(r->sys, e->value, out);
    fputc('\n', out);
  }
}

static void print_sequence(const ReducedSystem *r, const char *title,
                           const BlockSequence *sequence, FILE *out)
{
  fprintf(out, "%s\n", title);
  for (int k = 0; k < sequence->n_blocks; k++) {
    print_block(r, &sequence->block[k], out);
  }
}

static void print_variable(const ReducedVar *rv, const ReducedSystem *r,
                           FILE *out)
{
  static const char *const causality[] = {"parameter", "calculatedParameter",
                                          "input",     "output",
                                          "local",     "independent"};
  static const char *const variability[] = {"constant", "fixed", "tunable",
                                            "discrete", "continuous"};
  static const char *const initial[] = {"-", "exact", "approx", "calculated"};
  static const char type[] = "RIB";
  fprintf(out, "  %c%d %s %s %s %s", type[rv->type], rv->value_reference,
          rv->name, causality[rv->causality], variability[rv->variability],
          initial[rv->initial]);
  if (rv->has_start) fprintf(out, " start=%.15g", rv->start);
  if (rv->derivative_of >= 0) {
    fprintf(out, " der(%s)", r->var[rv->derivative_of].name);
  }
  if (rv->is_alias) fputs(" alias", out);
  fputc('\n', out);
}

static void print_unknowns(const ReducedSystem *r, const char *title,
                           const ReducedUnknown *u, int n, FILE *out)
{
  /* In step with DependencyKind. */
  static const char *const kind[] = {"(constant)", "(fixed)", "(tunable)",
                                     "(discrete)", ""};
  fprintf(out, "%s\n", title);
  for (int k = 0; k < n; k++) {
    fprintf(out, "  %s:", r->var[u[k].var].name);
    for (int i = 0; i < u[k].n_dependencies; i++) {
      fprintf(out, " %s", r->var[u[k].dependency[i]].name);
      if (u[k].kind) fputs(kind[u[k].kind[i]], out);
    }
    fputs(u[k].n_dependencies < 0 ? " (all)\n" : "\n", out);
  }
}

static void print_structure(const ReducedSystem *r, FILE *out)
{
  Arena *arena = arena_create("structure"), *scratch = arena_create("scratch");
  ModelStructure all = model_structure_find(r, arena, scratch);
  print_unknowns(r, "outputs", all.output, all.n_outputs, out);
  print_unknowns(r, "derivatives", all.derivatives, all.n_derivatives, out);
  print_unknowns(r, "initial unknowns", all.initial_unknown,
                 all.n_initial_unknowns, out);
  arena_destroy(scratch);
  arena_destroy(arena);
}

void reduced_print(const ReducedSystem *r, FILE *out)
{
  fprintf(out, "reduced %s index %d\n", r->name, r->index);
  print_names(r, "states", r->state, r->n_states, out);
  print_names(r, "derivatives", r->derivative, r->n_states, out);
  if (r->sys->n_sets > 0) {
    print_names(r, "standing for", r->state_source, r->n_states, out);
  }
  print_sequence(r, "parameters", &r->parameters, out);
  fputs("starts\n", out);
  for (int k = 0; k < r->n_starts; k++) {
    fprintf(out, "  %s := ", name_of(r, r->start[k].var));
    system_print_expr(r->sys, r->start[k].value, out);
    fputc('\n', out);
  }
  print_sequence(r, "initial", &r->initial, out);
  print_sequence(r, "continuous", &r->continuous, out);
  fputs("variables\n", out);
  for (int k = 0; k < r->n_vars; k++) print_variable(&r->var[k], r, out);
  print_structure(r, out);
}
