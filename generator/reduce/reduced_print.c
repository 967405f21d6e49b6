/* reduced_print.c: states, blocks in order, variables, structure. */
#include "reduce/reduced_print.h"

#include "reduce/blocks/model_structure.h"
#include "reduce/system/reduced_visit.h"
#include "reduce/system/system_print.h"
#include "reduce/tapes.h"

static const char *reduced_print_name_of(const ReducedSystem *r, VarId v)
{
  return r->sys->var[v.i].name;
}

/* `head` and an expression; "    0 = " */
static void print_line(SystemDump *dump, const char *head, ExprId e)
{
  system_dump_names(dump, &e, 1);
  fputs(head, dump->out);
  system_dump_expr(dump, e);
  fputc('\n', dump->out);
}

static void reduced_print_names(const ReducedSystem *r, const char *title,
                                const VarId *var, int n, FILE *out)
{
  fprintf(out, "%s:", title);
  for (int k = 0; k < n; k++)
    fprintf(out, " %s", reduced_print_name_of(r, var[k]));
  fputc('\n', out);
}

/* What is printed of a block, and when. */
typedef enum PrintTime { PRINT_STEPS, PRINT_ROWS, PRINT_TANGENTS } PrintTime;

static bool is_printed_then(BlockPlace place, PrintTime when)
{
  switch (place) {
  case IN_BLOCK_INNER:
  case IN_BLOCK_FIRST: return when == PRINT_STEPS;
  case IN_BLOCK_VALUE:
  case IN_BLOCK_DIVISOR:
  case IN_BLOCK_RESIDUAL:
  case IN_BLOCK_ENTRY: return when == PRINT_ROWS;
  case IN_BLOCK_TANGENT:
  case IN_BLOCK_ALONG: return when == PRINT_TANGENTS;
  case IN_BLOCK_REST: return false; /* residuals with zeros put in */
  }
  return false;
}

static bool reduced_print_is_step(BlockPlace place)
{
  return is_printed_then(place, PRINT_STEPS);
}

static bool reduced_print_is_row(BlockPlace place)
{
  return is_printed_then(place, PRINT_ROWS);
}

static bool is_tangent(BlockPlace place)
{
  return is_printed_then(place, PRINT_TANGENTS);
}

typedef struct BlockDump {
  SystemDump *dump;
  const ReducedBlock *b;
  const char *indent;
} BlockDump;

static const char *unknown_name(const BlockDump *d, int column)
{
  return system_var_name(d->dump->sys, d->b->unknown[column]);
}

/* "d(x) / d(time) = ", of a row of a loop "d(row 2) / d(y) = ". */
static void print_tangent_head(const BlockDump *d, const TangentEntry *t)
{
  FILE *out = d->dump->out;
  if (d->b->kind == BLOCK_ASSIGN && d->b->unknown) {
    fprintf(out, "%sd(%s)", d->indent, unknown_name(d, 0));
  } else {
    fprintf(out, "%sd(row %d)", d->indent, t->row + 1);
  }
  fprintf(out, " / d(%s) = ",
          t->var.i < 0 ? "time" : system_var_name(d->dump->sys, t->var));
}

/* What stands before the expression at its place. */
static void reduced_print_head(const BlockDump *d, BlockPlace place, int at)
{
  const ReducedBlock *b = d->b;
  FILE *out = d->dump->out;
  switch (place) {
  case IN_BLOCK_VALUE: fprintf(out, "  %s := ", unknown_name(d, 0)); return;
  case IN_BLOCK_DIVISOR: fputs(" where nonzero ", out); return;
  case IN_BLOCK_RESIDUAL: fputs("    0 = ", out); return;
  case IN_BLOCK_ENTRY:
    fprintf(out, "    J[%d,%d] = ", b->entry[at].row + 1,
            b->entry[at].column + 1);
    return;
  case IN_BLOCK_INNER:
    fprintf(out, "    inner %s := ", unknown_name(d, b->how->inner[at]));
    return;
  case IN_BLOCK_FIRST:
    fprintf(out,
            "    first %s := ", unknown_name(d, b->how->first->column[at]));
    return;
  case IN_BLOCK_TANGENT: print_tangent_head(d, &b->tangent[at]); return;
  case IN_BLOCK_ALONG:
    fprintf(out, "%sd(%s) = ", d->indent, unknown_name(d, 0));
    return;
  case IN_BLOCK_REST: return;
  }
}

static void reduced_print_at(void *context, BlockPlace place, int at, ExprId e)
{
  const BlockDump *d = context;
  system_dump_names(d->dump, &e, 1);
  reduced_print_head(d, place, at);
  system_dump_expr(d->dump, e);
  fputc('\n', d->dump->out);
}

/* A level of a set whose rows have others put in: what, and the rows as they
 * were. Written out, what is shared would be repeated without end. */
static bool print_eliminated(SystemDump *dump, const ReducedBlock *b)
{
  const System *sys = dump->sys;
  const SelectionSet *set = b->kind == BLOCK_SELECT ? &sys->set[b->set] : NULL;
  if (!set || !set->residual) return false;
  fputs("    put in", dump->out);
  for (int k = 0; k < set->n_eliminated; k++) {
    VarId v = system_integral(sys, set->eliminated[k], b->level);
    if (v.i >= 0) fprintf(dump->out, " %s", system_var_name(sys, v));
  }
  fputc('\n', dump->out);
  for (int k = 0; k < b->n; k++) {
    print_line(dump, "    0 = ", sys->eq[b->equation[k].i].residual);
  }
  return true;
}

/* The names of both stand before the line, the size of the divisor is made of
 * it. */
static void print_assigned(void *context, BlockPlace place, int at, ExprId e)
{
  const BlockDump *d = context;
  if (at > 0) return;
  ExprId held[] = {d->b->value, d->b->divisor};
  if (place == IN_BLOCK_VALUE) system_dump_names(d->dump, held, 2);
  reduced_print_head(d, place, at);
  system_dump_expr(d->dump, e);
}

static void print_assignment(SystemDump *dump, const ReducedBlock *b)
{
  BlockDump d = {dump, b, ""};
  block_read_expressions(b, reduced_print_is_row, print_assigned, &d);
  fputc('\n', dump->out);
}

static void print_loop(SystemDump *dump, const ReducedBlock *b)
{
  const System *sys = dump->sys;
  FILE *out = dump->out;
  BlockDump d = {dump, b, ""};
  fprintf(out, "  solve %s for", b->linear ? "linear" : "nonlinear");
  if (b->kind == BLOCK_SELECT) {
    fprintf(out, " %d (set %d, level %d) of", b->n, b->set + 1, b->level);
  }
  for (int k = 0; k < b->n_columns; k++) {
    bool none = b->unknown[k].i < 0;
    fprintf(out, " %s", none ? "-" : system_var_name(sys, b->unknown[k]));
    if (b->kind == BLOCK_LEAST && !b->how->is_preferred_start[k])
      fputs(" (any)", out);
  }
  fputs(b->kind == BLOCK_LEAST ? " by least change\n" : "\n", out);
  for (int k = 0; k < b->how->n_torn; k++) {
    fprintf(out, "%s %s%s", k == 0 ? "    torn" : "",
            system_var_name(sys, b->unknown[b->how->torn[k]]),
            k + 1 == b->how->n_torn ? "\n" : "");
  }
  block_read_expressions(b, reduced_print_is_step, reduced_print_at, &d);
  if (print_eliminated(dump, b)) return;
  block_read_expressions(b, reduced_print_is_row, reduced_print_at, &d);
}

static void print_sequence(SystemDump *dump, const char *title,
                           const BlockSequence *sequence)
{
  fprintf(dump->out, "%s\n", title);
  for (int k = 0; k < sequence->n_blocks; k++) {
    const ReducedBlock *b = &sequence->block[k];
    if (b->kind == BLOCK_ASSIGN)
      print_assignment(dump, b);
    else
      print_loop(dump, b);
  }
}

/* As --dump names it. */
static const char *sequence_title(SequencePlace place)
{
  switch (place) {
  case SEQUENCE_PARAMETERS: return "parameters";
  case SEQUENCE_INITIAL: return "initial";
  case SEQUENCE_CONTINUOUS: return "continuous";
  }
  return "";
}

typedef void PrintSequence(SystemDump *dump, const char *title,
                           const BlockSequence *sequence);
typedef void PrintBeside(SystemDump *dump, const ReducedSystem *r);

/* All of them; `of_parameters` (may be NULL) prints what is computed from
 * parameters alone. */
static void print_sequences(SystemDump *dump, const ReducedSystem *r,
                            PrintSequence *print, PrintBeside *of_parameters)
{
  for (int k = 0; k < N_SEQUENCES; k++) {
    SequencePlace place = (SequencePlace)k;
    print(dump, sequence_title(place), reduced_sequence(r, place));
    bool is_then = place == SEQUENCE_PARAMETERS && of_parameters;
    if (is_then) of_parameters(dump, r);
  }
}

static void print_start(SystemDump *dump, const ReducedStart *start)
{
  system_dump_names(dump, &start->value, 1);
  fprintf(dump->out, "  %s := ", system_var_name(dump->sys, start->var));
  system_dump_expr(dump, start->value);
  fputc('\n', dump->out);
}

static void reduced_print_variable(const ReducedVar *rv, const ReducedSystem *r,
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

static void print_states(const ReducedSystem *r, FILE *out)
{
  reduced_print_names(r, "states", r->state, r->n_states, out);
  reduced_print_names(r, "derivatives", r->derivative, r->n_states, out);
  if (r->sys->n_sets > 0) {
    reduced_print_names(r, "standing for", r->state_source, r->n_states, out);
  }
}

static void print_starts(SystemDump *dump, const ReducedSystem *r)
{
  fputs("starts\n", dump->out);
  for (int k = 0; k < r->n_starts; k++) print_start(dump, &r->start[k]);
}

static void reduced_print_variable_list(const ReducedSystem *r, FILE *out)
{
  fputs("variables\n", out);
  for (int k = 0; k < r->n_vars; k++)
    reduced_print_variable(&r->var[k], r, out);
}

void reduced_print(const ReducedSystem *r, FILE *out)
{
  fprintf(out, "reduced %s index %d\n", r->name, r->index);
  print_states(r, out);
  SystemDump dump = system_dump_begin(r->sys, out);
  print_sequences(&dump, r, print_sequence, print_starts);
  system_dump_end(&dump);
  reduced_print_variable_list(r, out);
  print_structure(r, out);
}

/* --- what one pass has made --- */

void reduced_print_sequence(const ReducedSystem *r, const char *title,
                            const BlockSequence *sequence, FILE *out)
{
  SystemDump dump = system_dump_begin(r->sys, out);
  print_sequence(&dump, title, sequence);
  system_dump_end(&dump);
}

static void reduce_reduced_print_print_divisors(SystemDump *dump,
                                                const ReducedSystem *r)
{
  fputs("nonzero parameters\n", dump->out);
  for (int k = 0; k < r->n_divisors; k++) {
    const ReducedDivisor *d = &r->divisor[k];
    system_dump_names(dump, &d->value, 1);
    fputs("  ", dump->out);
    system_dump_expr(dump, d->value);
    fprintf(dump->out, " for %s\n", reduced_print_name_of(r, d->unknown));
  }
}

void reduced_print_divisors(const ReducedSystem *r, FILE *out)
{
  SystemDump dump = system_dump_begin(r->sys, out);
  print_sequences(&dump, r, print_sequence,
                  reduce_reduced_print_print_divisors);
  system_dump_end(&dump);
}

static void reduced_print_tangent_list(SystemDump *dump, const char *title,
                                       const BlockSequence *sequence)
{
  fprintf(dump->out, "%s\n", title);
  for (int k = 0; k < sequence->n_blocks; k++) {
    const ReducedBlock *b = &sequence->block[k];
    if (b->kind != BLOCK_ASSIGN) {
      fprintf(dump->out, "  loop of %d rows\n", b->n);
    }
    BlockDump d = {dump, b, b->kind == BLOCK_ASSIGN ? "  " : "    "};
    block_read_expressions(b, is_tangent, reduced_print_at, &d);
  }
}

static void print_implicit(SystemDump *dump, const ReducedSystem *r)
{
  const ReducedImplicit *i = &r->implicit;
  if (!i->exists) return;
  fputs("implicit form\n", dump->out);
  reduced_print_names(r, "  slopes", i->slope, i->n_slopes, dump->out);
  reduced_print_names(r, "  dummies", i->dummy, i->n_dummies, dump->out);
  for (int k = 0; k < i->rows.n; k++) {
    print_line(dump, "  0 = ", i->rows.residual[k]);
  }
}

void reduced_print_tangents(const ReducedSystem *r, FILE *out)
{
  SystemDump dump = system_dump_begin(r->sys, out);
  print_sequences(&dump, r, reduced_print_tangent_list, NULL);
  print_implicit(&dump, r);
  system_dump_end(&dump);
}

void reduced_print_guesses(const ReducedSystem *r, const ExprId *guess,
                           FILE *out)
{
  SystemDump dump = system_dump_begin(r->sys, out);
  fputs("guesses\n", out);
  for (int i = 0; i < r->sys->n_vars; i++) {
    if (guess[i].i < 0) continue;
    print_start(&dump, &(ReducedStart){{i}, guess[i], true});
  }
  print_sequence(&dump, "initial", &r->initial);
  system_dump_end(&dump);
}

void reduced_print_assertions(const ReducedSystem *r, FILE *out)
{
  /* In step with AssertionMoment and AssertionLevel. */
  static const char *const moment[] = {"always", "initial", "event", "steady"};
  static const char *const level[] = {"error", "warning", "terminate"};
  const System *sys = r->sys;
  SystemDump dump = system_dump_begin(sys, out);
  fputs("assertions\n", out);
  for (int k = 0; k < sys->n_assertions; k++) {
    const Assertion *a = &sys->assertion[k];
    system_dump_names(&dump, &a->condition, 1);
    fprintf(out, "  %s %s: ", moment[a->moment], level[a->level]);
    system_dump_expr(&dump, a->condition);
    fprintf(out, " \"%s\"\n", a->message);
  }
  system_dump_end(&dump);
}

void reduced_print_variables(const ReducedSystem *r, FILE *out)
{
  print_states(r, out);
  SystemDump dump = system_dump_begin(r->sys, out);
  print_starts(&dump, r);
  system_dump_end(&dump);
  reduced_print_variable_list(r, out);
}

void reduced_print_exposed(const ReducedSystem *r, FILE *out)
{
  fputs("exposed\n", out);
  for (int k = 0; k < r->n_vars; k++) {
    if (!r->var[k].is_hidden) reduced_print_variable(&r->var[k], r, out);
  }
}

static void print_scale_group(const ReducedSystem *r, int group, FILE *out)
{
  const ReducedScales *s = &r->scale;
  fprintf(out, "  group %d:", group);
  for (int i = 0; i < r->sys->n_vars; i++) {
    if (s->of_var[i] == group) fprintf(out, " %s", r->sys->var[i].name);
  }
  if (s->hint[group - 1] > 0) fprintf(out, ", number %g", s->hint[group - 1]);
  for (int k = 0; k < s->n_sources; k++) {
    if (s->source_group[k] != group) continue;
    fprintf(out, ", as %s", r->sys->var[s->source[k].i].name);
  }
  fputc('\n', out);
}

void reduced_print_scales(const ReducedSystem *r, FILE *out)
{
  fputs("scales\n", out);
  for (int group = 1; group <= r->scale.n; group++) {
    print_scale_group(r, group, out);
  }
}

static void print_tape(const ReducedTapes *t, int number, FILE *out)
{
  const ReducedTape *tape = &t->tape[number - 1];
  fprintf(out, "  tape %d:\n", number);
  for (int k = 0; k < tape->n_steps; k++) {
    const TapeStep *s = &t->step[tape->first + k];
    fprintf(out, "    %d: %s %d %d %d\n", k, s->op, s->a, s->b, s->c);
  }
}

static int print_operands(const ReducedTapes *t, int number, int first,
                          FILE *out)
{
  fprintf(out, "tape %d,", number);
  for (int k = 0; k < t->tape[number - 1].n_operands; k++) {
    fprintf(out, " %d", t->operand[first++]);
  }
  fputc('\n', out);
  return first;
}

static void print_tape_item(const ReducedSystem *r, int k, FILE *out)
{
  int n_relations = r->sys->n_relations, n_before = tapes_first_forcing(r);
  if (k < n_relations)
    fprintf(out, "  r%d: ", k);
  else if (k < n_before)
    fprintf(out, "  assertion %d: ", k - n_relations);
  else
    fprintf(out, "  forcing %d: ", k - n_before);
}

void reduced_print_tapes(const ReducedSystem *r, FILE *out)
{
  const ReducedTapes *t = &r->tapes;
  int first = 0;
  fputs("tapes\n", out);
  for (int k = 1; k <= t->n; k++) print_tape(t, k, out);
  for (int k = 0; k < tapes_n_items(r); k++) {
    if (t->of_item[k] == 0) continue;
    print_tape_item(r, k, out);
    first = print_operands(t, t->of_item[k], first, out);
  }
  for (int k = 0; k < t->n_numbers; k++) {
    fprintf(out, "  number %d: %.17g\n", k, t->number[k]);
  }
}

void reduced_print_pattern(const ReducedSystem *r, FILE *out)
{
  const SparsePattern *p = &r->jacobian;
  fprintf(out, "pattern %s, %s\n", r->sparse ? "sparse" : "dense",
          r->choice.ida ? "implicit form" : "explicit form");
  for (int c = 0; r->sparse && c < p->n_colors; c++) {
    fprintf(out, "  colour %d\n", c + 1);
    for (int k = p->color_start[c]; k < p->color_start[c + 1]; k++) {
      int column = p->column[k];
      fprintf(out, "    column %d:", column + 1);
      for (int i = p->column_start[column]; i < p->column_start[column + 1];
           i++) {
        fprintf(out, " %d", p->row[i] + 1);
      }
      fputc('\n', out);
    }
  }
  print_structure(r, out);
}
