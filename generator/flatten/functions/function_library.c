/* function_library.c: see function_library.h. */
#define _POSIX_C_SOURCE 200809L
#include "flatten/functions/function_library.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files_seen.h"
#include "base/vector.h"
#include "flatten/expressions/evaluate.h"
#include "flatten/functions/file_place.h"
#include "flatten/functions/resource.h"

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

static bool is_text(const AstExpr *e)
{
  for (int k = 0; e->kind == AST_ARRAY && k < e->n_args; k++) {
    if (e->arg[k]->kind != AST_STRING) return false;
  }
  return e->kind == AST_STRING || (e->kind == AST_ARRAY && e->n_iterators == 0);
}

bool function_library_is_written(const AstExternal *external)
{
  static const char *const name[] = {"Include", "IncludeDirectory", "Library",
                                     "LibraryDirectory", "SourceDirectory"};
  for (size_t k = 0; k < sizeof name / sizeof name[0]; k++) {
    const AstExpr *e = find_annotation(external->annotation, name[k]);
    if (e && !is_text(e)) return false;
  }
  return true;
}

bool function_library_exists(const char *path)
{
  return access(path, F_OK) == 0;
}

void function_library_add(const Flattening *f, FlatTexts *texts,
                          const char *text)
{
  for (int k = 0; k < texts->n_items; k++) {
    if (strcmp(texts->item[k], text) == 0) return;
  }
  texts->item = vector_grow(f->s->flat_arena, texts->item, &texts->cap_items,
                            texts->n_items + 1, sizeof texts->item[0]);
  texts->item[texts->n_items++] =
      arena_copy_text(f->s->flat_arena, text, strlen(text));
}

static const char *function_library_own_folder(const Flattening *f,
                                               const FunctionBuild *b)
{
  return resource_folder_of(f, b->function->ast->name_span);
}

/* The values of an annotation: a String or several. */
static bool annotation_texts(const Flattening *f, FunctionBuild *b,
                             const AstExternal *external, const char *name,
                             Value **value)
{
  const AstExpr *written = find_annotation(external->annotation, name);
  *value = NULL;
  if (!written) return true;
  *value = evaluate_expression(f, b->context, written);
  if (!*value) return false;
  if ((*value)->kind != VALUE_RECORD && (*value)->type == FLAT_STRING) {
    return true;
  }
  fault_error(f->faults, written->span, E204, "'%s' must be a String", name);
  return false;
}

static const char *const usual_binary[] = {"Resources/Library"};
static const char *const usual_source[] = {"Resources/Source",
                                           "Resources/C-Sources"};

static const char *const usual_header[] = {
    "Resources/Include", "Resources/Source", "Resources/C-Sources"};

static void function_library_add_usual(const Flattening *f, FlatTexts *folders,
                                       const char *folder,
                                       const char *const *usual, int n_usual)
{
  for (int k = 0; k < n_usual; k++) {
    function_library_add(
        f, folders,
        arena_printf(session_scratch(f->s), "%s/%s", folder, usual[k]));
  }
}

/* The folders of an annotation, or the usual ones of the library around. */
static bool folders_of(const Flattening *f, FunctionBuild *b,
                       const AstExternal *external, const char *name,
                       const char *const *usual, int n_usual,
                       FlatTexts *folders)
{
  Value *value;
  if (!annotation_texts(f, b, external, name, &value)) return false;
  for (int i = 0; value && i < value->n_elements; i++) {
    const char *folder =
        resource_path(f, find_annotation(external->annotation, name)->span,
                      function_library_own_folder(f, b),
                      value_at(&f->typing, value, i)->string);
    if (!folder) return false;
    function_library_add(f, folders, folder);
  }
  if (value) return true;
  const char *top = b->function->full_name;
  InstClass *c =
      lookup_full_name(f->lookup, arena_copy_text(session_scratch(f->s), top,
                                                  strcspn(top, ".")));
  const char *folder = resource_library_folder(f, c);
  if (!folder) folder = function_library_own_folder(f, b);
  function_library_add_usual(f, folders, folder, usual, n_usual);
  function_library_add(f, folders, folder);
  return true;
}

/* --- libraries --- */

typedef struct LibrarySearch {
  const Flattening *f;
  FunctionBuild *b;
  FlatTexts *libraries; /* found so far */
  FlatTexts *include_folders;
  const char *name;
  FlatTexts folders;    /* of archives and objects */
  FlatTexts sources;    /* of C files */
  const Value *include; /* texts; NULL: none */
} LibrarySearch;

/* Who reads a pipe or a device may wait for ever. */
static bool function_library_can_read(const char *path)
{
  struct stat info;
  return stat(path, &info) == 0 && S_ISREG(info.st_mode) &&
         access(path, R_OK) == 0;
}

/* An archive or object, in the folder or in that for this machine. */
static bool find_binary(LibrarySearch *l)
{
  static const char *const inside[] = {"linux64/", ""};
  static const char *const form[][2] = {{"lib", ".a"}, {"", ".a"}, {"", ".o"}};
  const Flattening *f = l->f;
  for (int k = 0; k < l->folders.n_items; k++) {
    for (int i = 0; i < 6; i++) {
      const char *const *ends = form[i % 3];
      const char *path =
          arena_printf(f->s->flat_arena, "%s/%s%s%s%s", l->folders.item[k],
                       inside[i / 3], ends[0], l->name, ends[1]);
      files_seen_note(f->s, SEEN_KIND, path);
      if (!function_library_can_read(path)) continue;
      files_seen_note(f->s, SEEN_CONTENT, path);
      function_library_add(f, l->libraries, path);
      return true;
    }
  }
  return false;
}

static int function_library_is_source(const struct dirent *entry)
{
  size_t n = strlen(entry->d_name);
  return n > 2 && strcmp(entry->d_name + n - 2, ".c") == 0;
}

static int function_library_by_name(const struct dirent **a,
                                    const struct dirent **b)
{
  return strcmp((*a)->d_name, (*b)->d_name);
}

/* All C files of the folder whose names begin so. */
static bool function_library_add_sources(LibrarySearch *l, const char *folder,
                                         const char *begin)
{
  const Flattening *f = l->f;
  struct dirent **entry;
  bool found = false;
  int n = scandir(folder, &entry, function_library_is_source,
                  function_library_by_name);
  files_seen_note(f->s, SEEN_SOURCES, folder);
  for (int k = 0; k < n; k++) {
    const char *path =
        arena_printf(f->s->flat_arena, "%s/%s", folder, entry[k]->d_name);
    if (strncmp(entry[k]->d_name, begin, strlen(begin)) == 0 &&
        function_library_can_read(path)) {
      function_library_add(f, l->libraries, path);
      found = true;
    }
    free(entry[k]);
  }
  if (n >= 0) free(entry);
  return found;
}

static bool source_exists(LibrarySearch *l, const char *folder,
                          const char *name)
{
  Session *s = l->f->s;
  const char *path = arena_printf(session_scratch(s), "%s/%s.c", folder, name);
  files_seen_note(s, SEEN_KIND, path);
  return function_library_can_read(path);
}

static bool has_library(const LibrarySearch *l, const char *path)
{
  const FlatTexts *known = l->libraries;
  for (int k = 0; k < known->n_items; k++) {
    if (strcmp(known->item[k], path) == 0) return true;
  }
  return false;
}

/* Nothing of a file that is larger than one of Modelica may be. */
static const char *function_library_read_text(Session *s, const char *path)
{
  struct stat info;
  bool is_small = stat(path, &info) == 0 &&
                  info.st_size / 1024 / 1024 < s->limit[LIMIT_FILE];
  FILE *file =
      is_small && function_library_can_read(path) ? fopen(path, "r") : NULL;
  if (!file) return "";
  char *text = NULL;
  size_t size = 0;
  ssize_t n = getdelim(&text, &size, '\0', file);
  const char *copy =
      n > 0 ? arena_copy_text(session_scratch(s), text, (size_t)n) : "";
  free(text);
  fclose(file);
  return copy;
}

/* The next #include "HEADER.h" at the beginning of a line: HEADER, and where it
 * ends. NULL: there is none. */
static const char *next_header(const char *text, const char *at, size_t *n)
{
  static const char word[] = "#include \"";
  while ((at = strstr(at, word))) {
    bool begins_line = at == text || at[-1] == '\n';
    at += sizeof word - 1;
    *n = strcspn(at, "\"");
    if (!begins_line || *n < 3 || strncmp(at + *n - 2, ".h", 2) != 0) continue;
    *n -= 2;
    return at;
  }
  return NULL;
}

/* Texts that are being read, each included by the one before. */
typedef struct HeaderStack {
  struct {
    const char *text, *at;
  } * item;
  int n, capacity;
} HeaderStack;

static void header_stack_push(Session *s, HeaderStack *stack, const char *text)
{
  stack->item = vector_grow(session_scratch(s), stack->item, &stack->capacity,
                            stack->n + 1, sizeof stack->item[0]);
  stack->item[stack->n].text = stack->item[stack->n].at = text;
  stack->n++;
}

/* HEADER.c in the folder, for each header of the text; then the same of that
 * file. No conditions are looked at: what stands under one is usually indented.
 * Each file is taken once. */
static bool add_of_headers(LibrarySearch *l, const char *folder,
                           const char *text)
{
  const Flattening *f = l->f;
  HeaderStack open = {0};
  bool found = false;
  header_stack_push(f->s, &open, text);
  while (open.n > 0) {
    size_t n;
    const char *whole = open.item[open.n - 1].text;
    const char *at = next_header(whole, open.item[open.n - 1].at, &n);
    if (!at) {
      open.n--;
      continue;
    }
    open.item[open.n - 1].at = at;
    const char *path =
        arena_printf(f->s->flat_arena, "%s/%.*s.c", folder, (int)n, at);
    files_seen_note(f->s, SEEN_KIND, path);
    if (!function_library_can_read(path)) continue;
    files_seen_note(f->s, SEEN_CONTENT, path);
    found = true;
    if (has_library(l, path)) continue;
    function_library_add(f, l->libraries, path);
    header_stack_push(f->s, &open, function_library_read_text(f->s, path));
  }
  return found;
}

/* NAME.c in a folder of sources comes with what continues its name. */
static bool function_library_find_sources(LibrarySearch *l,
                                          const FlatTexts *folders)
{
  const Typing *t = &l->f->typing;
  bool found = false, is_of_sources = folders == &l->sources;
  for (int k = 0; k < folders->n_items; k++) {
    const char *folder = folders->item[k];
    if (source_exists(l, folder, l->name)) {
      return function_library_add_sources(
          l, folder,
          is_of_sources
              ? l->name
              : arena_printf(session_scratch(t->faults->s), "%s.c", l->name));
    }
    const char *inside =
        arena_printf(session_scratch(t->faults->s), "%s/%s", folder, l->name);
    if (function_library_add_sources(l, inside, "")) return true;
  }
  for (int k = 0; k < folders->n_items; k++) {
    for (int i = 0; l->include && i < l->include->n_elements; i++) {
      found |= add_of_headers(l, folders->item[k],
                              value_at(t, l->include, i)->string);
    }
  }
  return found;
}

/* The text defines or calls a function of this name. */
static bool function_library_names(const char *text, const char *function)
{
  size_t n = strlen(function);
  for (const char *at = strstr(text, function); at;
       at = strstr(at + 1, function)) {
    bool begins =
        at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
    if (begins && at[n + strspn(at + n, " ")] == '(') return true;
  }
  return false;
}

/* Without a header to go by: the first C file in a folder of sources that has
 * the function, and the files that it needs. */
static bool find_source_of_function(LibrarySearch *l, const char *function)
{
  const Flattening *f = l->f;
  bool found = false;
  for (int k = 0; !found && k < l->sources.n_items; k++) {
    const char *folder = l->sources.item[k];
    struct dirent **entry;
    int n = scandir(folder, &entry, function_library_is_source,
                    function_library_by_name);
    files_seen_note(f->s, SEEN_SOURCES, folder);
    for (int i = 0; i < n; i++) {
      const char *path =
          arena_printf(f->s->flat_arena, "%s/%s", folder, entry[i]->d_name);
      free(entry[i]);
      if (found) continue;
      files_seen_note(f->s, SEEN_CONTENT, path);
      const char *text = function_library_read_text(f->s, path);
      found = function_library_names(text, function);
      if (!found || has_library(l, path)) continue;
      function_library_add(f, l->libraries, path);
      add_of_headers(l, folder, text);
    }
    if (n >= 0) free(entry);
  }
  return found;
}

static bool is_of_system(const char *name)
{
  return strcmp(name, "m") == 0 || strcmp(name, "c") == 0;
}

/* Linear algebra that comes with the compiler (emit/package/c_compile.h). */
static bool function_library_is_lapack(const char *name)
{
  return strcmp(name, "lapack") == 0 || strcmp(name, "Lapack") == 0 ||
         strcmp(name, "blas") == 0;
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

/* What is compiled is for this machine alone. */
static bool find_form(LibrarySearch *l)
{
  bool is_local = !l->f->crosses;
  return (is_local && find_binary(l)) ||
         function_library_find_sources(l, &l->folders) ||
         function_library_find_sources(l, &l->sources) ||
         (!is_local && find_binary(l));
}

/* `function`: the name in C; NULL: none. */
static bool find_here(LibrarySearch *l, const char *function)
{
  return find_form(l) ||
         (!l->include && function && find_source_of_function(l, function));
}

/* In the resources of the other libraries of the roots. That the file has the
 * function need not be seen: what is not in it is told by the linker. */
static bool find_elsewhere(const LibrarySearch *l, const char *function)
{
  const Flattening *f = l->f;
  int n;
  const Name *name = library_top_names(f->library, &n);
  for (int k = 0; k < n; k++) {
    const char *folder = library_stored_folder(f->library, name[k]);
    if (!folder) continue;
    LibrarySearch other = *l;
    other.folders = other.sources = (FlatTexts){0};
    folder = resource_absolute(f, folder, strlen(folder));
    function_library_add_usual(f, &other.folders, folder, usual_binary, 1);
    function_library_add_usual(f, &other.sources, folder, usual_source, 2);
    if (!find_here(&other, function)) continue;
    function_library_add_usual(f, l->include_folders, folder, usual_header, 3);
    return true;
  }
  return false;
}

static bool function_library_add_library(LibrarySearch *l,
                                         const AstExternal *external)
{
  const Flattening *f = l->f;
  const char *name = l->name;
  if (name[0] == '\0' || is_of_system(name) || find_form(l)) return true;
  if (function_library_is_lapack(name)) {
    function_library_add(f, l->libraries, "lapack");
    return true;
  }
  if (find_here(l, external->function) || find_elsewhere(l, external->function))
    return true;
  Diagnostic *d = fault_error(
      f->faults, find_annotation(external->annotation, "Library")->span, E220,
      "the library '%s' is not found: no lib%s.a, %s.a, %s.o or %s.c", name,
      name, name, name, name);
  for (int k = 0; k < l->folders.n_items; k++) {
    fault_note(f->faults, d, NO_SPAN, "searched in %s",
               from_here(l->folders.item[k]));
  }
  return false;
}

/* A library that is named by its folder, Resources/Library of whatever library,
 * has its sources in the folders beside that. */
static void add_sources_beside(LibrarySearch *l)
{
  static const char end[] = "/Library";
  static const char *const beside[] = {"Source", "C-Sources"};
  const Flattening *f = l->f;
  for (int k = 0; k < l->folders.n_items; k++) {
    const char *folder = l->folders.item[k];
    size_t n = strlen(folder);
    if (n < sizeof end || strcmp(folder + n - (sizeof end - 1), end) != 0)
      continue;
    for (int i = 0; i < 2; i++)
      function_library_add(f, &l->sources,
                           arena_printf(session_scratch(f->s), "%.*s/%s",
                                        (int)(n - (sizeof end - 1)), folder,
                                        beside[i]));
  }
}

static bool function_library_add_libraries(
    const Flattening *f, FunctionBuild *b, const AstExternal *external,
    const Value *library, const Value *include, FlatLinkage *linkage)
{
  LibrarySearch l = {.f = f,
                     .b = b,
                     .libraries = &linkage->library,
                     .include_folders = &linkage->include_folder,
                     .include = include};
  if (!folders_of(f, b, external, "LibraryDirectory", usual_binary, 1,
                  &l.folders) ||
      !folders_of(f, b, external, "SourceDirectory", usual_source, 2,
                  &l.sources)) {
    return false;
  }
  add_sources_beside(&l);
  for (int i = 0; i < library->n_elements; i++) {
    l.name = value_at(&f->typing, library, i)->string;
    if (!function_library_add_library(&l, external)) return false;
  }
  return true;
}

/* False after E245. */
static bool all_in_place(const Flattening *f, Span span, const FlatTexts *files)
{
  for (int k = 0; k < files->n_items; k++) {
    bool comes_along = strcmp(files->item[k], "lapack") == 0;
    if (!comes_along && !file_place(f, span, files->item[k])) return false;
  }
  return true;
}

/* With a linkage of its own. */
static bool find_linkage(const Flattening *f, FunctionBuild *b,
                         const AstExternal *external, FlatLinkage *linkage,
                         bool *is_declared)
{
  Value *include, *library;
  if (!annotation_texts(f, b, external, "Include", &include) ||
      !annotation_texts(f, b, external, "Library", &library)) {
    return false;
  }
  if (include) {
    if (!folders_of(f, b, external, "IncludeDirectory", usual_header, 1,
                    &linkage->include_folder)) {
      return false;
    }
    for (int i = 0; i < include->n_elements; i++)
      function_library_add(f, &linkage->include,
                           value_at(&f->typing, include, i)->string);
    *is_declared = true;
  }
  return !library || function_library_add_libraries(f, b, external, library,
                                                    include, linkage);
}

static void function_library_join(const Flattening *f, FlatTexts *all,
                                  const FlatTexts *more)
{
  for (int k = 0; k < more->n_items; k++)
    function_library_add(f, all, more->item[k]);
}

bool function_library(const Flattening *f, FunctionBuild *b,
                      const AstExternal *external, FlatLinkage *linkage,
                      bool *is_declared)
{
  FlatLinkage own = {0};
  Span span = external->span;
  if (!find_linkage(f, b, external, &own, is_declared) ||
      !all_in_place(f, span, &own.include_folder) ||
      !all_in_place(f, span, &own.library))
    return false;
  for (int k = 0; k < own.include.n_items; k++) {
    if (!file_place_included(f, span, own.include.item[k], &own.include_folder))
      return false;
  }
  function_library_join(f, &linkage->include, &own.include);
  function_library_join(f, &linkage->include_folder, &own.include_folder);
  function_library_join(f, &linkage->library, &own.library);
  return true;
}
