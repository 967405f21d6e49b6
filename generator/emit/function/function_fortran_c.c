/* function_fortran_c.c: see function_fortran_c.h. */
#include "emit/function/function_fortran_c.h"

#include <assert.h>

#include "emit/text/c_text.h"

static bool function_fortran_c_is_text(const ExternalArgument *arg)
{
  return arg->type == SLOT_STRING;
}

/* Element k of the local and its place in the copy. */
static const char *function_fortran_c_place(FunctionWriter *w,
                                            const ExternalArgument *arg,
                                            int number)
{
  int n = arg->n_columns;
  if (w->f->local[arg->local].is_open && arg->columns.i >= 0)
    return arena_printf(w->arena, "k / c%d + k %% c%d * (n%d / c%d)", number,
                        number, number, number);
  if (n == 0) return "k";
  assert(w->f->local[arg->local].n % n == 0); /* a matrix */
  int n_rows = w->f->local[arg->local].n / n;
  return arena_printf(w->arena, "k / %d + k %% %d * %d", n, n, n_rows);
}

static bool is_open_array(const FunctionWriter *w, const ExternalArgument *arg)
{
  return arg->local >= 0 && w->f->local[arg->local].is_open;
}

/* Copies of arrays whose sizes are computed lie where those do: first room for
 * all of them, then their places are settled. */
static void copy_open_arrays(FunctionWriter *w, const Statement *s,
                             const char *const *value)
{
  const ExternalCall *e = s->external;
  for (int k = 0; k < e->n_args; k++) {
    const ExternalArgument *arg = &e->arg[k];
    if (!is_open_array(w, arg)) continue;
    writer_room(w, s->span, k, value[k]);
    if (arg->columns.i >= 0)
      writer_line(w, "int c%d = (int)(%s);", k,
                  writer_expression(w, arg->columns, C_REAL));
  }
  for (int k = 0; k < e->n_args; k++) {
    const ExternalArgument *arg = &e->arg[k];
    char name[C_VARIABLE_SIZE];
    if (!is_open_array(w, arg)) continue;
    bool is_real = arg->type == SLOT_REAL;
    writer_array_name(w->f, arg->local, name);
    writer_line(w, "%s *a%d = (void *)arrays_at(v, room%d);",
                is_real ? "double" : "int", k, k);
    writer_line(w, "for (int k = 0; k < n%d; k++)", k);
    writer_line(w, "  a%d[%s] = %s(%s[k]%s);", k,
                function_fortran_c_place(w, arg, k),
                is_real ? "" : "external_int", name,
                is_real ? "" : ", &beyond");
  }
}

static void function_fortran_c_copy_array(FunctionWriter *w,
                                          const ExternalArgument *arg, int k)
{
  const FunctionLocal *local = &w->f->local[arg->local];
  bool is_real = arg->type == SLOT_REAL;
  char name[C_VARIABLE_SIZE];
  writer_local_name(w->f, arg->local, name);
  writer_line(w, "%s a%d[%d];", is_real ? "double" : "int", k,
              local->n > 0 ? local->n : 1);
  writer_line(w, "for (int k = 0; k < %d; k++)", local->n);
  writer_line(w, "  a%d[%s] = %s(%s%s%s);", k,
              function_fortran_c_place(w, arg, k),
              is_real ? "" : "external_int", name, local->is_array ? "[k]" : "",
              is_real ? "" : ", &beyond");
}

static void function_fortran_c_copy_text(FunctionWriter *w,
                                         const ExternalArgument *arg, int k,
                                         const char *value)
{
  char name[C_VARIABLE_SIZE];
  if (arg->kind != EXTERNAL_TEXT && !value) { /* a variable of the function */
    assert(arg->local >= 0);
    writer_local_name(w->f, arg->local, name);
    value = name;
  }
  assert(arg->kind == EXTERNAL_TEXT ? arg->text != NULL : value != NULL);
  if (arg->kind != EXTERNAL_TEXT) {
    writer_line(w, "const char *a%d = strings_text(v, %s);", k, value);
    return;
  }
  fprintf(w->out, "%*sconst char *a%d = ", 2 * (w->depth + 1), "", k);
  c_text_value(w->out, arg->text);
  fputs(";\n", w->out);
}

void function_fortran_c_copies(FunctionWriter *w, const Statement *s,
                               const char *const *value)
{
  const ExternalCall *e = s->external;
  assert(e->is_fortran);
  copy_open_arrays(w, s, value);
  for (int k = 0; k < e->n_args; k++) {
    const ExternalArgument *arg = &e->arg[k];
    bool is_array = arg->kind == EXTERNAL_ARRAY || arg->kind == EXTERNAL_OUTPUT;
    if (is_open_array(w, arg)) continue;
    if (function_fortran_c_is_text(arg)) {
      function_fortran_c_copy_text(w, arg, k, value[k]);
    } else if (is_array && arg->local >= 0) {
      function_fortran_c_copy_array(w, arg, k);
    } else if (is_array) {
      writer_line(w, "%s a%d[1];", arg->type == SLOT_REAL ? "double" : "int",
                  k);
    } else if (arg->type == SLOT_REAL) {
      writer_line(w, "double a%d[] = {%s};", k, value[k]);
    } else {
      writer_line(w, "int a%d[] = {external_int(%s, &beyond)};", k, value[k]);
    }
  }
}

void function_fortran_c_arguments(FunctionWriter *w, const ExternalCall *e)
{
  for (int k = 0; k < e->n_args; k++) {
    fprintf(w->out, "%sa%d", k > 0 ? ", " : "", k);
  }
  for (int k = 0; k < e->n_args; k++) {
    if (function_fortran_c_is_text(&e->arg[k]))
      fprintf(w->out, ", strlen(a%d)", k);
  }
}

void function_fortran_c_back(FunctionWriter *w, const ExternalCall *e)
{
  for (int k = 0; k < e->n_args; k++) {
    const ExternalArgument *arg = &e->arg[k];
    char name[C_VARIABLE_SIZE];
    if (arg->kind != EXTERNAL_OUTPUT || arg->local < 0 ||
        function_fortran_c_is_text(arg)) {
      continue;
    }
    const FunctionLocal *local = &w->f->local[arg->local];
    writer_array_name(w->f, arg->local, name);
    if (local->is_open)
      writer_line(w, "for (int k = 0; k < n%d; k++)", k);
    else
      writer_line(w, "for (int k = 0; k < %d; k++)", local->n);
    writer_line(w, "  %s%s = a%d[%s];", name,
                local->is_array || local->is_open ? "[k]" : "", k,
                function_fortran_c_place(w, arg, k));
  }
}
