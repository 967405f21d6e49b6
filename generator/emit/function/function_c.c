/* function_c.c: statements of functions to statements of C. */
#include "emit/function/function_c.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "emit/function/function_effects.h"
#include "emit/function/function_external_c.h"
#include "emit/function/function_given.h"
#include "emit/function/function_runs.h"
#include "emit/function/function_sums.h"
#include "emit/function/function_wanted.h"
#include "emit/function/function_wrap.h"
#include "emit/text/c_text.h"
#include "emit/text/memory_stream.h"

#define COPIED_ROW 4 /* elements that are copied together */

/* --- names --- */

static void write_slot(const void *context, VarId var,
                       char text[C_VARIABLE_SIZE])
{
  const FunctionWriter *w = context;
  const FunctionLocal *l = &w->f->local[function_local_of(w->f, var.i)];
  function_runs_slot(w, var.i, text);
  if (l->type != SLOT_BOOLEAN || !l->is_array) return; /* open ones neither */
  size_t n = strlen(text); /* arrays are of doubles */
  memmove(text + 1, text, n + 1);
  text[0] = '(';
  snprintf(text + n + 1, C_VARIABLE_SIZE - n - 1, " != 0)");
}

static bool is_boolean_slot(const void *context, VarId var)
{
  const FunctionWriter *w = context;
  return function_slot_type(w->f, var.i) == SLOT_BOOLEAN;
}

static const char *function_name(const FunctionWriter *w, int function)
{
  return c_expression_function_name(w->arena, w->table->exprs, function);
}

static CType slot_c_type(const FunctionWriter *w, int slot)
{
  return function_slot_type(w->f, slot) == SLOT_BOOLEAN ? C_BOOLEAN : C_REAL;
}

/* --- statements --- */

static void function_c_write_list(FunctionWriter *w, const StatementList *list);

static void write_assign(FunctionWriter *w, const Statement *s)
{
  char target[C_VARIABLE_SIZE];
  writer_slot_name(w->f, s->target, target);
  const char *value =
      function_sums_expression(w, s->value, slot_c_type(w, s->target));
  writer_line(w, "%s = %s;", target, value);
}

static void write_allocate(FunctionWriter *w, const Statement *s)
{
  char name[C_VARIABLE_SIZE];
  writer_local_name(w->f, s->local, name);
  const char *size = writer_expression(w, s->value, C_REAL);
  if (s->kept > 0) {
    writer_line(w, "%s = arrays_kept(v, %d, %s);", name, s->kept - 1, size);
    return;
  }
  writer_line(w, "%s = arrays_make(v, %s);", name, size);
  writer_line(w, "if (%s < 0)", name);
  writer_fail(w, s->span, "an array is too large");
}

static void function_c_write_check(FunctionWriter *w, const Statement *s)
{
  const char *value = writer_expression(w, s->value, C_REAL);
  const char *size = s->limit.i >= 0 ? writer_expression(w, s->limit, C_REAL)
                                     : arena_printf(w->arena, "%d.0", s->size);
  writer_open_brace(w);
  writer_line(w, "const double index = %s;", value);
  writer_line(w, "if (!(index >= 1.0 && index <= %s))", size);
  w->depth++;
  writer_begin_fail(w, "function_fail_index");
  writer_put_place(w, s->span);
  fprintf(w->out, ", index, %d, %s);\n", s->dimension, size);
  w->depth--;
  writer_close_brace(w);
}

static void function_c_write_element(FunctionWriter *w, const Statement *s)
{
  assert(s->local >= 0 && s->local < w->f->n_locals);
  bool reads = s->kind == STATEMENT_READ;
  char array[C_VARIABLE_SIZE], target[C_VARIABLE_SIZE];
  writer_array_name(w->f, s->local, array);
  CType type = w->f->local[s->local].type == SLOT_BOOLEAN ? C_BOOLEAN : C_REAL;
  const char *index = writer_expression(w, reads ? s->value : s->index, C_REAL);
  if (reads) {
    writer_slot_name(w->f, s->target, target);
    writer_line(w, "%s = %s[(int)(%s) - 1]%s;", target, array, index,
                type == C_BOOLEAN ? " != 0" : "");
  } else {
    const char *value = writer_expression(w, s->value, type);
    writer_line(w, "%s[(int)(%s) - 1] = %s;", array, index, value);
  }
}

/* How many of the slots from slot[k] on are one row of an array of numbers. */
static int row_length(FunctionWriter *w, const int *slot, int n, int k)
{
  assert(k >= 0 && k < n);
  int local = function_local_of(w->f, slot[k]);
  const FunctionLocal *l = &w->f->local[local];
  if (!l->is_array || slot_c_type(w, slot[k]) == C_BOOLEAN) return 1;
  int end = k + 1;
  while (end < n && slot[end] == slot[end - 1] + 1 &&
         slot[end] < l->first + l->n)
    end++;
  return end - k;
}

/* The slot that is handed over as it is; -1: an expression. */
static int function_c_slot_of(const FunctionWriter *w, ExprId e)
{
  const ExprNode *n = expr_node(w->table->exprs, e);
  return n->op == EXPR_VAR ? n->var.i : -1;
}

static bool function_c_is_given(const FunctionWriter *w, int slot)
{
  return w->given && w->given[slot] >= 0;
}

/* The same for inputs that are read where they are. */
static int given_length(const FunctionWriter *w, const int *slot, int n)
{
  int end = 1;
  while (end < n && function_c_is_given(w, slot[end]) &&
         w->given[slot[end]] == w->given[slot[0]] + end)
    end++;
  return end;
}

/* How many of the arguments from the k-th on are one row. */
static int argument_row(FunctionWriter *w, const Statement *s, int k)
{
  int n = 0;
  int *slot = arena_array(w->arena, (size_t)(s->n_args - k), sizeof slot[0]);
  while (k + n < s->n_args && function_c_slot_of(w, s->arg[k + n]) >= 0 &&
         (n == 0 || function_c_slot_of(w, s->arg[k + n]) == slot[n - 1] + 1)) {
    slot[n] = function_c_slot_of(w, s->arg[k + n]);
    n++;
  }
  if (n == 0) return 1;
  return function_c_is_given(w, slot[0]) ? given_length(w, slot, n)
                                         : row_length(w, slot, n, 0);
}

/* How many of the arguments from the k-th on are numbers: a table of the model
 * that is handed over. Written as one: `n`, copied as a whole; 0: too few. */
static int write_numbers(FunctionWriter *w, const Statement *s, int k)
{
  double *number =
      arena_array(w->arena, (size_t)(s->n_args - k) + 1, sizeof number[0]);
  int n = 0, to = w->n_names;
  while (k + n < s->n_args &&
         expr_is_const(w->table->exprs, s->arg[k + n], &number[n]))
    n++;
  if (n < COPIED_ROW) return 0;
  const char *name = arena_printf(w->arena, "given%d_%d", to, k);
  writer_table(w, name, number, n);
  writer_line(w, "memcpy(&a%d[%d], %s, sizeof %s);", to, k, name, name);
  return n;
}

/* Expressions one by one, rows of arrays and of numbers as a whole. */
static void write_arguments(FunctionWriter *w, const Statement *s)
{
  for (int k = 0; k < s->n_args; k++) function_sums_begin(w, s->arg[k]);
  c_expression_prepare(w->c, s->arg, s->n_args, w->out);
  writer_array(w, arena_printf(w->arena, "a%d", w->n_names),
               s->n_args > 0 ? s->n_args : 1, false);
  for (int k = 0, n; k < s->n_args; k += n) {
    n = write_numbers(w, s, k);
    if (n > 0) continue;
    n = argument_row(w, s, k);
    const char *text = c_expression(w->c, s->arg[k], C_REAL);
    if (n >= COPIED_ROW) {
      writer_line(w, "memcpy(&a%d[%d], &%s, %d * sizeof a%d[0]);", w->n_names,
                  k, text, n, w->n_names);
    } else {
      writer_line(w, "a%d[%d] = %s;", w->n_names, k, text);
      n = 1;
    }
  }
  function_sums_end(w);
}

static void function_c_write_call(FunctionWriter *w, const Statement *s)
{
  int n = w->table->function[s->function]->n_outputs;
  assert(s->n_args == w->table->function[s->function]->n_inputs);
  assert(s->n_results <= n);
  w->n_names++;
  write_arguments(w, s);
  writer_array(w, arena_printf(w->arena, "r%d", w->n_names), n > 0 ? n : 1,
               false);
  writer_line(w, "if (%s(v, depth + 1, a%d, r%d)) {",
              function_name(w, s->function), w->n_names, w->n_names);
  writer_line(w, "  return function_pass_on(&f_%d_info, out);", w->number);
  writer_line(w, "}");
  for (int k = 0; k < s->n_results; k++) {
    char target[C_VARIABLE_SIZE];
    if (s->result[k] < 0) continue;
    writer_slot_name(w->f, s->result[k], target);
    int n_row = row_length(w, s->result, s->n_results, k);
    if (n_row >= COPIED_ROW) {
      writer_line(w, "memcpy(&%s, &r%d[%d], %d * sizeof r%d[0]);", target,
                  w->n_names, k, n_row, w->n_names);
      k += n_row - 1;
      continue;
    }
    bool boolean = slot_c_type(w, s->result[k]) == C_BOOLEAN;
    writer_line(w, "%s = r%d[%d]%s;", target, w->n_names, k,
                boolean ? " != 0" : "");
  }
}

static void write_if(FunctionWriter *w, const Statement *s)
{
  const char *condition = writer_expression(w, s->value, C_BOOLEAN);
  writer_line(w, "if (%s) {", condition);
  w->depth++;
  function_c_write_list(w, &s->body);
  w->depth--;
  if (s->otherwise.n_items > 0) {
    writer_line(w, "} else {");
    w->depth++;
    function_c_write_list(w, &s->otherwise);
    w->depth--;
  }
  writer_line(w, "}");
}

static void write_for(FunctionWriter *w, const Statement *s)
{
  char target[C_VARIABLE_SIZE];
  int name = ++w->n_names;
  writer_slot_name(w->f, s->target, target);
  const char *first = writer_expression(w, s->value, C_REAL);
  const char *step = writer_expression(w, s->step, C_REAL);
  const char *limit = writer_expression(w, s->limit, C_REAL);
  writer_open_brace(w);
  writer_line(w, "const double first%d = %s, step%d = %s;", name, first, name,
              step);
  writer_line(w, "const int n%d = function_turns(first%d, step%d, %s);", name,
              name, name, limit);
  writer_line(w, "for (int k%d = 0; k%d < n%d; k%d++) {", name, name, name,
              name);
  w->depth++;
  writer_line(w, "%s = first%d + k%d * step%d;", target, name, name, name);
  function_c_write_list(w, &s->body);
  w->depth--;
  writer_line(w, "}");
  writer_close_brace(w);
}

/* The turns are counted: a loop without an end must not take the importer
 * with it. */
static void function_c_write_loop(FunctionWriter *w, const Statement *s)
{
  int name = ++w->n_names;
  writer_line(w, "for (int k%d = 0;; k%d++) {", name, name);
  w->depth++;
  writer_line(w, "if (k%d == FUNCTION_MOST_TURNS)", name);
  writer_fail(w, s->span, "the loop does not end");
  function_c_write_list(w, &s->body);
  w->depth--;
  writer_line(w, "}");
}

static void write_assert(FunctionWriter *w, const Statement *s)
{
  const char *condition = writer_expression(w, s->value, C_BOOLEAN);
  const char *message =
      s->index.i >= 0 ? writer_expression(w, s->index, C_REAL) : NULL;
  writer_line(w, "if (!(%s))", condition);
  w->depth++;
  if (s->is_warning) {
    fprintf(w->out, "%*sfunction_warn(v, &f_%d_info, ", 2 * (w->depth + 1), "",
            w->number);
  } else {
    writer_begin_fail(w, "function_fail");
  }
  writer_put_place(w, s->span);
  fputs(", ", w->out);
  if (message)
    fprintf(w->out, "strings_text(v, %s)", message);
  else
    c_text_value(w->out,
                 s->text && s->text[0] ? s->text : "assertion violated");
  fputs(");\n", w->out);
  w->depth--;
}

static void write_statement(FunctionWriter *w, const Statement *s)
{
  switch (s->kind) {
  case STATEMENT_ASSIGN: write_assign(w, s); break;
  case STATEMENT_ALLOCATE: write_allocate(w, s); break;
  case STATEMENT_CHECK: function_c_write_check(w, s); break;
  case STATEMENT_READ:
  case STATEMENT_WRITE: function_c_write_element(w, s); break;
  case STATEMENT_CALL: function_c_write_call(w, s); break;
  case STATEMENT_IF: write_if(w, s); break;
  case STATEMENT_FOR: write_for(w, s); break;
  case STATEMENT_LOOP: function_c_write_loop(w, s); break;
  case STATEMENT_BREAK: writer_line(w, "break;"); break;
  case STATEMENT_RETURN:
    writer_line(w, "goto done;");
    w->returns = true;
    break;
  case STATEMENT_ASSERT: write_assert(w, s); break;
  case STATEMENT_EXTERNAL: function_external_c_write(w, s); break;
  }
}

/* The recursion follows the nesting of the text. What follows a jump is
 * never reached. */
static void function_c_write_list(FunctionWriter *w, const StatementList *list)
{
  for (int k = 0; k < list->n_items; k++) {
    const Statement *s = &list->item[k];
    int n = w->loops ? function_runs_write(w, list, k) : 0;
    if (n > 0) {
      k += n - 1;
      continue;
    }
    write_statement(w, s);
    if (s->kind == STATEMENT_BREAK || s->kind == STATEMENT_RETURN) return;
  }
}

/* --- a whole function --- */

static bool is_given_array(const FunctionWriter *w, int local)
{
  return w->given_array && w->given_array[local] >= 0;
}

static void function_c_declare(FunctionWriter *w)
{
  for (int k = 0; k < w->f->n_locals; k++) {
    const FunctionLocal *l = &w->f->local[k];
    char name[C_VARIABLE_SIZE];
    if (l->n == 0 || (!l->is_array && function_c_is_given(w, l->first)))
      continue;
    writer_local_name(w->f, k, name);
    bool is_flag = l->type == SLOT_BOOLEAN && !l->is_array && !l->is_open;
    const char *type = is_flag ? "int" : "double";
    if (l->constant) {
      writer_table(w, name, l->constant, l->n);
    } else if (is_given_array(w, k)) {
      writer_line(w, "const double *const %s = in + %d;", name,
                  w->given_array[k]);
    } else if (!l->is_array) {
      writer_line(w, "%s %s = 0;", type, name);
    } else {
      writer_array(w, name, l->n, true);
    }
    writer_line(w, "(void)%s;", name);
  }
}

static void function_c_write_inputs(FunctionWriter *w)
{
  for (int k = 0; k < w->f->n_inputs; k++) {
    char name[C_VARIABLE_SIZE];
    if (function_c_is_given(w, w->f->input[k]) ||
        is_given_array(w, function_local_of(w->f, w->f->input[k])))
      continue;
    int n = row_length(w, w->f->input, w->f->n_inputs, k);
    if (n >= COPIED_ROW) {
      writer_slot_name(w->f, w->f->input[k], name);
      writer_line(w, "memcpy(&%s, in + %d, %d * sizeof in[0]);", name, k, n);
      k += n - 1;
      continue;
    }
    writer_slot_name(w->f, w->f->input[k], name);
    const char *not_zero =
        slot_c_type(w, w->f->input[k]) == C_BOOLEAN ? " != 0" : "";
    writer_line(w, "%s = in[%d]%s;", name, k, not_zero);
  }
}

static void write_outputs(FunctionWriter *w)
{
  for (int k = 0; k < w->f->n_outputs; k++) {
    char name[C_VARIABLE_SIZE];
    writer_slot_name(w->f, w->f->output[k], name);
    int n = row_length(w, w->f->output, w->f->n_outputs, k);
    if (n >= COPIED_ROW) {
      writer_line(w, "memcpy(out + %d, &%s, %d * sizeof out[0]);", k, name, n);
      k += n - 1;
      continue;
    }
    writer_line(w, "out[%d] = %s;", k, name);
  }
  writer_line(w, "return 0;");
}

static void write_body(FunctionWriter *w)
{
  writer_line(w, "(void)v;");
  writer_line(w, "(void)in;");
  writer_line(w, "if (depth > FUNCTION_DEEPEST)");
  writer_fail(w, w->f->span, "it calls itself without an end");
  if (w->f->destructor >= 0) {
    writer_line(w, "if (external_object_find(v, in, %d, out)) return 0;",
                w->f->n_inputs);
  }
  function_c_declare(w);
  function_c_write_inputs(w);
  function_c_write_list(w, &w->f->body);
  if (w->returns) fputs("done:\n", w->out);
  write_outputs(w);
}

/* Where it is known what it needs. */
static char *function_c_body_text(FunctionWriter *w, size_t *size)
{
  char *text;
  FILE *out = w->out;
  w->out = memory_stream(&text, size);
  write_body(w);
  memory_stream_end(w->out, &text);
  w->out = out;
  return text;
}

static void function_c_write_function(FunctionWriter *w)
{
  size_t size;
  if (w->f->difference_of >= 0) {
    function_wrap_difference(w);
    return;
  }
  char *text = function_c_body_text(w, &size);
  FunctionWrap wrap = function_wrap(w);
  function_wrap_head(w, wrap.is_needed ? "_body" : wrap.suffix,
                     w->n_work > 0 ? ", double *work" : "");
  fputs("\n{\n", w->out);
  fwrite(text, 1, size, w->out);
  fputs("}\n\n", w->out);
  free(text);
  function_wrap_write(w, &wrap);
}

static FunctionWriter writer_for(const FunctionTable *table, int number,
                                 Arena *arena, FILE *out)
{
  return (FunctionWriter){.table = table,
                          .f = table->function[number],
                          .number = number,
                          .arena = arena,
                          .out = out};
}

/* Does a message about it name its inputs (fmu_runtime/model.h)? */
static bool names_inputs(const Function *f)
{
  for (int k = 0; k < f->n_inputs; k++) {
    if (function_slot_type(f, f->input[k]) == SLOT_STRING) return true;
  }
  return f->destructor >= 0;
}

static void function_c_name_inputs(const Function *f, Arena *arena, FILE *out)
{
  assert(f->n_inputs > 0);
  fputs(",\n    .input = (const char *const[]){", out);
  for (int k = 0; k < f->n_inputs; k++) {
    int local = function_local_of(f, f->input[k]);
    const FunctionLocal *l = &f->local[local];
    if (k > 0) fputs(", ", out);
    c_text_string(out, l->is_array ? arena_printf(arena, "%s[%d]", l->name,
                                                  f->input[k] - l->first + 1)
                                   : l->name);
  }
  fputs("},\n    .text = \"", out);
  for (int k = 0; k < f->n_inputs; k++) {
    bool is_text = function_slot_type(f, f->input[k]) == SLOT_STRING;
    fputc(is_text ? 't' : '-', out);
  }
  fprintf(out, "\", .makes_object = %d", f->destructor >= 0);
}

static void function_c_write_prototype(const FunctionTable *table, int k,
                                       Arena *arena, FILE *out)
{
  FunctionWriter w = writer_for(table, k, arena, out);
  if (w.f->difference_of < 0) {
    fprintf(out, "static const ModelFunctionInfo f_%d_info = {.name = ", k);
    c_text_string(out, w.f->name);
    fprintf(out, ", .n_in = %d, .n_out = %d", w.f->n_inputs, w.f->n_outputs);
    if (names_inputs(w.f)) function_c_name_inputs(w.f, arena, out);
    fputs("};\n", out);
  }
  function_wrap_head(&w, "", "");
  fputs(";\n", out);
  for (int i = 0; i < w.f->body.n_items; i++) {
    const Statement *s = &w.f->body.item[i];
    if (s->kind == STATEMENT_EXTERNAL) {
      function_external_c_prototype(&w, s->external);
    }
  }
}

static void function_c_write_includes(const FunctionTable *table,
                                      const bool *wanted, FILE *out)
{
  bool has_external = false, has_open = false;
  for (int k = 0; k < table->n_functions; k++) {
    const Function *f = table->function[k];
    if (!wanted[k]) continue;
    has_external |= f->is_external;
    for (int i = 0; i < f->n_locals; i++) has_open |= f->local[i].is_open;
  }
  fputs("#include \"call_room.h\"\n", out);
  if (has_open) fputs("#include \"array_pool.h\"\n", out);
  if (!has_external) return;
  fputs("#include \"external.h\"\n#include \"external_object.h\"\n"
        "#include \"string_pool.h\"\n",
        out);
  if (table->n_resources > 0) fputs("#include \"resource.h\"\n", out);
  for (int k = 0; k < table->n_includes; k++) {
    fprintf(out, "%s\n", table->include[k]);
  }
  fputc('\n', out);
}

FunctionNeeds function_c_write(const FunctionTable *table, bool *wanted,
                               bool loops, FILE *out)
{
  FunctionNeeds needs = {0};
  Arena *arena = arena_create("functions");
  Walk *walk = walk_create(table->exprs, arena);
  function_wanted(table, wanted, walk, arena);
  const FunctionMemo *memo =
      function_memo(table, wanted, walk, arena, &needs.n_memo);
  const bool *once = function_effects(table, wanted, walk, arena);
  function_c_write_includes(table, wanted, out);
  for (int k = 0; k < table->n_functions; k++) {
    if (wanted[k]) function_c_write_prototype(table, k, arena, out);
  }
  fputc('\n', out);
  for (int k = 0; k < table->n_functions; k++) {
    if (!wanted[k]) continue;
    FunctionWriter w = writer_for(table, k, arena, out);
    CVariables variables = {&w, is_boolean_slot, write_slot};
    w.c = c_expression_create_for(arena, table->exprs, &variables);
    w.walk = walk;
    w.given = function_given_find(w.f, arena);
    w.given_array = function_given_arrays(w.f, arena);
    w.memo = once[k] ? (FunctionMemo){0} : memo[k];
    w.is_once = once[k];
    w.loops = loops;
    w.stops = walk_stops_create(arena);
    c_expression_stops(w.c, w.stops);
    c_expression_function(w.c, out);
    fputs("/* ", out);
    c_text_comment(out, c_text_place(arena, table->s, w.f->span));
    fputs(" */\n", out);
    function_c_write_function(&w);
    assert(w.depth == 0); /* all braces are closed */
    needs.work += w.n_work;
  }
  arena_destroy(arena);
  return needs;
}
