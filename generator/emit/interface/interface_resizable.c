/* interface_resizable.c: see interface_resizable.h. */
#include "emit/interface/interface_resizable.h"

#include <assert.h>
#include <limits.h>

#include "emit/text/c_text.h"
#include "function/resizable_array.h"

static bool interface_resizable_is_size(const ReducedVar *v)
{
  return v->attributes->is_structural;
}

int interface_resizable_size(const ReducedSystem *r, const ReducedVar *v)
{
  if (!interface_resizable_is_size(v)) return -1;
  int n = 0;
  for (const ReducedVar *at = r->var; at < v; at++)
    n += interface_resizable_is_size(at);
  return n;
}

int interface_resizable_named(const ReducedSystem *r, Name parameter)
{
  int n = 0;
  for (int k = 0; k < r->n_vars; k++) {
    if (!interface_resizable_is_size(&r->var[k])) continue;
    if (r->var[k].name == parameter) return n;
    n++;
  }
  assert(false && "flattening has made it structural");
  return -1;
}

/* The row of array `number`; NULL: there are not so many. */
static const ReducedVar *interface_resizable_row(const ReducedSystem *r,
                                                 int number)
{
  for (int k = 0; k < r->n_vars; k++) {
    const ResizableArray *a = r->var[k].attributes->resizable;
    if (a && a->number == number) return &r->var[k];
  }
  return NULL;
}

/* --- tables of model.c --- */

static int interface_resizable_write_sizes(const ReducedSystem *r, FILE *out)
{
  int n = 0;
  for (int k = 0; k < r->n_vars; k++) {
    const ReducedVar *v = &r->var[k];
    if (!interface_resizable_is_size(v)) continue;
    if (n++ == 0) fputs("static const ModelSize array_size[] = {\n", out);
    fprintf(out, "  {%d, %d, %d}, /* ", v->value_reference,
            v->has_min && v->min > 0 ? (int)v->min : 0,
            v->has_max ? (int)v->max : INT_MAX);
    c_text_comment(out, v->name);
    fputs(" */\n", out);
  }
  if (n > 0) fputs("};\n\n", out);
  return n;
}

static void interface_resizable_write_dimensions(const ReducedSystem *r,
                                                 const ResizableArray *a,
                                                 FILE *out)
{
  fprintf(out, "static const int resizable_size_%d[] = {", a->number);
  for (int d = 0; d < a->rank; d++) {
    int size = a->parameter[d]
                   ? -1 - interface_resizable_named(r, a->parameter[d])
                   : a->size[d];
    fprintf(out, "%s%d", d > 0 ? ", " : "", size);
  }
  fputs("};\n", out);
}

static void interface_resizable_write_starts(const ResizableArray *a, FILE *out)
{
  enum { PER_LINE = 8 };
  char buffer[C_NUMBER_SIZE];
  fprintf(out, "static const double resizable_start_%d[] = {", a->number);
  for (int i = 0; i < a->n_elements; i++) {
    fputs(i % PER_LINE == 0 ? "\n  " : " ", out);
    fprintf(out, "%s,", c_text_number(a->start[i], buffer));
  }
  fputs("\n};\n", out);
}

void interface_resizable_write_tables(const ReducedSystem *r, FILE *out)
{
  if (interface_resizable_write_sizes(r, out) == 0) return;
  const ReducedVar *v;
  int n = 0;
  for (; (v = interface_resizable_row(r, n)); n++) {
    interface_resizable_write_dimensions(r, v->attributes->resizable, out);
    interface_resizable_write_starts(v->attributes->resizable, out);
  }
  fputs("static const ModelResizable resizable[] = {\n", out);
  static const char *const kind[] = {[RESIZABLE_REAL] = "REAL",
                                     [RESIZABLE_INTEGER] = "INTEGER",
                                     [RESIZABLE_BOOLEAN] = "BOOLEAN",
                                     [RESIZABLE_ENUMERATION] = "ENUMERATION"};
  for (int k = 0; k < n; k++) {
    v = interface_resizable_row(r, k);
    const ResizableArray *a = v->attributes->resizable;
    fprintf(out,
            "  {%d, REFERENCE_%s, %d, resizable_size_%d, resizable_start_%d}, "
            "/* ",
            v->value_reference, kind[a->kind], a->rank, k, k);
    c_text_comment(out, v->name);
    fputs(" */\n", out);
  }
  fputs("};\n\n", out);
}

void interface_resizable_write_members(const ReducedSystem *r, FILE *out)
{
  int n_sizes = 0, n = 0;
  for (int k = 0; k < r->n_vars; k++)
    n_sizes += interface_resizable_is_size(&r->var[k]);
  if (n_sizes == 0) return;
  while (interface_resizable_row(r, n)) n++;
  fprintf(out,
          "  .n_sizes = %d,\n  .size = array_size,\n"
          "  .n_resizables = %d,\n  .resizable = resizable,\n",
          n_sizes, n);
}
