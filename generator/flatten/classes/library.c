/* library.c: the places of classes, filled when they are asked for. */
#include "flatten/classes/library.h"

#include <assert.h>
#include <string.h>

#include "base/suggest.h"
#include "base/vector.h"
#include "flatten/classes/library_places.h"
#include "flatten/classes/library_version.h"

/* --- what is wanted of libraries --- */

void library_note_uses(Library *l, const AstClass *class_def)
{
  LibraryUse use;
  for (int at = 0; library_version_next_use(class_def, &at, &use);) {
    if (name_map_find(&l->wanted, 0, use.name)) continue;
    LibraryUse *kept = arena_alloc(l->arena, sizeof *kept);
    *kept = use;
    name_map_add(&l->wanted, 0, use.name, kept);
  }
}

/* The version a class has, by its folder's name where that has it. */
static const char *entry_version(const FolderEntry *entry)
{
  if (*entry->version || !entry->class_def) return entry->version;
  return library_version_of(entry->class_def);
}

/* W220 unless the version is the one wanted or takes its place. */
static void check_version(Library *l, const LibraryUse *use,
                          const FolderEntry *entry)
{
  assert(entry->class_def);
  const char *has = entry_version(entry);
  if (strcmp(has, use->version) == 0) return;
  if (library_version_serves(entry->class_def, use->version)) return;
  Diagnostic *d = diagnostic_warning(
      l->s, use->span, W220, "version %s of '%s' is requested, %s%s is taken",
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

static LibraryAnswer answer(AstClass *class_def, const AstClass **found)
{
  *found = class_def;
  return class_def ? LIBRARY_FOUND : LIBRARY_FAULTY;
}

/* --- children --- */

/* A class in the text of package.mo and a file of the same name. */
static void check_elements(Library *l, const StoredClass *place)
{
  assert(place->listing);
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

/* NULL: the class is not a folder. */
static Folder *child_listing(Library *l, const AstClass *package)
{
  StoredClass *place = library_stored(l, package);
  assert(place); /* it has a place of its own */
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
static bool is_other_file(Session *s, const FolderEntry *entry)
{
  return !entry->is_file && folder_is_file(s, entry->path);
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
  if (!entry || is_other_file(l->s, entry)) return LIBRARY_NONE;
  if (!entry->was_read && !entry->is_file &&
      !folder_has_package(l->s, entry->path)) {
    return report_no_package(l, entry);
  }
  return answer(
      library_read_entry(l, entry, library_stored(l, package)->class_def),
      found);
}

/* --- libraries --- */

Folder *library_root_listing(Library *l, Root *root)
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
  if (!*entry->version) library_read_entry(l, entry, NULL);
  return entry_version(entry);
}

/* The entry of exactly this version in any root; NULL: there is none. */
static FolderEntry *wanted_entry(Library *l, Name name, const char *version)
{
  for (int reads = 0; reads < 2; reads++) {
    for (int r = 0; r < l->n_roots; r++) {
      int n;
      FolderEntry *entry =
          folder_find(library_root_listing(l, &l->root[r]), name, &n);
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
    FolderEntry *entry =
        folder_find(library_root_listing(l, &l->root[r]), name, &n);
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

/* The version that is wanted, else the newest; NULL: it is in no root. */
static FolderEntry *entry_to_load(Library *l, Name name)
{
  const LibraryUse *use = name_map_find(&l->wanted, 0, name);
  FolderEntry *entry = use ? wanted_entry(l, name, use->version) : NULL;
  return entry ? entry : newest_entry(l, name);
}

const char *library_stored_folder(Library *l, Name name)
{
  const FolderEntry *entry = name_map_find(&l->loaded, 0, name);
  if (!entry) entry = entry_to_load(l, name);
  return entry && !entry->is_file ? entry->path : NULL;
}

static LibraryAnswer load_library(Library *l, Name name, const AstClass **found)
{
  assert(!name_map_find(&l->loaded, 0, name));
  const LibraryUse *use = name_map_find(&l->wanted, 0, name);
  FolderEntry *entry = entry_to_load(l, name);
  if (!entry) {
    name_map_add(&l->absent, 0, name, l);
    return LIBRARY_NONE;
  }

  AstClass *class_def = library_read_entry(l, entry, NULL);
  name_map_add(&l->loaded, 0, name, entry);
  if (class_def && use) check_version(l, use, entry);
  if (class_def) {
    check_loaded(l, class_def);
    library_note_uses(l, class_def);
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

/* --- names --- */

/* Names of several sources in one list, each once. */
struct NameList {
  NameMap seen;
  Name *name;
  int n, capacity;
};

static void library_add_names(Library *l, NameList *list, const Name *name,
                              int n)
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
  library_add_names(l, list, name, n);
}

const Name *library_child_names(Library *l, const AstClass *package, int *n)
{
  *n = 0;
  if (package->place == 0) return NULL;
  StoredClass *place = library_stored(l, package);
  if (!place->names) {
    const Folder *listing = child_listing(l, package);
    place->names = arena_alloc(l->arena, sizeof(NameList));
    name_map_init(&place->names->seen, l->arena);
    if (listing) add_stored_names(l, place->names, listing);
    library_add_names(l, place->names, place->added, place->n_added);
  }
  *n = place->names->n;
  return place->names->name;
}

const Name *library_top_names(Library *l, int *n)
{
  if (!l->names) {
    l->names = arena_alloc(l->arena, sizeof(NameList));
    name_map_init(&l->names->seen, l->arena);
    library_add_names(l, l->names, l->top, l->n_top);
    for (int r = 0; r < l->n_roots; r++)
      add_stored_names(l, l->names, library_root_listing(l, &l->root[r]));
  }
  *n = l->names->n;
  return l->names->name;
}

/* --- cost --- */

LibraryCost library_cost(const Library *l)
{
  return l->cost;
}

/* --- missing libraries --- */

static void note_searched(Library *l, const Faults *faults, Diagnostic *d,
                          Name name)
{
  for (int r = 0; r < l->n_roots; r++) {
    const Folder *listing = library_root_listing(l, &l->root[r]);
    int n;
    const FolderEntry *entry = folder_find(listing, name, &n);
    if (listing->error) {
      fault_note(faults, d, NO_SPAN, "searched in %s: %s", listing->path,
                 strerror(listing->error));
    } else if (entry && !is_other_file(l->s, entry)) {
      fault_note(faults, d, NO_SPAN,
                 "searched in %s: '%s' has no "
                 "package.mo",
                 listing->path, entry->path);
    } else {
      fault_note(faults, d, NO_SPAN, "searched in %s", listing->path);
    }
  }
}

void library_report_missing(Library *l, const Faults *faults, Span span,
                            Name name)
{
  if (fault_is_unheard(faults)) return;
  if (name_map_find(&l->told, 0, name)) {
    faults->log->n_met++;
    return;
  }
  name_map_add(&l->told, 0, name, l);
  ArenaMark mark = arena_mark(session_scratch(l->s));
  Suggestion near = suggest_for(l->s, name);
  int n;
  const Name *top = library_top_names(l, &n);
  for (int i = 0; i < n; i++) suggest_offer(&near, top[i]);
  Diagnostic *d =
      fault_error(faults, span, E220, "there is no class or library '%s'%s",
                  name, suggest_text(l->s, &near));
  if (d) note_searched(l, faults, d, name);
  fault_note(faults, d, NO_SPAN,
             "%sname the folder that holds it with -L FOLDER or in the "
             "environment variable MODELICAPATH; 'foucault library %s' shows "
             "what is found",
             l->n_roots == 0 ? "no library folder is given: " : "", name);
  arena_release(mark);
}
