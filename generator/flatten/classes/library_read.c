/* library_read.c: one stored class, and whether it fits its place. */
#include <assert.h>
#include <string.h>

#include "base/source_read.h"
#include "flatten/classes/library_places.h"
#include "parse/parse.h"

/* --- the text of a class --- */

static const char *within_text(Library *l, const AstClass *class_def)
{
  const AstReference *within = class_def->within;
  if (!class_def->has_within) return NULL;
  const char *text = "";
  for (int i = 0; within && i < within->n_parts; i++) {
    text = arena_printf(session_scratch(l->s), "%s%s%s", text, i ? "." : "",
                        within->part[i].ident);
  }
  return text;
}

static void report_within(Library *l, const AstClass *class_def,
                          const AstClass *parent, const char *found)
{
  Span span =
      class_def->within ? class_def->within->span : class_def->name_span;
  if (!parent) {
    fault_error(l->faults, span, E221,
                "the file says 'within %s;', but is stored as a library of "
                "its own",
                found);
    return;
  }
  Name package = library_full_name(l, parent);
  Diagnostic *d;
  if (found) {
    d = fault_error(l->faults, span, E221,
                    "the file says 'within %s;', but is stored in package "
                    "'%s'",
                    found, package);
  } else {
    d = fault_error(l->faults, span, E221,
                    "the file is stored in package '%s', but does not begin "
                    "with 'within %s;'",
                    package, package);
  }
  fault_note(l->faults, d, parent->name_span, "the package is here");
}

static bool check_within(Library *l, const AstClass *class_def,
                         const AstClass *parent)
{
  ArenaMark mark = arena_mark(session_scratch(l->s));
  const char *needed = parent ? library_full_name(l, parent) : "";
  const char *found = within_text(l, class_def);
  bool fits = found ? strcmp(found, needed) == 0 : !parent;
  if (!fits) report_within(l, class_def, parent, found);
  arena_release(mark);
  return fits;
}

static bool check_name(Library *l, const AstClass *class_def, Name name,
                       bool is_folder)
{
  if (class_def->name == name) return true;
  fault_error(l->faults, class_def->name_span, E221,
              "the %s is called '%s', but the class in it '%s'",
              is_folder ? "folder" : "file", name, class_def->name);
  return false;
}

/* Section 13.4: a file of a library holds one class. */
static bool check_single(Library *l, const Ast *ast)
{
  assert(ast->n_classes > 0);
  if (ast->n_classes == 1) return true;
  Diagnostic *d =
      fault_error(l->faults, ast->class_def[1]->name_span, E221,
                  "a file of a library holds one class, here is another one");
  fault_note(l->faults, d, ast->class_def[0]->name_span, "the first is here");
  return false;
}

static bool check_folder_class(Library *l, const AstClass *class_def)
{
  if (class_def->form == AST_LONG) return true;
  fault_error(l->faults, class_def->name_span, E221,
              "'%s' is a folder, so it must be written out until 'end %s'",
              class_def->name, class_def->name);
  return false;
}

/* The one class of a file; NULL after diagnostics. */
static AstClass *parse_class_file(Library *l, const char *path)
{
  if (!folder_is_file(l->s, path)) {
    diagnostic_file_error(l->s, path, E101, "this is not a file");
    return NULL;
  }
  Ast *ast = ast_create(l->s);
  int source = source_read(l->s, path);
  if (source < 0) return NULL;
  session_set_library(l->s, source, true);
  l->cost.n_files++;
  l->cost.n_bytes += (size_t)session_source(l->s, source)->length;
  if (!parse_source(l->s, ast, source)) return NULL;
  return check_single(l, ast) ? ast->class_def[0] : NULL;
}

static bool fits_place(Library *l, const AstClass *class_def,
                       const FolderEntry *entry, const AstClass *parent)
{
  return check_name(l, class_def, entry->name, !entry->is_file) &&
         check_within(l, class_def, parent) &&
         (entry->is_file || check_folder_class(l, class_def));
}

AstClass *library_read_entry(Library *l, FolderEntry *entry, AstClass *parent)
{
  if (entry->was_read) return entry->class_def;
  entry->was_read = true;
  const char *path = entry->path;
  if (!entry->is_file) path = arena_printf(l->arena, "%s/package.mo", path);
  AstClass *class_def = parse_class_file(l, path);
  if (!class_def || !fits_place(l, class_def, entry, parent)) return NULL;
  assert(class_def->name == entry->name);
  StoredClass *place = library_store(l, class_def, parent);
  if (!entry->is_file) place->folder = entry->path;
  entry->class_def = class_def;
  return class_def;
}
