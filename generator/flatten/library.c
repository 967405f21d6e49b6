/* library.c: the places of classes, filled when they are asked for. */
#define _POSIX_C_SOURCE 200809L
#include "flatten/library.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "base/vector.h"
#include "flatten/folder.h"
#include "flatten/library_version.h"
#include "flatten/name_map.h"
#include "parse/parse.h"

typedef struct NameList NameList;

/* A class that is stored in a file or folder of its own, or one that got
 * elements from other files. AstClass.place is its number, from 1. */
typedef struct StoredClass {
  AstClass *class_def;
  AstClass *parent; /* NULL: at the top */
  Name full_name;
  const char *folder; /* NULL: it is a file */
  Folder *listing;    /* NULL: not read yet */
  Name *added;        /* by `within` in files of the user */
  int n_added, cap_added;
  NameList *names; /* NULL: not asked for yet */
} StoredClass;

typedef struct Root {
  const char *path;
  Folder *listing; /* NULL: not read yet */
} Root;

struct Library {
  Session *s;
  Faults *faults;
  Arena *arena;
  Root *root;
  int n_roots, cap_roots;
  StoredClass *stored; /* [0] is not used */
  int n_stored, cap_stored;
  NameMap given;  /* (place, name) -> AstClass of the user; place 0: top */
  NameMap loaded; /* (0, name) -> FolderEntry chosen among the roots */
  NameMap absent; /* (0, name): in no root; predefined names are asked for
                     again and again */
  NameMap wanted; /* (0, name) -> LibraryUse */
  NameMap told;   /* (0, name): reported as missing */
  Name *top;      /* the user's classes at the top, in order */
  int n_top, cap_top;
  NameList *names; /* of all at the top; NULL: not asked for yet */
  LibraryCost cost;
};

static StoredClass *stored(const Library *l, const AstClass *class_def)
{
  return class_def->place > 0 ? &l->stored[class_def->place] : NULL;
}

/* The class gets a place if it has none. */
static StoredClass *store(Library *l, AstClass *class_def, AstClass *parent)
{
  if (class_def->place > 0) return stored(l, class_def);
  int number = l->n_stored > 0 ? l->n_stored : 1;
  l->stored = vector_grow(l->arena, l->stored, &l->cap_stored, number + 1,
                          sizeof l->stored[0]);
  Name full_name = class_def->name;
  if (parent) {
    ArenaMark mark = arena_mark(session_scratch(l->s));
    full_name = session_name(l->s, arena_printf(session_scratch(l->s), "%s.%s",
                                                library_full_name(l, parent),
                                                class_def->name));
    arena_release(mark);
  }
  l->stored[number] = (StoredClass){
      .class_def = class_def, .parent = parent, .full_name = full_name};
  l->n_stored = number + 1;
  class_def->place = number;
  return &l->stored[number];
}

/* --- what is wanted of libraries --- */

static void note_uses(Library *l, const AstClass *class_def)
{
  LibraryUse use;
  for (int at = 0; library_version_next_use(class_def, &at, &use);) {
    if (name_map_find(&l->wanted, 0, use.name)) continue;
    LibraryUse *kept = arena_alloc(l->arena, sizeof *kept);
    *kept = use;
    name_map_add(&l->wanted, 0, use.name, kept);
  }
}

/* The version a class has, by its folder's name where that tells it. */
static const char *entry_version(const FolderEntry *entry)
{
  if (*entry->version || !entry->class_def) return entry->version;
  return library_version_of(entry->class_def);
}

/* W220 unless the version is the one wanted or takes its place. */
static void check_version(Library *l, const LibraryUse *use,
                          const FolderEntry *entry)
{
  const char *has = entry_version(entry);
  if (strcmp(has, use->version) == 0) return;
  if (library_version_serves(entry->class_def, use->version)) return;
  Diagnostic *d = diagnostic_warning(
      l->s, use->span, W220, "version %s of '%s' is wanted, %s%s is taken",
      use->version, use->name, *has ? "version " : "one without a version",
      has);
  diagnostic_note(l->s, d, entry->class_def->name_span, "this one");
}

/* The libraries read before may not be what this class wants. */
static void check_loaded(Library *l, const AstClass *class_def)
{
  LibraryUse use;
  for (int at = 0; library_version_next_use(class_def, &at, &use);) {
    const FolderEntry *entry = name_map_find(&l->loaded, 0, use.name);
    if (entry && entry->class_def) check_version(l, &use, entry);
  }
}

/* --- reading a stored class --- */

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
  if (!folder_is_file(path)) {
    diagnostic_file_error(l->s, path, E101, "this is no file");
    return NULL;
  }
  Ast *ast = ast_create(l->s);
  int source = session_read_source(l->s, path);
  if (source < 0) return NULL;
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

/* Reads the entry once; NULL after diagnostics. */
static AstClass *read_entry(Library *l, FolderEntry *entry, AstClass *parent)
{
  if (entry->was_read) return entry->class_def;
  entry->was_read = true;
  const char *path = entry->path;
  if (!entry->is_file) path = arena_printf(l->arena, "%s/package.mo", path);
  AstClass *class_def = parse_class_file(l, path);
  if (!class_def || !fits_place(l, class_def, entry, parent)) return NULL;
  StoredClass *place = store(l, class_def, parent);
  if (!entry->is_file) place->folder = entry->path;
  entry->class_def = class_def;
  return class_def;
}

static LibraryAnswer answer(AstClass *class_def, const AstClass **found)
{
  *found = class_def;
  return class_def ? LIBRARY_FOUND : LIBRARY_FAULTY;
}

/* --- children --- */

/* A class in the text of package.mo and a file of the same name. */
static void check_elements(Library *l, const StoredClass *place)
{
  for (int i = 0; i < place->class_def->n_elements; i++) {
    const AstElement *element = place->class_def->element[i];
    if (element->kind != AST_ELEMENT_CLASS) continue;
    int n;
    const FolderEntry *entry =
        folder_find(place->listing, element->class_def->name, &n);
    if (!entry || !folder_holds_class(l->s, entry)) continue;
    fault_error(l->faults, element->class_def->name_span, E203,
                "'%s' is declared here, and is stored as '%s' too",
                element->class_def->name, entry->path);
  }
}

/* NULL: the class is no folder. */
static Folder *child_listing(Library *l, const AstClass *package)
{
  StoredClass *place = stored(l, package);
  if (!place->folder || place->listing) return place->listing;
  place->listing = folder_read(l->s, place->folder, false);
  if (place->listing->error) {
    diagnostic_file_error(l->s, place->folder, E101,
                          "the folder cannot be read: %s",
                          strerror(place->listing->error));
  }
  check_elements(l, place);
  return place->listing;
}

/* Section 13.4.1: a file and a folder of one name are not allowed. What is no
 * class at all (a text file, say) does not count. NULL: there is no class. */
static FolderEntry *only_entry(Library *l, FolderEntry *entry, int n)
{
  FolderEntry *only = NULL;
  for (int i = 0; i < n; i++) {
    if (n > 1 && !folder_holds_class(l->s, &entry[i])) continue;
    if (only) {
      diagnostic_file_error(l->s, entry[i].path, E203,
                            "'%s' is stored twice: the other is '%s'",
                            only->name, only->path);
      break;
    }
    only = &entry[i];
  }
  return only;
}

/* Something called like this that is neither a .mo file nor a folder. */
static bool is_other_file(const FolderEntry *entry)
{
  return !entry->is_file && folder_is_file(entry->path);
}

static LibraryAnswer report_no_package(Library *l, FolderEntry *entry)
{
  if (!entry->was_read) {
    diagnostic_file_error(l->s, entry->path, E221,
                          "the folder '%s' is asked for as a class, but has "
                          "no package.mo",
                          entry->name);
  }
  entry->was_read = true;
  return LIBRARY_FAULTY;
}

LibraryAnswer library_child(Library *l, const AstClass *package, Name name,
                            const AstClass **found)
{
  *found = NULL;
  if (package->place == 0) return LIBRARY_NONE;
  AstClass *given = name_map_find(&l->given, package->place, name);
  if (given) return answer(given, found);

  Folder *listing = child_listing(l, package);
  int n;
  FolderEntry *entry = listing ? folder_find(listing, name, &n) : NULL;
  if (entry) entry = only_entry(l, entry, n);
  if (!entry || is_other_file(entry)) return LIBRARY_NONE;
  if (!entry->was_read && !entry->is_file &&
      !folder_has_package(l->s, entry->path)) {
    return report_no_package(l, entry);
  }
  return answer(read_entry(l, entry, stored(l, package)->class_def), found);
}

/* --- libraries --- */

static Folder *root_listing(Library *l, Root *root)
{
  if (!root->listing) {
    root->listing = folder_has_package(l->s, root->path)
                        ? folder_of_package(l->s, root->path)
                        : folder_read(l->s, root->path, true);
  }
  return root->listing;
}

/* A version the name of the folder does not tell is in its text. */
static const char *version_by_reading(Library *l, FolderEntry *entry)
{
  if (!*entry->version) read_entry(l, entry, NULL);
  return entry_version(entry);
}

/* The entry of exactly this version in any root; NULL: there is none. */
static FolderEntry *wanted_entry(Library *l, Name name, const char *version)
{
  for (int reads = 0; reads < 2; reads++) {
    for (int r = 0; r < l->n_roots; r++) {
      int n;
      FolderEntry *entry = folder_find(root_listing(l, &l->root[r]), name, &n);
      for (int i = 0; i < n; i++) {
        if (!folder_holds_class(l->s, &entry[i])) continue;
        const char *has =
            reads ? version_by_reading(l, &entry[i]) : entry[i].version;
        if (strcmp(has, version) == 0) return &entry[i];
      }
    }
  }
  return NULL;
}

/* The newest in the first root that has any. */
static FolderEntry *newest_entry(Library *l, Name name)
{
  FolderEntry *best = NULL;
  for (int r = 0; r < l->n_roots && !best; r++) {
    int n;
    FolderEntry *entry = folder_find(root_listing(l, &l->root[r]), name, &n);
    for (int i = 0; i < n; i++) {
      if (!folder_holds_class(l->s, &entry[i])) continue;
      if (best && library_version_compare(version_by_reading(l, &entry[i]),
                                          version_by_reading(l, best)) <= 0) {
        continue;
      }
      best = &entry[i];
    }
  }
  return best;
}

static LibraryAnswer load_library(Library *l, Name name, const AstClass **found)
{
  const LibraryUse *use = name_map_find(&l->wanted, 0, name);
  FolderEntry *entry = use ? wanted_entry(l, name, use->version) : NULL;
  if (!entry) entry = newest_entry(l, name);
  if (!entry) {
    name_map_add(&l->absent, 0, name, l);
    return LIBRARY_NONE;
  }

  AstClass *class_def = read_entry(l, entry, NULL);
  name_map_add(&l->loaded, 0, name, entry);
  if (class_def && use) check_version(l, use, entry);
  if (class_def) {
    check_loaded(l, class_def);
    note_uses(l, class_def);
  }
  return answer(class_def, found);
}

LibraryAnswer library_top(Library *l, Name name, const AstClass **found)
{
  *found = NULL;
  AstClass *given = name_map_find(&l->given, 0, name);
  if (given) return answer(given, found);
  FolderEntry *entry = name_map_find(&l->loaded, 0, name);
  if (entry) return answer(entry->class_def, found);
  if (name_map_find(&l->absent, 0, name)) return LIBRARY_NONE;
  return load_library(l, name, found);
}

/* --- the user's files --- */

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

static const char *path_of(const Library *l, const AstClass *class_def)
{
  return session_source(l->s, class_def->span.source)->path;
}

/* The folder whose package.mo holds the class, or NULL. The user named the
 * file, so the folder may be called otherwise (a copy, a check-out). */
static const char *own_folder(Library *l, const AstClass *class_def)
{
  const char *path = path_of(l, class_def);
  const char *slash = strrchr(path, '/');
  if (strcmp(slash ? slash + 1 : path, "package.mo") != 0) return NULL;
  return folder_of(l, path);
}

/* Where a user's class comes to stand, unless something is there. */
static bool give(Library *l, int place, AstClass *class_def)
{
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
  if (!give(l, 0, class_def)) return;
  store(l, class_def, NULL)->folder = own_folder(l, class_def);
  l->top = vector_grow(l->arena, l->top, &l->cap_top, l->n_top + 1,
                       sizeof l->top[0]);
  l->top[l->n_top++] = class_def->name;
}

static AstElement *class_element(const AstClass *class_def, Name name)
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
  AstElement *element = class_element(package, name);
  const AstClass *child = element ? element->class_def : NULL;
  LibraryAnswer a =
      child ? LIBRARY_FOUND : library_child(l, package, name, &child);
  *found = NULL;
  if (a != LIBRARY_FOUND) return a;
  *found = element ? element->class_def : l->stored[child->place].class_def;
  store(l, *found, package);
  return LIBRARY_FOUND;
}

/* A file within A.B lies in the folder of A.B; two folders up is where A is
 * to be found. NULL: the folders are not called so. */
static FolderEntry *entry_around(Library *l, const AstClass *class_def)
{
  const AstReference *within = class_def->within;
  const char *folder = folder_of(l, path_of(l, class_def));
  if (own_folder(l, class_def)) folder = folder_above(l, folder);
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
      if (read_entry(l, entry, NULL)) note_uses(l, entry->class_def);
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
      "the file is to be placed within '%s', but '%s' has no class '%s'%s",
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
    library_report_missing(l, within->part[0].span, within->part[0].ident);
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
  AstElement *element = class_element(package, class_def->name);
  if (element) {
    Diagnostic *d = fault_error(l->faults, class_def->name_span, E203,
                                "'%s' is declared twice", class_def->name);
    fault_note(l->faults, d, element->class_def->name_span,
               "first declared here");
    return;
  }
  if (!give(l, package->place, class_def)) return;
  StoredClass *place = stored(l, package);
  place->added = vector_grow(l->arena, place->added, &place->cap_added,
                             place->n_added + 1, sizeof place->added[0]);
  place->added[place->n_added++] = class_def->name;
  place->names = NULL; /* a message may have asked for them before */
  store(l, class_def, package)->folder = own_folder(l, class_def);
}

/* --- creation --- */

static void add_root(Library *l, const char *path, size_t n)
{
  while (n > 1 && path[n - 1] == '/') n--;
  l->root = vector_grow(l->arena, l->root, &l->cap_roots, l->n_roots + 1,
                        sizeof l->root[0]);
  l->root[l->n_roots++] = (Root){arena_copy_text(l->arena, path, n), NULL};
}

/* A folder named on the command line must be there; one of MODELICAPATH may
 * belong to another machine. */
static void add_roots(Library *l, const LibraryOptions *options)
{
  for (int i = 0; i < options->n_roots; i++) {
    add_root(l, options->root[i], strlen(options->root[i]));
    Folder *listing = root_listing(l, &l->root[l->n_roots - 1]);
    if (!listing->error) continue;
    diagnostic_file_error(l->s, options->root[i], E220,
                          "the library folder (-L) cannot be read: %s",
                          strerror(listing->error));
  }
  const char *path = options->path ? options->path : "";
  while (*path) {
    size_t n = strcspn(path, ":");
    if (n > 0) add_root(l, path, n);
    path += n + (path[n] == ':');
  }
}

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

static void place_user_classes(Library *l, const Ast *user)
{
  size_t n = (size_t)user->n_classes;
  if (n == 0) return;
  ArenaMark mark = arena_mark(session_scratch(l->s));
  AstClass **list = arena_array(session_scratch(l->s), n, sizeof list[0]);
  memcpy(list, user->class_def, n * sizeof list[0]);
  qsort(list, n, sizeof list[0], compare_depth);
  for (size_t i = 0; i < n; i++) note_uses(l, list[i]);
  for (size_t i = 0; i < n; i++) {
    if (list[i]->within) {
      give_within(l, list[i]);
    } else {
      give_top(l, list[i]);
    }
  }
  arena_release(mark);
}

Library *library_create(Faults *faults, const Ast *user,
                        const LibraryOptions *options)
{
  Session *s = faults->s;
  Library *l = arena_alloc(s->syntax_arena, sizeof *l);
  l->s = s;
  l->faults = faults;
  l->arena = s->syntax_arena;
  name_map_init(&l->given, l->arena);
  name_map_init(&l->loaded, l->arena);
  name_map_init(&l->absent, l->arena);
  name_map_init(&l->wanted, l->arena);
  name_map_init(&l->told, l->arena);
  for (int i = 0; i < user->n_classes; i++) user->class_def[i]->place = 0;
  add_roots(l, options);
  place_user_classes(l, user);
  return l;
}

/* --- names --- */

/* Names of several sources in one list, each once. */
struct NameList {
  NameMap seen;
  Name *name;
  int n, capacity;
};

static void add_names(Library *l, NameList *list, const Name *name, int n)
{
  for (int i = 0; i < n; i++) {
    if (name_map_find(&list->seen, 0, name[i])) continue;
    name_map_add(&list->seen, 0, name[i], l);
    list->name = vector_grow(l->arena, list->name, &list->capacity, list->n + 1,
                             sizeof list->name[0]);
    list->name[list->n++] = name[i];
  }
}

static void add_stored_names(Library *l, NameList *list, const Folder *listing)
{
  int n;
  const Name *name = folder_names(l->s, listing, &n);
  add_names(l, list, name, n);
}

const Name *library_child_names(Library *l, const AstClass *package, int *n)
{
  *n = 0;
  if (package->place == 0) return NULL;
  StoredClass *place = stored(l, package);
  if (!place->names) {
    const Folder *listing = child_listing(l, package);
    place->names = arena_alloc(l->arena, sizeof(NameList));
    name_map_init(&place->names->seen, l->arena);
    if (listing) add_stored_names(l, place->names, listing);
    add_names(l, place->names, place->added, place->n_added);
  }
  *n = place->names->n;
  return place->names->name;
}

const Name *library_top_names(Library *l, int *n)
{
  if (!l->names) {
    l->names = arena_alloc(l->arena, sizeof(NameList));
    name_map_init(&l->names->seen, l->arena);
    add_names(l, l->names, l->top, l->n_top);
    for (int r = 0; r < l->n_roots; r++)
      add_stored_names(l, l->names, root_listing(l, &l->root[r]));
  }
  *n = l->names->n;
  return l->names->name;
}

/* --- about a class --- */

const AstClass *library_parent(const Library *l, const AstClass *class_def)
{
  const StoredClass *place = stored(l, class_def);
  return place ? place->parent : NULL;
}

Name library_full_name(const Library *l, const AstClass *class_def)
{
  const StoredClass *place = stored(l, class_def);
  return place ? place->full_name : class_def->name;
}

const char *library_folder(const Library *l, const AstClass *class_def)
{
  while (class_def) {
    const StoredClass *place = stored(l, class_def);
    if (!place) return NULL;
    if (place->folder) return place->folder;
    class_def = place->parent;
  }
  return NULL;
}

LibraryCost library_cost(const Library *l)
{
  return l->cost;
}

/* --- missing libraries --- */

static void note_searched(Library *l, Diagnostic *d, Name name)
{
  for (int r = 0; r < l->n_roots; r++) {
    const Folder *listing = root_listing(l, &l->root[r]);
    int n;
    const FolderEntry *entry = folder_find(listing, name, &n);
    if (listing->error) {
      fault_note(l->faults, d, NO_SPAN, "searched in %s: %s", listing->path,
                 strerror(listing->error));
    } else if (entry && !is_other_file(entry)) {
      fault_note(l->faults, d, NO_SPAN,
                 "searched in %s: '%s' has no "
                 "package.mo",
                 listing->path, entry->path);
    } else {
      fault_note(l->faults, d, NO_SPAN, "searched in %s", listing->path);
    }
  }
}

void library_report_missing(Library *l, Span span, Name name)
{
  if (name_map_find(&l->told, 0, name)) return;
  name_map_add(&l->told, 0, name, l);
  ArenaMark mark = arena_mark(session_scratch(l->s));
  Suggestion near = suggest_for(l->s, name);
  int n;
  const Name *top = library_top_names(l, &n);
  for (int i = 0; i < n; i++) suggest_offer(&near, top[i]);
  Diagnostic *d =
      fault_error(l->faults, span, E220, "there is no class or library '%s'%s",
                  name, suggest_text(l->s, &near));
  if (d) note_searched(l, d, name);
  fault_note(l->faults, d, NO_SPAN,
             "%sname the folder that holds it with -L FOLDER or in the "
             "environment variable MODELICAPATH",
             l->n_roots == 0 ? "no library folder is given: " : "");
  arena_release(mark);
}
