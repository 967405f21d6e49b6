/* model_members.c: what the model has, and how it is to be run. */
#include "emit/model/model_members.h"

#include <assert.h>

#include "emit/interface/interface_clocks.h"
#include "emit/interface/interface_dependencies.h"
#include "emit/interface/interface_resizable.h"
#include "emit/interface/interface_variables.h"
#include "emit/model/model_adjoint.h"
#include "emit/model/model_bounds.h"
#include "emit/model/model_follow.h"
#include "emit/model/model_hybrid.h"
#include "emit/model/model_implicit.h"
#include "emit/model/model_jumps.h"
#include "emit/model/model_points.h"
#include "emit/model/model_smooth.h"
#include "emit/model/model_scales.h"
#include "emit/model/model_tables.h"
#include "emit/model/model_tapes.h"
#include "emit/text/c_text.h"
#include "function/function.h"
#include "reduce/system/reduced_visit.h"

#define DEFAULT_TOLERANCE 1e-6

static void write_array(const char *member, const char *name, FILE *out)
{
  fprintf(out, "  .%s = %s,\n", member, name);
}

/* Larger loops of initialization must have independent equations. */
enum { MOST_DEPENDENT = 200 };

/* The largest of all blocks. */
typedef struct Largest {
  int n, n_nonzeros, n_fill, n_least;
} Largest;

/* The workspace that the blocks of a sequence need; the number of loops. */
static int measure(const BlockSequence *sequence, bool is_initial,
                   Largest *largest)
{
  int n_loops = 0;
  for (int k = 0; k < sequence->n_blocks; k++) {
    const ReducedBlock *b = &sequence->block[k];
    if (b->kind == BLOCK_ASSIGN) continue;
    assert(b->how && b->n <= b->n_columns);
    n_loops++;
    if (b->n_columns > largest->n) largest->n = b->n_columns;
    if (b->n_entries > largest->n_nonzeros) largest->n_nonzeros = b->n_entries;
    if (b->how->n_fill > largest->n_fill) largest->n_fill = b->how->n_fill;
    bool may_be_free =
        b->kind == BLOCK_LEAST || (is_initial && b->n <= MOST_DEPENDENT);
    int n_least = may_be_free ? b->n + b->n_columns : 0;
    if (n_least > largest->n_least) largest->n_least = n_least;
  }
  return n_loops;
}

/* The n loops of a sequence. */
static void model_members_write_blocks(SequencePlace place, int n, FILE *out)
{
  const char *member = "", *name = "";
  switch (place) {
  case SEQUENCE_PARAMETERS: member = name = "parameter_block"; break;
  case SEQUENCE_INITIAL: member = name = "initial_block"; break;
  case SEQUENCE_CONTINUOUS:
    member = "block";
    name = "continuous_block";
    break;
  }
  if (n == 0) return;
  fprintf(out, "  .n_%ss = %d,\n", member, n);
  write_array(member, name, out);
}

static void write_largest_block(const ReducedSystem *r, FILE *out)
{
  Largest largest = {0};
  for (int k = 0; k < N_SEQUENCES; k++) {
    SequencePlace place = (SequencePlace)k;
    const BlockSequence *sequence = reduced_sequence(r, place);
    int n = measure(sequence, place == SEQUENCE_INITIAL, &largest);
    model_members_write_blocks(place, n, out);
  }
  if (r->implicit.rows.n > largest.n) largest.n = r->implicit.rows.n;
  if (r->jumps.rows.n > largest.n) largest.n = r->jumps.rows.n;
  fprintf(out,
          "  .largest_block = %d,\n  .largest_block_nonzeros = %d,\n"
          "  .largest_block_fill = %d,\n  .largest_preference_block = %d,\n",
          largest.n, largest.n_nonzeros, largest.n_fill, largest.n_least);
}

/* Strings of the model; those that are computed only: what is set stays. */
static bool has_strings(const ReducedSystem *r, bool computed)
{
  for (int i = 0; i < r->sys->n_vars; i++) {
    const Var *var = &r->sys->var[i];
    bool is_given = var->kind == VAR_PARAMETER && var->binding.i >= 0 &&
                    expr_is_const(r->sys->exprs, var->binding, NULL);
    if (var->is_string && !(computed && is_given)) return true;
  }
  return false;
}

static void write_objects(const FunctionTable *functions, FILE *out)
{
  assert(functions->n_objects > 0 && functions->object_name);
  fprintf(out, "  .n_objects = %d,\n  .object = (const char *const[]){",
          functions->n_objects);
  for (int k = 0; k < functions->n_objects; k++) {
    fputs("\n    ", out);
    c_text_string(out, functions->object_name[k]);
    fputc(',', out);
  }
  fputs("},\n", out);
}

/* External code may make texts where no text is written. */
static bool functions_hold_texts(const FunctionTable *functions)
{
  for (int i = 0; functions && i < functions->n_functions; i++) {
    const Function *f = functions->function[i];
    for (int k = 0; f && k < f->n_locals; k++)
      if (f->local[k].type == SLOT_STRING) return true;
  }
  return false;
}

/* Functions may make texts where the model has none. */
static void write_string_members(const ReducedSystem *r, FILE *out)
{
  const FunctionTable *functions = r->sys->functions;
  bool has = has_strings(r, false);
  if (r->sys->n_literals > 0) {
    fprintf(out, "  .n_texts = %d,\n", r->sys->n_literals);
    write_array("text", "text", out);
  }
  if (has || functions_hold_texts(functions) ||
      (functions && functions->n_functions > 0 && r->sys->n_literals > 0))
    fputs("  .uses_strings = 1,\n", out);
  if (!has) return;
  if (has_strings(r, true)) fputs("  .has_strings = 1,\n", out);
  write_array("is_string", "is_string", out);
}

/* What has no elements has no array: C knows none of length 0. */
void model_members_write_arrays(ModelText *m, FILE *out)
{
  const ReducedSystem *r = m->reduced;
  fprintf(out, "  .n_real = %d,\n  .n_integer = %d,\n  .n_boolean = %d,\n",
          r->n_real, r->n_integer, r->n_boolean);
  if (r->n_real_aliases > 0) {
    fprintf(out, "  .n_real_aliases = %d,\n  .real_alias = real_alias,\n",
            r->n_real_aliases);
  }
  interface_variables_write_members(m->interface, out);
  interface_clocks_write_members(m->interface, out);
  interface_resizable_write_members(m->reduced, out);
  interface_dependencies_write_members(m->interface, out);
  model_tables_kind_member("real", r->n_real, out);
  if (r->n_integer > 0) {
    model_tables_kind_member("integer", r->n_integer, out);
  }
  if (r->n_boolean > 0) {
    model_tables_kind_member("boolean", r->n_boolean, out);
  }
  write_array("real_start", "real_start", out);
  if (r->n_integer > 0) write_array("integer_start", "integer_start", out);
  if (r->n_boolean > 0) write_array("boolean_start", "boolean_start", out);
  if (r->n_texts > 0) {
    fprintf(out, "  .n_strings = %d,\n", r->n_texts);
    write_array("string", "string", out);
  }
  fprintf(out, "  .n_states = %d,\n", r->n_states);
  if (r->n_states > 0) {
    write_array("state", "state", out);
    write_array("derivative", "derivative", out);
    write_array("state_nominal", "state_nominal", out);
    bool sets = r->sys->n_sets > 0; /* else the states are shown themselves */
    write_array("shown_state", sets ? "shown_state" : "state", out);
    write_array("shown_derivative", sets ? "shown_derivative" : "derivative",
                out);
  }
  fprintf(out, "  .n_sets = %d,\n", r->sys->n_sets);
  if (r->sys->n_sets > 0) write_array("set", "selection_set", out);
  if (r->sys->n_frames > 0) {
    fprintf(out, "  .n_coordinate_frames = %d,\n", r->sys->n_frames);
    write_array("coordinate_frame", "coordinate_frame", out);
  }
  model_bounds_members(m, out);
  model_scales_members(m, out);
  model_tapes_members(m->reduced, out);
  fprintf(out, "  .n_relations = %d,\n", r->sys->n_relations);
  if (r->sys->n_relations > 0) write_array("relation", "relation", out);
  fprintf(out, "  .n_start_preferences = %d,\n", r->n_start_preferences);
  if (r->n_start_preferences > 0)
    write_array("start_preference", "start_preference", out);
  model_hybrid_members(m, out);
  write_string_members(r, out);
  const FunctionTable *functions = r->sys->functions;
  if (functions && functions->n_objects > 0) write_objects(functions, out);
  if (m->n_memo > 0) fprintf(out, "  .n_memo = %d,\n", m->n_memo);
  if (c_expression_room(m->c) > 0)
    fprintf(out, "  .call_room[0] = %zu,\n", c_expression_room(m->c));
  if (m->n_work > 0) fprintf(out, "  .function_room = %zu,\n", m->n_work);
  write_largest_block(r, out);
  if (r->sys->n_assertions == 0) return;
  fprintf(out, "  .n_assertions = %d,\n", r->sys->n_assertions);
  write_array("assertion", "assertion", out);
  write_array("assertions", "assertions", out);
}

static void model_members_write_number(const char *member, double value,
                                       FILE *out)
{
  char buffer[C_NUMBER_SIZE];
  fprintf(out, "  .%s = %s,\n", member, c_text_number(value, buffer));
}

/* 1 + the reference of the parameter that the tolerance can be set by. */
static int tolerance_parameter(const ModelText *m)
{
  VarId id = m->reduced->experiment.tolerance_parameter;
  const ReducedVar *v = id.i >= 0 ? model_text_row(m, id) : NULL;
  return v && v->causality == FMI_PARAMETER ? v->value_reference + 1 : 0;
}

static void write_projection(const ReducedSystem *r, FILE *out)
{
  static const char *const word[] = {[PROJECTION_OFF] = "PROJECT_OFF",
                                     [PROJECTION_STEP] = "PROJECT_STEP",
                                     [PROJECTION_INNER] = "PROJECT_INNER"};
  if (r->n_constraints == 0) return;
  write_array("project", word[r->choice.projection], out);
  fprintf(out, "  .n_constraints = %d,\n", r->n_constraints);
  write_array("constraint", "constraint", out);
}

static const char *model_members_formulas(FormulaChoice choice)
{
  static const char *const word[] = {[FORMULAS_BDF] = "METHOD_BDF",
                                     [FORMULAS_ADAMS] = "METHOD_ADAMS",
                                     [FORMULAS_AUTO] = "METHOD_AUTO"};
  return word[choice];
}

void model_members_write_experiment(const ModelText *m, FILE *out)
{
  const ReducedSystem *r = m->reduced;
  const SystemExperiment *e = &r->experiment;
  bool tolerance = e->has_tolerance && e->tolerance > 0;
  model_members_write_number("start_time", e->has_start ? e->start : 0, out);
  model_members_write_number("stop_time", e->has_stop ? e->stop : 0, out);
  model_members_write_number("tolerance",
                             tolerance ? e->tolerance : DEFAULT_TOLERANCE, out);
  int parameter = tolerance_parameter(m);
  if (parameter > 0) {
    fprintf(out, "  .tolerance_parameter = %d,\n", parameter);
  }
  fprintf(out, "  .has_stop_time = %d,\n", e->has_stop);
  write_projection(r, out);
  model_jumps_member(m, out);
  model_follow_member(m, out);
  model_adjoint_members(m, out);
  if (r->choice.scheduled) fputs("  .is_scheduled = 1,\n", out);
  model_points_member(m, out);
  if (r->choice.exchange_only) return; /* nothing of SUNDIALS is linked */
  write_array("integrator",
              r->choice.ida ? "&integrator_ida" : "&integrator_cvode", out);
  if (model_implicit_is_written(r)) {
    write_array("implicit", "&implicit_problem", out);
  }
  write_array("method", model_members_formulas(r->choice.formulas), out);
  if (model_is_smooth(m)) fputs("  .is_smooth = 1,\n", out);
  if (!r->sparse) return;
  write_array("jacobian", "&jacobian", out);
  write_array("sparse", "&sparse_solver", out);
}
