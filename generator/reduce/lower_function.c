/* lower_function.c: see lower_function.h. */
#include "reduce/lower_function.h"

#include <string.h>

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
      expr_is_const(l->table->exprs, e, &value[i]);
    }
    to->local[made].constant = value;
  }
  to->n_inputs = from->n_inputs;
  to->input = copy_slots(arena, from->input, from->n_inputs);
  to->n_outputs = from->n_outputs;
  to->output = copy_slots(arena, from->output, from->n_outputs);
}

static const char *copy_text(Arena *arena, const char *text)
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

static const ExternalCall *lower_external(LowerFunctions *l,
                                          const FlatExternal *from)
{
  Arena *arena = l->table->arena;
  ExternalCall *to = arena_alloc(arena, sizeof *to);
  to->name = copy_text(arena, from->name);
  to->is_declared = from->is_declared;
  to->result = from->result;
  to->n_args = from->n_args;
  to->arg = arena_array(arena, (size_t)from->n_args + 1, sizeof to->arg[0]);
  for (int k = 0; k < from->n_args; k++) {
    const FlatExternalArgument *arg = &from->arg[k];
    to->arg[k] = (ExternalArgument){.kind = arg->kind,
                                    .type = slot_type(arg->type),
                                    .local = arg->local,
                                    .value = lower(l, arg->value),
                                    .text = copy_text(arena, arg->text),
                                    .field = lower_fields(arena, arg),
                                    .n_fields = arg->n_fields,
                                    .is_output = arg->is_output};
  }
  return to;
}

static const char *const *copy_texts(Arena *arena, const FlatTexts *from)
{
  const char **copy =
      arena_array(arena, (size_t)from->n_items + 1, sizeof copy[0]);
  for (int k = 0; k < from->n_items; k++) {
    copy[k] = copy_text(arena, from->item[k]);
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
    s->value = lower(l, f->value);
    s->index = lower(l, f->index);
    s->step = lower(l, f->step);
    s->limit = lower(l, f->limit);
    s->function = f->procedure;
    s->is_warning = f->is_warning;
    s->text = copy_text(arena, f->text);
    if (f->external) s->external = lower_external(l, f->external);
    s->n_args = f->n_args;
    s->arg = arena_array(arena, (size_t)f->n_args + 1, sizeof s->arg[0]);
    for (int i = 0; i < f->n_args; i++) s->arg[i] = lower(l, f->arg[i]);
    s->n_results = f->n_results;
    s->result = copy_slots(arena, f->result, f->n_results);
  }
}

/* --- derivative annotations --- */

static bool is_real(const Function *f, int slot)
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

/* A function of all arguments and a direction for each, whose body is the
 * call of the function in the annotation. */
static int make_given(LowerFunctions *l, const Function *f,
                      const FlatDerivative *from)
{
  Arena *arena = l->table->arena;
  ExprTable *t = l->table->exprs;
  int n = f->n_inputs, n_args = 0;
  Function *d =
      function_add(l->table, arena_printf(arena, "der(%s)", f->name), f->span);
  int number = l->table->n_functions - 1;
  d->n_inputs = 2 * n;
  d->input = arena_array(arena, 2 * (size_t)n + 1, sizeof d->input[0]);
  ExprId *arg = arena_array(arena, 2 * (size_t)n + 1, sizeof arg[0]);
  for (int k = 0; k < n; k++) {
    d->input[k] =
        add_slot(l, d, "argument", function_slot_type(f, f->input[k]));
    arg[n_args++] = expr_var(t, (VarId){d->input[k]});
  }
  for (int k = 0; k < n; k++) {
    d->input[n + k] = add_slot(l, d, "direction", SLOT_REAL);
    if (!from->has_direction[k] || !is_real(f, f->input[k])) continue;
    arg[n_args++] = expr_var(t, (VarId){d->input[n + k]});
  }
  d->n_outputs = f->n_outputs;
  d->output = arena_array(arena, (size_t)f->n_outputs + 1, sizeof(int));
  int *result = arena_array(arena, (size_t)f->n_outputs + 1, sizeof result[0]);
  int n_results = 0;
  for (int k = 0; k < f->n_outputs; k++) {
    d->output[k] = add_slot(l, d, "result", SLOT_REAL);
    if (is_real(f, f->output[k])) result[n_results++] = d->output[k];
  }
  Statement *call =
      function_append(l->table, &d->body, STATEMENT_CALL, f->span);
  call->function = from->procedure;
  call->arg = arg;
  call->n_args = n_args;
  call->result = result;
  call->n_results = n_results;
  return number;
}

static void lower_derivatives(LowerFunctions *l, int number)
{
  const FlatProcedure *from = l->flat->procedure[number];
  Function *f = l->table->function[number];
  Arena *arena = l->table->arena;
  f->given =
      arena_array(arena, (size_t)from->n_derivatives + 1, sizeof f->given[0]);
  for (int k = 0; k < from->n_derivatives; k++) {
    const FlatDerivative *one = &from->derivative[k];
    bool *needs_fixed =
        arena_array(arena, (size_t)f->n_inputs + 1, sizeof needs_fixed[0]);
    for (int i = 0; i < f->n_inputs; i++) needs_fixed[i] = one->needs_fixed[i];
    GivenDerivative given = {make_given(l, f, one), needs_fixed};
    f->given[f->n_given++] = given;
  }
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
        one->procedure, one->input,
        copy_slots(arena, one->argument, one->n_arguments), one->n_arguments};
  }
}

FunctionTable *lower_functions(Session *s, const FlatModel *flat, Arena *arena,
                               ExprTable *exprs, LowerSlotExpr lower_expr,
                               void *context)
{
  LowerFunctions l = {function_table_create(s, arena, exprs), flat, lower_expr,
                      context};
  l.table->include = copy_texts(arena, &flat->include);
  l.table->n_includes = flat->include.n_items;
  l.table->include_folder = copy_texts(arena, &flat->include_folder);
  l.table->n_include_folders = flat->include_folder.n_items;
  l.table->library = copy_texts(arena, &flat->library);
  l.table->n_libraries = flat->library.n_items;
  l.table->n_objects = flat->n_objects;
  for (int k = 0; k < flat->n_procedures; k++) {
    const FlatProcedure *from = flat->procedure[k];
    Function *to = function_add(
        l.table, arena_copy_text(arena, from->name, strlen(from->name)),
        from->span);
    lower_locals(&l, from, to);
    to->is_impure = from->is_impure;
    to->is_external = from->is_external;
    to->destructor = from->destructor;
  }
  for (int k = 0; k < flat->n_procedures; k++) {
    lower_list(&l, &flat->procedure[k]->body, &l.table->function[k]->body);
  }
  for (int k = 0; k < flat->n_procedures; k++) {
    lower_derivatives(&l, k);
    lower_inverses(&l, k);
  }
  return l.table;
}
