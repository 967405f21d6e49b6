/* function_c.c: statements of functions to statements of C.
 *
 * A slot is a variable of the C function, named after the model's: x_3, or an
 * element of an array: table_5[2]. Functions with much memory get it from the
 * heap: importers call us with stacks of any size. */
#include "emit/function_c.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

#include "emit/c_expression.h"
#include "emit/c_text.h"

#define MUCH_MEMORY 512 /* doubles of arrays on the stack */

typedef struct Writer {
  const FunctionTable *table;
  const Function *f;
  int number;
  Arena *arena;
  CExpressions *c;
  FILE *out;
  int depth; /* of braces */
  int n_names;
  bool returns; /* has `return`: outputs are written behind a label */
} Writer;

/* --- names --- */

static void local_name(const Function *f, int local, char text[C_VARIABLE_SIZE])
{
  const FunctionLocal *l = &f->local[local];
  snprintf(text, C_VARIABLE_SIZE - 20, "%.100s_%d", l->name, l->first);
  if (!isalpha((unsigned char)text[0])) text[0] = 'x';
  for (char *at = text; *at; at++) {
    if (!isalnum((unsigned char)*at)) *at = '_';
  }
}

static void slot_name(const Function *f, int slot, char text[C_VARIABLE_SIZE])
{
  int local = function_local_of(f, slot);
  local_name(f, local, text);
  if (!f->local[local].is_array) return;
  size_t n = strlen(text);
  snprintf(text + n, C_VARIABLE_SIZE - n, "[%d]", slot - f->local[local].first);
}

static void write_slot(const void *context, VarId var,
                       char text[C_VARIABLE_SIZE])
{
  const Function *f = ((const Writer *)context)->f;
  const FunctionLocal *l = &f->local[function_local_of(f, var.i)];
  slot_name(f, var.i, text);
  if (l->type != SLOT_BOOLEAN || !l->is_array) return;
  size_t n = strlen(text); /* arrays are of doubles */
  memmove(text + 1, text, n + 1);
  text[0] = '(';
  snprintf(text + n + 1, C_VARIABLE_SIZE - n - 1, " != 0)");
}

static bool is_boolean_slot(const void *context, VarId var)
{
  const Writer *w = context;
  return function_slot_type(w->f, var.i) == SLOT_BOOLEAN;
}

static const char *function_name(const Writer *w, int function)
{
  return c_expression_function_name(w->arena, w->table->exprs, function);
}

/* --- text --- */

static void line(Writer *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void line(Writer *w, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  fprintf(w->out, "%*s", 2 * (w->depth + 1), "");
  vfprintf(w->out, format, args);
  fputc('\n', w->out);
  va_end(args);
}

static void open_brace(Writer *w)
{
  line(w, "{");
  w->depth++;
}

static void close_brace(Writer *w)
{
  w->depth--;
  line(w, "}");
}

static void put_place(Writer *w, Span span)
{
  c_text_string(w->out, c_text_place(w->arena, w->table->s, span));
}

/* The text of an expression, its temporaries written before. */
static const char *expression(Writer *w, ExprId e, CType type)
{
  c_expression_prepare(w->c, &e, 1, w->out);
  const char *text = c_expression(w->c, e, type);
  return arena_copy_text(w->arena, text, strlen(text));
}

static CType slot_c_type(const Writer *w, int slot)
{
  return function_slot_type(w->f, slot) == SLOT_BOOLEAN ? C_BOOLEAN : C_REAL;
}

/* --- statements --- */

static void write_list(Writer *w, const StatementList *list);

/* What is left to say of a failure, behind its first arguments. */
static void begin_fail(Writer *w, const char *function)
{
  fprintf(w->out, "%*sreturn %s(v, &f_%d_info, in, out, ", 2 * (w->depth + 1),
          "", function, w->number);
}

static void write_assign(Writer *w, const Statement *s)
{
  char target[C_VARIABLE_SIZE];
  slot_name(w->f, s->target, target);
  const char *value = expression(w, s->value, slot_c_type(w, s->target));
  line(w, "%s = %s;", target, value);
}

static void write_check(Writer *w, const Statement *s)
{
  const char *value = expression(w, s->value, C_REAL);
  open_brace(w);
  line(w, "const double index = %s;", value);
  line(w, "if (!(index >= 1.0 && index <= %d.0))", s->size);
  w->depth++;
  begin_fail(w, "function_fail_index");
  put_place(w, s->span);
  fprintf(w->out, ", index, %d, %d);\n", s->dimension, s->size);
  w->depth--;
  close_brace(w);
}

static void write_element(Writer *w, const Statement *s)
{
  bool reads = s->kind == STATEMENT_READ;
  char array[C_VARIABLE_SIZE], target[C_VARIABLE_SIZE];
  local_name(w->f, s->local, array);
  CType type = w->f->local[s->local].type == SLOT_BOOLEAN ? C_BOOLEAN : C_REAL;
  const char *index = expression(w, reads ? s->value : s->index, C_REAL);
  if (reads) {
    slot_name(w->f, s->target, target);
    line(w, "%s = %s[(int)(%s) - 1]%s;", target, array, index,
         type == C_BOOLEAN ? " != 0" : "");
  } else {
    const char *value = expression(w, s->value, type);
    line(w, "%s[(int)(%s) - 1] = %s;", array, index, value);
  }
}

static void write_arguments(Writer *w, const Statement *s)
{
  c_expression_prepare(w->c, s->arg, s->n_args, w->out);
  const char **text =
      arena_array(w->arena, (size_t)s->n_args + 1, sizeof text[0]);
  for (int k = 0; k < s->n_args; k++) {
    const char *one = c_expression(w->c, s->arg[k], C_REAL);
    text[k] = arena_copy_text(w->arena, one, strlen(one));
  }
  line(w, "const double a%d[] = {", w->n_names);
  w->depth++;
  for (int k = 0; k < s->n_args; k++) line(w, "%s,", text[k]);
  if (s->n_args == 0) line(w, "0");
  w->depth--;
  line(w, "};");
}

static void write_call(Writer *w, const Statement *s)
{
  int n = w->table->function[s->function]->n_outputs;
  w->n_names++;
  write_arguments(w, s);
  line(w, "double r%d[%d] = {0};", w->n_names, n > 0 ? n : 1);
  line(w, "if (%s(v, depth + 1, a%d, r%d)) {", function_name(w, s->function),
       w->n_names, w->n_names);
  line(w, "  return function_pass_on(&f_%d_info, out);", w->number);
  line(w, "}");
  for (int k = 0; k < s->n_results; k++) {
    char target[C_VARIABLE_SIZE];
    if (s->result[k] < 0) continue;
    slot_name(w->f, s->result[k], target);
    bool boolean = slot_c_type(w, s->result[k]) == C_BOOLEAN;
    line(w, "%s = r%d[%d]%s;", target, w->n_names, k, boolean ? " != 0" : "");
  }
}

static void write_if(Writer *w, const Statement *s)
{
  const char *condition = expression(w, s->value, C_BOOLEAN);
  line(w, "if (%s) {", condition);
  w->depth++;
  write_list(w, &s->body);
  w->depth--;
  if (s->otherwise.n_items > 0) {
    line(w, "} else {");
    w->depth++;
    write_list(w, &s->otherwise);
    w->depth--;
  }
  line(w, "}");
}

static void write_for(Writer *w, const Statement *s)
{
  char target[C_VARIABLE_SIZE];
  int name = ++w->n_names;
  slot_name(w->f, s->target, target);
  const char *first = expression(w, s->value, C_REAL);
  const char *step = expression(w, s->step, C_REAL);
  const char *limit = expression(w, s->limit, C_REAL);
  open_brace(w);
  line(w, "const double first%d = %s, step%d = %s;", name, first, name, step);
  line(w, "const int n%d = function_turns(first%d, step%d, %s);", name, name,
       name, limit);
  line(w, "for (int k%d = 0; k%d < n%d; k%d++) {", name, name, name, name);
  w->depth++;
  line(w, "%s = first%d + k%d * step%d;", target, name, name, name);
  write_list(w, &s->body);
  w->depth--;
  line(w, "}");
  close_brace(w);
}

/* The turns are counted: a loop without an end must not take the importer
 * with it. */
static void write_loop(Writer *w, const Statement *s)
{
  int name = ++w->n_names;
  line(w, "for (int k%d = 0;; k%d++) {", name, name);
  w->depth++;
  line(w, "if (k%d == FUNCTION_MOST_TURNS)", name);
  w->depth++;
  begin_fail(w, "function_fail");
  put_place(w, s->span);
  fputs(", \"the loop does not end\");\n", w->out);
  w->depth--;
  write_list(w, &s->body);
  w->depth--;
  line(w, "}");
}

static void write_assert(Writer *w, const Statement *s)
{
  const char *condition = expression(w, s->value, C_BOOLEAN);
  line(w, "if (!(%s))", condition);
  w->depth++;
  if (s->is_warning) {
    fprintf(w->out, "%*sfunction_warn(v, &f_%d_info, ", 2 * (w->depth + 1), "",
            w->number);
  } else {
    begin_fail(w, "function_fail");
  }
  put_place(w, s->span);
  fputs(", ", w->out);
  c_text_string(w->out, s->text && s->text[0] ? s->text : "assertion violated");
  fputs(");\n", w->out);
  w->depth--;
}

/* --- external functions --- */

static const char *external_type(const ExternalArgument *arg)
{
  bool is_int = arg->type != SLOT_REAL;
  switch (arg->kind) {
  case EXTERNAL_VALUE: return is_int ? "int" : "double";
  case EXTERNAL_SIZE: return "size_t";
  case EXTERNAL_TEXT: return "const char *";
  case EXTERNAL_ARRAY: return is_int ? "const int *" : "const double *";
  case EXTERNAL_OUTPUT: return is_int ? "int *" : "double *";
  }
  return "int";
}

static const char *result_type(const Writer *w, const ExternalCall *e)
{
  if (e->result < 0) return "void";
  return function_slot_type(w->f, e->result) == SLOT_REAL ? "double" : "int";
}

/* Where no header tells what the function is. */
static void write_external_prototype(Writer *w, const ExternalCall *e)
{
  if (e->is_declared) return;
  fprintf(w->out, "extern %s %s(", result_type(w, e), e->name);
  if (e->n_args == 0) fputs("void", w->out);
  for (int k = 0; k < e->n_args; k++) {
    fprintf(w->out, "%s%s", k > 0 ? ", " : "", external_type(&e->arg[k]));
  }
  fputs(");\n", w->out);
}

/* Integers and Booleans of C are ints: copies of the slots. */
static bool needs_copy(const ExternalArgument *arg)
{
  return arg->type != SLOT_REAL &&
         (arg->kind == EXTERNAL_ARRAY || arg->kind == EXTERNAL_OUTPUT);
}

static void write_copies(Writer *w, const ExternalCall *e)
{
  for (int k = 0; k < e->n_args; k++) {
    const FunctionLocal *l =
        &w->f->local[e->arg[k].local < 0 ? 0 : e->arg[k].local];
    char name[C_VARIABLE_SIZE];
    if (!needs_copy(&e->arg[k])) continue;
    local_name(w->f, e->arg[k].local, name);
    line(w, "int i%d[%d];", k, l->n);
    if (l->is_array) {
      line(w, "for (int k = 0; k < %d; k++) i%d[k] = (int)%s[k];", l->n, k,
           name);
    } else {
      line(w, "i%d[0] = (int)%s;", k, name);
    }
  }
}

static void write_back(Writer *w, const ExternalCall *e)
{
  for (int k = 0; k < e->n_args; k++) {
    char name[C_VARIABLE_SIZE];
    if (!needs_copy(&e->arg[k]) || e->arg[k].kind != EXTERNAL_OUTPUT) continue;
    const FunctionLocal *l = &w->f->local[e->arg[k].local];
    local_name(w->f, e->arg[k].local, name);
    if (l->is_array) {
      line(w, "for (int k = 0; k < %d; k++) %s[k] = i%d[k];", l->n, name, k);
    } else {
      line(w, "%s = i%d[0];", name, k);
    }
  }
}

static void put_external_argument(Writer *w, const ExternalCall *e, int k,
                                  const char *value)
{
  const ExternalArgument *arg = &e->arg[k];
  char name[C_VARIABLE_SIZE];
  switch (arg->kind) {
  case EXTERNAL_TEXT: c_text_string(w->out, arg->text); return;
  case EXTERNAL_SIZE: fprintf(w->out, "(size_t)(%s)", value); return;
  case EXTERNAL_VALUE:
    fprintf(w->out, arg->type == SLOT_REAL ? "%s" : "(int)(%s)", value);
    return;
  case EXTERNAL_ARRAY:
  case EXTERNAL_OUTPUT: break;
  }
  local_name(w->f, arg->local, name);
  if (needs_copy(arg)) {
    fprintf(w->out, "i%d", k);
  } else {
    fprintf(w->out, "%s%s", w->f->local[arg->local].is_array ? "" : "&", name);
  }
}

/* The jump of ModelicaError() ends in `frame` (fmu_runtime/external.h). */
static void write_external(Writer *w, const Statement *s)
{
  const ExternalCall *e = s->external;
  const char **value =
      arena_array(w->arena, (size_t)e->n_args + 1, sizeof value[0]);
  for (int k = 0; k < e->n_args; k++) {
    if (e->arg[k].value.i >= 0)
      value[k] = expression(w, e->arg[k].value, C_REAL);
  }
  open_brace(w);
  line(w, "ExternalFrame frame;");
  write_copies(w, e);
  line(w, "external_enter(v, &frame);");
  line(w, "if (setjmp(frame.jump) == 0) {");
  fprintf(w->out, "%*s", 2 * (w->depth + 2), "");
  if (e->result >= 0) {
    char name[C_VARIABLE_SIZE];
    slot_name(w->f, e->result, name);
    fprintf(w->out, "%s = ", name);
  }
  fprintf(w->out, "%s(", e->name);
  for (int k = 0; k < e->n_args; k++) {
    if (k > 0) fputs(", ", w->out);
    put_external_argument(w, e, k, value[k]);
  }
  fputs(");\n", w->out);
  line(w, "}");
  line(w, "external_leave(&frame);");
  line(w, "if (frame.failed)");
  w->depth++;
  begin_fail(w, "function_fail");
  put_place(w, s->span);
  fputs(", frame.message);\n", w->out);
  w->depth--;
  write_back(w, e);
  close_brace(w);
}

static void write_statement(Writer *w, const Statement *s)
{
  switch (s->kind) {
  case STATEMENT_ASSIGN: write_assign(w, s); break;
  case STATEMENT_CHECK: write_check(w, s); break;
  case STATEMENT_READ:
  case STATEMENT_WRITE: write_element(w, s); break;
  case STATEMENT_CALL: write_call(w, s); break;
  case STATEMENT_IF: write_if(w, s); break;
  case STATEMENT_FOR: write_for(w, s); break;
  case STATEMENT_LOOP: write_loop(w, s); break;
  case STATEMENT_BREAK: line(w, "break;"); break;
  case STATEMENT_RETURN:
    line(w, "goto done;");
    w->returns = true;
    break;
  case STATEMENT_ASSERT: write_assert(w, s); break;
  case STATEMENT_EXTERNAL: write_external(w, s); break;
  }
}

/* The recursion follows the nesting of the text. What follows a jump is
 * never reached. */
static void write_list(Writer *w, const StatementList *list)
{
  for (int k = 0; k < list->n_items; k++) {
    const Statement *s = &list->item[k];
    write_statement(w, s);
    if (s->kind == STATEMENT_BREAK || s->kind == STATEMENT_RETURN) return;
  }
}

/* --- a whole function --- */

static int array_memory(const Function *f)
{
  int n = 0;
  for (int k = 0; k < f->n_locals; k++) {
    const FunctionLocal *l = &f->local[k];
    if (l->is_array && !l->constant) n += l->n;
  }
  return n;
}

static void write_table(Writer *w, const char *name, const FunctionLocal *l)
{
  char number[C_NUMBER_SIZE];
  line(w, "static const double %s[] = {", name);
  for (int k = 0; k < l->n; k += 4) {
    fprintf(w->out, "%*s", 2 * (w->depth + 2), "");
    for (int i = k; i < l->n && i < k + 4; i++) {
      fprintf(w->out, "%s%s", c_text_number(l->constant[i], number),
              i + 1 < l->n ? ", " : "");
    }
    fputc('\n', w->out);
  }
  line(w, "};");
}

static void declare(Writer *w, bool on_heap)
{
  int at = 0;
  for (int k = 0; k < w->f->n_locals; k++) {
    const FunctionLocal *l = &w->f->local[k];
    char name[C_VARIABLE_SIZE];
    if (l->n == 0) continue;
    local_name(w->f, k, name);
    const char *type =
        l->type == SLOT_BOOLEAN && !l->is_array ? "int" : "double";
    if (l->constant) {
      write_table(w, name, l);
    } else if (!l->is_array) {
      line(w, "%s %s = 0;", type, name);
    } else if (on_heap) {
      line(w, "double *const %s = work + %d;", name, at);
      at += l->n;
    } else {
      line(w, "double %s[%d] = {0};", name, l->n);
    }
    line(w, "(void)%s;", name);
  }
}

static void write_inputs(Writer *w)
{
  for (int k = 0; k < w->f->n_inputs; k++) {
    char name[C_VARIABLE_SIZE];
    slot_name(w->f, w->f->input[k], name);
    const char *not_zero =
        slot_c_type(w, w->f->input[k]) == C_BOOLEAN ? " != 0" : "";
    line(w, "%s = in[%d]%s;", name, k, not_zero);
  }
}

static void write_outputs(Writer *w)
{
  for (int k = 0; k < w->f->n_outputs; k++) {
    char name[C_VARIABLE_SIZE];
    slot_name(w->f, w->f->output[k], name);
    line(w, "out[%d] = %s;", k, name);
  }
  line(w, "return 0;");
}

static void write_head(const Writer *w, const char *suffix, const char *more)
{
  fprintf(w->out,
          "static int %s%s(const ModelValues *v, int depth,\n"
          "    const double *in, double *out%s)",
          function_name(w, w->number), suffix, more);
}

static void write_body(Writer *w, bool on_heap)
{
  line(w, "(void)v;");
  line(w, "(void)in;");
  line(w, "if (depth > FUNCTION_DEEPEST)");
  w->depth++;
  begin_fail(w, "function_fail");
  put_place(w, w->f->span);
  fputs(", \"it calls itself without an end\");\n", w->out);
  w->depth--;
  declare(w, on_heap);
  write_inputs(w);
  write_list(w, &w->f->body);
  if (w->returns) fputs("done:\n", w->out);
  write_outputs(w);
}

/* The function that gets its arrays from the heap. */
static void write_wrapper(Writer *w, int n)
{
  write_head(w, "", "");
  fputs("\n{\n", w->out);
  line(w, "double *work = calloc(%d, sizeof work[0]);", n);
  line(w, "if (!work) return function_pass_on(&f_%d_info, out);", w->number);
  line(w, "int failed = %s_body(v, depth, in, out, work);",
       function_name(w, w->number));
  line(w, "free(work);");
  line(w, "return failed;");
  fputs("}\n\n", w->out);
}

static void write_difference(Writer *w)
{
  write_head(w, "", "");
  fputs("\n{\n", w->out);
  line(w, "return function_difference(v, depth, &f_%d_info, %s, in, out);",
       w->f->difference_of, function_name(w, w->f->difference_of));
  fputs("}\n\n", w->out);
}

static void write_function(Writer *w)
{
  int n = array_memory(w->f);
  bool on_heap = n > MUCH_MEMORY;
  if (w->f->difference_of >= 0) {
    write_difference(w);
    return;
  }
  write_head(w, on_heap ? "_body" : "", on_heap ? ", double *work" : "");
  fputs("\n{\n", w->out);
  write_body(w, on_heap);
  fputs("}\n\n", w->out);
  if (on_heap) write_wrapper(w, n);
}

/* --- which functions --- */

static void want(const FunctionTable *table, bool *wanted, int function,
                 int *stack, int *n)
{
  if (wanted[function] || function >= table->n_functions) return;
  wanted[function] = true;
  stack[(*n)++] = function;
}

static void want_called(const FunctionTable *table, const StatementList *list,
                        bool *wanted, int *stack, int *n)
{
  for (int k = 0; k < list->n_items; k++) {
    const Statement *s = &list->item[k];
    if (s->kind == STATEMENT_CALL) want(table, wanted, s->function, stack, n);
    want_called(table, &s->body, wanted, stack, n);
    want_called(table, &s->otherwise, wanted, stack, n);
  }
}

static void widen(const FunctionTable *table, bool *wanted, Arena *arena)
{
  int n = 0;
  int *stack =
      arena_array(arena, (size_t)table->n_functions + 1, sizeof stack[0]);
  for (int k = 0; k < table->n_functions; k++) {
    if (wanted[k]) stack[n++] = k;
  }
  while (n > 0) {
    const Function *f = table->function[stack[--n]];
    if (f->difference_of >= 0) want(table, wanted, f->difference_of, stack, &n);
    want_called(table, &f->body, wanted, stack, &n);
  }
}

static Writer writer_for(const FunctionTable *table, int number, Arena *arena,
                         FILE *out)
{
  return (Writer){.table = table,
                  .f = table->function[number],
                  .number = number,
                  .arena = arena,
                  .out = out};
}

static void write_prototype(const FunctionTable *table, int k, Arena *arena,
                            FILE *out)
{
  Writer w = writer_for(table, k, arena, out);
  if (w.f->difference_of < 0) {
    fprintf(out, "static const ModelFunctionInfo f_%d_info = {", k);
    c_text_string(out, w.f->name);
    fprintf(out, ", %d, %d};\n", w.f->n_inputs, w.f->n_outputs);
  }
  write_head(&w, "", "");
  fputs(";\n", out);
  for (int i = 0; i < w.f->body.n_items; i++) {
    const Statement *s = &w.f->body.item[i];
    if (s->kind == STATEMENT_EXTERNAL) {
      write_external_prototype(&w, s->external);
    }
  }
}

static void write_includes(const FunctionTable *table, const bool *wanted,
                           FILE *out)
{
  bool has_external = false;
  for (int k = 0; k < table->n_functions; k++) {
    has_external |= wanted[k] && table->function[k]->is_external;
  }
  if (!has_external) return;
  fputs("#include \"external.h\"\n", out);
  for (int k = 0; k < table->n_includes; k++) {
    fprintf(out, "%s\n", table->include[k]);
  }
  fputc('\n', out);
}

void function_c_write(const FunctionTable *table, bool *wanted, FILE *out)
{
  Arena *arena = arena_create("functions");
  widen(table, wanted, arena);
  write_includes(table, wanted, out);
  for (int k = 0; k < table->n_functions; k++) {
    if (wanted[k]) write_prototype(table, k, arena, out);
  }
  fputc('\n', out);
  for (int k = 0; k < table->n_functions; k++) {
    if (!wanted[k]) continue;
    Writer w = writer_for(table, k, arena, out);
    CVariables variables = {&w, is_boolean_slot, write_slot};
    w.c = c_expression_create_for(arena, table->exprs, &variables);
    c_expression_function(w.c, out);
    fputs("/* ", out);
    c_text_comment(out, c_text_place(arena, table->s, w.f->span));
    fputs(" */\n", out);
    write_function(&w);
  }
  arena_destroy(arena);
}
