/* foreign_program.c: see foreign_program.h. */
#include "emit/foreign/foreign_program.h"

#include <assert.h>

#include "emit/text/template.h"

/* In the order of ForeignType. `move`: of the functions that read and write
 * it in the template. */
static const struct {
  const char *scalar, *array, *move;
} type_text[] = {
    {"double ", "double *", "real"},
    {"int ", "int *", "integer"},
    {"size_t ", "size_t *", "integer"},
    {"const char *", "const char **", "text"},
    {"void *", NULL, NULL}, /* is made, not moved; no arrays of them */
};

static const char *move_of(const ForeignValue *v)
{
  assert(type_text[v->type].move); /* objects are made, not moved */
  return type_text[v->type].move;
}

static void foreign_program_write_includes(void *context, FILE *out)
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
  assert(!is_address || type_text[v->type].array);
  fprintf(out, "%s%s", is_read ? "const " : "",
          is_address ? type_text[v->type].array : type_text[v->type].scalar);
}

static bool is_object(const ForeignValue *v)
{
  return v->type == FOREIGN_OBJECT;
}

/* Those of the constructors of its arguments, then its own. Recursive: as
 * deep as objects are made of objects. */
static void write_prototypes(const ForeignCall *call, FILE *out)
{
  for (int k = 0; k < call->n_args; k++) {
    if (is_object(&call->arg[k]))
      write_prototypes(call->arg[k].constructor, out);
  }
  if (call->is_declared) return;
  fprintf(out, "extern %s%s(",
          call->result ? type_text[call->result->type].scalar : "void ",
          call->name);
  if (call->n_args == 0 && !call->is_fortran) fputs("void", out);
  for (int k = 0; !call->is_fortran && k < call->n_args; k++) {
    if (k > 0) fputs(", ", out);
    write_parameter(&call->arg[k], out);
  }
  fputs(");\n", out);
}

static void foreign_program_write_prototype(void *context, FILE *out)
{
  write_prototypes(context, out);
}

/* --- the call --- */

/* `of`: begins the names of its arguments. */
static void write_argument(const ForeignValue *v, const char *of, int k,
                           FILE *out)
{
  bool is_plain = v->is_array || v->is_output || is_object(v);
  if (k > 0) fputs(", ", out);
  if (v->type == FOREIGN_SIZE) fputs("(size_t)", out);
  fprintf(out, "%s%sa%d", is_plain ? "" : "*", of, k);
}

static void write_fortran_arguments(const ForeignCall *call, const char *of,
                                    FILE *out)
{
  for (int k = 0; k < call->n_args; k++) {
    bool is_text = call->arg[k].type == FOREIGN_TEXT;
    fprintf(out, "%s%s%sa%d", k > 0 ? ", " : "", is_text ? "*" : "", of, k);
  }
  for (int k = 0; k < call->n_args; k++) {
    if (call->arg[k].type == FOREIGN_TEXT)
      fprintf(out, ", strlen(*%sa%d)", of, k);
  }
}

static void write_made(Session *s, const ForeignCall *call, const char *of,
                       FILE *out);

/* Reads an argument, or makes the object that it is. */
static void write_read(Session *s, const ForeignValue *v, const char *of, int k,
                       FILE *out)
{
  if (is_object(v)) {
    assert(v->constructor);
    Arena *arena = session_scratch(s);
    ArenaMark mark = arena_mark(arena);
    write_made(s, v->constructor, arena_printf(arena, "%sa%d", of, k), out);
    arena_release(mark);
    return;
  }
  fprintf(out, "  int %sn%d = foucault_count();\n", of, k);
  fprintf(out, "  %s%sa%d = foucault_get_%s(%sn%d);\n",
          v->type == FOREIGN_SIZE ? "int *" : type_text[v->type].array, of, k,
          move_of(v), of, k);
}

/* Declares what is returned under the name `result`. */
static void write_line(Session *s, const ForeignCall *call, const char *of,
                       const char *result, FILE *out)
{
  for (int k = 0; k < call->n_args; k++)
    write_read(s, &call->arg[k], of, k, out);
  fputs("  ", out);
  if (call->result)
    fprintf(out, "%s%s = ", type_text[call->result->type].scalar, result);
  fprintf(out, "%s(", call->name);
  if (call->is_fortran) write_fortran_arguments(call, of, out);
  for (int k = 0; !call->is_fortran && k < call->n_args; k++)
    write_argument(&call->arg[k], of, k, out);
  fputs(");\n", out);
}

/* The object `name`, of a constructor. */
static void write_made(Session *s, const ForeignCall *call, const char *name,
                       FILE *out)
{
  Arena *arena = session_scratch(s);
  write_line(s, call, arena_printf(arena, "%s_", name), name, out);
}

typedef struct Call {
  Session *s;
  const ForeignCall *call;
} Call;

static void foreign_program_write_call(void *context, FILE *out)
{
  const Call *c = context;
  const ForeignCall *call = c->call;
  write_line(c->s, call, "", "y", out);
  fputs("  foucault_write(\"K\", 1);\n", out);
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
  Call whole = {s, call};
  const TemplateHole holes[] = {
      {.name = "INCLUDES",
       .write = foreign_program_write_includes,
       .context = context},
      {.name = "PROTOTYPE",
       .write = foreign_program_write_prototype,
       .context = context},
      {.name = "CALL", .write = foreign_program_write_call, .context = &whole},
  };
  const char *text = template_read(s, data_folder, name);
  return text && template_write(s, name, text, holes,
                                sizeof holes / sizeof holes[0], out);
}
