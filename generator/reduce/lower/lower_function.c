/* lower_function.c: see lower_function.h. */
#include "reduce/lower/lower_function.h"

#include <assert.h>
#include <string.h>

#include "flatten/flat/flat_find.h"
#include "function/function_along.h"
#include "reduce/lower/same_functions.h"

typedef struct LowerFunctions {
  FunctionTable *table;
  const FlatModel *flat;
  LowerSlotExpr lower;
  void *context;
} LowerFunctions;

static SlotType slot_type(FlatType type)
{
  if (type == FLAT_REAL) return SLOT_REAL;
  if (type == FLAT_OBJECT) return SLOT_OBJECT;
  if (type == FLAT_STRING) return SLOT_STRING;
  return type == FLAT_BOOLEAN ? SLOT_BOOLEAN : SLOT_INTEGER;
}

static ExprId lower(const LowerFunctions *l, const FlatExpr *e)
{
  return e ? l->lower(l->context, e) : NO_EXPR;
}

static int *copy_slots(Arena *arena, const int *slot, int n)
{
  int *copy = arena_array(arena, (size_t)n + 1, sizeof copy[0]);
  if (n > 0) memcpy(copy, slot, (size_t)n * sizeof copy[0]);
  return copy;
}

static void lower_locals(LowerFunctions *l, const FlatProcedure *from,
                         Function *to)
{
  Arena *arena = l->table->arena;
  for (int k = 0; k < from->n_locals; k++) {
    const FlatLocal *local = &from->local[k];
    int made =
        function_add_local(l->table, to, local->name, slot_type(local->type),
                           local->is_array, local->n);
    to->local[made].is_open = local->is_open;
    if (!local->constant) continue;
    double *value = arena_array(arena, (size_t)local->n + 1, sizeof value[0]);
    for (int i = 0; i < local->n; i++) {
      ExprId e = lower(l, local->constant[i]);
      bool is_number = expr_is_const(l->table->exprs, e, &value[i]);
      assert(is_number); /* the flat model has literals there */
      (void)is_number;
    }
    to->local[made].constant = value;
  }
  to->n_inputs = from->n_inputs;
  to->input = copy_slots(arena, from->input, from->n_inputs);
  to->n_outputs = from->n_outputs;
  to->output = copy_slots(arena, from->output, from->n_outputs);
}

static const char *lower_function_copy_text(Arena *arena, const char *text)
{
  return text ? arena_copy_text(arena, text, strlen(text)) : NULL;
}

static const ExternalField *lower_fields(Arena *arena,
                                         const FlatExternalArgument *arg)
{
  ExternalField *field =
      arena_array(arena, (size_t)arg->n_fields + 1, sizeof field[0]);
  for (int k = 0; k < arg->n_fields; k++) {
    const FlatExternalField *from = &arg->field[k];
    field[k] = (ExternalField){from->kind, slot_type(from->type), from->local};
  }
  return field;
}

static ExternalArgument lower_argument(LowerFunctions *l,
                                       const FlatExternalArgument *arg)
{
  Arena *arena = l->table->arena;
  return (ExternalArgument){.kind = arg->kind,
                            .type = slot_type(arg->type),
                            .local = arg->local,
                            .value = lower(l, arg->value),
                            .text = lower_function_copy_text(arena, arg->text),
                            .field = lower_fields(arena, arg),
                            .n_fields = arg->n_fields,
                            .is_output = arg->is_output,
                            .n_columns = arg->n_columns,
                            .columns = lower(l, arg->columns)};
}

static const ExternalCall *lower_external(LowerFunctions *l,
                                          const FlatExternal *from)
{
  Arena *arena = l->table->arena;
  ExternalCall *to = arena_alloc(arena, sizeof *to);
  to->name = lower_function_copy_text(arena, from->name);
  to->is_declared = from->is_declared;
  to->is_fortran = from->is_fortran;
  to->result = from->result;
  to->n_args = from->n_args;
  to->arg = arena_array(arena, (size_t)from->n_args + 1, sizeof to->arg[0]);
  for (int k = 0; k < from->n_args; k++) {
    to->arg[k] = lower_argument(l, &from->arg[k]);
  }
  if (from->record) {
    ExternalArgument *record = arena_alloc(arena, sizeof *record);
    *record = lower_argument(l, from->record);
    to->record = record;
  }
  return to;
}

static const char *const *copy_texts(Arena *arena, const FlatTexts *from)
{
  const char **copy =
      arena_array(arena, (size_t)from->n_items + 1, sizeof copy[0]);
  for (int k = 0; k < from->n_items; k++) {
    copy[k] = lower_function_copy_text(arena, from->item[k]);
  }
  return copy;
}

/* The recursion follows the nesting of the text. */
static void lower_list(LowerFunctions *l, const FlatStatementList *from,
                       StatementList *to)
{
  Arena *arena = l->table->arena;
  for (int k = 0; k < from->n_items; k++) {
    const FlatStatement *f = &from->item[k];
    StatementList body = {0}, otherwise = {0};
    lower_list(l, &f->body, &body);
    lower_list(l, &f->otherwise, &otherwise);
    Statement *s = function_append(l->table, to, f->kind, f->span);
    s->body = body;
    s->otherwise = otherwise;
    s->target = f->target;
    s->local = f->local;
    s->dimension = f->dimension;
    s->size = f->size;
    s->kept = f->kept;
    s->value = lower(l, f->value);
    s->index = lower(l, f->index);
    s->step = lower(l, f->step);
    s->limit = lower(l, f->limit);
    s->function = f->n_along > 0 ? -1 : f->procedure; /* lower_along() */
    s->is_warning = f->is_warning;
    s->text = lower_function_copy_text(arena, f->text);
    if (f->external) s->external = lower_external(l, f->external);
    s->n_args = f->n_args;
    s->arg = arena_array(arena, (size_t)f->n_args + 1, sizeof s->arg[0]);
    for (int i = 0; i < f->n_args; i++) s->arg[i] = lower(l, f->arg[i]);
    s->n_results = f->n_results;
    s->result = copy_slots(arena, f->result, f->n_results);
  }
}

/* --- derivative annotations --- */

static bool lower_function_is_real(const Function *f, int slot)
{
  return function_slot_type(f, slot) == SLOT_REAL;
}

static int add_slot(LowerFunctions *l, Function *f, const char *name,
                    SlotType type)
{
  int local = function_add_local(l->table, f, session_name(l->table->s, name),
                                 type, false, 1);
  return f->local[local].first;
}

/* A function whose body is the call of one of the text, so that the
 * annotations of that hold for it. */
typedef struct Wrapped {
  int number;        /* in the table */
  int called, order; /* procedure of the text, and how often derived */
  const int *arg;    /* [inputs of called] inputs of the function */
  const int *result; /* [outputs of called] outputs of the function */
} Wrapped;

/* The inputs of the derivative that its function of the text gets: the
 * arguments, then the directions that it takes. */
static int *given_arguments(LowerFunctions *l, const Wrapped *of,
                            const FlatDerivative *d)
{
  int n_called = l->flat->procedure[of->called]->n_inputs;
  int n = l->table->function[of->number]->n_inputs, n_args = n_called;
  int *arg =
      arena_array(l->table->arena, 2 * (size_t)n_called + 1, sizeof arg[0]);
  for (int k = 0; k < n_called; k++) {
    arg[k] = of->arg[k];
    if (d->has_direction[k]) arg[n_args++] = n + of->arg[k];
  }
  return arg;
}

/* Those of its outputs that its function of the text gives. */
static int *given_results(LowerFunctions *l, const Wrapped *of)
{
  const Function *f = l->table->function[of->called];
  int *result =
      arena_array(l->table->arena, (size_t)f->n_outputs + 1, sizeof result[0]);
  for (int k = 0, n = 0; k < f->n_outputs; k++) {
    if (lower_function_is_real(f, f->output[k])) result[n++] = of->result[k];
  }
  return result;
}

/* Inputs and outputs of the derivative of f. */
static void declare_given(LowerFunctions *l, const Function *f, Function *d)
{
  Arena *arena = l->table->arena;
  int n = f->n_inputs;
  d->n_inputs = 2 * n;
  d->input = arena_array(arena, 2 * (size_t)n + 1, sizeof d->input[0]);
  for (int k = 0; k < n; k++) {
    d->input[k] =
        add_slot(l, d, "argument", function_slot_type(f, f->input[k]));
  }
  for (int k = 0; k < n; k++) {
    d->input[n + k] = add_slot(l, d, "direction", SLOT_REAL);
  }
  d->n_outputs = f->n_outputs;
  d->output = arena_array(arena, (size_t)f->n_outputs + 1, sizeof(int));
  for (int k = 0; k < f->n_outputs; k++) {
    d->output[k] = add_slot(l, d, "result", SLOT_REAL);
  }
}

/* A function of all arguments and a direction for each, whose body is the
 * call of the function in the annotation. */
static Wrapped make_given(LowerFunctions *l, const Wrapped *of,
                          const FlatDerivative *from)
{
  Arena *arena = l->table->arena;
  const Function *f = l->table->function[of->number];
  int first = l->table->same[from->procedure];
  const Function *called = l->table->function[first];
  Function *d =
      function_add(l->table, arena_printf(arena, "der(%s)", f->name), f->span);
  Wrapped made = {l->table->n_functions - 1, first, from->order,
                  given_arguments(l, of, from), given_results(l, of)};
  declare_given(l, f, d);
  d->may_expand = true; /* the function it calls decides */
  Statement *call =
      function_append(l->table, &d->body, STATEMENT_CALL, f->span);
  call->function = first;
  call->n_args = called->n_inputs;
  call->arg = arena_array(arena, (size_t)call->n_args + 1, sizeof(ExprId));
  for (int k = 0; k < call->n_args; k++) {
    VarId slot = {d->input[made.arg[k]]};
    call->arg[k] = expr_var(l->table->exprs, slot);
  }
  call->n_results = called->n_outputs;
  call->result = arena_array(arena, (size_t)call->n_results + 1, sizeof(int));
  for (int k = 0; k < call->n_results; k++) {
    call->result[k] = d->output[made.result[k]];
  }
  return made;
}

static int lower_function_count(const bool *flag, int n)
{
  int n_set = 0;
  for (int k = 0; k < n; k++) n_set += flag[k];
  return n_set;
}

/* Does the function of the annotation take and give as many numbers? */
static bool has_shape(LowerFunctions *l, int called, const FlatDerivative *d)
{
  const Function *f = l->table->function[called];
  const Function *given = l->table->function[d->procedure];
  int n_reals = 0;
  for (int k = 0; k < f->n_outputs; k++)
    n_reals += lower_function_is_real(f, f->output[k]);
  return given->n_outputs == n_reals &&
         given->n_inputs ==
             f->n_inputs + lower_function_count(d->has_direction, f->n_inputs);
}

/* When the derivative can be used, in terms of the inputs of f. */
static void restrict_given(LowerFunctions *l, const Wrapped *of,
                           const FlatDerivative *from, GivenDerivative *given)
{
  const Function *called = l->table->function[of->called];
  size_t n = (size_t)l->table->function[of->number]->n_inputs;
  Arena *arena = l->table->arena;
  given->needs_fixed = arena_array(arena, n + 1, sizeof(bool));
  given->follows = arena_array(arena, n + 1, sizeof(int));
  given->takes = arena_array(arena, n + 1, sizeof(bool));
  given->leaves_out = arena_array(arena, n + 1, sizeof(bool));
  for (size_t k = 0; k < n; k++) given->follows[k] = -1;
  for (int k = 0; k < called->n_inputs; k++) {
    assert(of->arg[k] >= 0 && (size_t)of->arg[k] < n);
    int follows = from->follows[k];
    given->needs_fixed[of->arg[k]] = from->needs_fixed[k];
    given->follows[of->arg[k]] = follows >= 0 ? of->arg[follows] : -1;
    given->takes[of->arg[k]] = from->has_direction[k] || follows >= 0;
    given->leaves_out[of->arg[k]] = from->leaves_out[k];
    given->leaves_record |= from->leaves_out[k];
    given->is_by_time |= lower_function_is_real(called, called->input[k]) &&
                         follows < 0 && !from->has_direction[k] &&
                         !from->needs_fixed[k];
  }
}

/* Gives f its derivatives of the text, and those theirs of the next order:
 * each time the order is one more, so that there is an end. */
static void lower_derivatives(LowerFunctions *l, const Wrapped *of)
{
  const FlatProcedure *from = l->flat->procedure[of->called];
  Function *f = l->table->function[of->number];
  bool is_written = of->number == of->called;
  f->given = arena_array(l->table->arena, (size_t)from->n_derivatives + 1,
                         sizeof f->given[0]);
  for (int k = 0; k < from->n_derivatives; k++) {
    const FlatDerivative *one = &from->derivative[k];
    bool is_next = is_written || one->order == of->order + 1;
    if (!is_next || !has_shape(l, of->called, one)) continue;
    Wrapped made = make_given(l, of, one);
    if (one->order == 1) {
      int n_inputs = l->table->function[of->called]->n_inputs;
      l->table->function[l->table->same[one->procedure]]->n_linear =
          lower_function_count(one->has_direction, n_inputs);
      l->table->function[made.number]->n_linear = f->n_inputs;
    }
    GivenDerivative *given = &f->given[f->n_given++];
    given->function = made.number;
    restrict_given(l, of, one, given);
    lower_derivatives(l, &made);
  }
}

static const int *count_up(Arena *arena, int n)
{
  int *list = arena_array(arena, (size_t)n + 1, sizeof list[0]);
  for (int k = 0; k < n; k++) list[k] = k;
  return list;
}

static void lower_inverses(LowerFunctions *l, int number)
{
  const FlatProcedure *from = l->flat->procedure[number];
  Function *f = l->table->function[number];
  Arena *arena = l->table->arena;
  f->inverse =
      arena_array(arena, (size_t)from->n_inverses + 1, sizeof f->inverse[0]);
  for (int k = 0; k < from->n_inverses; k++) {
    const FlatInverse *one = &from->inverse[k];
    f->inverse[f->n_inverses++] = (CallInverse){
        l->table->same[one->procedure], one->input,
        copy_slots(arena, one->argument, one->n_arguments), one->n_arguments};
  }
}

/* --- partial derivatives --- */

/* A call of a derivative, when all that it calls is complete: in the flat
 * model a partial derivative comes after the procedures that it needs. */
static void lower_along(LowerFunctions *l, int number)
{
  const FlatStatementList *from = &l->flat->procedure[number]->body;
  if (from->n_items != 1 || from->item[0].n_along == 0) return;
  const FlatStatement *written = &from->item[0];
  Statement *call = &l->table->function[number]->body.item[0];
  int first = l->table->same[written->procedure];
  if (function_along(l->table, call, first, written->along, written->n_along)) {
    return;
  }
  const Function *of = l->table->function[written->procedure];
  diagnostic_error(l->table->s, written->span, E304,
                   "there is no derivative of '%s': %s", of->name,
                   of->is_external
                       ? "it is external, and no derivative is written"
                       : "it calls an external function that has none, or "
                         "needs this derivative itself");
}

static void copy_resources(FunctionTable *table, const FlatModel *flat)
{
  int n = flat->n_resources;
  size_t size = (size_t)n + 1;
  table->n_resources = n;
  table->resource_name = arena_array(table->arena, size, sizeof(char *));
  table->resource_path = arena_array(table->arena, size, sizeof(char *));
  for (int k = 0; k < n; k++) {
    table->resource_name[k] =
        lower_function_copy_text(table->arena, flat->resource[k].name);
    table->resource_path[k] =
        lower_function_copy_text(table->arena, flat->resource[k].path);
  }
}

/* --- names of external objects --- */

typedef struct ObjectNaming {
  FunctionTable *table;
  const FlatModel *flat;
  const char *name;
} ObjectNaming;

/* The last argument of a constructor is the object's number. */
static FlatVerdict name_object(void *context, const FlatExpr *node)
{
  const ObjectNaming *naming = context;
  if (node->kind != FLAT_EXPR_RESULT || node->type != FLAT_OBJECT ||
      naming->flat->procedure[node->procedure]->destructor < 0) {
    return FLAT_GO_ON;
  }
  assert(node->n_args > 0);
  int64_t number = node->arg[node->n_args - 1]->integer;
  assert(number >= 0 && number < naming->table->n_objects);
  naming->table->object_name[number] = naming->name;
  return FLAT_GO_ON;
}

/* An object that no variable holds is the argument of a call. */
static void name_objects(FunctionTable *table, const FlatModel *flat)
{
  int n = table->n_objects;
  if (n == 0) return;
  table->object_name = arena_array(table->arena, (size_t)n, sizeof(char *));
  for (int k = 0; k < n; k++) table->object_name[k] = "an argument";
  for (int k = 0; k < flat->n_vars; k++) {
    const FlatVar *var = &flat->var[k];
    if (var->type != FLAT_OBJECT || !var->binding) continue;
    ObjectNaming naming = {table, flat,
                           lower_function_copy_text(table->arena, var->name)};
    flat_find(table->s, var->binding, name_object, &naming);
  }
}

FunctionTable *lower_functions(Session *s, const FlatModel *flat, Arena *arena,
                               ExprTable *exprs, LowerSlotExpr lower_expr,
                               void *context)
{
  LowerFunctions l = {function_table_create(s, arena, exprs), flat, lower_expr,
                      context};
  const FlatLinkage *linkage = &flat->linkage;
  l.table->include = copy_texts(arena, &linkage->include);
  l.table->n_includes = linkage->include.n_items;
  l.table->include_folder = copy_texts(arena, &linkage->include_folder);
  l.table->n_include_folders = linkage->include_folder.n_items;
  l.table->library = copy_texts(arena, &linkage->library);
  l.table->n_libraries = linkage->library.n_items;
  l.table->n_objects = flat->n_objects;
  name_objects(l.table, flat);
  copy_resources(l.table, flat);
  for (int k = 0; k < flat->n_procedures; k++) {
    const FlatProcedure *from = flat->procedure[k];
    Function *to = function_add(
        l.table, arena_copy_text(arena, from->name, strlen(from->name)),
        from->span);
    lower_locals(&l, from, to);
    to->may_expand = from->may_expand;
    to->is_impure = from->is_impure;
    to->is_external = from->is_external;
    to->has_effects = from->has_effects;
    to->is_section = from->is_section;
    to->destructor = from->destructor;
    to->is_incomplete = true;
  }
  for (int k = 0; k < flat->n_procedures; k++) {
    assert(l.table->n_functions == flat->n_procedures); /* the same numbers */
    lower_list(&l, &flat->procedure[k]->body, &l.table->function[k]->body);
    l.table->function[k]->is_incomplete = false;
  }
  l.table->same = same_functions_find(l.table, flat);
  for (int k = 0; k < flat->n_procedures; k++) {
    const FlatProcedure *from = flat->procedure[k];
    Wrapped written = {k, k, 0, count_up(arena, from->n_inputs),
                       count_up(arena, from->n_outputs)};
    lower_derivatives(&l, &written);
    lower_inverses(&l, k);
  }
  for (int k = 0; k < flat->n_procedures; k++) lower_along(&l, k);
  return l.table;
}
