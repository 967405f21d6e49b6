/* library_version.c: version numbers and the annotations that hold them. */
#include "flatten/classes/library_version.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

/* --- order --- */

static bool library_version_is_number(const char *version)
{
  return isdigit((unsigned char)version[0]) != 0;
}

/* Skips a number, zeros in front of it first; its digits have no limit. */
static size_t library_version_read_digits(const char **text,
                                          const char **digits)
{
  while (**text == '0') (*text)++;
  *digits = *text;
  while (isdigit((unsigned char)**text)) (*text)++;
  return (size_t)(*text - *digits);
}

static int compare_number(const char **a, const char **b)
{
  const char *left, *right;
  size_t n = library_version_read_digits(a, &left);
  size_t m = library_version_read_digits(b, &right);
  if (n != m) return n < m ? -1 : 1;
  assert(n == m);
  return strncmp(left, right, n);
}

static bool skip_point(const char **text)
{
  if (**text != '.' || !isdigit((unsigned char)(*text)[1])) return false;
  (*text)++;
  return true;
}

/* What follows the numbers of a main release: nothing is newer than a mark of
 * a pre-release. */
static int compare_rest(const char *a, const char *b)
{
  if (!*a || !*b) return (*b != '\0') - (*a != '\0');
  return strcmp(a, b);
}

int library_version_compare(const char *a, const char *b)
{
  if (!library_version_is_number(a) || !library_version_is_number(b)) {
    if (library_version_is_number(a) != library_version_is_number(b))
      return library_version_is_number(a) - library_version_is_number(b);
    return strcmp(a, b);
  }
  for (;;) {
    int order = compare_number(&a, &b);
    if (order != 0) return order;
    bool more_a = skip_point(&a), more_b = skip_point(&b);
    if (!more_a && !more_b) return compare_rest(a, b);
    if (more_a != more_b) return more_a ? 1 : -1;
  }
}

/* --- annotations --- */

/* The entry `name` of an annotation, or NULL. */
static const AstArgument *library_version_find(const AstModification *list,
                                               const char *name)
{
  if (!list) return NULL;
  for (int i = 0; i < list->n_arguments; i++) {
    const AstArgument *argument = list->argument[i];
    if (argument->kind == AST_MODIFY && argument->name &&
        argument->name->n_parts == 1 &&
        strcmp(argument->name->part[0].ident, name) == 0) {
      return argument;
    }
  }
  return NULL;
}

static const AstModification *
library_version_annotation(const AstClass *class_def)
{
  return class_def->comment ? class_def->comment->annotation : NULL;
}

static const char *library_version_text_of(const AstArgument *argument)
{
  const AstModification *m = argument ? argument->modification : NULL;
  return m && m->value && m->value->kind == AST_STRING ? m->value->string
                                                       : NULL;
}

const char *library_version_of(const AstClass *class_def)
{
  const char *version = library_version_text_of(
      library_version_find(library_version_annotation(class_def), "version"));
  return version ? version : "";
}

static bool library_version_is_text(const AstExpr *value, const char *text)
{
  return value->kind == AST_STRING && strcmp(value->string, text) == 0;
}

/* "1.0" or {"1.0", "1.1"} */
static bool names_version(const AstExpr *value, const char *version)
{
  if (!value) return false;
  if (value->kind != AST_ARRAY) return library_version_is_text(value, version);
  for (int i = 0; i < value->n_args; i++) {
    if (library_version_is_text(value->arg[i], version)) return true;
  }
  return false;
}

bool library_version_serves(const AstClass *class_def, const char *from)
{
  const AstArgument *conversion =
      library_version_find(library_version_annotation(class_def), "conversion");
  const AstModification *list = conversion ? conversion->modification : NULL;
  for (int i = 0; list && i < list->n_arguments; i++) {
    const AstArgument *argument = list->argument[i];
    if (argument->kind == AST_MODIFY && argument->name &&
        argument->modification &&
        strcmp(argument->name->part[0].ident, "noneFromVersion") == 0 &&
        names_version(argument->modification->value, from)) {
      return true;
    }
  }
  return false;
}

bool library_version_next_use(const AstClass *class_def, int *at,
                              LibraryUse *use)
{
  assert(*at >= 0);
  const AstArgument *uses =
      library_version_find(library_version_annotation(class_def), "uses");
  const AstModification *list = uses ? uses->modification : NULL;
  while (list && *at < list->n_arguments) {
    const AstArgument *argument = list->argument[(*at)++];
    if (argument->kind != AST_MODIFY || !argument->name) continue;
    const char *version = library_version_text_of(
        library_version_find(argument->modification, "version"));
    if (!version) continue;
    *use = (LibraryUse){argument->name->part[0].ident, version, argument->span};
    return true;
  }
  return false;
}
