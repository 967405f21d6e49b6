/* library_user.c: where the classes of the user's files come to stand. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "base/vector.h"
#include "flatten/classes/library_places.h"

/* --- folders around a file --- */

/* The folder a path is in; "." where none is written. */
static const char *folder_of(Library *l, const char *path)
{
  const char *slash = strrchr(path, '/');
  if (!slash) return ".";
  if (slash == path) return "/";
  return arena_copy_text(l->arena, path, (size_t)(slash - path));
}

/* The folder around a folder, as the user would write it. */
static const char *folder_above(Library *l, const char *folder)
{
  const char *slash = strrchr(folder, '/');
  const char *last = slash ? slash + 1 : folder;
  if (strcmp(folder, ".") == 0) return "..";
  if (strcmp(last, "..") == 0 || strcmp(last, ".") == 0) {
    return arena_printf(l->arena, "%s/..", folder);
  }
  return folder_of(l, folder);
}

static const char *library_user_path_of(const Library *l,
                                        const AstClass *class_def)
{
  return session_source(l->s, class_def->span.source)->path;
}

/* The folder whose package.mo holds the class, or NULL. The user named the
 * file, so the folder may be called otherwise (a copy, a check-out). */
static const char *library_user_own_folder(Library *l,
                                           const AstClass *class_def)
{
  const char *path = library_user_path_of(l, class_def);
  const char *slash = strrchr(path, '/');
  if (strcmp(slash ? slash + 1 : path, "package.mo") != 0) return NULL;
  return folder_of(l, path);
}

/* Where a user's class comes to stand, unless something is there. */
static bool library_user_give(Library *l, int place, AstClass *class_def)
{
  assert(place >= 0 && place < (l->n_stored > 0 ? l->n_stored : 1));
  const AstClass *first = name_map_find(&l->given, place, class_def->name);
  if (first) {
    Diagnostic *d = fault_error(l->faults, class_def->name_span, E203,
                                "'%s' is declared twice", class_def->name);
    fault_note(l->faults, d, first->name_span, "first declared here");
    return false;
  }
  name_map_add(&l->given, place, class_def->name, class_def);
  return true;
}

static void give_top(Library *l, AstClass *class_def)
{
  if (!library_user_give(l, 0, class_def)) return;
  library_store(l, class_def, NULL)->folder =
      library_user_own_folder(l, class_def);
  l->top = vector_grow(l->arena, l->top, &l->cap_top, l->n_top + 1,
                       sizeof l->top[0]);
  l->top[l->n_top++] = class_def->name;
}

static AstElement *library_user_class_element(const AstClass *class_def,
                                              Name name)
{
  for (int i = 0; i < class_def->n_elements; i++) {
    AstElement *element = class_def->element[i];
    if (element->kind == AST_ELEMENT_CLASS &&
        element->class_def->name == name) {
      return element;
    }
  }
  return NULL;
}

/* A class by its name in another one: written there, or stored. The answer
 * is a class of this library, so it may be written to. */
static LibraryAnswer step_into(Library *l, AstClass *package, Name name,
                               AstClass **found)
{
  AstElement *element = library_user_class_element(package, name);
  const AstClass *child = element ? element->class_def : NULL;
  LibraryAnswer a =
      child ? LIBRARY_FOUND : library_child(l, package, name, &child);
  *found = NULL;
  if (a != LIBRARY_FOUND) return a;
  *found = element ? element->class_def : l->stored[child->place].class_def;
  library_store(l, *found, package);
  return LIBRARY_FOUND;
}

/* A file within A.B lies in the folder of A.B; two folders up is where A is
 * to be found. NULL: the folders are not called so. */
static FolderEntry *entry_around(Library *l, const AstClass *class_def)
{
  const AstReference *within = class_def->within;
  assert(within && within->n_parts > 0);
  const char *folder = folder_of(l, library_user_path_of(l, class_def));
  if (library_user_own_folder(l, class_def)) folder = folder_above(l, folder);
  for (int i = 1; i < within->n_parts; i++) {
    if (!folder_has_package(l->s, folder)) return NULL;
    folder = folder_above(l, folder);
  }
  if (!folder_has_package(l->s, folder)) return NULL;
  Folder *listing = folder_of_package(l->s, folder);
  bool fits = listing->n_entries == 1 &&
              listing->entry[0].name == within->part[0].ident;
  return fits ? &listing->entry[0] : NULL;
}

/* The first name of a `within`: the user's, from around, from a library. */
static LibraryAnswer top_of_within(Library *l, const AstClass *class_def,
                                   AstClass **found)
{
  Name name = class_def->within->part[0].ident;
  if (!name_map_find(&l->given, 0, name) &&
      !name_map_find(&l->loaded, 0, name)) {
    FolderEntry *entry = entry_around(l, class_def);
    if (entry) {
      if (library_read_entry(l, entry, NULL))
        library_note_uses(l, entry->class_def);
      name_map_add(&l->loaded, 0, name, entry);
    }
  }
  const AstClass *top;
  LibraryAnswer a = library_top(l, name, &top);
  *found = top ? l->stored[top->place].class_def : NULL;
  return a;
}

static void report_no_within(Library *l, const AstReference *within, int i,
                             AstClass *package)
{
  Name name = within->part[i].ident;
  Suggestion near = suggest_for(l->s, name);
  int n = 0;
  const Name *stored_name =
      package->place > 0 ? library_child_names(l, package, &n) : NULL;
  for (int k = 0; k < n; k++) suggest_offer(&near, stored_name[k]);
  for (int k = 0; k < package->n_elements; k++) {
    if (package->element[k]->kind == AST_ELEMENT_CLASS)
      suggest_offer(&near, package->element[k]->class_def->name);
  }
  Diagnostic *d = fault_error(
      l->faults, within->part[i].span, E221,
      "the file is declared to be within '%s', but '%s' has no class '%s'%s",
      name, library_full_name(l, package), name, suggest_text(l->s, &near));
  fault_note(l->faults, d, package->name_span, "'%s' is here",
             library_full_name(l, package));
}

/* The class that a `within` names; NULL after a diagnostic. */
static AstClass *resolve_within(Library *l, const AstClass *class_def)
{
  const AstReference *within = class_def->within;
  AstClass *package;
  LibraryAnswer a = top_of_within(l, class_def, &package);
  if (a == LIBRARY_NONE) {
    library_report_missing(l, l->faults, within->part[0].span,
                           within->part[0].ident);
  }
  for (int i = 1; a == LIBRARY_FOUND && i < within->n_parts; i++) {
    AstClass *next;
    a = step_into(l, package, within->part[i].ident, &next);
    if (a == LIBRARY_NONE) report_no_within(l, within, i, package);
    package = next;
  }
  return package;
}

static void give_within(Library *l, AstClass *class_def)
{
  AstClass *package = resolve_within(l, class_def);
  if (!package) return;
  AstElement *element = library_user_class_element(package, class_def->name);
  if (element) {
    Diagnostic *d = fault_error(l->faults, class_def->name_span, E203,
                                "'%s' is declared twice", class_def->name);
    fault_note(l->faults, d, element->class_def->name_span,
               "first declared here");
    return;
  }
  if (!library_user_give(l, package->place, class_def)) return;
  StoredClass *place = library_stored(l, package);
  assert(place); /* resolve_within() gave it one */
  place->added = vector_grow(l->arena, place->added, &place->cap_added,
                             place->n_added + 1, sizeof place->added[0]);
  place->added[place->n_added++] = class_def->name;
  place->names = NULL; /* a message may have asked for them before */
  library_store(l, class_def, package)->folder =
      library_user_own_folder(l, class_def);
}

/* --- all of them --- */

static int n_within(const AstClass *class_def)
{
  return class_def->within ? class_def->within->n_parts : 0;
}

/* A class before those within it; else in the order given. */
static int compare_depth(const void *a, const void *b)
{
  const AstClass *left = *(AstClass *const *)a, *right = *(AstClass *const *)b;
  int order = n_within(left) - n_within(right);
  if (order == 0) order = left->span.source - right->span.source;
  return order != 0 ? order : left->span.begin - right->span.begin;
}

void library_place_user(Library *l, const Ast *user)
{
  size_t n = (size_t)user->n_classes;
  if (n == 0) return;
  ArenaMark mark = arena_mark(session_scratch(l->s));
  AstClass **list = arena_array(session_scratch(l->s), n, sizeof list[0]);
  memcpy(list, user->class_def, n * sizeof list[0]);
  qsort(list, n, sizeof list[0], compare_depth);
  for (size_t i = 0; i < n; i++) library_note_uses(l, list[i]);
  for (size_t i = 0; i < n; i++) {
    if (list[i]->within) {
      give_within(l, list[i]);
    } else {
      give_top(l, list[i]);
    }
  }
  arena_release(mark);
}
