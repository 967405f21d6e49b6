/* function_writer.c: see function_writer.h. */
#include "emit/function/function_writer.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <string.h>

#include "emit/text/c_text.h"
#include "emit/text/stack_share.h"

/* --- names --- */

void writer_local_name(const Function *f, int local, char text[C_VARIABLE_SIZE])
{
  assert(local >= 0 && local < f->n_locals);
  const FunctionLocal *l = &f->local[local];
  snprintf(text, C_VARIABLE_SIZE - 20, "%.100s_%d", l->name, l->first);
  if (!isalpha((unsigned char)text[0])) text[0] = 'x';
  for (char *at = text; *at; at++) {
    if (!isalnum((unsigned char)*at)) *at = '_';
  }
}

void writer_array_name(const Function *f, int local, char text[C_VARIABLE_SIZE])
{
  char name[C_VARIABLE_SIZE];
  writer_local_name(f, local, name);
  snprintf(text, C_VARIABLE_SIZE,
           f->local[local].is_open ? "arrays_at(v, %.150s)" : "%.150s", name);
}

void writer_slot_name(const Function *f, int slot, char text[C_VARIABLE_SIZE])
{
  int local = function_local_of(f, slot);
  writer_local_name(f, local, text);
  if (!f->local[local].is_array) return;
  size_t n = strlen(text);
  snprintf(text + n, C_VARIABLE_SIZE - n, "[%d]", slot - f->local[local].first);
}

/* --- text --- */

void writer_line(FunctionWriter *w, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  fprintf(w->out, "%*s", 2 * (w->depth + 1), "");
  vfprintf(w->out, format, args);
  fputc('\n', w->out);
  va_end(args);
}

void writer_array(FunctionWriter *w, const char *name, int n, bool is_zero)
{
  assert(n > 0);
  if (stack_share_takes(&w->n_on_stack, n)) {
    writer_line(w, "double %s[%d]%s;", name, n, is_zero ? " = {0}" : "");
    return;
  }
  writer_line(w, "double *const %s = work + %zu;", name, w->n_work);
  w->n_work += (size_t)n;
  if (is_zero)
    writer_line(w, "memset(%s, 0, %d * sizeof %s[0]);", name, n, name);
}

void writer_open_brace(FunctionWriter *w)
{
  writer_line(w, "{");
  w->depth++;
}

void writer_close_brace(FunctionWriter *w)
{
  assert(w->depth > 0);
  w->depth--;
  writer_line(w, "}");
}

void writer_put_place(FunctionWriter *w, Span span)
{
  c_text_string(w->out, c_text_place(w->arena, w->table->s, span));
}

void writer_table(FunctionWriter *w, const char *name, const double *number,
                  int n)
{
  char text[C_NUMBER_SIZE];
  writer_line(w, "static const double %s[] = {", name);
  for (int k = 0; k < n; k += 4) {
    fprintf(w->out, "%*s", 2 * (w->depth + 2), "");
    for (int i = k; i < n && i < k + 4; i++) {
      fprintf(w->out, "%s%s", c_text_number(number[i], text),
              i + 1 < n ? ", " : "");
    }
    fputc('\n', w->out);
  }
  writer_line(w, "};");
}

const char *writer_expression(FunctionWriter *w, ExprId e, CType type)
{
  assert(e.i >= 0);
  c_expression_prepare(w->c, &e, 1, w->out);
  const char *text = c_expression(w->c, e, type);
  return arena_copy_text(w->arena, text, strlen(text));
}

void writer_begin_fail(FunctionWriter *w, const char *function)
{
  fprintf(w->out, "%*sreturn %s(v, &f_%d_info, in, out, ", 2 * (w->depth + 1),
          "", function, w->number);
}

void writer_fail(FunctionWriter *w, Span span, const char *what)
{
  w->depth++;
  writer_begin_fail(w, "function_fail");
  writer_put_place(w, span);
  fprintf(w->out, ", \"%s\");\n", what);
  w->depth--;
}

void writer_room(FunctionWriter *w, Span span, int k, const char *count)
{
  writer_line(w, "int n%d = (int)(%s);", k, count);
  writer_line(w, "double room%d = arrays_make(v, n%d);", k, k);
  writer_line(w, "if (room%d < 0)", k);
  writer_fail(w, span, "an array is too large");
}
