/* outside_file.c: see outside_file.h. */
#define _POSIX_C_SOURCE 200809L
#include "flatten/functions/outside_file.h"

#include <assert.h>
#include <string.h>
#include <sys/stat.h>

#include "base/files_seen.h"
#include "base/text/path.h"
#include "base/vector.h"
#include "flatten/flat/flat_find.h"
#include "flatten/flat/flat_visit.h"

enum { LONGEST_CHAIN = 100 }; /* parameters that are equal to each other */

typedef struct OutsideFiles {
  Session *s;
  const FlatModel *flat;
  const char **known; /* texts that have been looked at */
  int n_known, cap_known;
} OutsideFiles;

static bool is_file_here(Session *s, const char *path)
{
  struct stat info;
  files_seen_note(s, SEEN_KIND, path);
  return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

static bool looks_like_file(const char *text)
{
  return strpbrk(text, "./") != NULL && strcmp(text, ".") != 0;
}

static bool outside_file_is_new(OutsideFiles *o, const char *text)
{
  for (int k = 0; k < o->n_known; k++) {
    if (strcmp(o->known[k], text) == 0) return false;
  }
  o->known = vector_grow(o->s->flat_arena, o->known, &o->cap_known,
                         o->n_known + 1, sizeof o->known[0]);
  o->known[o->n_known++] = text;
  return true;
}

/* var: the parameter that has the text; NULL: it is written in the call. */
static void look_at_text(OutsideFiles *o, const FlatExpr *literal,
                         const FlatVar *var)
{
  const char *text = literal->string;
  bool is_here = is_file_here(o->s, text);
  bool is_meant = var && var->names_file && looks_like_file(text);
  if (text[0] == '\0' || strstr(text, "://") || !(is_here || is_meant)) return;
  if (!outside_file_is_new(o, text)) return;
  Diagnostic *d = diagnostic_warning(
      o->s, literal->span, W221,
      "the FMU looks for the file '%s' where it runs: it is not part of the "
      "FMU",
      text);
  if (var)
    diagnostic_note(o->s, d, NO_SPAN, "the value of %s%s", var->name,
                    is_here ? "" : "; there is no such file here");
  if (!path_is_absolute(text))
    diagnostic_note(o->s, d, NO_SPAN,
                    "the name counts from the folder in which the importer "
                    "runs");
  diagnostic_note(o->s, d, NO_SPAN,
                  "a file of a library goes along: Modelica.Utilities.Files."
                  "loadResource(\"modelica://Library/Resources/...\")");
}

/* Parameters may be equal to others: the text, and the first that names a
 * file. */
static void look_at_variable(OutsideFiles *o, FlatVarId id)
{
  const FlatVar *shown = &o->flat->var[id.i];
  const FlatExpr *value = shown->binding;
  for (int k = 0; k < LONGEST_CHAIN && value; k++) {
    if (value->kind == FLAT_EXPR_STRING) {
      look_at_text(o, value, shown);
      return;
    }
    if (value->kind != FLAT_EXPR_VARIABLE) return;
    const FlatVar *next = &o->flat->var[value->variable.i];
    if (!shown->names_file || next->names_file) shown = next;
    value = next->binding;
  }
}

static FlatVerdict look_at_node(void *context, const FlatExpr *node)
{
  OutsideFiles *o = context;
  for (int k = 0; node->kind == FLAT_EXPR_RESULT && k < node->n_args; k++) {
    const FlatExpr *arg = node->arg[k];
    if (arg->type != FLAT_STRING) continue;
    if (arg->kind == FLAT_EXPR_STRING) look_at_text(o, arg, NULL);
  }
  if (node->kind == FLAT_EXPR_VARIABLE && node->type == FLAT_STRING)
    look_at_variable(o, node->variable);
  return FLAT_GO_ON;
}

/* Only what stands in the arguments of calls. */
static FlatVerdict find_call(void *context, const FlatExpr *node)
{
  OutsideFiles *o = context;
  if (node->kind != FLAT_EXPR_RESULT) return FLAT_GO_ON;
  flat_find(o->s, node, look_at_node, o);
  return FLAT_LEAVE_OUT;
}

static void look_at_expression(void *context, FlatPlace place, int at,
                               const FlatExpr *e)
{
  (void)place, (void)at;
  OutsideFiles *o = context;
  flat_find(o->s, e, find_call, o);
}

static bool takes_place(FlatPlace place)
{
  switch (place) {
  case FLAT_AT_BINDING:
  case FLAT_AT_START:
  case FLAT_AT_SIDE:
  case FLAT_AT_INITIAL_SIDE:
  case FLAT_AT_RESULT_SIDE:
  case FLAT_AT_WHEN_CONDITION:
  case FLAT_AT_GUARD:
  case FLAT_AT_VALUE:
  case FLAT_AT_ASSERTION:
  case FLAT_AT_STATEMENT:
  case FLAT_AT_EXTERNAL: return true;
  case FLAT_AT_NOMINAL:
  case FLAT_AT_BOUND:
  case FLAT_AT_FIXED:
  case FLAT_AT_CLOCK:
  case FLAT_AT_SHOWN:
  case FLAT_AT_TARGET:
  case FLAT_AT_SUBSCRIPT:
  case FLAT_AT_TABLE:
  case FLAT_AT_WRITTEN_CONDITION: return false;
  }
  return false;
}

static bool has_external(const FlatModel *flat)
{
  for (int k = 0; k < flat->n_procedures; k++) {
    if (flat->procedure[k]->is_external) return true;
  }
  return false;
}

void outside_file_warn(Session *s, const FlatModel *flat)
{
  assert(flat && flat->n_procedures >= 0);
  if (!has_external(flat)) return;
  OutsideFiles o = {.s = s, .flat = flat};
  flat_read_expressions(flat, takes_place, look_at_expression, &o);
}
