/* library_survey.c: see library_survey.h. */
#define _POSIX_C_SOURCE 200809L
#include "flatten/classes/library_survey.h"

#include <assert.h>
#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/suggest.h"
#include "base/vector.h"
#include "flatten/classes/library_places.h"
#include "flatten/classes/library_version.h"

/* --- what is stored --- */

static LibraryStored survey_entry(Library *l, FolderEntry *entry)
{
  AstClass *class_def = NULL;
  if (!*entry->version) class_def = library_read_entry(l, entry, NULL);
  const char *version = entry->version;
  if (class_def) version = library_version_of(class_def);
  return (LibraryStored){.name = entry->name,
                         .version = version,
                         .path = entry->path,
                         .is_faulty = !*entry->version && !class_def};
}

static void survey_root(Library *l, Root *from, Name name, LibraryRoot *to)
{
  Folder *listing = library_root_listing(l, from);
  assert(listing);
  to->path = from->path;
  to->error = listing->error;
  for (int i = 0; i < listing->n_entries; i++) {
    FolderEntry *entry = &listing->entry[i];
    if ((name && entry->name != name) || !folder_holds_class(l->s, entry))
      continue;
    to->stored = vector_grow(l->arena, to->stored, &to->cap_stored,
                             to->n_stored + 1, sizeof to->stored[0]);
    to->stored[to->n_stored++] = survey_entry(l, entry);
  }
}

LibrarySurvey *library_survey(Library *l, Name name, int n_options)
{
  assert(n_options <= l->n_roots);
  LibrarySurvey *survey = arena_alloc(l->arena, sizeof *survey);
  survey->n_roots = l->n_roots;
  survey->root =
      arena_array(l->arena, (size_t)l->n_roots + 1, sizeof survey->root[0]);
  for (int r = 0; r < l->n_roots; r++) {
    survey->root[r].is_option = r < n_options;
    survey_root(l, &l->root[r], name, &survey->root[r]);
  }
  return survey;
}

const char *library_wanted(const Library *l, Name name, Span *span)
{
  const LibraryUse *use = name_map_find(&l->wanted, 0, name);
  if (!use) return NULL;
  *span = use->span;
  return use->version;
}

static const FolderEntry *taken_entry(const Library *l, Name name)
{
  const FolderEntry *entry = name_map_find(&l->loaded, 0, name);
  assert(!entry || entry->was_read);
  return entry;
}

const char *library_taken_path(const Library *l, Name name)
{
  const FolderEntry *entry = taken_entry(l, name);
  return entry ? entry->path : "a class of the files given";
}

const char *library_taken_version(const Library *l, Name name)
{
  const FolderEntry *entry = taken_entry(l, name);
  if (!entry || *entry->version) return entry ? entry->version : "";
  return entry->class_def ? library_version_of(entry->class_def) : "";
}

/* --- what nearly is the library --- */

static void add_near(Library *l, LibraryRoot *root, const char *text)
{
  root->near = vector_grow(l->arena, root->near, &root->cap_near,
                           root->n_near + 1, sizeof root->near[0]);
  root->near[root->n_near++] = text;
}

static int survey_is_visible(const struct dirent *entry)
{
  return entry->d_name[0] != '.';
}

static int survey_by_bytes(const struct dirent **a, const struct dirent **b)
{
  return strcmp((*a)->d_name, (*b)->d_name);
}

/* The part of a file's name that is the library's: up to its version. */
static size_t stem_length(const char *file)
{
  size_t n = 0;
  while (isalnum((unsigned char)file[n]) || file[n] == '_') n++;
  return n;
}

/* "Modelica-4.0.0", "Modelica_4.0.0": a version after another sign. */
static const char *other_version_sign(const char *file, const char *name)
{
  size_t n = strlen(name);
  if (strncasecmp(file, name, n) != 0) return NULL;
  const char *rest = file + n;
  if (*rest == '\0' || *rest == ' ') return NULL;
  if (isdigit((unsigned char)*rest)) return rest;
  if (strchr("-_v@", *rest) == NULL) return NULL;
  while (*rest && strchr("-_v@", *rest)) rest++;
  return isdigit((unsigned char)*rest) ? rest : NULL;
}

static bool is_near_name(const Library *l, const char *file, const char *name)
{
  size_t n = stem_length(file);
  const char *stem = arena_copy_text(l->arena, file, n);
  if (n == 0 || strcmp(stem, name) == 0) return false;
  if (strcasecmp(stem, name) == 0) return true;
  Suggestion near = suggest_for(l->s, name);
  suggest_offer(&near, stem);
  return near.best != NULL;
}

/* A folder that holds the library, as an archive of a repository does. */
static bool holds_library(Library *l, const char *path, const char *name)
{
  const Folder *inside = folder_read(l->s, path, true);
  int n;
  const FolderEntry *entry =
      inside->error ? NULL : folder_find(inside, session_name(l->s, name), &n);
  for (int k = 0; entry && k < n; k++) {
    if (folder_holds_class(l->s, &entry[k])) return true;
  }
  return false;
}

bool library_holds(Library *l, const char *folder, Name name)
{
  return holds_library(l, folder, name);
}

/* .mo: the library in one file. */
static bool may_be_library(Session *s, const char *path)
{
  size_t n = strlen(path);
  bool is_text = n > 3 && strcmp(path + n - 3, ".mo") == 0;
  return is_text == folder_is_file(s, path);
}

static void look_at_file(Library *l, LibraryRoot *root, const char *file,
                         const char *name)
{
  Arena *arena = l->arena;
  const char *path = arena_printf(arena, "%s/%s", root->path, file);
  const char *version = other_version_sign(file, name);
  size_t n = strlen(name);
  bool is_name =
      strncmp(file, name, n) == 0 && (file[n] == '\0' || file[n] == ' ');
  if (strcmp(file, "package.mo") == 0 || !may_be_library(l->s, path)) return;
  bool has_package = folder_has_package(l->s, path);
  if (is_name && !has_package) {
    add_near(l, root,
             arena_printf(arena, "the folder '%s' has no package.mo", file));
  } else if (version && (has_package || folder_is_file(l->s, path))) {
    add_near(l, root,
             arena_printf(arena,
                          "'%s' is not taken for version %s of it: a space "
                          "goes before the version, '%s %s'",
                          file, version, name, version));
  } else if (!is_name && is_near_name(l, file, name)) {
    add_near(l, root, arena_printf(arena, "'%s' has another name", file));
  }
  if (!has_package && holds_library(l, path, name)) {
    add_near(l, root,
             arena_printf(arena, "it is one folder deeper: -L '%s'", path));
  }
}

static void look_at_root(Library *l, LibraryRoot *root, const char *name)
{
  struct dirent **entry = NULL;
  int n = scandir(root->path, &entry, survey_is_visible, survey_by_bytes);
  for (int k = 0; k < n; k++) {
    look_at_file(l, root, entry[k]->d_name, name);
    free(entry[k]);
  }
  free(entry);
}

void library_survey_near(Library *l, LibrarySurvey *survey, const char *name)
{
  assert(survey->n_roots == l->n_roots);
  for (int r = 0; r < survey->n_roots; r++) {
    LibraryRoot *root = &survey->root[r];
    bool is_package = folder_has_package(l->s, root->path);
    if (!root->error && !is_package) look_at_root(l, root, name);
    if (!is_package || root->n_stored > 0) continue;
    add_near(l, root, "this folder is itself a library of another name");
    const char *beside = arena_printf(l->arena, "%s/..", root->path);
    if (holds_library(l, beside, name)) {
      add_near(
          l, root,
          arena_printf(l->arena, "it is beside this folder: -L '%s'", beside));
    }
  }
}
