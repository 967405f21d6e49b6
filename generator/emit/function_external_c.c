/* function_external_c.c: see function_external_c.h. */
#include "emit/function_external_c.h"

#include "emit/c_text.h"

static const char *external_type(const ExternalArgument *arg)
{
  bool is_int = arg->type != SLOT_REAL;
  switch (arg->kind) {
  case EXTERNAL_VALUE:
    if (arg->type == SLOT_OBJECT) return "void *";
    return is_int ? "int" : "double";
  case EXTERNAL_SIZE: return "size_t";
  case EXTERNAL_TEXT: return "const char *";
  case EXTERNAL_ARRAY: return is_int ? "const int *" : "const double *";
  case EXTERNAL_OUTPUT: return is_int ? "int *" : "double *";
  }
  return "int";
}

static const char *result_type(const FunctionWriter *w, const ExternalCall *e)
{
  if (e->result < 0) return "void";
  SlotType type = function_slot_type(w->f, e->result);
  if (type == SLOT_OBJECT) return "void *";
  return type == SLOT_REAL ? "double" : "int";
}

void function_external_c_prototype(FunctionWriter *w, const ExternalCall *e)
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
  return arg->type != SLOT_REAL && arg->local >= 0 &&
         (arg->kind == EXTERNAL_ARRAY || arg->kind == EXTERNAL_OUTPUT);
}

static void write_copies(FunctionWriter *w, const ExternalCall *e)
{
  for (int k = 0; k < e->n_args; k++) {
    const FunctionLocal *l =
        &w->f->local[e->arg[k].local < 0 ? 0 : e->arg[k].local];
    char name[C_VARIABLE_SIZE];
    if (!needs_copy(&e->arg[k])) continue;
    writer_local_name(w->f, e->arg[k].local, name);
    writer_line(w, "int i%d[%d];", k, l->n);
    if (l->is_array) {
      writer_line(w, "for (int k = 0; k < %d; k++) i%d[k] = (int)%s[k];", l->n,
                  k, name);
    } else {
      writer_line(w, "i%d[0] = (int)%s;", k, name);
    }
  }
}

static void write_back(FunctionWriter *w, const ExternalCall *e)
{
  for (int k = 0; k < e->n_args; k++) {
    char name[C_VARIABLE_SIZE];
    if (!needs_copy(&e->arg[k]) || e->arg[k].kind != EXTERNAL_OUTPUT) continue;
    const FunctionLocal *l = &w->f->local[e->arg[k].local];
    writer_local_name(w->f, e->arg[k].local, name);
    if (l->is_array) {
      writer_line(w, "for (int k = 0; k < %d; k++) %s[k] = i%d[k];", l->n, name,
                  k);
    } else {
      writer_line(w, "%s = i%d[0];", name, k);
    }
  }
}

static void put_external_argument(FunctionWriter *w, const ExternalCall *e,
                                  int k, const char *value)
{
  const ExternalArgument *arg = &e->arg[k];
  char name[C_VARIABLE_SIZE];
  switch (arg->kind) {
  case EXTERNAL_TEXT: c_text_string(w->out, arg->text); return;
  case EXTERNAL_SIZE: fprintf(w->out, "(size_t)(%s)", value); return;
  case EXTERNAL_VALUE:
    if (arg->type == SLOT_OBJECT) {
      fprintf(w->out, "external_object(v, %s)", value);
    } else {
      fprintf(w->out, arg->type == SLOT_REAL ? "%s" : "(int)(%s)", value);
    }
    return;
  case EXTERNAL_ARRAY:
  case EXTERNAL_OUTPUT: break;
  }
  if (arg->local < 0) {
    fprintf(w->out, "(const %s[]){0}",
            arg->type == SLOT_REAL ? "double" : "int");
    return;
  }
  writer_local_name(w->f, arg->local, name);
  if (needs_copy(arg)) {
    fprintf(w->out, "i%d", k);
  } else {
    fprintf(w->out, "%s%s", w->f->local[arg->local].is_array ? "" : "&", name);
  }
}

static bool makes_object(const FunctionWriter *w, const ExternalCall *e)
{
  return w->f->destructor >= 0 && e->result >= 0;
}

static void keep_object(FunctionWriter *w, int result)
{
  char name[C_VARIABLE_SIZE];
  writer_slot_name(w->f, result, name);
  writer_line(
      w, "%s = external_object_keep(v, in, %d, made, %s);", name,
      w->f->n_inputs,
      c_expression_function_name(w->arena, w->table->exprs, w->f->destructor));
}

/* The jump of ModelicaError() ends in `frame` (fmu_runtime/external.h). */
void function_external_c_write(FunctionWriter *w, const Statement *s)
{
  const ExternalCall *e = s->external;
  char result[C_VARIABLE_SIZE];
  const char **value =
      arena_array(w->arena, (size_t)e->n_args + 1, sizeof value[0]);
  for (int k = 0; k < e->n_args; k++) {
    if (e->arg[k].value.i >= 0)
      value[k] = writer_expression(w, e->arg[k].value, C_REAL);
  }
  writer_open_brace(w);
  writer_line(w, "ExternalFrame frame;");
  if (makes_object(w, e)) writer_line(w, "void *volatile made = NULL;");
  write_copies(w, e);
  writer_line(w, "external_enter(v, &frame);");
  writer_line(w, "if (setjmp(frame.jump) == 0) {");
  fprintf(w->out, "%*s", 2 * (w->depth + 2), "");
  if (makes_object(w, e)) {
    fputs("made = ", w->out);
  } else if (e->result >= 0) {
    writer_slot_name(w->f, e->result, result);
    fprintf(w->out, "%s = ", result);
  }
  fprintf(w->out, "%s(", e->name);
  for (int k = 0; k < e->n_args; k++) {
    if (k > 0) fputs(", ", w->out);
    put_external_argument(w, e, k, value[k]);
  }
  fputs(");\n", w->out);
  writer_line(w, "}");
  writer_line(w, "external_leave(&frame);");
  writer_line(w, "if (frame.failed)");
  w->depth++;
  writer_begin_fail(w, "function_fail");
  writer_put_place(w, s->span);
  fputs(", frame.message);\n", w->out);
  w->depth--;
  write_back(w, e);
  if (makes_object(w, e)) keep_object(w, e->result);
  writer_close_brace(w);
}
