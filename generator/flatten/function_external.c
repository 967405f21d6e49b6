/* function_external.c: the external clause of a function as a statement, and
 * its annotations: texts to include, folders, libraries (MLS 3.6, section
 * 12.9). */
#define _POSIX_C_SOURCE 200809L
#include "flatten/function_external.h"

#include <string.h>
#include <unistd.h>

#include "base/vector.h"
#include "flatten/evaluate.h"

const AstExternal *function_find_external(Flattening *f, ClassPart *part,
                                          ClassPart **where)
{
  if (part->ast->external) {
    *where = part;
    return part->ast->external;
  }
  const AstExternal *found = NULL;
  lookup_bases(f->lookup, part);
  for (int i = 0; i < part->n_bases && !found; i++) {
    if (part->base[i] && !part->base[i]->builtin) {
      found = function_find_external(f, part->base[i], where);
    }
  }
  return found;
}

/* --- arguments --- */

static const Value *value_now(const FunctionBuild *b, Name name)
{
  for (const Iteration *i = b->context.iteration; i; i = i->next) {
    if (i->name == name && !i->unassigned) return i->value;
  }
  return NULL;
}

static const Instance *variable_of(const FunctionBuild *b, const AstExpr *expr)
{
  if (expr->kind != AST_REFERENCE || expr->reference->n_parts != 1 ||
      expr->reference->part[0].n_subscripts > 0) {
    return NULL;
  }
  for (int i = 0; i < b->variables.n_items; i++) {
    const Instance *variable = b->variables.item[i];
    if (variable->name == expr->reference->part[0].ident) return variable;
  }
  return NULL;
}

/* The local whose slots are exactly those of the Value; -1: none. */
static int local_of(const FunctionBuild *b, const Value *v)
{
  Typing *t = &b->f->typing;
  if (v->kind == VALUE_RECORD || v->n_elements == 0) return -1;
  for (int k = 0; k < b->to->n_locals; k++) {
    const FlatLocal *local = &b->to->local[k];
    if (local->n != v->n_elements) continue;
    int i = 0;
    while (i < local->n) {
      const FlatExpr *at = value_at(t, v, i);
      if (at->kind != FLAT_EXPR_LOCAL || at->slot != local->first + i) break;
      i++;
    }
    if (i == local->n) return k;
  }
  return -1;
}

static bool array_argument(FunctionBuild *b, Span span, const Value *v,
                           FlatExternalArgument *arg)
{
  arg->kind = EXTERNAL_ARRAY;
  arg->type = v->type;
  arg->local = local_of(b, v);
  if (arg->local >= 0 || v->n_elements == 0) return true;
  Value *copy = function_build_locals(b, session_name(b->f->s, "passed"), v);
  if (!copy || !function_build_assign(b, span, copy, v)) return false;
  arg->local = local_of(b, copy);
  return true;
}

static bool is_size(const AstExpr *expr)
{
  return expr->kind == AST_CALL && expr->reference->n_parts == 1 &&
         strcmp(expr->reference->part[0].ident, "size") == 0;
}

static bool value_argument(FunctionBuild *b, const AstExpr *expr,
                           FlatExternalArgument *arg)
{
  Typing *t = &b->f->typing;
  Value *v = expression_value(b->f, b->context, expr);
  if (!v) return false;
  if (v->kind == VALUE_RECORD || v->kind == VALUE_FUNCTION) {
    return function_build_refuse(b, expr->span,
                                 "a record is passed to external code");
  }
  if (v->rank > 0) return array_argument(b, expr->span, v, arg);
  FlatExpr *value = value_at(t, v, 0);
  arg->type = value->type;
  if (value->type == FLAT_STRING) {
    FlatExpr *text = types_constant(t, value);
    arg->kind = EXTERNAL_TEXT;
    arg->text = text ? text->string : NULL;
    return text != NULL;
  }
  arg->kind = is_size(expr) ? EXTERNAL_SIZE : EXTERNAL_VALUE;
  arg->value = value;
  return true;
}

static bool make_argument(FunctionBuild *b, const AstExpr *expr,
                          FlatExternalArgument *arg)
{
  const Instance *variable = variable_of(b, expr);
  arg->local = -1;
  if (!variable || variable->prefix.causality != AST_OUTPUT) {
    return value_argument(b, expr, arg);
  }
  const Value *v = value_now(b, variable->name);
  arg->local = v ? local_of(b, v) : -1;
  arg->kind = EXTERNAL_OUTPUT;
  if (arg->local < 0) {
    return function_build_refuse(
        b, expr->span, "a result of external code that is a record or String");
  }
  arg->type = v->type;
  return true;
}

/* --- the call --- */

static AstExpr *name_expr(FunctionBuild *b, const Instance *variable)
{
  Arena *arena = b->f->arena;
  AstExpr *expr = arena_alloc(arena, sizeof *expr);
  AstReference *name = arena_alloc(arena, sizeof *name);
  AstNamePart *part = arena_alloc(arena, sizeof *part);
  part->ident = variable->name;
  part->span = variable->element->name_span;
  name->part = part;
  name->n_parts = 1;
  name->span = part->span;
  expr->kind = AST_REFERENCE;
  expr->span = part->span;
  expr->reference = name;
  return expr;
}

static void append_argument(FunctionBuild *b, FlatExternal *e, int *cap,
                            FlatExternalArgument arg)
{
  e->arg = vector_grow(b->f->s->flat_arena, e->arg, cap, e->n_args + 1,
                       sizeof e->arg[0]);
  e->arg[e->n_args++] = arg;
}

/* Without a written call: all variables in their order, arrays with their
 * sizes; one scalar output is the result (section 12.9.1.2). */
static bool usual_arguments(FunctionBuild *b, FlatExternal *e)
{
  Typing *t = &b->f->typing;
  const Instance *result = NULL;
  int n_outputs = 0, cap = 0;
  for (int i = 0; i < b->variables.n_items; i++) {
    const Instance *variable = b->variables.item[i];
    if (variable->prefix.causality != AST_OUTPUT) continue;
    n_outputs++;
    result = variable;
  }
  if (n_outputs != 1 || result->rank > 0) result = NULL;
  for (int i = 0; i < b->variables.n_items; i++) {
    const Instance *variable = b->variables.item[i];
    AstCausality causality = variable->prefix.causality;
    FlatExternalArgument arg = {0};
    if (variable == result ||
        (causality != AST_INPUT && causality != AST_OUTPUT)) {
      continue;
    }
    if (!make_argument(b, name_expr(b, variable), &arg)) return false;
    append_argument(b, e, &cap, arg);
    const Value *v = value_now(b, variable->name);
    for (int k = 0; v && k < v->rank; k++) {
      FlatExternalArgument size = {.kind = EXTERNAL_SIZE,
                                   .type = FLAT_INTEGER,
                                   .local = -1,
                                   .value =
                                       types_integer(t, v->span, v->dim[k])};
      append_argument(b, e, &cap, size);
    }
  }
  if (!result) return true;
  const Value *v = value_now(b, result->name);
  int local = v ? local_of(b, v) : -1;
  if (local < 0) {
    return function_build_refuse(b, result->element->name_span,
                                 "a result of external code that is a record "
                                 "or String");
  }
  e->result = b->to->local[local].first;
  return true;
}

static bool written_arguments(FunctionBuild *b, const AstExternal *external,
                              FlatExternal *e)
{
  int cap = 0;
  for (int k = 0; k < external->n_args; k++) {
    FlatExternalArgument arg = {0};
    if (!make_argument(b, external->arg[k], &arg)) return false;
    append_argument(b, e, &cap, arg);
  }
  if (!external->result) return true;
  const Value *v = value_now(b, external->result->part[0].ident);
  int local = v && external->result->n_parts == 1 ? local_of(b, v) : -1;
  if (local < 0 || v->rank > 0) {
    return function_build_refuse(b, external->span,
                                 "a result of external code that is no number");
  }
  e->result = b->to->local[local].first;
  return true;
}

/* --- annotations --- */

static const AstExpr *find_annotation(const AstModification *m,
                                      const char *name)
{
  for (int i = 0; m && i < m->n_arguments; i++) {
    const AstArgument *a = m->argument[i];
    if (a->kind == AST_MODIFY && a->name->n_parts == 1 &&
        strcmp(a->name->part[0].ident, name) == 0) {
      return a->modification ? a->modification->value : NULL;
    }
  }
  return NULL;
}

static void add_text(Flattening *f, FlatTexts *texts, const char *text)
{
  for (int k = 0; k < texts->n_items; k++) {
    if (strcmp(texts->item[k], text) == 0) return;
  }
  texts->item = vector_grow(f->s->flat_arena, texts->item, &texts->cap_items,
                            texts->n_items + 1, sizeof texts->item[0]);
  texts->item[texts->n_items++] =
      arena_copy_text(f->s->flat_arena, text, strlen(text));
}

/* Where the file of the function lies. */
static const char *own_folder(const FunctionBuild *b)
{
  Arena *arena = b->f->s->flat_arena;
  Span span = b->function->ast->name_span;
  const char *path = session_source(b->f->s, span.source)->path;
  const char *slash = strrchr(path, '/');
  if (slash && path[0] == '/') {
    return arena_copy_text(arena, path, (size_t)(slash - path));
  }
  char here[4096];
  if (!getcwd(here, sizeof here)) return ".";
  if (!slash) return arena_copy_text(arena, here, strlen(here));
  return arena_printf(arena, "%s/%.*s", here, (int)(slash - path), path);
}

/* modelica://Library/path, file:///path, or a path beside the text; NULL
 * after E220. */
static const char *resolve(FunctionBuild *b, const AstExpr *written,
                           const char *address)
{
  Flattening *f = b->f;
  Arena *arena = f->s->flat_arena;
  static const char scheme[] = "modelica://", file[] = "file://";
  if (strncmp(address, file, sizeof file - 1) == 0) {
    return address + sizeof file - 1;
  }
  if (strncmp(address, scheme, sizeof scheme - 1) != 0) {
    return address[0] == '/'
               ? address
               : arena_printf(arena, "%s/%s", own_folder(b), address);
  }
  const char *at = address + sizeof scheme - 1;
  size_t n = strcspn(at, "/");
  InstClass *c = lookup_full_name(
      f->lookup, arena_copy_text(session_scratch(f->s), at, n));
  const char *folder =
      c && c->ast && c->ast->place ? library_folder(f->library, c->ast) : NULL;
  if (!folder && c && c->ast) folder = own_folder(b);
  if (!folder) {
    fault_error(f->faults, written->span, E220,
                "'%s' leads to no library that is known", address);
    return NULL;
  }
  return arena_printf(arena, "%s%s", folder, at + n);
}

/* The values of an annotation: a String or several. */
static bool annotation_texts(FunctionBuild *b, const AstExternal *external,
                             const char *name, Value **value)
{
  const AstExpr *written = find_annotation(external->annotation, name);
  *value = NULL;
  if (!written) return true;
  *value = evaluate_expression(b->f, b->context, written);
  if (!*value) return false;
  if ((*value)->kind != VALUE_RECORD && (*value)->type == FLAT_STRING) {
    return true;
  }
  fault_error(b->f->faults, written->span, E204, "'%s' must be a String", name);
  return false;
}

/* The folders of an annotation, or the usual one of the library around. */
static bool folders_of(FunctionBuild *b, const AstExternal *external,
                       const char *name, const char *usual, FlatTexts *folders)
{
  Flattening *f = b->f;
  Value *value;
  if (!annotation_texts(b, external, name, &value)) return false;
  for (int i = 0; value && i < value->n_elements; i++) {
    const char *folder = resolve(b, find_annotation(external->annotation, name),
                                 value_at(&f->typing, value, i)->string);
    if (!folder) return false;
    add_text(f, folders, folder);
  }
  if (value) return true;
  const char *top = b->function->full_name;
  InstClass *c =
      lookup_full_name(f->lookup, arena_copy_text(session_scratch(f->s), top,
                                                  strcspn(top, ".")));
  const char *folder =
      c && c->ast && c->ast->place ? library_folder(f->library, c->ast) : NULL;
  if (!folder) folder = own_folder(b);
  add_text(f, folders,
           arena_printf(session_scratch(f->s), "%s/%s", folder, usual));
  add_text(f, folders, folder);
  return true;
}

/* An archive or object, in the folder or in that for this machine (section
 * 12.9.4). What is linked goes into the FMU. */
static const char *find_library(FunctionBuild *b, const FlatTexts *folders,
                                const char *name)
{
  static const char *const inside[] = {"linux64/", ""};
  static const char *const form[][2] = {{"lib", ".a"}, {"", ".a"}, {"", ".o"}};
  for (int k = 0; k < folders->n_items; k++) {
    for (int i = 0; i < 6; i++) {
      const char *const *ends = form[i % 3];
      const char *path =
          arena_printf(b->f->s->flat_arena, "%s/%s%s%s%s", folders->item[k],
                       inside[i / 3], ends[0], name, ends[1]);
      if (access(path, R_OK) == 0) return path;
    }
  }
  return NULL;
}

static bool is_of_system(const char *name)
{
  return strcmp(name, "m") == 0 || strcmp(name, "c") == 0 ||
         strcmp(name, "ModelicaExternalC") == 0;
}

/* The path as the user would type it. */
static const char *from_here(const char *path)
{
  char here[4096];
  if (!getcwd(here, sizeof here)) return path;
  size_t n = strlen(here);
  if (strncmp(path, here, n) != 0) return path;
  if (path[n] == '\0') return ".";
  return path[n] == '/' ? path + n + 1 : path;
}

static bool add_library(FunctionBuild *b, const AstExternal *external,
                        const FlatTexts *folders, const char *name)
{
  Flattening *f = b->f;
  if (name[0] == '\0' || is_of_system(name)) return true;
  const char *found = find_library(b, folders, name);
  if (found) {
    add_text(f, &f->flat->library, found);
    return true;
  }
  Diagnostic *d = fault_error(
      f->faults, find_annotation(external->annotation, "Library")->span, E220,
      "the library '%s' is not found: no lib%s.a, %s.a or %s.o", name, name,
      name, name);
  for (int k = 0; k < folders->n_items; k++) {
    fault_note(f->faults, d, NO_SPAN, "searched in %s",
               from_here(folders->item[k]));
  }
  return false;
}

static bool take_annotations(FunctionBuild *b, const AstExternal *external,
                             FlatExternal *e)
{
  Flattening *f = b->f;
  Value *include, *library;
  FlatTexts folders = {0};
  if (!annotation_texts(b, external, "Include", &include) ||
      !annotation_texts(b, external, "Library", &library)) {
    return false;
  }
  if (include) {
    if (!folders_of(b, external, "IncludeDirectory", "Resources/Include",
                    &f->flat->include_folder)) {
      return false;
    }
    for (int i = 0; i < include->n_elements; i++)
      add_text(f, &f->flat->include, value_at(&f->typing, include, i)->string);
    e->is_declared = true;
  }
  if (!library) return true;
  if (!folders_of(b, external, "LibraryDirectory", "Resources/Library",
                  &folders)) {
    return false;
  }
  for (int i = 0; i < library->n_elements; i++) {
    if (!add_library(b, external, &folders,
                     value_at(&f->typing, library, i)->string)) {
      return false;
    }
  }
  return true;
}

bool function_external(FunctionBuild *b, const AstExternal *external)
{
  Flattening *f = b->f;
  if (external->language && strcmp(external->language, "C") != 0) {
    return function_build_refuse(b, external->span,
                                 arena_printf(session_scratch(f->s),
                                              "external \"%s\"",
                                              external->language));
  }
  FlatExternal *e = arena_alloc(f->s->flat_arena, sizeof *e);
  e->name = external->has_call ? external->function : b->function->ast->name;
  e->result = -1;
  bool good = external->has_call ? written_arguments(b, external, e)
                                 : usual_arguments(b, e);
  if (!good || !take_annotations(b, external, e)) return false;
  FlatStatement *s = procedure_append(f->s, b->at, STATEMENT_EXTERNAL,
                                      b->function->ast->name_span);
  s->external = e;
  b->to->is_external = true;
  b->to->is_impure = true;
  return true;
}
