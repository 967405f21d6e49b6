/* routine.c: writes lists of statements as one or several C functions. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "emit/routine.h"

#include <stdlib.h>
#include <string.h>

#define LONG_FUNCTION 16384 /* bytes of text; the rest goes into the next */

static _Noreturn void out_of_memory(void)
{
  fputs("foucault: out of memory while writing model.c\n", stderr);
  exit(3);
}

/* The name in "double *residual". */
static const char *parameter_name(const char *parameter)
{
  return parameter + strcspn(parameter, "*") + 1;
}

static void write_head(const Routine *r, int part, FILE *out)
{
  fprintf(out, "static %s %s", r->can_fail ? "int" : "void", r->name);
  if (part > 0) fprintf(out, "_%d", part);
  fprintf(out, "(%s", r->values);
  if (r->second) fprintf(out, ", %s", r->second);
  fputs(")\n{\n", out);
}

static void write_end(const Routine *r, FILE *out)
{
  fputs(r->can_fail ? "  return 0;\n}\n\n" : "}\n\n", out);
}

static FILE *memory_stream(char **text, size_t *size)
{
  FILE *stream = open_memstream(text, size);
  if (!stream) out_of_memory();
  return stream;
}

/* One function: its items, and before it the parts of long expressions. */
typedef struct Function {
  char *parts, *body;
  size_t parts_size, body_size;
  bool uses_values;
} Function;

/* Items from `begin` until the function is long enough; the first item that
 * is left. */
static int fill_function(ModelText *m, const Routine *r, int begin, Function *f)
{
  FILE *parts = memory_stream(&f->parts, &f->parts_size);
  FILE *body = memory_stream(&f->body, &f->body_size);
  c_expression_function(m->c, parts);
  m->uses_values = false;
  while (begin < r->n_items && ftell(body) < LONG_FUNCTION) {
    int end = r->n_items - begin < r->batch ? r->n_items : begin + r->batch;
    r->write(m, r, begin, end, body);
    begin = end;
  }
  f->uses_values = m->uses_values || c_expression_reads_values(m->c);
  if (fclose(parts) != 0 || fclose(body) != 0) out_of_memory();
  return begin;
}

/* part 0: the function is the whole routine. */
static void write_function(const Routine *r, int part, Function *f, FILE *out)
{
  fwrite(f->parts, 1, f->parts_size, out);
  write_head(r, part, out);
  if (!f->uses_values) fputs("  (void)v;\n", out);
  if (r->second && r->n_items == 0) {
    fprintf(out, "  (void)%s;\n", parameter_name(r->second));
  }
  fwrite(f->body, 1, f->body_size, out);
  write_end(r, out);
  free(f->parts);
  free(f->body);
}

static void write_call(const Routine *r, int part, FILE *out)
{
  fprintf(out, "  %s%s_%d(v", r->can_fail ? "if (" : "", r->name, part);
  if (r->second) fprintf(out, ", %s", parameter_name(r->second));
  fputs(r->can_fail ? ")) return 1;\n" : ");\n", out);
}

void routine_write(ModelText *m, const Routine *r, FILE *out)
{
  int n_parts = 0, next = 0;
  do {
    Function f;
    next = fill_function(m, r, next, &f);
    bool is_whole = n_parts == 0 && next == r->n_items;
    write_function(r, is_whole ? 0 : ++n_parts, &f, out);
  } while (next < r->n_items);
  if (n_parts == 0) return;
  write_head(r, 0, out);
  for (int part = 1; part <= n_parts; part++) write_call(r, part, out);
  write_end(r, out);
}
