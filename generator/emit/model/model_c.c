/* model_c.c: fills the holes of templates/model.c.in. */
#include "emit/model/model_c.h"

#include <assert.h>
#include <string.h>

#include "emit/blocks/schedule.h"
#include "emit/function/function_c.h"
#include "emit/kernel/long_sum.h"
#include "emit/kernel/model_text.h"
#include "emit/kernel/routine.h"
#include "emit/model/model_adjoint.h"
#include "emit/model/model_assertions.h"
#include "emit/model/model_blocks.h"
#include "emit/model/model_computed.h"
#include "emit/model/model_follow.h"
#include "emit/model/model_hybrid.h"
#include "emit/model/model_implicit.h"
#include "emit/model/model_jumps.h"
#include "emit/model/model_members.h"
#include "emit/model/model_points.h"
#include "emit/model/model_tables.h"
#include "emit/model/model_tangent.h"
#include "emit/package/version.h"
#include "emit/text/c_text.h"
#include "emit/text/guid.h"
#include "emit/text/parallel_holes.h"
#include "emit/text/template.h"
#include "emit/text/write_file.h"

/* --- functions that are not sequences of blocks --- */

/* keep[] has the Reals first, then Integers, then Booleans. */
static int keep_index(const ReducedSystem *r, VarType type, int slot)
{
  assert(slot >= 0 && slot < (type == VAR_REAL      ? r->n_real
                              : type == VAR_INTEGER ? r->n_integer
                                                    : r->n_boolean));
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
    const char *line =
        start->is_guess
            ? arena_printf(scratch, "block_first(v, %s, %s);", slot, text)
            : arena_printf(scratch, format[var->type], keep, slot, text);
    c_text_statement(out, line, model_text_comment(m, var->name));
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
                           KernelItem *kernel)
{
  const ReducedStart *start = &m->reduced->start[k];
  int *place = arena_array(session_scratch(m->s), 2, sizeof place[0]);
  (void)r;
  start_places(m, start->var, place);
  VarType type = m->reduced->sys->var[start->var.i].type;
  int kind = start->is_guess ? -1 : (int)type;
  *kernel = (KernelItem){.mark = place_word(m, kind),
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

static void model_c_write_starts(void *context, FILE *out)
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
                              KernelItem *kernel)
{
  const EventRelation *relation = &m->reduced->sys->relation[k];
  ExprId *side = arena_array(session_scratch(m->s), 2, sizeof side[0]);
  (void)r;
  bool is_timed = relation->event_time.i >= 0;
  side[0] = is_timed ? relation->event_time : relation->left;
  side[1] = relation->right;
  bool is_zero = is_timed || expr_is_zero(m->reduced->exprs, relation->right);
  *kernel = (KernelItem){.place = place_word(m, k),
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

static void write_initial_tangent(void *context, FILE *out)
{
  ModelText *m = context;
  const ReducedSystem *r = m->reduced;
  TangentPart part[] = {{&r->parameters, "parameter", NULL},
                        {&r->initial, "initial", NULL}};
  model_tangent_write(m, part, 2, "initial_tangent", out);
  model_adjoint_write(m, part, 2, "initial_adjoint", out);
}

static void write_tangent(void *context, FILE *out)
{
  ModelText *m = context;
  TangentPart part = {&m->reduced->continuous, "continuous", NULL};
  model_tangent_write(m, &part, 1, "tangent", out);
  model_adjoint_write(m, &part, 1, "adjoint", out);
}

static void write_implicit(void *context, FILE *out)
{
  model_points_write(context, out);
  model_implicit_write(context, out);
  model_jumps_write(context, out);
  model_follow_write(context, out);
}

/* Does the model compute an Integer? */
static bool needs_integers(const ModelText *m)
{
  const ReducedSystem *r = m->reduced;
  for (int k = 0; k < r->n_starts; k++) {
    if (r->sys->var[r->start[k].var.i].type == VAR_INTEGER) return true;
  }
  for (int k = 0; k < N_SEQUENCES; k++) {
    const BlockSequence *sequence = reduced_sequence(r, (SequencePlace)k);
    if (model_blocks_need_integers(m, sequence)) return true;
  }
  return false;
}

/* Integers are computed as doubles; only this turns them back. */
static void write_helpers(void *context, FILE *out)
{
  if (!needs_integers(context)) return;
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
  ((bool *)context)[function] = true;
}

static void model_c_write_functions(void *context, FILE *out)
{
  ModelText *m = context;
  const FunctionTable *table = m->reduced->sys->functions;
  if (!table || !m->called || m->is_first) return;
  fputs("/* ---- Functions of the model ---- */\n\n"
        "#include <stdlib.h>\n\n",
        out);
  FunctionNeeds needs =
      function_c_write(table, m->called, m->kernels != NULL, out);
  m->n_memo = needs.n_memo;
  m->n_work = needs.work;
}

/* --- the struct foucault_model --- */

static void write_tables(void *context, FILE *out)
{
  model_tables_write(context, out);
}

static void write_arrays(void *context, FILE *out)
{
  model_members_write_arrays(context, out);
}

/* Of the second series; that of the first is among the arrays. */
static void write_call_room(void *context, FILE *out)
{
  const ModelText *m = context;
  if (c_expression_room(m->c) > 0)
    fprintf(out, "  .call_room[1] = %zu,\n", c_expression_room(m->c));
}

static void write_experiment(void *context, FILE *out)
{
  model_members_write_experiment(context, out);
}

static void write_name_comment(void *context, FILE *out)
{
  const ModelText *m = context;
  c_text_comment(out, m->reduced->name);
}

static void model_c_write_name(void *context, FILE *out)
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

/* --- entry --- */

/* What is to be written, and how. */
typedef struct Task {
  Session *s;
  const ReducedSystem *reduced;
  bool loops;
  const char *text;      /* the template */
  const char *side_path; /* see model_c.h */
  bool *called;          /* functions that are called; NULL: there are none */
  const InterfaceVariables *interface; /* see model_c.h */
  bool is_first; /* written to nowhere, to find out which they are */
} Task;

/* Two series of holes, by writers that share nothing: a worker can write the
 * second one. */
static bool fill_template(ModelText *first, ModelText *second, const Task *t,
                          FILE *out)
{
  TemplateHole holes[] = {
      {"MODEL_NAME", write_name_comment, first, NULL},
      {"VERSION", NULL, NULL, FOUCAULT_VERSION},
      {"HELPERS", write_helpers, first, NULL},
      {"FUNCTIONS", model_c_write_functions, first, NULL},
      {"TABLES", write_tables, first, NULL},
      {"PARAMETERS", write_parameters, first, NULL},
      {"STARTS", model_c_write_starts, first, NULL},
      {"INITIALIZE", write_initialize, first, NULL},
      {"INITIAL_TANGENT", write_initial_tangent, first, NULL},
      {"NAME_STRING", model_c_write_name, first, NULL},
      {"GUID", write_guid, first, NULL},
      {"ARRAYS", write_arrays, first, NULL},
      {"EXPERIMENT", write_experiment, first, NULL},
      {"EVALUATE", write_evaluate, second, NULL},
      {"TANGENT", write_tangent, second, NULL},
      {"IMPLICIT", write_implicit, second, NULL},
      {"CROSSINGS", write_crossings, second, NULL},
      {"ASSERTIONS", write_assertions, second, NULL},
      {"HYBRID", write_hybrid, second, NULL},
      {"COMPUTED", write_computed, second, NULL},
      {"CALL_ROOM", write_call_room, second, NULL},
  };
  const int n_holes = (int)(sizeof holes / sizeof holes[0]);
  int n_first = 0;
  while (holes[n_first].context != second) n_first++;
  ParallelHoles *beside =
      t->side_path ? parallel_holes_begin(t->s, first->arena, t->side_path,
                                          holes + n_first, n_holes - n_first)
                   : NULL;
  bool ok = template_write(t->s, "model.c.in", t->text, holes, n_holes, out);
  bool is_whole = parallel_holes_end(beside);
  if (ok && !is_whole) return write_file_failed(t->s, t->side_path);
  return ok;
}

static ModelText begin_text(const Task *t, const char *series, Arena *arena)
{
  ModelText m = {.s = t->s,
                 .reduced = t->reduced,
                 .arena = arena,
                 .c = c_expression_create(arena, t->reduced),
                 .called = t->called,
                 .is_first = t->is_first,
                 .interface = t->interface,
                 .kernels = t->loops ? kernels_create(arena, t->reduced) : NULL,
                 .tables = index_tables_create(arena),
                 .places = place_texts_create(t->s, arena),
                 .walk = walk_create(t->reduced->exprs, arena),
                 .stops = walk_stops_create(arena),
                 .wanted = walk_stops_create(arena)};
  if (t->is_first) c_expression_on_call(m.c, note_called, t->called);
  index_tables_set_series(m.tables, series);
  c_expression_set_series(m.c, series);
  m.walk->stops = m.stops;
  c_expression_stops(m.c, m.stops);
  if (t->loops) kernels_stops(m.kernels, m.stops);
  return m;
}

/* The writer of the second series. The kernels of the first are none of its
 * own; the order of blocks is. */
static ModelText begin_second(const Task *t, const ModelText *first,
                              Arena *arena)
{
  assert(first->initial_number && first->initial_leader);
  ModelText m = begin_text(t, "b", arena);
  c_expression_set_room(m.c, 1);
  memcpy(m.order, first->order, sizeof m.order);
  m.initial_number = first->initial_number;
  m.initial_leader = first->initial_leader;
  return m;
}

static bool model_c_write_text(const Task *t, FILE *out, long *guid_at)
{
  Arena *arena = arena_create("model.c");
  ModelText first = begin_text(t, "", arena);
  schedule_blocks(&first, &t->reduced->parameters);
  model_blocks_number_initial(&first);
  ModelText second = begin_second(t, &first, arena);
  bool ok = fill_template(&first, &second, t, out);
  *guid_at = first.guid_at;
  arena_destroy(arena);
  return ok;
}

/* Functions are written before what calls them, and only those that are
 * called: a first writing to nowhere finds which. */
static bool find_called(const Task *t)
{
  FILE *nowhere = fopen("/dev/null", "w");
  if (!nowhere) {
    diagnostic_error(t->s, NO_SPAN, E501, "/dev/null cannot be written");
    return false;
  }
  Task first = *t;
  long guid_at;
  first.side_path = NULL; /* nobody would see the marks of a worker */
  first.is_first = true;
  bool ok = model_c_write_text(&first, nowhere, &guid_at);
  fclose(nowhere);
  return ok;
}

bool model_c_write(Session *s, const ReducedSystem *reduced,
                   const ModelCOptions *options, FILE *out, long *guid_at)
{
  Task t = {.s = s,
            .reduced = reduced,
            .loops = !options->no_loops,
            .side_path = options->side_path,
            .interface = options->interface,
            .text = template_read(s, options->data_folder, "model.c.in")};
  if (!t.text) return false;
  long begin = ftell(out);
  const FunctionTable *table = reduced->sys->functions;
  if (table && table->n_functions > 0) {
    t.called = arena_array(s->reduced_arena, (size_t)table->n_functions,
                           sizeof t.called[0]);
    if (!find_called(&t)) return false;
  }
  bool ok = model_c_write_text(&t, out, guid_at);
  assert(!ok || *guid_at > begin);
  *guid_at -= begin;
  return ok;
}
