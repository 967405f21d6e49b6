/* function_external_c.c: see function_external_c.h. */
#include "emit/function/function_external_c.h"

#include <assert.h>

#include "emit/function/function_fortran_c.h"
#include "emit/text/c_text.h"

static const char *external_type(const ExternalArgument *arg)
{
  bool is_int = arg->type != SLOT_REAL;
  switch (arg->kind) {
  case EXTERNAL_VALUE:
    if (arg->type == SLOT_OBJECT) return "void *";
    if (arg->type == SLOT_STRING) return "const char *";
    return is_int ? "int" : "double";
  case EXTERNAL_SIZE: return "size_t";
  case EXTERNAL_TEXT: return "const char *";
  case EXTERNAL_ARRAY:
    if (arg->type == SLOT_STRING) return "const char *const *";
    return is_int ? "const int *" : "const double *";
  case EXTERNAL_OUTPUT:
    if (arg->type == SLOT_STRING) return "const char **";
    return is_int ? "int *" : "double *";
  case EXTERNAL_RECORD: return "void *";
  }
  return "int";
}

static const char *result_type(const FunctionWriter *w, const ExternalCall *e)
{
  if (e->result < 0) return "void";
  SlotType type = function_slot_type(w->f, e->result);
  if (type == SLOT_OBJECT) return "void *";
  if (type == SLOT_STRING) return "const char *";
  return type == SLOT_REAL ? "double" : "int";
}

void function_external_c_prototype(FunctionWriter *w, const ExternalCall *e)
{
  if (e->is_declared) return;
  if (e->is_fortran) { /* calls of one routine agree, but in const */
    fprintf(w->out, "extern %s %s();\n", result_type(w, e), e->name);
    return;
  }
  fprintf(w->out, "extern %s %s(", result_type(w, e), e->name);
  if (e->n_args == 0) fputs("void", w->out);
  for (int k = 0; k < e->n_args; k++) {
    fprintf(w->out, "%s%s", k > 0 ? ", " : "", external_type(&e->arg[k]));
  }
  fputs(");\n", w->out);
}

/* --- records as structs --- */

/* The struct of the model's own header has the same layout: fields of the same
 * types in the same order. Field i is called f<i>, a struct inside that begins
 * at i s<i>. */
static void declare_struct(FunctionWriter *w, const ExternalArgument *arg,
                           int number)
{
  int *open = arena_array(w->arena, (size_t)arg->n_fields + 1, sizeof open[0]);
  int depth = 0;
  writer_line(w, "struct {");
  for (int i = 0; i < arg->n_fields; i++) {
    const ExternalField *field = &arg->field[i];
    if (field->kind == FIELD_BEGIN) {
      writer_line(w, "struct {");
      open[depth++] = i;
    } else if (field->kind == FIELD_END) {
      writer_line(w, "} s%d;", open[--depth]);
    } else {
      writer_line(w, "  %sf%d;",
                  field->type == SLOT_REAL     ? "double "
                  : field->type == SLOT_STRING ? "const char *"
                                               : "int ",
                  i);
    }
  }
  assert(depth == 0); /* FIELD_END for each FIELD_BEGIN */
  writer_line(w, "} r%d;", number);
}

/* r2.s1.f3 = x, or back. */
static void copy_fields(FunctionWriter *w, const ExternalArgument *arg,
                        int number, bool back)
{
  const char *path = arena_printf(w->arena, "r%d", number);
  const char **around =
      arena_array(w->arena, (size_t)arg->n_fields + 1, sizeof around[0]);
  int depth = 0;
  for (int i = 0; i < arg->n_fields; i++) {
    const ExternalField *field = &arg->field[i];
    char name[C_VARIABLE_SIZE];
    bool is_string = field->type == SLOT_STRING;
    if (field->kind == FIELD_BEGIN) {
      around[depth++] = path;
      path = arena_printf(w->arena, "%s.s%d", path, i);
    } else if (field->kind == FIELD_END) {
      path = around[--depth];
    } else {
      writer_local_name(w->f, field->local, name);
      if (back) {
        writer_line(w, "%s = %s%s.f%d%s;", name,
                    is_string ? "strings_number(v, " : "", path, i,
                    is_string ? ")" : "");
      } else {
        bool is_int = !is_string && field->type != SLOT_REAL;
        writer_line(w, "%s.f%d = %s%s%s;", path, i,
                    is_string ? "strings_text(v, "
                    : is_int  ? "external_int("
                              : "(",
                    name, is_int ? ", &beyond)" : ")");
      }
    }
  }
}

/* --- arguments --- */

/* Integers and Booleans of C are ints, Strings pointers: copies of the
 * slots. */
static bool needs_copy(const ExternalArgument *arg)
{
  return arg->type != SLOT_REAL && arg->local >= 0 &&
         (arg->kind == EXTERNAL_ARRAY || arg->kind == EXTERNAL_OUTPUT);
}

/* Room for pointers or ints is taken where arrays have theirs: it is given
 * back with them. */
static void write_open_copies(FunctionWriter *w, const Statement *s,
                              const char *const *value)
{
  const ExternalCall *e = s->external;
  for (int k = 0; k < e->n_args; k++) {
    const ExternalArgument *arg = &e->arg[k];
    if (!needs_copy(arg) || !w->f->local[arg->local].is_open) continue;
    writer_room(w, s->span, k, value[k]);
  }
  for (int k = 0; k < e->n_args; k++) { /* their places are settled */
    const ExternalArgument *arg = &e->arg[k];
    char name[C_VARIABLE_SIZE];
    if (!needs_copy(arg) || !w->f->local[arg->local].is_open) continue;
    bool is_string = arg->type == SLOT_STRING;
    writer_array_name(w->f, arg->local, name);
    writer_line(w, "%si%d = (void *)arrays_at(v, room%d);",
                is_string ? "const char **" : "int *", k, k);
    writer_line(w, "for (int k = 0; k < n%d; k++)", k);
    writer_line(w, "  i%d[k] = %s%s[k]%s);", k,
                is_string ? "strings_text(v, " : "external_int(", name,
                is_string ? "" : ", &beyond");
  }
}

static void write_copies(FunctionWriter *w, const ExternalCall *e)
{
  if (e->record) declare_struct(w, e->record, e->n_args);
  for (int k = 0; k < e->n_args; k++) {
    const ExternalArgument *arg = &e->arg[k];
    char name[C_VARIABLE_SIZE];
    if (arg->kind == EXTERNAL_RECORD) {
      declare_struct(w, arg, k);
      copy_fields(w, arg, k, false);
    }
    if (!needs_copy(arg) || w->f->local[arg->local].is_open) continue;
    const FunctionLocal *l = &w->f->local[arg->local];
    bool is_string = arg->type == SLOT_STRING;
    writer_local_name(w->f, arg->local, name);
    writer_line(w, "%si%d[%d];", is_string ? "const char *" : "int ", k, l->n);
    writer_line(w, "for (int k = 0; k < %d; k++)", l->n);
    writer_line(w, "  i%d[k] = %s%s%s%s;", k,
                is_string ? "strings_text(v, " : "external_int(", name,
                l->is_array ? "[k]" : "", is_string ? ")" : ", &beyond)");
  }
}

static void write_back(FunctionWriter *w, const ExternalCall *e)
{
  if (e->record) copy_fields(w, e->record, e->n_args, true);
  for (int k = 0; k < e->n_args; k++) {
    const ExternalArgument *arg = &e->arg[k];
    char name[C_VARIABLE_SIZE];
    if (arg->is_output) copy_fields(w, arg, k, true);
    if (!needs_copy(arg) || arg->kind != EXTERNAL_OUTPUT) continue;
    const FunctionLocal *l = &w->f->local[arg->local];
    bool is_string = arg->type == SLOT_STRING;
    writer_array_name(w->f, arg->local, name);
    if (l->is_open)
      writer_line(w, "for (int k = 0; k < n%d; k++)", k);
    else
      writer_line(w, "for (int k = 0; k < %d; k++)", l->n);
    writer_line(w, "  %s%s = %si%d[k]%s;", name,
                l->is_array || l->is_open ? "[k]" : "",
                is_string ? "strings_number(v, " : "", k, is_string ? ")" : "");
  }
}

static void put_external_argument(FunctionWriter *w, const ExternalCall *e,
                                  int k, const char *value)
{
  const ExternalArgument *arg = &e->arg[k];
  bool has_files = w->table->n_resources > 0; /* Strings may be addresses */
  char name[C_VARIABLE_SIZE];
  switch (arg->kind) {
  case EXTERNAL_TEXT:
    if (has_files) fputs("resource_path(v, ", w->out);
    c_text_value(w->out, arg->text);
    if (has_files) fputc(')', w->out);
    return;
  case EXTERNAL_SIZE: fprintf(w->out, "(size_t)(%s)", value); return;
  case EXTERNAL_RECORD: fprintf(w->out, "(void *)&r%d", k); return;
  case EXTERNAL_VALUE:
    if (arg->type == SLOT_OBJECT) {
      fprintf(w->out, "external_object(v, %s)", value);
    } else if (arg->type == SLOT_STRING) {
      fprintf(w->out,
              has_files ? "resource_path(v, strings_text(v, %s))"
                        : "strings_text(v, %s)",
              value);
    } else {
      fprintf(w->out,
              arg->type == SLOT_REAL ? "%s" : "external_int(%s, &beyond)",
              value);
    }
    return;
  case EXTERNAL_ARRAY:
  case EXTERNAL_OUTPUT: break;
  }
  if (arg->local < 0) {
    bool is_read = arg->kind == EXTERNAL_ARRAY;
    fprintf(w->out, "(%s[]){0}",
            arg->type == SLOT_REAL ? (is_read ? "const double" : "double")
            : arg->type == SLOT_STRING
                ? (is_read ? "const char *const" : "const char *")
                : (is_read ? "const int" : "int"));
    return;
  }
  writer_array_name(w->f, arg->local, name);
  if (needs_copy(arg)) {
    fprintf(w->out, "i%d", k);
  } else {
    const FunctionLocal *l = &w->f->local[arg->local];
    fprintf(w->out, "%s%s", l->is_array || l->is_open ? "" : "&", name);
  }
}

static void put_call(FunctionWriter *w, const ExternalCall *e,
                     const char *const *value)
{
  fprintf(w->out, "%s(", e->name);
  if (e->is_fortran) function_fortran_c_arguments(w, e);
  for (int k = 0; !e->is_fortran && k < e->n_args; k++) {
    if (k > 0) fputs(", ", w->out);
    put_external_argument(w, e, k, value[k]);
  }
  fputc(')', w->out);
}

/* The struct has the name that the header gives it: from there to one whose
 * fields are known. */
static void write_record_call(FunctionWriter *w, const ExternalCall *e,
                              const char *const *value)
{
  assert(e->record);
  int number = e->n_args;
  fputs("__typeof__(", w->out);
  put_call(w, e, value);
  fputs(") made = ", w->out);
  put_call(w, e, value);
  fputs(";\n", w->out);
  w->depth++;
  writer_line(w, "/* as many bytes as the record has? */");
  writer_line(w, "(void)sizeof(char[sizeof made == sizeof r%d ? 1 : -1]);",
              number);
  writer_line(w, "memcpy(&r%d, &made, sizeof r%d);", number, number);
  w->depth--;
}

static bool makes_object(const FunctionWriter *w, const ExternalCall *e)
{
  return w->f->destructor >= 0 && e->result >= 0;
}

static bool gives_string(const FunctionWriter *w, const ExternalCall *e)
{
  return e->result >= 0 && function_slot_type(w->f, e->result) == SLOT_STRING;
}

static void keep_object(FunctionWriter *w, int result)
{
  assert(w->f->destructor >= 0 && result >= 0);
  char name[C_VARIABLE_SIZE];
  writer_slot_name(w->f, result, name);
  writer_line(
      w, "%s = external_object_keep(v, in, %d, made, %s);", name,
      w->f->n_inputs,
      c_expression_function_name(w->arena, w->table->exprs, w->f->destructor));
}

static void function_external_c_write_call(FunctionWriter *w,
                                           const ExternalCall *e,
                                           const char *const *value)
{
  char result[C_VARIABLE_SIZE];
  if (makes_object(w, e)) {
    fputs("made = ", w->out);
  } else if (e->result >= 0) {
    writer_slot_name(w->f, e->result, result);
    fprintf(w->out, "%s = %s", result,
            gives_string(w, e) ? "strings_number(v, " : "");
  }
  put_call(w, e, value);
  fputs(gives_string(w, e) ? ");\n" : ";\n", w->out);
}

static bool is_int_of_c(const ExternalArgument *arg)
{
  return arg->type != SLOT_REAL && arg->type != SLOT_STRING &&
         arg->type != SLOT_OBJECT;
}

/* Where an Integer is none that C has: no call. */
static void refuse_beyond(FunctionWriter *w, const Statement *s,
                          const char *const *value)
{
  const ExternalCall *e = s->external;
  for (int k = 0; !e->is_fortran && k < e->n_args; k++) {
    if (e->arg[k].kind == EXTERNAL_VALUE && is_int_of_c(&e->arg[k]))
      writer_line(w, "(void)external_int(%s, &beyond);", value[k]);
  }
  writer_line(w, "if (beyond != 0)");
  writer_fail(w, s->span,
              "an Integer is beyond those of C, which have 32 bits");
}

static bool has_ints(const ExternalCall *e)
{
  bool found = false;
  for (int k = 0; k < e->n_args; k++) {
    const ExternalArgument *arg = &e->arg[k];
    bool is_size_of_c = arg->kind == EXTERNAL_SIZE && !e->is_fortran;
    found |= arg->kind == EXTERNAL_RECORD ||
             (arg->kind != EXTERNAL_TEXT && !is_size_of_c && is_int_of_c(arg));
  }
  return found;
}

/* The jump of ModelicaError() ends in `frame` (fmu_runtime/external.h). */
void function_external_c_write(FunctionWriter *w, const Statement *s)
{
  const ExternalCall *e = s->external;
  assert(s->kind == STATEMENT_EXTERNAL && e);
  const char **value =
      arena_array(w->arena, (size_t)e->n_args + 1, sizeof value[0]);
  for (int k = 0; k < e->n_args; k++) {
    if (e->arg[k].value.i >= 0)
      value[k] = writer_expression(w, e->arg[k].value, C_REAL);
  }
  writer_open_brace(w);
  writer_line(w, "ExternalFrame frame;");
  if (has_ints(e)) writer_line(w, "double beyond = 0;");
  if (makes_object(w, e)) writer_line(w, "void *volatile made = NULL;");
  if (e->is_fortran)
    function_fortran_c_copies(w, s, value);
  else {
    write_copies(w, e);
    write_open_copies(w, s, value);
  }
  if (has_ints(e)) refuse_beyond(w, s, value);
  writer_line(w, "external_enter(v, &frame);");
  writer_line(w, "if (setjmp(frame.jump) == 0) {");
  fprintf(w->out, "%*s", 2 * (w->depth + 2), "");
  if (e->record)
    write_record_call(w, e, value);
  else
    function_external_c_write_call(w, e, value);
  w->depth++;
  if (e->is_fortran)
    function_fortran_c_back(w, e);
  else
    write_back(w, e); /* what C has allocated ends with the frame */
  w->depth--;
  writer_line(w, "}");
  writer_line(w, "external_leave(&frame);");
  writer_line(w, "if (frame.failed)");
  w->depth++;
  writer_begin_fail(w, "function_fail");
  writer_put_place(w, s->span);
  fputs(", frame.message);\n", w->out);
  w->depth--;
  if (makes_object(w, e)) keep_object(w, e->result);
  writer_close_brace(w);
}
