/* foreign_program.c: see foreign_program.h. */
#include "emit/foreign_program.h"

#include "emit/template.h"

/* In the order of ForeignType. `move`: of the functions that read and write
 * it in the template. */
static const struct {
  const char *scalar, *array, *move;
} type_text[] = {
    {"double ", "double *", "real"},
    {"int ", "int *", "integer"},
    {"size_t ", "size_t *", "integer"},
    {"const char *", "const char **", "text"},
};

static const char *move_of(const ForeignValue *v)
{
  return type_text[v->type].move;
}

static void write_includes(void *context, FILE *out)
{
  const ForeignCall *call = context;
  for (int k = 0; k < call->n_includes; k++)
    fprintf(out, "%s\n", call->include[k]);
}

/* --- the declaration --- */

/* As function_external_c.c declares it in an FMU. */
static void write_parameter(const ForeignValue *v, FILE *out)
{
  bool is_address = v->is_array || v->is_output;
  bool is_read = v->is_array && !v->is_output;
  if (is_read && v->type == FOREIGN_TEXT) {
    fputs("const char *const *", out);
    return;
  }
  fprintf(out, "%s%s", is_read ? "const " : "",
          is_address ? type_text[v->type].array : type_text[v->type].scalar);
}

static void write_prototype(void *context, FILE *out)
{
  const ForeignCall *call = context;
  if (call->is_declared) return;
  if (call->is_fortran) {
    fprintf(out, "extern %s%s();\n",
            call->result ? type_text[call->result->type].scalar : "void ",
            call->name);
    return;
  }
  fprintf(out, "extern %s%s(",
          call->result ? type_text[call->result->type].scalar : "void ",
          call->name);
  if (call->n_args == 0) fputs("void", out);
  for (int k = 0; k < call->n_args; k++) {
    if (k > 0) fputs(", ", out);
    write_parameter(&call->arg[k], out);
  }
  fputs(");\n", out);
}

/* --- the call --- */

static void write_argument(const ForeignValue *v, int k, FILE *out)
{
  if (k > 0) fputs(", ", out);
  if (v->type == FOREIGN_SIZE) fputs("(size_t)", out);
  fprintf(out, "%sa%d", v->is_array || v->is_output ? "" : "*", k);
}

static void write_fortran_arguments(const ForeignCall *call, FILE *out)
{
  for (int k = 0; k < call->n_args; k++) {
    bool is_text = call->arg[k].type == FOREIGN_TEXT;
    fprintf(out, "%s%sa%d", k > 0 ? ", " : "", is_text ? "*" : "", k);
  }
  for (int k = 0; k < call->n_args; k++) {
    if (call->arg[k].type == FOREIGN_TEXT) fprintf(out, ", strlen(*a%d)", k);
  }
}

static void write_call(void *context, FILE *out)
{
  const ForeignCall *call = context;
  for (int k = 0; k < call->n_args; k++) {
    const ForeignValue *v = &call->arg[k];
    fprintf(out, "  int n%d = foucault_count();\n", k);
    fprintf(out, "  %sa%d = foucault_get_%s(n%d);\n",
            v->type == FOREIGN_SIZE ? "int *" : type_text[v->type].array, k,
            move_of(v), k);
  }
  fputs("  ", out);
  if (call->result)
    fprintf(out, "%sy = ", type_text[call->result->type].scalar);
  fprintf(out, "%s(", call->name);
  if (call->is_fortran) write_fortran_arguments(call, out);
  for (int k = 0; !call->is_fortran && k < call->n_args; k++)
    write_argument(&call->arg[k], k, out);
  fputs(");\n  foucault_write(\"K\", 1);\n", out);
  for (int k = 0; k < call->n_args; k++) {
    if (!call->arg[k].is_output) continue;
    fprintf(out, "  foucault_put_%s(a%d, n%d);\n", move_of(&call->arg[k]), k,
            k);
  }
  if (call->result)
    fprintf(out, "  foucault_put_%s(&y, 1);\n", move_of(call->result));
}

bool foreign_program_write(Session *s, const char *data_folder,
                           const ForeignCall *call, FILE *out)
{
  static const char name[] = "foreign.c.in";
  void *context = (void *)call;
  const TemplateHole holes[] = {
      {.name = "INCLUDES", .write = write_includes, .context = context},
      {.name = "PROTOTYPE", .write = write_prototype, .context = context},
      {.name = "CALL", .write = write_call, .context = context},
  };
  const char *text = template_read(s, data_folder, name);
  return text && template_write(s, name, text, holes,
                                sizeof holes / sizeof holes[0], out);
}
