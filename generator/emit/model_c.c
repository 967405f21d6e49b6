/* model_c.c: fills the holes of templates/model.c.in. */
#include "emit/model_c.h"

#include <string.h>

#include "emit/c_text.h"
#include "emit/function_c.h"
#include "emit/guid.h"
#include "emit/long_sum.h"
#include "emit/model_assertions.h"
#include "emit/model_blocks.h"
#include "emit/model_computed.h"
#include "emit/model_hybrid.h"
#include "emit/model_implicit.h"
#include "emit/model_tables.h"
#include "emit/model_tangent.h"
#include "emit/model_text.h"
#include "emit/routine.h"
#include "emit/template.h"
#include "emit/version.h"

#define DEFAULT_TOLERANCE 1e-6

const ReducedVar *model_text_var(const ModelText *m, VarId var)
{
  int k = m->var_index[var.i];
  return k >= 0 ? &m->reduced->var[k] : NULL;
}

/* --- functions that are no sequences of blocks --- */

/* keep[] has the Reals first, then Integers, then Booleans. */
static int keep_index(const ReducedSystem *r, VarType type, int slot)
{
  if (type == VAR_REAL) return slot;
  return r->n_real + (type == VAR_BOOLEAN ? r->n_integer : 0) + slot;
}

/* The indices that a start value names: into keep[], then its own. */
static void start_places(const ModelText *m, VarId var, int place[2])
{
  place[1] = m->reduced->slot[var.i];
  place[0] = keep_index(m->reduced, m->reduced->sys->var[var.i].type, place[1]);
}

static void write_start_items(ModelText *m, const Routine *r, int begin,
                              int end, FILE *out)
{
  static const char *const format[] = {
      [VAR_REAL] = "if (!keep[%s]) v->real[%s] = %s;",
      [VAR_INTEGER] = "if (!keep[%s]) v->integer[%s] = to_integer(%s);",
      [VAR_BOOLEAN] = "if (!keep[%s]) v->boolean[%s] = (%s) != 0;"};
  Arena *scratch = session_scratch(m->s);
  (void)r;
  m->uses_values = true;
  for (int k = begin; k < end; k++) {
    const ReducedStart *start = &m->reduced->start[k];
    ArenaMark mark = arena_mark(scratch);
    const Var *var = &m->reduced->sys->var[start->var.i];
    CType type = var->type == VAR_BOOLEAN ? C_BOOLEAN : C_REAL;
    int place[2];
    start_places(m, start->var, place);
    const char *keep = model_text_index(m, 0, place[0]);
    const char *slot = model_text_index(m, 1, place[1]);
    long_sum_prepare(m, &start->value, 1, out);
    const char *text = c_expression(m->c, start->value, type);
    c_text_statement(out,
                     arena_printf(scratch, format[var->type], keep, slot, text),
                     model_text_comment(m, var->name));
    arena_release(mark);
  }
}

static int *place_word(ModelText *m, int index)
{
  int *word = arena_alloc(session_scratch(m->s), sizeof *word);
  *word = index;
  return word;
}

static void describe_start(ModelText *m, const Routine *r, int k,
                           ShapeItem *shape)
{
  const ReducedStart *start = &m->reduced->start[k];
  int *place = arena_array(session_scratch(m->s), 2, sizeof place[0]);
  (void)r;
  start_places(m, start->var, place);
  VarType type = m->reduced->sys->var[start->var.i].type;
  *shape = (ShapeItem){.mark = place_word(m, (int)type),
                       .n_marks = 1,
                       .place = place,
                       .n_places = 2,
                       .root = &start->value,
                       .n_roots = 1};
}

static const char *start_label(const ModelText *m, const Routine *r, int k)
{
  (void)r;
  return m->reduced->sys->var[m->reduced->start[k].var.i].name;
}

static void write_starts(void *context, FILE *out)
{
  ModelText *m = context;
  Routine r = {.name = "starts",
               .values = "ModelValues *v",
               .second = "const unsigned char *keep",
               .n_items = m->reduced->n_starts,
               .batch = 1,
               .write = write_start_items,
               .describe = describe_start,
               .label = start_label};
  routine_write(m, &r, out);
}

static void write_crossing_items(ModelText *m, const Routine *r, int begin,
                                 int end, FILE *out)
{
  Arena *scratch = session_scratch(m->s);
  (void)r;
  for (int k = begin; k < end; k++) {
    const EventRelation *relation = &m->reduced->sys->relation[k];
    const ExprId side[2] = {relation->left, relation->right};
    ArenaMark mark = arena_mark(scratch);
    const char *text;
    if (relation->event_time.i >= 0) {
      long_sum_prepare(m, &relation->event_time, 1, out);
      text = c_expression(m->c, relation->event_time, C_REAL);
    } else {
      long_sum_prepare(m, side, 2, out);
      text = c_expression_difference(m->c, side[0], side[1]);
    }
    const char *place = c_text_place(scratch, m->s, relation->span);
    c_text_statement(
        out,
        arena_printf(scratch, "z[%s] = %s;", model_text_index(m, 0, k), text),
        model_text_comment(m, place));
    arena_release(mark);
  }
}

/* A right side of 0 is not written, nor the sides of a timed relation. */
static void describe_crossing(ModelText *m, const Routine *r, int k,
                              ShapeItem *shape)
{
  const EventRelation *relation = &m->reduced->sys->relation[k];
  ExprId *side = arena_array(session_scratch(m->s), 2, sizeof side[0]);
  (void)r;
  bool is_timed = relation->event_time.i >= 0;
  side[0] = is_timed ? relation->event_time : relation->left;
  side[1] = relation->right;
  bool is_zero = is_timed || expr_is_zero(m->reduced->exprs, relation->right);
  *shape = (ShapeItem){.place = place_word(m, k),
                       .n_places = 1,
                       .root = side,
                       .n_roots = is_zero ? 1 : 2};
}

static void write_crossings(void *context, FILE *out)
{
  ModelText *m = context;
  Routine r = {.name = "crossings",
               .values = "const ModelValues *v",
               .second = "double *z",
               .n_items = m->reduced->sys->n_relations,
               .batch = 1,
               .write = write_crossing_items,
               .describe = describe_crossing};
  routine_write(m, &r, out);
}

static void write_assertions(void *context, FILE *out)
{
  model_assertions_write(context, out);
}

static void write_hybrid(void *context, FILE *out)
{
  model_hybrid_write(context, out);
}

static void write_computed(void *context, FILE *out)
{
  model_computed_write(context, out);
}

static void write_parameters(void *context, FILE *out)
{
  ModelText *m = context;
  model_blocks_write(m, &m->reduced->parameters, "parameters", "parameter",
                     out);
}

static void write_initialize(void *context, FILE *out)
{
  ModelText *m = context;
  model_blocks_write(m, &m->reduced->initial, "initialize", "initial", out);
}

static void write_evaluate(void *context, FILE *out)
{
  ModelText *m = context;
  model_blocks_write(m, &m->reduced->continuous, "evaluate", "continuous", out);
}

static void write_tangent(void *context, FILE *out)
{
  ModelText *m = context;
  const ReducedSystem *r = m->reduced;
  TangentPart part[] = {{&r->parameters, "parameter", NULL},
                        {&r->initial, "initial", NULL},
                        {&r->continuous, "continuous", NULL}};
  model_tangent_write(m, part, 2, "initial_tangent", out);
  model_tangent_write(m, part + 2, 1, "tangent", out);
}

static void write_implicit(void *context, FILE *out)
{
  model_implicit_write(context, out);
}

/* Integers are computed as doubles; only this turns them back. */
static void write_helpers(void *context, FILE *out)
{
  const ModelText *m = context;
  bool is_needed = false;
  for (int k = 0; k < m->reduced->n_starts; k++) {
    VarId v = m->reduced->start[k].var;
    is_needed |= m->reduced->sys->var[v.i].type == VAR_INTEGER;
  }
  if (!is_needed && !model_blocks_need_integers(m, &m->reduced->parameters) &&
      !model_blocks_need_integers(m, &m->reduced->initial) &&
      !model_blocks_need_integers(m, &m->reduced->continuous)) {
    return;
  }
  fputs("/* An Integer value from the double it was computed in; INT_MIN is"
        " none. */\n"
        "static int to_integer(double x)\n"
        "{\n"
        "  if (!(x > INT_MIN && x < INT_MAX + 0.5)) return INT_MIN;\n"
        "  return (int)floor(x + 0.5);\n"
        "}\n\n",
        out);
}

/* --- functions --- */

static void note_called(void *context, int function)
{
  ((ModelText *)context)->called[function] = true;
}

static void write_functions(void *context, FILE *out)
{
  ModelText *m = context;
  const FunctionTable *table = m->reduced->sys->functions;
  if (!table || !m->called || m->is_first) return;
  fputs("/* ---- Functions of the model ---- */\n\n"
        "#include <stdlib.h>\n\n",
        out);
  function_c_write(table, m->called, out);
}

/* --- the struct foucault_model --- */

static void write_tables(void *context, FILE *out)
{
  model_tables_write(context, out);
}

static void write_name_comment(void *context, FILE *out)
{
  const ModelText *m = context;
  c_text_comment(out, m->reduced->name);
}

static void write_name(void *context, FILE *out)
{
  const ModelText *m = context;
  c_text_string(out, m->reduced->name);
}

static void write_guid(void *context, FILE *out)
{
  ModelText *m = context;
  m->guid_at = ftell(out);
  fputs(GUID_NONE, out);
}

static void write_array(const char *member, const char *name, FILE *out)
{
  fprintf(out, "  .%s = %s,\n", member, name);
}

/* Larger loops of initialization must have independent equations. */
enum { MOST_DEPENDENT = 60 };

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
    n_loops++;
    if (b->n_columns > largest->n) largest->n = b->n_columns;
    if (b->n_entries > largest->n_nonzeros) largest->n_nonzeros = b->n_entries;
    if (b->n_fill > largest->n_fill) largest->n_fill = b->n_fill;
    bool may_be_free =
        b->kind == BLOCK_LEAST || (is_initial && b->n <= MOST_DEPENDENT);
    int n_least = may_be_free ? b->n + b->n_columns : 0;
    if (n_least > largest->n_least) largest->n_least = n_least;
  }
  return n_loops;
}

static void write_largest_block(const ReducedSystem *r, FILE *out)
{
  Largest largest = {0};
  measure(&r->parameters, false, &largest);
  measure(&r->initial, true, &largest);
  int n_loops = measure(&r->continuous, false, &largest);
  if (r->implicit.rows.n > largest.n) largest.n = r->implicit.rows.n;
  fprintf(out, "  .n_blocks = %d,\n", n_loops);
  if (n_loops > 0) write_array("block", "continuous_block", out);
  fprintf(out,
          "  .largest_block = %d,\n  .largest_block_nonzeros = %d,\n"
          "  .largest_block_fill = %d,\n  .largest_wish_block = %d,\n",
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

/* Functions may make texts where the model has none. */
static void write_string_members(const ReducedSystem *r, FILE *out)
{
  const FunctionTable *functions = r->sys->functions;
  bool has = has_strings(r, false);
  if (r->sys->n_literals > 0) {
    fprintf(out, "  .n_texts = %d,\n", r->sys->n_literals);
    write_array("text", "text", out);
  }
  if (has ||
      (functions && functions->n_functions > 0 && r->sys->n_literals > 0))
    fputs("  .uses_strings = 1,\n", out);
  if (!has) return;
  if (has_strings(r, true)) fputs("  .has_strings = 1,\n", out);
  write_array("is_string", "is_string", out);
}

/* What has no elements has no array: C knows none of length 0. */
static void write_arrays(void *context, FILE *out)
{
  const ReducedSystem *r = ((const ModelText *)context)->reduced;
  fprintf(out, "  .n_real = %d,\n  .n_integer = %d,\n  .n_boolean = %d,\n",
          r->n_real, r->n_integer, r->n_boolean);
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
    fprintf(out, "  .n_frames = %d,\n", r->sys->n_frames);
    write_array("frame", "frame", out);
  }
  fprintf(out, "  .n_relations = %d,\n", r->sys->n_relations);
  if (r->sys->n_relations > 0) write_array("relation", "relation", out);
  fprintf(out, "  .n_wishes = %d,\n", r->n_wishes);
  if (r->n_wishes > 0) write_array("wish", "start_wish", out);
  model_hybrid_members(context, out);
  write_string_members(r, out);
  const FunctionTable *functions = r->sys->functions;
  if (functions && functions->n_objects > 0)
    fprintf(out, "  .n_objects = %d,\n", functions->n_objects);
  write_largest_block(r, out);
  if (r->sys->n_assertions == 0) return;
  fprintf(out, "  .n_assertions = %d,\n", r->sys->n_assertions);
  write_array("assertion", "assertion", out);
  write_array("assertions", "assertions", out);
}

static void write_number(const char *member, double value, FILE *out)
{
  char buffer[C_NUMBER_SIZE];
  fprintf(out, "  .%s = %s,\n", member, c_text_number(value, buffer));
}

/* 1 + the reference of the parameter that the tolerance can be set by. */
static int tolerance_parameter(const ModelText *m)
{
  VarId id = m->reduced->experiment.tolerance_parameter;
  const ReducedVar *v = id.i >= 0 ? model_text_var(m, id) : NULL;
  return v && v->causality == FMI_PARAMETER ? v->value_reference + 1 : 0;
}

static void write_projection(const ReducedSystem *r, FILE *out)
{
  static const char *const word[] = {[PROJECTION_OFF] = "PROJECT_OFF",
                                     [PROJECTION_STEP] = "PROJECT_STEP",
                                     [PROJECTION_INNER] = "PROJECT_INNER"};
  if (r->n_constraints == 0) return;
  write_array("project", word[r->experiment.projection], out);
  fprintf(out, "  .n_constraints = %d,\n", r->n_constraints);
  write_array("constraint", "constraint", out);
}

static void write_experiment(void *context, FILE *out)
{
  const ReducedSystem *r = ((const ModelText *)context)->reduced;
  const SystemExperiment *e = &r->experiment;
  bool tolerance = e->has_tolerance && e->tolerance > 0;
  write_number("start_time", e->has_start ? e->start : 0, out);
  write_number("stop_time", e->has_stop ? e->stop : 0, out);
  write_number("tolerance", tolerance ? e->tolerance : DEFAULT_TOLERANCE, out);
  int parameter = tolerance_parameter(context);
  if (parameter > 0) {
    fprintf(out, "  .tolerance_parameter = %d,\n", parameter);
  }
  fprintf(out, "  .has_stop_time = %d,\n", e->has_stop);
  write_projection(r, out);
  if (e->exchange_only) return; /* nothing of SUNDIALS is linked */
  write_array("integrator", e->ida ? "&integrator_ida" : "&integrator_cvode",
              out);
  if (model_implicit_is_written(r)) {
    write_array("implicit", "&implicit_problem", out);
  }
  write_array("method", e->adams ? "METHOD_ADAMS" : "METHOD_BDF", out);
  if (!r->sparse) return;
  write_array("jacobian", "&jacobian", out);
  write_array("sparse", "&sparse_klu", out);
}

/* --- entry --- */

static int *index_by_var(Arena *arena, const ReducedSystem *r)
{
  int *index = arena_array(arena, (size_t)r->sys->n_vars, sizeof index[0]);
  for (int k = 0; k < r->sys->n_vars; k++) index[k] = -1;
  for (int k = 0; k < r->n_vars; k++) {
    if (r->var[k].var.i >= 0) index[r->var[k].var.i] = k;
  }
  return index;
}

static bool fill_template(ModelText *m, const char *text, FILE *out)
{
  const TemplateHole holes[] = {
      {"MODEL_NAME", write_name_comment, m, NULL},
      {"VERSION", NULL, NULL, FOUCAULT_VERSION},
      {"HELPERS", write_helpers, m, NULL},
      {"FUNCTIONS", write_functions, m, NULL},
      {"TABLES", write_tables, m, NULL},
      {"PARAMETERS", write_parameters, m, NULL},
      {"STARTS", write_starts, m, NULL},
      {"INITIALIZE", write_initialize, m, NULL},
      {"EVALUATE", write_evaluate, m, NULL},
      {"TANGENT", write_tangent, m, NULL},
      {"IMPLICIT", write_implicit, m, NULL},
      {"CROSSINGS", write_crossings, m, NULL},
      {"ASSERTIONS", write_assertions, m, NULL},
      {"HYBRID", write_hybrid, m, NULL},
      {"COMPUTED", write_computed, m, NULL},
      {"NAME_STRING", write_name, m, NULL},
      {"GUID", write_guid, m, NULL},
      {"ARRAYS", write_arrays, m, NULL},
      {"EXPERIMENT", write_experiment, m, NULL},
  };
  return template_write(m->s, "model.c.in", text, holes,
                        (int)(sizeof holes / sizeof holes[0]), out);
}

static ModelText begin_text(Session *s, const ReducedSystem *reduced,
                            bool loops, Arena *arena)
{
  ModelText m = {.s = s,
                 .reduced = reduced,
                 .arena = arena,
                 .c = c_expression_create(arena, reduced),
                 .shapes = loops ? shapes_create(arena, reduced) : NULL,
                 .tables = index_tables_create(arena),
                 .walk = walk_create(reduced->exprs, arena),
                 .stops = walk_stops_create(arena),
                 .var_index = index_by_var(arena, reduced)};
  m.walk->stops = m.stops;
  c_expression_stops(m.c, m.stops);
  if (loops) shapes_stops(m.shapes, m.stops);
  return m;
}

/* Functions are written before what calls them, and only those that are
 * called: a first writing to nowhere tells which. */
static bool find_called(Session *s, const ReducedSystem *reduced, bool loops,
                        const char *text, bool *called)
{
  FILE *nowhere = fopen("/dev/null", "w");
  if (!nowhere) {
    diagnostic_error(s, NO_SPAN, E501, "/dev/null cannot be written");
    return false;
  }
  Arena *arena = arena_create("calls");
  ModelText first = begin_text(s, reduced, loops, arena);
  first.called = called;
  first.is_first = true;
  c_expression_on_call(first.c, note_called, &first);
  bool ok = fill_template(&first, text, nowhere);
  fclose(nowhere);
  arena_destroy(arena);
  return ok;
}

bool model_c_write(Session *s, const ReducedSystem *reduced,
                   const char *data_folder, bool loops, FILE *out,
                   long *guid_at)
{
  const char *text = template_read(s, data_folder, "model.c.in");
  if (!text) return false;
  long begin = ftell(out);
  Arena *arena = arena_create("model.c");
  ModelText m = begin_text(s, reduced, loops, arena);
  const FunctionTable *table = reduced->sys->functions;
  bool ok = true;
  if (table && table->n_functions > 0) {
    m.called =
        arena_array(arena, (size_t)table->n_functions, sizeof m.called[0]);
    ok = find_called(s, reduced, loops, text, m.called);
  }
  ok = ok && fill_template(&m, text, out);
  *guid_at = m.guid_at - begin;
  arena_destroy(arena);
  return ok;
}
