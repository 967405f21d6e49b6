/* external_print.c: the external clause of a function as Modelica text. The
 * texts to include and the libraries are those of the whole model, with full
 * paths, because the flat text may lie anywhere. */
#include <assert.h>
#include <string.h>

#include "flatten/print/printed_function.h"
#include "flatten/print/procedure_print.h"

/* A size crosses the border as a size_t: only size() says so. */
static void print_size(Printer *p, const FlatExpr *value)
{
  fputs("size(fill(0, ", p->out);
  printer_expr(p, value, false);
  fputs("), 1)", p->out);
}

static void external_print_argument(Printer *p, const FlatExternalArgument *arg)
{
  switch (arg->kind) {
  case EXTERNAL_VALUE: printer_expr(p, arg->value, false); break;
  case EXTERNAL_SIZE: print_size(p, arg->value); break;
  case EXTERNAL_TEXT: printer_string(arg->text, p->out); break;
  case EXTERNAL_ARRAY:
  case EXTERNAL_OUTPUT:
    fputs(arg->local < 0 ? "fill(0, 0)" : printed_local(p, arg->local), p->out);
    break;
  case EXTERNAL_RECORD: assert(false && "refused by printed_function.c");
  }
}

static void print_texts(Printer *p, const char *name, const char *scheme,
                        const FlatTexts *texts, const char **separator)
{
  if (texts->n_items == 0) return;
  fprintf(p->out, "%s%s = ", *separator, name);
  *separator = ", ";
  if (texts->n_items > 1) fputc('{', p->out);
  for (int k = 0; k < texts->n_items; k++) {
    if (k > 0) fputs(", ", p->out);
    printer_string(arena_printf(p->arena, "%s%s", scheme, texts->item[k]),
                   p->out);
  }
  if (texts->n_items > 1) fputc('}', p->out);
}

/* One text: the specification knows no list of them. */
static FlatTexts external_print_joined(Printer *p, const FlatTexts *texts)
{
  const char **one = arena_alloc(p->arena, sizeof one[0]);
  if (texts->n_items == 0) return (FlatTexts){0};
  one[0] = texts->item[0];
  for (int k = 1; k < texts->n_items; k++)
    one[0] = arena_printf(p->arena, "%s\n%s", one[0], texts->item[k]);
  return (FlatTexts){.item = one, .n_items = 1};
}

/* folder/libname.a, folder/name.a, folder/name.o, or a name alone */
static void split_libraries(Printer *p, const FlatTexts *path,
                            FlatTexts *folder, FlatTexts *name)
{
  size_t n = (size_t)path->n_items + 1;
  folder->item = arena_array(p->arena, n, sizeof folder->item[0]);
  name->item = arena_array(p->arena, n, sizeof name->item[0]);
  for (int k = 0; k < path->n_items; k++) {
    const char *text = path->item[k], *slash = strrchr(text, '/');
    if (!slash) name->item[name->n_items++] = text;
    if (!slash) continue;
    const char *file = slash + 1;
    if (strncmp(file, "lib", 3) == 0) file += 3;
    size_t length = strlen(file);
    assert(length >= 2); /* .a, .o */
    name->item[name->n_items++] = arena_copy_text(p->arena, file, length - 2);
    const char *place = arena_copy_text(p->arena, text, (size_t)(slash - text));
    bool is_new = true;
    for (int i = 0; i < folder->n_items; i++)
      is_new &= strcmp(folder->item[i], place) != 0;
    if (is_new) folder->item[folder->n_items++] = place;
  }
}

static void external_print_annotation(Printer *p, bool is_declared)
{
  FlatTexts folder = {0}, name = {0};
  const char *separator = " annotation(";
  if (is_declared) {
    FlatTexts include = external_print_joined(p, &p->flat->linkage.include);
    print_texts(p, "Include", "", &include, &separator);
    print_texts(p, "IncludeDirectory", "file://",
                &p->flat->linkage.include_folder, &separator);
  }
  split_libraries(p, &p->flat->linkage.library, &folder, &name);
  print_texts(p, "Library", "", &name, &separator);
  print_texts(p, "LibraryDirectory", "file://", &folder, &separator);
  fputs(separator[0] == ',' ? ");\n" : ";\n", p->out);
}

void printed_external(Printer *p, const FlatExternal *external)
{
  fprintf(p->out, "  external \"%s\" ",
          external->is_fortran ? "FORTRAN 77" : "C");
  if (external->result >= 0) {
    fprintf(p->out, "%s = ", procedure_print_slot(p, external->result));
  }
  int n_name = (int)strlen(external->name) - external->is_fortran;
  assert(n_name > 0);
  fprintf(p->out, "%.*s(", n_name, external->name);
  for (int k = 0; k < external->n_args; k++) {
    if (k > 0) fputs(", ", p->out);
    external_print_argument(p, &external->arg[k]);
  }
  fputc(')', p->out);
  external_print_annotation(p, external->is_declared);
}
