/* routine.c: writes lists of statements as one or several C functions. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "emit/routine.h"

#include <stdlib.h>
#include <string.h>

#define ITEMS_PER_FUNCTION 100

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

/* The statements decide whether `v` is used, which must be known before. */
static void write_function(ModelText *m, const Routine *r, int part, int begin,
                           int end, FILE *out)
{
  char *body = NULL;
  size_t size = 0;
  FILE *text = open_memstream(&body, &size);
  if (!text) out_of_memory();
  c_expression_function(m->c);
  m->uses_values = false;
  if (begin < end) r->write(m, r, begin, end, text);
  if (fclose(text) != 0) out_of_memory();

  write_head(r, part, out);
  if (!m->uses_values && !c_expression_reads_values(m->c)) {
    fputs("  (void)v;\n", out);
  }
  if (r->second && begin == end) {
    fprintf(out, "  (void)%s;\n", parameter_name(r->second));
  }
  fwrite(body, 1, size, out);
  write_end(r, out);
  free(body);
}

static void write_call(const Routine *r, int part, FILE *out)
{
  fprintf(out, "  %s%s_%d(v", r->can_fail ? "if (" : "", r->name, part);
  if (r->second) fprintf(out, ", %s", parameter_name(r->second));
  fputs(r->can_fail ? ")) return 1;\n" : ");\n", out);
}

void routine_write(ModelText *m, const Routine *r, FILE *out)
{
  int n_parts = (r->n_items + ITEMS_PER_FUNCTION - 1) / ITEMS_PER_FUNCTION;
  if (n_parts <= 1) {
    write_function(m, r, 0, 0, r->n_items, out);
    return;
  }
  for (int part = 1; part <= n_parts; part++) {
    int begin = (part - 1) * ITEMS_PER_FUNCTION;
    int end = part < n_parts ? begin + ITEMS_PER_FUNCTION : r->n_items;
    write_function(m, r, part, begin, end, out);
  }
  write_head(r, 0, out);
  for (int part = 1; part <= n_parts; part++)
    write_call(r, part, out);
  write_end(r, out);
}
